"""The law of Enchanted Realms: advantage and disadvantage, and what each is worth on each event.

Any number of advantages is one, and of disadvantages likewise (E13). At least one of each: neither applies, however
many (E14), unless the edition lets an effect say of itself that it overrides this. What is left is worth what the
edition's table says of the event: dice in the attack pool and points of damage (E1 to E4), two dice of which the better
or the worse counts (E6 to E8, E12), a die more or less (E9), or a price (E10, E11). Disadvantage of any kind halves
movement for the round (E16).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from coign.protocol import Die, FlatTotals, MissChance, Outcome, Pool, Roll, Total
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.combat import Combat, fight
from coign.rules.rule import Finding, Law
from coign.rules.stacking import OPPOSITE, first_of, removed, set_aside, side

SKILL_DIE = "the skill's die"


class Event(msgspec.Struct, frozen=True):
    """What advantage is worth on one event: `two` dice of a kind, a die `beside` the roll, or what is said of it."""

    two: str | None = None
    beside: str | None = None
    advantage: str | None = None
    disadvantage: str | None = None


class Edition(msgspec.Struct, frozen=True):
    """What one edition's table says. `events` by name; an event it does not name is a check."""

    combat: Combat
    events: dict[str, Event]
    overriding: bool = False  # E14: an item, skill or spell may say that it is not cancelled


def law(edition: Edition) -> Law:
    stacked: Callable[[Case, list[Finding]], str] = partial(_stack, edition)
    return Law(stacked, partial(_conclude, edition))


def _stack(edition: Edition, case: Case, findings: list[Finding]) -> str:
    if outcome.blocked(findings):
        return "blocked"
    sides: dict[str, list[Finding]] = {kind: [] for kind in OPPOSITE}
    for finding in findings:
        if finding.state != "on":
            continue
        kind = side(finding)
        if kind is not None:
            sides[kind].append(finding)
        elif isinstance(finding.effect, (Die, Pool, MissChance)):
            finding.set_aside("this rule system knows advantage and disadvantage only")
    roll = case.request.roll
    made = roll.mode if roll is not None and not _combat(case) else "normal"  # in combat the pool says it, not the mode
    for kind in OPPOSITE:
        if removed(case.request, kind):
            set_aside(sides[kind], f"{kind} is removed from this roll")
            sides[kind] = []
            made = "normal" if made == kind else made
    has = [kind for kind in OPPOSITE if sides[kind] or made == kind]
    if len(has) == 2:
        has = _cancel(edition, sides)
    if not has:
        return "plain"
    first_of(sides[has[0]], f"one {has[0]} only")
    return has[0]


def _cancel(edition: Edition, sides: dict[str, list[Finding]]) -> list[str]:
    """What is left of at least one advantage and at least one disadvantage: E14."""
    insisting = [kind for kind, found in sides.items() if edition.overriding and any(one.insists for one in found)]
    if len(insisting) == 1:
        loser = OPPOSITE[insisting[0]]
        set_aside(sides[loser], f"an {insisting[0]} that says so overrides it")
        return insisting
    for found in sides.values():
        set_aside(found, "advantage and disadvantage on one roll: neither applies")
    return []


def _conclude(edition: Edition, case: Case, findings: list[Finding], label: str) -> Outcome:
    if label == "blocked":
        return Outcome(label=label, notes=outcome.notes(findings))
    flat = outcome.flats(findings)
    answer = fight(edition.combat, case, label, flat) if _combat(case) else _check(edition, case, label, flat)
    said = (*answer.notes, *outcome.notes(findings), *_reroll(case, label))
    return msgspec.structs.replace(
        answer,
        movement=0.5 if label == "disadvantage" else None,
        cost=len(case.steps) or None,
        permits=outcome.permits(findings),
        forbids=outcome.forbids(findings),
        notes=said,
    )


def _combat(case: Case) -> bool:
    return case.request.occasion in outcome.ATTACKS


def _check(edition: Edition, case: Case, label: str, flat: FlatTotals) -> Outcome:
    """Everything that is no combat."""
    event = edition.events.get(_event(case)) or edition.events["check"]
    plus = outcome.added(flat, case.request.occasion)
    roll = case.request.roll
    if label == "plain" or (roll is not None and roll.mode == label):  # what there is to roll is rolled
        face = dice.counting(roll, "normal" if label == "plain" else label) if roll is not None else None
        return Outcome(
            label=label,
            keep=outcome.KEEP.get(label),
            flat=flat,
            total=_with_face(roll, face, plus) if _recounted(roll, label) else _on_top(roll, plus),
            critical=face == 20,
        )
    if event.beside is not None:
        return _beside(roll, label, flat, plus, event.beside)
    if event.two is not None:
        return _two(roll, label, flat, plus, _die(event, case))
    said = event.advantage if label == "advantage" else event.disadvantage
    return Outcome(label=label, flat=flat, total=_on_top(roll, plus), notes=(said,) if said else ())


def _recounted(roll: Roll | None, label: str) -> bool:
    """Whether another die counts than in the roll as made: two were rolled, and the advantage is cancelled or gone."""
    return roll is not None and label == "plain" and roll.mode != "normal"


def _beside(roll: Roll | None, label: str, flat: FlatTotals, plus: int, die: str) -> Outcome:
    """A die more or less: the roll stays as it was made."""
    sign = 1 if label == "advantage" else -1
    rolled = dice.since(roll, die)
    return Outcome(
        label=label,
        dice=die if sign > 0 else f"-{die}",
        flat=flat,
        total=_on_top(roll, plus + sign * rolled[0] if rolled else None),
        to_roll=(die,) if roll is not None and not rolled else (),
    )


def _two(roll: Roll | None, label: str, flat: FlatTotals, plus: int, die: str) -> Outcome:
    """Two dice, of which the better or the worse counts."""
    face = dice.counting(roll, label, die) if roll is not None else None
    return Outcome(
        label=label,
        dice=f"2{die[1:]}",
        keep=outcome.KEEP[label],
        flat=flat,
        total=_with_face(roll, face, plus),
        critical=face == 20,
        to_roll=(die,) if roll is not None and face is None else (),
    )


def _with_face(roll: Roll | None, face: int | None, plus: int) -> Total | None:
    """The total with another die in place of the one that counted; unknown after while that is to be rolled."""
    if roll is None or roll.total is None:
        return None
    more = dice.bonus(roll)
    return Total(roll.total, None if face is None or more is None else face + more + plus)


def _on_top(roll: Roll | None, plus: int | None) -> Total | None:
    """The total as it was made, and what is added to it."""
    if roll is None or roll.total is None:
        return None
    return Total(roll.total, None if plus is None else roll.total + plus)


def _event(case: Case) -> str:
    occasion, kind = case.request.occasion, case.request.check.kind
    if occasion == "save" or kind in ("check", "hearing"):
        return "stealth" if occasion == "stealth" else occasion
    return kind


def _die(event: Event, case: Case) -> str:
    """The die that is rolled twice; a reaction skill brings its own, a d20 where it does not say."""
    return f"1d{case.request.check.die or 20}" if event.two == SKILL_DIE else event.two or "1d20"


def _reroll(case: Case, label: str) -> tuple[str, ...]:
    """E15: a chance trait beside it."""
    roll = case.request.roll
    if label == "plain" or roll is None or not roll.rerolled:
        return ()
    return ("a chance trait rerolls one die of the pool only, even when both show 1",)
