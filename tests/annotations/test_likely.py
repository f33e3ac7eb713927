"""The likely attack: of those that a creature may make, the engine picks one for each target by what it measures."""

from __future__ import annotations

import random

import msgspec
import pytest

from coign.annotations.annotate import annotate, annotating_views
from coign.annotations.heat_map import survey
from coign.catalogue.registry import configure
from coign.protocol import Annotation, Attack, Candidate, Defence, Evaluate, Opponent, Point, Reach, Surveyed
from coign.protocol.messages import Survey
from coign.util.tasks import finish
from support.maps import draw
from support.scenes import read

SETUP = configure(["fifth-edition-2014"])
BOW = Attack(kind="ranged", name="Bow", range=Reach(80, 320), bonus=7, dice=(4,))
DART = Attack(kind="ranged", name="Dart", range=Reach(20, 60))
SWORD = Attack(kind="melee", name="Sword", reach=5)
GLAIVE = Attack(kind="melee", name="Glaive", reach=10)
HANDS, THROW = Attack(kind="melee"), Attack(kind="ranged")

AT = {5: "B", 10: "C", 15: "D", 90: "E"}  # feet from the attacker
ROWS = ("+ " * 19 + "+", " A B C D".ljust(37) + "E ", "+ " * 19 + "+")


def asked(*attacks: Attack, last: Attack | None = None, targets: tuple[str, ...] = ("B",), **more: object) -> Evaluate:
    candidates = tuple(Candidate(one, last=one is last) for one in attacks)
    request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=targets, candidates=candidates)
    return msgspec.structs.replace(request, **more)


def picked(feet: int, *attacks: Attack, last: Attack | None = None) -> str:
    """The likely attack on the target that is so far away: its name, or its kind."""
    scene = read(draw(*ROWS))
    (result,) = annotate(scene, asked(*attacks, last=last, targets=(AT[feet],)), SETUP).results
    assert result.likely is not None
    assert result.facts is not None
    assert result.facts.range.distance == feet
    return result.likely.name or result.likely.kind


def test_it_is_the_first_weapon_that_reaches_else_the_ranged_one_with_the_shortest_range_that_is_enough() -> None:
    every = (BOW, SWORD, GLAIVE, DART, HANDS, THROW)
    assert [picked(feet, *every) for feet in AT] == ["Sword", "Glaive", "Dart", "Bow"]
    assert picked(90, DART, SWORD) == "Dart", "out of range of all"
    assert [picked(feet, HANDS, THROW) for feet in AT] == ["melee", "ranged", "ranged", "ranged"]
    assert picked(90, SWORD) == "Sword", "nothing else is known"


def test_the_last_attack_goes_before_the_others_if_it_is_ranged_or_reaches() -> None:
    assert [picked(feet, BOW, SWORD, last=BOW) for feet in AT] == ["Bow"] * 4
    assert [picked(feet, GLAIVE, SWORD, DART, last=GLAIVE) for feet in AT] == ["Glaive", "Glaive", "Dart", "Dart"]


def test_each_target_has_its_own_attack_and_its_own_defence_against_it() -> None:
    candidates = (
        Candidate(msgspec.structs.replace(SWORD, bonus=4), {"B": Defence(ac=11), "E": Defence(ac=12)}),
        Candidate(BOW, {"B": Defence(ac=13), "E": Defence(ac=14)}),
    )
    scene = read(draw(*ROWS))
    near, far = annotate(scene, asked(targets=("B", "E"), candidates=candidates), SETUP).results
    assert (near.likely, far.likely) == (SWORD, msgspec.structs.replace(BOW, bonus=None, dice=()))
    for result, attack, ac in ((near, msgspec.structs.replace(SWORD, bonus=4), 11), (far, BOW, 14)):
        request = asked(targets=(result.target or "",), attack=attack, defence={result.target or "": Defence(ac=ac)})
        (alone,) = annotate(scene, request, SETUP).results
        assert (alone.facts, alone.outcome) == (result.facts, result.outcome)
        assert result.outcome.chance is not None


def test_the_distance_is_that_from_where_the_attacker_would_stand() -> None:
    scene = read(draw(*ROWS))
    for at, name in ((None, "Bow"), (Point(300, 0), "Bow")):
        (result,) = annotate(scene, asked(SWORD, BOW, targets=("E",), at=at), SETUP).results
        assert result.likely is not None
        assert result.likely.name == name


@pytest.mark.parametrize("seed", range(4))
def test_of_two_thousand_random_pairs_each_has_the_attack_that_its_measured_distance_allows(seed: int) -> None:
    """On squares and hexes, with every rule for diagonals, sizes and heights; and none is left out."""
    pick = random.Random(seed)
    for _ in range(500):
        side, height = pick.choice([0.5, 1, 1, 2, 3, 1.5]), pick.choice([0, 0, 5, 15, -10])
        tokens = [
            {"_id": key, "x": 100 * pick.randrange(12), "y": 100 * pick.randrange(12), "width": side, "height": side}
            | {"elevation": height if key == "A" else 0}
            for key in "AB"
        ]
        grid = {"type": pick.choice([0, 1, 1, 2, 3, 4, 5]), "size": 100, "distance": 5}
        scene = read({"_id": "s", "grid": grid | {"diagonals": pick.choice([0, 1, 2, 4, 5])}, "tokens": tokens})
        request = asked(SWORD, GLAIVE, DART, BOW, figure=False)
        (result,) = annotate(scene, request, SETUP).results
        assert result.facts is not None
        assert result.likely is not None
        distance = result.facts.range.distance
        limits = ((5.0, "Sword"), (10.0, "Glaive"), (20.0, "Dart"))
        assert result.likely.name == next((name for limit, name in limits if distance <= limit), "Bow")


def test_a_survey_picks_once_for_each_way_and_tells_what_it_picked() -> None:
    scene = read(draw(*ROWS))
    there = (300.0, 0.0)
    foes = tuple(Opponent(key, (Candidate(SWORD), Candidate(BOW))) for key in ("C", "E"))

    def parts(*places: tuple[float, float], targets: tuple[str, ...]) -> list[Surveyed]:
        request = asked(SWORD, BOW, targets=targets)
        of = tuple(one for one in foes if one.token in targets)
        message = Survey(id="v", request=request, places=places, of=of, both=True)
        return [one for one in survey(scene, message, SETUP) if one]

    (first, *_) = parts(there, targets=("C",))
    assert first.likely == SWORD
    assert [one.possible for one in (*first.mine, *first.theirs)] == [True, True]
    (first, *_) = parts(targets=("C",))
    assert first.likely == msgspec.structs.replace(BOW, bonus=None, dice=())
    many = parts(there, there, targets=("E", "C"))
    assert [one.likely is not None for one in many] == [True, *([False] * (len(many) - 1))]


def test_a_player_is_told_no_number_of_the_attack_that_was_picked() -> None:
    scene = read(draw(*ROWS))
    request = asked(candidates=(Candidate(BOW, {"B": Defence(ac=17, applied="half")}),), viewers=("gm", "player"))
    views: tuple[Annotation, ...] = finish(annotating_views(scene, request, SETUP))
    assert [view.results[0].likely for view in views] == [msgspec.structs.replace(BOW, bonus=None, dice=())] * 2
    assert [view.results[0].outcome.chance is None for view in views] == [False, True]
    assert b"17" not in msgspec.json.encode(views[1])
