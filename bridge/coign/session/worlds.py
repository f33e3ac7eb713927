"""Who holds which world, and the scenes that are kept for it while nobody does.

A world is known by the address its Foundry is served from and its id, for two Foundries may both have a world `test`.
One connection holds a world at a time:
 - the same browser takes its own place back at once (a reloaded tab);
 - the browser of Foundry's active GM takes the place of any other;
 - anybody else is told that the world is busy, and by whom it is held.
Whoever loses the place is told. The scenes it had sent go to the world's shelf, where the next connection of the same
world finds them by the hash of their content, and nobody else does. A shelf is cleared some minutes after its world
was last held, and the longest unused first where there are too many.

All scenes together have a bound (`memory.py`). Where a new one does not fit, shelves are cleared first; then the world
that holds most gives up what it has not used for longest, which its browser sends again when it is needed.
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
SCENES_HELD = 64  # per world: the least recently used beyond that is sent again when it is needed


class World(msgspec.Struct, frozen=True):
    """A world of one Foundry: two Foundries may have worlds of the same id."""

    origin: str
    id: str


@dataclass
class Held:
    """A scene as one connection left it: `revision` is the client's count, `hash` the client's word for the content."""

    scene: Scene
    revision: int
    hash: str
    size: int  # bytes in memory, estimated
    skipped: tuple[tuple[str, str], ...] = ()
    changed: dict[tuple[str, str], int] = field(default_factory=dict)  # the part of `size` of each changed document


class Holder(Protocol):
    """What a connection must be able to do to hold a world."""

    user: str
    client: str

    def displace(self, by: str) -> None:
        """Somebody else has the world now: say so, and listen no more."""

    def give_up(self) -> dict[str, Held]:
        """Hand over the scenes."""

    def held_bytes(self) -> int:
        """What the scenes take in memory, estimated."""

    def drop_oldest(self) -> bool:
        """Drop the scene that was not used for longest; False if there is none."""


@dataclass
class _Place:
    holder: Holder | None = None
    shelf: dict[str, Held] = field(default_factory=dict)
    left: float = 0.0


class Worlds:
    """All worlds of this process. `clock` gives seconds and does not go back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._places: dict[World, _Place] = {}
        self._reserved: dict[object, int] = {}  # by who is making a scene

    def enter(self, world: World, holder: Holder, active: bool) -> None:
        """Give `world` to `holder`. Raises Busy while somebody else's connection holds it; see above for who may."""
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
        """Free the place, where `holder` still has it, and shelve its scenes. Doing so twice changes nothing."""
        place = self._places.get(world)
        if place is None or place.holder is not holder:
            return
        place.holder = None
        place.left = self._clock()
        place.shelf.update(holder.give_up())
        trim(place.shelf)
        self.purge()

    def recall(self, world: World, scene: str, content: str) -> Held | None:
        """Take the scene of that content off the shelf; None where the shelf has not got it."""
        place = self._places.get(world)
        held = place.shelf.get(scene) if place else None
        if place is None or held is None or not content or held.hash != content:
            return None
        return place.shelf.pop(scene)

    def forget(self, world: World, scene: str) -> None:
        """Drop a shelved scene: its world has sent a newer one, or said that it is gone."""
        place = self._places.get(world)
        if place is not None:
            place.shelf.pop(scene, None)

    def purge(self) -> None:
        """Clear the shelves that nobody came back for."""
        idle = sorted((p.left, w.origin, w.id, w) for w, p in self._places.items() if p.holder is None)
        overdue = self._clock() - SHELF_SECONDS
        for n, (left, _, _, world) in enumerate(idle):
            if left < overdue or len(idle) - n > WORLDS_SHELVED:
                del self._places[world]

    def held(self) -> list[tuple[World, Holder]]:
        """The worlds that a connection holds now, by id."""
        pairs = [(world, place.holder) for world, place in self._places.items() if place.holder is not None]
        return sorted(pairs, key=lambda pair: (pair[0].id, pair[0].origin))

    def shelved(self) -> int:
        """How many scenes wait on shelves."""
        return sum(len(place.shelf) for place in self._places.values())

    def held_bytes(self) -> int:
        """What all scenes take in memory, estimated: those that are held, on shelves, and being made."""
        places = self._places.values()
        shelved = sum(held.size for place in places for held in place.shelf.values())
        return shelved + sum(self._reserved.values()) + sum(one.held_bytes() for one in self._holders())

    def reserve(self, maker: object, size: int) -> None:
        """Make room for a scene of that size, which `maker` is about to read. Raises Overloaded if there is none."""
        self._reserved[maker] = size
        while self.held_bytes() > memory.MOST:
            if not self._clear_oldest_shelf() and not self._take_from_largest():
                self.release(maker)
                raise Overloaded("the bridge holds as many scenes as its memory allows; send it again later")

    def release(self, maker: object) -> None:
        """The scene is made, and counted as held from now on; or it never will be."""
        self._reserved.pop(maker, None)

    def _holders(self) -> list[Holder]:
        return [place.holder for place in self._places.values() if place.holder is not None]

    def _clear_oldest_shelf(self) -> bool:
        shelves = [place for place in self._places.values() if place.shelf]
        oldest = min(shelves, key=lambda place: place.left, default=None)
        if oldest is not None:
            oldest.shelf.clear()
        return oldest is not None

    def _take_from_largest(self) -> bool:
        holders = [one for one in self._holders() if one.held_bytes()]
        return bool(holders) and max(holders, key=lambda one: one.held_bytes()).drop_oldest()


def trim(scenes: dict[str, Held]) -> list[str]:
    """Drop the least recently used scenes (the first) beyond the bounds, the newest never; their ids."""
    dropped = []
    size = sum(held.size for held in scenes.values())
    while len(scenes) > 1 and (len(scenes) > SCENES_HELD or size > memory.MOST_PER_WORLD):
        oldest = next(iter(scenes))
        size -= scenes.pop(oldest).size
        dropped.append(oldest)
    return dropped
