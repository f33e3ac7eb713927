"""Enchanted Realms, both editions, row by row."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from coign.catalogue.registry import configure
from coign.protocol import D20, Advantage, Check, CheckKind, Disadvantage, Effect, Flat, Override, PoolChange, Roll
from support.rulings import (
    MELEE,
    RANGED,
    above,
    arcs,
    ask,
    chance_of,
    cover,
    difficult,
    flanked,
    near,
    rolled,
    rows,
    seen,
    the,
    total_of,
)

COMPLETE, COIGN = "enchanted-realms", "coign-of-vantage"
EDITIONS = pytest.mark.parametrize("edition", [COMPLETE, COIGN])
DAMAGE = pytest.mark.parametrize(("edition", "damage"), [(COMPLETE, "1d3"), (COIGN, "2")])
HALF: dict[str, Any] = {"cover": cover("half")}
FLANKED: dict[str, Any] = {"flanking": flanked()}


def word(effect: Effect, **more: Any) -> Override:
    return Override(modifier="gm", effect=effect, why="as the story has it", **more)


@DAMAGE
def test_E1_advantage_in_combat(edition: str, damage: str) -> None:
    outcome = ask(edition, roll=rolled(8), **FLANKED).outcome
    assert (outcome.label, outcome.pool, outcome.damage) == ("advantage", PoolChange(1, 2), f"+{damage}")
    assert outcome.movement is None


@DAMAGE
def test_E2_disadvantage_in_combat(edition: str, damage: str) -> None:
    outcome = ask(edition, roll=rolled(8, 12), **HALF).outcome
    assert (outcome.label, outcome.pool, outcome.damage) == ("disadvantage", PoolChange(2, 1), f"-{damage}")
    assert outcome.movement == 0.5


@EDITIONS
def test_E3_an_empty_pool_is_two_dice_the_worse_counts(edition: str) -> None:
    outcome = ask(edition, roll=rolled(15, total=18, d20=9), **HALF).outcome
    assert outcome.pool == PoolChange(1, 2, "lowest")
    assert total_of(outcome).after == 12
    assert ask(edition, roll=rolled(15, total=18), **HALF).outcome.to_roll[0] == "1d20"


def test_E4_no_damage_left_is_a_miss_with_nothing_riding_on_it() -> None:
    rolls = rolled(20, 20, total=43, damage=1, d3=2)
    outcome = ask(COMPLETE, roll=rolls, ac=12, **HALF).outcome
    assert (outcome.hit, outcome.flat.damage) == (False, -2)
    assert "nothing rides on it" in outcome.notes[0]


@pytest.mark.parametrize(("face", "hit", "said"), [(20, True, "deals 1 point"), (18, False, "nothing rides")])
def test_E4_in_the_later_edition_a_natural_20_still_deals_one(face: int, hit: bool, said: str) -> None:
    outcome = ask(COIGN, roll=rolled(face, 3, total=face + 6, damage=2), ac=12, **HALF).outcome
    assert outcome.hit is hit
    assert said in outcome.notes[0]


@EDITIONS
def test_E4_damage_that_is_left_changes_nothing(edition: str) -> None:
    outcome = ask(edition, roll=rolled(18, 3, total=24, damage=5, d3=1), ac=12, **HALF).outcome
    assert (outcome.hit, outcome.notes) == (True, ())


@EDITIONS
def test_E5_the_primary_attack_only(edition: str) -> None:
    outcome = ask(edition, attack=replace(MELEE, primary=False), roll=rolled(8), **FLANKED).outcome
    assert (outcome.pool, outcome.damage, outcome.flat.damage) == (PoolChange(1, 2), None, 0)


@EDITIONS
@pytest.mark.parametrize("occasion", ["save", "check", "perception"])
def test_E6_saves_and_checks(edition: str, occasion: Literal["save", "check", "perception"]) -> None:
    to = occasion
    better = ask(edition, occasion, overrides=[word(Advantage(to))], roll=rolled(8, total=11, d20=15)).outcome
    assert (better.dice, better.keep, total_of(better).after, better.movement) == ("2d20", "highest", 18, None)
    worse = ask(edition, occasion, overrides=[word(Disadvantage(to))], roll=rolled(8, total=11, d20=15)).outcome
    assert (worse.keep, total_of(worse).after, worse.movement) == ("lowest", 11, 0.5)


@EDITIONS
def test_E6_a_roll_made_with_two_dice_keeps_them(edition: str) -> None:
    made = rolled(8, 15, mode="advantage", kept=1, total=18)
    outcome = ask(edition, "save", roll=made).outcome
    assert (outcome.label, total_of(outcome).after, outcome.to_roll) == ("advantage", 18, ())
    cancelled = ask(edition, "save", roll=made, overrides=[word(Disadvantage("save"))]).outcome
    assert (cancelled.label, total_of(cancelled).after) == ("plain", 11)


@EDITIONS
def test_E7_competitions_are_d12s(edition: str) -> None:
    outcome = ask(
        edition, "check", check=Check(kind="competition"), overrides=[word(Disadvantage("check"))], roll=rolled(8)
    ).outcome
    assert (outcome.dice, outcome.to_roll, outcome.keep, outcome.movement) == ("2d12", ("1d12",), "lowest", 0.5)


@pytest.mark.parametrize("die", [4, 6, 8, 10, 12, 20])
def test_E8_reactions_use_the_skills_die(die: int) -> None:
    outcome = ask(
        COIGN, "check", check=Check(kind="reaction", die=die), overrides=[word(Advantage("check"))], roll=rolled(3)
    ).outcome
    assert (outcome.dice, outcome.to_roll, outcome.keep) == (f"2d{die}", (f"1d{die}",), "highest")


def test_E8_a_reaction_of_which_no_die_is_known_has_two_of_twenty() -> None:
    better = [word(Advantage("check"))]
    assert ask(COIGN, "check", check=Check(kind="reaction"), overrides=better).outcome.dice == "2d20"
    six = Check(kind="reaction", die=6)
    assert ask(COIGN, "check", check=six, overrides=better).outcome.dice == "2d6"


def test_E9_stealth_sets_the_awareness_TM_or_rolls_two_dice() -> None:
    good, bad = [word(Advantage("stealth"))], [word(Disadvantage("stealth"))]
    more = ask(COIGN, "stealth", overrides=good, roll=rolled(8, total=10, d6=4)).outcome
    assert (more.dice, total_of(more).after) == ("1d6", 14)
    sixes = Roll((D20(5, sides=6), D20(2, sides=6), D20(4, sides=6)), total=12)
    less = ask(COIGN, "stealth", overrides=bad, roll=sixes).outcome
    assert (less.dice, less.to_roll, total_of(less).after) == (None, (), 8)
    assert less.notes == ("one d6 fewer: the last of those rolled does not count",)
    unread = ask(COIGN, "stealth", overrides=bad, roll=rolled(8, total=10)).outcome
    assert (unread.to_roll, total_of(unread).after) == ((), None)
    rolled_out = ask(COIGN, "stealth", check=Check(kind="stealth-roll"), overrides=bad).outcome
    assert (rolled_out.dice, rolled_out.keep) == ("2d20", "lowest")
    assert ask(COMPLETE, "stealth", overrides=good).outcome.dice == "2d20"


@pytest.mark.parametrize(("side", "said"), [(Advantage, "spirit cost -1"), (Disadvantage, "spirit cost +1")])
def test_E10_divine_incantation(side: type, said: str) -> None:
    outcome = ask(COIGN, "check", check=Check(kind="incantation"), overrides=[word(side("check"))]).outcome
    assert (outcome.notes, outcome.dice) == ((said,), None)


@pytest.mark.parametrize(("side", "said"), [(Advantage, "lowest oversiphoning"), (Disadvantage, "double casting time")])
def test_E11_sorcery_axiom(side: type, said: str) -> None:
    outcome = ask(COIGN, "check", check=Check(kind="axiom"), overrides=[word(side("check"))]).outcome
    assert said in outcome.notes[0]


def test_E12_concentration_is_a_save() -> None:
    outcome = ask(COIGN, "check", check=Check(kind="concentration"), overrides=[word(Advantage("check"))]).outcome
    assert (outcome.dice, outcome.keep) == ("2d20", "highest")


@EDITIONS
def test_E13_any_number_is_one(edition: str) -> None:
    ruling = ask(edition, elevation=above(2), terrain=difficult(), roll=rolled(8), **FLANKED)
    assert [one.state for one in ruling.modifiers] == ["on", "set-aside", "set-aside"]
    assert ruling.outcome.pool == PoolChange(1, 2)


@EDITIONS
def test_E14_at_least_one_of_each_and_neither_applies(edition: str) -> None:
    ruling = ask(edition, elevation=above(2), roll=rolled(8), **FLANKED, **HALF)
    assert rows(ruling) == []
    assert (ruling.outcome.label, ruling.outcome.pool, ruling.outcome.damage) == ("plain", PoolChange(1, 1), None)


@pytest.mark.parametrize(("edition", "label"), [(COMPLETE, "plain"), (COIGN, "advantage")])
def test_E14_unless_an_effect_says_that_it_overrides(edition: str, label: str) -> None:
    said = word(Advantage("attack"), overrides_cancelling=True)
    assert ask(edition, overrides=[said], **HALF).outcome.label == label


@EDITIONS
def test_E15_a_reroll_beside_it_is_of_one_die(edition: str) -> None:
    outcome = ask(edition, roll=rolled(1, 1, rerolled=True), **FLANKED).outcome
    assert any("one die of the pool only" in note for note in outcome.notes)
    assert ask(edition, roll=rolled(1, rerolled=True)).outcome.notes == ()


@EDITIONS
@pytest.mark.parametrize("kind", ["check", "competition", "reaction", "incantation", "axiom", "concentration"])
def test_E16_disadvantage_of_any_kind_halves_movement(edition: str, kind: CheckKind) -> None:
    outcome = ask(edition, "check", check=Check(kind=kind), overrides=[word(Disadvantage("check"))]).outcome
    assert outcome.movement == 0.5


@EDITIONS
@pytest.mark.parametrize(
    ("option", "default", "facts", "label"),
    [
        ("high-ground", True, {"elevation": above(2)}, "advantage"),
        ("flanking", True, FLANKED, "advantage"),
        ("rear-arc", False, {"facing": arcs(out_of="rear")}, "advantage"),
        ("target-difficult", True, {"terrain": difficult()}, "advantage"),
        ("target-covered", True, HALF, "disadvantage"),
        ("target-covered", True, {"obscurement": seen("lightly")}, "disadvantage"),
        ("target-covered", True, {"obscurement": seen("heavily", sight=False)}, "disadvantage"),
        ("attacker-difficult", False, {"terrain": difficult(actor=True)}, "disadvantage"),
    ],
)
def test_what_gives_advantage_each_a_switch(
    edition: str, option: str, default: bool, facts: dict[str, Any], label: str
) -> None:
    assert configure([edition]).options[edition][option] is default
    assert ask(edition, options={option: True}, **facts).outcome.label == label
    assert ask(edition, options={option: False}, **facts).modifiers == ()


@EDITIONS
def test_high_ground_with_a_bow_needs_ten_feet(edition: str) -> None:
    assert ask(edition, attack=RANGED, range=near(), elevation=above(9)).modifiers == ()
    ruling = ask(edition, attack=RANGED, range=near(), elevation=above(10))
    assert the(ruling, "E1").reason == "10 ft above, needs 10 ft"


@EDITIONS
def test_total_cover_bars_the_attack(edition: str) -> None:
    assert ask(edition, cover=cover("total"), **FLANKED).outcome.label == "blocked"


@EDITIONS
def test_any_die_of_the_pool_may_hit(edition: str) -> None:
    outcome = ask(edition, roll=rolled(8, total=10, d20=15), ac=17, **FLANKED).outcome
    assert (outcome.hit, total_of(outcome).after) == (True, 17)
    assert chance_of(outcome).before == pytest.approx(0.3)
    assert chance_of(outcome).after == pytest.approx(1 - 0.7**2)


@EDITIONS
def test_the_worse_of_two_must_hit(edition: str) -> None:
    outcome = ask(edition, roll=rolled(18, total=20, d20=15), ac=18, **HALF).outcome
    assert outcome.hit is False
    assert chance_of(outcome).after == pytest.approx(0.25**2)


def test_a_known_miss_changes_no_damage_and_asks_for_no_die() -> None:
    hit = ask(COMPLETE, roll=rolled(15, total=20, d20=2), ac=10, **FLANKED).outcome
    missed = ask(COMPLETE, roll=rolled(2, total=7, d20=2), ac=30, **FLANKED).outcome
    assert (hit.damage, hit.to_roll) == ("+1d3", ("1d3",))
    assert (missed.damage, missed.to_roll, missed.notes) == (None, (), ())
    later = ask(COIGN, roll=rolled(2, total=7, d20=2), ac=30, **FLANKED).outcome
    assert (later.damage, later.flat.damage) == (None, 0)


@EDITIONS
def test_a_known_miss_at_disadvantage_takes_no_damage_away(edition: str) -> None:
    outcome = ask(edition, roll=rolled(2, total=7, d20=3), ac=30, **HALF).outcome
    assert (outcome.hit, outcome.damage, outcome.flat.damage, outcome.notes) == (False, None, 0, ())


@EDITIONS
def test_a_miss_that_the_dice_show_is_known_to_everybody(edition: str) -> None:
    outcome = ask(edition, roll=rolled(1, total=6, d20=1), **FLANKED).outcome
    assert (outcome.hit, outcome.damage) == (False, None)


def test_who_does_not_know_the_armour_class_learns_nothing_of_it() -> None:
    high, low = (ask(COMPLETE, roll=rolled(face, total=face + 5, d20=2), **FLANKED).outcome for face in (15, 2))
    assert (high.hit, low.hit) == (None, None)
    assert high.to_roll == low.to_roll == ("1d3",)


@EDITIONS
def test_nothing_applies_nothing_is_reported(edition: str) -> None:
    ruling = ask(edition, roll=rolled(8, total=10))
    assert ruling.modifiers == ()
    outcome = ruling.outcome
    assert (outcome.label, outcome.pool, outcome.damage, outcome.movement) == ("plain", PoolChange(1, 1), None, None)
    assert (total_of(outcome).after, outcome.to_roll) == (10, ())


@EDITIONS
def test_a_number_by_hand_is_added(edition: str) -> None:
    outcome = ask(edition, overrides=[word(Flat(2, "attack"))], roll=rolled(8, total=10)).outcome
    assert total_of(outcome).after == 12
