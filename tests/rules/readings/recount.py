"""Count cover once more by sample rays and whole numbers, with no code of the bridge, and compare.

    PYTHONPATH=bridge:tests python -m rules.readings.recount 2000 [SEED]

Scenes have a square grid, walls without heights (solid, terrain, windows) and creatures of one to four squares. A line
is tested with whole numbers, a share by 50 times 50 spots for each square. Where a share is too near to a limit for
that, the case is not compared.
"""

# ruff: noqa: T201

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from support.maps import Document
from support.scenes import BOW, facts

SPOTS = 50  # along each side of a square
NEAR = 0.012  # of a square: closer to a limit a sampled share decides nothing
Point = tuple[int, int]
Wall = tuple[int, int, int, int, str]  # 1/16 px, and the kind


class Pair(NamedTuple):
    """One corner of the attacker and one square of the target, as counted."""

    blocked: int
    windows: int
    hidden: float


class Difference(NamedTuple):
    """A case that the two counts see differently."""

    reading: str
    mine: str
    theirs: str
    scene: Document


def compare(cases: int, seed: int) -> Iterator[Difference | bool]:
    """Yield for each case and reading whether it could be compared, or the difference."""
    from rules.readings.continuity import BOOKS

    for number in range(cases):
        scene = _scene(random.Random(f"{seed}/{number}"))
        for reading, count in (("dmg", _dmg), ("d20", _d20)):
            mine = count(scene)
            if mine is None:
                yield False
                continue
            theirs = facts(scene, by=BOOKS[reading], attack=BOW).cover.degree
            yield True if mine == theirs else Difference(reading, mine, theirs, scene)


def _scene(pick: random.Random) -> Document:
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
            walls.append({"_id": f"w{n}", "c": ends, "sight": pick.choice((20, 20, 20, 10, 30)), "move": 20})
    return {
        "_id": "s",
        "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
        "width": 1500,
        "height": 1500,
        "padding": 0,
        "walls": walls,
        "tokens": [token("A", 1, 2), token("B", pick.randint(4, 7), pick.randint(1, 4))],
    }


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
        least = min(rank(pair) for pair in count.pairs())
        by_body = 2 if _less(exposed, 0.25) else 1 if _less(exposed, 0.5) else 0
        return ("none", "half", "three-quarters")[max(least, by_body)]
    except _TooNear:
        return None


def _d20(scene: Document) -> str | None:
    try:
        count = _Count(scene)
        count.exposure()
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
        self.walls: list[Wall] = [(*(16 * end for end in wall["c"]), kinds[wall["sight"]]) for wall in scene["walls"]]
        a, b = ([token[k] for k in ("x", "y", "width")] for token in scene["tokens"])
        self.own, self.squares = _squares(*a), _squares(*b)
        self.spots = [_spots(*square) for square in self.squares]
        usable = [[not self._parted(point, square) for point in _corners(*square)] for square in self.own]
        self.corners = [
            point
            for square, can in zip(self.own, usable, strict=True)
            for point, ok in zip(_corners(*square), can, strict=True)
            if ok
        ]
        self.points = [*self.corners, *((x + 800, y + 800) for x, y in self.own)]
        self.seen = {point: [self._sees(point, spots) for spots in self.spots] for point in self.points}
        self.reached = [max(seen[n] for seen in self.seen.values()) for n in range(len(self.squares))]
        reaching = [
            {point for point in (*_corners(x, y), (x + 800, y + 800)) if sum(self.seen.get(point, [0.0]))}
            for x, y in self.own
        ]
        if any(reaching):
            allowed = {
                point for square, any_ in zip(self.own, reaching, strict=True) if any_ for point in _corners(*square)
            }
            self.corners = [point for point in self.corners if point in allowed]

    def exposure(self) -> float:
        """Return the share of the whole target that the best point reaches. Raises _TooNear."""
        best = max(sum(seen) for seen in self.seen.values()) / len(self.squares)
        if best < NEAR:
            raise _TooNear
        return best

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

    def _parted(self, point: Point, square: Point) -> bool:
        return self._met(point, (square[0] + 800, square[1] + 800), ("solid",), limited=False)

    def _met(self, start: Point, end: Point, kinds: tuple[str, ...], *, limited: bool = True) -> bool:
        """Tell whether both copies of a line meet walls of these kinds; terrain walls stop from the second on."""
        stopped = []
        for copy in (-1, 1):
            hits = [kind for *wall, kind in self.walls if _crosses(start, end, wall, copy)]
            second = limited and "solid" in kinds and hits.count("limited") > 1
            stopped.append(any(kind in kinds for kind in hits) or second)
        return all(stopped)

    def _sees(self, point: Point, spots: Any, kinds: tuple[str, ...] = ("solid",)) -> float:
        hits, limited = np.zeros(len(spots), bool), np.zeros(len(spots), int)
        for *wall, kind in self.walls:
            (ax, ay, bx, by), (px, py) = wall, point
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


def _crosses(start: Point, end: Point, wall: Any, copy: int) -> bool:
    """Tell whether a copy of a line, moved infinitely little to one side, crosses a wall."""
    ax, ay, bx, by = wall
    if _side(ax, ay, bx, by, *start) * _side(ax, ay, bx, by, *end) >= 0:
        return False
    one, other = (_side(*start, *end, x, y) or copy for x, y in ((ax, ay), (bx, by)))
    return bool((one > 0) != (other > 0))


def _squares(x: int, y: int, width: int) -> list[Point]:
    return [(16 * (x + 100 * n), 16 * (y + 100 * m)) for m in range(width) for n in range(width)]


def _corners(x: int, y: int) -> list[Point]:
    near, far = 16, 1600 - 16
    return [(x + near, y + near), (x + far, y + near), (x + far, y + far), (x + near, y + far)]


def _spots(x: int, y: int) -> Any:
    along = (np.arange(SPOTS) + 0.5) * 1600 / SPOTS + 0.0137
    return np.stack(np.meshgrid(x + along, y + along), axis=-1).reshape(-1, 2)


def main() -> None:
    """Compare, and print each difference."""
    cases, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    compared = differ = 0
    for found in compare(cases, seed):
        compared += found is not False
        if isinstance(found, Difference):
            differ += 1
            walls = [(wall["c"], wall["sight"]) for wall in found.scene["walls"]]
            print(found.reading, "counted", found.mine, "measured", found.theirs, walls)
            print("   ", [[token[k] for k in ("x", "y", "width")] for token in found.scene["tokens"]])
    print(f"{cases} cases, {compared} of {2 * cases} compared, {differ} differ")


if __name__ == "__main__":
    main()
