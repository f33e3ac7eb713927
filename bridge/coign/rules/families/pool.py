"""The law of Enchanted Realms: advantage and disadvantage, and their effect on each event.

Any number of advantages count as one, and so do disadvantages; a roll that was made with one has it (E13). If there is
at least one of each, neither applies (E14), unless the edition lets an effect override this. The edition's table has
the effect of the remaining one: dice in the attack pool and points of damage (E1 to E4), two dice of which the better
or the worse counts (E6 to E8, E12), one die more or fewer (E9), or a price (E10, E11). Disadvantage of any kind halves
movement for the round (E16).
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from coign.protocol import CheckKind, Die, FlatTotals, Forbid, MissChance, Occasion, Outcome, Permit, Pool, Roll, Total
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.families.combat import Combat, fight
from coign.rules.families.stacking import (
    KINDS,
    NUMBERS_BY_HAND,
    OPPOSITE,
    REASONS,
    STANDARD_BY_HAND,
    no_part,
    one_kind,
    stack,
)
from coign.rules.phrases import Template, fixed
from coign.rules.rule import ATTACKS, Finding, Law

SKILL_DIE = "the skill's die"
OVERRIDDEN = Template("overridden", "{kind} that overrides cancelling is on the same roll")
OVERRIDES = {kind: OVERRIDDEN(kind=KINDS[other]) for kind, other in OPPOSITE.items()}
NEITHER = fixed("neither", "advantage and disadvantage on one roll: neither applies")
ADVANTAGE_ONLY = fixed("advantage-only", "this rule system knows advantage and disadvantage only")
ONE_FEWER = Template("one-fewer", "one {die} fewer: the last of those rolled does not count")
ONE_REROLL = fixed("one-reroll", "a chance trait rerolls one die of the pool only, even when both show 1")
SKILL_DICE = (4, 6, 8, 10, 12, 20)
# The events of an edition's table: their titles, and the occasion and kind of check by which a request names them.
EVENT_TITLES: dict[str, tuple[str, Occasion, CheckKind]] = {
    "check": ("Check", "check", "check"),
    "save": ("Save", "save", "check"),
    "competition": ("Competition", "check", "competition"),
    "reaction": ("Reaction", "check", "reaction"),
    "stealth": ("Stealth", "stealth", "check"),
    "stealth-roll": ("Stealth (d20)", "stealth", "stealth-roll"),
    "incantation": ("Divine incantation", "check", "incantation"),
    "axiom": ("Sorcery axiom", "check", "axiom"),
    "concentration": ("Concentration", "check", "concentration"),
}


class Event(msgspec.Struct, frozen=True):
    """The effect of advantage on an event: `two` dice of a kind, a die `beside` the others, or a note for each side."""

    two: str | None = None
    beside: str | None = None
    advantage: str | None = None
    disadvantage: str | None = None


class Edition(msgspec.Struct, frozen=True):
    """The table of one edition. `events` has the rows of `EVENT_TITLES` that it names; any other event is a check."""

    combat: Combat
    events: dict[str, Event]
    overriding: bool = False  # E14: an item, skill or spell may override cancelling


def law(edition: Edition) -> Law:
    """Return the law of one edition."""
    overridden = OVERRIDES if edition.overriding else None
    reasons = replace(REASONS, cancelled=dict.fromkeys(OPPOSITE, NEITHER), overridden=overridden)
    steps = stack(no_part((Die, Pool, MissChance), ADVANTAGE_ONLY), one_kind(reasons))
    labels = (*OPPOSITE, "plain", "blocked")
    return Law(steps, partial(_conclude, edition), "enchanted-realms", labels, (*STANDARD_BY_HAND, *NUMBERS_BY_HAND))


def _conclude(edition: Edition, case: Case, findings: list[Finding], label: str) -> Outcome:
    if label == "blocked":
        return outcome.with_notes(Outcome(label=label), *outcome.notes(findings))
    flat = outcome.flats(findings)
    attacks = case.request.occasion in ATTACKS
    answer = fight(edition.combat, case, label, flat) if attacks else _check(edition, case, label, flat)
    answer = replace(
        answer,
        movement=0.5 if label == "disadvantage" else None,
        cost=outcome.path_cost(case),
        permits=outcome.named(findings, Permit),
        forbids=outcome.named(findings, Forbid),
    )
    rerolled = label != "plain" and case.request.roll is not None and case.request.roll.rerolled  # E15
    return outcome.with_notes(answer, *outcome.notes(findings), *((ONE_REROLL,) if rerolled else ()))


def _check(edition: Edition, case: Case, label: str, flat: FlatTotals) -> Outcome:
    """Return the outcome of any event except combat."""
    event = edition.events.get(_event(case)) or edition.events["check"]
    plus = outcome.added(flat, case.request.occasion)
    roll, result = case.request.roll, Outcome(label=label, flat=flat)
    if label == "plain" or (roll is not None and roll.mode == label):  # all its dice have been rolled
        face = dice.counting(roll, "normal" if label == "plain" else label) if roll is not None else None
        # Another die counts than in the roll as made if its advantage is cancelled or removed.
        another = roll is not None and label == "plain" and roll.mode != "normal"
        return replace(
            result,
            keep=outcome.KEEP.get(label),
            total=_with_face(roll, face, plus) if another else _on_top(roll, plus),
            critical=face == 20 and dice.sides(roll) in (20, None),
        )
    if event.beside is not None:
        return (_one_more if label == "advantage" else _one_fewer)(roll, result, plus, event.beside)
    if event.two is not None:
        return _two(roll, result, plus, _die(event, case))
    note = event.advantage if label == "advantage" else event.disadvantage
    result = replace(result, total=_on_top(roll, plus))
    return outcome.with_notes(result, note) if note else result


def _one_more(roll: Roll | None, result: Outcome, plus: int, die: str) -> Outcome:
    """E9 with advantage: one die more, added to the roll as it was made."""
    rolled = dice.since(roll, die)
    return replace(
        result,
        dice=die,
        total=_on_top(roll, plus + rolled[0] if rolled else None),
        to_roll=(die,) if roll is not None and not rolled else (),
    )


def _one_fewer(roll: Roll | None, result: Outcome, plus: int, die: str) -> Outcome:
    """E9 with disadvantage: the last of the dice rolled does not count; for a single die, the worse of two counts."""
    faces = dice.kept(roll, int(die[2:])) if roll is not None else ()
    if len(faces) == 1:
        return _two(roll, result, plus, die)
    result = replace(result, total=_on_top(roll, plus - faces[-1] if faces else None))
    return outcome.with_notes(result, ONE_FEWER(die=die[1:]))


def _two(roll: Roll | None, result: Outcome, plus: int, die: str) -> Outcome:
    """Return the outcome of two dice, of which the better or the worse counts."""
    face = dice.counting(roll, result.label, die) if roll is not None else None
    return replace(
        result,
        dice=f"2{die[1:]}",
        keep=outcome.KEEP[result.label],
        total=_with_face(roll, face, plus),
        critical=face == 20 and die == "1d20",
        second=outcome.second_die(roll, result.label, face is None, die),
        to_roll=(die,) if roll is not None and face is None else (),
    )


def _with_face(roll: Roll | None, face: int | None, plus: int) -> Total | None:
    """Return the total with another die in place of the one that counted; its `after` waits for that die."""
    if roll is None or roll.total is None:
        return None
    more = dice.bonus(roll)
    return Total(roll.total, None if face is None or more is None else face + more + plus)


def _on_top(roll: Roll | None, plus: int | None) -> Total | None:
    """Return the total as rolled, and with the bonus added."""
    if roll is None or roll.total is None:
        return None
    return Total(roll.total, None if plus is None else roll.total + plus)


def _event(case: Case) -> str:
    """Return the row of the table that the request names; a stealth check made with a d20 has the d20 row."""
    occasion, kind = case.request.occasion, case.request.check.kind
    if occasion == "stealth" and kind == "check":
        return "stealth-roll" if dice.sides(case.request.roll) == 20 else "stealth"
    return occasion if occasion == "save" or kind in ("check", "hearing") else kind


def _die(event: Event, case: Case) -> str:
    """Return the die that is rolled twice: the request's, else the one that was rolled, else the table's."""
    named = case.request.check.die or dice.sides(case.request.roll)
    if named:
        return f"1d{named}"
    return "1d20" if event.two == SKILL_DIE else event.two or "1d20"
