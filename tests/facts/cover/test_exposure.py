"""Exposure past low walls and floors, with attacker and target at different heights: compared with very many lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.facts.cover.exposure import Exposure
from coign.facts.cover.sightlines import Sightlines
from coign.grid.space import QUANTA
from coign.scene.scene import Scene
from support.maps import Document, draw, region, wall
from support.scenes import D20, examples, facts, read

SAMPLES = 60  # on each side of the target
STEPS = (np.arange(SAMPLES) + 0.5) / SAMPLES
TOLERANCE = 0.02

HEIGHTS = st.sampled_from([None, -3.0, 0.0, 2.0, 4.0, 6.0, 9.0, 14.0])
PLACES = st.integers(0, 40).map(lambda n: n * 12.5)


@st.composite
def slopes(draw_: st.DrawFn) -> Document:
    """Draw A at the west and B at the east of a map of five by three squares, at any heights, with walls between."""
    walls = []
    for n in range(draw_(st.integers(1, 3))):
        a, b = (draw_(st.tuples(PLACES, PLACES.filter(lambda y: y <= 300))) for _ in range(2))
        bottom, top = draw_(HEIGHTS), draw_(HEIGHTS)
        if a != b:
            flags = {"wall-height": {"bottom": bottom, "top": top}}
            walls.append(
                wall(*a, *b) | {"_id": f"w{n}", "flags": flags, "dir": draw_(st.sampled_from([0, 0, 0, 1, 2]))}
            )
    tokens: dict[str, Document] = {
        name: {"elevation": draw_(st.sampled_from([0, 0, 3, 8, 20])), "y": draw_(st.sampled_from([0, 100, 137]))}
        for name in "AB"
    }
    size = draw_(st.sampled_from([1, 1, 2]))
    tokens["B"] |= {"width": size, "height": size}
    return draw("+ + + + + +", " A     B   ", "+ + + + + +", tokens=tokens, walls=walls)


def lines_of(scene: Scene) -> Sightlines:
    a, b = scene.tokens["A"].space, scene.tokens["B"].space
    return Sightlines(scene, a, b, ignore=frozenset("AB"))


def shares_by_lines(sight: Sightlines) -> Any:
    """(p,) the share of free lines from each point to a lattice on each layer of the target. The height of each line is
    computed at every wall that it meets, and of those that are the attacker's own on the line from the head too.
    """
    x0, y0, x1, y1 = sight.target.space.box
    spots = np.stack(np.meshgrid(x0 + STEPS * (x1 - x0), y0 + STEPS * (y1 - y0)), axis=2).reshape(-1, 2)
    (feet, head), (low, high) = sight.rise
    layers, walls = (np.arange(20) + 0.5) / 20, sight.scene.walls
    start, end = (feet + (head - feet) * layers)[:, None, None], (low + (high - low) * layers)[:, None, None]
    hidden = np.zeros((2, 20, len(sight.points), len(spots)), bool)
    for (ax, ay, bx, by), bottom, top, side in zip(walls.lines, walls.bottom, walls.top, walls.stops_from, strict=True):
        dx, dy = bx - ax, by - ay
        here = dx * (sight.points[:, 1:] - ay) - dy * (sight.points[:, :1] - ax)  # (p, 1)
        there = (dx * (spots[:, 1] - ay) - dy * (spots[:, 0] - ax))[None]
        along = np.where(here * there < 0, here, 1.0) / np.where(here * there < 0, here - there, 1.0)
        met = sight.points[:, None] + along[..., None] * (spots - sight.points[:, None])
        t = ((met[..., 0] - ax) * dx + (met[..., 1] - ay) * dy) / (dx * dx + dy * dy)
        crossed = (here * there < 0) & (t >= 0) & (t <= 1)
        crossed &= (side == 0) | ((side == 1) & (here < 0)) | ((side == 2) & (here > 0))
        own = _gap(sight.source.space.box, met) < _gap(sight.target.space.box, met) - 1e-3
        for n, begin in enumerate((start, np.where(own, head, start))):
            height = begin + along * (end - begin)
            hidden[n] |= crossed & (bottom <= height) & (height <= top)
    return 1.0 - hidden.all(axis=0).mean(axis=(0, 2))


def _gap(box: Any, at: Any) -> Any:
    return np.hypot(*(np.maximum(np.maximum(box[n] - at[..., n], at[..., n] - box[n + 2]), 0) for n in (0, 1)))


@given(slopes())
@examples(1)
def test_exposure_equals_the_share_of_free_lines(scene: Document) -> None:
    sight = lines_of(read(scene))
    assume(sight.walls.about()[1] is None)  # `test_body` has the walls that cut something off from B
    exposure, expected = Exposure(sight).shares, shares_by_lines(sight)
    assert np.abs(exposure - expected)[sight.usable].max(initial=0.0) <= TOLERANCE


def parapet(place: float, top: float, elevation: float) -> Scene:
    """A scene in which A looks at B, three squares away, past a wall across the whole map."""
    across = wall(place, -300, place, 400) | {"_id": "w", "flags": {"wall-height": {"bottom": 0, "top": top}}}
    return read(draw("+ + + + +", " A     B ", "+ + + + +", tokens={"A": {"elevation": elevation}}, walls=[across]))


def test_a_wall_hides_less_from_higher_up() -> None:
    """The wall is nearer to B: the higher A stands, the more it sees over it."""
    seen = [facts(parapet(250, 3, elevation)).cover.exposure for elevation in (0, 2, 5, 10, 40)]
    assert seen[0] == 0.4
    assert seen == sorted(seen)
    assert seen[-1] > 0.8


def test_the_hidden_strip_is_what_the_figure_shows() -> None:
    exposure = Exposure(lines_of(parapet(290, 6, 10)))
    least = int(exposure.shares.argmin())
    hidden = exposure.hidden_from(least).area / (20 * (100 * QUANTA) ** 2)
    assert 0 < exposure.shares[least] == pytest.approx(1 - hidden)


def test_a_wall_that_hides_a_part_counts_between_the_lines() -> None:
    """In the d20 reading a square has no cover only if nothing is between the lines to it."""
    assert facts(parapet(290, 20, 10), by=D20).cover.degree == "total"
    assert facts(parapet(150, 6, 10), by=D20).cover.degree == "none"


def test_a_floor_drawn_as_a_region_leaves_walls_their_heights() -> None:
    plateau = region("coign.ground", 0, 0, 1, 1, elevation=10)
    across = wall(290, -300, 290, 400) | {"_id": "w", "flags": {"wall-height": {"bottom": 0, "top": 6}}}
    scene = draw("+ + + + +", " A     B ", "+ + + + +", walls=[across], regions=[plateau])
    assert facts(scene).cover == facts(parapet(290, 6, 10)).cover


@pytest.mark.parametrize(
    ("x", "exposed"),
    [
        # The line to the share k of B passes 10 ft at 1 - k/2 of its way: from A's far side, 199 px before the gallery,
        # it comes to what lies 199 (k/2) / (1 - k/2) px behind the edge; the mean of that over k, up to B's 100 px.
        (300, 0.85),
        (700, 0.62),
        (800, 0.38),
        (900, 0.0),
    ],
)
def test_a_gallery_hides_what_lies_over_its_edge(x: float, exposed: float) -> None:
    sheet = facts(gallery(9, x))
    assert sheet.cover.exposure == pytest.approx(exposed, abs=0.01)
    best = int(sheet.query.exposure.shares.argmax())
    hidden = sheet.query.exposure.hidden_from(best).area / (20 * (100 * QUANTA) ** 2)
    assert hidden == pytest.approx(1 - sheet.cover.exposure, abs=1e-6), "the figure shows the same part"


def test_who_stands_on_the_gallery_looks_over_its_edge() -> None:
    """The floor is B's own: nothing of A is hidden, though the lines from B's feet run through it."""
    seen = [facts(gallery(8.5, x), "B", "A").cover.exposure for x in (300, 500, 700, 800)]
    assert seen[:2] == [1, 1]
    assert 0.5 < seen[2] < 1, "near the edge"
    assert seen[3] == 0, "below it"
    assert facts(gallery(5, 700), "B", "A").cover.degree == "total", "from four squares behind the edge"


def test_a_floor_and_a_wall_hide_their_parts_together() -> None:
    """The wall hides the northern two fifths of what the gallery leaves of B."""
    by_floor = facts(gallery(9, 800)).cover.exposure
    by_both = facts(gallery(9, 800, walls=[wall(895, -400, 895, 50)])).cover.exposure
    assert 0.6 * by_floor < by_both < 0.8 * by_floor


def test_what_hides_the_target_is_named_as_the_floor_that_it_is() -> None:
    found = facts(gallery(5, 900, elevation=15)).cover
    assert found.degree != "none"
    assert {one.partition(":")[0] for one in found.by} == {"floor"}


def test_a_hole_in_a_floor_shows_a_part_of_the_target() -> None:
    """Only the part that is seen through the hole is exposed."""
    scene = gallery(5, 900, elevation=15)
    assert facts(scene).cover.degree == "total"
    (shape,) = scene["regions"][0]["shapes"]
    scene["regions"][0]["shapes"].append(shape | {"x": 920, "y": 20, "width": 60, "height": 60, "hole": True})
    found = facts(scene).cover
    assert found.effect
    assert 0.4 < found.exposure < 1


def gallery(column: float, x: float, elevation: float = 10, **more: Any) -> Document:
    """B at x = 900, on or over a floor 10 ft up that begins at a column; A stands at `x` on the ground."""
    floor = region("defineSurface", column, -4, 9, 9, placement="bottom", move=20, sight=20)
    floor |= {"elevation": {"bottom": 10, "top": None}}
    tokens: dict[str, Any] = {"A": {"x": x}, "B": {"x": 900, "elevation": elevation}}
    return draw("+ +", "   ", "+ +", tokens=tokens, regions=[floor], **more)


def test_an_ogre_on_a_tower_looks_down_at_a_dragon_past_forty_palings() -> None:
    """Each paling hides a different band of the dragon."""
    palings = [
        wall(500 + 5 * n, -100, 510 + 5 * n, 600)
        | {"_id": f"w{n}", "flags": {"wall-height": {"bottom": 0, "top": 21 + n % 3}}}
        for n in range(40)
    ]
    tokens = {"A": {"elevation": 25, "width": 2, "height": 2}, "B": {"width": 4, "height": 4}}
    sight = lines_of(read(draw("+ + + + + + + +", " A           B ", "+ + + + + + + +", tokens=tokens, walls=palings)))
    shares = Exposure(sight).shares
    assert 0 < shares.max() < 1
    assert np.abs(shares - shares_by_lines(sight)).max() <= TOLERANCE
