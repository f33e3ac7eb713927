"""Conditions that several rule texts use: each answers with the reason in words, or with None if it does not hold."""

from __future__ import annotations

from coign.protocol import Evaluate
from coign.rules.case import EPSILON, Case
from coign.rules.rule import When

QUARTER = 0.25 + EPSILON  # improved cover by share: three quarters hidden
TOUCHES = 0.02  # the share of a space up to which light or dark is not worth naming


def both(*conditions: When) -> When:
    """A condition that holds if all of these do, with the last one's reason."""

    def when(case: Case) -> str | None:
        reason = None
        for condition in conditions:
            reason = condition(case)
            if reason is None:
                return None
        return reason

    return when


def standing_above(feet: float) -> When:
    """A condition: the attacker stands at least so many feet above the target. Air and water are no ground (P22)."""

    def when(case: Case) -> str | None:
        fact = case.facts.elevation
        needed = case.feet(feet)
        if not fact.standing or fact.difference < needed - EPSILON:
            return None
        return f"{case.length(fact.difference)} above, needs {case.length(needed)}"

    return when


def in_reach(case: Case) -> str | None:
    return None if case.facts.range.in_reach is False else "within reach"


def in_short_range(case: Case) -> str | None:
    """The target is within the weapon's short range; a weapon of unknown range has none."""
    return "within short range" if case.facts.range.in_short_range else None


# P20 and P21, which other texts borrow.
high_ground_ranged = both(in_short_range, standing_above(10))
high_ground_melee = both(in_reach, standing_above(2))


def covered(*degrees: str) -> When:
    """A condition: the target has one of these degrees of cover, and the attacker nothing that ignores it."""

    def when(case: Case) -> str | None:
        degree = case.facts.cover.degree
        if degree not in degrees or degree in case.actor.coign.ignores or _shot_past(case, degree):
            return None
        return cover_in_words(case)

    return when


def _shot_past(case: Case, degree: str) -> bool:
    """Feats of fifth edition that let one kind of attack ignore cover: they stand with the attack, not the creature."""
    return degree in ("half", "three-quarters") and any(map(case.ability, ("sharpshooter", "spell-sniper")))


def cover_in_words(case: Case) -> str:
    """What gives the cover, as one would check it at the table."""
    fact = case.facts.cover
    if fact.degree == "total" or not fact.effect:
        return "nothing of it can be reached"
    if fact.reading == "area":
        return f"{fact.exposure:.0%} of it can be reached"
    if fact.against == "creature":
        in_the_way = [case.name(token, "a creature") for token in fact.soft]
        return f"{' and '.join(in_the_way) or 'a creature'} in the way"
    if fact.against == "window":
        return "a window or arrow slit in the way"
    if fact.degree == "improved" and fact.exposure <= QUARTER:
        return f"{fact.exposure:.0%} of it can be reached"
    what = {"low": "a low wall", "area": "an area of cover"}.get(fact.against, "a wall")
    if fact.adjacent_melee:
        return f"{fact.blocked or 'some'} of the lines between the two spaces cross {what}"
    if not fact.lines:
        return f"behind {what}"
    if not fact.blocked:
        return f"{fact.exposure:.0%} of it can be reached"
    whose = "the origin's" if case.request.occasion == "save" else "your"
    corner = f"{whose} {fact.corner} corner" if fact.corner else f"{whose} best corner"
    return f"{fact.blocked} of {len(fact.lines)} lines from {corner} are blocked by {what}"


def flanked(case: Case) -> str | None:
    """The pair flanks, by the reading in use; the one that a GM calls unflankable is not."""
    fact = case.facts.flanking
    if not fact.flanked or "flanking" in case.target.coign.immune:
        return None
    helper = case.name(fact.with_[0], "another enemy of it") if fact.with_ else "another enemy of it"
    if fact.attacker_edges and fact.helper_edges:
        return f"you are on its {_sides(fact.attacker_edges)}, {helper} on its {_sides(fact.helper_edges)}"
    return f"{helper} is on the opposite side"


def target_difficult(case: Case) -> str | None:
    fact = case.facts.terrain
    return (
        _because("the target is in terrain that costs extra movement", fact.because) if fact.target_difficult else None
    )


def actor_difficult(case: Case) -> str | None:
    fact = case.facts.terrain
    return "you are in terrain that costs extra movement" if fact.attacker_difficult else None


def obscured(case: Case) -> str | None:
    """The target is hard to see: lightly or heavily, after the attacker's senses, or not seen at all."""
    fact = case.facts.obscurement
    if fact.sight and fact.level == "none":
        return None
    if not fact.sight:
        return unseen_target(case)
    return f"the target is {fact.level} obscured: {what_obscures(case)}"


def unseen_target(case: Case) -> str | None:
    """The attacker does not see the target."""
    return None if case.facts.obscurement.sight else f"you cannot see the target: {what_obscures(case)}"


def what_obscures(case: Case) -> str:
    """What keeps the attacker from seeing the target well, as one would say it at the table."""
    fact = case.facts.obscurement
    if "invisible" in fact.because:
        return "it is invisible"
    if "blinded" in fact.because:
        return "you are blinded"
    dim, dark = fact.shares.lightly > TOUCHES, fact.shares.heavily > TOUCHES
    if (dim or dark) and not _sees_in_the_dark(case):
        return (
            "darkness on it"
            if dark and (not fact.sight or fact.shares.heavily > fact.shares.lightly)
            else "dim light on it"
        )
    if "no line of sight" in fact.because:
        return "something blocks the view"
    return (
        "thick fog or the like in the way" if "heavily" in (fact.level, fact.touched) else "fog or the like in the way"
    )


def _sees_in_the_dark(case: Case) -> bool:
    """Whether a sense of the attacker's makes up for the light on the target."""
    fact = case.facts.obscurement
    by_light = "heavily" if fact.shares.heavily > 0.5 else "lightly"
    reaches = any(one.startswith(("darkvision", "truesight")) for one in fact.because)
    return reaches and (fact.level != "lightly" or by_light != "heavily")


def unseen_attacker(case: Case) -> str | None:
    return None if case.facts.obscurement.seen_by_target else "the target cannot see you"


def dexterity_save(case: Case) -> str | None:
    """A save against what cover protects from: Dexterity, Reflex; one of no named ability is taken for it."""
    ability = case.request.check.ability
    return "a save of quickness" if ability is None or ability.lower()[:3] in ("dex", "ref") else None


def dexterity_assumed(case: Case) -> str | None:
    unsaid = case.request.occasion == "save" and case.request.check.ability is None
    return "ability of the save: none named, taken for Dexterity or Reflex" if unsaid else None


def by_sight(request: Evaluate) -> bool:
    return request.check.kind != "hearing"


def _sides(edges: tuple[str, ...]) -> str:
    return f"{' and '.join(edges)} side" + ("s" if len(edges) > 1 else "")


def _because(what: str, because: tuple[str, ...]) -> str:
    return f"{what} ({', '.join(because)})" if because else what
