"""Count cover once more by sample rays and whole numbers, with no code of the bridge, and compare.

    PYTHONPATH=bridge:tests python -m rules.readings.recount 2000 [SEED]

So many scenes of each kind of `KINDS`: solid walls, doors, one-way walls, terrain walls, windows, a mixture of them,
and rooms that shut creatures off from each other; on squares and without a grid, with creatures of one to four squares.
A line is tested with whole numbers, a share by 50 times 50 spots for each square. Where a share is too near to a limit
for that, the case is not compared. Where not even 400 times 400 spots are reached, the cover has to be total, or the
exposure smaller than they can tell.
"""

# ruff: noqa: T201

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from support.maps import Document
from support.scenes import BOW, facts

SPOTS, FINE = 50, 400  # along each side of a square; where the first reach nothing, the second are tried
NEAR = 0.012  # of a square: closer to a limit a sampled share decides nothing
TINY = 0.001  # of the target: a smaller part may lie between the spots
Point = tuple[int, int]
Square = tuple[int, int, int]  # its north-western corner and its side
Wall = tuple[int, int, int, int, int, str]  # 1/16 px, Foundry's `dir`, and the kind


class Pair(NamedTuple):
    """One corner of the attacker and one square of the target, as counted."""

    blocked: int
    windows: int
    hidden: float


KINDS: dict[str, tuple[dict[str, int], ...]] = {
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
}


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
        place = {"x": column * 100, "y": row * 100, "width": width, "height": width}
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
    return {
        "_id": "s",
        "grid": {"type": pick.choice((0, 1)), "size": 100, "distance": 5, "units": "ft"},
        "width": 1500,
        "height": 1500,
        "padding": 0,
        "walls": walls,
        "tokens": [a, b],
    }


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
        by_lines = (solid > 0) + (solid > 2)
        return max(by_lines, 2 if pair.windows else 0)

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
        self.walls: list[Wall] = [
            (
                *(16 * end for end in wall["c"]),
                wall.get("dir", 0),
                "solid" if wall.get("door") else kinds[wall["sight"]],
            )
            for wall in scene["walls"]
            if wall.get("ds") != 1
        ]
        gridless = not scene["grid"]["type"]
        self.own, self.squares = (_squares(token, gridless=gridless) for token in scene["tokens"])
        self.spots = [_spots(square) for square in self.squares]
        usable = [[not self._parted(point, square) for point in _corners(*square)] for square in self.own]
        self.corners = [
            point
            for square, can in zip(self.own, usable, strict=True)
            for point, ok in zip(_corners(*square), can, strict=True)
            if ok
        ]
        self.points = [*self.corners, *(_centre(*square) for square in self.own)]
        self.seen = {point: [self._sees(point, spots) for spots in self.spots] for point in self.points}
        self.reached = [max(seen[n] for seen in self.seen.values()) for n in range(len(self.squares))]
        reaching = [
            {point for point in (*_corners(*square), _centre(*square)) if sum(self.seen.get(point, [0.0]))}
            for square in self.own
        ]
        if any(reaching):
            allowed = {
                point for square, any_ in zip(self.own, reaching, strict=True) if any_ for point in _corners(*square)
            }
            self.corners = [point for point in self.corners if point in allowed]

    def exposure(self) -> float:
        """Return the share of the whole target that the best point reaches, 0 if none. Raises _TooNear."""
        best = max(sum(seen) for seen in self.seen.values()) / len(self.squares)
        if 0 < best < NEAR or (not best and self._reaches_fine()):
            raise _TooNear
        return best

    def _reaches_fine(self) -> bool:
        fine = [_spots(square, FINE) for square in self.squares]
        return any(self._sees(point, spots) for point in self.points for spots in fine)

    def pairs(self) -> list[Pair]:
        return [pair for pair, _ in self.pairs_with_squares()]

    def pairs_with_squares(self) -> list[tuple[Pair, float]]:
        """Return each corner and square, with the share of the square that the best point reaches."""
        found = []
        for corner in self.corners:
            for n, square in enumerate(self.squares):
                ends = _corners(*square)
                solid_there = self.seen[corner][n] <= 0.98
                windows_there = not _less(1 - self._sees(corner, self.spots[n], ("window",)), 0.02)
                blocked = [self._met(corner, end, ("solid",)) or self._parted(end, square) for end in ends]
                kinds = ("solid", "window") if solid_there else ("window",)
                through = [
                    windows_there and self._met(corner, end, kinds) and not (stopped and solid_there)
                    for end, stopped in zip(ends, blocked, strict=True)
                ]
                found.append((Pair(sum(blocked), sum(through), 1 - self.seen[corner][n]), self.reached[n]))
        return found or [(Pair(4, 0, 1.0), 0.0)]

    def _parted(self, point: Point, square: Square) -> bool:
        """Tell whether a solid wall, of whatever direction, separates a corner from its square's centre."""
        return self._met(point, _centre(*square), ("solid",), limited=False, any_way=True)

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


def _squares(token: Document, *, gridless: bool) -> list[Square]:
    """Return the squares of a token; without a grid it is one."""
    x, y, width = (16 * token[key] for key in ("x", "y", "width"))
    if gridless:
        return [(x, y, 100 * width)]
    return [(x + 1600 * n, y + 1600 * m, 1600) for m in range(token["width"]) for n in range(token["width"])]


def _corners(x: int, y: int, side: int) -> list[Point]:
    near, far = 16, side - 16
    return [(x + near, y + near), (x + far, y + near), (x + far, y + far), (x + near, y + far)]


def _centre(x: int, y: int, side: int) -> Point:
    return x + side // 2, y + side // 2


def _spots(square: Square, count: int = SPOTS) -> Any:
    x, y, side = square
    along = (np.arange(count) + 0.5) * side / count + 0.0137
    return np.stack(np.meshgrid(x + along, y + along), axis=-1).reshape(-1, 2)


def main() -> None:
    """Compare, and print each difference."""
    cases, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for kind in KINDS:
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
