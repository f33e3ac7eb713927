"""The effects of conditions, kinds of creatures and senses, by edition: a table, and the rules that read it.

The table is the page `traits.md`, which says what its columns and words mean. Facts take from it who is able to attack
and what a sense pierces (`facts_of`); rulesets, what a condition gives to a roll.

>>> facts_of("pathfinder-2").pierces["low-light"]
frozenset({'dim'})
>>> sorted(row.name for row in TABLE if row.edition == "pathfinder-1" and "unflankable" in row.gives)
['elemental', 'ooze', 'swarm']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from coign.facts.conventions import Traits
from coign.protocol import Flat
from coign.rules.case import CLOSE, EPSILON, Case, Creature, is_of_kind, plain
from coign.rules.ignoring import PrintedEdition, by_edition
from coign.rules.phrases import Said, Template, fixed, joined
from coign.rules.rule import When
from coign.util.tables import tables

LEVELS_ABOVE = 4  # that improved uncanny dodge yields to
REACH = 5.0  # feet, of a creature whose reach is unknown
# What a ruleset's convention `senses`, or its option, calls an edition.
EDITIONS: dict[str, PrintedEdition] = {
    "fifth": "fifth-2014",
    "d20": "v3.5",
    "pathfinder": "pathfinder-1",
    **{edition: edition for edition in get_args(PrintedEdition)},
}

YOU_ARE = Template("you-are-in-condition", "you are {condition}")
TARGET_IS = Template("target-is-in-condition", "the target is {condition}")
TARGET_DODGES = fixed("target-dodges", "the target dodges")
SEES_YOU_DODGING = fixed("dodges-in-sight", "the target dodges, and sees you")
NOT_THE_ONE_HOLDING = fixed("held-by-another", "you are grappled, and the target is too far away to hold you")


class Trait(msgspec.Struct, frozen=True):
    """One row: a name, its rules and their source, what it gives, and the worked case that shows it."""

    name: str
    edition: PrintedEdition
    kind: Literal["status", "effect", "kind", "sense", "feat"] = msgspec.field(name="is")
    gives: tuple[str, ...]
    source: str
    case: str


_PAGE = Path(__file__).with_suffix(".md")
_BY_EDITION = by_edition(_PAGE, Trait, "gives")
_REACH_BY_DIAGONALS = frozenset(row["edition"] for row in tables(_PAGE)["Reach"])
TABLE = tuple(row for rows in _BY_EDITION.values() for row in rows)
STATES = ("status", "effect")
SHOWS = "shown "  # before a word for what a status of a creature makes everybody see past
# Statuses that rules, and newer versions of a game system, call by another word.
SPELLED = {"flat-footed": "off-guard", "blur": "blurred", "faerie-fire": "outlined by faerie fire"}
CONDITIONS = {
    name: fixed(f"condition-{name}", SPELLED.get(name, name.replace("exhaustion-", "exhausted, level ")))
    for name in dict.fromkeys(row.name for row in TABLE if row.kind in STATES)
}


@cache
def facts_of(edition: str) -> Traits:
    """Return what facts take from the table, by the name of an edition or by what a ruleset calls it."""
    edition = EDITIONS[edition]
    rows = _BY_EDITION[edition]
    return Traits(
        edition,
        blind=frozenset(row.name for row in rows if "blind" in row.gives),
        pierces={row.name: frozenset(row.gives) for row in rows if row.kind in ("sense", "feat")},
        shows={
            row.name: frozenset(word.removeprefix(SHOWS) for word in row.gives if word.startswith(SHOWS))
            for row in rows
            if any(word.startswith(SHOWS) for word in row.gives)
        },
        reach_by_diagonals=edition in _REACH_BY_DIAGONALS,
    )


@cache
def statuses_that_give(edition: str, word: str) -> frozenset[str]:
    """Return the statuses that give a word by the rules of an edition, as `plain` spells them."""
    rows = [row for row in _BY_EDITION[edition] if row.kind in STATES and word in row.gives]
    return frozenset(plain(name) for row in rows for name in (row.name, SPELLED.get(row.name, row.name)))


def having(creature: Creature, edition: str, word: str) -> Iterator[Trait]:
    """Yield the rows that give a word to a creature, by a status, a type or subtype, or a feature."""
    for row in _BY_EDITION[edition]:
        if word not in row.gives:
            continue
        match row.kind:
            case "status" | "effect":
                has = creature.status(row.name) or creature.status(SPELLED.get(row.name, row.name))
            case "kind":
                has = is_of_kind(creature.coign, (row.name,))
            case _:
                has = row.kind == "feat" and creature.feat(row.name)
        if has:
            yield row


# --- who can be flanked -----------------------------------------------------------------------------------------------


def flankable(case: Case, edition: str) -> bool:
    """Return whether neither its kind nor improved uncanny dodge keeps the target from being flanked."""
    if any(having(case.target, edition, "unflankable")):
        return False
    return not any(having(case.target, edition, "unflankable-by-lower")) or outranks(case)


def immune_to_precision(creature: Creature, edition: str) -> bool:
    """Return whether a creature is immune to sneak attacks: by the game system, its kind, or because it has no body."""
    if "sneak-attack" in creature.coign.immune or creature.status("incorporeal"):
        return True
    return any(having(creature, edition, "no-precision"))


def outranks(case: Case) -> bool:
    """Return whether the attacker has four levels of rogue more than the target has levels of any class.

    Sources: Combat Facing, Improved Uncanny Dodge (F4); System Reference Document 3.5, Improved Uncanny Dodge.
    """
    rogue, level = case.actor.coign.rogueLevel, level_of(case.target)
    return rogue is not None and level is not None and rogue - level >= LEVELS_ABOVE


def level_of(creature: Creature) -> float | None:
    """Return a creature's level, else its level of rogue."""
    return creature.coign.level if creature.coign.level is not None else creature.coign.rogueLevel


