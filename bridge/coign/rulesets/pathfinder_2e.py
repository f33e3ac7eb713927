"""Pathfinder, second edition: cover, flanking, concealment and range increments.

Source: Pathfinder Player Core by Paizo Inc. (ORC License, see NOTICE.md); the words are ours. Conditions that the game
system applies by itself, such as prone, are left to it. What it has counted in a roll (off-guard by flanking, the range
penalty), a request names in `counted`, and it is set aside here.

>>> from coign.protocol import CentreLine
>>> from coign.rules import example
>>> example(PATHFINDER_2E, kind="ranged", cover={"degree": "lesser", "centre": CentreLine("creature", ("C",))})
['M2 Lesser Cover: +1 AC (a creature in the way)']
>>> example(PATHFINDER_2E, cover={"degree": "standard", "centre": CentreLine("solid")})
['M3 Standard Cover: +2 AC (a wall on the line between the two centres)']
>>> example(PATHFINDER_2E, flanking={"flanked": True})
['M5 Flanking: -2 AC (another enemy of it is on the opposite side)']
>>> example(PATHFINDER_2E, target={"feats": ["all-around-vision"]}, flanking={"flanked": True})
[]
>>> example(PATHFINDER_2E, target={"statuses": ["undetected"]})
['M10 Undetected: flat check 11 (you do not know where the target is)']
>>> example(PATHFINDER_2E, obscurement={"level": "lightly", "shares": (0.0, 1.0, 0.0)})
['M8 Concealed: flat check 5 (the target is lightly obscured: dim light on it)']
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil

from coign.protocol import Blocked, Flat, FlatCheck, Forbid
from coign.rules import ATTACKS, PF2E, Case, Ruleset, book, traits, water
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.case import EPSILON
from coign.rules.families.pf2e import CIRCUMSTANCE
from coign.rules.ignoring import ignored
from coign.rules.options import of_cover
from coign.rules.phrases import Template, fixed
from coign.rules.rule import When

EDITION = "pathfinder-2"
BOOK = book(__file__, "Player Core")
COVER, MEASURED_BY = of_cover("invisible-walls", "windows", "lying-creatures")
CONCEALED_DC, HIDDEN_DC = 5, 11
KEEN_CONCEALED_DC, KEEN_HIDDEN_DC = 3, 9
SPARED = {"second-increment": 2, "third-increment": 3, "fifth-increment": 5}  # what `ignoring` says -> increments
LESSER, STANDARD, GREATER, OFF_GUARD, PER_INCREMENT = 1, 2, 4, -2, -2
LAST_INCREMENT = 6
OF = by.always(EDITION)

ON_THE_LINE = Template("on-the-centre-line", "{what} on the line between the two centres")
AIM = ((17, 4), (11, 2), (1, 1))  # Starfinder 2: from this level on, so much less bonus by cover
AIMED_PAST = Template("aimed-past", "{cover}; your aim takes {number} off")
AIM_AT_A_SQUARE = fixed("aim-at-a-square", "choose a square to attack; the GM rolls, in secret")
YOU_ARE_UNDETECTED = fixed("you-are-undetected", "the target does not know where you are")
LARGE_BETWEEN = fixed("large-between", "a much larger creature in the way")


# --- conditions -------------------------------------------------------------------------------------------------------


def cover_on_the_line(case: Case) -> str:
    """Name what covers the target on the line between the two centres, if cover was judged by it."""
    line = case.facts.cover.centre
    if line is None or case.facts.cover.degree == "total":
        return is_.cover_in_words(case)
    if line.met == "creature":
        return LARGE_BETWEEN if case.facts.cover.degree != "lesser" else is_.in_the_way(case, line.creatures)
    if line.met == "window":
        return is_.ARROW_SLIT
    return ON_THE_LINE(what=is_.COVERING.get(line.met, is_.COVERING["solid"]))


covered = partial(by.covered, OF, words=cover_on_the_line)


def aimed(case: Case) -> int:
    """Return how much the attacker's aim takes from the bonus by cover. It aims within the first range increment.

    Source: Starfinder Player Core, Operative, Aim.
    """
    shot = case.request.attack.kind == "ranged" and (case.facts.range.increment or 1) == 1
    level = case.actor.coign.level or 1
    return next(number for least, number in AIM if level >= least) if shot and case.ability("aim") else 0


def covered_past_aim(degree: str, worth: int) -> When:
    """A condition: the target has this degree of cover, and the attacker's aim leaves something of its bonus."""

    def when(case: Case) -> str | None:
        reason, less = covered(degree)(case), aimed(case)
        if reason is None or less >= worth:
            return None
        return AIMED_PAST(cover=reason, number=less) if less else reason

    return when


