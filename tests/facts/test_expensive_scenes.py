"""Scenes that would take minutes or too much memory take a second or two: the answer is coarser, but sound."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from coign.annotations.annotate import annotate
from coign.annotations.cases import read_request
from coign.catalogue.registry import configure
from coign.facts import lamplight
from coign.facts.cover import exposure
from coign.facts.cover.body import Body
from coign.facts.cover.heights import Upright
from coign.facts.effort import HELPERS, LINES, NAMES, POINTS, thinner
from coign.geometry import sweep
from coign.grid.grid import Grid
from coign.grid.space import QUANTA, Space
from coign.util.tasks import finish
from support.lights import reached
from support.maps import Document, draw, encode
from support.scenes import facts, figure, read
from support.work import work_of

MIDDLE = 10_000  # px: the middle of each expensive part
MOST_UNITS = 9_000_000  # two seconds on a slow machine
NIGHT: Document = {"darknessLevel": 1, "globalLight": {"enabled": False}}


def token(key: str, x: float, y: float, side: float = 1, **more: Any) -> Document:
    return {"_id": key, "name": key, "x": x, "y": y, "width": side, "height": side, "disposition": 1, **more}


def scene(side: float = 1, reach: float = 950, night: bool = False, **more: Any) -> Document:
    """A scene of A and B, each `side` squares wide, with the middle of the map between them."""
    pair = [token("A", MIDDLE - reach, MIDDLE - 450, side), token("B", MIDDLE + reach, MIDDLE + 250, side)]
    pair[1]["disposition"] = -1
    drawn = draw("+ +", "   ", "+ +", width=20_000, height=20_000, night=night)
    return {**drawn, **more, "tokens": [*pair, *more.get("tokens", [])]}


def star(count: int, **kind: Any) -> list[Document]:
    """Make walls that all cross in one point."""
    turns = [math.pi * n / count for n in range(count)]
    ends = [(round(9000 * math.cos(turn)), round(9000 * math.sin(turn))) for turn in turns]
    return [_wall(n, [MIDDLE + x, MIDDLE + y, MIDDLE - x, MIDDLE - y], kind) for n, (x, y) in enumerate(ends)]


def pegs(count: int, size: int, spread: int = 1000) -> list[Document]:
    """Make short walls scattered over the place."""
    pick = random.Random(count)
    places = [[MIDDLE + pick.randint(-spread, spread) for _ in "xy"] for _ in range(count)]
    return [_wall(n, [x, y, x + pick.randint(-size, size), y + size], {}) for n, (x, y) in enumerate(places)]


def _wall(n: int, c: list[int], kind: dict[str, Any]) -> Document:
    return {"_id": f"w{n}", "c": c, "sight": 20, "move": 20, "light": 20, **kind}


def crowd(count: int, spread: int = 1000) -> list[Document]:
    pick = random.Random(count)
    return [token(f"t{n}", *(MIDDLE + pick.randint(-spread, spread) for _ in "xy")) for n in range(count)]


def lamps(count: int) -> list[Document]:
    pick = random.Random(count)
    places = [[MIDDLE + pick.randint(-2000, 2000) for _ in "xy"] for _ in range(count)]
    return [{"_id": f"l{n}", "x": x, "y": y, "config": {"dim": 500}} for n, (x, y) in enumerate(places)]


def caves(count: int, points: int, behaviour: str, degree: str) -> list[Document]:
    """Make jagged regions around the middle, one inside another."""
    found = []
    for n in range(count):
        turns = [2 * math.pi * k / points for k in range(points)]
        radii = [(500 + n) * (1 + 0.1 * (k % 2)) for k in range(points)]
        ring = [MIDDLE + radius * way for turn, radius in zip(turns, radii, strict=True) for way in _way(turn)]
        says = [{"type": behaviour, "system": {"degree": degree}}]
        found.append({"_id": f"r{n}", "polygons": [[round(value) for value in ring]], "behaviors": says})
    return found


def _way(turn: float) -> tuple[float, float]:
    return math.cos(turn), math.sin(turn)


LOW = {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}}
BOMBS: dict[str, Callable[[], Document]] = {  # each is made by the tests that want it
    "20,000 walls in one point": lambda: scene(walls=star(20_000)),
    "20,000 windows in one point": lambda: scene(walls=star(20_000, sight=30)),
    "2,000 terrain walls in one point": lambda: scene(walls=star(2_000, sight=10)),
    "2,000 low walls in one point": lambda: scene(walls=star(2_000, **LOW)),
    "two giants among 2,000 pegs": lambda: scene(6, walls=pegs(2_000, 4)),
    "two ships among 20,000 pegs": lambda: scene(100, 10_000, walls=pegs(20_000, 20, 5000)),
    "two giants in a crowd of 1,900": lambda: scene(6, tokens=crowd(1_900)),
    "1,900 helpers": lambda: scene(1, 50, tokens=crowd(1_900, 150), walls=pegs(500, 30, 150)),
    "2,000 lights and 20,000 walls": lambda: scene(
        night=True, environment=NIGHT, walls=pegs(20_000, 300), lights=lamps(2_000)
    ),
    "300 fogs and two giants": lambda: scene(6, regions=caves(300, 60, "coign.obscuring", "light")),
    "8 caves of thick fog": lambda: scene(reach=650, regions=caves(8, 4_900, "coign.obscuring", "heavy")),
    "8 caves of cover and two giants": lambda: scene(6, regions=caves(8, 4_900, "coign.cover", "half")),
}


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("ruleset", ["partial-advantage", "combat-modifiers"])
def test_an_expensive_scene_is_answered_fast(bomb: str, ruleset: str) -> None:
    held = read(BOMBS[bomb]())
    held.walls.near(0, 0, 0, 0)  # builds the index, which is built once for many changes
    request, setup = read_request({"actor": "A", "targets": ["B"]}, held), configure([ruleset])
    annotation, units = work_of(lambda: annotate(held, request, setup))
    assert units < MOST_UNITS  # without bounds, from seconds to days
    (result,) = annotation.results
    assert result.facts is not None
    assert 0 <= result.facts.cover.exposure <= 1
    assert len(result.facts.cover.by) <= NAMES
    assert len(result.facts.flanking.with_) <= HELPERS
    assert all(len(mark.points) <= 2 * POINTS for mark in result.figure.polygons)
    assert len(msgspec.json.encode(annotation)) < 1 << 20


def test_past_the_most_effort_the_widest_walls_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def exposures(*, all_count: bool) -> Any:
        sheet = facts(scene(reach=650, walls=pegs(60, 40, 600)))
        shares = sheet.query.exposure.shares
        assert sheet.query.exposure.exact is all_count
        about = [mark.label for mark in figure(sheet, ()).points if mark.role == "about"]
        assert about == ([] if all_count else [f"≈ {sheet.cover.exposure:.0%}"])
        return shares

    exact = exposures(all_count=True)
    monkeypatch.setattr(sweep, "ROWS", 60)
    coarse = exposures(all_count=False)
    assert (coarse >= exact).all()
    assert (exact < coarse).any()
    assert coarse.mean() < 0.9


def test_round_a_light_the_nearest_walls_count(monkeypatch: pytest.MonkeyPatch) -> None:
    room = [[900, 900, 900, 1100], [900, 1100, 1100, 1100], [1100, 1100, 1100, 900], [1100, 900, 900, 900]]
    made = [_wall(n, side, {}) for n, side in enumerate([[1010, 0, 1010, 2000], *room, [1500, 0, 1500, 2000]])]
    monkeypatch.setattr(lamplight, "WALLS", 1)
    held = read(
        draw(
            "+ +",
            "   ",
            "+ +",
            walls=made,
            night=True,
            lights=[{"_id": "l", "x": 1000, "y": 1000, "config": {"dim": 50}}],
        )
    )
    (area,) = reached(held, held.lamps.lights)
    assert area.dim.bounds[2] == pytest.approx(1010 * QUANTA, abs=1)
    assert area.dim.bounds[0] < 10 * QUANTA


def test_of_very_many_walls_only_the_first_are_looked_at_to_name_what_hides_a_target(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query = facts(scene(reach=650, walls=pegs(30, 40, 600))).query
    hiding = [len(finish(query.exposure.hiding(point))) for point in range(len(query.sightlines.points))]
    assert max(hiding) > 1
    monkeypatch.setattr(exposure, "HIDING", 1)
    assert max(len(finish(query.exposure.hiding(point))) for point in range(len(query.sightlines.points))) == 1


@pytest.mark.parametrize("grid", [Grid(), Grid(type=2)])
def test_a_thinned_space_keeps_its_extent_and_some_squares_of_its_own(grid: Grid) -> None:
    big, small = grid.space(100, 100, 6, 6, bottom=5), grid.space(900, 100)
    found, sizes = [(body_of(big), body_of(small))], []
    while fewer := thinner(*found[-1]):
        found.append(fewer)
        sizes.append([len(body.held.inset) for body in fewer])
    assert sizes == [[12, 1], [4, 1], [1, 1]]
    for body, _ in found[1:]:
        assert (body.space, body.upright, body.is_whole) == (big, (big.bottom, big.top), False)
        assert {tuple(map(tuple, square)) for square in body.held.inset.tolist()} <= {
            tuple(map(tuple, square)) for square in big.inset.tolist()
        }


def body_of(space: Space) -> Body:
    return Body(space, Upright(space.bottom, space.top), None, 16.0)


def test_among_many_walls_a_giant_is_judged_from_fewer_squares_and_much_alike() -> None:
    walls = [_wall(n, [MIDDLE - 100 + n, MIDDLE - 100, MIDDLE - 100 + n, MIDDLE - 99], {}) for n in range(300)]
    few, many = facts(scene(6, walls=walls[:10])), facts(scene(6, walls=walls))
    assert len(few.query.sightlines.source.held.inset) == 36
    assert len(many.query.sightlines.source.held.inset) < 36
    assert few.cover.degree == many.cover.degree == "none"
    assert encode(scene())  # a scene is JSON


@pytest.mark.parametrize(("side", "thinned"), [(4, False), (8, True)])
@pytest.mark.parametrize("grid", [1, 2])
def test_a_dragon_is_measured_whole_and_an_island_from_a_part_of_it(side: int, thinned: bool, grid: int) -> None:
    """On hexes, a creature four across occupies 12 hexes, one eight across at least 48."""
    more: dict[str, Any] = {"grid": {"type": grid, "size": 100, "distance": 5}, "walls": pegs(40, 300, 600)}
    sheet = facts(scene(side, **more))
    lines = sheet.query.sightlines
    assert (not (lines.source.is_whole and lines.target.is_whole)) is thinned
    assert lines.effort <= LINES
