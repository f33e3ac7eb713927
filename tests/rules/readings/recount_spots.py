"""Count the lines and shares of one scene by sample rays and whole numbers, with no code of the bridge."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from rules.readings.recount_floors import floors_between
from support.maps import Document

SPOTS, FINE = 50, 400  # along each side of a square; where the first reach nothing, the second are tried
NEAR = 0.012  # of a square: closer to a limit a sampled share decides nothing
BESIDE = 1e-6  # of a line's length: how far beside it a copy passes a floor
HEIGHT = 5  # ft, of a creature of one square
HEX_HEIGHT = 200 / math.sqrt(3)  # px, of a hex 100 px wide
Point = tuple[int, int]


class Cell(NamedTuple):
    """A square or a hex: its corners, 1 % of a grid space inside it, its centre, and the outline of its spots."""

    corners: tuple[Point, ...]
    centre: Point
    x: float
    y: float
    side: float
    is_hex: bool = False


class Wall(NamedTuple):
    """A wall's ends in 1/16 px, Foundry's `dir`, its kind, the levels it names, and the heights at which it stands."""

    ends: tuple[int, int, int, int]
    way: int
    kind: str
    levels: frozenset[str]
    low: float
    high: float


class Pair(NamedTuple):
    """One corner of the attacker and one square of the target, as counted."""

    blocked: int
    windows: int
    hidden: float
    low: bool
    lines: int


class TooNear(Exception):
    """A share is too near to a limit."""


def less(share: float, limit: float) -> bool:
    """Tell whether a share is below a limit. Raises TooNear."""
    if abs(share - limit) < NEAR and share not in (0.0, 1.0):
        raise TooNear
    return share < limit


class Count:
    """Lines and shares of one scene."""

    def __init__(self, scene: Document) -> None:
        self.levels = [token.get("level") for token in scene["tokens"]]
        self.middles = [token.get("elevation", 0) + HEIGHT * token["width"] / 2 for token in scene["tokens"]]
        self.floors = list(floors_between(scene, self.levels, self.middles))
        self.walls = [wall for one in scene["walls"] if (wall := _wall(one, scene, self.levels))]
        self.own, self.squares = (_cells(token, scene["grid"]["type"]) for token in scene["tokens"])
        self.spots = [_spots(square) for square in self.squares]
        mine, self.theirs = self.levels
        usable = [[not self._parted(point, square, mine) for point in square.corners] for square in self.own]
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
        """Return the share of the whole target that the best point reaches, 0 if none. Raises TooNear."""
        best = max(sum(seen) for seen in self.seen.values()) / len(self.squares)
        if 0 < best < NEAR or (not best and self._reaches_fine(self.points)):
            raise TooNear
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
                windows_there = not less(1 - self._sees(corner, self.spots[n], ("window",)), 0.02)
                blocked = [self._met(corner, end, ("solid",)) or self._parted(end, square, self.theirs) for end in ends]
                kinds = ("solid", "window") if solid_there else ("window",)
                through = [
                    windows_there and self._met(corner, end, kinds) and not (stopped and solid_there)
                    for end, stopped in zip(ends, blocked, strict=True)
                ]
                low = not less(1 - self._sees(corner, self.spots[n], ("low",)), 0.02) and any(
                    self._met(corner, end, ("low",)) for end in ends
                )
                pair = Pair(sum(blocked), sum(through), 1 - self.seen[corner][n], low, len(ends))
                found.append((pair, self.reached[n]))
        return found or [(Pair(4, 0, 1.0, low=False, lines=4), 0.0)]

    def _parted(self, point: Point, square: Cell, level: str | None) -> bool:
        """Tell whether a solid wall of a level, of whatever direction, separates a corner from its square's centre."""
        walls = [one for one in self.walls if one.kind == "solid" and (not one.levels or level in one.levels)]
        return all(any(_crosses(point, square.centre, wall.ends, copy) for wall in walls) for copy in (-1, 1))

    def _met(self, start: Point, end: Point, kinds: tuple[str, ...]) -> bool:
        """Tell whether both copies of a line meet walls of these kinds; terrain walls stop from the second on."""
        stopped = []
        for copy in (-1, 1):
            if "solid" in kinds and self._through_floors(start, np.array([end]), copy).any():
                stopped.append(True)
                continue
            hits = [
                wall.kind
                for wall in self.walls
                if _stops(start, wall)
                and _crosses(start, end, wall.ends, copy)
                and self._stands(wall, start, np.array(end))
            ]
            second = "solid" in kinds and hits.count("limited") > 1
            stopped.append(any(kind in kinds for kind in hits) or second)
        return all(stopped)

    def _stands(self, wall: Wall, start: Point, ends: Any) -> Any:
        """Tell at which lines, from a point to some ends, a wall's levels are where the line crosses it."""
        if wall.low == -math.inf and wall.high == math.inf:
            return np.ones(ends.shape[:-1], bool)
        one, other = _side(*wall.ends, *start), _side(*wall.ends, ends[..., 0], ends[..., 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            height = self.middles[0] + (self.middles[1] - self.middles[0]) * (one / (one - other))
        return (wall.low <= height) & (height <= wall.high)

    def _through_floors(self, start: Point, ends: Any, copy: int = 0) -> Any:
        """Tell which lines, from a point to some ends, or a copy of them to one side, pass through a floor."""
        through, way = np.zeros(len(ends), bool), ends - start
        aside = copy * BESIDE * np.stack([-way[:, 1], way[:, 0]], axis=1)
        for floor in self.floors:
            along = (floor.elevation - self.middles[0]) / (self.middles[1] - self.middles[0])
            through |= floor.holds(np.array(start) + along * way + aside)
        return through

    def _sees(self, point: Point, spots: Any, kinds: tuple[str, ...] = ("solid",)) -> float:
        if "solid" not in kinds and not any(wall.kind in kinds for wall in self.walls):
            return 1.0
        count, limited = len(spots), np.zeros(len(spots), int)
        if "solid" in kinds:
            clear = ~self._through_floors(point, spots)
            spots, limited = spots[clear], limited[clear]
        for wall in self.walls:
            is_limited = wall.kind == "limited" and "solid" in kinds
            if not len(spots) or not (wall.kind in kinds or is_limited) or not _stops(point, wall):
                continue
            (ax, ay, bx, by), (px, py) = wall.ends, point
            one, other = _side(ax, ay, bx, by, px, py), _side(ax, ay, bx, by, spots[:, 0], spots[:, 1])
            left = _side(px, py, spots[:, 0], spots[:, 1], ax, ay)
            right = _side(px, py, spots[:, 0], spots[:, 1], bx, by)
            crossed = (one * other < 0) & (left * right < 0) & self._stands(wall, point, spots)
            if is_limited:
                limited += crossed
                crossed = limited >= 2
            spots, limited = spots[~crossed], limited[~crossed]
        return len(spots) / count


def _wall(document: Document, scene: Document, levels: list[str | None]) -> Wall | None:
    """Read a wall; None if it is open, too low, or on other levels."""
    named = frozenset(document.get("levels", ()))
    top = document.get("flags", {}).get("wall-height", {}).get("top", math.inf)
    if document.get("ds") == 1 or top < HEIGHT / 2 or (named and not named & set(levels)):
        return None
    kinds = {20: "solid", 10: "limited", 30: "window"}
    kind = "low" if top < HEIGHT else "solid" if document.get("door") else kinds[document["sight"]]
    low, high = -math.inf, math.inf
    if len(set(levels)) > 1 and len(named) == 1:
        bottom = {level["_id"]: level["elevation"]["bottom"] for level in scene["levels"]}
        (name,), floor = named, max(bottom.values())
        low, high = (floor, high) if bottom[name] == floor else (low, floor)
    ends = tuple(16 * end for end in document["c"])
    return Wall(ends, document.get("dir", 0), kind, named, low, high)


def _side(ax: Any, ay: Any, bx: Any, by: Any, px: Any, py: Any) -> Any:
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def _stops(start: Point, wall: Wall) -> bool:
    """Tell whether a wall stops what comes from a point: a one-way wall does from its left (1) or its right (2)."""
    return not wall.way or (_side(*wall.ends, *start) > 0) is (wall.way == 2)


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
