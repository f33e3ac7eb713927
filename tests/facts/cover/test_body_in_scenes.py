"""Properties of cover by heights in any scene.

More wall hides no less. An attacker's own wall does not hinder him. A wall in two pieces counts as one wall. Of two
creatures, each can hit the other, or neither can.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.protocol import CoverFact
from coign.rules.readings.for_facts import conventions
from support.maps import Document, draw, light, region, wall
from support.scenes import D20, DMG, examples, facts

TOPS = st.sampled_from([1.0, 2.0, 3.0, 4.0, 4.5, 6.0, 9.0, 14.0])
PLACES = st.integers(0, 56).map(lambda n: n * 12.5)
PRONE: Document = {"coign": {"reach": 5, "statuses": ["prone"]}}
SLACK = 1e-6
WHATEVER_ITS_HEIGHT = conventions(cover="d20", degrees="d20", obstacle_rule="all")  # low walls are no case of their own


def with_heights(ends: Any, bottom: float | None, top: float | None, name: str = "w") -> Document:
    return wall(*ends) | {"_id": name, "flags": {"wall-height": {"bottom": bottom, "top": top}}}


@st.composite
def fields(draw_: st.DrawFn, *, hanging: bool = False, walls: int = 3) -> Document:
    """A and B, a few squares apart, and some walls between or about them, on the ground or hanging over it."""
    drawn = []
    for n in range(draw_(st.integers(1, walls))):
        a, b = draw_(st.tuples(PLACES, PLACES)), draw_(st.tuples(PLACES, PLACES))
        height = draw_(TOPS)
        if a != b:
            drawn.append(with_heights((*a, *b), height if hanging else None, None if hanging else height, f"w{n}"))
    tokens: dict[str, Document] = {
        name: {"y": draw_(st.sampled_from([100, 200, 300, 337])), "elevation": draw_(st.sampled_from([0, 0, 3, 10]))}
        for name in "AB"
    }
    tokens["A"]["elevation"] = draw_(st.sampled_from([0, 0, 3, 10])) if not hanging else 0
    tokens["B"]["x"] = draw_(st.sampled_from([300, 400, 500]))
    return draw("+ +", "   ", "+ +", tokens={"A": {"x": 100} | tokens["A"], "B": tokens["B"]}, walls=drawn)


def exposed(scene: Document, actor: str = "A", target: str = "B") -> float:
    return facts(scene, actor, target).cover.exposure


def changed(scene: Document, name: str, **fields: Any) -> Document:
    scene = deepcopy(scene)
    (token,) = [one for one in scene["tokens"] if one["name"] == name]
    token |= fields
    return scene


def heightened(scene: Document, side: str, more: float) -> Document:
    scene = deepcopy(scene)
    for one in scene["walls"]:
        one["flags"]["wall-height"][side] += more
    return scene


# --- more hides no less -----------------------------------------------------------------------------------------------


@given(fields(), st.sampled_from([0.5, 1.0, 4.0]))
@examples(0.3)
def test_a_higher_wall_between_two_hides_no_less(scene: Document, more: float) -> None:
    """Use walls outside all squares: inside a square, they would cut off a part of the body."""
    assume(all(_apart_from_squares(one["c"], scene) for one in scene["walls"]))
    assert exposed(heightened(scene, "top", more)) <= exposed(scene) + SLACK


@given(fields(hanging=True), st.sampled_from([0.5, 1.0, 4.0]))
@examples(0.3)
def test_a_wall_that_hangs_lower_hides_no_less(scene: Document, more: float) -> None:
    assume(all(_apart_from_squares(one["c"], scene) for one in scene["walls"]))
    assert exposed(heightened(scene, "bottom", -more)) <= exposed(scene) + SLACK


@given(fields(), st.sampled_from([1.0, 5.0, 20.0]))
@examples(0.3)
def test_from_higher_up_no_less_is_seen_over_what_stands_on_the_ground(scene: Document, more: float) -> None:
    assume(all(_apart_from_squares(one["c"], scene) for one in scene["walls"]))
    (attacker, _) = scene["tokens"]
    higher = changed(scene, "A", elevation=attacker["elevation"] + more)
    assert exposed(higher) >= exposed(scene) - SLACK


@given(fields())
@examples(0.3)
def test_who_kneels_behind_what_stands_on_the_ground_shows_no_more(scene: Document) -> None:
    assume(all(_apart_from_squares(one["c"], scene) for one in scene["walls"]))
    assert exposed(changed(scene, "B", **PRONE)) <= exposed(scene) + SLACK


def _apart_from_squares(ends: list[float], scene: Document) -> bool:
    """Tell whether a wall keeps off both squares, by the box about it."""
    x0, x1, y0, y1 = *sorted(ends[::2]), *sorted(ends[1::2])
    tokens = scene["tokens"]
    return all(x1 <= t["x"] or x0 >= t["x"] + 100 or y1 <= t["y"] or y0 >= t["y"] + 100 for t in tokens)


@pytest.mark.parametrize(("top", "hidden"), [(1, 0.2), (2.5, 0.5), (3.75, 0.75), (4.9, 0.99), (5, 1.0)])
@pytest.mark.parametrize("squares", [2, 3, 6, 12])
def test_between_equals_a_low_wall_hides_the_same_at_every_distance(top: float, hidden: float, squares: int) -> None:
    """Fences right before the target. Over one of 4.9 ft it still looks, so that a hundredth of it can be hit."""
    x = 100 * squares
    fence = with_heights((x, -900, x, 900), None, top)
    scene = draw("+ +", "   ", "+ +", tokens={"A": {"x": 0}, "B": {"x": x}}, walls=[fence])
    assert exposed(scene) == pytest.approx(1 - hidden, abs=1e-6)


# --- one's own wall ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [DMG, D20])
@pytest.mark.parametrize(("top", "elevation"), [(2, 0), (3, 0), (13, 10)])
def test_leaning_at_ones_own_low_wall_hides_nothing_and_covers(by: Any, top: float, elevation: float) -> None:
    """A's battlement, on the ground or on a tower; B is two squares away."""
    battlement = with_heights((100, -900, 100, 900), None, top)
    tokens: dict[str, Document] = {"A": {"x": 0, "elevation": elevation}, "B": {"x": 300}}
    scene = draw("+ +", "   ", "+ +", tokens=tokens, walls=[battlement])
    there, back = facts(scene, by=by).cover, facts(scene, "B", "A", by=by).cover
    assert (there.degree, there.exposure) == ("none", 1.0)
    assert back.exposure < 1


