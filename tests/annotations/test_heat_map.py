"""Surveys: each square has the result of an attack from there, computed in slices on a snapshot of the scene."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.annotations.annotate import annotate
from coign.annotations.heat_map import survey, worth
from coign.catalogue.registry import configure
from coign.errors import BadMessage, UnknownToken
from coign.facts.cover import measurement as cover
from coign.protocol import (
    Attack,
    Candidate,
    Change,
    Defence,
    Evaluate,
    Opponent,
    Point,
    Prospect,
    Reach,
    Survey,
    Surveyed,
)
from coign.protocol.rulings import Advantage, Die, Disadvantage, Flat, Modifier, Pool
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, draw, encode, region, wall
from support.random_scenes import move, scenes
from support.scenes import examples, read

SYSTEMS = {
    "partial-advantage": configure(["partial-advantage"]),
    "combat-modifiers": configure(["combat-modifiers"]),
    "combat-facing": configure(["combat-facing", "combat-modifiers"]),
}
BOW = Attack(kind="ranged", range=Reach(60, 240))
BLADE = Attack(kind="melee", reach=5)


def asked(squares: list[tuple[float, float]], targets: tuple[str, ...] = ("B",), attack: Attack = BOW) -> Survey:
    request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=targets, attack=attack)
    return Survey(id="h", request=request, places=tuple(squares))


def parts_of(found: Iterator[Surveyed | None]) -> list[Surveyed]:
    """The parts of a survey, without the steps in which no square was finished."""
    return [part for part in found if part is not None]


def whole(parts: list[Surveyed]) -> list[tuple[str, float, str, bool, bool]]:
    """Join the parts; assert that they have no gap and that only the last is marked as such."""
    joined: list[tuple[str, float, str, bool, bool]] = []
    for part in parts:
        assert (part.id, part.start) == ("h", len(joined))
        joined += ((one.label, one.value, one.cover, one.flanked, one.possible) for one in part.mine)
        assert part.done is (len(joined) == part.total)
    return joined


def alone(scene: Scene, message: Survey, setup: Setup) -> list[tuple[str, float, str, bool, bool]]:
    """Annotate an attack from each square by itself."""
    token = scene.tokens["A"]
    found: list[tuple[str, float, str, bool, bool]] = []
    for x, y in message.places:
        at = Point(x, y, scene.ground_for(token, x, y))
        (result,) = annotate(scene, msgspec.structs.replace(message.request, at=at), setup).results
        assert result.facts is not None
        facts = result.facts
        beyond = facts.range.in_reach is False or facts.range.in_long_range is False
        label = result.outcome.label
        found.append((label, worth(result.modifiers, label), facts.cover.degree, facts.flanking.flanked, not beyond))
    return found


@pytest.mark.repeats
@pytest.mark.parametrize("name", SYSTEMS)
@given(
    drawn=scenes(),
    attack=st.sampled_from([BOW, BLADE]),
    first=st.tuples(st.integers(0, 1), st.integers(0, 1)),
    aside=st.sampled_from([0, 0, 7]),
    torch=st.sampled_from([0, 0, 10]),
)
@examples(0.1)
def test_every_square_has_the_result_of_an_attack_from_there(
    name: str, drawn: Document, attack: Attack, first: tuple[int, int], aside: float, torch: float
) -> None:
    """Compare every other square in both directions, because each takes a whole attack."""
    drawn["tokens"][0]["light"] = {"bright": torch, "dim": 2 * torch, "angle": 360}
    scene = read(drawn)
    squares = [(100.0 * x + aside, 100.0 * y) for y in range(first[1], 8, 2) for x in range(first[0], 8, 2)]
    message = asked(squares, attack=attack)
    assert whole(parts_of(survey(scene, message, SYSTEMS[name]))) == alone(scene, message, SYSTEMS[name])


@pytest.mark.parametrize("name", SYSTEMS)
@given(drawn=scenes(), torch=st.sampled_from([0, 10]))
@examples(0.1)
def test_both_ways_are_the_attacks_from_there_and_on_who_stands_there(name: str, drawn: Document, torch: float) -> None:
    """Each way is compared with an attack in a scene in which the token has been put there."""
    setup = SYSTEMS[name]
    drawn["tokens"][0]["light"] = {"bright": torch, "dim": 2 * torch, "angle": 360}
    bow, blade = (msgspec.structs.replace(one, bonus=5) for one in (BOW, BLADE))
    defence = {"A": Defence(ac=14), "B": Defence(ac=16)}
    places = [(300.0, 200.0), (0.0, 600.0)]
    request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=(), attack=bow, defence=defence)
    opponents = (Opponent("B", (Candidate(blade),)),)
    message = Survey(id="h", request=request, places=tuple(places), of=opponents, both=True)
    before = read(drawn)
    found = parts_of(survey(before, message, setup))
    pairs = [pair for part in found for pair in zip(part.mine, part.theirs, strict=True)]
    for (x, y), pair in zip(places, pairs, strict=True):
        ground = before.ground_for(before.tokens["A"], x, y)
        move(drawn, "A", x, y, ground)
        scene = read(drawn)
        for prospect, actor, target, attack in ((pair[0], "A", "B", bow), (pair[1], "B", "A", blade)):
            asked = msgspec.structs.replace(request, actor=actor, targets=(target,), attack=attack)
            (result,) = annotate(scene, asked, setup).results
            assert result.facts is not None
            chance = result.outcome.chance
            assert prospect == Prospect(
                result.outcome.label,
                worth(result.modifiers, result.outcome.label),
                result.facts.cover.degree,
                result.facts.flanking.flanked,
                result.facts.range.in_reach is not False and result.facts.range.in_long_range is not False,
                None if chance is None else chance.after,
            )


@pytest.mark.repeats
@pytest.mark.parametrize("kind", [0, 2, 5])
@pytest.mark.parametrize("name", SYSTEMS)
def test_without_a_grid_and_on_hexes(kind: int, name: str) -> None:
    walls = [wall(250, 100, 250, 300), wall(400, 150, 520, 380, "w")]
    giant = {"A": {"width": 2, "height": 2, "x": 0, "y": 0}, "B": {"x": 500, "y": 300, "disposition": -1}}
    tokens = giant | {"C": {"x": 300, "y": 200}}
    scene = read(draw("+ +", "   ", "+ +", tokens=tokens, walls=walls, grid={"type": kind}))
    message = asked([(37.0 * n % 700, 53.0 * n % 600) for n in range(60)])
    assert whole(parts_of(survey(scene, message, SYSTEMS[name]))) == alone(scene, message, SYSTEMS[name])


def test_a_torch_lights_the_target_from_each_square_that_it_would_be_carried_to() -> None:
    """By night, out to ten feet from the bearer's edge, with the squares in every order of near and far."""
    torch = {"A": {"light": {"bright": 10, "dim": 10, "angle": 360}}}
    rows = ("+ + + + + +", " A       B ", "+ + + + + +")
    squares = [(100.0 * x, 0.0) for x in (0, 3, 1, 2, 0, 3)]
    setup = SYSTEMS["partial-advantage"]
    found = whole(parts_of(survey(read(draw(*rows, tokens=torch, night=True)), asked(squares), setup)))
    for (x, y), here in zip(squares, found, strict=True):
        moved = read(draw(*rows, tokens={"A": torch["A"] | {"x": x, "y": y}}, night=True))
        assert [here] == whole(parts_of(survey(moved, asked([(x, y)]), setup)))
    worths = [value for _, value, *_ in found]
    assert worths[0] == worths[2] == worths[4] < worths[1] == worths[3] == worths[5]


