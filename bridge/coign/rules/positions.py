"""Conditions that the printed rules share: range, lying on the ground, hiding, and who is near.

Each answers with the reason in words, or with None if it does not hold. What a feat or a spell ignores is asked of the
table in `coign.rules.ignoring`, by edition.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TypedDict

from coign.protocol.facts import Arc, Level
from coign.rules import conditions as is_
from coign.rules.case import CLOSE, Case, Creature
from coign.rules.facing.conditions import AREA, IN_ITS_AREA, IN_YOUR_AREA
from coign.rules.ignoring import EditionOf, ignored, ignores
from coign.rules.phrases import Template, fixed
from coign.rules.rule import When
from coign.rules.traits import flankable
from coign.scene.tokens import LYING

HIDING = ("hidden", "hiding")
UNDETECTED = ("undetected", "unnoticed")

BEYOND_NORMAL = Template("beyond-normal-range", "{distance} away, normal range {range}")
BEYOND_LONG = Template("beyond-long-range", "{distance} away, greatest range {range}")
FOE_BESIDE = Template("foe-beside", "{who} is next to you and sees you")
IN_INCREMENT = Template("in-increment", "in range increment {number}")
ENGAGED = Template("engaged", "{who} is in melee with the target")
A_FRIEND = fixed("a-friend", "a friend")
AN_ENEMY = fixed("an-enemy", "an enemy")
YOU_ARE_PRONE = fixed("you-are-prone", "you are prone")
PRONE_NEAR = fixed("prone-near", "the target is prone, and you are within 5 ft of it")
PRONE_FAR = fixed("prone-far", "the target is prone, and you are more than 5 ft from it")
TARGET_PRONE = fixed("target-prone", "the target is prone")
TARGET_HIDDEN = fixed("target-hidden", "the target is hidden")
YOU_ARE_HIDDEN = fixed("you-are-hidden", "you are hidden")
TARGET_UNDETECTED = fixed("target-undetected", "you do not know where the target is")
TARGET_CONCEALED = fixed("target-concealed", "the target is concealed")
SIGHT_FAILS = fixed("sight-fails", "a check that relies on sight fails")
YOU_ARE_DAZZLED = fixed("you-are-dazzled", "you are dazzled")


class CoverDetails(TypedDict):
    """The details of a rule for cover."""

    group: str
    aside: When


def always(edition: str) -> Callable[[Case], str]:
    """The edition of a ruleset that has only one."""
    return lambda case: edition


def unless_ignored(word: str, edition: EditionOf, condition: When) -> When:
    """A condition that nothing about the attack makes it ignore."""

    def when(case: Case) -> str | None:
        reason = condition(case)
        return None if reason is None or ignores(case, edition, word) else reason

    return when


def only_if_ignored(word: str, edition: EditionOf, condition: When) -> When:
    """A condition that counts only where something about the attack makes it ignore `word`."""
    return lambda case: condition(case) if ignores(case, edition, word) else None


def covered(edition: EditionOf, *degrees: str, words: Callable[[Case], str] = is_.cover_in_words) -> When:
    """A condition: the target has one of these degrees of cover, and nothing about the attack ignores it."""

    def when(case: Case) -> str | None:
        degree = case.facts.cover.degree
        return None if degree not in degrees or ignores(case, edition, degree) else words(case)

    return when


def uncounted(edition: EditionOf, *degrees: str) -> When:
    """A condition: an obstacle that does not count would give such cover, and nothing about the attack ignores it."""
    best = is_.uncounted(*degrees)
    return lambda case: None if any(ignores(case, edition, degree) for degree in degrees) else best(case)


def cover_details(edition: EditionOf, degree: str) -> CoverDetails:
    """Return the details of a rule for a degree of cover, of which only the best counts (C12)."""
    return {"group": "cover", "aside": uncounted(edition, degree)}


def beyond_normal_range(case: Case) -> str | None:
    """The target is beyond the weapon's normal range and within its long one; a spell has but one range."""
    fact = case.facts.range
    if fact.in_short_range is not False or fact.in_long_range is not True:
        return None
    normal = case.request.attack.range.normal if case.request.attack.range else None
    return BEYOND_NORMAL(distance=case.length(fact.distance), range=case.length(normal or 0.0))


