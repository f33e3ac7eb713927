"""Checks of a ruleset: each mistake is reported with its rule and the allowed values."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from coign.protocol import Choice, Flat, Permit
from coign.rules import D20, Case, Law, Rule, Ruleset, RuleText, problems
from coign.rulesets import BUILT_IN

MUD = RuleText("M1", "muddy", "Muddy Feet", "Who stands in mud is easier to hit.", "terrain")


def always(case: Case) -> str:
    return "it is muddy"


def ruleset(rule: Rule, **fields: Any) -> Ruleset:
    return Ruleset(
        **{"id": "mud", "title": "Mud", "family": "d20", "source": "", "law": D20, "rules": (rule,), **fields}
    )


GOOD = MUD.on_attack(always, Flat(3, "attack"))


def unknown(value: str) -> Any:
    """Return a value that the type of a field does not allow, as an unchecked ruleset may have it."""
    return value


@pytest.mark.parametrize("one", [*BUILT_IN, ruleset(GOOD)], ids=lambda one: one.id)
def test_nothing_is_wrong_with_ours_and_with_a_good_one(one: Ruleset) -> None:
    assert problems(one) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"occasions": ("atack",)}, "rule M1 (muddy): occasion 'atack' is unknown; there are attack, save, check, "),
        ({"occasions": "attack"}, "rule M1 (muddy): occasions is 'attack'; it is a tuple, such as ('attack',)"),
        ({"occasions": ()}, "rule M1 (muddy): has no occasion; there are attack, "),
        ({"figure": "mud"}, "rule M1 (muddy): figure 'mud' is unknown; there are range, cover, "),
        ({"attack": "bow"}, "rule M1 (muddy): attack 'bow' is unknown; there are melee, ranged"),
        ({"option": ("deep", True)}, "rule M1 (muddy): option 'deep' is unknown; there are none"),
        ({"after": "great"}, "rule M1 (muddy): after 'great' is unknown; there are plain, blocked"),
        ({"gives": Flat(3, unknown("atack"))}, "rule M1 (muddy): effect on 'atack' is unknown; there are attack, ac, "),
        (
            {"gives": Permit(unknown("shove"))},
            "rule M1 (muddy): permits or forbids 'shove' is unknown; there are attack, ",
        ),
        ({"gives": 3}, "rule M1 (muddy): gives 3; it gives an effect, such as Flat(2, 'attack')"),
        ({"gives": lambda case: 3}, "rule M1 (muddy): gives 3; it gives an effect, such as Flat(2, 'attack')"),
        ({"when": lambda case: True}, "rule M1 (muddy): `when` answers True on attack; it answers with the reason "),
        ({"when": lambda case: ""}, "rule M1 (muddy): `when` answers '' on attack; it answers with the reason "),
        ({"when": lambda case: case.mud}, "rule M1 (muddy): fails on attack: AttributeError: 'Case' object has no "),
    ],
)
def test_a_slip_in_a_rule(changes: dict[str, Any], sentence: str) -> None:
    (found,) = problems(ruleset(replace(GOOD, **changes)))
    assert found.startswith(sentence)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"family": "d21"},
            "the ruleset: family 'd21' is unknown; "
            "there are fifth, d20, enchanted-realms, pathfinder-2e, draw-steel, other",
        ),
        ({"family": "fifth"}, "the ruleset: family 'fifth', but its law is that of 'd20'"),
        ({"conventions": {"covr": "d20"}}, "the ruleset: convention 'covr' is unknown; there are cover, "),
        ({"measured_by": {"deep": "cover"}}, "the ruleset: measured_by names option 'deep' is unknown; there are none"),
        ({"degrees": ("some",)}, "the ruleset: degree 'some' is unknown; there are none, half, "),
        ({"options": (Choice("deep", "no", ""),)}, "option deep: default 'no' is unknown; there are true, false"),
        ({"options": (Choice("deep", 9, "", bounds=(0, 5)),)}, "option deep: default 9 is no number from 0 to 5"),
        ({"options": (Choice("deep", True, "", bounds=(0, 5)),)}, "option deep: default True is no number from 0 to 5"),
        ({"rules": ()}, "the ruleset: has no rules"),
    ],
)
def test_a_slip_in_the_ruleset(changes: dict[str, Any], sentence: str) -> None:
    (found,) = problems(ruleset(GOOD, **changes))
    assert found.startswith(sentence)


def test_a_value_that_its_option_does_not_take() -> None:
    rule = replace(GOOD, option=("deep", 1))
    (found,) = problems(ruleset(rule, options=(Choice("deep", True, ""),)))
    assert found == "rule M1 (muddy): value of option deep 1 is unknown; there are true, false"


def test_a_law_of_its_own_is_of_the_family_other() -> None:
    own = Law(D20.stack, D20.conclude)
    assert problems(ruleset(GOOD, family="other", law=own)) == []


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("rules", GOOD, "the ruleset: rules is one Rule and no tuple; a comma is missing after it: (Rule(...),)"),
        (
            "over",
            "pathfinder-1e",
            "the ruleset: over is one str and no tuple; a comma is missing after it: (str(...),)",
        ),
        ("rules", (always,), "the ruleset: rules has a function that is no rule: "),
    ],
)
def test_a_forgotten_comma_is_named(field: str, value: Any, sentence: str) -> None:
    (problem,) = problems(replace(ruleset(GOOD), **{field: value}))
    assert problem.startswith(sentence)
