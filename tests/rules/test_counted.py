"""Modifiers that are in the roll before the dice fall, and count once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from coign.errors import BadMessage
from coign.protocol import (
    Advantage,
    Bane,
    Die,
    Disadvantage,
    Edge,
    Effect,
    Flat,
    IncludedModifier,
    MissChance,
    Note,
    Override,
    Roll,
)
from coign.rules import Ruling
from support.rulings import above, ask, cover, creature, rolled, rows, seen, the

PA, CM, ER = "partial-advantage", "combat-modifiers", "enchanted-realms"
D4 = IncludedModifier("high-ground", Die("1d4", "attack"), None, 3)
PLUS_1 = IncludedModifier("high-ground", Flat(1, "attack"), None, 1)
HALF_COVER = IncludedModifier("half-cover", Flat(2, "ac"), "B")
UNSEEN = IncludedModifier("unseen-attacker", Advantage("attack"))


def within(roll: Roll, *included: IncludedModifier, own: Any = None) -> Roll:
    return msgspec.structs.replace(roll, included=included, own=own)


def off(modifier: str) -> list[Override]:
    return [Override(modifier=modifier, state="off")]


def totals(ruling: Ruling) -> tuple[float | None, float | None]:
    assert ruling.outcome.total is not None
    return ruling.outcome.total.before, ruling.outcome.total.after


def test_a_die_in_the_roll_is_not_rolled_again() -> None:
    ruling = ask(PA, elevation=above(2), ac=20, roll=within(rolled(12, total=20), D4))
    assert (totals(ruling), ruling.outcome.to_roll, ruling.outcome.hit) == ((20, 20), (), True)
    assert the(ruling, "P21").included


def test_a_die_in_the_roll_goes_with_its_modifier() -> None:
    roll = within(rolled(12, total=20), D4)
    ruling = ask(PA, elevation=above(2), ac=20, roll=roll, overrides=off("high-ground"))
    assert (totals(ruling), ruling.outcome.hit, ruling.outcome.label) == ((20, 17), False, "plain")
    assert (the(ruling, "P21").state, the(ruling, "P21").included) == ("off", True)


def test_what_no_longer_holds_leaves_the_total_and_is_shown() -> None:
    ruling = ask(PA, ac=20, roll=within(rolled(12, total=20), D4))
    (gone,) = ruling.modifiers
    assert (gone.source, gone.state, gone.included) == ("High Ground", "off", True)
    assert gone.reason == "it was put into the roll, but it does not hold here"
    assert (totals(ruling), ruling.outcome.hit) == ((20, 17), False)


def test_what_is_not_in_the_roll_is_added_as_ever() -> None:
    ruling = ask(CM, elevation=above(5), ac=20, roll=within(rolled(12, total=19)))
    assert (totals(ruling), the(ruling, "C1").included) == ((19, 20), False)


def test_a_number_in_the_roll_is_counted_once() -> None:
    roll = within(rolled(12, total=20), PLUS_1)
    on, without = (ask(CM, elevation=above(5), ac=20, roll=roll, overrides=words) for words in ([], off("high-ground")))
    assert (totals(on), on.outcome.hit, totals(without), without.outcome.hit) == ((20, 20), True, (20, 19), False)
    assert on.outcome.flat.attack == 1


def test_cover_in_the_armour_class_is_counted_once() -> None:
    on = ask(PA, cover=cover("half"), ac=17, roll=within(rolled(12, total=16), HALF_COVER))
    assert (on.outcome.hit, on.outcome.margin, on.outcome.flat.ac) == (False, -1, 2)
    gone = ask(PA, ac=17, roll=within(rolled(12, total=16), HALF_COVER))
    assert (gone.outcome.hit, gone.outcome.margin) == (True, 1)


def test_what_does_not_hold_is_not_undone_in_the_rollers_favour_until_the_gm_says_so() -> None:
    claimed = IncludedModifier("obscured", Disadvantage("attack"))
    roll = within(rolled(17, 8, total=13, mode="disadvantage", kept=1), claimed)
    ruling = ask(PA, ac=20, roll=roll)
    (shown,) = ruling.modifiers
    assert (totals(ruling)[1], shown.state, shown.aside, shown.included) == (13, "set-aside", "counted", True)
    ruling = ask(PA, ac=20, roll=roll, overrides=off("obscured"))
    assert (totals(ruling)[1], ruling.modifiers[0].state) == (22, "off")


@pytest.mark.parametrize("effect", [Disadvantage("attack"), Bane("attack"), Advantage("attack"), Flat(1, "attack")])
def test_what_a_player_claims_by_any_name_is_never_said_to_be_the_gms(effect: Effect) -> None:
    for name in ("made-up", "gm-1", "by-hand-1"):
        ruling = ask(PA, roll=within(rolled(12, total=16), IncludedModifier(name, effect, None, 1)))
        assert [one.source for one in ruling.modifiers] == ["Put into the roll"]
        ruling = ask(
            PA, roll=within(rolled(12, total=16), IncludedModifier(name, effect, None, 1)), overrides=off(name)
        )
        assert [one.state for one in ruling.modifiers] == ["off"]


@pytest.mark.parametrize("own", [None, "normal", "advantage"])
def test_a_disadvantage_that_nobody_measured_counts_as_the_rolls_own(own: Any) -> None:
    claimed = IncludedModifier("obscured", Disadvantage("attack"))
    roll = rolled(8, 17, total=13, mode="disadvantage") if own != "advantage" else rolled(8, total=13)
    plain = ask(PA, elevation=above(2), ac=20, roll=roll)
    ruling = ask(PA, elevation=above(2), ac=20, roll=within(roll, claimed, own=own))
    assert (ruling.outcome.label, ruling.outcome.total) == (plain.outcome.label, plain.outcome.total)


def test_banes_of_his_own_that_a_player_claims_stay_in_the_power_roll() -> None:
    banes = tuple(IncludedModifier(f"made-up-{n}", Bane("attack"), "B") for n in (1, 2))
    roll = rolled(5, 5, total=10)
    honest = ask("draw-steel", roll=roll, banes=2)
    forged = ask("draw-steel", roll=within(roll, *banes), banes=2)
    assert (forged.outcome.total, forged.outcome.tiers) == (honest.outcome.total, honest.outcome.tiers)


@pytest.mark.parametrize(("edges", "banes"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_edges_and_banes_put_in_are_taken_out_of_the_rolls_own(edges: int, banes: int) -> None:
    """Cover gives a bane and the prone target an edge: in the roll or after it, the power roll comes to the same."""
    prone, roll = creature("B", statuses=["prone"]), rolled(5, 5, total=10)
    holds: dict[str, Any] = {"cover": cover("half"), "target": prone}
    inside = within(
        roll, IncludedModifier("cover", Bane("attack"), "B"), IncludedModifier("target-prone", Edge("attack"), "B")
    )
    after, before = (
        ask("draw-steel", roll=one, edges=edges + n, banes=banes + n, **holds) for one, n in ((roll, 0), (inside, 1))
    )
    assert [one.id for one in before.modifiers] == ["cover", "target-prone"]
    assert (before.outcome.total, before.outcome.tiers) == (after.outcome.total, after.outcome.tiers)
    assert before.outcome.label == after.outcome.label


def test_cover_of_another_target_is_in_its_armour_class_alone() -> None:
    roll = within(rolled(12, total=16), msgspec.structs.replace(HALF_COVER, target="C"))
    ruling = ask(PA, ac=17, roll=roll)
    assert (ruling.outcome.margin, ruling.modifiers) == (-1, ())


def test_a_die_put_in_for_another_target_leaves_the_total_of_one_where_it_does_not_hold() -> None:
    ruling = ask(PA, ac=20, roll=within(rolled(12, total=20), msgspec.structs.replace(D4, target="C")))
    assert (totals(ruling), rows(ruling, "off")) == ((20, 17), ["P20"])


def test_advantage_in_the_roll_counts_as_it_fell() -> None:
    roll = within(rolled(8, 17, total=22, mode="advantage", kept=1), UNSEEN)
    ruling = ask(PA, obscurement=seen(by_target=False), ac=20, roll=roll)
    assert (totals(ruling), ruling.outcome.label, ruling.outcome.hit) == ((22, 22), "advantage", True)
    assert ruling.outcome.chance is not None
    assert ruling.outcome.chance.before == pytest.approx(0.3)  # one die, 15 or more


def test_without_the_advantage_in_the_roll_the_first_die_counts() -> None:
    roll = within(rolled(8, 17, total=22, mode="advantage", kept=1), UNSEEN)
    ruling = ask(PA, obscurement=seen(by_target=False), ac=20, roll=roll, overrides=off("unseen-attacker"))
    assert (totals(ruling), ruling.outcome.label, ruling.outcome.hit) == ((22, 13), "plain", False)


def test_three_dice_of_which_the_best_counts_stay_as_they_fell() -> None:
    roll = within(rolled(8, 10, 17, total=22, mode="advantage", kept=2), UNSEEN)
    assert totals(ask(PA, obscurement=seen(by_target=False), ac=20, roll=roll)) == (22, 22)


def test_a_roll_that_has_advantage_of_its_own_keeps_it() -> None:
    roll = within(rolled(8, 17, total=22, mode="advantage", kept=1), UNSEEN, own="advantage")
    ruling = ask(PA, obscurement=seen(by_target=False), ac=20, roll=roll, overrides=off("unseen-attacker"))
    assert (totals(ruling), ruling.outcome.label) == ((22, 22), "advantage")


def test_advantage_that_cancelled_the_rolls_own_disadvantage_leaves_it_again() -> None:
    roll = within(rolled(15, total=20), UNSEEN)
    on, without = (
        ask(PA, obscurement=seen(by_target=False), ac=20, roll=roll, overrides=words)
        for words in ([], off("unseen-attacker"))
    )
    assert (totals(on), on.outcome.label, on.outcome.to_roll) == ((20, 20), "plain", ())
    assert (totals(without), without.outcome.label, without.outcome.to_roll) == (
        (20, None),
        "disadvantage",
        ("1d20",),
    )


def test_standard_advantage_in_the_roll_sets_partial_ones_aside() -> None:
    roll = within(rolled(8, 17, total=25, mode="advantage", kept=1), UNSEEN, D4)
    ruling = ask(PA, elevation=above(2), obscurement=seen(by_target=False), ac=24, roll=roll)
    assert (totals(ruling), rows(ruling, "set-aside"), ruling.outcome.hit) == ((25, 22), ["P21"], False)


def test_an_extra_die_in_the_pool_is_one_of_it() -> None:
    roll = within(
        rolled(8, 17, total=22, mode="advantage", kept=1), IncludedModifier("high-ground", Advantage("attack"))
    )
    ruling = ask(ER, elevation=above(2), ac=20, roll=roll)
    assert ruling.outcome.pool is not None
    assert (ruling.outcome.pool.before, ruling.outcome.pool.after, totals(ruling)) == (1, 2, (22, 22))
    alone = ask(ER, ac=20, roll=roll)
    assert (totals(alone), alone.outcome.hit) == ((22, 13), False)


def test_a_miss_chance_in_the_roll_is_not_rolled_again() -> None:
    roll = within(rolled(12, total=25), IncludedModifier("concealment", MissChance(20), None, 15))
    ruling = ask(CM, obscurement=seen("lightly"), ac=20, roll=roll)
    assert (ruling.outcome.hit, ruling.outcome.to_roll, totals(ruling)) == (False, (), (25, 25))


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (Note("a note"), "no roll for attack can include its effect"),
        (Flat(2, "save"), "no roll for attack can include its effect"),
        (Disadvantage("stealth"), "no roll for attack can include its effect"),
        (Die("1d4", "attack"), "a die that is in the roll needs its value"),
    ],
)
def test_what_cannot_be_in_the_roll_is_refused(effect: Effect, said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        ask(PA, roll=within(rolled(12, total=20), IncludedModifier("high-ground", effect)))


PF2 = "pathfinder-2e"
WHOSE = [
    # measured, in the AC, whose cover stands, AC that counts of 20 with theirs, state of ours
    ("lesser", "standard", "greater", 20, "set-aside"),
    ("standard", "standard", "greater", 20, "set-aside"),
    ("greater", "standard", "greater", 22, "on"),
    ("none", "standard", "greater", 20, None),
    ("lesser", "standard", "ours", 19, "on"),
    ("greater", "standard", "ours", 22, "on"),
    ("none", "standard", "ours", 18, None),
    ("lesser", "standard", "theirs", 20, "set-aside"),
    ("greater", "standard", "theirs", 20, "set-aside"),
    ("none", "standard", "theirs", 20, None),
    ("standard", "none", "theirs", 20, "set-aside"),
    ("standard", "none", "ours", 22, "on"),
    ("standard", "none", "greater", 22, "on"),
]


@pytest.mark.parametrize(("ours", "theirs", "stands", "counts", "state"), WHOSE)
def test_cover_of_two_counts_once_and_the_greater_stands_unless_the_gm_says_whose(
    ours: Any, theirs: str, stands: Any, counts: int, state: str | None
) -> None:
    ruling = ask(PF2, cover=cover(ours), ac=20, applied=theirs, by="Toolbelt", stands=stands, roll=rolled(12, total=20))
    assert 20 + ruling.outcome.flat.ac == counts
    assert ruling.outcome.hit is (counts <= 20)
    assert [one.state for one in ruling.modifiers if one.id == f"{ours}-cover"] == ([] if state is None else [state])


def test_what_stands_is_said_with_who_gave_it() -> None:
    ruling = ask(PF2, cover=cover("lesser"), ac=20, applied="standard", by="Simple Cover", roll=rolled(12, total=20))
    (ours,) = (one for one in ruling.modifiers if one.id == "lesser-cover")
    assert ours.reason.endswith("Simple Cover has already added +2 for standard cover, and the greater counts")
