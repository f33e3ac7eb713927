"""Spaces and distances: squares under every diagonal rule, four kinds of hexes, no grid, and tokens off the grid."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.grid.grid import (
    ALTERNATING_1,
    ALTERNATING_2,
    APPROXIMATE,
    EQUIDISTANT,
    EXACT,
    GRIDLESS,
    ILLEGAL,
    RECTILINEAR,
    Grid,
)
from coign.grid.hexes import HEX_EVEN_Q, HEX_EVEN_R, HEX_ODD_Q, HEX_ODD_R, hex_distance
from coign.grid.space import QUANTA, Box, Space, meet, quanta, way_between
from support.scenes import examples

SQUARES = Grid()
HEXES = [Grid(type=kind) for kind in (HEX_ODD_R, HEX_EVEN_R, HEX_ODD_Q, HEX_EVEN_Q)]
FREE = Grid(type=GRIDLESS)


def square(column: float, row: float, side: float = 1, bottom: float = 0, grid: Grid = SQUARES) -> Space:
    return grid.space(column * grid.size, row * grid.size, side, side, bottom=bottom)


# --- what a space is --------------------------------------------------------------------------------------------------


def test_a_pixel_is_sixteen_quanta_and_halves_go_up_on_either_side_of_zero() -> None:
    assert [quanta(px) for px in (0, 1, 0.03125, -0.03125, 0.03, -1.5)] == [0, 16, 1, 0, 0, -24]


def test_corners_go_round_from_the_north_west_and_lie_one_percent_inside() -> None:
    space = square(1, 2)
    assert (space.corners[0] / QUANTA).tolist() == [[100, 200], [200, 200], [200, 300], [100, 300]]
    assert (space.inset[0] / QUANTA).tolist() == [[101, 201], [199, 201], [199, 299], [101, 299]]
    assert (space.centres / QUANTA).tolist() == [[150, 250]]


@pytest.mark.parametrize(("away", "expected"), [(0, True), (9, True), (10, True), (10.5, False)])
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)])
def test_boxes_meet_where_they_touch(way: tuple[int, int], away: float, expected: bool) -> None:
    dx, dy = way[0] * away, way[1] * away
    assert meet((20, 30, 30, 40), (20 + dx, 30 + dy, 30 + dx, 40 + dy)) is expected


def boxes() -> st.SearchStrategy[Box]:
    side = st.integers(1, 9)
    return st.builds(lambda x, y, w, h: (x, y, x + w, y + h), st.integers(-20, 20), st.integers(-20, 20), side, side)


@given(boxes(), boxes(), boxes())
@examples(8)
def test_a_box_that_a_straight_line_may_pass_is_in_the_way(start: Box, end: Box, between: Box) -> None:
    hull = shapely.union(shapely.box(*start), shapely.box(*end)).convex_hull
    assert way_between(start, end)(between) or not shapely.intersection(hull, shapely.box(*between)).area


@pytest.mark.parametrize(
    ("end", "box", "expected"),
    [
        ((40, 0, 50, 10), (20, -10, 30, 0), False),  # it touches the way
        ((40, 0, 50, 10), (20, -10, 30, 1), True),
        ((40, 40, 50, 50), (20, 0, 30, 10), False),
        ((40, 40, 50, 50), (19, 0, 29, 10), True),
        ((0, 0, 10, 10), (5, 5, 8, 8), True),  # one is above the other
    ],
)
def test_a_box_beside_the_way_is_not_in_it(end: Box, box: Box, expected: bool) -> None:
    assert way_between((0, 0, 10, 10), end)(box) is expected
    assert way_between(end, (0, 0, 10, 10))(box) is expected


@pytest.mark.parametrize("grid", [SQUARES, FREE, *HEXES], ids=lambda grid: f"type-{grid.type}")
def test_corners_are_named_by_where_they_lie(grid: Grid) -> None:
    space = square(3, 2, grid=grid)
    offsets = space.corners[0] - space.centre
    named = [
        "-".join(filter(None, [{-1: "north", 1: "south"}.get(down), {-1: "west", 1: "east"}.get(east)]))
        for east, down in np.sign(np.where(abs(offsets) <= 2, 0, offsets)).astype(int).tolist()
    ]
    assert named == list(grid.corner_names)


def test_squares_are_in_reading_order() -> None:
    assert square(2, 3, 2).cells == ((2, 3), (3, 3), (2, 4), (3, 4))


def test_a_space_is_a_cube_by_its_smaller_side_unless_told_otherwise() -> None:
    assert SQUARES.space(0, 0, 3, 3, bottom=10).top == 25
    assert SQUARES.space(0, 0, 3, 1).height == 5
    assert SQUARES.space(0, 0, 3, 3, tall=4).height == 4


@pytest.mark.parametrize(("side", "across"), [(0.2, 1), (0.5, 1), (1, 1), (1.4, 1), (1.5, 2), (2.4, 2), (4, 4)])
def test_a_fractional_side_rounds_to_whole_squares_at_least_one(side: float, across: int) -> None:
    assert len(square(0, 0, side).cells) == across**2


def test_a_token_off_the_grid_keeps_its_footprint_and_counts_as_the_cell_of_its_centre() -> None:
    space = SQUARES.space(103, 97)
    assert space.box == (103 * QUANTA, 97 * QUANTA, 203 * QUANTA, 197 * QUANTA)
    assert space.cells == ((1, 1),)


@pytest.mark.parametrize("side", [6, 7, 8.5, 12, 20, 100])
def test_a_ship_reaches_from_its_first_cell_to_its_last(side: float) -> None:
    """A ship is divided into few squares for its lines, but a creature at its bow is adjacent."""
    ship, last = SQUARES.space(0, 0, side, 1), math.floor(side + 0.5) - 1
    assert ship.block == (0, 0, last, 0)
    assert SQUARES.distance_between(ship, square(last + 1, 0)) == 5
    assert SQUARES.distance_between(ship, square(-1, 0)) == 5


@pytest.mark.parametrize("grid", [SQUARES, FREE], ids=["squares", "no grid"])
def test_no_space_is_less_than_a_quantum_wide(grid: Grid) -> None:
    assert grid.space(100, 100, 1e-5, 1).box == (1600, 1600, 1601, 3200)
    assert grid.space(100, 100, 1e-5, 1e-5).box == (1600, 1600, 1601, 1601)


def test_the_inset_of_a_tiny_token_leaves_most_of_it() -> None:
    fly = SQUARES.space(0, 0, 0.02, 0.02)
    (west, north), (east, south) = fly.inset[0][0], fly.inset[0][2]
    assert 0 < west < east < fly.box[2]
    assert 0 < north < south < fly.box[3]


def test_a_point_has_no_extent() -> None:
    point = SQUARES.point(12.5, 30, 7)
    assert point.box == (200, 480, 200, 480)
    assert (point.bottom, point.top, point.is_point) == (7, 7, True)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.sampled_from([0.3, 0.5, 1, 1.5, 2, 3]), st.floats(10, 400))
def test_every_coordinate_of_a_space_is_a_whole_number_of_quanta(x: float, y: float, side: float, size: float) -> None:
    for grid in (Grid(size=size), Grid(type=HEX_ODD_R, size=size), Grid(type=GRIDLESS, size=size)):
        space = grid.space(x, y, side, side)
        for coordinate in (*space.corners.ravel(), *space.inset.ravel()):
            assert coordinate == math.floor(coordinate)


# --- distance on squares ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "steps"),
    [
        # per column: (3, 0, 0) (3, 3, 0) (3, 2, 1) (4, 3, 0) (2, 2, 2)
        (EQUIDISTANT, (3, 3, 3, 4, 2)),
        (EXACT, (3, 3 * 2**0.5, 1 + 2**0.5 + 3**0.5, 1 + 3 * 2**0.5, 2 * 3**0.5)),
        (APPROXIMATE, (3, 4.5, 1 + 1.5 + 1.75, 5.5, 3.5)),
        (RECTILINEAR, (3, 6, 6, 7, 6)),
        (ALTERNATING_1, (3, 4, 4, 5, 3)),
        (ALTERNATING_2, (3, 5, 4, 6, 3)),
        (ILLEGAL, (3, 6, 6, 7, 6)),
    ],
)
def test_distance_follows_the_diagonal_rule_in_three_dimensions(rule: int, steps: tuple[float, ...]) -> None:
    grid = Grid(diagonals=rule)
    for (a, b, c), expected in zip([(3, 0, 0), (3, 3, 0), (3, 2, 1), (4, 3, 0), (2, 2, 2)], steps, strict=True):
        for one, two, up in itertools.permutations((a, b, c)):
            assert grid.length(one, two, up) == pytest.approx(expected * 5)


@pytest.mark.parametrize(
    ("bottom", "steps"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (-5, 1), (-10, 2), (-4, 0)]
)
def test_up_and_down_go_in_steps_as_sideways(bottom: float, steps: int) -> None:
    """Both creatures are 5 ft tall: 9 ft up is one step, 10 ft two."""
    assert SQUARES.vertical_steps(square(0, 0), square(5, 0, bottom=bottom)) == steps


def test_up_and_down_steps_survive_metres_that_do_not_add_up() -> None:
    metres = Grid(distance=1.5, units="m")
    low, high = metres.space(0, 0, bottom=0.1), metres.space(0, 0, bottom=0.1 + 1.5)
    assert metres.vertical_steps(low, high) == 1
    assert metres.vertical_steps(metres.space(0, 0, bottom=1.1, tall=2.2), metres.space(0, 0, bottom=3.3)) == 1
    assert metres.vertical_steps(metres.space(0, 0, bottom=0.3), metres.space(0, 0, bottom=0.3 + 0.1 * 30)) == 2


def test_distance_is_the_least_over_all_squares() -> None:
    assert SQUARES.distance_between(square(0, 0, 3), square(5, 1, 2)) == 15
    assert SQUARES.distance_between(square(0, 0, 3), square(1, 1)) == 0


@given(*[st.integers(-5, 5)] * 4, st.sampled_from([1, 2, 3]), st.sampled_from([0.5, 1, 2]), st.integers(0, 6))
def test_distance_is_that_of_the_nearest_cells_found_one_by_one(
    x0: int, y0: int, x1: int, y1: int, side: int, other_side: float, rule: int
) -> None:
    grid = Grid(diagonals=rule)
    one, other = square(x0, y0, side, grid=grid), square(x1, y1, other_side, grid=grid)
    least = min(grid.length(abs(a - c), abs(b - d), 0) for (a, b), (c, d) in itertools.product(one.cells, other.cells))
    assert grid.distance_between(one, other) == least == grid.distance_between(other, one)


def test_three_pixels_off_the_grid_change_no_distance() -> None:
    assert SQUARES.distance_between(SQUARES.space(3, -3), SQUARES.space(197, 3)) == 10


@pytest.mark.parametrize(("column", "row", "bottom"), [(1, 0, 0), (1, 1, 0), (0, 1, 5), (1, 1, 9), (0, 0, 0)])
def test_adjacent_is_one_step_at_most_in_each_direction(column: int, row: int, bottom: float) -> None:
    assert SQUARES.adjacent(square(0, 0), square(column, row, bottom=bottom))


@pytest.mark.parametrize(("column", "row", "bottom"), [(2, 0, 0), (1, 2, 0), (0, 1, 10)])
def test_two_steps_are_not_adjacent(column: int, row: int, bottom: float) -> None:
    assert not SQUARES.adjacent(square(0, 0), square(column, row, bottom=bottom))


# --- overlapping ------------------------------------------------------------------------------------------------------


def test_overlapping_is_a_centre_in_the_others_space() -> None:
    large = square(0, 0, 2)
    assert SQUARES.overlapping(large, square(1, 1))
    assert SQUARES.overlapping(square(1, 1), large)
    assert SQUARES.overlapping(square(0, 0), SQUARES.space(40, 0))
    assert not SQUARES.overlapping(square(0, 0), SQUARES.space(60, 0))
    assert not SQUARES.overlapping(square(0, 0), SQUARES.space(50, 0)), "a centre on the border is not inside"


@pytest.mark.parametrize("grid", [SQUARES, FREE, *HEXES], ids=lambda grid: f"type-{grid.type}")
def test_one_cell_is_the_space_of_a_creature_on_it(grid: Grid) -> None:
    for tall, top in ((None, 15), (2, 12)):
        space = grid.one_cell((3, 2), bottom=10, tall=tall)
        assert (space.cells, space.bottom, space.top) == (((3, 2),), 10, top)


def test_who_flies_above_does_not_overlap() -> None:
    assert not SQUARES.overlapping(square(0, 0), square(0, 0, bottom=5))
    assert SQUARES.overlapping(square(0, 0), square(0, 0, bottom=4))


# --- hexes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
def test_a_hex_is_found_again_from_its_centre_and_near_its_corners(grid: Grid) -> None:
    for cell in itertools.product(range(-4, 5), range(-4, 5)):
        x, y = grid.hexes.centre(cell)
        assert grid.hexes.cell(x, y) == cell
        (space,) = grid.held([cell]).inset
        assert {grid.hexes.cell(*corner) for corner in space} == {cell}


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
def test_the_six_neighbours_of_a_hex_are_one_grid_size_away(grid: Grid) -> None:
    near = [cell for cell in itertools.product(range(-1, 2), range(-1, 2)) if hex_distance((0, 0), cell) == 1]
    assert len(near) == 6
    for cell in near:
        assert math.dist(grid.hexes.centre((0, 0)), grid.hexes.centre(cell)) == pytest.approx(grid.size * QUANTA)


@pytest.mark.parametrize(
    ("kind", "row", "column", "x", "y"),
    [
        (HEX_ODD_R, 0, 0, 0, 57.735), (HEX_ODD_R, 1, 0, 50, 144.338), (HEX_ODD_R, 2, 3, 300, 230.94),
        (HEX_EVEN_R, 0, 0, 50, 57.735), (HEX_EVEN_R, 1, 0, 0, 144.338), (HEX_EVEN_R, 2, 3, 350, 230.94),
        (HEX_ODD_Q, 0, 0, 57.735, 0), (HEX_ODD_Q, 0, 1, 144.338, 50), (HEX_ODD_Q, 3, 2, 230.94, 300),
        (HEX_EVEN_Q, 0, 0, 57.735, 50), (HEX_EVEN_Q, 0, 1, 144.338, 0), (HEX_EVEN_Q, 3, 2, 230.94, 350),
    ],
)  # fmt: skip
def test_rows_and_columns_of_hexes_lie_where_foundry_draws_them(
    kind: int, row: int, column: int, x: float, y: float
) -> None:
    """Odd or even rows (or columns) are shifted by half a hex; the others begin half a hex before the map's edge."""
    grid = Grid(type=kind)
    centre = [value / QUANTA for value in grid.hexes.centre(grid.hexes.from_offset(row, column))]
    assert centre == pytest.approx([x, y], abs=0.01)


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
@pytest.mark.parametrize(("side", "count"), [(1, 1), (2, 3), (3, 7), (4, 12), (5, 19), (0.5, 1)])
def test_standard_bodies_of_hexes_in_both_orientations(grid: Grid, side: float, count: int) -> None:
    """A body is one compact piece inside the box in which Foundry draws the token."""
    width, height = (value / QUANTA for value in grid.hexes.across)
    for second in (False, True):
        x, y = _snapped(grid, side, second)
        body = grid.space(x, y, side, side, second_body=second)
        assert len(set(body.cells)) == count
        across, down = (side, 0.75 * (side - 1) + 1) if grid.pointy else (0.75 * (side - 1) + 1, side)
        low, high = body.corners.min(axis=(0, 1)) / QUANTA, body.corners.max(axis=(0, 1)) / QUANTA
        if side >= 1:
            assert [*low] == pytest.approx([x, y], abs=0.2)
            assert [*high] == pytest.approx([x + across * width, y + down * height], abs=0.2)
        assert max(hex_distance(a, b) for a in body.cells for b in body.cells) == max(0, math.ceil(side) - 1)


