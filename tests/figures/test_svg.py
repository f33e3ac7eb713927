"""The figure as SVG: its shapes, and that none depends on colour alone."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from coign.annotations.annotate import annotate
from coign.annotations.cases import read_request
from coign.catalogue.registry import configure
from coign.figures.styles import LIGHT, ROLES, STYLE
from coign.figures.svg import LETTER, MOST_CELLS
from coign.figures.svg import draw as drawn
from coign.protocol import Figure, Mark
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import draw, encode
from support.maps import wall as wall_of

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))


def scene(*rows: str, **how: Any) -> Scene:
    return finish(Scene.read(encode(draw(*(rows or ("+ + + +", " A|. B ", "+ + + +")), **how))))


def parts(figure: Figure, place: Scene | None = None, **how: Any) -> list[ElementTree.Element]:
    place = place or scene()
    return list(ElementTree.fromstring(drawn(figure, place, list(place.tokens.values()), **how)).iter())


def looks(elements: list[ElementTree.Element], tag: str = "") -> list[str]:
    return [one.get("class", "") for one in elements if not tag or one.tag == f"{SVG}{tag}"]


def words(elements: list[ElementTree.Element]) -> list[str | None]:
    return [one.text for one in elements if one.tag == f"{SVG}text"]


def test_names_are_inside_the_picture() -> None:
    """A long name of a creature at the picture's edge would be cut off there."""
    place = scene(tokens={"A": {"name": "Vala of the Long Name"}, "B": {"name": "B"}})
    elements = parts(Figure(), place)
    (picture,) = [one for one in elements if one.tag == f"{SVG}svg"]
    width = float(picture.get("viewBox", "").split()[2])
    (name,) = [one for one in elements if one.text == "Vala of the Long Name"]
    half = LETTER * len("Vala of the Long Name") / 2
    assert half <= float(name.get("x", "")) <= width - half


def test_a_bystanders_name_hides_no_other() -> None:
    """Three share one square. The first is named at its foot, the second at its top, the third nowhere."""
    crowd = {letter: {"x": 160, "y": 0, "name": name} for letter, name in (("C", "Cat"), ("D", "Dog"), ("E", "Eel"))}
    names = {"A": {"name": "A"}, "B": {"name": "B"}} | crowd
    place = scene("+ + + +", " A   B ", "+ + + +", tokens=names)
    two = [place.tokens["A"], place.tokens["B"]]
    found = words(list(ElementTree.fromstring(drawn(Figure(), place, two)).iter()))
    assert found == ["A", "B", "Cat", "Dog"]


@pytest.mark.parametrize(
    ("x", "y", "moves"),
    [
        (0, 81, True),  # less than 26 above it, the height of a line
        (0, 76, False),
        (0, 128, True),  # less than 26 below it
        (0, 131, False),
        (47, 100, True),  # "Cat" and "10 ft" have eight letters, of which half are 48 wide
        (49, 100, False),
        (-47, 100, True),
        (-49, 100, False),
    ],
)
def test_a_name_moves_from_foot_to_top_where_a_height_lies_on_it(x: int, y: int, moves: bool) -> None:
    """The picture starts 60 px before the marks. A name is 12 above its token's foot, a height 16 above its mark."""
    cat = scene("+ + + +", " A C B ", "+ + + +", tokens={"A": {"name": "A"}, "C": {"name": "Cat"}, "B": {"name": "B"}})
    height = Mark("elevation", "elevation", ((150.0 + x, float(y)),), "10 ft")
    found = ElementTree.fromstring(drawn(Figure((height,)), cat, [cat.tokens["A"], cat.tokens["B"]])).iter()
    spots = {one.text: (one.get("x"), one.get("y")) for one in found if one.tag == f"{SVG}text"}
    assert spots["Cat"] == ("210", "86" if moves else "148")
    assert spots["10 ft"] == (f"{210 + x}", f"{60 + y - 16}")


def test_a_real_figure_shows_lines_walls_and_names() -> None:
    place = scene(tokens={"A": {"name": "Vala"}, "B": {"name": "Ghoul & <Co>"}})
    result = annotate(place, read_request({"actor": "A", "targets": ["B"]}, place), configure(["partial-advantage"]))
    found = parts(result.results[0].figure, place, title="Vala <attacks>")
    assert {"wall", "attacker", "target", "grid", "token"} <= set(looks(found))
    assert "line-blocked" in looks(found)
    assert {"Vala", "Ghoul & <Co>"} <= set(words(found))
    assert next(one.text for one in found if one.tag == f"{SVG}title") == "Vala <attacks>"