def past_aim(worth: int) -> Callable[[Case], Flat]:
    """The bonus of a degree of cover, less what the attacker's aim takes."""
    return lambda case: Flat(worth - aimed(case), "ac")


def covered_from_area(*degrees: str) -> When:
    """A condition: the target has one of these degrees of cover from an effect that fills an area, or may fill one."""

    def when(case: Case) -> str | None:
        aimed = case.request.check.area is False and case.request.origin is None
        return None if aimed else covered(*degrees)(case)

    return when


def flanked(case: Case) -> str | None:
    """The target is flanked, and neither its level nor its eyes keep it from being off-guard."""
    level, its = case.actor.coign.level, case.target.coign.level
    if case.target.feat("deny-advantage") and level is not None and its is not None and its >= level:
        return None
    return by.flanked(OF)(case)


def concealed(case: Case) -> str | None:
    """The attacker sees the target, and something obscures it, or a condition of either."""
    fact = case.facts.obscurement
    if is_.unseen_target(case) is not None:
        return None
    if fact.level != "none":
        return is_.obscured(case)
    if case.target.status("concealed"):
        return by.TARGET_CONCEALED
    return by.YOU_ARE_DAZZLED if case.actor.status("dazzled") else None


def undetected(case: Case) -> str | None:
    """The attacker does not know which square the target is in."""
    return by.TARGET_UNDETECTED if any(map(case.target.status, by.UNDETECTED)) else None


def undetected_attacker(case: Case) -> str | None:
    """The target does not know which square the attacker is in."""
    return YOU_ARE_UNDETECTED if any(map(case.actor.status, by.UNDETECTED)) else None


def hidden(case: Case) -> str | None:
    """The attacker does not see the target, and knows its square."""
    return by.unseen_or_hidden_target(case) if undetected(case) is None else None


def check_if_hidden(case: Case) -> FlatCheck:
    """The flat check against a hidden target: 5 for who has Blind-Fight, 9 for keen eyes."""
    words = ignored(case, EDITION)
    return FlatCheck(CONCEALED_DC if "lessened" in words else KEEN_HIDDEN_DC if "keen" in words else HIDDEN_DC)


def check_if_concealed(case: Case) -> FlatCheck:
    """The flat check against a concealed target: 3 for keen eyes."""
    return FlatCheck(KEEN_CONCEALED_DC if "keen" in ignored(case, EDITION) else CONCEALED_DC)


def beyond_first_increment(case: Case) -> str | None:
    """The target is in a range increment that takes a penalty."""
    increment = case.facts.range.increment or 1
    words = ignored(case, EDITION)
    spared = max((number for word, number in SPARED.items() if word in words), default=1)
    return by.IN_INCREMENT(number=increment) if increment > spared else None


def increment_penalty(case: Case) -> Flat:
    """The penalty of the range increment."""
    return Flat(PER_INCREMENT * ((case.facts.range.increment or 1) - 1), "attack")


def halved_increment(case: Case) -> int:
    """Return the range increment in which the target is, counted by half its length if the shot goes through water."""
    fact, ranged = case.facts.range, case.request.attack.range
    if fact.increment is None or ranged is None or not ranged.normal or not water.halves_increments(case):
        return fact.increment or 1
    return max(1, ceil(2 * fact.distance / ranged.normal - EPSILON))


def in_a_later_increment(case: Case) -> str | None:
    """The shot goes through water, and the target is in a later range increment by that."""
    number = halved_increment(case)
    return by.IN_INCREMENT(number=number) if number > (case.facts.range.increment or 1) else None