def _snapped(grid: Grid, side: float, second: bool) -> tuple[float, float]:
    """Return a north-west corner, px, at which a body of this size fits the hexes: its northernmost row (or westernmost
    column) starts at a hex, and is shorter than the longest one by some halves of a hex on each side.
    """
    shorter = {2: (0, 1), 3: (1, 1), 4: (1, 2), 5: (2, 2)}.get(int(side), (0, 0))[second]
    width, height = (value / QUANTA for value in grid.hexes.across)
    x, y = (value / QUANTA for value in grid.hexes.centre((6, 6)))
    x, y = x - width / 2, y - height / 2
    return (x - shorter * width / 2, y) if grid.pointy else (x, y - shorter * height / 2)


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
@given(st.floats(-500, 500), st.floats(-500, 500), st.booleans())
@examples(0.5)
def test_bodies_off_the_hexes_are_whole_bodies_near_where_they_stand(
    grid: Grid, x: float, y: float, second: bool
) -> None:
    """A token dropped anywhere has its number of hexes, in one compact piece, pointing in its own direction."""
    for side, count in ((2, 3), (3, 7), (4, 12), (5, 19)):
        body = grid.space(x, y, side, side, second_body=second)
        assert len(set(body.cells)) == count
        assert max(hex_distance(a, b) for a in body.cells for b in body.cells) == side - 1
        across, down = (side, 0.75 * (side - 1) + 1) if grid.pointy else (0.75 * (side - 1) + 1, side)
        width, height = (value / QUANTA for value in grid.hexes.across)
        middle = x + across * width / 2, y + down * height / 2
        assert math.dist([value / QUANTA for value in body.centre], middle) < 100


