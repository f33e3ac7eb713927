"""Regions as areas: their shapes, heights and behaviours, and shapes that cannot be drawn."""

from __future__ import annotations

import math
from typing import Any

import pytest
import shapely

from coign.grid.hexes import HEX_ODD_R
from coign.scene.regions import Area
from support.maps import Document, draw, region
from support.scenes import read


def area(*shapes: Document, **fields: Any) -> Area | None:
    """Return the area of a region with these shapes, given in pixels."""
    drawn = region("coign.cover", 0, 0, id="r", degree="half") | {"shapes": list(shapes)} | fields
    return read(draw("+ +", "   ", "+ +", regions=[drawn])).areas.get("r")


def size(found: Area | None) -> float:
    """Return its size in square pixels."""
    assert found is not None
    return float(found.polygon.area) / 256


def box(found: Area | None) -> list[float]:
    assert found is not None
    return [round(value / 16, 2) for value in found.polygon.bounds]


@pytest.mark.parametrize(
    ("shape", "expected", "bounds"),
    [
        ({"type": "rectangle", "x": 10, "y": 20, "width": 30, "height": 40}, 1200, [10, 20, 40, 60]),
        (
            {"type": "rectangle", "x": 10, "y": 20, "width": 30, "height": 40, "rotation": 30},
            1200,
            [2.01, 15.18, 47.99, 64.82],
        ),
        ({"type": "circle", "x": 0, "y": 0, "radius": 100}, math.pi * 1e4, [-100, -100, 100, 100]),
        (
            {"type": "ellipse", "x": 0, "y": 0, "radiusX": 100, "radiusY": 50, "rotation": 20},
            math.pi * 5e3,
            [-95.5, -58.1, 95.5, 58.1],
        ),
        ({"type": "polygon", "points": [0, 0, 100, 0, 100, 100]}, 5000, [0, 0, 100, 100]),
        (
            {"type": "cone", "x": 0, "y": 0, "radius": 100, "angle": 90, "rotation": 0},
            math.pi * 2500,
            [0, -70.7, 100, 70.7],
        ),
        (
            {"type": "ring", "x": 0, "y": 0, "radius": 100, "innerWidth": 10, "outerWidth": 10},
            math.pi * 4000,
            [-110, -110, 110, 110],
        ),
        (
            {"type": "line", "x": 0, "y": 0, "length": 100, "width": 10, "rotation": 77},
            1000,
            [-4.87, -1.12, 27.37, 98.56],
        ),
        ({"type": "token", "x": 100, "y": 100, "width": 2, "height": 1}, 20000, [100, 100, 300, 200]),
        ({"type": "grid", "offsets": [{"i": 0, "j": 0}, {"i": 3, "j": 4}]}, 20000, [0, 0, 500, 400]),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_every_shape_has_its_area_in_its_place(shape: Document, expected: float, bounds: list[float]) -> None:
    """Round shapes are drawn with 64 corners, which is half a percent too small."""
    assert size(area(shape)) == pytest.approx(expected, rel=0.006)
    assert box(area(shape)) == pytest.approx(bounds, rel=0.006)


def test_an_emanation_is_its_base_and_a_rim_around_it() -> None:
    base = {"type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 100}
    found = area({"type": "emanation", "base": base, "radius": 50})
    assert size(found) == pytest.approx(1e4 + 4 * 5e3 + math.pi * 2500, rel=0.006)


def test_directions_on_the_map() -> None:
    """Until Foundry 13 a rectangle turns about its middle. Cones and lines point east at 0 and turn clockwise, towards
    the south."""
    turned = area({"type": "rectangle", "x": 0, "y": 0, "width": 40, "height": 20, "rotation": 90})
    assert box(turned) == [10, -10, 30, 30]
    assert box(area({"type": "line", "x": 0, "y": 0, "length": 100, "width": 10, "rotation": 0})) == [0, -5, 100, 5]
    assert box(area({"type": "line", "x": 0, "y": 0, "length": 100, "width": 10, "rotation": 90})) == [-5, 0, 5, 100]
    south = box(area({"type": "cone", "x": 0, "y": 0, "radius": 100, "angle": 60, "rotation": 90}))
    assert south[1] == 0
    assert south[3] == pytest.approx(100, abs=0.5)


def test_holes_and_several_shapes() -> None:
    whole = {"type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 100}
    hole = {"type": "rectangle", "x": 20, "y": 20, "width": 10, "height": 10, "hole": True}
    assert size(area(whole, hole)) == 9900
    assert size(area(whole, whole | {"x": 50})) == 15000


def test_a_hole_is_cut_out_of_what_is_drawn_before_it() -> None:
    """Foundry joins runs of shapes and of holes in their order (`RegionDocument`, its batches for Clipper)."""
    whole = {"type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 100}
    hole = {"type": "rectangle", "x": 20, "y": 20, "width": 10, "height": 10, "hole": True}
    assert size(area(hole, whole)) == 10000
    assert size(area(whole, hole, whole)) == 10000
    assert size(area(whole, hole, hole | {"x": 60}, whole | {"x": 60})) == 10000 - 200 + 6000 + 100
    assert area(hole) is None


SINCE_14: Document = {"anchorX": 0, "anchorY": 0, "gridBased": False}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, [100, 200, 140, 220]),
        ({"rotation": 90}, [80, 200, 100, 240]),
        ({"rotation": 180}, [60, 180, 100, 200]),
        ({"anchorX": 0.5, "anchorY": 0.5}, [80, 190, 120, 210]),
        ({"anchorX": 0.5, "anchorY": 0.5, "rotation": 90}, [90, 180, 110, 220]),
        ({"anchorX": 1, "anchorY": 0, "rotation": 90}, [80, 160, 100, 200]),
    ],
)
def test_since_14_a_rectangle_lies_at_its_anchor_and_turns_about_it(fields: Document, expected: list[float]) -> None:
    drawn = {"type": "rectangle", "x": 100, "y": 200, "width": 40, "height": 20}
    assert box(area(drawn | SINCE_14 | fields)) == expected
    assert box(area(drawn | fields, levels=[])) == expected, "by another field of Foundry 14"


def test_the_ends_of_cones() -> None:
    """A cone of 90 degrees, 100 px long: an arc, a straight end, half a circle over a shorter straight end."""
    cone = {"type": "cone", "x": 0, "y": 0, "radius": 100, "angle": 90, "rotation": 0}
    assert size(area(cone | {"curvature": "round"})) == pytest.approx(math.pi * 2500, rel=0.006)
    flat = area(cone | {"curvature": "flat"})
    assert box(flat) == [0, -100, 100, 100]
    assert size(flat) == pytest.approx(10000)
    rounded = area(cone | {"curvature": "semicircle"})  # 50 px to the diameter of the half circle, 50 px more
    assert box(rounded) == [0, -50, 100, 50]
    assert size(rounded) == pytest.approx(2500 + math.pi * 1250, rel=0.006)


EQUIDISTANT, EXACT, APPROXIMATE, RECTILINEAR, ALTERNATING_1, ALTERNATING_2, ILLEGAL = range(7)
GRID_BASED: Document = {"type": "circle", "x": 0, "y": 0, "radius": 300, "gridBased": True}


def on_grid(shape: Document, **grid: Any) -> Area | None:
    drawn = region("coign.cover", 0, 0, id="r", degree="half") | {"shapes": [shape]}
    return read(draw("+ +", "   ", "+ +", regions=[drawn], grid=grid)).areas.get("r")


@pytest.mark.parametrize(
    ("diagonals", "spaces"),
    [
        (EQUIDISTANT, 36),
        (EXACT, 4 * math.sqrt(2) * 9 / 2),
        (APPROXIMATE, 24),  # an octagon through (3, 0) and (2, 2)
        (RECTILINEAR, 18),
        (ILLEGAL, 18),
        (ALTERNATING_1, 28),  # through (3, 1) and (1, 3)
        (ALTERNATING_2, 20),  # through (2, 1), (2, 2) and (1, 2)
    ],
)
def test_a_circle_by_the_grid_holds_what_the_grid_counts_within_it(diagonals: int, spaces: float) -> None:
    """Three spaces about a corner of the grid, by each rule for diagonals."""
    assert size(on_grid(GRID_BASED, diagonals=diagonals)) / 1e4 == pytest.approx(spaces)


def test_by_the_grid_hexes_make_hexagons_and_no_grid_makes_circles() -> None:
    """The corners of the hexagon lie towards the neighbours: east for rows of hexes, south for columns."""
    rows, columns = on_grid(GRID_BASED, type=2), on_grid(GRID_BASED, type=4)
    assert size(rows) == pytest.approx(90_000 * 1.5 * math.sqrt(3))
    assert size(columns) == pytest.approx(size(rows))
    assert box(rows)[0] == box(columns)[1] == -300
    assert box(rows)[1] == box(columns)[0] == pytest.approx(-150 * math.sqrt(3), abs=0.1)
    assert size(on_grid(GRID_BASED, type=0)) == pytest.approx(90_000 * math.pi, rel=0.006)


def test_other_shapes_by_the_grid() -> None:
    """If a diagonal step counts as one, lengths reach farther along diagonals."""
    by_grid = {"x": 0, "y": 0, "gridBased": True}
    line = {"type": "line", "length": 100, "width": 10, "rotation": 45}
    assert size(on_grid(by_grid | line)) == pytest.approx(10 * 100 * math.sqrt(2))
    turned = {"type": "rectangle", "width": 100, "height": 100, "rotation": 45}
    assert size(on_grid(by_grid | turned)) == pytest.approx(20_000)
    oblong = {"type": "rectangle", "width": 100, "height": 50, "rotation": 30}
    assert size(on_grid(by_grid | oblong)) == pytest.approx(100 * 50 / math.cos(math.radians(30)) ** 2, rel=0.001)
    cone = {"type": "cone", "radius": 100, "angle": 90, "rotation": 45}
    assert size(on_grid(by_grid | cone)) == pytest.approx(10_000), "a quarter of the square"
    hoop = {"type": "ring", "radius": 100, "innerWidth": 50, "outerWidth": 50}
    assert size(on_grid(by_grid | hoop)) == pytest.approx(300**2 - 100**2)
    base = {"type": "polygon", "points": [0, 0, 100, 0, 0, 100]}
    rim = {"type": "emanation", "base": base, "radius": 50}
    assert size(on_grid(by_grid | rim)) == pytest.approx(200**2 - 100**2 / 2), "a square less the corner it lacks"


def test_the_regions_own_polygons_win_and_are_even_odd() -> None:
    ring = [[0, 0, 100, 0, 100, 100, 0, 100], [20, 20, 80, 20, 80, 80, 20, 80], [40, 40, 60, 40, 60, 60, 40, 60]]
    ignored = {"type": "circle", "x": 0, "y": 0, "radius": 900}
    assert size(area(ignored, polygons=ring)) == 10000 - 3600 + 400
    assert size(area(ignored, polygons=[{"points": one} for one in ring])) == 6800


def test_a_polygon_that_crosses_itself_keeps_its_even_odd_area() -> None:
    bow = [0, 0, 100, 100, 100, 0, 0, 100]
    assert size(area(polygons=[bow])) == pytest.approx(5000)
    assert size(area({"type": "polygon", "points": bow})) == pytest.approx(5000)


def test_cells_of_a_hex_map() -> None:
    drawn = region("coign.cover", 0, 0, id="r", degree="half")
    drawn["shapes"] = [{"type": "grid", "offsets": [{"i": 2, "j": 3}]}]
    found = read(draw("+ +", "   ", "+ +", regions=[drawn], grid={"type": HEX_ODD_R})).areas["r"]
    assert found.polygon.area / 256 == pytest.approx(100 * 100 * math.sqrt(3) / 2, rel=0.01)


@pytest.mark.parametrize(
    "shape",
    [
        {"type": "blob", "x": 0, "y": 0},
        {"type": "circle", "x": 0, "y": 0, "radius": 1e300},
        {"type": "circle", "x": "here", "y": 0, "radius": 5},
        {"type": "polygon", "points": [0, 0, 1, 1]},
        {"type": "polygon", "points": None},
        {"type": "polygon", "points": [0, 0, 1, 1, 2]},
        {"type": "grid", "offsets": [{"i": 1e308, "j": 0}]},
        {"type": "emanation", "radius": 10},
        {},
    ],
)
def test_a_shape_that_cannot_be_drawn_is_reported_and_the_rest_kept(shape: Document) -> None:
    square = {"type": "rectangle", "x": 0, "y": 0, "width": 10, "height": 10}
    drawn = region("coign.cover", 0, 0, id="r", degree="half") | {"shapes": [shape, square]}
    scene = read(draw("+ +", "   ", "+ +", regions=[drawn]))
    assert size(scene.areas["r"]) == 100
    assert [what for what, why in scene.skipped if "cannot be drawn" in why] == ["region r"]


@pytest.mark.parametrize("shape", [{"type": "circle", "radius": 0}, {"type": "polygon", "points": [0] * 6}])
def test_a_region_without_an_area_is_skipped_and_reported(shape: Document) -> None:
    drawn = region("coign.cover", 0, 0, id="r", degree="half") | {"shapes": [shape]}
    scene = read(draw("+ +", "   ", "+ +", regions=[drawn]))
    assert scene.areas == {}
    assert ("region r", "has no area: skipped") in scene.skipped


@pytest.mark.parametrize("polygons", [1, "none", {"points": [0, 0, 9, 0, 9, 9]}, [None], [[0, 0, "x", 9, 9, 9]], [7]])
def test_polygons_that_are_none_are_reported(polygons: Any) -> None:
    drawn = region("coign.cover", 0, 0, id="r", degree="half") | {"polygons": polygons}
    scene = read(draw("+ +", "   ", "+ +", regions=[drawn]))
    assert scene.areas == {}
    assert scene.skipped[0][0] == "region r"


def test_a_region_without_relevant_behaviour_is_skipped_silently() -> None:
    drawn = region("teleportToken", 0, 0, id="r")
    scene = read(draw("+ +", "   ", "+ +", regions=[drawn]))
    assert (scene.areas, scene.skipped) == ({}, [])


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_behaviours_of_a_kind_the_stronger_counts_in_any_order(first: int) -> None:
    pairs = {"coign.cover": ("half", "total"), "coign.obscuring": ("light", "heavy")}
    drawn = region("coign.cover", 0, 0, id="r", degree="none")
    for kind, degrees in pairs.items():
        drawn["behaviors"] += [{"type": kind, "system": {"degree": degrees[n]}} for n in (first, 1 - first)]
    found = read(draw("+ +", "   ", "+ +", regions=[drawn])).areas["r"]
    assert (found.cover, found.obscuring) == ("total", "heavy")


@pytest.mark.parametrize(
    ("behaviour", "system"),
    [
        ("coign.cover", {"degree": "soft"}),
        ("coign.cover", {}),
        ("coign.obscuring", {"degree": "half"}),
        ("coign.obscuring", {"degree": ["heavy"]}),
        ("coign.ground", {"elevation": "ten"}),
        ("coign.ground", {}),
    ],
)
def test_a_behaviour_that_means_nothing_is_reported(behaviour: str, system: Document) -> None:
    scene = read(draw("+ +", "   ", "+ +", regions=[region(behaviour, 0, 0, id="r", **system)]))
    assert scene.areas == {}
    ((what, why),) = scene.skipped
    assert what == "region r"
    assert behaviour.partition(".")[2] in why


def test_one_odd_behaviour_leaves_the_others() -> None:
    drawn = region("coign.cover", 0, 0, id="r", degree="half")
    drawn["behaviors"] += [7, {"type": "coign.obscuring", "system": {"degree": "light"}, "disabled": "maybe"}]
    scene = read(draw("+ +", "   ", "+ +", regions=[drawn]))
    assert (scene.areas["r"].cover, scene.areas["r"].obscuring) == ("half", "light")
    assert len(scene.skipped) == 2


def test_heights_are_open_where_they_are_null() -> None:
    for elevation, expected in (
        ({"bottom": None, "top": None}, (-math.inf, math.inf)),
        ({"bottom": -5, "top": None}, (-5, math.inf)),
        ({"top": 20}, (-math.inf, 20)),
        (None, (-math.inf, math.inf)),
    ):
        found = area({"type": "rectangle", "x": 0, "y": 0, "width": 9, "height": 9}, elevation=elevation)
        assert found is not None
        assert (found.bottom, found.top) == expected


@pytest.mark.parametrize(
    ("heights", "inside", "outside"),
    [
        ({"bottom": 0, "top": 10}, (0, 5, 10), (-0.5, 10.5)),  # before Foundry 14 both ends belong to it
        ({"bottom": 0, "top": 10, "topInclusive": True}, (0, 5, 10), (-0.5, 10.5)),
        ({"bottom": 0, "top": 10, "topInclusive": False}, (0, 5, 9.5), (-0.5, 10)),
        ({"bottom": 5, "top": 5, "topInclusive": False}, (5,), (4.5, 5.5)),
        ({"bottom": None, "top": 5, "topInclusive": False}, (-1e9, 4.5), (5,)),
        ({"bottom": 5, "top": None, "topInclusive": False}, (5, 1e9), (4.5,)),
    ],
)
def test_its_top_belongs_to_it_as_foundry_says(
    heights: Document, inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    """foundryvtt/foundryvtt issue 14299: excluded by default, and flat regions are always inclusive."""
    found = area({"type": "rectangle", "x": 0, "y": 0, "width": 9, "height": 9}, elevation=heights)
    assert found is not None
    assert [found.holds(elevation, None) for elevation in (*inside, *outside)] == [True] * len(inside) + [False] * len(
        outside
    )


def test_it_holds_nobody_of_another_level() -> None:
    found = area({"type": "rectangle", "x": 0, "y": 0, "width": 9, "height": 9}, levels=["hall"])
    assert found is not None
    assert [found.holds(0, level) for level in ("hall", "loft", None)] == [True, False, True]


@pytest.mark.parametrize(
    ("placement", "elevations"), [("bottom", [0]), ("top", [10]), ("both", [0, 10]), ("nowhere", [0])]
)
def test_surfaces_lie_at_the_bottom_the_top_or_both(placement: str, elevations: list[float]) -> None:
    drawn = region("defineSurface", 0, 0, id="r", placement=placement, move=20, sight=0)
    scene = read(draw("+ +", "   ", "+ +", regions=[drawn | {"elevation": {"bottom": 0, "top": 10}}]))
    found = scene.areas["r"].surfaces
    assert [(one.elevation, one.move, one.sight) for one in found] == [(height, True, False) for height in elevations]


@pytest.mark.parametrize(
    ("value", "stops"), [(20, True), (True, True), (0, False), (10, False), (30, False), (40, False), (None, False)]
)
def test_what_a_surface_stops(value: Any, stops: bool) -> None:
    """Limited surfaces and those with a threshold stop nothing."""
    drawn = region("defineSurface", 0, 0, id="r", move=value, sight=value, light=value)
    scene = read(draw("+ +", "   ", "+ +", regions=[drawn | {"elevation": {"bottom": 0, "top": 10}}]))
    (found,) = scene.areas["r"].surfaces
    assert (found.move, found.sight, found.light) == (stops, stops, stops)


def test_an_area_may_be_asked_for_its_inside() -> None:
    found = area({"type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 100})
    assert found is not None
    assert shapely.contains_xy(found.polygon, 800, 800)
    assert not shapely.contains_xy(found.polygon, 1700, 800)


def test_an_area_between_other_heights_has_the_same_polygon_and_what_is_known_of_it() -> None:
    whole = area({"type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 100}, elevation={"bottom": 0, "top": 20})
    assert whole is not None
    part = whole.between(5.0, 10.0)
    assert (part.bottom, part.top, whole.bottom, whole.top) == (5.0, 10.0, 0.0, 20.0)
    assert (part.id, part.cover) == (whole.id, whole.cover)
    assert part.inside is whole.inside, "it is computed once, when the scene is read"
