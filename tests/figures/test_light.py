"""The light in a figure: its marks, painted one over another, show the level of light at every spot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.facts import FactSheet
from coign.figures import light as lit
from coign.protocol import Mark
from coign.util.tasks import finish
from support.lights import EDGE, lamps, levels_at, screens
from support.maps import Document, draw, light, region, roof, wall
from support.scenes import examples, facts, figure, from_point

LEVELS = {"darkness": 0, "lit-dim": 1, "lit-bright": 2}
AWAY = {"A": {"x": 600, "y": 900}, "B": {"x": 1000, "y": 900}}
WINDOW = (500, 800, 1200, 1100)  # the part of the map that the figure shows


def sheet(lights: list[Document], walls: list[Document] | None = None, **more: Any) -> FactSheet:
    how: Any = {"tokens": AWAY, "night": True} | more
    return facts(draw("+ +", "   ", "+ +", lights=lights, walls=walls or [], **how))


def shapes(marks: list[Mark]) -> list[tuple[str, str]]:
    return [(mark.role, mark.label) for mark in marks]


def check(measured_on: FactSheet) -> None:
    """Assert that every spot of the window not right beside an edge is painted with its measured level of light."""
    query, marks = measured_on.query, finish(lit.marks(measured_on))
    if not marks:
        assert measured_on.obscurement.shares.none >= 0.98
        return
    (x0, y0, x1, y1), scene = WINDOW, query.scene
    xs, ys = np.meshgrid(np.arange(x0 + 7.5, x1, 20), np.arange(y0 + 7.25, y1, 20))
    spots = np.stack([xs.ravel(), ys.ravel()], axis=1)
    points = shapely.points(spots)
    expected = levels_at(scene, spots)
    painted = np.full(len(spots), 2.0)  # unpainted spots are bright
    beside = np.zeros(len(spots), bool)
    for mark in marks:
        shape = shapely.make_valid(shapely.Polygon(mark.points))  # cut at a wall's end, it may touch itself
        assert shapely.box(*WINDOW).covers(shape)
        painted[shapely.intersects(shape, points)] = LEVELS[mark.role]
        beside |= shapely.distance(shape.boundary, points) <= EDGE + 0.2
    wrong = (painted != expected) & ~beside
    assert not wrong.any(), list(zip(spots[wrong].tolist(), painted[wrong], expected[wrong], strict=True))[:5]
    assert beside.mean() < 0.3, "else nearly nothing was checked"


@st.composite
def darkness(draw: st.DrawFn) -> Document:
    lamp = draw(lamps())
    return lamp | {"config": lamp["config"] | {"negative": draw(st.sampled_from([False, False, True]))}}


@given(st.lists(darkness(), max_size=4), st.lists(screens(), max_size=6), st.sampled_from([1, 0.5, 0.1]))
@examples(1)
def test_the_painted_light_equals_the_measured_light(
    lights: list[Document], walls: list[Document], dusk: float
) -> None:
    lights = [one | {"_id": f"lamp{n}"} for n, one in enumerate(lights)]
    walls = [one | {"_id": f"w{n}"} for n, one in enumerate(walls)]
    check(sheet(lights, walls, environment={"darknessLevel": dusk}))


def test_a_roof_in_the_middle_of_a_light_is_dark_in_the_figure() -> None:
    """Marks have no holes, so the light round the roof is drawn in parts."""
    lamp = light(0, 0, 60, 60) | {"x": 700.5, "y": 950.25, "elevation": 20}
    covered = sheet([lamp], tiles=[roof(10, 9, 1, 1), roof(7.5, 8.5, 0.5, 0.5)])
    marks = finish(lit.marks(covered))
    bright = [shapely.Polygon(mark.points) for mark in marks if mark.role == "lit-bright"]
    assert len(bright) > 1
    assert sum(one.area for one in bright) == pytest.approx(700 * 300 - 100 * 100 - 50 * 50, rel=0.01)
    for x, y, is_lit in ((1050, 950, False), (775, 875, False), (850, 950, True), (1150, 1050, True)):
        assert any(one.intersects(shapely.Point(x, y)) for one in bright) is is_lit


LAMP = light(0, 0, 10, 20) | {"_id": "lamp", "x": 650.5, "y": 950.25}
TORCH = {"light": {"dim": 10, "bright": 5, "angle": 360}}


def test_the_marks_of_a_lamp_and_a_torch() -> None:
    """The torch's light ends in the window; the lamp lights the whole of the attacker's side."""
    measured_on = sheet([LAMP], tokens=AWAY | {"A": AWAY["A"] | TORCH})
    marks = finish(lit.marks(measured_on))
    assert shapes(marks) == [
        ("darkness", ""),
        ("lit-dim", "light:lamp"),
        ("lit-dim", "token:A"),
        ("lit-bright", "light:lamp"),
        ("lit-bright", "token:A"),
    ]
    assert {mark.fact for mark in marks} == {"obscurement"}
    assert marks[0].points == ((500, 800), (1200, 800), (1200, 1100), (500, 1100))
    check(measured_on)


def test_light_is_drawn_only_if_it_obscures_the_target() -> None:
    bright = LAMP | {"config": {"bright": 90, "dim": 90, "angle": 360}}
    assert finish(lit.marks(sheet([bright]))) == []
    assert finish(lit.marks(sheet([bright], regions=[region("coign.obscuring", 10, 9, degree="heavy")]))) == []
    assert finish(lit.marks(sheet([LAMP], night=False))) == []
    marks = finish(lit.marks(sheet([LAMP], regions=[region("coign.obscuring", 10, 9, degree="heavy")])))
    assert len(marks) == 3


def test_the_figure_has_them_below_all_else_and_where_obscurement_is_wanted() -> None:
    measured_on = sheet([LAMP])
    roles = [mark.role for mark in figure(measured_on, ["obscurement"]).polygons]
    assert roles[:4] == ["darkness", "lit-dim", "lit-bright", "target"]
    assert not set(LEVELS) & {mark.role for mark in figure(measured_on, ["facing", "elevation"]).polygons}


def test_in_darkness_the_dark_area_is_drawn() -> None:
    assert shapes(finish(lit.marks(sheet([])))) == [("darkness", "")]


def test_dusk_and_day_leave_out_marks_without_information() -> None:
    shade = LAMP | {"_id": "shade", "x": 1050, "config": {"dim": 10, "negative": True, "angle": 360}}
    dusk = sheet([LAMP, shade], environment={"darknessLevel": 0.5, "globalLight": {"enabled": True}})
    assert shapes(finish(lit.marks(dusk))) == [
        ("lit-dim", ""),
        ("lit-bright", "light:lamp"),
        ("darkness", "light:shade"),
    ]
    day = sheet([LAMP, shade], night=False)
    assert shapes(finish(lit.marks(day))) == [("darkness", "light:shade")]


def test_lights_of_another_level_are_not_shown() -> None:
    tokens = {name: token | {"level": "hall"} for name, token in AWAY.items()}
    here, elsewhere = LAMP | {"levels": ["hall"]}, LAMP | {"_id": "cellar", "levels": ["cellar"]}
    assert {label for _, label in shapes(finish(lit.marks(sheet([here, elsewhere], tokens=tokens))))} == {
        "",
        "light:lamp",
    }


def test_a_hidden_bearer_gives_no_light_and_no_mark() -> None:
    lurker = {"C": {"x": 800, "y": 900, "hidden": True} | TORCH}
    assert shapes(finish(lit.marks(sheet([], tokens=AWAY | lurker)))) == [("darkness", "")]


def test_from_a_point_and_on_hexes() -> None:
    tokens = {"A": {"x": 0, "y": 0}, "B": {"x": 400, "y": 300, "width": 2, "height": 2}}
    lamp = LAMP | {"x": 300, "y": 300}
    scene = draw("+ +", "   ", "+ +", tokens=tokens, grid={"type": 2}, lights=[lamp], night=True)
    for measured_on in (facts(scene), from_point(scene, 150, 50)):
        assert [role for role, _ in shapes(finish(lit.marks(measured_on)))] == ["darkness", "lit-dim", "lit-bright"]


def test_the_light_of_a_lamp_that_shines_through_two_gaps_is_drawn_in_two() -> None:
    """Between the gaps a wall of 300 px crosses the window; light passes both its ends."""
    lamp = light(0, 0, 0, 60) | {"_id": "lamp", "x": 850, "y": 600}
    measured_on = sheet([lamp], [wall(700, 700, 1000, 700)])
    assert [role for role, _ in shapes(finish(lit.marks(measured_on)))] == ["darkness", "lit-dim", "lit-dim"]
    check(measured_on)


@pytest.mark.parametrize(("module", "bound"), [(lit, "NAMES"), (lit, "POINTS")])
def test_too_many_marks_of_light_are_left_out(monkeypatch: pytest.MonkeyPatch, module: Any, bound: str) -> None:
    monkeypatch.setattr(module, bound, 1)
    assert finish(lit.marks(sheet([LAMP], [wall(700, 700, 1000, 700)]))) == []
