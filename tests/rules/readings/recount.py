"""Count cover once more by sample rays and whole numbers, with no code of the bridge, and compare.

    PYTHONPATH=bridge:tests python -m rules.readings.recount 2000 [SEED [KIND ...]]

So many scenes of each kind of `KINDS`: solid walls, doors, one-way walls, terrain walls, windows, a mixture of them,
rooms that shut creatures off from each other, caves, walls of other levels, and low walls; on squares and without a
grid, with creatures of one to four squares; and on hexes. Low walls are counted for fifth edition alone. A line is
tested with whole numbers, a share by 50 times 50 spots for each square. Where a share is too near to a limit for that,
the case is not compared. Where not even 400 times 400 spots are reached, the cover has to be total, or the exposure
smaller than they can tell.
"""

# ruff: noqa: T201

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from support.maps import Document, on_hexes
from support.scenes import BOW, facts

SPOTS, FINE = 50, 400  # along each side of a square; where the first reach nothing, the second are tried
NEAR = 0.012  # of a square: closer to a limit a sampled share decides nothing
TINY = 0.001  # of the target: a smaller part may lie between the spots
Point = tuple[int, int]
Wall = tuple[int, int, int, int, int, str]  # 1/16 px, Foundry's `dir`, and the kind


class Cell(NamedTuple):
    """A square or a hex: its corners, 1 % of a grid space inside it, its centre, and the outline of its spots."""

    corners: tuple[Point, ...]
    centre: Point
    x: float
    y: float
    side: float
    is_hex: bool = False


class Pair(NamedTuple):
    """One corner of the attacker and one square of the target, as counted."""

    blocked: int
    windows: int
    hidden: float
    low: bool
    lines: int


KINDS: dict[str, tuple[Document, ...]] = {
    "solid": ({"sight": 20},),
    "doors": (
        {"sight": 20},
        {"sight": 0, "door": 1},
        {"sight": 20, "door": 2, "ds": 2},
        {"sight": 20, "door": 1, "ds": 1},
    ),
    "one-way": ({"sight": 20}, {"sight": 20, "dir": 1}, {"sight": 20, "dir": 2}),
    "terrain": ({"sight": 10},),
    "windows": ({"sight": 20}, {"sight": 30}),
    "mixed": ({"sight": 20}, {"sight": 20}, {"sight": 20}, {"sight": 10}, {"sight": 30}),
    "rooms": ({"sight": 20},),
    "caves": ({"sight": 20},),
    "hexes": ({"sight": 20}, {"sight": 20}, {"sight": 10}, {"sight": 30}),
    "levels": ({"sight": 20, "levels": ["here"]}, {"sight": 20, "levels": ["there"]}, {"sight": 20, "levels": []}),
    "low": ({"sight": 20}, *({"sight": 20, "flags": {"wall-height": {"top": top}}} for top in (2, 3, 4, 6))),
}
HEX_HEIGHT = 200 / math.sqrt(3)  # px, of a hex 100 px wide
HEIGHT = 5  # ft, of a creature of one square
CAVE = 14  # walls of a cave's wall


class Difference(NamedTuple):
    """A case that the two counts see differently."""

    kind: str
    reading: str
    mine: str
    theirs: str
    scene: Document


def compare(cases: int, seed: int, kinds: Iterable[str] = KINDS) -> Iterator[Difference | str | None]:
    """Yield for each case and reading the degree if both counts agree, None if it is too near to a limit, or the
    difference."""
    from rules.readings.continuity import BOOKS

    for kind in kinds:
        for number in range(cases):
            scene = _scene(random.Random(f"{seed}/{number}"), kind)
            for reading, count in (("dmg", _dmg), ("d20", _d20)):
                if (kind, reading) == ("low", "d20"):
                    continue
                mine = count(scene)
                if mine is None:
                    yield None
                    continue
                fact = facts(scene, by=BOOKS[reading], attack=BOW).cover
                agree = mine == fact.degree or (mine == "total" and 0 < fact.exposure < TINY)
                yield mine if agree else Difference(kind, reading, mine, fact.degree, scene)


