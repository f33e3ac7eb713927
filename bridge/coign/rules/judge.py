"""Judge one case: ask the rules, apply the GM's overrides, stack what holds, and conclude.

1. The overrides that fit the case are gathered; a fact that the GM forces replaces the measured one.
2. Rules that bar the attack altogether are asked first. If one holds, nothing else is asked or measured.
3. The other rules of the occasion are asked in order; then modifiers that the GM adds by hand join them.
4. The family's law sets aside what does not count and names the roll.
5. Rules that need the roll's label (`Rule.after`) are asked; then the law concludes.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from coign.protocol import Effect
from coign.rules.acting import acting
from coign.rules.applied import count_once
from coign.rules.case import Case
from coign.rules.forced import Forced
from coign.rules.overrides import Word, Words, heard
from coign.rules.phrases import Template, fixed, joined
from coign.rules.rule import Finding, Rule, Ruling
from coign.rules.setup import Bound, Setup

OFF = fixed("off", "switched off by the GM")
OFF_BECAUSE = Template("off-because", "switched off by the GM: {why}")
NEEDS_A_REASON = fixed("needs-a-reason", "a modifier added by hand needs a reason")


def judge(setup: Setup, case: Case) -> Ruling:
    """The ruling of a case. Pure: the same setup and case give the same ruling. Raises BadMessage on a bad override."""
    words = heard(case, setup.overrides, setup.modifiers)
    measured = case
    if words.facts:
        forced = Forced(case.facts, words.facts, d20_degrees=setup.conventions.degrees == "d20")
        case = msgspec.structs.replace(case, facts=forced)
    asked = setup.asked(case.request.occasion, case.request.attack.kind)
    findings = _held(asked.bars, case, words, measured)
    if not any(finding.on for finding in findings):
        findings += _held(asked.rules, case, words, measured)
        findings += _by_hand(setup, case, words)
        settled = count_once(case, findings, setup.cover) if setup.cover is not None else None
        if settled is not None:
            findings.append(settled)
    label = setup.law.stack(case, findings)
    late = [(rule, ruleset) for rule, ruleset in asked.late if rule.after == label]
    if late:
        findings += _held(late, case, words, measured)
    return Ruling(
        facts=case.facts,
        modifiers=tuple([finding.modifier() for finding in findings]),
        outcome=setup.law.conclude(case, findings, label),
        assumed=_assumed(findings, case),
    )


def _held(rules: Iterable[Bound], case: Case, words: Words, measured: Case) -> list[Finding]:
    """The rules that hold or that the GM says hold; those the GM switched off are here too, as `off`."""
    found = []
    for rule, ruleset in rules:
        reason = rule.when(case)
        if reason is not None:
            found.append(Finding(rule, ruleset, rule.effect(case), reason, interpretation=rule.mark(case)))
    if isinstance(case.facts, Forced):
        for finding in found:
            _ascribe(finding, case.facts.decided, measured)
        found += _taken_away(rules, case.facts.decided, found, measured)
    return _with_words(found, rules, case, words) if words.modifiers else found


def _ascribe(finding: Finding, decided: dict[str, Word], measured: Case) -> None:
    """A rule that holds because of a forced fact, and would not hold the same without it, says so."""
    word = decided.get(finding.rule.figure or "")
    if word is not None and finding.rule.when(measured) != finding.reason:
        finding.override, finding.reason = word.number, word.reason()


def _taken_away(
    rules: Iterable[Bound], decided: dict[str, Word], found: list[Finding], measured: Case
) -> list[Finding]:
    """Rules that would hold but for a forced fact, where no other stands in their place: shown as the GM's `off`."""
    gone = []
    stand = {finding.rule.figure for finding in found}
    for rule, ruleset in rules:
        word = decided.get(rule.figure or "")
        reason = rule.when(measured) if word is not None and rule.figure not in stand else None
        if word is not None and reason is not None:
            finding = Finding(rule, ruleset, rule.effect(measured), joined(reason, word.reason()), word.number)
            finding.state = "off"
            gone.append(finding)
    return gone


def _with_words(found: list[Finding], rules: Iterable[Bound], case: Case, words: Words) -> list[Finding]:
    held = {finding.rule.modifier: finding for finding in found}
    for rule, ruleset in rules:
        word = words.modifiers.get(rule.modifier)
        if word is None or word.override.state == "measured":
            continue
        finding = held.get(rule.modifier)
        if finding is None and word.override.state == "on":
            finding = held[rule.modifier] = Finding(rule, ruleset, rule.effect(case), word.reason())
            found.append(finding)
        if finding is not None and finding.rule is rule:
            _decide(finding, word)
    order = {id(rule): place for place, (rule, _) in enumerate(rules)}
    return sorted(found, key=lambda finding: order[id(finding.rule)])


def _decide(finding: Finding, word: Word) -> None:
    finding.override = word.number
    finding.insists = finding.insists or word.override.overrides_cancelling
    finding.state = "off" if word.override.state == "off" else "on"
    if not finding.on:
        why = word.override.why
        finding.reason = joined(finding.reason, OFF_BECAUSE(why=why) if why else OFF)


def _by_hand(setup: Setup, case: Case, words: Words) -> list[Finding]:
    """The modifiers that the GM adds. One without a reason is shown, and set aside."""
    found = []
    for word in words.by_hand:
        effect = acting(word, case.request.occasion)
        if effect is None:
            continue
        finding = Finding(_row(setup, word, effect), setup.rulesets[0].id, effect, word.reason(), word.number)
        finding.insists = word.override.overrides_cancelling
        silenced = words.modifiers.get(finding.rule.modifier)
        if word.override.state == "off":
            _decide(finding, word)
        elif silenced is not None and silenced.override.state == "off":
            _decide(finding, silenced)
        elif not word.override.why:
            finding.set_aside(NEEDS_A_REASON)
        found.append(finding)
    return found


def _row(setup: Setup, word: Word, effect: Effect) -> Rule:
    row, title = setup.rulesets[0].by_hand(effect)
    return Rule(
        id=row,
        modifier=word.override.modifier or "gm",
        title=title,
        occasions=(),
        when=lambda case: word.reason(),
        gives=effect,
    )


def _assumed(findings: Iterable[Finding], case: Case) -> tuple[str, ...]:
    said: dict[str, None] = {}
    for finding in findings:
        if finding.rule.assumes is not None and finding.state != "off":
            what = finding.rule.assumes(case)
            if what is not None:
                said[what] = None
    return tuple(str(one) for one in said)
