"""The scenes of one connection: put, patched, dropped, each with the revision and the hash its client gave it.

A change applies as a whole or not at all; while it is being made the scene is nobody's, and lost where the connection
ends. Where it cannot apply, for we have another revision, the answer is `resync`
and the client sends the scene again: it has the truth, we have a copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from coign.errors import BadMessage, CoignError, TooLarge, UnknownScene
from coign.protocol import messages as wire
from coign.protocol.documents import DOCUMENTS
from coign.session import memory
from coign.session.services import House
from coign.session.worlds import Held, World, trim
from coign.util.tasks import Task

if TYPE_CHECKING:
    from coign.scene.scene import Scene

SKIPPED_SAID = 200  # a scene with 20,000 bad walls need not say so 20,000 times


class Scenes:
    """What one connection has put. `world` is where scenes of an earlier connection may be found."""

    def __init__(self, house: House, world: World) -> None:
        self._house = house
        self._world = world
        self.held: dict[str, Held] = {}  # the least recently used first

    def find(self, scene: str) -> Held:
        """The scene, now the most recently used. Raises UnknownScene."""
        held = self.held.pop(scene, None)
        if held is None:
            raise UnknownScene(scene, list(self.held))
        self.held[scene] = held
        return held

    def put(self, message: wire.ScenePut) -> Task[wire.Synced | wire.Resync]:
        """Take the whole scene, or by its hash the one that is still here. Raises BadMessage, TooLarge."""
        have = self.held.get(message.scene)
        if have is not None and message.revision < have.revision:
            return _synced(message.scene, have)  # said twice, or late: what is here is newer
        if not memoryview(message.data).nbytes:
            return self._recall(message)
        size = memory.estimate(message.data)
        _check_size(size)
        worlds, making = self._house.worlds, object()
        worlds.reserve(making, 2 * size)  # documents are counted later
        try:
            scene, skipped = yield from self._read(message)
        finally:
            worlds.release(making)
        worlds.forget(self._world, message.scene)
        size += memory.of_documents(scene.counts())
        _check_size(size)
        held = Held(scene, message.revision, message.hash, size, _shortened(skipped))
        self._keep(message.scene, held)
        return _synced(message.scene, held)

    def _read(self, message: wire.ScenePut) -> Task[tuple[Scene, list[tuple[str, str]]]]:
        skipped: list[tuple[str, str]] = []
        with _as_peers_mistake():
            scene = yield from self._house.engine.reading(message.data, lambda *said: skipped.append(said))
        return scene, skipped

    def patch(self, message: wire.ScenePatch) -> Task[wire.Synced | wire.Resync]:
        """Apply all changes, or none. Raises BadMessage, TooLarge."""
        held = self.held.get(message.scene)
        if held is None:
            return wire.Resync(
                message.scene, None, "this connection has not put that scene, or it was not used for long"
            )
        if message.epoch and message.epoch != self._house.epoch:
            return wire.Resync(message.scene, held.revision, "the bridge has been started anew")
        if message.revision <= message.base:
            raise BadMessage(f"revision {message.revision} is not after its base {message.base}", path="$.revision")
        if message.base != held.revision:
            why = f"the change builds on revision {message.base}, and revision {held.revision} is here"
            return wire.Resync(message.scene, held.revision, why)
        changed: dict[tuple[str, str], int] = {
            (change.document, change.id): _size_of(change) for change in message.changes
        }
        size = held.size + sum(new - held.changed.get(key, 0) for key, new in changed.items())
        if size > memory.MOST_PER_WORLD:
            return wire.Resync(message.scene, held.revision, "it has grown by so many changes: send it anew")
        skipped: list[tuple[str, str]] = []
        del self.held[message.scene]
        try:
            yield from held.scene.changing(message.changes, lambda *said: skipped.append(said))
        except CoignError:
            self.held[message.scene] = held  # as it was
            raise
        held.revision = message.revision
        held.hash = message.hash
        held.size = size
        held.changed |= changed
        held.skipped = _shortened(skipped)
        self._keep(message.scene, held)
        return _synced(message.scene, held)

    def drop(self, message: wire.SceneDrop) -> wire.Synced:
        """Forget the scene, here and on the world's shelf. Dropping what is not here changes nothing."""
        held = self.held.pop(message.scene, None)
        self._house.worlds.forget(self._world, message.scene)
        return wire.Synced(message.scene, held.revision if held else 0)

    def held_bytes(self) -> int:
        """What the scenes take in memory, estimated."""
        return sum(held.size for held in self.held.values())

    def drop_oldest(self) -> bool:
        """Drop the scene that was not used for longest; False if there is none."""
        oldest = next(iter(self.held), None)
        if oldest is not None:
            del self.held[oldest]
        return oldest is not None

    def give_up(self) -> dict[str, Held]:
        """All scenes, for the world's shelf; this connection has none any more."""
        held, self.held = self.held, {}
        return held

    def _recall(self, message: wire.ScenePut) -> wire.Synced | wire.Resync:
        held = self.held.get(message.scene)
        if held is None or not message.hash or held.hash != message.hash:
            found = self._house.worlds.recall(self._world, message.scene, message.hash)
            if found is None:
                revision = held.revision if held else None
                return wire.Resync(message.scene, revision, "no scene of that content is here: send the whole")
            held = found
        held.revision = message.revision
        self._keep(message.scene, held)
        return _synced(message.scene, held)

    def _keep(self, scene: str, held: Held) -> None:
        self.held.pop(scene, None)
        self.held[scene] = held
        trim(self.held)


def _check_size(size: int) -> None:
    if size > memory.MOST_PER_WORLD:
        raise TooLarge(f"the scene would take {size} bytes of memory; the bridge gives a world {memory.MOST_PER_WORLD}")


def _size_of(change: wire.Change) -> int:
    made = memory.of_documents({DOCUMENTS[change.document]: 1}) if change.document != "Scene" else 0
    return memory.estimate(change.data) + made


def _synced(scene: str, held: Held) -> wire.Synced:
    return wire.Synced(scene, held.revision, held.scene.counts(), held.skipped)


def _shortened(skipped: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    more = len(skipped) - SKIPPED_SAID
    return (*skipped[:SKIPPED_SAID], ("the rest", f"{more} more like these")) if more > 0 else tuple(skipped)


@contextmanager
def _as_peers_mistake() -> Iterator[None]:
    """JSON inside a message is read later than the message, and what is wrong with it is still the peer's mistake."""
    try:
        yield
    except RecursionError:
        raise BadMessage("scene.put: nested too deep", path="$.data") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise BadMessage(f"scene.put: {problem}", path="$.data") from None