def test_two_bodies_of_three_point_opposite_ways() -> None:
    for grid in HEXES:
        one, other = (grid.space(*_snapped(grid, 2, second), 2, 2, second_body=second) for second in (False, True))
        axis = 1 if grid.pointy else 0
        lone = [sorted(space.centres[:, axis])[1] - space.centres[:, axis].mean() for space in (one, other)]
        assert lone[0] < 0 < lone[1], "the middle one lies to the north: two of the first body do"


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
@pytest.mark.parametrize(("side", "around"), [(2, 3), (4, 3), (1, 1), (3, 1)])
def test_the_anchor_of_a_body_is_the_vertex_or_the_hex_in_its_midst(grid: Grid, side: float, around: int) -> None:
    """The ground is looked up at the anchor: for a body of three, the middle of the box is beside it."""
    for second in (False, True):
        body = grid.space(*_snapped(grid, side, second), side, side, second_body=second)
        inmost = sorted(math.dist(body.anchor, centre) for centre in body.centres.tolist())[:around]
        assert inmost == pytest.approx([grid.size * QUANTA / math.sqrt(3) if around == 3 else 0] * around, abs=2)


def test_cells_that_foundry_names_win_over_the_standard_body() -> None:
    grid = HEXES[0]
    cells = [grid.hexes.from_offset(row, column) for row, column in ((0, 0), (0, 1), (0, 2))]
    assert set(grid.space(-50, 0, 2, 2, cells=cells).cells) == set(cells)


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
def test_a_snapped_body_lies_at_its_place_whatever_numbers_its_cells_have(grid: Grid) -> None:
    """Three hexes in a row have the numbers of another place; Foundry rounds their place to whole pixels."""
    there = grid.held([(6, 6), (7, 6), (8, 6)])
    x, y = (math.floor(value / QUANTA + 0.5) for value in there.box[:2])
    for numbers in ([(6, 6), (7, 6), (8, 6)], [(0, 0), (1, 0), (2, 0)], [(-3, 90), (-2, 90), (-1, 90)]):
        space = grid.space(x, y, 3, 1, cells=numbers)
        assert (space.cells, space.box) == (there.cells, there.box)


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
def test_a_body_between_hexes_lies_at_its_place_and_counts_where_foundry_says(grid: Grid) -> None:
    there = grid.held([(6, 6), (7, 6)])
    x, y = (value / QUANTA + 20 for value in there.box[:2])
    space = grid.space(x, y, 2, 1, cells=[(6, 6), (7, 6)])
    assert space.cells == there.cells
    assert space.corners == pytest.approx(there.corners + 20 * QUANTA, abs=1.0)
    alone = grid.space(x, y)
    assert alone.cells == (min(there.cells, key=lambda cell: grid.hexes.centre(cell)[::-1]),)
    assert alone.box[:2] == pytest.approx((x * QUANTA, y * QUANTA), abs=1.0)


