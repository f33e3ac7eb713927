"""Combat Modifiers, row by row. C4, C5, C9, C16 and C18 are decided by the facts, which are given here."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from coign.catalogue.registry import configure
from coign.protocol import Advantage, Attack, Check, Note, ObscurementFact, Override, SaveDamage, Shares
from coign.protocol.facts import Degree, Uncounted
from coign.protocol.rulings import Occasion
from support.rulings import (
    MELEE,
    RANGED,
    above,
    ask,
    chance_of,
    cover,
    creature,
    flanked,
    rolled,
    rows,
    seen,
    the,
    total_of,
)

CM = "combat-modifiers"
COVER: tuple[Degree, ...] = ("soft", "cover", "improved")
UNSEEN = seen("heavily", sight=False)


@pytest.mark.parametrize(
    ("difference", "height", "holds"), [(2.5, 5, True), (2, 5, False), (3, 10, False), (5, 10, True), (0, 0, False)]
)
def test_C1_higher_ground_by_half_the_targets_space(difference: float, height: float, holds: bool) -> None:
    ruling = ask(CM, elevation=above(difference, target_height=height))
    assert ruling.outcome.flat.attack == (1 if holds else 0)
    assert rows(ruling) == (["C1"] if holds else [])


def test_C1_from_the_air_and_with_a_bow() -> None:
    assert ask(CM, attack=RANGED, elevation=above(15, standing=False)).outcome.flat.attack == 1


def test_C2_cover_from_afar() -> None:
    ruling = ask(CM, attack=RANGED, cover=cover("cover", reading="d20", against="solid"))
    assert (rows(ruling), ruling.outcome.flat.ac) == (["C2"], 4)


def test_C3_cover_at_arms_length() -> None:
    low = cover("cover", reading="d20", against="low", adjacent_melee=True, blocked=3)
    ruling = ask(CM, cover=low)
    assert (rows(ruling), ruling.outcome.flat.ac) == (["C3"], 4)
    assert the(ruling, "C3").reason == "a line between the two spaces crosses a low wall"


def test_the_reason_counts_the_lines_of_a_corner_and_not_those_of_two_spaces() -> None:
    low = cover("cover", reading="d20", against="low", adjacent_melee=True, blocked=1)
    assert the(ask(CM, cover=low), "C3").reason == "a line between the two spaces crosses a low wall"
    corner = cover("cover", reading="d20", against="solid", lines=(False, True, True, True), blocked=1)
    reason = the(ask(CM, attack=RANGED, cover=corner), "C2").reason
    assert reason == "1 of 4 lines blocked by a wall, from your best corner"


def test_a_share_is_reported_like_a_miss_chance_with_a_space() -> None:
    little = cover("improved", reading="d20", against="solid", exposure=0.4, share=0.15)
    assert the(ask(CM, attack=RANGED, cover=little), "C11").reason == "15 % of it can be reached"


@pytest.mark.parametrize("rule", ["low", "all"])
def test_C4_and_C5_bind_low_walls_or_all(rule: str) -> None:
    assert configure([CM], {"obstacle-rule": rule}).readings.by.obstacle_rule == rule


def test_C4_and_C5_an_obstacle_that_counts_for_nothing_gives_nothing() -> None:
    assert ask(CM, cover=cover("none", reading="d20", by=("wall:w1",))).modifiers == ()


@pytest.mark.parametrize(("degree", "forbidden"), [("cover", True), ("improved", True), ("soft", False)])
def test_C6_no_opportunity_attack_against_cover(degree: Degree, forbidden: bool) -> None:
    outcome = ask(CM, "opportunity", cover=cover(degree, reading="d20")).outcome
    assert outcome.forbids == (("opportunity-attack",) if forbidden else ())


def test_C6_only_on_opportunity() -> None:
    assert "C6" not in rows(ask(CM, cover=cover("cover", reading="d20")))


@pytest.mark.parametrize("ability", ["ref", "dex", None])
def test_C7_reflex_saves(ability: str | None) -> None:
    ruling = ask(CM, "save", cover=cover("cover", reading="d20"), check=Check(ability=ability))
    assert (rows(ruling), ruling.outcome.flat.save) == (["C7"], 2)
    assert ask(CM, "save", cover=cover("cover", reading="d20"), check=Check(ability="will")).modifiers == ()


def test_C8_soft_cover() -> None:
    soft = cover("soft", reading="d20", against="creature", soft=("C",))
    ruling = ask(CM, attack=RANGED, cover=soft)
    assert (rows(ruling), ruling.outcome.flat.ac) == (["C8"], 2)
    assert the(ruling, "C8").reason == "Cara in the way"
    assert ask(CM, "save", cover=soft).outcome.flat.save == 1


def test_C8_is_no_place_to_hide_but_concealment_beside_it_is() -> None:
    soft = cover("soft", reading="d20", against="creature")
    assert ask(CM, "stealth", cover=soft).outcome.forbids == ("hide",)
    assert ask(CM, "stealth", cover=soft, obscurement=seen("lightly")).outcome.forbids == ()


def test_C9_the_chosen_square_counts() -> None:
    assert ask(CM, cover=cover("none", reading="d20", lines=(True,) * 4), target=creature("B", 2)).modifiers == ()


@pytest.mark.parametrize("occasion", ["attack", "opportunity", "save"])
def test_C10_total_cover(occasion: Occasion) -> None:
    ruling = ask(CM, occasion, cover=cover("total", reading="d20"))
    assert (rows(ruling), ruling.outcome.label) == (["C10"], "blocked")


def test_C11_improved_cover() -> None:
    slit = cover("improved", reading="d20", against="window")
    ruling = ask(CM, attack=RANGED, cover=slit)
    assert (rows(ruling), ruling.outcome.flat.ac) == (["C11"], 8)
    assert the(ruling, "C11").reason == "a window or arrow slit in the way"
    assert ask(CM, "stealth", cover=slit).outcome.flat.stealth == 10


def test_C11_half_damage_on_a_failed_save_none_on_a_made_one() -> None:
    outcome = ask(CM, "save", cover=cover("improved", reading="d20")).outcome
    assert (outcome.flat.save, outcome.save_damage) == (4, SaveDamage(failed=0.5, made=0.0))


def test_C12_only_the_best_of_the_three_counts() -> None:
    words = [Override(modifier="soft-cover", why="the crowd"), Override(modifier="improved-cover", why="a slit")]
    ruling = ask(CM, attack=RANGED, cover=cover("cover", reading="d20"), overrides=words)
    assert (rows(ruling), rows(ruling, "set-aside")) == (["C11"], ["C2", "C8"])
    assert ruling.outcome.flat.ac == 8


@pytest.mark.parametrize("attack", [MELEE, RANGED])
def test_C13_concealment(attack: Attack) -> None:
    ruling = ask(CM, attack=attack, obscurement=seen("lightly"))
    assert (rows(ruling), ruling.outcome.miss_chance) == (["C13"], 20)


def test_C13_touched_is_enough() -> None:
    assert ask(CM, obscurement=seen("none", touched="lightly")).outcome.miss_chance == 20


def test_C13_the_highest_counts_never_the_sum() -> None:
    ruling = ask(CM, obscurement=seen("lightly"), target=creature("B", miss=30))
    assert ruling.outcome.miss_chance == 30
    assert [one.state for one in ruling.modifiers] == ["set-aside", "on"]


@pytest.mark.parametrize(("d100", "hit"), [(20, False), (21, True)])
def test_C13_the_d100_is_rolled_before_the_attack(d100: int, hit: bool) -> None:
    outcome = ask(CM, obscurement=seen("lightly"), roll=rolled(20, total=25, d100=d100), ac=10).outcome
    assert outcome.hit is hit


def test_C13_is_asked_for_and_counts_in_the_chance() -> None:
    outcome = ask(CM, obscurement=seen("lightly"), roll=rolled(14, total=19), ac=16).outcome
    assert (outcome.to_roll, outcome.hit) == (("1d100",), None)
    assert (chance_of(outcome).before, chance_of(outcome).after) == (0.5, 0.4)


def test_C14_total_concealment() -> None:
    ruling = ask(CM, obscurement=UNSEEN)
    assert ruling.outcome.miss_chance == 50
    assert set(rows(ruling)) == {"C14"}
    assert "a square is attacked" in ruling.outcome.notes[0]


def test_C15_no_opportunity_attack_against_it() -> None:
    assert ask(CM, "opportunity", obscurement=UNSEEN).outcome.forbids == ("opportunity-attack",)
    assert ask(CM, "opportunity", obscurement=seen("lightly")).outcome.forbids == ()


def test_C16_senses_are_in_the_fact_and_blindsense_finds_the_square() -> None:
    through = ObscurementFact(raw="heavily", level="none", touched="none", sight=True, because=("blindsight",))
    assert ask(CM, obscurement=through).modifiers == ()
    feeling = creature("A", senses={"blindsense": 30})
    ruling = ask(CM, obscurement=UNSEEN, actor=feeling)
    assert ruling.outcome.miss_chance == 50
    assert isinstance(the(ruling, "C16").effect, Note)


def test_C16_what_ignores_concealment() -> None:
    keen = creature("A", ignores=["concealment"])
    assert ask(CM, obscurement=seen("lightly"), actor=keen, target=creature("B", miss=20)).modifiers == ()


def test_C17_flanking_is_melee_only() -> None:
    ruling = ask(CM, flanking=flanked())
    assert (rows(ruling), ruling.outcome.flat.attack) == (["C17"], 2)
    assert ask(CM, attack=RANGED, flanking=flanked()).modifiers == ()


def test_C18_who_does_not_threaten_does_not_flank() -> None:
    lone = replace(flanked(), flanked=False, with_=())
    assert ask(CM, flanking=lone).modifiers == ()
    assert configure([CM]).conventions.flanking == "opposite"


def test_bonuses_of_different_rules_add_up() -> None:
    hill: dict[str, Any] = {"elevation": above(5), "flanking": flanked(), "cover": cover("cover", reading="d20")}
    flat = ask(CM, **hill).outcome.flat
    assert (flat.attack, flat.ac) == (3, 4)


def test_nothing_applies_nothing_is_reported() -> None:
    ruling = ask(CM, roll=rolled(14, total=19), ac=16)
    assert ruling.modifiers == ()
    assert (total_of(ruling.outcome).after, ruling.outcome.hit, ruling.outcome.miss_chance) == (19, True, None)


@pytest.mark.parametrize(("face", "hit"), [(20, True), (1, False)])
def test_a_natural_20_hits_and_a_natural_1_misses(face: int, hit: bool) -> None:
    assert ask(CM, roll=rolled(face, total=face), ac=10 if face == 1 else 99).outcome.hit is hit


def test_advantage_by_hand_is_no_part_of_this_family_and_says_so() -> None:
    ruling = ask(CM, overrides=[Override(modifier="gm", effect=Advantage("attack"), why="inspired")])
    assert rows(ruling, "set-aside") == ["GM"]
    assert ruling.outcome.label == "plain"


def shares(lightly: float = 0.0, heavily: float = 0.0) -> Shares:
    return Shares(1 - lightly - heavily, lightly, heavily)


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (ObscurementFact("lightly", "lightly", "lightly", shares=shares(0.9)), "dim light on it"),
        (ObscurementFact("heavily", "none", "heavily", shares=shares(heavily=0.4)), "darkness on it"),
        (ObscurementFact("lightly", "lightly", "lightly"), "fog in the way"),
        (ObscurementFact("heavily", "heavily", "heavily"), "thick fog in the way"),
        (ObscurementFact("lightly", "lightly", "lightly", shares=shares(0.3)), "dim light on it and fog in the way"),
        (ObscurementFact("heavily", "heavily", "heavily", shares=shares(0.3)), "thick fog in the way"),
        (
            ObscurementFact("heavily", "heavily", "heavily", shares=shares(0.3, 0.2)),
            "darkness on it and thick fog in the way",
        ),
    ],
)
def test_C13_the_reason_names_what_conceals(fact: ObscurementFact, reason: str) -> None:
    assert the(ask(CM, obscurement=fact), "C13").reason == reason


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (ObscurementFact(sight=False, because=("invisible",)), "you cannot see the target: it is invisible"),
        (ObscurementFact(sight=False, because=("blinded",)), "you cannot see the target: you are blinded"),
        (ObscurementFact("heavily", "heavily", "heavily", False, shares=shares(heavily=1.0)), "darkness on it"),
        (ObscurementFact(sight=False, because=("no-line-of-sight",)), "something blocks the view"),
        (
            ObscurementFact("lightly", "lightly", "lightly", False, because=("no-line-of-sight",), shares=shares(1.0)),
            "something blocks the view",
        ),
    ],
)
def test_C14_the_reason_names_what_hides(fact: ObscurementFact, reason: str) -> None:
    assert the(ask(CM, obscurement=fact), "C14").reason.endswith(reason)


def test_C14_is_one_modifier_and_one_note() -> None:
    outcome = ask(CM, obscurement=UNSEEN).outcome
    assert outcome.notes == ("no direct attack: a square is attacked; the miss chance is that of the right one",)


@pytest.mark.parametrize("sense", ["blindsense", "tremorsense"])
def test_C16_a_sense_that_finds_the_square(sense: str) -> None:
    ruling = ask(CM, obscurement=UNSEEN, actor=creature("A", senses={sense: 30}))
    assert (the(ruling, "C16").reason, ruling.outcome.miss_chance) == (f"{sense} reaches 30 ft", 50)


def test_C11_total_cover_is_worth_ten_to_hide_too() -> None:
    assert ask(CM, "stealth", cover=cover("total", reading="d20")).outcome.flat.stealth == 10


def test_C6_soft_cover_bars_by_option() -> None:
    crowd = cover("soft", reading="d20", against="creature")
    assert ask(CM, "opportunity", cover=crowd).outcome.forbids == ()
    barred = ask(CM, "opportunity", cover=crowd, options={"soft-cover-bars": True})
    assert barred.outcome.forbids == ("opportunity-attack",)


def test_an_obstacle_that_does_not_count_is_shown_set_aside() -> None:
    aside = Uncounted(("wall:w",), "nearer", 0.46, "cover")
    ruling = ask(CM, attack=RANGED, cover=cover("none", reading="d20", uncounted=aside))
    (chip,) = ruling.modifiers
    assert (chip.rule, chip.state, ruling.outcome.flat.ac) == ("C2", "set-aside", 0)
    assert chip.reason == "an obstacle that hides 46 % of it is nearer to you, and does not count"


@pytest.mark.parametrize(
    ("ruleset", "attacks", "saves"),
    [
        (CM, ("C8", "C2", "C11"), ("C8", "C7", "C11")),
        ("pathfinder-1e", ("J4", "J2", "J6"), (None, "J3", "J6")),
        ("house-rules-d20", ("L4", "L5", "L6"), (None, "L5", "L6")),
    ],
)
def test_it_is_shown_by_every_d20_text_on_saves_too(
    ruleset: str, attacks: tuple[str, ...], saves: tuple[str | None, ...]
) -> None:
    for n, degree in enumerate(COVER):
        fact = cover("none", reading="d20", uncounted=Uncounted(("wall:w",), "nearer", 0.46, degree))
        shot = ask(ruleset, attack=RANGED, cover=fact)
        save = ask(ruleset, "save", check=Check(ability="ref"), cover=fact)
        assert rows(shot) == rows(save) == []
        row = saves[n]
        assert (rows(shot, "set-aside"), rows(save, "set-aside")) == ([attacks[n]], [row] if row else [])
        assert save.outcome.save_damage is None
        if row:
            assert the(save, row).reason == (
                "an obstacle that hides 46 % of it is nearer to the origin, and does not count"
            )
        assert ask(ruleset, "save", check=Check(ability="wis"), cover=fact).modifiers == ()


def test_it_is_not_shown_to_an_attack_that_ignores_such_cover() -> None:
    fact = cover("none", reading="d20", uncounted=Uncounted(("wall:w",), "nearer", 0.46, "cover"))
    archer = creature("A", feats=["improved-precise-shot"])
    for texts in ((CM, "pathfinder-1e"), ("pathfinder-1e",)):
        assert ask(texts, attack=RANGED, cover=fact).modifiers
        assert ask(texts, attack=RANGED, cover=fact, actor=archer).modifiers == ()


def test_one_press_counts_the_obstacle() -> None:
    """A press sends the degree that the obstacle would give, as the GM's override of cover."""
    fact = cover("none", reading="d20", uncounted=Uncounted(("wall:w",), "far", 0.46, "cover"))
    said = Override(fact="cover", value="cover", state="on")
    assert ask(CM, attack=RANGED, cover=fact, overrides=(said,)).outcome.flat.ac == 4
    assert ask(CM, "save", check=Check(ability="ref"), cover=fact, overrides=(said,)).outcome.flat.save == 2