def test_a_blocked_line_has_a_cross_and_a_clear_one_has_none() -> None:
    line = ((0.0, 0.0), (200.0, 100.0))
    blocked = looks(parts(Figure(lines=(Mark("line-blocked", "cover", line),))))
    clear = looks(parts(Figure(lines=(Mark("line-clear", "cover", line),))))
    assert ("cross" in blocked, "cross" in clear) == (True, False)


def test_the_cross_is_where_the_mark_says_that_the_line_is_stopped_else_at_its_end() -> None:
    """The picture starts 60 px before the marks, and the path of a cross at its corner, 10 px before its middle."""
    for points, at in (((0.0, 40.0, 200.0), 90), ((0.0, 200.0), 250)):
        line = Mark("line-blocked", "cover", tuple((x, 0.0) for x in points))
        (cross,) = (one for one in parts(Figure(lines=(line,))) if one.get("class") == "cross")
        assert str(cross.get("d")).startswith(f"M{at} ")


def test_a_named_arrow_slit_keeps_its_dashes() -> None:
    place = finish(Scene.read(encode(draw("+ + + +", " Aw. B ", "+ + + +"))))
    (slit,) = place.walls.ids
    named = Mark("wall", "cover", ((150.0, 0.0), (150.0, 100.0)), f"wall:{slit}")
    assert "wall wall-window wall-named" in looks(parts(Figure(lines=(named,)), place))


def test_every_role_has_a_look_of_its_own() -> None:
    assert [role for role in ROLES if f".{role}" not in STYLE] == []


def test_an_unknown_role_is_drawn_plainly() -> None:
    marks = (Mark("aura", "magic", SQUARE),)
    found = looks(parts(Figure(marks, marks, marks)))
    assert found.count("plain") == 4 + 2  # a circle for each corner; a line and a polygon


def test_arcs_heights_and_shares_carry_their_word() -> None:
    arcs = (Mark("arc-rear", "facing", SQUARE, "rear"), Mark("arc-front", "facing", SQUARE))
    points = [
        ("elevation", 50.0, "10 ft"),
        ("about", 150.0, "\N{ALMOST EQUAL TO} 60%"),
        ("corner", 250.0, "A's corner"),
    ]
    marks = tuple(Mark(role, "cover", ((x, 50.0),), label) for role, x, label in points)
    labels = set(words(parts(Figure(marks, (), arcs))))
    assert {"rear", "front", "10 ft", "\N{ALMOST EQUAL TO} 60%"} <= labels
    assert "A's corner" not in labels


def test_no_label_lies_on_another() -> None:
    """The arcs of two adjacent creatures overlap, and their labels would too."""
    from_west, from_east = (
        Mark(
            "arc-front",
            "facing",
            ((x, 50.0), (300.0, 0.0), (300.0, 20.0), (300.0, 50.0), (300.0, 80.0), (300.0, 100.0)),
        )
        for x in (50.0, 150.0)
    )
    names = [Mark("elevation", "elevation", ((50.0, 50.0),), "10 ft"), Mark("elevation", "elevation", ((50.0, 60.0),))]
    found = parts(Figure(tuple(names), (), (from_west, from_east, from_west)))
    spots = [(float(one.get("x") or 0), float(one.get("y") or 0), one.text) for one in found if one.tag == f"{SVG}text"]
    fronts = [(x, y) for x, y, text in spots if text == "front"]
    assert len(fronts) == 3
    for n, (x, y) in enumerate(fronts):
        assert all(abs(x - u) >= 60 or abs(y - v) >= 26 for u, v in fronts[:n])


def test_light_is_painted_as_it_comes_and_below_the_grid() -> None:
    """Marks are painted in their order, so that darkness may be below a light or above it."""
    marks = [Mark(role, "obscurement", SQUARE) for role in ("darkness", "lit-dim", "lit-bright", "darkness")]
    found = looks(parts(Figure(polygons=(Mark("target", "", SQUARE), *marks))))
    assert [one for one in found if one in LIGHT] == [mark.role for mark in marks]
    last = max(n for n, one in enumerate(found) if one in LIGHT)
    assert last < found.index("grid") < found.index("target")


