"""Modifiers that were put into the roll before the dice fell, so that they count once.

They are taken out again before the rules are asked: their dice become dice that were rolled since, their numbers leave
the total and the armour class, and their advantage is no longer the roll's own. What the rules then give is the same
as if nothing had been put in, and what no longer holds, or is switched off, is gone from the total. The total that is
reported as `before` stays the one of the dice as they fell.

Advantage leaves its dice on the table: without it the first die counts (`coign.rules.roll.counting`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from coign.errors import BadMessage
from coign.protocol import (
    Advantage,
    Defence,
    Die,
    Disadvantage,
    Effect,
    Flat,
    FlatCheck,
    IncludedModifier,
    MissChance,
    Outcome,
    Total,
)
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.outcome import ROLLS_TO
from coign.rules.phrases import fixed
from coign.rules.rule import ATTACKS, Finding, Rule, Ruleset

NO_LONGER_HOLDS = fixed("included-no-longer", "it was put into the roll, but it does not hold here")


def taken_out(case: Case) -> Case:
    """Return the case with a roll and an armour class without what was put in. Raises BadMessage if it cannot be."""
    roll = case.request.roll
    if roll is None or not roll.included:
        return case
    total, rolled = roll.total, {name: list(faces) for name, faces in roll.rolled.items()}
    armour = 0.0
    for number, one in enumerate(roll.included):
        try:
            to_total, to_armour = _worth(one, case.request.occasion)
        except ValueError as problem:
            raise BadMessage(f"{problem}", path=f"$.roll.included[{number}]") from None
        total = None if total is None else total - to_total
        armour += to_armour if one.target in (None, case.target.id) else 0.0
        _put_beside(rolled, one)
    request = replace(
        case.request,
        roll=replace(roll, total=total, rolled={name: tuple(faces) for name, faces in rolled.items()}),
        defence=_with_armour(case, -armour),
    )
    return replace(case, request=request)


def as_fallen(case: Case, outcome: Outcome) -> Outcome:
    """Return the outcome with the total of the roll as it was made, in the case before anything was taken out of it."""
    roll = case.request.roll
    if roll is None or not roll.included or outcome.total is None:
        return outcome
    return replace(outcome, total=Total(roll.total, outcome.total.after))


def mark(case: Case, findings: Sequence[Finding], rulesets: Sequence[Ruleset]) -> list[Finding]:
    """Mark the findings that are in the roll; return a finding, switched off, for each modifier that is in it alone."""
    inside = list(_of_target(case))
    names = {one.modifier for one in inside}
    for finding in findings:
        finding.included = finding.rule.modifier in names
    held = {finding.rule.modifier for finding in findings}
    gone = {one.modifier: one for one in inside if one.modifier not in held}
    return [_gone(one, rulesets) for one in gone.values()]


def _of_target(case: Case) -> Iterator[IncludedModifier]:
    """Yield what was put into the roll, or into the armour class of the target at hand."""
    for one in case.request.roll.included if case.request.roll is not None else ():
        if not _is_armour(one.effect) or one.target in (None, case.target.id):
            yield one


def _is_armour(effect: Effect) -> bool:
    return isinstance(effect, Flat) and effect.to == "ac"


def _worth(one: IncludedModifier, occasion: str) -> tuple[float, float]:
    """Return what it added to the total and to the armour class. Raises ValueError if it cannot be in the roll."""
    effect = one.effect
    match effect:
        case Flat(value, "ac") if occasion in ATTACKS:
            return 0.0, value if one.value is None else one.value
        case Flat(value, to) if to in ROLLS_TO.get(occasion, ()):
            return (value if one.value is None else one.value), 0.0
        case Die(text, to) if to in ROLLS_TO.get(occasion, ()):
            return (-_shown(one) if dice.spelled(text).startswith("-") else _shown(one)), 0.0
        case Advantage(to) | Disadvantage(to) if to in ROLLS_TO.get(occasion, ()):
            return 0.0, 0.0
        case MissChance() | FlatCheck() if occasion in ATTACKS:
            return 0.0, 0.0
    raise ValueError(f"{one.modifier}: no roll for {occasion} can include its effect")


def _shown(one: IncludedModifier) -> float:
    """Return what its die showed. Raises ValueError if that is not given."""
    if one.value is None:
        raise ValueError(f"{one.modifier}: a die that is in the roll needs its value")
    return abs(one.value)


def _put_beside(rolled: dict[str, list[int]], one: IncludedModifier) -> None:
    """Put its die beside the roll, before the dice that were rolled later."""
    if one.value is None:
        return
    value = int(abs(one.value))
    match one.effect:
        case Die(text, _):
            rolled.setdefault(dice.spelled(text).lstrip("-"), []).insert(0, value)
        case MissChance():
            rolled.setdefault("1d100", []).insert(0, value)
        case FlatCheck():
            rolled.setdefault("flat-check", []).insert(0, value)


def _with_armour(case: Case, change: float) -> dict[str, Defence]:
    """Return the defences, with the armour class of the target at hand changed where it is known."""
    defence = case.request.defence.get(case.target.id)
    if defence is None or defence.ac is None or not change:
        return case.request.defence
    return {**case.request.defence, case.target.id: replace(defence, ac=defence.ac + change)}


def _gone(one: IncludedModifier, rulesets: Iterable[Ruleset]) -> Finding:
    """Return the finding, switched off, of a modifier that is in the roll but no longer holds."""
    rulesets = tuple(rulesets)
    known = [(rule, ruleset.id) for ruleset in rulesets for rule in ruleset.rules if rule.modifier == one.modifier]
    if known:
        rule, ruleset = known[0]
    else:
        row, title = rulesets[0].by_hand(one.effect)
        rule, ruleset = _row(row, title, one), rulesets[0].id
    finding = Finding(rule, ruleset, one.effect, NO_LONGER_HOLDS)
    finding.state, finding.included = "off", True
    return finding


def _row(row: str, title: str, one: IncludedModifier) -> Rule:
    return Rule(
        id=row, modifier=one.modifier, title=title, occasions=(), when=lambda case: NO_LONGER_HOLDS, gives=one.effect
    )
