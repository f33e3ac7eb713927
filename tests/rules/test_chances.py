"""The chance of every ruleset, compared with a count of the dice that its outcome names."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.protocol import Attack, Effect, Outcome, Override
from coign.protocol.rulings import Advantage, Bane, Die, Disadvantage, Edge, Flat, MissChance
from support.rulings import ask, chance_of, creature

pytestmark = pytest.mark.repeats

D20S = (
    "partial-advantage", "fifth-edition-2014", "fifth-edition-2024", "combat-modifiers", "combat-facing",
    "pathfinder-1e", "pathfinder-2e", "starfinder-1e", "house-rules", "house-rules-d20",
)  # fmt: skip
POOLS = ("enchanted-realms", "coign-of-vantage")
OF_D20: tuple[Effect, ...] = (Flat(2, "attack"), Flat(-5, "attack"), Flat(4, "ac"))
OF_FIFTH = (*OF_D20, Advantage("attack"), Disadvantage("attack"))
OF_ROLL = (Die("1d4", "attack"), Die("-1d4", "attack"))
GIVEN: dict[str, tuple[Effect, ...]] = {
    "partial-advantage": OF_FIFTH + OF_ROLL,
    "fifth-edition-2014": OF_FIFTH,
    "fifth-edition-2024": OF_FIFTH,
    "house-rules": OF_FIFTH,
    "pathfinder-1e": (*OF_D20, MissChance(20), MissChance(50)),
    "combat-modifiers": (*OF_D20, MissChance(20), MissChance(50)),
    "starfinder-1e": (*OF_D20, MissChance(20)),
    "enchanted-realms": OF_FIFTH,
    "coign-of-vantage": OF_FIFTH,
    "lancer": OF_D20,
    "house-rules-swade": OF_D20,
    "draw-steel": (Edge("attack"), Bane("attack"), Flat(2, "attack")),
}
SCORES = {"ac": st.integers(5, 32), "bonus": st.integers(-4, 15)}


def given_by_gm(ruleset: str) -> st.SearchStrategy[list[Override]]:
    """Return some effects that the family has a place for."""
    chosen = st.lists(st.sampled_from(GIVEN.get(ruleset, OF_D20)), max_size=3)
    return chosen.map(
        lambda all_of: [Override(modifier=f"gm-{n}", effect=one, why="luck") for n, one in enumerate(all_of)]
    )


def share(found: list[bool]) -> float:
    return float(Fraction(sum(found), len(found)))


def beside(outcome: Outcome) -> list[int]:
    """Return the values of the die beside the d20, or zero alone."""
    sides = int(outcome.dice.replace("1d", "")) if outcome.dice else 0
    return [face if sides > 0 else -face for face in range(1, abs(sides) + 1)] or [0]


def need(outcome: Outcome, ac: int, bonus: int) -> float:
    return ac + outcome.flat.ac - outcome.flat.attack - bonus


def missing(outcome: Outcome) -> float:
    return 1 - (outcome.miss_chance or 0) / 100


def hits(ruleset: str, face: int, score: float, least: float) -> bool:
    if ruleset != "pathfinder-2e":
        return face == 20 or (face != 1 and score >= least)
    degree = (score >= least) + (score >= least + 10) - (score <= least - 10)
    return degree + {20: 1, 1: -1}.get(face, 0) >= 1


@given(data=st.data(), ruleset=st.sampled_from(D20S + POOLS), **SCORES)
def test_d20s(data: Any, ruleset: str, ac: int, bonus: int) -> None:
    """In a pool of two dice, any die may hit, so the better one counts."""
    found = ask(ruleset, ac=ac, attack=Attack(bonus=bonus), overrides=data.draw(given_by_gm(ruleset))).outcome
    chosen = {"highest": max, "lowest": min}
    keep = {"advantage": "highest", "disadvantage": "lowest"}.get(found.label)
    rolled = product(range(1, 21), repeat=2 if keep else 1)
    counting = [chosen[keep or "highest"](faces) for faces in rolled]
    least = need(found, ac, bonus)
    count = [hits(ruleset, face, face + extra, least) for face, extra in product(counting, beside(found))]
    assert chance_of(found).after == pytest.approx(share(count) * missing(found), abs=1e-12)


@given(data=st.data(), spell=st.booleans(), dice=st.sampled_from([(), (6,), (6, 6), (-6,)]), **SCORES)
def test_lancer(data: Any, spell: bool, dice: tuple[int, ...], ac: int, bonus: int) -> None:
    attack = Attack(kind="ranged", bonus=bonus, dice=dice, spell=spell)
    found = ask("lancer", ac=ac, attack=attack, overrides=data.draw(given_by_gm("lancer"))).outcome
    totals = [
        face + max(sixes, default=0) * (-1 if dice == (-6,) else 1) + bonus + found.flat.attack
        for face, *sixes in product(range(1, 21), *[range(1, 7)] * len(dice))
    ]
    assert chance_of(found).after == share([one >= ac + found.flat.ac for one in totals])
    critical = None if spell else share([one >= max(20, ac + found.flat.ac) for one in totals])
    assert chance_of(found).critical == critical


def of_aces(least: int, sides: int) -> Fraction:
    again = of_aces(least - sides, sides) if least > sides else Fraction(1)
    return sum((Fraction(face >= least) for face in range(1, sides)), again) / sides


@given(data=st.data(), dice=st.sampled_from([(6,), (8, 6)]), **SCORES)
def test_savage_worlds(data: Any, dice: tuple[int, ...], ac: int, bonus: int) -> None:
    attack = Attack(bonus=bonus, traitDice=dice)
    found = ask(
        "house-rules-swade", ac=ac, attack=attack, overrides=data.draw(given_by_gm("house-rules-swade"))
    ).outcome

    def chance(least: float) -> float:
        missed = Fraction(1)
        for sides in dice:
            missed *= 1 - of_aces(round(least), sides)
        return float(1 - missed - (Fraction(1, 48) if least <= 1 and len(dice) > 1 else 0))

    assert chance_of(found).after == chance(need(found, ac, bonus))
    assert chance_of(found).critical == chance(need(found, ac, bonus) + 4)
    assert chance_of(found).better == "raise"


@given(data=st.data(), bonus=SCORES["bonus"])
def test_draw_steel(data: Any, bonus: int) -> None:
    found = ask("draw-steel", attack=Attack(bonus=bonus), overrides=data.draw(given_by_gm("draw-steel"))).outcome
    balance = {"double edge": 2, "edge": 1, "bane": -1, "double bane": -2}.get(found.label, 0)
    tiers = []
    for faces in product(range(1, 11), repeat=2):
        total = sum(faces) + bonus + found.flat.attack + (2 * balance if abs(balance) == 1 else 0)
        step = balance // 2 if abs(balance) == 2 else 0
        tiers.append(3 if sum(faces) >= 19 else max(1, min(3, 1 + (total > 11) + (total > 16) + step)))
    chance = chance_of(found)
    assert chance.tiers == tuple(share([one == tier for one in tiers]) for tier in (1, 2, 3))
    assert chance.after == pytest.approx(1 - chance.tiers[0])


@pytest.mark.parametrize(
    ("ruleset", "attack"),
    [
        ("lancer", Attack()),
        ("house-rules-swade", Attack(bonus=2)),
        ("house-rules-swade", Attack(traitDice=(8, 6))),
        ("draw-steel", Attack()),
    ],
)
def test_there_is_no_chance_where_the_dice_or_the_bonus_are_unknown(ruleset: str, attack: Attack) -> None:
    assert ask(ruleset, ac=10, attack=attack).outcome.chance is None


def test_who_is_lucky_or_accurate_has_the_better_chance() -> None:
    def chance(attack: Attack, **traits: Any) -> float:
        gm = [Override(modifier="gm", effect=Advantage("attack"), why="luck")]
        actor = creature("A", **traits)
        return chance_of(ask("fifth-edition-2014", ac=16, attack=attack, actor=actor, overrides=gm).outcome).after

    plain = chance(Attack(bonus=5))
    assert plain == 0.75
    assert chance(Attack(bonus=5, abilities=("elven-accuracy",))) == 0.875
    assert chance(Attack(bonus=5), feats=["halfling-luck"]) == pytest.approx(plain + (0.5**2 - 0.45**2) * 0.5)
