"""Partial Advantage and Tactical Position, row by row."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from coign.protocol import Attack, Check, Die, Disadvantage, Flat, Override, Permit, RangeFact
from coign.protocol.evaluate import Mode
from coign.protocol.rulings import Occasion
from coign.rules.families.fifth import OPEN_ABILITIES
from support.rulings import (
    MELEE,
    RANGED,
    above,
    ask,
    cover,
    creature,
    difficult,
    flanked,
    near,
    rolled,
    rows,
    seen,
    the,
    total_of,
)

PA = "partial-advantage"
LEDGE: dict[str, Any] = {"attack": RANGED, "range": near(), "elevation": above(10)}
SNEAKING = replace(MELEE, abilities=("sneak-attack",))


def test_P1_a_d4_is_added_to_the_d20() -> None:
    outcome = ask(PA, elevation=above(2), roll=rolled(14, total=19, d4=3)).outcome
    assert (outcome.label, outcome.dice) == ("partial advantage", "1d4")
    assert (total_of(outcome).before, total_of(outcome).after) == (19, 22)


def test_P2_two_sources_are_one_die_and_both_are_shown() -> None:
    ruling = ask(PA, elevation=above(2), flanking=flanked())
    assert rows(ruling) == ["P21"]
    assert rows(ruling, "set-aside") == ["P23"]
    assert "does not stack, and High Ground gives it" in the(ruling, "P23").reason
    assert ruling.outcome.dice == "1d4"


def test_P3_three_sources_are_no_advantage() -> None:
    ruling = ask(PA, options={"difficult-terrain": True}, elevation=above(2), flanking=flanked(), terrain=difficult())
    assert ruling.outcome.label == "partial advantage"
    assert ruling.outcome.keep is None


@pytest.mark.parametrize("mode", ["advantage", "disadvantage"])
def test_P4_no_partial_beside_the_standard_of_a_roll(mode: Mode) -> None:
    ruling = ask(PA, elevation=above(2), roll=rolled(4, 11, mode=mode, kept=1, total=16))
    assert ruling.outcome.label == mode
    assert rows(ruling, "set-aside") == ["P21"]
    assert f"the roll has standard {mode}" in the(ruling, "P21").reason


def test_P4_no_partial_beside_the_standard_that_a_rule_gives() -> None:
    ruling = ask(PA, options={"three-quarters-cover": True}, cover=cover("three-quarters"), **LEDGE)
    assert (rows(ruling), rows(ruling, "set-aside")) == (["P31"], ["P20"])
    assert ruling.outcome.label == "disadvantage"


@pytest.mark.parametrize(("face", "critical"), [(16, False), (19, False), (20, True)])
def test_P5_only_a_natural_20_is_a_critical(face: int, critical: bool) -> None:
    assert ask(PA, elevation=above(2), roll=rolled(face, total=face + 5, d4=4)).outcome.critical is critical


def test_P6_a_reroll_is_made_without_the_d4() -> None:
    ruling = ask(PA, elevation=above(2), roll=rolled(1, 13, kept=1, total=18, rerolled=True))
    assert rows(ruling, "set-aside") == ["P21"]
    assert ruling.outcome.dice is None
    assert (total_of(ruling.outcome).before, total_of(ruling.outcome).after) == (18, 18)


def test_P6_unless_the_GM_says_otherwise() -> None:
    word = Override(modifier="high-ground", state="on")
    ruling = ask(PA, elevation=above(2), roll=rolled(1, 13, kept=1, total=18, rerolled=True), overrides=[word])
    assert ruling.outcome.dice == "1d4"


def test_P7_what_removes_advantage_removes_partial_advantage() -> None:
    ruling = ask(PA, elevation=above(2), request={"removesAdvantage": True})
    assert rows(ruling, "set-aside") == ["P21"]
    assert ruling.outcome.label == "plain"


def test_P7_a_roll_whose_advantage_is_removed_is_plain_and_counts_its_first_die() -> None:
    outcome = ask(
        PA, roll=rolled(4, 11, mode="advantage", kept=1, total=16), request={"removesAdvantage": True}
    ).outcome
    assert outcome.label == "plain"
    assert (total_of(outcome).before, total_of(outcome).after) == (16, 9)


def test_P7_such_a_roll_may_take_partial_disadvantage() -> None:
    ruling = ask(
        PA,
        options={"half-cover": True},
        cover=cover("half"),
        elevation=above(2),
        roll=rolled(4, 11, mode="advantage", kept=1, total=16),
        request={"removesAdvantage": True},
    )
    assert ruling.outcome.label == "partial disadvantage"
    assert (rows(ruling), rows(ruling, "set-aside")) == (["P30"], ["P21"])


def test_P8_permits_what_needs_advantage() -> None:
    ruling = ask(PA, elevation=above(2), attack=SNEAKING)
    assert rows(ruling) == ["P21", "P8"]
    assert the(ruling, "P8").effect == Permit("sneak-attack")
    assert ruling.outcome.permits == ("sneak-attack",)


def test_P8_is_said_by_the_line_that_gives_partial_advantage() -> None:
    ruling = ask(PA, elevation=above(2), flanking=flanked())
    assert [(one.rule, one.state) for one in ruling.modifiers] == [("P21", "on"), ("P23", "set-aside")]
    assert ruling.outcome.standing == {"P21": (ruling.outcome.notes.index(OPEN_ABILITIES),)}


def test_P8_not_without_partial_advantage() -> None:
    assert ask(PA, attack=SNEAKING).modifiers == ()
    assert "P8" not in rows(ask(PA, options={"half-cover": True}, cover=cover("half"), attack=SNEAKING))


@pytest.mark.parametrize(("face", "after", "asked"), [(14, None, ("1d4",)), (20, 25, ())])
def test_P9_partial_disadvantage_and_the_natural_20_that_ignores_it(
    face: int, after: int | None, asked: tuple[str, ...]
) -> None:
    outcome = ask(PA, options={"half-cover": True}, cover=cover("half"), roll=rolled(face, total=face + 5)).outcome
    assert (outcome.label, outcome.dice) == ("partial disadvantage", "-1d4")
    assert (total_of(outcome).after, outcome.to_roll) == (after, asked)


def test_P9_the_d4_is_subtracted() -> None:
    outcome = ask(PA, options={"half-cover": True}, cover=cover("half"), roll=rolled(14, total=19, d4=3)).outcome
    assert total_of(outcome).after == 16


def test_P10_one_of_each_leaves_the_roll_alone() -> None:
    options = {"half-cover": True, "lightly-obscured": True}
    ruling = ask(PA, options=options, cover=cover("half"), obscurement=seen("lightly"), **LEDGE)
    assert rows(ruling) == []
    assert rows(ruling, "set-aside") == ["P20", "P30", "P32"]
    assert (ruling.outcome.label, ruling.outcome.dice) == ("plain", None)


@pytest.mark.parametrize(("d4", "hit"), [(1, False), (2, True)])
def test_P11_hit_or_miss_where_the_armour_class_is_known(d4: int, hit: bool) -> None:
    outcome = ask(PA, elevation=above(2), roll=rolled(14, total=19, d4=d4), ac=21).outcome
    assert outcome.hit is hit


@pytest.mark.parametrize(("ac", "hit"), [(20, True), (21, None), (23, None), (24, False)])
def test_P11_while_the_d4_is_out_only_what_it_cannot_change_is_final(ac: int, hit: bool | None) -> None:
    outcome = ask(PA, elevation=above(2), roll=rolled(14, total=19), ac=ac).outcome
    assert (outcome.hit, outcome.margin, total_of(outcome).after, outcome.to_roll) == (hit, None, None, ("1d4",))


def test_P11_the_margin_is_the_total_less_the_armour_class() -> None:
    outcome = ask(PA, elevation=above(2), roll=rolled(14, total=19, d4=1), ac=22).outcome
    assert (outcome.hit, outcome.margin) == (False, -2)


def test_P11_no_hit_where_the_armour_class_is_unknown() -> None:
    assert ask(PA, elevation=above(2), roll=rolled(14, total=19, d4=4)).outcome.hit is None


@pytest.mark.parametrize(("difference", "holds"), [(9.99, False), (10, True)])
def test_P20_ranged_from_ten_feet_above(difference: float, holds: bool) -> None:
    ruling = ask(PA, attack=RANGED, range=near(), elevation=above(difference))
    assert (rows(ruling) == ["P20"]) is holds


def test_P20_says_how_high() -> None:
    ruling = ask(PA, attack=RANGED, range=near(), elevation=above(20))
    assert the(ruling, "P20").reason == "20 ft above, needs 10 ft"
    assert the(ruling, "P20").figure == "elevation"


@pytest.mark.parametrize("in_short_range", [False, None])
def test_P20_only_where_the_target_is_known_to_be_within_short_range(in_short_range: bool | None) -> None:
    far = RangeFact(distance=100, adjacent=False, in_short_range=in_short_range)
    assert ask(PA, attack=RANGED, range=far, elevation=above(20)).modifiers == ()


def test_P20_in_a_scene_of_metres() -> None:
    ruling = ask(PA, attack=RANGED, range=near(), elevation=above(3), foot=0.3)
    assert rows(ruling) == ["P20"]


@pytest.mark.parametrize(("difference", "holds"), [(1, False), (2, True)])
def test_P21_melee_from_two_feet_above(difference: float, holds: bool) -> None:
    assert (rows(ask(PA, elevation=above(difference))) == ["P21"]) is holds


def test_P21_only_within_reach() -> None:
    beyond = RangeFact(distance=10, adjacent=False, in_reach=False)
    assert ask(PA, elevation=above(5), range=beyond).modifiers == ()


def test_P22_the_air_and_the_water_are_no_ground() -> None:
    assert ask(PA, elevation=above(20, standing=False)).modifiers == ()


@pytest.mark.parametrize("attack", [MELEE, RANGED])
def test_P23_flanking_melee_or_ranged(attack: Attack) -> None:
    ruling = ask(PA, attack=attack, flanking=flanked())
    assert the(ruling, "P23").reason == "you are on its west side, Cara on its east side"
    assert ruling.outcome.label == "partial advantage"


def test_P23_not_against_one_that_cannot_be_flanked() -> None:
    assert ask(PA, flanking=flanked(), target=creature("B", immune=["flanking"])).modifiers == ()


def test_P23_a_helper_who_may_not_be_named_is_not() -> None:
    assert "another enemy of it" in the(ask(PA, flanking=flanked("hidden one")), "P23").reason


LINES = {"lines": (False, False, True, True), "blocked": 2, "corner": "north-east", "against": "solid"}


def test_a_reason_names_all_that_blocks_the_lines_that_it_counts() -> None:
    mixed = {**LINES, "lines": (False,) * 4, "blocked": 4, "by": ("wall:w", "region:r", "token:C"), "soft": ("C",)}
    reason = the(ask(PA, cover=cover("half", **mixed)), "P30").reason
    assert reason == "4 of 4 lines blocked by a wall and an area of cover and Cara, from your north-east corner"


def test_P30_off_is_two_armour_class_and_two_on_dexterity_saves() -> None:
    ruling = ask(PA, cover=cover("half", **LINES))
    assert the(ruling, "P30").effect == Flat(2, "ac")
    assert the(ruling, "P30").reason == "2 of 4 lines blocked by a wall, from your north-east corner"
    saved = ask(PA, "save", cover=cover("half"), check=Check(ability="dex"))
    assert saved.outcome.flat.save == 2
    assert ask(PA, "save", cover=cover("half"), check=Check(ability="wis")).modifiers == ()


def test_P30_on_is_partial_disadvantage_instead_and_the_save_stays() -> None:
    options = {"half-cover": True}
    ruling = ask(PA, options=options, cover=cover("half"))
    assert the(ruling, "P30").effect == Die("-1d4", "attack")
    assert ruling.outcome.flat.ac == 0
    assert ask(PA, "save", options=options, cover=cover("half")).outcome.flat.save == 2


def test_P30_a_save_of_no_named_ability_is_taken_for_dexterity_and_says_so() -> None:
    ruling = ask(PA, "save", cover=cover("half"))
    assert ruling.assumed == ("ability of the save: none named, taken for Dexterity or Reflex",)


def test_P30_not_against_who_ignores_it() -> None:
    assert ask(PA, cover=cover("half"), actor=creature("A", ignores=["half"])).modifiers == ()


@pytest.mark.parametrize("feat", ["sharpshooter", "spell-sniper"])
def test_P30_P31_not_against_an_attack_that_shoots_past_it(feat: str) -> None:
    past = replace(RANGED, abilities=(feat,))
    for degree in ("half", "three-quarters"):
        assert ask(PA, cover=cover(degree), attack=past).modifiers == ()
    assert ask(PA, cover=cover("total"), attack=past).outcome.label == "blocked"


def test_P31_off_is_five_and_on_is_standard_disadvantage() -> None:
    assert ask(PA, cover=cover("three-quarters")).outcome.flat.ac == 5
    assert ask(PA, "save", cover=cover("three-quarters")).outcome.flat.save == 5
    ruling = ask(PA, options={"three-quarters-cover": True}, cover=cover("three-quarters"))
    assert the(ruling, "P31").effect == Disadvantage("attack")
    assert (ruling.outcome.label, ruling.outcome.keep, ruling.outcome.flat.ac) == ("disadvantage", "lowest", 0)


def test_P31_standard_advantage_cancels_it_and_the_roll_takes_partial_advantage() -> None:
    ruling = ask(
        PA,
        options={"three-quarters-cover": True},
        cover=cover("three-quarters"),
        roll=rolled(4, 11, mode="advantage", kept=1, total=16),
        **LEDGE,
    )
    assert (ruling.outcome.label, ruling.outcome.dice) == ("partial advantage", "1d4")
    assert (rows(ruling), rows(ruling, "set-aside")) == (["P20"], ["P31"])
    assert "advantage on the same roll cancels it" in the(ruling, "P31").reason


def test_P31_the_second_d20_is_asked_for_and_the_worse_counts() -> None:
    on: dict[str, Any] = {"options": {"three-quarters-cover": True}, "cover": cover("three-quarters")}
    assert ask(PA, roll=rolled(14, total=19), **on).outcome.to_roll == ("1d20",)
    assert total_of(ask(PA, roll=rolled(14, total=19, d20=6), **on).outcome).after == 11
    assert total_of(ask(PA, roll=rolled(14, total=19, d20=17), **on).outcome).after == 19


def test_P32_attacks_only_when_switched_on_and_looking_always() -> None:
    dim = seen("lightly")
    assert ask(PA, obscurement=dim).modifiers == ()
    assert ask(PA, options={"lightly-obscured": True}, obscurement=dim).outcome.label == "partial disadvantage"
    looking = ask(PA, "perception", obscurement=dim)
    assert (rows(looking), looking.outcome.label) == (["P32"], "disadvantage")
    assert ask(PA, "perception", obscurement=dim, check=Check(kind="hearing")).modifiers == ()


def test_P33_attacks_gain_and_dexterity_saves_suffer() -> None:
    assert ask(PA, terrain=difficult()).modifiers == ()
    on: dict[str, Any] = {"options": {"difficult-terrain": True}, "terrain": difficult()}
    assert ask(PA, **on).outcome.label == "partial advantage"
    saved = ask(PA, "save", check=Check(ability="dex"), **on)
    assert (saved.outcome.label, saved.outcome.dice) == ("partial disadvantage", "-1d4")
    assert the(saved, "P33").effect == Die("-1d4", "save")
    assert ask(PA, "save", check=Check(ability="con"), **on).modifiers == ()


def test_P34_the_GM_adds_to_any_roll_with_a_reason() -> None:
    word = Override(modifier="gm", effect=Die("1d4", "check"), why="a good plan")
    ruling = ask(PA, "check", overrides=[word])
    assert (ruling.outcome.label, the(ruling, "P34").reason) == ("partial advantage", "the GM: a good plan")
    assert the(ruling, "P34").override == 0


def test_P34_joins_the_law_like_any_other() -> None:
    word = Override(modifier="gm", effect=Die("-1d4", "attack"), why="the sun in your eyes")
    ruling = ask(PA, elevation=above(2), overrides=[word])
    assert rows(ruling, "set-aside") == ["P21", "P34"]
    assert ruling.outcome.label == "plain"


def test_P34_without_a_reason_does_not_count_and_says_why() -> None:
    ruling = ask(PA, overrides=[Override(modifier="gm", effect=Die("1d4", "attack"))])
    assert rows(ruling, "set-aside") == ["P34"]
    assert "needs a reason" in the(ruling, "P34").reason


@pytest.mark.parametrize("occasion", ["attack", "opportunity", "save"])
def test_total_cover_bars_it_and_nothing_else_is_reported(occasion: Occasion) -> None:
    ruling = ask(PA, occasion, cover=cover("total"), elevation=above(2), flanking=flanked())
    assert (rows(ruling), ruling.outcome.label) == (["P-total"], "blocked")
    assert len(ruling.modifiers) == 1


def test_core_an_unseen_target_is_disadvantage_an_unseen_attacker_advantage_both_cancel() -> None:
    dark: dict[str, Any] = {"obscurement": seen("heavily", sight=False)}
    assert ask(PA, **dark).outcome.label == "disadvantage"
    assert ask(PA, obscurement=seen(by_target=False)).outcome.label == "advantage"
    assert ask(PA, obscurement=seen("heavily", sight=False, by_target=False)).outcome.label == "plain"


def test_core_what_is_heavily_obscured_is_unseen_in_both_directions() -> None:
    """A part of it may still be seen, as of a body whose foot is in the torchlight."""
    assert ask(PA, obscurement=seen("heavily")).outcome.label == "disadvantage"
    assert ask(PA, obscurement=seen(to_target="heavily")).outcome.label == "advantage"
    assert ask(PA, obscurement=seen("heavily", to_target="heavily")).outcome.label == "plain"


def test_core_what_cannot_be_seen_is_not_spotted() -> None:
    ruling = ask(PA, "perception", obscurement=seen("heavily", sight=False))
    assert ruling.outcome.notes == ("a check that relies on sight fails",)


def test_nothing_applies_nothing_is_reported() -> None:
    ruling = ask(PA, roll=rolled(14, total=19), ac=16)
    assert ruling.modifiers == ()
    outcome = ruling.outcome
    assert (outcome.label, outcome.dice, outcome.to_roll, total_of(outcome).after) == ("plain", None, (), 19)
