"""Judge one case: try the rules, apply the GM's overrides, stack the modifiers, and conclude.

1. Modifiers that were put into the roll before it was made are taken out again, so that they count once (`counted`).
2. The overrides that fit the case are gathered; a fact that the GM forces replaces the measured one.
3. Rules that bar the attack are tried first. If one holds, nothing else is tried or measured.
4. The other rules of the occasion are tried in order; then the modifiers that the GM adds by hand are appended.
5. The family's law sets aside modifiers that do not count, and labels the roll.
6. Rules that need the roll's label (`Rule.after`) are tried; then the law concludes.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

import msgspec

from coign.protocol.rulings import ForcedFact, Outcome
from coign.protocol.vocabulary import PART_OF
from coign.rules.case import Case
from coign.rules.counted import (
    already_counted,
    as_fallen,
    as_own,
    count_once,
    finding_of,
    mark_included,
    staying,
    taken_out,
)
from coign.rules.forced import Forced, decided, measured_value
from coign.rules.odds import with_contributions, with_shares
from coign.rules.overrides import FittingOverride, OverridesInForce, acting, in_force
from coign.rules.phrases import Template, fixed, joined, phrases_of
from coign.rules.rule import Finding, Ruling
from coign.rules.setup import Bound, Setup

OFF = fixed("off", "switched off by the GM")
OFF_BECAUSE = Template("off-because", "switched off by the GM: {why}")
NEEDS_A_REASON = fixed("needs-a-reason", "a modifier added by hand needs a reason")


def judge(setup: Setup, case: Case, *, explained: bool = False) -> Ruling:
    """Judge a case. Pure: the same setup and case give the same ruling. Raises BadMessage on a bad override.

    `explained`: the outcome's chance says what each modifier adds to it (`because`, and once rolled `shares`).
    """
    as_asked = msgspec.structs.replace(case, options=setup.options)
    case = taken_out(as_asked)
    gm = in_force(case, setup.overrides, setup.modifiers)
    measured = case
    if gm.facts:
        own = frozenset(word for ruleset in setup.rulesets if ruleset.step for word in ruleset.degrees)
        forced = Forced(gm.facts, setup.readings.by.degrees, own)
        case = msgspec.structs.replace(case, facts=case.facts.corrected(forced.corrections()))
    rules = setup.asked(case.request.occasion, case.request.attack.kind)
    findings = _held(rules.bars, case, gm, measured)
    if not any(finding.on for finding in findings):
        findings += _held(rules.rules, case, gm, measured)
        findings += _by_hand(setup, case, gm)
        already_counted(case, findings)
        counted = count_once(case, findings, setup.cover) if setup.cover is not None else None
        if counted is not None:
            findings.append(counted)
    copies = [copy(finding) for finding in findings] if explained else []
    label = setup.law.stack(case, findings)
    late = [(rule, ruleset) for rule, ruleset in rules.late if rule.after == label]
    if late:
        findings += _held(late, case, gm, measured)
    if case.request.roll is not None and case.request.roll.included:
        dropped = mark_included(case, findings)
        dropped = dropped if label != "blocked" else []
        stay = staying(modifier for modifier in dropped if not gm.switches_off(modifier.modifier))
        if stay:
            ruling = judge(setup, as_own(as_asked, stay), explained=explained)
            shown = [finding_of(modifier, setup.rulesets, stays=True).modifier() for modifier in stay]
            return msgspec.structs.replace(ruling, modifiers=(*ruling.modifiers, *shown))
        findings += [finding_of(modifier, setup.rulesets, stays=False) for modifier in dropped]
    outcome = setup.law.conclude(case, findings, label)
    if explained:
        law = setup.law

        def again(some: list[Finding]) -> Outcome:
            return law.conclude(case, some, law.stack(case, some))

        is_rolled = case.request.roll is not None
        outcome = (
            with_shares(outcome, copies, again) if is_rolled else with_contributions(outcome, findings, copies, again)
        )
    return Ruling(
        facts=case.facts,
        modifiers=tuple([finding.modifier() for finding in findings]),
        outcome=as_fallen(as_asked, outcome),
        assumed=_assumed(findings, case),
        forced=_forced(gm, [*rules.bars, *rules.rules], measured) if gm.facts else (),
    )


def _forced(gm: OverridesInForce, rules: Iterable[Bound], measured: Case) -> tuple[ForcedFact, ...]:
    """List the facts that the GM has set, each beside what was measured and what held by that."""
    findings = []
    for name, fitting in gm.facts.items():
        if name not in PART_OF:
            continue
        about = (rule.when(measured) for rule, _ in rules if rule.figure == PART_OF[name])
        reason = next((text for text in about if text is not None), "")
        value = fitting.override.value if fitting.override.state == "on" else None
        findings.append(
            ForcedFact(
                name, value, measured_value(measured.facts, name), fitting.number, str(reason), phrases_of(reason)
            )
        )
    return tuple(findings)


def _held(rules: Iterable[Bound], case: Case, gm: OverridesInForce, measured: Case) -> list[Finding]:
    """Return the rules that hold or that the GM switched on; those the GM switched off are included as `off`."""
    findings = []
    for rule, ruleset in rules:
        reason = rule.when(case)
        if reason is not None:
            findings.append(Finding(rule, ruleset, rule.effect(case), reason, interpretation=rule.mark(case)))
        elif rule.aside is not None and (reason := rule.aside(case)) is not None:
            findings.append(Finding(rule, ruleset, rule.effect(case), reason, state="set-aside", aside="rule"))
    forced = decided(gm.facts)
    if forced:
        for finding in findings:
            _ascribe(finding, forced, measured)
        findings += _taken_away(rules, forced, findings, measured)
    return _with_overrides(findings, rules, case, gm, forced) if gm.modifiers else findings


def _ascribe(finding: Finding, forced: dict[str, FittingOverride], measured: Case) -> None:
    """Name the override as the reason of a rule that holds, or has its effect, only because of it."""
    fitting = forced.get(finding.rule.figure or "")
    if fitting is not None and finding.rule.when(measured) != finding.reason:
        finding.override, finding.reason = fitting.number, fitting.reason()


def _taken_away(
    rules: Iterable[Bound], forced: dict[str, FittingOverride], found: list[Finding], measured: Case
) -> list[Finding]:
    """List the rules that would hold without a forced fact, if no other replaces them: shown as switched off."""
    removed = []
    stand = {finding.rule.figure for finding in found}
    for rule, ruleset in rules:
        fitting = forced.get(rule.figure or "")
        reason = rule.when(measured) if fitting is not None and rule.figure not in stand else None
        if fitting is not None and reason is not None:
            why = joined(reason, fitting.reason())
            removed.append(Finding(rule, ruleset, rule.effect(measured), why, fitting.number, state="off"))
    return removed


def _with_overrides(
    found: list[Finding],
    rules: Iterable[Bound],
    case: Case,
    gm: OverridesInForce,
    forced: dict[str, FittingOverride],
) -> list[Finding]:
    by_modifier = {finding.rule.modifier: finding for finding in found}
    for rule, ruleset in rules:
        fitting = gm.modifiers.get(rule.modifier)
        if fitting is None or fitting.override.state == "measured":
            continue
        of_fact = forced.get(rule.figure or "")
        if of_fact is not None and of_fact.rank > fitting.rank:  # the GM has set the fact since
            continue
        finding = by_modifier.get(rule.modifier)
        if finding is None and "on" in (fitting.override.state, fitting.override.value):
            finding = by_modifier[rule.modifier] = Finding(rule, ruleset, rule.effect(case), fitting.reason())
            found.append(finding)
        if finding is not None and finding.rule is rule:
            _decide(finding, fitting)
    order = {id(rule): place for place, (rule, _) in enumerate(rules)}
    return sorted(found, key=lambda finding: order[id(finding.rule)])


def _decide(finding: Finding, fitting: FittingOverride) -> None:
    finding.override = fitting.number
    finding.insists = finding.insists or fitting.override.overrides_cancelling
    finding.state = "off" if fitting.override.state == "off" else "on"
    if not finding.on:
        finding.reason = joined(finding.reason, OFF_BECAUSE(why=fitting.why) if fitting.why else OFF)


def _by_hand(setup: Setup, case: Case, gm: OverridesInForce) -> list[Finding]:
    """Return the modifiers that the GM adds. One without a reason is shown, but set aside."""
    findings = []
    for fitting in gm.by_hand:
        effect = acting(fitting, case.request.occasion)
        if effect is None:
            continue
        name, reason = fitting.override.modifier or "gm", fitting.reason()
        rule = setup.rulesets[0].rule_by_hand(name, effect, reason, fitting.override.bonus, fitting.override.name)
        finding = Finding(rule, setup.rulesets[0].id, effect, reason, fitting.number)
        finding.insists = fitting.override.overrides_cancelling
        decision = gm.modifiers.get(finding.rule.modifier)
        deciding = decision if decision is not None and decision.narrowness >= fitting.narrowness else fitting
        if deciding.override.state == "off":
            _decide(finding, deciding)
        elif not fitting.override.why:
            finding.set_aside(NEEDS_A_REASON, "rule")
        findings.append(finding)
    return findings


def _assumed(findings: Iterable[Finding], case: Case) -> tuple[str, ...]:
    assumptions = (
        finding.rule.assumes(case)
        for finding in findings
        if finding.rule.assumes is not None and finding.state != "off"
    )
    return tuple(dict.fromkeys(what for what in assumptions if what is not None))