def test_many_targets_at_once() -> None:
    scene = read(draw("+ + + + +", " A   B E ", "+ + + + +", walls=[wall(300, 0, 300, 100)]))
    parts = parts_of(survey(scene, asked([], targets=("B", "E")), SYSTEMS["combat-modifiers"]))
    assert {part.total for part in parts} == {2}
    assert [part.done for part in parts] == [False] * (len(parts) - 1) + [True]
    assert [one.cover for part in parts for one in part.mine] == ["none", "total"]
    assert [one.label for part in parts for one in part.mine] == ["plain", "blocked"]


def test_drawn_ground_counts_square_by_square() -> None:
    hill = region("coign.ground", 1, 0, elevation=10)
    scene = read(draw("+ + + + +", " A     B ", "+ + + + +", regions=[hill]))
    parts = parts_of(survey(scene, asked([(0, 0), (100, 0), (200, 0)]), SYSTEMS["partial-advantage"]))
    assert [one.label for part in parts for one in part.mine] == ["plain", "partial advantage", "plain"]


def test_a_survey_runs_in_slices_on_a_snapshot() -> None:
    scene = read(draw("+ + + + +", " A     B ", "+ + + + +"))
    parts = survey(scene, asked([(0, 0)] * 500), SYSTEMS["combat-modifiers"])
    first = next(part for part in parts if part is not None)
    assert not first.done
    shut = wall(350, -500, 350, 900) | {"_id": "w"}
    finish(scene.change([Change("Wall", "create", "w", msgspec.Raw(encode(shut)))]))
    finish(scene.change([Change("Token", "delete", "B")]))
    rest = parts_of(parts)
    assert {one.cover for part in (first, *rest) for one in part.mine} == {"none"}
    assert sum(len(part.mine) for part in (first, *rest)) == 500