def pierced(case: Case, edition: str, word: str) -> bool:
    """Return whether a sense of the attacker's whose range includes the target gives it a word, or the target shows."""
    if any(having(case.target, edition, SHOWS + word)):
        return True
    senses, distance = case.actor.coign.senses, case.facts.range.distance - EPSILON
    ranges = {"darkvision": senses.darkvision, "truesight": senses.truesight, "see-invisible": senses.seeInvisible}
    return any(
        row.kind == "sense" and word in row.gives and (ranges.get(row.name) or -1.0) >= distance
        for row in _BY_EDITION[edition]
    )


def never_attacked_with_advantage(case: Case, edition: str | None) -> bool:
    """Return whether the GM, or a feature of the target that is able to act, keeps attacks on it from advantage."""
    if "attacked-with-advantage" in case.target.coign.without:
        return True
    return edition is not None and _while_able(case.target, edition, "never-attacked-with-advantage") is not None


# --- what a condition gives to a roll ---------------------------------------------------------------------------------


def attackers(edition: str, word: str) -> When:
    """A condition: some state of the attacker gives it this."""
    return lambda case: _said(YOU_ARE, having(case.actor, edition, word))


def targets(edition: str, word: str) -> When:
    """A condition: some state of the target gives it this."""
    return lambda case: _said(TARGET_IS, having(case.target, edition, word))


def hit_critically(edition: str) -> When:
    """A condition: a hit on the target is a critical one, because of its state and the attacker's nearness."""
    return lambda case: targets(edition, "critical-near")(case) if case.within(CLOSE) else None


def dodged(edition: str) -> When:
    """A condition: the target dodges, sees the attacker, is able to act, and has a speed."""

    def when(case: Case) -> str | None:
        return SEES_YOU_DODGING if _dodges(case.target, edition) and case.facts.obscurement.seen_by_target else None

    return when


def dodges_effect(edition: str) -> When:
    """A condition: who saves dodges, is able to act, and has a speed."""
    return lambda case: TARGET_DODGES if _dodges(case.target, edition) else None


def _dodges(creature: Creature, edition: str) -> bool:
    moves = not any(having(creature, edition, "motionless"))
    return moves and _while_able(creature, edition, "dodges") is not None


def _while_able(creature: Creature, edition: str, word: str) -> Trait | None:
    """Return the row that gives a word to a creature that is able to act."""
    return None if any(having(creature, edition, "unable")) else next(having(creature, edition, word), None)


def blurred(edition: str) -> When:
    """A condition: the target's shape is blurred to eyes, and no sense of the attacker's makes up for it."""

    def when(case: Case) -> str | None:
        rows = list(having(case.target, edition, "blurred"))
        felt = (case.actor.coign.senses.blindsight or -1.0) >= case.facts.range.distance - EPSILON
        seen_through = felt or pierced(case, edition, "displacement")
        return None if seen_through else _said(TARGET_IS, iter(rows))

    return when


def held_by_another(edition: str) -> When:
    """A condition: somebody holds the attacker, and it cannot be the target, which does not reach so far."""

    def when(case: Case) -> str | None:
        is_held = any(having(case.actor, edition, "held"))
        reach = case.target.coign.reach if case.target.coign.reach is not None else case.feet(REACH)
        return NOT_THE_ONE_HOLDING if is_held and case.facts.range.distance > reach + EPSILON else None

    return when


def worse(to: Literal["attack", "ac"], edition: Callable[[Case], str]) -> tuple[When, Callable[[Case], Flat]]:
    """A condition, and its effect: the penalties that states give to the attacker's roll, or to the target's AC."""

    def found(case: Case) -> dict[tuple[str, str], Trait]:
        creature = case.actor if to == "attack" else case.target
        words = (to, f"{to} {case.request.attack.kind}")
        rows = _BY_EDITION[edition(case)]
        return {
            (row.source, word): row
            for row in rows
            for word in row.gives
            if row.kind in STATES and _number(word)[0] in words and creature.status(row.name)
        }

    def when(case: Case) -> str | None:
        return _said(YOU_ARE if to == "attack" else TARGET_IS, iter(found(case).values()))

    def gives(case: Case) -> Flat:
        return Flat(sum(_number(word)[1] for _, word in found(case)), to)

    return when, gives


@cache
def _number(word: str) -> tuple[str, int]:
    """Return what a word adds to, and how much: `ac -4 melee` is ("ac melee", -4).

    >>> _number("ac -4 melee"), _number("attack -2"), _number("unable")
    (('ac melee', -4), ('attack', -2), ('unable', 0))
    """
    parts = word.split()
    numbers = [int(part) for part in parts if part.startswith("-")]
    return " ".join(part for part in parts if not part.startswith("-")), sum(numbers)


def _said(template: Template, rows: Iterator[Trait]) -> Said | None:
    texts = [template(condition=CONDITIONS[row.name]) for row in rows]
    return joined(*texts) if texts else None
