"""Flanking: the creatures that help the attacker to flank the target.

Three readings. **edge** (Partial Advantage): attacker and helper are adjacent to different edges of the target's base.
A neighbour lies along the edge with which it shares a stretch of border, or at a corner along both edges that meet
there; the pair flanks when the two sets have no edge in common (`strict`), or when each can be given an edge of its
own (`shared`). On hexes the edges are the sides of the outline, merged by direction. Without a grid a neighbour lies
along the edges that it touches if it is moved straight against the target. **opposite** (Combat Modifiers, d20): the
line between the centres of a square of each passes through opposite borders of the target's space, corners included,
and both threaten it. In Pathfinder 2 the line runs between the centres of the two spaces. **beside** (SWADE, house
rules): the helper is beside the target, wherever the attacker is. Friends of the target beside both are counted too.

Helpers are living, visible enemies of the target; the attacker need not be their friend.
"""

from __future__ import annotations

import math

from coign.facts.effort import HELPERS
from coign.facts.query import HAND_TO_HAND, Query, longest_reach
from coign.facts.readings import Readings
from coign.grid.grid import Grid
from coign.grid.space import Box, Cell, Space, holds_centre
from coign.protocol.facts import FlankingFact, Way
from coign.scene.tokens import Token

Spot = tuple[float, float]

# Axial neighbours of a hex in the order of its sides, clockwise; the i-th is opposite the (i + 3)-th.
HEX_STEPS: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
POINTY_SIDES: tuple[Way, ...] = ("north-east", "east", "south-east", "south-west", "west", "north-west")
FLAT_SIDES: tuple[Way, ...] = ("north-east", "south-east", "south", "south-west", "north-west", "north")


def measure(query: Query, readings: Readings) -> FlankingFact:
    """Measure flanking by the reading that the conventions name."""
    match query.conventions.flanking:
        case "edge":
            return _by_edges(query)
        case "beside":
            return _by_neighbours(query, readings)
    return _by_opposite_borders(query, readings)


def _helpers(query: Query, reach: float) -> list[Token]:
    """Return the living, visible enemies within `reach` units of the target, and perhaps some slightly farther away."""
    target = query.target
    return [
        token
        for token in query.creatures_near(query.target_squares, reach)
        if token is not target and query.hostile(token, target) and token.may_share_level(target)
    ]


def _nearest(query: Query, helpers: list[Token]) -> list[Token]:
    """Return the helpers nearest to the target, in order of distance."""
    distance, target = query.scene.grid.distance_between, query.target_squares
    return sorted(helpers, key=lambda token: (distance(query.squares_of(token), target), token.id))[:HELPERS]


# --- edge -------------------------------------------------------------------------------------------------------------


def _by_edges(query: Query) -> FlankingFact:
    if query.actor is None or not query.adjacent:
        return FlankingFact("edge")
    grid, base = query.scene.grid, query.target_squares
    mine = edges(grid, base, query.squares)
    if not mine:
        return FlankingFact("edge")
    shared = query.conventions.corners == "shared"
    theirs = {helper: edges(grid, base, query.squares_of(helper)) for helper in _helpers(query, grid.distance)}
    helping = _nearest(query, [helper for helper, along in theirs.items() if along and _different(mine, along, shared)])
    best: frozenset[Way] = theirs[helping[0]] if helping else frozenset()
    return FlankingFact("edge", bool(helping), tuple(one.id for one in helping), _ordered(mine), _ordered(best))


def _different(mine: frozenset[Way], theirs: frozenset[Way], shared: bool) -> bool:
    return len(mine | theirs) > 1 if shared else mine.isdisjoint(theirs)


def _ordered(sides: frozenset[Way]) -> tuple[Way, ...]:
    return tuple(sorted(sides))


def edges(grid: Grid, base: Space, neighbour: Space) -> frozenset[Way]:
    """Return the edges of a base that a neighbour lies along; empty if it overlaps or is not adjacent."""
    if not grid.adjacent(base, neighbour) or grid.overlapping(base, neighbour):
        return frozenset()
    if grid.is_hex:
        return _hex_edges(grid, base, neighbour)
    if grid.is_gridless:
        above = holds_centre(base, neighbour) or holds_centre(neighbour, base)
        return frozenset() if above else _touched(base.box, neighbour.box)
    return _beyond(_bounds(grid, base), _bounds(grid, neighbour))


def _beyond(base: Box, other: Box) -> frozenset[Way]:
    """Return the sides of a base beyond which another box lies; empty if it is above or below the base."""
    west, north, east, south = base
    left, top, right, low = other
    across: Way | None = "west" if right <= west else "east" if left >= east else None
    down: Way | None = "north" if low <= north else "south" if top >= south else None
    return frozenset(side for side in (across, down) if side)


def _touched(base: Box, other: Box) -> frozenset[Way]:
    """Return the sides of a base that another box touches when it is moved towards it, centre to centre.

    There are two sides exactly at a corner. Neither box may hold the centre of the other.
    """
    (west, north, east, south), (left, top, right, low) = base, other
    across, down = (left + right - west - east) / 2, (top + low - north - south) / 2
    # The distance of the centres along each axis, as a multiple of their distance when the boxes touch.
    apart_x, apart_y = abs(across) * (south - north + low - top), abs(down) * (east - west + right - left)
    sides: set[Way] = set()
    if apart_x >= apart_y:
        sides.add("west" if across < 0 else "east")
    if apart_y >= apart_x:
        sides.add("north" if down < 0 else "south")
    return frozenset(sides)