@pytest.mark.parametrize("grid", HEXES, ids=lambda grid: f"type-{grid.type}")
def test_a_token_smaller_than_a_hex_has_a_footprint_of_its_own(grid: Grid) -> None:
    west, north, east, south = grid.held([(6, 6)]).box
    small = grid.space(west / QUANTA, north / QUANTA, 0.5, 0.5)
    assert small.cells == ((6, 6),)
    assert small.box == pytest.approx((west, north, (west + east) / 2, (north + south) / 2), abs=1.0)


def test_hexes_are_counted_by_the_shorter_path() -> None:
    grid = HEXES[0]
    one = grid.held([(0, 0)])
    assert [grid.distance_between(one, grid.held([cell])) for cell in [(3, 0), (3, -3), (2, 2)]] == [
        15,
        15,
        20,
    ]
    high = grid.held([(3, 0)], bottom=10)
    assert grid.distance_between(one, high) == 15


# --- no grid ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "steps"),
    [(100, 0, 1), (101, 0, 1), (199, 0, 1), (200, 0, 2), (150, 0, 1), (400, 0, 4), (399, 0, 3), (400, 500, 6),
     (90, 90, 1), (60, 0, 1), (10, 10, 0)],
)  # fmt: skip
def test_without_a_grid_distance_goes_in_steps(x: float, y: float, steps: int) -> None:
    """One step, and one more for each full grid distance of the gap: 3 and 4 spaces to the side are a gap of 5."""
    assert FREE.distance_between(FREE.space(0, 0), FREE.space(x, y)) == steps * 5
    assert FREE.adjacent(FREE.space(0, 0), FREE.space(x, y)) is (steps <= 1)