def further_increments(case: Case) -> Flat:
    """The penalty of the range increments that water adds."""
    return Flat(PER_INCREMENT * (halved_increment(case) - (case.facts.range.increment or 1)), "attack")


def beyond_the_last_increment(case: Case) -> str | None:
    """The target is farther off than the weapon reaches, through water half as far."""
    if halved_increment(case) <= LAST_INCREMENT:
        return by.out_of_range(case)
    return in_a_later_increment(case) or by.out_of_range(case)


# --- the rules --------------------------------------------------------------------------------------------------------

RULES = (
    BOOK["total-cover"].on((*ATTACKS, "save"), covered("total"), Blocked()),
    BOOK["range-increments"].on_attack(beyond_the_last_increment, Blocked(), attack="ranged"),
    BOOK["lesser-cover"].on_attack(covered_past_aim("lesser", LESSER), past_aim(LESSER), group=CIRCUMSTANCE),
    BOOK["standard-cover"].on_attack(covered_past_aim("standard", STANDARD), past_aim(STANDARD), group=CIRCUMSTANCE),
    BOOK["standard-cover"].on_save(covered_from_area("standard"), Flat(STANDARD, "save"), group=CIRCUMSTANCE),
    BOOK["standard-cover"].on(("stealth",), covered("standard"), Flat(STANDARD, "stealth"), group=CIRCUMSTANCE),
    BOOK["greater-cover"].on_attack(covered_past_aim("greater", GREATER), past_aim(GREATER), group=CIRCUMSTANCE),
    BOOK["greater-cover"].on_save(covered_from_area("greater"), Flat(GREATER, "save"), group=CIRCUMSTANCE),
    BOOK["greater-cover"].on(("stealth",), covered("greater"), Flat(GREATER, "stealth"), group=CIRCUMSTANCE),
    BOOK["flanking"].on_attack(flanked, Flat(OFF_GUARD, "ac"), attack="melee", group=CIRCUMSTANCE),
    BOOK["unseen-attacker"].on_attack(
        by.unless_ignored("unseen-attacker", OF, is_.either(by.unseen_or_hidden_attacker, undetected_attacker)),
        Flat(OFF_GUARD, "ac"),
        group=CIRCUMSTANCE,
    ),
    BOOK["attacker-condition"].on_attack(
        *traits.worse("attack", OF), group=CIRCUMSTANCE, option=("conditions", "coign")
    ),
    BOOK["target-condition"].on_attack(
        traits.targets(EDITION, "off-guard"), Flat(OFF_GUARD, "ac"), group=CIRCUMSTANCE, option=("conditions", "coign")
    ),
    BOOK["target-condition"].on_attack(*traits.worse("ac", OF), option=("conditions", "coign")),
    BOOK["aquatic-target"].on_attack(water.flounders, Flat(OFF_GUARD, "ac"), group=CIRCUMSTANCE),
    BOOK["aquatic-attack"].on_attack(water.passes_water, Flat(-2, "attack"), group=CIRCUMSTANCE),
    BOOK["aquatic-range"].on_attack(in_a_later_increment, further_increments, attack="ranged"),
    BOOK["undetected"].on_attack(undetected, FlatCheck(HIDDEN_DC), note=AIM_AT_A_SQUARE),
    BOOK["hidden"].on_attack(by.unless_ignored("hidden", OF, hidden), check_if_hidden),
    BOOK["concealed"].on_attack(by.unless_ignored("concealed", OF, concealed), check_if_concealed),
    BOOK["not-threatened"].on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack")),
    BOOK["range-increments"].on_attack(beyond_first_increment, increment_penalty, attack="ranged"),
)

PATHFINDER_2E = Ruleset(
    id="pathfinder-2e",
    title="Pathfinder (second edition)",
    family="pathfinder-2e",
    source="Pathfinder Player Core (ORC License)",
    law=PF2E,
    rules=RULES,
    options=(*BOOK.options, *COVER),
    measured_by={**BOOK.measured_by, **MEASURED_BY},
    degrees=("none", "lesser", "standard", "greater", "total"),
    cover_ac={"lesser": LESSER, "standard": STANDARD, "greater": GREATER},
)