def _bounds(grid: Grid, space: Space) -> Box:
    """Return the west, north, east and south of a space: of its whole cells, or without a grid of its own box."""
    if grid.is_gridless:
        return space.box
    first_column, first_row, last_column, last_row = space.block
    return first_column, first_row, last_column + 1, last_row + 1


def _hex_edges(grid: Grid, base: Space, neighbour: Space) -> frozenset[Way]:
    names = POINTY_SIDES if grid.pointy else FLAT_SIDES
    body, near = set(base.cells), set(neighbour.cells)
    return frozenset(
        names[side]
        for q, r in body
        for side, (step_q, step_r) in enumerate(HEX_STEPS)
        if (q + step_q, r + step_r) in near - body
    )


# --- beside -----------------------------------------------------------------------------------------------------------


def _by_neighbours(query: Query, readings: Readings) -> FlankingFact:
    placed, target, grid = query.placed, query.target, query.scene.grid
    if placed is None or not readings.threatens(query, "flanker"):
        return FlankingFact("beside")

    def is_beside(one: Token, other: Token) -> bool:
        return readings.threatens(query.between(one, other, HAND_TO_HAND), "beside")

    helping = [helper for helper in _nearest(query, _helpers(query, grid.distance)) if is_beside(helper, target)]
    guards = [
        one
        for one in query.creatures_near(query.target_squares, grid.distance)
        if one is not target and query.between(one, target).adjacent and is_beside(one, placed)
    ]
    ids = sorted(one.id for one in guards if not query.hostile(one, target))
    return FlankingFact("beside", bool(helping), tuple(one.id for one in helping), guards=tuple(ids))


# --- opposite ---------------------------------------------------------------------------------------------------------


def _by_opposite_borders(query: Query, readings: Readings) -> FlankingFact:
    if query.actor is None or query.overlapping or not readings.threatens(query, "flanker"):
        return FlankingFact("opposite")
    grid, whole = query.scene.grid, query.conventions.whole_spaces
    with_ = tuple(
        helper.id
        for helper in _nearest(query, _helpers(query, longest_reach(query.scene)))
        if opposite(grid, query.squares, query.target_squares, query.squares_of(helper), whole=whole)
        and readings.threatens(query.between(helper, query.target, HAND_TO_HAND), "flanking")
    )
    return FlankingFact("opposite", bool(with_), with_)


def opposite(grid: Grid, one: Space, base: Space, other: Space, *, whole: bool = False) -> bool:
    """Return whether a line between centres of a square of each passes through opposite borders of the base.

    Corners belong to both their borders. With `whole`, the line runs between the centres of the two spaces.
    """
    borders = _hex_borders(grid, base) if grid.is_hex else _square_borders(grid, base)
    half = len(borders) // 2
    starts, ends = grid.spots(one), grid.spots(other)
    if whole:
        starts, ends = [_middle(starts)], [_middle(ends)]
    for start in starts:
        for end in ends:
            met = [any(_touch(start, end, a, b) for a, b in border) for border in borders]
            if any(met[n] and met[n + half] for n in range(half)):
                return True
    return False


def _middle(spots: list[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


Border = list[tuple[Spot, Spot]]


def _square_borders(grid: Grid, base: Space) -> list[Border]:
    west, north, east, south = _bounds(grid, base)
    a, b, c, d = (west, north), (east, north), (east, south), (west, south)
    return [[(a, b)], [(b, c)], [(c, d)], [(d, a)]]


def _hex_borders(grid: Grid, base: Space) -> list[Border]:
    """Return the sides of the outline: a list of segments for each of the six directions."""
    body = set(base.cells)
    borders: list[Border] = [[] for _ in HEX_STEPS]
    for q, r in body:
        x, y = grid.hexes.centre((q, r))
        for side, (step_q, step_r) in enumerate(HEX_STEPS):
            if (q + step_q, r + step_r) in body:
                continue
            there_x, there_y = grid.hexes.centre((q + step_q, r + step_r))
            middle_x, middle_y = (x + there_x) / 2, (y + there_y) / 2
            reach = math.dist((x, y), (there_x, there_y))
            half_x, half_y = ((y - there_y) / reach, (there_x - x) / reach)
            length = reach / math.sqrt(3.0) / 2
            borders[side].append(
                (
                    (middle_x - half_x * length, middle_y - half_y * length),
                    (middle_x + half_x * length, middle_y + half_y * length),
                )
            )
    return borders


def _touch(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Return whether two segments share a point, ends included, within the rounding of hex corners."""

    def side(p: Spot, q: Spot, r: Spot) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    scale = 1e-9 * (math.dist(a, b) * math.dist(c, d))
    first, second, third, fourth = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if abs(first) <= scale and abs(second) <= scale:
        return _within(a, b, c) or _within(a, b, d) or _within(c, d, a)
    return _opposed(first, second, scale) and _opposed(third, fourth, scale)


def _opposed(one: float, other: float, scale: float) -> bool:
    return not (one > scale and other > scale) and not (one < -scale and other < -scale)


def _within(a: Spot, b: Spot, p: Spot) -> bool:
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
