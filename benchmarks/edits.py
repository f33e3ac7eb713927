"""Reading a scene and applying changes to it: doors, tokens, walls.

Edits are timed from the change's bytes on. The next query rebuilds the index of walls, so that query is timed too;
doors and tokens must leave the index valid, which the time of the next query shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from benchmarks.maps import CELL, grow
from benchmarks.pairs import read
from benchmarks.table import Line, against
from benchmarks.timing import alone, race
from coign.protocol.messages import Change
from coign.scene.scene import Scene
from coign.util.tasks import finish

SCENE_BARS = {2_000: 5.0, 20_000: 50.0}  # ms
WALL_BARS = {2_000: 1.5, 20_000: 15.0}  # ms
SMALL_BAR = 25.0  # us, for a door and for a token
BURST = 10  # walls that a GM drags at once


class Edit:
    """Changes of some documents there and back, by turns. `changed` gets a document and 1 or 0."""

    def __init__(self, scene: Scene, kind: str, documents: list[Any], changed: Callable[[Any, int], Any]) -> None:
        self._scene, self._turn = scene, 0
        self._changes = [[_change(kind, changed(one, n)) for one in documents] for n in (1, 0)]

    def apply(self) -> None:
        """Make the next change of the pair."""
        finish(self._scene.change(self._changes[self._turn]))
        self._turn = 1 - self._turn

    def ask(self) -> None:
        """Query the index of walls."""
        self._scene.walls.near(0, 0, 1, 1)

    def apply_and_ask(self) -> None:
        """Make a change, and the query that has to rebuild the index."""
        self.apply()
        self.ask()


def _change(kind: str, document: Any) -> Change:
    return Change(kind, "update", document.id, msgspec.Raw(msgspec.json.encode(document)))  # type: ignore[arg-type]


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of changes to a scene."""
    for walls in (2_000, 20_000):
        made, rounds = grow(walls), 3 if quick else 40
        times = alone(read, [made], rounds if walls < 20_000 else max(2, rounds // 8))
        beside = f"{against(times)}; {len(made.data) / 1000:,.0f} kB"
        what = f"a scene in, until it can answer, {walls:,} walls, {made.tokens} tokens"
        yield Line(what, times.fair / 1000, SCENE_BARS[walls], "ms", beside)
        for name, edit in (("a door opened or shut", _door), ("a token moved", _token)):
            both = race({"edit": Edit.apply, "ask": Edit.ask}, [edit(read(made))], rounds * 5)
            beside = f"{against(both['edit'])}; the next question {both['ask'].fair:.0f} us"
            yield Line(f"{name}, {walls:,} walls", both["edit"].fair, SMALL_BAR, "us", beside)
        times = alone(Edit.apply_and_ask, [_walls(read(made))], rounds)
        what = f"{BURST} walls moved in one patch, then an answer, {walls:,} walls"
        yield Line(what, times.fair / 1000, WALL_BARS[walls], "ms", against(times))


def _door(scene: Scene) -> Edit:
    door = next(one for one in scene.documents["walls"].values() if one.door)
    return Edit(scene, "Wall", [door], lambda doc, n: msgspec.structs.replace(doc, ds=n))


def _token(scene: Scene) -> Edit:
    token = next(iter(scene.documents["tokens"].values()))
    return Edit(scene, "Token", [token], lambda doc, n: msgspec.structs.replace(doc, x=doc.x + n * CELL))


def _walls(scene: Scene) -> Edit:
    def shifted(wall: Any, n: int) -> Any:
        return msgspec.structs.replace(wall, c=tuple(value + n * (k % 2 == 0) for k, value in enumerate(wall.c)))

    return Edit(scene, "Wall", list(scene.documents["walls"].values())[:BURST], shifted)