def _scene(pick: random.Random, kind: str) -> Document:
    def token(key: str, column: int, row: int) -> Document:
        width = pick.choice((1, 1, 2))
        place: Document = {"x": column * 100, "y": row * 100, "width": width, "height": width}
        if kind == "hexes":
            place = {**on_hexes(2, (row, column)), "width": 1, "height": 1}
        if kind == "levels":
            place["level"] = "here"
        if kind == "low":
            place |= {"width": 1, "height": 1}
        return {"_id": key, "name": key, "actorId": key, **place, "disposition": 1 if key == "A" else -1}

    walls = []
    for n in range(pick.randint(1, 5)):
        x, y = pick.randint(150, 800), pick.randint(50, 550)
        if pick.random() < 0.5:
            x, y = round(x, -2) + pick.choice((0, 0, 1, -2)), round(y, -2) + pick.choice((0, 0, 1, -2))
        ends = [x, y, x + pick.choice((0, pick.randint(-200, 200))), y + pick.randint(-250, 250)]
        if ends[:2] != ends[2:]:
            walls.append({"_id": f"w{n}", "c": ends, "move": 20, **pick.choice(KINDS[kind])})
    a, b = token("A", 1, 2), token("B", pick.randint(4, 7), pick.randint(1, 4))
    if kind == "rooms":
        walls += _room(pick, b)
    if kind == "caves":
        walls = _cave(pick)
    grid = 2 if kind == "hexes" else pick.choice((0, 1))
    return {
        "_id": "s",
        "grid": {"type": grid, "size": 100, "distance": 5, "units": "ft"},
        "width": 1500,
        "height": 1500,
        "padding": 0,
        "walls": walls,
        "tokens": [a, b],
        "levels": [{"_id": key, "name": key} for key in ("here", "there")] if kind == "levels" else [],
    }


def _cave(pick: random.Random) -> list[Document]:
    """Make the wall of a cave between the two: a jagged line, or one round a rock."""
    x, y = pick.randint(250, 400), pick.randint(-100, 350)
    points = [(x, y)]
    for n in range(pick.randint(4, CAVE)):
        turn = 2 * math.pi * n / CAVE if pick.random() < 0.8 else pick.uniform(0, 7)
        x, y = (
            x + round(70 * math.sin(turn)) + pick.randint(-25, 25),
            y + round(70 * math.cos(turn)) + pick.randint(-25, 25),
        )
        points.append((x, y))
    pairs = [(one, other) for one, other in pairwise(points) if one != other]
    return [{"_id": f"c{n}", "c": [*one, *other], "sight": 20, "move": 20} for n, (one, other) in enumerate(pairs)]


def _room(pick: random.Random, token: Document) -> list[Document]:
    """Make a room round a token, of which a wall may be missing or leave a gap of some pixels."""
    x0, y0 = token["x"] - pick.choice((0, 0, 1, 30)), token["y"] - pick.choice((0, 0, 1, 30))
    x1, y1 = (token[axis] + token["width"] * 100 + pick.choice((0, 1, 20)) for axis in ("x", "y"))
    gap = pick.choice((0, 0, 1, 5, 30))
    sides = [[x0, y0, x1, y0], [x1, y0, x1, y1], [x1, y1, x0, y1], [x0, y1, x0, y0 + gap]]
    if pick.random() < 0.3:
        del sides[pick.randrange(3)]
    return [{"_id": f"room{n}", "c": ends, "sight": 20, "move": 20} for n, ends in enumerate(sides)]


# --- the two readings -------------------------------------------------------------------------------------------------


class _TooNear(Exception):
    """A share is too near to a limit."""


def _dmg(scene: Document) -> str | None:
    def rank(pair: Pair) -> int:
        solid = pair.blocked if not _less(pair.hidden, 0.02) else 0
        by_lines = (solid > 0) + (2 * solid > pair.lines)
        return max(by_lines, 2 if pair.windows else 0, 1 if pair.low else 0)

    try:
        count = _Count(scene)
        exposed = count.exposure()
        if not exposed:
            return "total"
        least = min(rank(pair) for pair in count.pairs())
        by_body = 2 if _less(exposed, 0.25) else 1 if _less(exposed, 0.5) else 0
        return ("none", "half", "three-quarters")[max(least, by_body)]
    except _TooNear:
        return None


def _d20(scene: Document) -> str | None:
    try:
        count = _Count(scene)
        if not count.exposure():
            return "total"
        ranks = []
        for pair, reached in count.pairs_with_squares():
            rank = 0 if _less(pair.hidden, 0.02) else 1
            ranks.append(2 if pair.windows or _less(reached, 0.25) else rank)
        return ("none", "cover", "improved")[min(ranks)]
    except _TooNear:
        return None


def _less(share: float, limit: float) -> bool:
    """Tell whether a share is below a limit. Raises _TooNear."""
    if abs(share - limit) < NEAR and share not in (0.0, 1.0):
        raise _TooNear
    return share < limit


# --- the count --------------------------------------------------------------------------------------------------------