def test_hidden_tokens_are_not_drawn() -> None:
    place = scene("+ + + +", " A C B ", "+ + + +", tokens={"C": {"name": "Lurker", "hidden": True}})
    assert "Lurker" not in words(parts(Figure(), place))


def test_bystanders_are_drawn_and_named_where_the_picture_reaches() -> None:
    """C is beside the two; D is far away."""
    place = scene("+ + + +", " A C B ", "+ + + +", tokens={"D": {"x": 3000, "y": 3000}})
    two = [place.tokens["A"], place.tokens["B"]]
    found = list(ElementTree.fromstring(drawn(Figure(), place, two)).iter())
    assert looks(found).count("token") == 3
    assert {"A", "B", "C"} <= set(words(found))
    assert "D" not in words(found)


def test_a_figure_without_marks_still_shows_the_two() -> None:
    assert {"A", "B"} <= set(words(parts(Figure())))


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
def test_hexes_are_drawn_on_a_hex_map(kind: int) -> None:
    place = scene(grid={"type": kind})
    hexagons = [one for one in parts(Figure(), place) if one.get("class") == "grid"]
    assert len(hexagons) > 3
    assert all(len((one.get("points") or "").split()) == 6 for one in hexagons)


def test_no_grid_where_there_is_none_or_too_much_of_it() -> None:
    assert "grid" not in looks(parts(Figure(), scene(grid={"type": 0})))
    far = (Mark("flanking", "flanking", ((0.0, 0.0), (MOST_CELLS * 10.0, 10_000.0))),)
    assert "grid" not in looks(parts(Figure(lines=far)))


def test_points_that_are_no_numbers_do_not_stretch_the_picture() -> None:
    figure = Figure(points=(Mark("corner", "cover", ((float("nan"), 0.0), (100.0, 50.0))),))
    box = parts(figure)[0].get("viewBox") or ""
    assert [float(side) for side in box.split()] == [0, 0, 420, 220]


def test_the_view_from_the_side_stands_below_the_map() -> None:
    side = (
        Mark("target", "cover", ((20.0, 0.0), (25.0, 0.0), (25.0, 5.0), (20.0, 5.0))),
        Mark("wall", "cover", ((10.0, 0.0), (10.0, 3.0)), "wall:w"),
        Mark("line-blocked", "cover", ((0.0, 2.5), (10.0, 2.5), (20.0, 2.5))),
    )
    place = scene()
    above, both = (drawn(Figure(side=marks), place, list(place.tokens.values())) for marks in ((), side))
    tall = [float(ElementTree.fromstring(one).get("viewBox", "").split()[3]) for one in (above, both)]
    assert tall[1] > tall[0] + 100
    bodies = [one for one in ElementTree.fromstring(both).iter() if one.get("class") == "target"]
    (corners,) = ([tuple(map(float, spot.split(","))) for spot in one.get("points", "").split()] for one in bodies)
    assert min(y for _, y in corners) > tall[0]
    assert corners[1][0] - corners[0][0] == corners[0][1] - corners[2][1] == 100, "to the map's scale"
    assert "cross" in looks(list(ElementTree.fromstring(both).iter()))


def test_what_gives_cover_looks_the_same_from_the_side() -> None:
    """The wall is named on the map. It ends at the map's edge, above the view from the side."""
    wall = Mark("wall", "cover", ((200.0, -900.0), (200.0, 900.0)), "wall:w")
    side = [Mark("wall", "cover", ((x, 0.0), (x, 3.0)), name) for x, name in ((10.0, "wall:w"), (12.0, "wall:v"))]
    place = scene("+ + + +", " A   B ", "+ + + +", walls=[wall_of(200, -900, 200, 900)])
    above, both = (drawn(Figure(lines=(wall,), side=tuple(marks)), place) for marks in ((), side))
    found = list(ElementTree.fromstring(both).iter())
    assert [look for look in looks(found) if "wall" in look] == ["wall", "wall wall-named", "wall wall-named", "wall"]
    bottom = float(ElementTree.fromstring(above).get("viewBox", "").split()[3])
    on_map = [one.get("points", "") for one in found if "wall" in one.get("class", "")][:2]
    assert all(float(spot.split(",")[1]) <= bottom for spots in on_map for spot in spots.split())