def test_without_a_grid_steps_up_and_aside_follow_the_diagonal_rule() -> None:
    low, high = FREE.space(0, 0), FREE.space(400, 0, bottom=15)
    assert FREE.steps(low, high) == (4, 0, 3)
    assert FREE.distance_between(low, high) == 20
    exact = Grid(type=GRIDLESS, diagonals=EXACT)
    assert exact.distance_between(low, high) == pytest.approx(5 + 15 * math.sqrt(2))


def test_without_a_grid_a_space_is_one_square() -> None:
    giant = FREE.space(0, 0, 3, 3)
    assert giant.corners.shape == (1, 4, 2)
    assert giant.box == (0, 0, 4800, 4800)


def test_feet_of_a_rule_scale_with_the_scene_unless_it_counts_in_feet() -> None:
    assert Grid(distance=10, units="ft").foot == 1
    assert Grid(distance=10, units=" Feet ").foot == 1
    assert Grid(distance=1.5, units="m").foot == pytest.approx(0.3)
    assert Grid(distance=1, units="").foot == pytest.approx(0.2)


@pytest.mark.parametrize("grid", HEXES)
def test_a_creature_of_several_hexes_overlaps_another_in_any_one_of_them(grid: Grid) -> None:
    large = grid.space(300, 300, 2, 2)
    assert len(large.cells) > 1
    for cell in large.cells:
        far = [(cell[0] + 5, cell[1]), (cell[0] + 6, cell[1])]  # a body in pieces, which shares this hex alone
        other = grid.held([cell, *far])
        assert grid.overlapping(large, other)
        assert grid.overlapping(other, large)