@pytest.mark.parametrize("top", [2.0, 2.5, 3.0, 4.0])
def test_over_a_fence_between_neighbours_both_have_the_same(top: float) -> None:
    fence = with_heights((100, -900, 100, 900), None, top)
    scene = draw("+ + +", " A B ", "+ + +", walls=[fence])
    assert exposed(scene) == exposed(scene, "B", "A") < 1


@given(fields(walls=1), TOPS | st.none())
@examples(0.3)
def test_what_stands_behind_the_target_changes_nothing(scene: Document, top: float | None) -> None:
    """Right at its back and higher than it, or low; through the rim of its square too."""
    (attacker, target) = scene["tokens"]
    behind = (target["x"] + 95, -900, target["x"] + 95, 1900)
    more = deepcopy(scene)
    more["walls"].append(with_heights(behind, None, top, "behind"))
    assume(max(scene["walls"][0]["c"][::2], default=0) <= target["x"] if scene["walls"] else True)
    assert attacker["x"] < target["x"]
    one, other = facts(scene).cover, facts(more).cover
    assert other.degree == one.degree or abs(one.exposure - 0.5) < 0.05 or abs(one.exposure - 0.25) < 0.05
    assert other.exposure == pytest.approx(one.exposure, abs=0.05)  # of a square that is 5 % narrower


@given(fields(), st.sampled_from([0.25, 0.5, 0.75]), st.sampled_from(["along", "across"]))
@examples(0.3)
def test_a_wall_cut_in_two_is_one_wall(scene: Document, share: float, how: str) -> None:
    pieces = deepcopy(scene)
    pieces["walls"] = [piece for one in scene["walls"] for piece in _cut(one, share, how)]
    assume(len(pieces["walls"]) == 2 * len(scene["walls"]))
    for by in (DMG, WHATEVER_ITS_HEIGHT):
        one, other = (_graded(facts(drawn, by=by).cover) for drawn in (scene, pieces))
        assert one == other


def _cut(one: Document, share: float, how: str) -> list[Document]:
    x0, y0, x1, y1 = one["c"]
    top = one["flags"]["wall-height"]["top"]
    if how == "across":
        parts = [((x0, y0, x1, y1), None, share * top), ((x0, y0, x1, y1), share * top, top)]
    else:
        x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        if (16 * x, 16 * y) != (round(16 * x), round(16 * y)):
            return []  # the pieces would not lie in one line
        parts = [((x0, y0, x, y), None, top), ((x, y, x1, y1), None, top)]
    return [with_heights(*part, f"{one['_id']}{n}") for n, part in enumerate(parts)]


def _graded(fact: CoverFact) -> tuple[Any, ...]:
    return fact.degree, fact.effect, fact.sight, round(fact.exposure, 6), fact.blocked


# --- both ways --------------------------------------------------------------------------------------------------------


@given(fields(), st.sampled_from([None, 10]))
@examples(0.5)
def test_who_can_hit_me_i_can_hit(scene: Document, floor: float | None) -> None:
    if floor is not None:
        scene = deepcopy(scene)
        scene["regions"].append(_floor(floor))
    there, back = facts(scene).cover, facts(scene, "B", "A").cover
    assert (there.effect, there.sight) == (back.effect, back.sight)


def _floor(elevation: float) -> Document:
    drawn = region("defineSurface", 2, -9, 9, 30, placement="bottom", move=20, sight=20)
    return drawn | {"elevation": {"bottom": elevation, "top": None}}


# --- what lies elsewhere ----------------------------------------------------------------------------------------------


@given(fields(), st.sampled_from(["wall", "floor", "fog", "cover", "lamp"]))
@examples(0.3)
def test_what_no_line_passes_changes_no_fact(scene: Document, kind: str) -> None:
    more = deepcopy(scene)
    match kind:
        case "wall":
            more["walls"].append(with_heights((-100, 900, 900, 900), None, 3, "far"))
        case "floor":
            high = region("defineSurface", -9, -9, 30, 30, placement="bottom", move=20, sight=20)
            more["regions"].append(high | {"elevation": {"bottom": 60, "top": None}})
        case "fog":
            above = region("coign.obscuring", 0, 0, 9, 9, degree="heavy")
            more["regions"].append(above | {"elevation": {"bottom": 60, "top": 80}})
        case "cover":
            more["regions"].append(region("coign.cover", 0, 9, 9, 2, degree="half"))
        case _:
            more["lights"].append(light(20, 20, 5, 10))
    one, other = facts(scene).all(), facts(more).all()
    assert one == other
