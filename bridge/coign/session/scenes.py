"""The scenes of one connection, each with the revision and the hash that its client gave it.

A patch applies as a whole or not at all. While it is applied the scene belongs to no list, so it is lost if the
connection ends then. If the bridge has another revision than the patch builds on, the answer is `resync` and the client
sends the whole scene: the client has the original, the bridge a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from coign.errors import BadMessage, CoignError, TooLarge, UnknownScene
from coign.protocol import messages as wire
from coign.protocol.documents import DOCUMENTS
from coign.session import memory
from coign.session.services import Services
from coign.session.worlds import Held, World, trim
from coign.util.tasks import Task

if TYPE_CHECKING:
    from coign.scene.scene import Scene

CHANGES_A_STEP = 500
SKIPPED_REPORTED = 200  # documents; a scene with 20,000 bad walls need not list them all


class Scenes:
    """The scenes that one connection has sent. Scenes of an earlier connection may be on the shelf of `world`."""

    def __init__(self, services: Services, world: World) -> None:
        self._services = services
        self._world = world
        self.held: dict[str, Held] = {}  # the least recently used first

    def find(self, scene: str) -> Held:
        """Return a scene and mark it as the most recently used. Raises UnknownScene."""
        held = self.held.pop(scene, None)
        if held is None:
            raise UnknownScene(scene, list(self.held))
        self.held[scene] = held
        return held

    def put(self, message: wire.ScenePut) -> Task[wire.Synced | wire.Resync]:
        """Keep a whole scene, or find it by its hash if the bridge still has it. Raises BadMessage, TooLarge."""
        have = self.held.get(message.scene)
        if have is not None and message.revision < have.revision:
            return _synced(message.scene, have)  # sent twice or late: the bridge has a newer revision
        if not memoryview(message.data).nbytes:
            return self._recall(message)
        size = memory.estimate(message.data)
        _check_size(size)
        worlds, making = self._services.worlds, object()
        worlds.reserve(making, 2 * size)  # the documents cannot be counted yet
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
        """Read a scene. Raises BadMessage: its JSON is decoded later than its message, yet the peer sent it."""
        skipped: list[tuple[str, str]] = []
        try:
            scene = yield from self._services.engine.read(message.data, lambda *problem: skipped.append(problem))
        except BadMessage as problem:
            problem.detail.setdefault("path", "$.data")
            raise
        except RecursionError:
            raise BadMessage("scene.put: nested too deeply", path="$.data") from None
        except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
            raise BadMessage(f"scene.put: {problem}", path="$.data") from None
        return scene, skipped

    def patch(self, message: wire.ScenePatch) -> Task[wire.Synced | wire.Resync]:
        """Apply all changes of a patch, or none. Raises BadMessage, TooLarge."""
        held = self.held.get(message.scene)
        if held is None:
            return wire.Resync(
                message.scene, None, "this connection has not sent that scene, or it was dropped as long unused"
            )
        if message.epoch and message.epoch != self._services.epoch:
            return wire.Resync(message.scene, held.revision, "the bridge has been restarted")
        if message.revision <= message.base:
            raise BadMessage(
                f"revision {message.revision} is not higher than its base {message.base}", path="$.revision"
            )
        if message.base != held.revision:
            why = f"the change builds on revision {message.base}, and the bridge has revision {held.revision}"
            return wire.Resync(message.scene, held.revision, why)
        changed: dict[tuple[str, str], int] = {}
        for n, change in enumerate(message.changes, 1):
            changed[change.document, change.id] = _size_of(change)
            if n % CHANGES_A_STEP == 0:
                yield
        size = held.size + sum(new - held.changed.get(key, 0) for key, new in changed.items())
        if size > memory.MOST_PER_WORLD:
            return wire.Resync(message.scene, held.revision, "changes have made the scene too large: send it again")
        skipped: list[tuple[str, str]] = []
        del self.held[message.scene]
        try:
            yield from held.scene.change(message.changes, lambda *problem: skipped.append(problem))
        except CoignError:
            self.held[message.scene] = held  # unchanged
            raise
        held.revision = message.revision
        held.hash = message.hash
        held.size = size
        held.changed |= changed
        held.skipped = _shortened(skipped)
        self._keep(message.scene, held)
        return _synced(message.scene, held)

    def drop(self, message: wire.SceneDrop) -> wire.Synced:
        """Forget a scene, here and on the world's shelf. Do nothing if it is in neither."""
        held = self.held.pop(message.scene, None)
        self._services.worlds.forget(self._world, message.scene)
        return wire.Synced(message.scene, held.revision if held else 0)

    def synced(self) -> list[wire.Synced]:
        """Return the `synced` message of each scene, with its last revision."""
        return [_synced(name, held) for name, held in self.held.items()]

    def _recall(self, message: wire.ScenePut) -> wire.Synced | wire.Resync:
        held = self.held.get(message.scene)
        if held is None or not message.hash or held.hash != message.hash:
            shelved = self._services.worlds.recall(self._world, message.scene, message.hash)
            if shelved is None:
                revision = held.revision if held else None
                return wire.Resync(message.scene, revision, "the bridge has no scene of that hash: send the whole")
            held = shelved
        held.revision = message.revision
        self._keep(message.scene, held)
        return _synced(message.scene, held)

    def _keep(self, scene: str, held: Held) -> None:
        self.held.pop(scene, None)
        self.held[scene] = held
        trim(self.held)


def _check_size(size: int) -> None:
    if size > memory.MOST_PER_WORLD:
        raise TooLarge(
            f"the scene would take {size} bytes of memory; the limit for one world is {memory.MOST_PER_WORLD}"
        )


def _size_of(change: wire.Change) -> int:
    document = memory.of_documents({DOCUMENTS[change.document]: 1}) if change.document != "Scene" else 0
    return memory.estimate(change.data) + document


def _synced(scene: str, held: Held) -> wire.Synced:
    found = held.scene
    return wire.Synced(scene, held.revision, found.counts(), held.skipped, found.open_between(), found.strays())


def _shortened(skipped: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    more = len(skipped) - SKIPPED_REPORTED
    return (*skipped[:SKIPPED_REPORTED], ("the rest", f"{more} more like these")) if more > 0 else tuple(skipped)
