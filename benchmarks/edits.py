"""Measure reading a scene and applying changes to it: doors, tokens, walls, lamps.

Edits are timed from the change's bytes on. The next query rebuilds the index of walls, so that query is timed too;
doors and tokens must leave the index valid, which the time of the next query shows. A moved lamp is timed until the
light on a creature is measured again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from benchmarks.maps import CELL, Map, grow
from benchmarks.pairs import read
from benchmarks.table import Line, against
from benchmarks.timing import Times, alone, race
from coign.facts import light
from coign.protocol.documents import WallDoc
from coign.protocol.messages import Change
from coign.scene.scene import Scene
from coign.util.tasks import finish

SCENE_BARS = {2_000: 5.0, 20_000: 50.0}  # ms
WALL_BARS = {2_000: 1.5, 20_000: 15.0}  # ms
SMALL_BAR = 25.0  # us, for a door and for a token
BURST = 10  # walls that a GM drags at once


@dataclass
class Edit:
    """An edit and its reverse: `changes` are applied in turn, so that each undoes the one before."""

    scene: Scene
    changes: tuple[list[Change], list[Change]]
    turn: int = 0

    def apply(self) -> None:
        """Make the next change of the pair."""
        finish(self.scene.change(self.changes[self.turn]))
        self.turn = 1 - self.turn

    def ask(self) -> None:
        """Query the index of walls."""
        self.scene.walls.near(0, 0, 1, 1)

    def apply_and_ask(self) -> None:
        """Make a change, and the query that has to rebuild the index."""
        self.apply()
        self.ask()


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of changes to a scene."""
    rounds = 3 if quick else 40
    for walls in (2_000, 20_000):
        made = grow(walls)
        yield from _whole(made, rounds if walls < 20_000 else max(2, rounds // 8))
        yield from _small(made, rounds * 5)
        edit = _walls(read(made))
        times = alone(Edit.apply_and_ask, [edit], rounds)
        what = f"{BURST} walls moved in one patch, then an answer, {walls:,} walls"
        yield _milliseconds(what, times, WALL_BARS[walls])
        lamp = _lamp(read(grow(walls, night=True)))
        times = alone(_apply_and_look, [lamp], rounds * 5)
        yield Line(
            f"a lamp moved, then the light on a creature, {walls:,} walls", times.fair, None, "us", against(times)
        )


def _whole(made: Map, rounds: int) -> Iterator[Line]:
    def load(data: bytes) -> None:
        finish(Scene.read(data)).walls.near(0, 0, 1, 1)

    times = alone(load, [made.data], rounds)
    what = f"a scene in, until it can answer, {made.walls:,} walls, {made.tokens} tokens"
    yield _milliseconds(what, times, SCENE_BARS[made.walls], f"{len(made.data) / 1000:,.0f} kB")


def _small(made: Map, rounds: int) -> Iterator[Line]:
    for name, kind in (("a door opened or shut", _door), ("a token moved", _token)):
        edit = kind(read(made))
        times = race({"edit": Edit.apply, "ask": Edit.ask}, [edit], rounds)
        beside = f"{against(times['edit'])}; the next question {times['ask'].fair:.0f} us"
        yield Line(f"{name}, {made.walls:,} walls", times["edit"].fair, SMALL_BAR, "us", beside)


def _milliseconds(what: str, times: Times, bar: float, beside: str = "") -> Line:
    here = f"{times.median / 1000:.1f} ms here, x {times.slowdown:.1f} slow"
    return Line(what, times.fair / 1000, bar, "ms", f"{here}; {beside}" if beside else here)


# --- edits ------------------------------------------------------------------------------------------------------------


def _door(scene: Scene) -> Edit:
    document = next(one for one in scene.documents["walls"].values() if one.door)
    return _both(scene, "Wall", document, lambda doc, n: msgspec.structs.replace(doc, ds=n))


def _token(scene: Scene) -> Edit:
    document = next(iter(scene.documents["tokens"].values()))
    return _both(scene, "Token", document, lambda doc, n: msgspec.structs.replace(doc, x=doc.x + n * CELL))


def _lamp(scene: Scene) -> Edit:
    """Return the document nearest to the first creature."""
    x, y = next(iter(scene.tokens.values())).space.centre
    near = min(scene.lights.values(), key=lambda light: (light.x - x) ** 2 + (light.y - y) ** 2)
    document = scene.documents["lights"][near.id]
    return _both(scene, "AmbientLight", document, lambda doc, n: msgspec.structs.replace(doc, x=doc.x + n * CELL))


def _apply_and_look(edit: Edit) -> None:
    edit.apply()
    light.shares(edit.scene, next(iter(edit.scene.tokens.values())).space)


def _walls(scene: Scene) -> Edit:
    moved = [_both(scene, "Wall", one, _shifted) for one in list(scene.documents["walls"].values())[:BURST]]
    away, back = ([edit.changes[n][0] for edit in moved] for n in (0, 1))
    return Edit(scene, (away, back))


def _shifted(wall: WallDoc, n: int) -> WallDoc:
    x0, y0, x1, y1 = wall.c
    return msgspec.structs.replace(wall, c=(x0 + n, y0, x1 + n, y1))


def _both(scene: Scene, kind: str, document: Any, changed: Callable[[Any, int], Any]) -> Edit:
    def change(n: int) -> list[Change]:
        data = msgspec.json.encode(changed(document, n))
        return [Change(kind, "update", document.id, msgspec.Raw(data))]  # type: ignore[arg-type]

    return Edit(scene, (change(1), change(0)))