class _Count:
    """Lines and shares of one scene."""

    def __init__(self, scene: Document) -> None:
        kinds = {20: "solid", 10: "limited", 30: "window"}

        def kind_of(wall: Document) -> str | None:
            top = wall.get("flags", {}).get("wall-height", {}).get("top", math.inf)
            if wall.get("ds") == 1 or wall.get("levels", ["here"]) == ["there"] or top < HEIGHT / 2:
                return None
            return "low" if top < HEIGHT else "solid" if wall.get("door") else kinds[wall["sight"]]

        self.walls: list[Wall] = [
            (
                *(16 * end for end in wall["c"]),
                wall.get("dir", 0),
                kind,
            )
            for wall in scene["walls"]
            if (kind := kind_of(wall))
        ]
        self.own, self.squares = (_cells(token, scene["grid"]["type"]) for token in scene["tokens"])
        self.spots = [_spots(square) for square in self.squares]
        usable = [[not self._parted(point, square) for point in square.corners] for square in self.own]
        self.corners = [
            point
            for square, can in zip(self.own, usable, strict=True)
            for point, ok in zip(square.corners, can, strict=True)
            if ok
        ]
        self.points = [*self.corners, *(square.centre for square in self.own)]
        self.seen = {point: [self._sees(point, spots) for spots in self.spots] for point in self.points}
        self.reached = [max(seen[n] for seen in self.seen.values()) for n in range(len(self.squares))]
        reaching = [self._reaches(square) for square in self.own]
        if any(reaching):
            allowed = {
                point for square, any_ in zip(self.own, reaching, strict=True) if any_ for point in square.corners
            }
            self.corners = [point for point in self.corners if point in allowed]

    def _reaches(self, square: Cell) -> bool:
        """Tell whether anything of the target can be reached from a square of the attacker."""
        points = [point for point in (*square.corners, square.centre) if point in self.seen]
        return any(sum(self.seen[point]) for point in points) or self._reaches_fine(points)

    def exposure(self) -> float:
        """Return the share of the whole target that the best point reaches, 0 if none. Raises _TooNear."""
        best = max(sum(seen) for seen in self.seen.values()) / len(self.squares)
        if 0 < best < NEAR or (not best and self._reaches_fine(self.points)):
            raise _TooNear
        return best

    def _reaches_fine(self, points: Iterable[Point]) -> bool:
        fine = [_spots(square, FINE) for square in self.squares]
        return any(self._sees(point, spots) for point in points for spots in fine)

    def pairs(self) -> list[Pair]:
        return [pair for pair, _ in self.pairs_with_squares()]

    def pairs_with_squares(self) -> list[tuple[Pair, float]]:
        """Return each corner and square, with the share of the square that the best point reaches."""
        found = []
        for corner in self.corners:
            for n, square in enumerate(self.squares):
                ends = square.corners
                solid_there = self.seen[corner][n] <= 0.98
                windows_there = not _less(1 - self._sees(corner, self.spots[n], ("window",)), 0.02)
                blocked = [self._met(corner, end, ("solid",)) or self._parted(end, square) for end in ends]
                kinds = ("solid", "window") if solid_there else ("window",)
                through = [
                    windows_there and self._met(corner, end, kinds) and not (stopped and solid_there)
                    for end, stopped in zip(ends, blocked, strict=True)
                ]
                low = not _less(1 - self._sees(corner, self.spots[n], ("low",)), 0.02) and any(
                    self._met(corner, end, ("low",)) for end in ends
                )
                pair = Pair(sum(blocked), sum(through), 1 - self.seen[corner][n], low, len(ends))
                found.append((pair, self.reached[n]))
        return found or [(Pair(4, 0, 1.0, low=False, lines=4), 0.0)]

    def _parted(self, point: Point, square: Cell) -> bool:
        """Tell whether a solid wall, of whatever direction, separates a corner from its square's centre."""
        return self._met(point, square.centre, ("solid",), limited=False, any_way=True)

    def _met(
        self, start: Point, end: Point, kinds: tuple[str, ...], *, limited: bool = True, any_way: bool = False
    ) -> bool:
        """Tell whether both copies of a line meet walls of these kinds; terrain walls stop from the second on."""
        stopped = []
        for copy in (-1, 1):
            hits = [
                kind
                for *wall, way, kind in self.walls
                if (any_way or _stops(start, wall, way)) and _crosses(start, end, wall, copy)
            ]
            second = limited and "solid" in kinds and hits.count("limited") > 1
            stopped.append(any(kind in kinds for kind in hits) or second)
        return all(stopped)

    def _sees(self, point: Point, spots: Any, kinds: tuple[str, ...] = ("solid",)) -> float:
        hits, limited = np.zeros(len(spots), bool), np.zeros(len(spots), int)
        for *wall, way, kind in self.walls:
            (ax, ay, bx, by), (px, py) = wall, point
            if not _stops(point, wall, way):
                continue
            one, other = _side(ax, ay, bx, by, px, py), _side(ax, ay, bx, by, spots[:, 0], spots[:, 1])
            left = _side(px, py, spots[:, 0], spots[:, 1], ax, ay)
            right = _side(px, py, spots[:, 0], spots[:, 1], bx, by)
            crossed = (one * other < 0) & (left * right < 0)
            if kind in kinds:
                hits |= crossed
            elif kind == "limited":
                limited += crossed
        if "solid" in kinds:
            hits |= limited >= 2
        return float(1 - hits.mean())


