"""The steps that the laws of several families share."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from coign.protocol import Advantage, Blocked, Disadvantage, Effect, Evaluate, Flat, Pool
from coign.protocol.vocabulary import CANCELLING
from coign.rules import Case, Creature, Finding, Rule
from coign.rules.families.house import CANCELLING_DICE, HOUSE_REASONS
from coign.rules.families.pool import NEITHER
from coign.rules.families.stacking import REASONS, Step, no_part, one_kind, only_best, stack
from coign.rules.phrases import phrases_of

CASE = Case(request=Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",)), actor=Creature("A"))


def found(effect: Effect, title: str = "A rule") -> Finding:
    rule = Rule(id="T1", modifier="test", title=title, occasions=("attack",), when=lambda case: "so", gives=effect)
    return Finding(rule, "test", effect, "so")


def states(findings: Sequence[Finding]) -> list[str]:
    return [one.state for one in findings]


def number(finding: Finding) -> int:
    return finding.effect.value if isinstance(finding.effect, Flat) else 0


BEST = only_best(lambda one: one.effect.to if isinstance(one.effect, Flat) else None, number, "one is enough")


def test_only_the_best_of_a_group_counts_and_the_first_of_equals() -> None:
    findings = [found(Flat(1, "ac")), found(Flat(2, "ac")), found(Flat(2, "ac")), found(Flat(1, "attack"))]
    assert stack(BEST)(CASE, findings) == "plain"
    assert states(findings) == ["set-aside", "on", "set-aside", "on"]
    assert findings[0].reason == "so; not counted: one is enough"


def test_what_has_no_group_counts_by_itself() -> None:
    findings = [found(Pool(1)), found(Pool(2))]
    stack(BEST)(CASE, findings)
    assert states(findings) == ["on", "on"]


def test_a_step_sees_only_what_the_steps_before_it_have_left() -> None:
    seen: list[int] = []

    def look(case: Case, findings: Sequence[Finding], label: str) -> str:
        seen.append(len(findings))
        return f"{label}, seen"

    findings = [found(Pool(1)), found(Flat(1, "ac"))]
    assert stack(no_part((Pool,), "no pools"), look)(CASE, findings) == "plain, seen"
    assert seen == [1]


def test_a_blocked_roll_walks_no_step() -> None:
    findings = [found(Blocked()), found(Pool(1))]
    assert stack(no_part((Pool,), "no pools"))(CASE, findings) == "blocked"
    assert states(findings) == ["on", "on"]


@pytest.mark.parametrize(
    ("effects", "label", "left"),
    [
        ([Advantage("attack"), Disadvantage("attack")], "plain", ["set-aside", "set-aside"]),
        ([Advantage("attack"), Advantage("attack")], "advantage", ["on", "set-aside"]),
        ([Flat(1, "ac")], "plain", ["on"]),
    ],
)
def test_one_kind_is_left_or_none(effects: list[Effect], label: str, left: list[str]) -> None:
    findings = [found(effect) for effect in effects]
    assert stack(one_kind(REASONS))(CASE, findings) == label
    assert states(findings) == left


def test_an_effect_overrides_cancelling_only_where_the_family_has_a_reason_for_it() -> None:
    def walked(step: Step) -> tuple[str, list[str]]:
        findings = [found(Advantage("attack")), found(Disadvantage("attack"))]
        findings[1].insists = True
        return stack(step)(CASE, findings), states(findings)

    overriding = replace(REASONS, overridden={"advantage": "overridden", "disadvantage": "overridden"})
    assert walked(one_kind(REASONS)) == ("plain", ["set-aside", "set-aside"])
    assert walked(one_kind(overriding)) == ("disadvantage", ["set-aside", "on"])


def test_a_removed_kind_neither_counts_nor_cancels() -> None:
    findings = [found(Advantage("attack")), found(Disadvantage("attack"))]
    case = replace(CASE, request=replace(CASE.request, removesAdvantage=True))
    assert stack(one_kind(REASONS))(case, findings) == "disadvantage"
    assert states(findings) == ["set-aside", "on"]


def test_the_module_knows_every_phrase_by_which_a_law_cancels() -> None:
    said = [*REASONS.cancelled.values(), *HOUSE_REASONS.cancelled.values(), CANCELLING_DICE, NEITHER]
    assert {phrase.key for text in said for phrase in phrases_of(text)} == set(CANCELLING)
