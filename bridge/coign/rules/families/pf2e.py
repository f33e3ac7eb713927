"""The law of Pathfinder's second edition: typed bonuses and penalties, and flat checks.

Source: Pathfinder Player Core (ORC), "Playing the Game"; the words are ours. Of bonuses of one type to one number only
the highest counts, and of such penalties only the worst; untyped numbers add up. A rule's own are circumstance bonuses;
a GM may add any type, and a die. Of several flat checks against one target the hardest is made. Advantage and miss
chances are no part of this family.
"""

from __future__ import annotations

import msgspec

from coign.protocol import Advantage, Chance, Disadvantage, FlatCheck, HandEffect, MissChance, Outcome, Pool
from coign.protocol import Flat as Number
from coign.rules import outcome
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.families.stacking import DICE_BY_HAND, NUMBERS_BY_HAND, die_beside, no_part, one_die, only_best, stack
from coign.rules.phrases import Template, fixed
from coign.rules.rule import ATTACKS, Finding, Law

CIRCUMSTANCE = "circumstance"  # the group of a rule whose number is a circumstance bonus or penalty
FACES = 20
NO_PART = fixed("pf2e-numbers-only", "this rule system has no advantage")
TYPES = {name: fixed(f"bonus-{name}", name) for name in (CIRCUMSTANCE, "status", "item")}
ONE_BONUS = Template("one-bonus-of-a-type", "of {type} bonuses only the highest counts")
ONE_PENALTY = Template("one-penalty-of-a-type", "of {type} penalties only the worst counts")
HARDER_CHECK = fixed("harder-flat-check", "only the hardest flat check is made")
FLAT_CHECK_FIRST = Template("flat-check-first", "before the attack: a flat check against {dc}, or it fails")
FLAT_CHECK_FAILED = Template("flat-check-failed", "the flat check against {dc} failed with {face}: the attack fails")
FLAT_CHECK_PASSED = Template("flat-check-passed", "the flat check against {dc} succeeded with {face}")
FLAT_CHECK = "1d20"  # the die that it is rolled with; no other d20 is asked for in this family


def conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Add up the modifiers that count; a flat check comes before the attack."""
    mode = dice.own_mode(case.request.roll)
    result = outcome.conclude(case, findings, label, mode=mode, die=die_beside(findings), degrees=True)
    check = next((effect.dc for effect in outcome.counting(findings, FlatCheck)), None)
    if check is None or case.request.occasion not in ATTACKS or label == "blocked":
        return result
    rolled = dice.since(case.request.roll, FLAT_CHECK)
    failed = bool(rolled) and rolled[0] < check
    missed = failed or result.hit is False
    chance = result.chance
    return msgspec.structs.replace(
        outcome.with_notes(result, _checked(check, rolled)),
        flat_check=check,
        hit=False if missed else result.hit if rolled else None,
        chance=None if chance is None else _if_it_passes(chance, (FACES + 1 - check) / FACES),
        to_roll=(FLAT_CHECK,) if case.request.roll is not None and not rolled and not missed else (),
    )


def _if_it_passes(chance: Chance, passes: float) -> Chance:
    critical = None if chance.critical is None else chance.critical * passes
    return msgspec.structs.replace(chance, after=chance.after * passes, critical=critical)


def _checked(dc: int, rolled: tuple[int, ...]) -> str:
    """Describe a flat check, which is still to be made, or how it went."""
    if not rolled:
        return FLAT_CHECK_FIRST(dc=dc)
    words = FLAT_CHECK_FAILED if rolled[0] < dc else FLAT_CHECK_PASSED
    return words(dc=dc, face=rolled[0])


def _typed(finding: Finding, sign: int) -> tuple[str, str] | None:
    """Return the type of a bonus (1) or penalty (-1) and the number that it changes; None for anything else."""
    effect, group = finding.effect, finding.rule.group
    typed = isinstance(effect, Number) and group in TYPES and effect.value * sign > 0
    return (group, effect.to) if typed and isinstance(effect, Number) else None


def _size(finding: Finding) -> int:
    effect = finding.effect
    if isinstance(effect, FlatCheck):
        return effect.dc
    return abs(effect.value) if isinstance(effect, Number) else 0


PF2E = Law(
    stack(
        no_part((Advantage, Disadvantage, Pool, MissChance), NO_PART),
        one_die,
        only_best(lambda finding: _typed(finding, 1), _size, lambda best: ONE_BONUS(type=TYPES[best.rule.group])),
        only_best(lambda finding: _typed(finding, -1), _size, lambda best: ONE_PENALTY(type=TYPES[best.rule.group])),
        only_best(lambda finding: "flat check" if isinstance(finding.effect, FlatCheck) else None, _size, HARDER_CHECK),
    ),
    conclude,
    "pathfinder-2e",
    by_hand=(
        *(msgspec.structs.replace(number, types=("", *TYPES)) for number in NUMBERS_BY_HAND),
        *DICE_BY_HAND,
        HandEffect("flat-check", None, (2, 20)),
    ),
)