def out_of_range(case: Case) -> str | None:
    """The target is farther off than the weapon reaches at all."""
    fact = case.facts.range
    if fact.in_long_range is not False:
        return None
    longest = case.request.attack.range.long if case.request.attack.range else None
    return BEYOND_LONG(distance=case.length(fact.distance), range=case.length(longest or 0.0))


def in_increment(first: float, last: float = inf) -> When:
    """A condition: the target is in one of these range increments."""

    def when(case: Case) -> str | None:
        increment = case.facts.range.increment
        return None if increment is None or not first <= increment <= last else IN_INCREMENT(number=increment)

    return when


def foe_beside(case: Case) -> str | None:
    """An enemy that can act and sees the attacker is next to it."""
    company = case.facts.range.company
    if company is None or not company.foes_beside:
        return None
    return FOE_BESIDE(who=case.name(company.foes_beside[0], AN_ENEMY))


def into_melee(case: Case) -> str | None:
    """A friend of the attacker fights the target hand to hand."""
    company = case.facts.range.company
    if company is None or not company.engaged:
        return None
    return ENGAGED(who=case.name(company.engaged[0], A_FRIEND))


def lies(creature: Creature) -> bool:
    """Return whether a creature lies on the ground."""
    return any(map(creature.status, LYING))


def attacker_lies(case: Case) -> str | None:
    """The attacker lies on the ground."""
    return YOU_ARE_PRONE if lies(case.actor) else None


def target_lies_near(case: Case) -> str | None:
    """The target lies on the ground within 5 ft."""
    return PRONE_NEAR if lies(case.target) and case.within(CLOSE) else None


def target_lies_far(case: Case) -> str | None:
    """The target lies on the ground more than 5 ft away."""
    return PRONE_FAR if lies(case.target) and not case.within(CLOSE) else None


def target_lies(case: Case) -> str | None:
    """The target lies on the ground, wherever the attacker is."""
    return TARGET_PRONE if lies(case.target) else None


def unseen_or_hidden_target(case: Case) -> str | None:
    """The attacker does not see the target, or the target hides."""
    reason = is_.unseen_target(case)
    if reason is None and any(map(case.target.status, HIDING)):
        return TARGET_HIDDEN
    return reason


def unseen_or_hidden_attacker(case: Case) -> str | None:
    """The target does not see the attacker, or the attacker hides."""
    reason = is_.unseen_attacker(case)
    if reason is None and any(map(case.actor.status, HIDING)):
        return YOU_ARE_HIDDEN
    return reason


def flanked(edition: EditionOf) -> When:
    """A condition: the pair flanks, and by an edition's rules nothing about the target keeps it from being flanked."""

    def when(case: Case) -> str | None:
        printed = edition(case)
        if printed is not None and ("flanking" in ignored(case, printed) or not flankable(case, printed)):
            return None
        return is_.flanked(case)

    return when


def flanked_beside(case: Case) -> str | None:
    """The attacker is next to the target and flanks it, and sees it."""
    if not case.facts.range.adjacent or is_.unseen_target(case) is not None:
        return None
    return is_.flanked(case)


def from_area(area: Arc) -> When:
    """A condition: the attacker is in this area of the target."""
    return lambda case: IN_ITS_AREA(area=AREA[area]) if case.facts.facing.target_arc == area else None


def behind_oneself(case: Case) -> str | None:
    """The target is in the attacker's rear area."""
    return IN_YOUR_AREA(area=AREA["rear"]) if case.facts.facing.attacker_arc == "rear" else None


def obscured_to(level: Level) -> When:
    """A condition: the attacker sees the target, which is obscured to this level."""

    def when(case: Case) -> str | None:
        fact = case.facts.obscurement
        return is_.obscured(case) if fact.sight and fact.level == level else None

    return when


def to_the_eye(condition: When) -> When:
    """Limit a condition to checks that rely on sight."""
    return lambda case: condition(case) if is_.by_sight(case.request) else None
