"""Modifiers that a GM adds by hand and facts that a GM sets: all that a ruleset offers counts when it is judged."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from coign.catalogue.registry import installed
from coign.facts import FactSheet
from coign.protocol import (
    Advantage,
    Bane,
    CoverFact,
    Damage,
    Die,
    Disadvantage,
    Edge,
    Effect,
    Flat,
    FlatCheck,
    HandEffect,
    MissChance,
    Override,
    Total,
)
from coign.protocol.rulings import BonusType, Occasion
from coign.protocol.vocabulary import ROLLS_TO
from coign.rules.rule import ATTACKS
from support.rulings import MELEE, RANGED, above, ask, rolled, the

IDS = tuple(installed())
PART: dict[str, Callable[[FactSheet], object]] = {  # of the facts, that an override of this name sets
    "cover": lambda facts: facts.cover.degree,
    "obscurement": lambda facts: facts.obscurement.level,
    "flanking": lambda facts: facts.flanking.flanked,
    "standing": lambda facts: facts.elevation.standing,
    "difficult": lambda facts: facts.terrain.target_difficult,
    "target-arc": lambda facts: facts.facing.target_arc,
    "attacker-arc": lambda facts: facts.facing.attacker_arc,
}
FAMILIES: dict[str, str] = {ruleset.law.family: ruleset.id for ruleset in installed().values()}


def offered_on(ruleset: str, occasion: str) -> list[Effect]:
    """Return the effects that may be added on an occasion, at the ends of what they take and where it is usual."""
    (rolled, *_) = ROLLS_TO[occasion]
    effects = [made for one in installed()[ruleset].info().by_hand.effects for made in made_of(one)]
    if occasion in ATTACKS:
        return effects
    return [msgspec.structs.replace(one, to=rolled) for one in effects if getattr(one, "to", "") == "attack"]


def made_of(form: HandEffect) -> list[Effect]:
    """Return the effects of a kind, as the module makes them."""
    numbers = dict.fromkeys((*(form.bounds or (1,)), *form.usual))
    return [_effect(form, number) for number in numbers if number or form.kind != "die"]


def _effect(form: HandEffect, number: int) -> Effect:
    die = f"{'-' if number < 0 else ''}1d{abs(number)}"
    match form.kind:
        case "flat":
            return Flat(number, form.to or "attack")
        case "die":
            return Die(die, form.to or "attack")
        case "damage":
            return Damage(die)
        case "advantage":
            return Advantage(form.to or "attack")
        case "disadvantage":
            return Disadvantage(form.to or "attack")
        case "edge":
            return Edge(form.to or "attack")
        case "bane":
            return Bane(form.to or "attack")
        case "miss-chance":
            return MissChance(number)
    return FlatCheck(number)


@pytest.mark.parametrize("ruleset", IDS)
@pytest.mark.parametrize("occasion", ROLLS_TO)
def test_every_effect_that_is_offered_counts(ruleset: str, occasion: Occasion) -> None:
    for effect in offered_on(ruleset, occasion):
        for attack in (MELEE, RANGED):
            word = Override(modifier="by-hand", effect=effect, why="a song")
            ruling = ask(ruleset, occasion, roll=rolled(12, total=17), ac=15, overrides=[word], attack=attack)
            (found,) = [one for one in ruling.modifiers if one.id == "by-hand"]
            assert (found.state, found.effect) == ("on", effect)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_takes_any_number_on_whatever_has_one(family: str) -> None:
    offered = [one for one in installed()[FAMILIES[family]].law.by_hand if one.kind == "flat"]
    numbers = ("attack", "damage") if family == "draw-steel" else ("attack", "ac", "damage")  # it has no armour class
    assert {(one.to, one.bounds) for one in offered} == {(to, (-30, 30)) for to in numbers}
    for occasion in ROLLS_TO:
        assert any(isinstance(one, Flat) for one in offered_on(FAMILIES[family], occasion))


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - {"enchanted-realms", "draw-steel"}))
def test_every_family_of_one_d20_takes_a_die(family: str) -> None:
    song = Override(modifier="song", effect=Die("1d6", "attack"), why="a bard sings")
    outcome = ask(FAMILIES[family], overrides=[song], roll=rolled(12, total=17, d6=5), ac=15).outcome
    assert outcome.total == Total(17, 22)
    fire = Override(modifier="fire", effect=Damage("1d6"), why="a burning blade")
    assert ask(FAMILIES[family], overrides=[fire], roll=rolled(12, total=17), ac=15).outcome.damage == "+1d6"


@pytest.mark.parametrize("ruleset", IDS)
def test_a_number_by_hand_changes_the_total(ruleset: str) -> None:
    rolls: tuple[Occasion, ...] = ("attack", "save", "check", "perception", "stealth")
    for occasion in rolls:
        (to, *_) = ROLLS_TO[occasion]
        word = Override(modifier="by-hand", effect=Flat(4, to), why="a song")
        total = ask(ruleset, occasion, roll=rolled(12, total=17), overrides=[word]).outcome.total
        assert total is not None
        assert total.after == 21


@pytest.mark.parametrize(("bonus", "after"), [("", 21), ("status", 21), ("circumstance", 19)])
def test_in_pathfinder_2_the_highest_bonus_of_a_type_counts(bonus: BonusType, after: int) -> None:
    """Two of +2, the second of a type: beside a circumstance bonus of +2 another one adds nothing."""
    aid = Override(modifier="aid", effect=Flat(2, "attack"), bonus="circumstance", why="aid")
    word = Override(modifier="word", effect=Flat(2, "attack"), bonus=bonus, why="a song")
    total = ask("pathfinder-2e", overrides=[aid, word], roll=rolled(12, total=17)).outcome.total
    assert total == Total(17, after)


@pytest.mark.parametrize("ruleset", IDS)
def test_every_fact_that_is_offered_is_taken_as_it_is(ruleset: str) -> None:
    """A degree of cover stays that degree, in the words of the ruleset."""
    own = installed()[ruleset]
    measured = CoverFact("centre" if own.family == "pathfinder-2e" else "dmg", "none")
    for fact, values in own.info().by_hand.facts.items():
        for value in values:
            facts = ask(ruleset, overrides=[Override(fact=fact, value=value)], cover=measured).facts
            taken = own.step(facts.cover) if fact == "cover" and own.step else PART[fact](facts)
            assert (fact, taken) == (fact, value)


def test_arcs_are_offered_where_a_rule_reads_the_facing() -> None:
    offers = {ruleset: "target-arc" in installed()[ruleset].info().by_hand.facts for ruleset in IDS}
    assert offers["combat-facing"]
    assert not offers["pathfinder-2e"]


def test_a_die_by_hand_counts_beside_advantage_but_not_beside_partial_advantage() -> None:
    song = Override(modifier="song", effect=Die("1d6", "attack"), why="a bard sings")
    with_advantage = ask("partial-advantage", overrides=[song], roll=rolled(12, 3, kept=0, total=17, mode="advantage"))
    assert (with_advantage.outcome.dice, with_advantage.outcome.keep) == ("1d6", "highest")
    ruling = ask("partial-advantage", overrides=[song], elevation=above(10), roll=rolled(12, total=17, d4=3))
    assert ruling.outcome.dice == "1d4"
    assert "only one die counts beside the d20" in the(ruling, "GM").reason


@pytest.mark.parametrize("ruleset", ["partial-advantage", "house-rules"])
@pytest.mark.parametrize("dice", ["2d6", "1d6+1", "a d6"])
def test_several_dice_at_once_are_set_aside(ruleset: str, dice: str) -> None:
    song = Override(modifier="song", effect=Die(dice, "attack"), why="a bard sings")
    ruling = ask(ruleset, overrides=[song], roll=rolled(12, total=17), ac=15)
    assert [one.state for one in ruling.modifiers] == ["set-aside"]


@pytest.mark.parametrize("dice", ["+1d6", "d6"])
def test_a_die_is_read_however_it_is_spelled(dice: str) -> None:
    song = Override(modifier="song", effect=Die(dice, "attack"), why="a bard sings")
    for ruleset in ("partial-advantage", "house-rules"):
        outcome = ask(ruleset, overrides=[song], roll=rolled(12, total=17, d6=5), ac=15).outcome
        assert outcome.total == Total(17, 22)
