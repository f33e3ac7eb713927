"""The worlds of a process: the connection that holds each, and the scenes kept for a world that is not connected.

A world is identified by the address of its Foundry and its id, because two Foundries may both have a world `test`.
One connection holds a world at a time:
 - the same browser replaces its own connection at once (a reloaded tab);
 - the browser of Foundry's active GM replaces any other;
 - any other browser is refused with Busy, which names the holder.
A replaced connection is notified. Its scenes go to the world's shelf, where the next connection of the same world, and
no other, finds them by the hash of their content. A shelf is cleared some minutes after its world was last held; if
there are too many shelves, the longest unused is cleared first.

The memory of all scenes together has a limit (`memory.py`). If a new scene does not fit, shelves are cleared first;
then the largest world loses its least recently used scene, which its browser sends again when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import msgspec

from coign.errors import Busy, Overloaded
from coign.session import memory

if TYPE_CHECKING:
    from coign.scene.scene import Scene

SHELF_SECONDS = 900.0  # a reload, a restart of Foundry, a GM's change of machine
WORLDS_SHELVED = 32
SCENES_HELD = 64  # per world; beyond that the least recently used is dropped, and sent again when it is needed


class World(msgspec.Struct, frozen=True):
    """A world of one Foundry, whose address is `origin`: two Foundries may have worlds of the same id."""

    origin: str
    id: str


@dataclass
class Held:
    """A scene that a connection has sent. `revision` is the client's count, `hash` the client's hash of the content."""

    scene: Scene
    revision: int
    hash: str
    size: int  # bytes in memory, estimated
    skipped: tuple[tuple[str, str], ...] = ()
    changed: dict[tuple[str, str], int] = field(default_factory=dict)  # the part of `size` of each changed document


class Holder(Protocol):
    """The part of a connection that can hold a world."""

    user: str
    client: str
    scenes: dict[str, Held]  # the least recently used first

    def displace(self, by: str) -> None:
        """Close the connection: the user `by` has taken the world over."""


@dataclass
class _Place:
    holder: Holder | None = None
    shelf: dict[str, Held] = field(default_factory=dict)
    left: float = 0.0


class Worlds:
    """All worlds of this process. `clock` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._places: dict[World, _Place] = {}
        self._reserved: dict[object, int] = {}  # bytes of each scene that is being read

    def enter(self, world: World, holder: Holder, active: bool) -> None:
        """Give `world` to `holder`. Raises Busy while another connection holds it, by the rules of this module."""
        place = self._places.setdefault(world, _Place())
        current = place.holder
        if current is not None and current is not holder:
            if current.client != holder.client and not active:
                raise Busy(
                    f"world {world.id} is held by another browser, of user {current.user}; close Coign there first",
                    user=current.user,
                )
            current.displace(by=holder.user)
            self.leave(world, current)
        self._places.setdefault(world, place).holder = holder

    def leave(self, world: World, holder: Holder) -> None:
        """Free the world if `holder` still holds it, and shelve its scenes. A second call does nothing."""
        place = self._places.get(world)
        if place is None or place.holder is not holder:
            return
        place.holder = None
        place.left = self._clock()
        place.shelf.update(holder.scenes)
        holder.scenes.clear()
        trim(place.shelf)
        self.purge()

    def recall(self, world: World, scene: str, content: str) -> Held | None:
        """Take the scene with this hash off the shelf; return None if it is not there."""
        place = self._places.get(world)
        held = place.shelf.get(scene) if place else None
        if place is None or held is None or not content or held.hash != content:
            return None
        return place.shelf.pop(scene)

    def forget(self, world: World, scene: str) -> None:
        """Drop a shelved scene, because its world has sent a newer one or dropped it."""
        place = self._places.get(world)
        if place is not None:
            place.shelf.pop(scene, None)

    def purge(self) -> None:
        """Clear the shelves that are too old or too many."""
        idle = sorted((p.left, w.origin, w.id, w) for w, p in self._places.items() if p.holder is None)
        overdue = self._clock() - SHELF_SECONDS
        for n, (left, _, _, world) in enumerate(idle):
            if left < overdue or len(idle) - n > WORLDS_SHELVED:
                del self._places[world]

    def held(self) -> list[tuple[World, Holder]]:
        """Return the connected worlds with their holders, sorted by id."""
        pairs = [(world, place.holder) for world, place in self._places.items() if place.holder is not None]
        return sorted(pairs, key=lambda pair: (pair[0].id, pair[0].origin))

    def shelved(self) -> int:
        """Return how many scenes are on shelves."""
        return sum(len(place.shelf) for place in self._places.values())

    def held_bytes(self) -> int:
        """Return the estimated memory of all scenes in bytes: held, shelved and being read."""
        places = self._places.values()
        total = sum(_size(place.holder.scenes) for place in places if place.holder)
        return total + sum(_size(place.shelf) for place in places) + sum(self._reserved.values())

    def reserve(self, maker: object, size: int) -> None:
        """Make room for a scene of `size` bytes that `maker` is about to read. Raises Overloaded without room."""
        self._reserved[maker] = size
        while self.held_bytes() > memory.MOST:
            if not self._clear_oldest_shelf() and not self._take_from_largest():
                self.release(maker)
                raise Overloaded("the bridge holds as many scenes as its memory allows; send it again later")

    def release(self, maker: object) -> None:
        """End a reservation: the scene has been read and is counted as held, or it could not be read."""
        self._reserved.pop(maker, None)

    def _clear_oldest_shelf(self) -> bool:
        shelves = [place for place in self._places.values() if place.shelf]
        oldest = min(shelves, key=lambda place: place.left, default=None)
        if oldest is not None:
            oldest.shelf.clear()
        return oldest is not None

    def _take_from_largest(self) -> bool:
        scenes = max((place.holder.scenes for place in self._places.values() if place.holder), key=_size, default={})
        if not scenes:
            return False
        del scenes[next(iter(scenes))]
        return True


def _size(scenes: dict[str, Held]) -> int:
    """Return the estimated memory of some scenes, in bytes."""
    return sum(held.size for held in scenes.values())


def trim(scenes: dict[str, Held]) -> None:
    """Drop the least recently used scenes (the first) beyond the limits, never the newest."""
    size = _size(scenes)
    while len(scenes) > 1 and (len(scenes) > SCENES_HELD or size > memory.MOST_PER_WORLD):
        size -= scenes.pop(next(iter(scenes))).size