@pytest.mark.parametrize(
    ("message", "problem", "sentence"),
    [
        (asked([], targets=()), BadMessage, "at least one target"),
        (asked([(0, 0)] * 9000, targets=("B", "A")), BadMessage, "10,000 prospects"),
        (asked([(0, 0)], targets=("Z",)), UnknownToken, "no token Z in scene s"),
    ],
)
def test_an_impossible_survey_is_refused_at_once(message: Survey, problem: Any, sentence: str) -> None:
    scene = read(draw("+ + +", " A B ", "+ + +"))
    with pytest.raises(problem, match=sentence):
        survey(scene, message, SYSTEMS["combat-modifiers"])


@pytest.mark.parametrize(
    ("effect", "points"),
    [
        (Flat(2, "attack"), 2),
        (Flat(4, "ac"), -4),
        (Flat(2, "save"), 0),
        (Die("1d4", "attack"), 2.5),
        (Die("-1d4", "attack"), -2.5),
        (Advantage("attack"), 3.325),
        (Disadvantage("attack"), -3.325),
        (Pool(-1), -3.325),
    ],
)
def test_the_value_of_a_square(effect: Any, points: float) -> None:
    one = Modifier(id="m", rule="R", source="s", effect=effect, state="on", reason="r")
    assert worth((one,), "plain") == pytest.approx(points)
    assert worth((msgspec.structs.replace(one, state="set-aside"),), "plain") == 0
    assert worth((one,), "blocked") == -20


@pytest.mark.parametrize(("seconds", "lengths"), [(1.0, [1] * 7), (0.006, [2, 3, 2])])
def test_a_part_has_what_was_judged_within_a_frame_in_short_steps(
    seconds: float, lengths: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, measure = [0.0], cover.measure

    def slowly(query: Any) -> Any:
        now[0] += seconds
        return measure(query)

    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(cover, "measure", slowly)
    scene = read(draw("+ + + +", " A   B ", "+ + + +"))
    message = asked([(0, 100 * n) for n in range(1, 8)])
    walking = msgspec.structs.replace(message, request=msgspec.structs.replace(message.request, occasion="movement"))
    steps = list(survey(scene, walking, SYSTEMS["partial-advantage"]))
    assert [len(part.mine) for part in steps if part is not None] == lengths
    assert len(steps) >= 7, "a step without a part is ended, too"
