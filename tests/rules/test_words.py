"""The result of a roll in words: each part as a phrase, and all of it as one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from coign.protocol import (
    Advantage,
    Chance,
    Damage,
    Effect,
    Flat,
    FlatTotals,
    MissChance,
    Modifier,
    Movement,
    Outcome,
    Override,
    Result,
    Tiers,
    Total,
)
from coign.protocol.rulings import PoolChange, SecondDie, State
from coign.rules import Ruling, sentence, words
from coign.rules.phrases import english
from coign.rules.words import follows
from support.rulings import above, ask, cover, flanked, rolled


def said(ruling: Ruling) -> str:
    outcome, modifiers = ruling.outcome, ruling.modifiers
    return sentence(Result("B", None, modifiers, outcome, words=words(outcome, modifiers)))


def test_the_modifiers_that_count_and_the_outcome() -> None:
    ruling = ask("partial-advantage", elevation=above(5), roll=rolled(14, total=19, d4=3), ac=21)
    assert said(ruling) == (
        "Partial advantage: High Ground (+1d4; 5 ft above, needs 2 ft). 19 → 22. Hit. "
        "Abilities that need advantage on the attack may be used."
    )


def test_dice_still_to_be_rolled() -> None:
    ruling = ask("enchanted-realms", flanking=flanked(), roll=rolled(8))
    assert "2d20 instead of 1d20. +1d3 damage. Roll 1d20, 1d3." in said(ruling)
    assert said(ruling).startswith("Advantage: flanking (table's choice) (")


def test_one_more_die_of_which_one_counts() -> None:
    by_hand = Override(modifier="gm", effect=Advantage("save"), why="a quick prayer")
    ruling = ask("enchanted-realms", "save", overrides=[by_hand], roll=rolled(12, total=12))
    assert "Two dice, the higher counts. 12 or d20." in said(ruling)
    ruling = ask("enchanted-realms", "save", overrides=[by_hand], roll=rolled(12, total=15))
    assert "12 or d20, +3." in said(ruling)


LINES = (True, False, False, True)


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({}, "Nothing applies."),
        ({"overrides": [Override(modifier="high-ground", state="off")], "elevation": above(2)}, "Nothing counts."),
        (
            {"cover": cover("total")},
            "Cannot be targeted: Total Cover (nothing of it can be reached).",
        ),
        (
            {"cover": cover("half", against="creature", soft=("C",))},
            "Half Cover (+2 AC; Cara in the way).",
        ),
        (
            {"cover": cover("half", against="solid", share=0.38, by=("wall:a", "wall:b"))},
            "Half Cover (+2 AC; a wall hides 62 % of it).",
        ),
        (
            {"cover": cover("half", against="solid", share=0.001, by=("wall:a",))},
            "Half Cover (+2 AC; a wall hides 99 % of it).",
        ),
        (
            {"cover": cover("half", against="solid", share=0.38, by=("wall:a", "floor:b"))},
            "Half Cover (+2 AC; a wall and a floor hide 62 % of it).",
        ),
        (
            {"cover": cover("half", against="solid", share=0.38)},
            "Half Cover (+2 AC; 38 % of it can be reached).",
        ),
        (
            {"cover": cover("half", against="solid", lines=LINES, blocked=2, corner="east", by=("floor:b",))},
            "Half Cover (+2 AC; 2 of 4 lines blocked by a floor, from your east corner).",
        ),
    ],
)
def test_heads(facts: dict[str, Any], sentence: str) -> None:
    assert said(ask("partial-advantage", **facts)) == sentence


# --- what follows -----------------------------------------------------------------------------------------------------


def modifier(effect: Effect, state: State = "on") -> Modifier:
    return Modifier("one", "R1", "One", effect, state, "a reason")


@pytest.mark.parametrize(
    ("outcome", "effects", "said"),
    [
        (Outcome(flat=FlatTotals(ac=2)), [Flat(2, "ac")], []),
        (Outcome(flat=FlatTotals(ac=4)), [Flat(2, "ac"), Flat(2, "ac")], ["+4 AC"]),
        (
            Outcome(flat=FlatTotals(attack=-2, ac=2)),
            [Flat(2, "ac"), Flat(2, "attack"), Flat(-4, "attack")],
            ["-2 attack"],
        ),
        (Outcome(flat=FlatTotals(ac=0)), [Flat(2, "ac"), Flat(-2, "ac")], []),
        (Outcome(keep="highest"), [Advantage("attack")], ["two dice, the higher counts"]),
        (
            Outcome(keep="highest", second=SecondDie("1d20", "highest", 12)),
            [Advantage("attack")],
            ["two dice, the higher counts"],
        ),
        (Outcome(pool=PoolChange(1, 2, "lowest")), [], ["2d20 instead of 1d20", "two dice, the lower counts"]),
        (Outcome(pool=PoolChange(1, 1)), [], []),
        (Outcome(miss_chance=20), [MissChance(20)], []),
        (Outcome(miss_chance=36), [MissChance(20), MissChance(20)], ["36 % miss chance"]),
        (Outcome(damage="+1d3"), [Damage("+1d3")], ["+1d3 damage"]),
        (Outcome(damage="+2", flat=FlatTotals(damage=2)), [Advantage("attack")], ["+2 damage"]),
        (Outcome(movement=0.5), [Movement(0.5)], []),
        (Outcome(movement=0.25), [Movement(0.5), Movement(0.5)], ["movement × 0.25"]),
    ],
)
def test_what_a_single_line_says_is_not_said_again(outcome: Outcome, effects: list[Effect], said: list[str]) -> None:
    assert list(follows(outcome, map(modifier, effects))) == said


def test_a_modifier_that_does_not_count_says_nothing_of_a_sum() -> None:
    found = follows(Outcome(flat=FlatTotals(ac=2)), [modifier(Flat(2, "ac")), modifier(Flat(2, "ac"), "off")])
    assert found == ()


def test_a_report_says_all_of_it() -> None:
    assert follows(Outcome(flat=FlatTotals(ac=2), miss_chance=20)) == ("+2 AC", "20 % miss chance")


# --- parts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "kind", "text", "short"),
    [
        (Outcome(hit=True), "hit", "hit", "hit"),
        (Outcome(hit=False), "miss", "miss", "miss"),
        (Outcome(hit=False, margin=-3), "miss", "miss by 3", "miss"),
        (Outcome(hit=False, margin=2), "miss", "miss", "miss"),  # a miss chance, not the total
        (Outcome(hit=True, critical=True), "critical", "critical", "critical"),
        (Outcome(critical=True), "critical", "critical", "critical"),
        (Outcome(hit=False, critical=True), "miss", "miss", "miss"),
        (Outcome(tiers=Tiers(2, 2)), "tier", "tier 2", "tier 2"),
        (Outcome(tiers=Tiers(1, 2)), "tier", "tier 1 → 2", "tier 2"),
        (Outcome(tiers=Tiers(1, 3), critical=True), "tier", "tier 1 → 3, critical", "critical"),
    ],
)
def test_verdicts(outcome: Outcome, kind: str, text: str, short: str) -> None:
    found = words(outcome).verdict
    assert found is not None
    assert (found.kind, english(found.phrase)) == (kind, text)
    assert english(found.short or found.phrase) == short


def test_without_hit_or_tier_there_is_no_verdict() -> None:
    assert words(Outcome()).verdict is None
    assert words(Outcome(tiers=Tiers(None, None))).verdict is None


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(), None),
        (Outcome(total=Total(19, 19)), "19"),
        (Outcome(total=Total(19, 21)), "19 → 21"),
        (Outcome(total=Total(19, None)), "19"),
        (Outcome(total=Total(19, None), dice="1d4"), "19 + 1d4"),
        (Outcome(total=Total(19, None), dice="-1d4"), "19 \u2212 1d4"),
        (Outcome(total=Total(19, None), second=SecondDie("1d20", "lowest", 12, 5)), "12 or d20, +5"),
    ],
)
def test_totals(outcome: Outcome, text: str | None) -> None:
    found = words(outcome).total
    assert (found and english(found)) == text


IN_WORDS = """impossible, hardly ever, very unlikely, unlikely, rather unlikely, as likely as not, rather likely,
likely, very likely, almost certain, certain""".replace("\n", " ").split(", ")


@pytest.mark.parametrize(
    ("outcome", "chance", "odds"),
    [
        (Outcome(chance=Chance(0.5, 0.65)), "50 → 65 %", "65 %"),
        (Outcome(chance=Chance(0.5, 0.502)), "50 %", "50 %"),
        (Outcome(chance=Chance(0.5, 0.65, critical=0.15)), "50 → 65 %", "65 % (critical 15 %)"),
        (Outcome(chance=Chance(0.5, 0.65, critical=0.15, better="raise")), "50 → 65 %", "65 % (raise 15 %)"),
        (Outcome(chance=Chance(0.5, 0.65, tiers=(0.35, 0.44, 0.21))), *["tiers 1 / 2 / 3: 35 / 44 / 21 %"] * 2),
        *((Outcome(odds=step), None, f"A hit: {word}") for step, word in enumerate(IN_WORDS)),
        (Outcome(), None, None),
    ],
)
def test_chances(outcome: Outcome, chance: str | None, odds: str | None) -> None:
    found = words(outcome)
    assert [one and english(one) for one in (found.chance, found.odds)] == [chance, odds]


def test_a_die_that_changes_nothing_any_more_need_not_be_rolled() -> None:
    settled = Outcome(hit=True, dice="-1d4", to_roll=("1d4", "1d100"))
    assert words(settled).roll == ("1d100",)
    assert words(replace(settled, hit=None)).roll == ("1d4", "1d100")
