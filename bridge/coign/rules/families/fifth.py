"""The law of the fifth-edition family: standard and partial advantage, and numbers that add up.

From "Partial Advantage and Tactical Position", in the order in which it is applied:

1. What removes advantage from a roll removes partial advantage too (P7), and likewise disadvantage (P9).
2. Standard advantage and disadvantage cancel, and the roll then has neither (core rule).
3. A roll that has standard advantage or disadvantage takes no partial of either sign (P4).
4. Partial advantage and partial disadvantage: neither modifies the roll (P10).
5. A reroll is made without partial advantage, whose d4 belongs to the first roll, unless the GM switches it on for the
   reroll (P6); partial disadvantage stays.
6. Several of one kind are one, and never become standard (P2, P3): the first in the ruleset's order counts.
7. Any other die, which a GM adds by hand, counts beside a roll without partial advantage or disadvantage: the first.
"""

from __future__ import annotations

from coign.protocol import Damage, Die, MissChance, Outcome, Pool
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.families.stacking import (
    CANCELS,
    DICE_BY_HAND,
    KINDS,
    NUMBERS_BY_HAND,
    ONE_DIE,
    ONE_ONLY,
    OPPOSITE,
    REMOVED,
    STANDARD_BY_HAND,
    first_of,
    removed,
    set_aside,
    side,
    single,
)
from coign.rules.phrases import Template, fixed
from coign.rules.rule import ATTACKS, Finding, Law

PARTIAL = {"1d4": "partial advantage", "-1d4": "partial disadvantage"}
DICE = {label: dice for dice, label in PARTIAL.items()}
OPEN_ABILITIES = fixed("open-abilities", "abilities that need advantage on the attack may be used")
HAS_STANDARD = Template("has-standard", "the roll has standard {kind}")
DOES_NOT_STACK = Template("does-not-stack", "{kind} does not stack")
BOTH_PARTIAL = fixed("both-partial", "partial advantage and partial disadvantage on one roll: neither modifies it")
WITHOUT_ON_A_REROLL = fixed("without-on-a-reroll", "a reroll is made without partial advantage")
NO_SUCH_EFFECT = fixed("no-such-effect", "this rule system knows no such die, pool or chance")


def stack(case: Case, findings: list[Finding]) -> str:
    """Set aside the modifiers that do not count; return the roll's label."""
    if outcome.blocked(findings):
        return "blocked"
    sides: dict[str, list[Finding]] = {}
    beside = []
    for finding in findings:
        if finding.state != "on":
            continue
        kind = _kind(finding)
        if kind is not None:
            sides.setdefault(kind, []).append(finding)
        elif _die(finding) is not None:
            beside.append(finding)
        elif isinstance(finding.effect, (Die, Pool, Damage, MissChance)):
            finding.set_aside(NO_SUCH_EFFECT)
    label = _standard(case, sides) or _partial(case, sides) or "plain"
    if label in DICE:
        set_aside(beside, ONE_DIE)
    else:
        first_of(beside, ONE_DIE)
    return label


def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Total the modifiers; `label` gives the roll's mode or its d4."""
    mode = label if label in OPPOSITE else "normal"
    die = DICE.get(label) or next((_die(one) for one in findings if one.on and _die(one)), None)
    result = outcome.conclude(case, findings, label, mode=mode, die=die)
    if label == "partial advantage" and case.request.occasion in ATTACKS:  # P8
        return outcome.with_notes(result, OPEN_ABILITIES)
    return result


FIFTH = Law(
    stack,
    conclude,
    "fifth",
    (*PARTIAL.values(), *OPPOSITE, "plain", "blocked"),
    (*DICE_BY_HAND, *STANDARD_BY_HAND, *NUMBERS_BY_HAND),
)


def _standard(case: Case, sides: dict[str, list[Finding]]) -> str | None:
    """Return the label of a roll with standard advantage or disadvantage; None if it has neither, or both cancel."""
    request = case.request
    mode = dice.own_mode(request.roll)
    for kind in OPPOSITE:
        if removed(request, kind):
            set_aside([*sides.pop(kind, ()), *sides.pop(f"partial {kind}", ())], REMOVED(kind=KINDS[kind]))
    has = [kind for kind in OPPOSITE if sides.get(kind) or (mode == kind and not removed(request, kind))]
    if not has:
        return None
    if len(has) == 2:
        for kind in has:
            set_aside(sides.get(kind, ()), CANCELS(kind=KINDS[OPPOSITE[kind]]))
        return None
    partial = [*sides.get("partial advantage", ()), *sides.get("partial disadvantage", ())]
    set_aside(partial, HAS_STANDARD(kind=KINDS[has[0]]))
    first_of(sides.get(has[0], []), ONE_ONLY(kind=KINDS[has[0]]))
    return has[0]


def _partial(case: Case, sides: dict[str, list[Finding]]) -> str | None:
    more, less = sides.get("partial advantage", []), sides.get("partial disadvantage", [])
    if more and less:
        set_aside([*more, *less], BOTH_PARTIAL)
        return None
    if case.request.roll is not None and case.request.roll.rerolled:
        set_aside([one for one in more if one.override is None], WITHOUT_ON_A_REROLL)
        more = [one for one in more if one.on]
    found = more or less
    if not found:
        return None
    label = "partial advantage" if more else "partial disadvantage"
    first_of(found, DOES_NOT_STACK(kind=KINDS[label]))
    return label


def _kind(finding: Finding) -> str | None:
    return PARTIAL.get(dice.spelled(finding.effect.dice)) if isinstance(finding.effect, Die) else side(finding)


def _die(finding: Finding) -> str | None:
    """Return the die beside the d20 that a finding gives; None for partial advantage and for anything else."""
    die = dice.spelled(finding.effect.dice) if isinstance(finding.effect, Die) else ""
    return die if single(die) and die not in PARTIAL else None
