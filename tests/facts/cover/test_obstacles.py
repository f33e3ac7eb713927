"""Things in the way: tiles that a GM made objects, and tokens of which a GM said what they give."""

from __future__ import annotations

from typing import Any

import pytest

from coign.protocol.facts import CoverFact
from support.maps import Document, draw, wall
from support.scenes import facts

ROW = ("+ + + + + +", " A . . . B ", "+ + + + + +")
CORRIDOR = (wall(0, 0, 500, 0), wall(0, 100, 500, 100))


def cover(tile: Document | None = None, there: str = "A", back: str = "B", **more: Any) -> CoverFact:
    """Return the cover of B from A, with a tile in a corridor; it covers the cell at (200, 0) unless it says more."""
    place = {"_id": "t", "x": 200, "y": 0, "width": 100, "height": 100}
    tiles = [] if tile is None else [place | tile]
    return facts(draw(*ROW, tiles=tiles, walls=list(CORRIDOR), **more), there, back).cover


def made(**said: Any) -> Document:
    return {"flags": {"coign": {"object": said}}}


@pytest.mark.parametrize(
    ("said", "degree", "exposure"),
    [
        ({"height": 3}, "half", 0.4),
        ({"height": 4}, "three-quarters", 0.2),
        ({"height": 5}, "total", 0.0),
        ({}, "half", 0.5),
        ({"height": 5, "degree": "half"}, "half", 1.0),
        ({"height": 5, "degree": "three-quarters"}, "three-quarters", 1.0),
        ({"height": 5, "degree": "none"}, "none", 1.0),
    ],
)
def test_a_tile_is_walls_round_its_rectangle_or_gives_a_degree(said: Document, degree: str, exposure: float) -> None:
    for found in (cover(made(**said)), cover(made(**said), "B", "A")):
        assert (found.degree, found.exposure, found.effect) == (degree, exposure, exposure > 0)
        assert found.by == (() if degree == "none" else ("tile:t",))


def test_a_tile_is_what_a_token_of_its_size_would_be() -> None:
    for height in (1, 2, 3, 4, 5):
        token = {"C": {"x": 200, "y": 0, "coign": {"creature": False, "height": height}}}
        rows = ("+ + + + + +", " A . C . B ", "+ + + + + +")
        of_token = facts(draw(*rows, tokens=token, walls=list(CORRIDOR))).cover
        found = cover(made(height=height))
        assert (found.degree, found.exposure, found.lines) == (of_token.degree, of_token.exposure, of_token.lines)


def test_a_turned_tile_is_in_the_way_where_it_is_drawn() -> None:
    """A bench of 100 by 20 px stands along the way, or across it."""
    bench = made(height=5) | {"x": 200, "y": 40, "height": 20}
    assert cover(bench).exposure > 0.5
    assert cover(bench | {"rotation": 90}).exposure == 0


def test_a_tile_that_hangs_or_lies_above_hides_at_its_heights_only() -> None:
    assert cover(made(height=2) | {"elevation": 3}).exposure == 0.6
    assert cover(made(height=5) | {"elevation": 5}).exposure == 1


def test_who_stands_in_an_object_or_on_it_is_not_covered_by_it() -> None:
    in_it = {"B": {"x": 200, "y": 0}}
    assert cover(made(height=3), tokens=in_it).degree == "none"
    on_it = {"B": {"x": 200, "y": 0, "elevation": 3}}
    found = cover(made(height=3), tokens=on_it)
    assert found.degree == "none"
    assert 0.85 < found.exposure < 1, "its top hides a little of the feet from below"


def test_a_tile_of_another_level_is_not_there() -> None:
    storeys = {"low": {"bottom": 0, "top": 10}, "up": {"bottom": 10, "top": 20}}
    levels = [{"_id": key, "name": key, "elevation": heights} for key, heights in storeys.items()]
    tokens = {name: {"level": "low"} for name in "AB"}
    at_middle = {"x": 250, "y": 50}
    for tile_levels, degree in (([], "total"), (["low"], "total"), (["up"], "none")):
        tile = made(height=5) | at_middle | {"levels": tile_levels}
        assert cover(tile, tokens=tokens, levels=levels).degree == degree


def test_an_object_that_is_the_attackers_own_hides_nothing_from_his_head() -> None:
    """A leans at a crate of 4 ft: B is in the open for him, and he is not for B."""
    crate = made(height=4) | {"x": 100}
    assert cover(crate).degree == "none"
    assert cover(crate, "B", "A").degree == "three-quarters"


def test_the_top_of_an_object_is_the_attackers_own_where_the_whole_object_is() -> None:
    objects = {
        "C": {"x": 196, "y": 82, "elevation": 0, "coign": {"creature": False, "height": 1}},
        "D": {"x": 393, "y": 207, "elevation": 2, "coign": {"creature": False, "height": 6}},
    }
    sheet = facts(
        draw(
            "+ + + + + + + +",
            "               ",
            "+ + + + + + + +",
            "   A C   D     ",
            "+ + + + + + + +",
            "               ",
            "+ + + + + + + +",
            "             B ",
            "+ + + + + + + +",
            tokens=objects,
            walls=[wall(272, 200, 469, 338)],
        )
    )
    assert sheet.cover.exposure == pytest.approx(0.396, abs=0.005)  # counted by rays; 0.245 with the top cut in two


# --- what a token gives -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coign", "degree", "soft"),
    [
        ({}, "half", ("C",)),
        ({"gives": "soft"}, "half", ("C",)),
        ({"gives": "none"}, "none", ()),
        ({"gives": "half"}, "half", ()),
        ({"gives": "three-quarters"}, "three-quarters", ()),
        ({"gives": "total"}, "total", ()),
        ({"gives": "total", "statuses": ["dead"]}, "none", ()),
        ({"gives": "three-quarters", "height": 2}, "three-quarters", ()),  # it hides a part, as a wall would
        ({"creature": False, "height": 5}, "total", ()),
        ({"creature": False, "height": 5, "gives": "none"}, "none", ()),
        ({"creature": False, "height": 5, "gives": "soft"}, "half", ("C",)),
        ({"creature": False, "height": 5, "gives": "half"}, "half", ()),
    ],
)
def test_a_token_gives_what_a_gm_said(coign: Document, degree: str, soft: tuple[str, ...]) -> None:
    rows = ("+ + + + + +", " A . C . B ", "+ + + + + +")
    found = facts(draw(*rows, tokens={"C": {"coign": coign}}, walls=list(CORRIDOR))).cover
    assert (found.degree, found.soft) == (degree, soft)
    assert found.by == (() if degree == "none" else ("token:C",))


def test_a_hidden_token_gives_nothing_whatever_a_gm_said() -> None:
    rows = ("+ + + + + +", " A . C . B ", "+ + + + + +")
    hidden = {"C": {"hidden": True, "coign": {"gives": "total"}}}
    assert facts(draw(*rows, tokens=hidden, walls=list(CORRIDOR))).cover.degree == "none"
