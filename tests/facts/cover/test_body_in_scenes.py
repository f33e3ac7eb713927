"""Properties of cover by heights in any scene.

More wall hides no less. An attacker's own wall does not hinder him. A wall in two pieces counts as one wall. Of two
creatures, each can hit the other, or neither can.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.facts.cover.heights import LAYERS
from coign.grid.space import QUANTA
from coign.protocol import CoverFact
from coign.rules.readings.for_facts import conventions
from rules.readings.recount_scenes import KINDS, scene_of
from support.maps import Document, draw, wall
from support.scenes import D20, DMG, examples, facts

TOPS = st.sampled_from([1.0, 2.0, 3.0, 4.0, 4.5, 6.0, 9.0, 14.0])
PLACES = st.integers(0, 56).map(lambda n: n * 12.5)
SLACK = 1e-6
WHATEVER_ITS_HEIGHT = conventions(cover="d20", degrees="d20", obstacle_rule="all")  # low walls are no case of their own


def with_heights(ends: Any, bottom: float | None, top: float | None, name: str = "w") -> Document:
    return wall(*ends) | {"_id": name, "flags": {"wall-height": {"bottom": bottom, "top": top}}}


@st.composite
def fields(draw_: st.DrawFn) -> Document:
    """A and B, a few squares apart, and some low walls between or about them."""
    drawn = []
    for n in range(draw_(st.integers(1, 3))):
        a, b = draw_(st.tuples(PLACES, PLACES)), draw_(st.tuples(PLACES, PLACES))
        height = draw_(TOPS)
        if a != b:
            drawn.append(with_heights((*a, *b), None, height, f"w{n}"))
    tokens: dict[str, Document] = {
        name: {"y": draw_(st.sampled_from([100, 200, 300, 337])), "elevation": draw_(st.sampled_from([0, 0, 3, 10]))}
        for name in "AB"
    }
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
# Here is every kind of the recount's scenes: square, hex and gridless maps, rooms, caves, windows, terrain, levels,
# floors, things, creatures, and big, small and lying bodies at some heights. Each wall is given a top, or a bottom.

HIGHER = (0.5, 1.0, 4.0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_higher_wall_hides_no_less(kind: str) -> None:
    """Compare how much is seen, not which share: a higher wall in the target's square cuts off more of its body."""
    for scene, pick in made(kind, "bottom", "top"):
        assert seen(heightened(scene, "top", pick.choice(HIGHER))) <= seen(scene) + SLACK


@pytest.mark.parametrize("kind", KINDS)
def test_a_wall_that_hangs_lower_hides_no_less(kind: str) -> None:
    for scene, pick in made(kind, "top", "bottom"):
        assert seen(heightened(scene, "bottom", -pick.choice(HIGHER))) <= seen(scene) + SLACK


FLAT = ("floors", "storeys", "things")  # what lies flat hides from above


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in FLAT])
def test_from_higher_up_more_is_seen_over_walls_and_less_under_them(kind: str) -> None:
    for ends, more in ((("bottom", "top"), 1), (("top", "bottom"), -1)):
        for scene, pick in made(kind, *ends):
            up = scene["tokens"][0]["elevation"] + pick.choice((1, 5, 20))
            assert more * seen(changed(scene, "A", elevation=up)) >= more * seen(scene) - SLACK


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (*FLAT, "lying")])
def test_who_kneels_shows_no_more_over_walls_and_no_less_under_them(kind: str) -> None:
    """A wall in the target's own square is taken away: of a lower body it may cut off a larger share."""
    for ends, more in ((("bottom", "top"), -1), (("top", "bottom"), 1)):
        for scene, _ in made(kind, *ends):
            scene["walls"] = [one for one in scene["walls"] if not _in_square(one["c"], scene["tokens"][1])]
            low = changed(scene, "B", coign=scene["tokens"][1].get("coign", {}) | {"height": 2})
            assert more * exposed(low) >= more * exposed(scene) - SLACK


def made(kind: str, open_end: str, shut_end: str) -> Iterator[tuple[Document, random.Random]]:
    """Yield scenes of a kind in which every wall is open at one end and has some height at the other."""
    for number in range(2):
        pick = random.Random(f"{kind}/{number}/{shut_end}")
        scene = deepcopy(scene_of(pick, kind))
        for one in scene["walls"]:
            heights = one.setdefault("flags", {}).setdefault("wall-height", {})
            heights[open_end] = None
            if heights.get(shut_end) is None:
                heights[shut_end] = pick.choice((1, 2, 3, 4, 6, 9))
        yield scene, pick


def seen(scene: Document) -> float:
    """Return how much of B's body is seen from A, in squares: all layers of one are 1."""
    sheet = facts(scene)
    return sheet.cover.exposure * sheet.query.exposure.seeing.area / (LAYERS * (100 * QUANTA) ** 2)


def _in_square(ends: list[float], token: Document) -> bool:
    square = shapely.box(token["x"], token["y"], *(token[axis] + 100 * token["width"] for axis in ("x", "y")))
    return bool(shapely.LineString([ends[:2], ends[2:]]).intersects(square))


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


@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_behind_the_target_changes_nothing(kind: str) -> None:
    """Right at its back, 2 px beyond its square: higher than it, and low."""
    for number, top in enumerate((None, 3)):
        scene = scene_of(random.Random(f"{kind}/{number}/behind"), kind)
        cover = facts(scene).cover
        x = facts(scene).query.target.space.box[2] / QUANTA + 2
        more = deepcopy(scene)
        more["walls"].append(with_heights((x, -900, x, 1900), None, top, "behind"))
        assert facts(more).cover == cover


BESIDE_ONES_OWN = ("hanging", "floors", "storeys", "above", "below", "things")  # see the test


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in BESIDE_ONES_OWN])
def test_ones_own_low_wall_takes_nothing_from_the_cover_of_others(kind: str) -> None:
    """A fence right before A, as low as his knees. B is three squares away or more.

    Two things are left out, as the rule has them. With another obstacle of A's own that hangs or lies flat, the fence
    hides what neither hides alone. From another storey the lines meet the fence from behind.
    """
    for number in range(2):
        scene = scene_of(random.Random(f"{kind}/{number}/own"), kind)
        if "big" in kind:
            scene["tokens"][1]["x"] += 300
        (_, y0, x1, y1) = (side / QUANTA for side in facts(scene).query.source.box)
        more = deepcopy(scene)
        more["walls"].append(with_heights((x1, y0, x1, y1), None, 1.5, "fence"))
        one, other = facts(scene).cover, facts(more).cover
        assert (other.degree, other.exposure) == (one.degree, one.exposure)


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


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "one-way"])
def test_who_can_hit_me_i_can_hit(kind: str) -> None:
    for number in range(4):
        scene = scene_of(random.Random(f"{kind}/{number}/both"), kind)
        there, back = facts(scene).cover, facts(scene, "B", "A").cover
        assert (there.effect, there.sight) == (back.effect, back.sight)