def _side(ax: Any, ay: Any, bx: Any, by: Any, px: Any, py: Any) -> Any:
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def _stops(start: Point, wall: Any, way: int) -> bool:
    """Tell whether a wall stops what comes from a point: a one-way wall does from its left (1) or its right (2)."""
    ax, ay, bx, by = wall
    return not way or (_side(ax, ay, bx, by, *start) > 0) is (way == 2)


def _crosses(start: Point, end: Point, wall: Any, copy: int) -> bool:
    """Tell whether a copy of a line, moved infinitely little to one side, crosses a wall."""
    ax, ay, bx, by = wall
    if _side(ax, ay, bx, by, *start) * _side(ax, ay, bx, by, *end) >= 0:
        return False
    one, other = (_side(*start, *end, x, y) or copy for x, y in ((ax, ay), (bx, by)))
    return bool((one > 0) != (other > 0))


def _cells(token: Document, grid: int) -> list[Cell]:
    """Return the squares of a token, or its hex; without a grid it is one square."""
    x, y, width = (round(16 * token[key]) for key in ("x", "y", "width"))
    if grid == 2:
        ((row, column),) = token["coign"]["cells"]
        return [_hex(1600 * (column + row % 2 / 2), 16 * HEX_HEIGHT * (0.5 + 0.75 * row))]
    if not grid:
        return [_square(x, y, 100 * width)]
    return [_square(x + 1600 * n, y + 1600 * m, 1600) for m in range(token["width"]) for n in range(token["width"])]


def _square(x: int, y: int, side: int) -> Cell:
    near, far = 16, side - 16
    corners = ((x + near, y + near), (x + far, y + near), (x + far, y + far), (x + near, y + far))
    return Cell(corners, (x + side // 2, y + side // 2), x, y, side)


def _hex(x: float, y: float) -> Cell:
    """Return the hex round a centre."""
    turns = [math.radians(60 * n - 90) for n in range(6)]
    reach = 8 * HEX_HEIGHT - 16
    corners = tuple((round(x + reach * math.cos(turn)), round(y + reach * math.sin(turn))) for turn in turns)
    half = 8 * HEX_HEIGHT
    return Cell(corners, (round(x), round(y)), x - half, y - half, 2 * half, is_hex=True)


def _spots(cell: Cell, count: int = SPOTS) -> Any:
    along = (np.arange(count) + 0.5) * cell.side / count
    # Aside by different parts of a quantum: no way to a spot leads through a joint of walls on the diagonal.
    spots = np.stack(np.meshgrid(cell.x + along + 0.0137, cell.y + along + 0.0411), axis=-1).reshape(-1, 2)
    if not cell.is_hex:
        return spots
    aside, ahead = np.abs(spots - (cell.x + cell.side / 2, cell.y + cell.side / 2)).T
    return spots[(aside <= 800) & (ahead <= 8 * HEX_HEIGHT - aside / math.sqrt(3))]


def main() -> None:
    """Compare, and print each difference."""
    cases, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for kind in sys.argv[3:] or KINDS:
        degrees: Counter[str] = Counter()
        differ = 0
        for found in compare(cases, seed, [kind]):
            if isinstance(found, Difference):
                differ += 1
                walls = [{key: one for key, one in wall.items() if key != "_id"} for wall in found.scene["walls"]]
                print(found.reading, "counted", found.mine, "measured", found.theirs, walls)
                print("   ", [[token[k] for k in ("x", "y", "width")] for token in found.scene["tokens"]])
            elif found:
                degrees[found] += 1
        said = ", ".join(f"{count} {degree}" for degree, count in degrees.most_common())
        print(f"{kind}: {cases} cases, {degrees.total()} of {2 * cases} verdicts agree ({said}), {differ} differ")


if __name__ == "__main__":
    main()
