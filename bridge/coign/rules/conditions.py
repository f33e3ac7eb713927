"""Conditions that several rule texts use: each returns its reason as text, or None if it does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Literal, get_args

from coign.protocol import Degree, Evaluate
from coign.protocol.facts import Hindrance, ObscurementFact, Slowed, Way
from coign.rules.case import EPSILON, Case
from coign.rules.phrases import Said, Template, fixed
from coign.rules.readings.obscurement import MOST, TOUCHED
from coign.rules.rule import When
from coign.scene.regions import MOST_COST

DEGREES: tuple[str, ...] = get_args(Degree)
ABOVE = Template("above", "{above} above, needs {needed}")
WITHIN_REACH = fixed("within-reach", "within reach")
WITHIN_SHORT_RANGE = fixed("within-short-range", "within short range")
NOT_REACHED = fixed("not-reached", "nothing of it can be reached")
REACHED = Template("reached", "{percent} % of it can be reached")
HIDES = Template("hides", "{what} hides {percent} % of it")
HIDE = Template("hide", "{what} hide {percent} % of it")
IN_THE_WAY = Template("in-the-way", "{who} in the way")
A_CREATURE = fixed("a-creature", "a creature")
AND = Template("and", "{one} and {other}")
ARROW_SLIT = fixed("arrow-slit", "a window or arrow slit in the way")
COVERING = {
    "low": fixed("low-wall", "a low wall"),
    "area": fixed("cover-area", "an area of cover"),
    "solid": fixed("wall", "a wall"),
}
FLOOR = fixed("floor", "a floor")
A_LINE_CROSSES = Template("a-line-crosses", "a line between the two spaces crosses {what}")
BEHIND = Template("behind", "behind {what}")
# A narrow card cuts the end: so what is in the way comes before the corner.
YOUR_LINES = Template("your-lines", "{blocked} of {lines} lines blocked by {what}, from your {corner} corner")
ITS_LINES = Template("its-lines", "{blocked} of {lines} lines blocked by {what}, from the origin's {corner} corner")
UNCOUNTED = {
    "low": Template("uncounted-low", "{what} that hides {percent} % of it is too low to count"),
    "far": Template("uncounted-far", "{what} that hides {percent} % of it is too far from one of the two to count"),
    "nearer": Template("uncounted-nearer", "{what} that hides {percent} % of it is nearer to you, and does not count"),
}
UNCOUNTED_AT_ORIGIN = Template(
    "uncounted-at-origin", "{what} that hides {percent} % of it is nearer to the origin, and does not count"
)
OBSTACLE = fixed("an-obstacle", "an obstacle")
SIDES_OF_THE_PAIR = Template("sides-of-the-pair", "you are on its {mine}, {helper} on its {theirs}")
OPPOSITE_SIDE = Template("opposite-side", "{helper} is on the opposite side")
BESIDE_IT = Template("beside-the-target", "{who} is beside the target")
ANOTHER_ENEMY = fixed("another-enemy", "another enemy of it")
ONE_SIDE, TWO_SIDES = Template("one-side", "{side} side"), Template("two-sides", "{sides} sides")
WAY: dict[Way | Literal["best"], Said] = {way: fixed(f"way-{way}", way) for way in (*get_args(Way), "best")}
TARGET_SLOWED = fixed("target-slowed", "the target is in terrain that costs extra movement")
SLOWED_BY: dict[Slowed, Said] = {
    "status": fixed("slowed-by-status", "it has the status"),
    "terrain": fixed("slowed-by-terrain", "difficult terrain"),
    "climb": fixed("slowed-by-climbing", "it climbs without a climb speed"),
    "swim": fixed("slowed-by-swimming", "it swims without a swim speed"),
    "burrow": fixed("slowed-by-burrowing", "it burrows without a burrow speed"),
}
GROUND_COSTS = Template("ground-costs", "movement costs {cost} there")
TARGET_SLOWED_BECAUSE = Template("target-slowed-because", "the target is in terrain that costs extra movement ({why})")
ACTOR_SLOWED = fixed("actor-slowed", "you are in terrain that costs extra movement")
OBSCURED = {
    "lightly": Template("lightly-obscured", "the target is lightly obscured: {why}"),
    "heavily": Template("heavily-obscured", "the target is heavily obscured: {why}"),
}
UNSEEN = Template("unseen", "you cannot see the target: {why}")
INVISIBLE = fixed("invisible", "it is invisible")
BLINDED = fixed("blinded", "you are blinded")
DARKNESS = fixed("darkness", "darkness on it")
IN_MAGICAL_DARKNESS = fixed("magical-darkness", "magical darkness in the way")
DIM_BETWEEN = fixed("dim-between", "dim light or darkness in between")
DIM_LIGHT = fixed("dim-light", "dim light on it")
VIEW_BLOCKED = fixed("view-blocked", "something blocks the view")
THICK_FOG = fixed("thick-fog", "thick fog in the way")
FOG = fixed("fog", "fog in the way")
CANNOT_SEE_YOU = fixed("cannot-see-you", "the target cannot see you")
HINDRANCES: dict[Hindrance, Said] = {
    "no-enemy": fixed("not-an-enemy", "the target is no enemy"),
    "unable": fixed("unable-to-act", "you are not able to act"),
    "no-reaction": fixed("no-attacks-out-of-turn", "a condition keeps you from attacks of opportunity"),
    "unseen": fixed("target-unseen", "you cannot see the target"),
    "unarmed": fixed("not-armed", "you are not armed for melee"),
    "out-of-reach": fixed("mover-out-of-reach", "the target is out of reach"),
    "no-line-of-effect": fixed("no-line-of-effect", "something solid is in the way"),
    "cover": fixed("has-cover", "the target has cover"),
    "immobile": fixed("immobile", "one of the two cannot move"),
}
QUICKNESS = fixed("save-of-quickness", "a save of quickness")
ABILITY_ASSUMED = fixed("ability-assumed", "ability of the save: none named, taken for Dexterity or Reflex")


def on_hexes(case: Case) -> bool:
    """Return whether the map has hexes."""
    return case.grid == "hex"


def both(*conditions: When) -> When:
    """Return a condition that holds if all of these hold, with the reason of the last one."""

    def when(case: Case) -> str | None:
        reason = None
        for condition in conditions:
            reason = condition(case)
            if reason is None:
                return None
        return reason

    return when


def either(*conditions: When) -> When:
    """Return a condition that holds if one of these holds, with the reason of the first that does."""
    return lambda case: next((reason for condition in conditions if (reason := condition(case)) is not None), None)


def stands_above(case: Case, needed: float, words: Template = ABOVE) -> str | None:
    """The attacker stands at least so many scene units above the target. Air and water are no ground (P22)."""
    fact = case.facts.elevation
    if not fact.standing or fact.difference < needed - EPSILON:
        return None
    return words(above=case.length(fact.difference), needed=case.length(needed))


def standing_above(feet: float) -> When:
    """A condition: the attacker stands at least so many feet above the target."""
    return lambda case: stands_above(case, case.feet(feet))


def in_reach(case: Case) -> str | None:
    """The target is within the attacker's reach; an unknown reach is enough."""
    return None if case.facts.range.in_reach is False else WITHIN_REACH


def in_short_range(case: Case) -> str | None:
    """The target is within the weapon's short range; a weapon of unknown range has none."""
    return WITHIN_SHORT_RANGE if case.facts.range.in_short_range else None


# P20 and P21, which other texts use too.
high_ground_ranged = both(in_short_range, standing_above(10))
high_ground_melee = both(in_reach, standing_above(2))


def covered(*degrees: str) -> When:
    """A condition: the target has one of these degrees of cover, and the attacker nothing that ignores it.

    >>> covered("half" "total")
    Traceback (most recent call last):
    ValueError: covered('halftotal'): a comma is missing between 'half' and 'total'
    """
    for degree in degrees:
        if degree not in DEGREES:
            raise ValueError(f"covered({degree!r}): {_misspelt(degree)}")

    def when(case: Case) -> str | None:
        degree = case.facts.cover.degree
        if degree not in degrees or degree in case.actor.coign.ignores or _shot_past(case, degree):
            return None
        return cover_in_words(case)

    return when


def _misspelt(degree: str) -> str:
    for first in DEGREES:
        if degree.startswith(first) and degree.removeprefix(first) in DEGREES:
            return f"a comma is missing between {first!r} and {degree.removeprefix(first)!r}"
    return f"there is no such degree; there are {', '.join(DEGREES)}"


def _shot_past(case: Case, degree: str) -> bool:
    """Return whether a fifth edition feat lets this attack ignore cover. Such feats belong to the attack."""
    return degree in ("half", "three-quarters") and any(map(case.ability, ("sharpshooter", "spell-sniper")))


def cover_in_words(case: Case) -> Said:
    """Name the cover's source in words that a player can check at the table."""
    fact = case.facts.cover
    if fact.degree == "total" or not fact.effect:
        return NOT_REACHED
    if fact.reading == "area" and (fact.share is not None or fact.degree == "none"):
        return _share_in_words(case, fact.exposure)
    if fact.against == "creature":
        return in_the_way(case, fact.soft)
    if fact.against == "window":
        return ARROW_SLIT
    if fact.share is not None:
        return _share_in_words(case, fact.share)
    fallback = COVERING.get(fact.against, COVERING["solid"])
    if fact.reading == "area":
        return BEHIND(what=fallback)
    if fact.adjacent_melee:
        return A_LINE_CROSSES(what=fallback)
    if not fact.lines:
        return BEHIND(what=fallback)
    if not fact.blocked:
        return _share_in_words(case, fact.exposure)
    creatures = [case.name(token, A_CREATURE) for token in fact.soft]
    obstacles = _all([*(_in_the_way(case) or [fallback]), *creatures])  # not only what gives the degree
    saves = case.request.occasion == "save"
    corner = WAY[fact.corner or "best"]
    lines = ITS_LINES if saves else YOUR_LINES
    return lines(blocked=fact.blocked, lines=len(fact.lines), corner=corner, what=obstacles)


def _share_in_words(case: Case, exposed: float) -> Said:
    """Name the obstacles that hide the target, and the hidden share; without names, the share that can be reached."""
    things = _in_the_way(case)
    if not things or exposed >= 1:
        return REACHED(percent=f"{100 * exposed:.0f}")
    percent = min(100 * (1 - exposed), 100.0 if exposed <= 0 else 99.0)  # the last sliver is not hidden
    return (HIDES if len(things) == 1 else HIDE)(what=_all(things), percent=f"{percent:.0f}")


def _in_the_way(case: Case) -> list[str]:
    """Name each kind of thing that gives the cover, creatures apart."""
    fact = case.facts.cover
    kinds = {"wall": COVERING["low" if fact.against == "low" else "solid"], "floor": FLOOR, "region": COVERING["area"]}
    names = [key.partition(":")[::2] for key in fact.by]
    obstacles = [kinds.get(kind) or case.name(key, OBSTACLE) for kind, key in names if key not in fact.soft]
    return list(dict.fromkeys(obstacles))


def uncounted(*degrees: str) -> When:
    """A condition: an obstacle would give one of these degrees of cover, but does not count (C4, C5)."""

    def when(case: Case) -> str | None:
        aside = case.facts.cover.uncounted
        if aside is None or aside.degree not in degrees:
            return None
        at_origin = aside.why == "nearer" and case.request.occasion == "save"
        reason = UNCOUNTED_AT_ORIGIN if at_origin else UNCOUNTED[aside.why]
        return reason(what=OBSTACLE, percent=f"{100 * aside.hides:.0f}")

    return when


def in_the_way(case: Case, creatures: Sequence[str]) -> Said:
    """Name the creatures in the way, by their token ids."""
    return IN_THE_WAY(who=_all([case.name(token, A_CREATURE) for token in creatures] or [A_CREATURE]))


def flanked(case: Case) -> str | None:
    """The pair flanks, by the reading in use, and the GM has not marked the target as unflankable."""
    fact = case.facts.flanking
    if not fact.flanked or "flanking" in case.target.coign.immune:
        return None
    helper = case.name(fact.with_[0], ANOTHER_ENEMY) if fact.with_ else ANOTHER_ENEMY
    if fact.attacker_edges and fact.helper_edges:
        own_sides, helper_sides = _sides(fact.attacker_edges), _sides(fact.helper_edges)
        return SIDES_OF_THE_PAIR(mine=own_sides, helper=helper, theirs=helper_sides)
    return BESIDE_IT(who=helper) if fact.reading == "beside" else OPPOSITE_SIDE(helper=helper)


def target_difficult(case: Case) -> str | None:
    """The target is in difficult terrain."""
    fact = case.facts.terrain
    if not fact.target_difficult:
        return None
    if fact.target_slowed is None:
        return TARGET_SLOWED
    costs = fact.target_slowed == "cost"
    if costs and fact.target_cost >= MOST_COST:  # nobody can take a step there
        return TARGET_SLOWED
    why = GROUND_COSTS(cost=f"{fact.target_cost:g}") if costs else SLOWED_BY[fact.target_slowed]
    return TARGET_SLOWED_BECAUSE(why=why)


def actor_difficult(case: Case) -> str | None:
    """The attacker is in difficult terrain."""
    fact = case.facts.terrain
    return ACTOR_SLOWED if fact.attacker_difficult else None


def obscured(case: Case) -> str | None:
    """The target is hard to see: lightly or heavily, after the attacker's senses, or not seen at all."""
    fact = case.facts.obscurement
    if not fact.sight:
        return out_of_sight(case)
    return None if fact.level == "none" else OBSCURED[fact.level](why=what_obscures(case))


def out_of_sight(case: Case) -> str | None:
    """The attacker sees nothing of the target."""
    return None if case.facts.obscurement.sight else UNSEEN(why=what_obscures(case))


def unseen_target(case: Case) -> str | None:
    """The target is unseen as fifth edition has it: out of sight, or heavily obscured.

    Source: System Reference Document 5.1, "Vision and Light": one is effectively blind to what a heavily obscured area
    holds.
    """
    return UNSEEN(why=what_obscures(case)) if case.facts.obscurement.level == "heavily" else out_of_sight(case)


def what_obscures(case: Case) -> Said:
    """Name the cause that keeps the attacker from seeing the target well."""
    fact = case.facts.obscurement
    if "invisible" in fact.because:
        return INVISIBLE
    if "blinded" in fact.because:
        return BLINDED
    if "magical-darkness" in fact.because:
        return IN_MAGICAL_DARKNESS
    if not fact.sight and "no-line-of-sight" in fact.because and fact.wholly != "heavily":
        return VIEW_BLOCKED  # light that leaves a part to be seen is not what hides it
    # Dim light alone neither hides nor heavily obscures; and a share of the space may need fog to come to the level.
    level = fact.level if fact.sight else "heavily"
    unlit = fact.shares.heavily if level == "heavily" else 1 - fact.shares.none
    if unlit <= TOUCHED or _sees_in_the_dark(case):
        return _what_is_between(fact, thick="heavily" in (fact.level, fact.touched))
    light = DARKNESS if level == "heavily" or fact.shares.heavily > fact.shares.lightly else DIM_LIGHT
    if level == "none" or unlit > (MOST if fact.sight else 1 - TOUCHED):
        return light
    return AND(one=light, other=_what_is_between(fact, thick=level == "heavily"))


def _what_is_between(fact: ObscurementFact, *, thick: bool) -> Said:
    """Name what obscures the target beside the light on it."""
    if "unlit-between" in fact.because:
        return DIM_BETWEEN
    return THICK_FOG if thick else FOG


def _sees_in_the_dark(case: Case) -> bool:
    """Return whether a sense of the attacker's makes up for the light on the target."""
    fact = case.facts.obscurement
    by_light = "heavily" if fact.shares.heavily > MOST else "lightly"
    reaches = not {"darkvision", "truesight"}.isdisjoint(fact.because)
    return reaches and (fact.level != "lightly" or by_light != "heavily")


def out_of_its_sight(case: Case) -> str | None:
    """The target sees nothing of the attacker."""
    return None if case.facts.obscurement.seen_by_target else CANNOT_SEE_YOU


def unseen_attacker(case: Case) -> str | None:
    """The attacker is unseen as fifth edition has it: out of the target's sight, or heavily obscured to it."""
    return CANNOT_SEE_YOU if case.facts.obscurement.level_to_target == "heavily" else out_of_its_sight(case)


def not_threatened(case: Case) -> str | None:
    """The attacker makes no attack of opportunity on the target: it cannot act or react, is unarmed, or too far off."""
    hindrance = case.facts.range.hindrance
    return None if hindrance is None else HINDRANCES[hindrance]


def save_with(*abilities: str) -> When:
    """A condition: the save is made with one of these abilities, or names none."""

    def when(case: Case) -> str | None:
        ability = case.request.check.ability
        return QUICKNESS if ability is None or ability.lower()[:3] in abilities else None

    return when


# The save is one that cover protects.
dexterity_save = save_with("dex", "ref")


def dexterity_assumed(case: Case) -> str | None:
    """The save names no ability, so that Dexterity or Reflex is assumed."""
    unsaid = case.request.occasion == "save" and case.request.check.ability is None
    return ABILITY_ASSUMED if unsaid else None


def by_sight(request: Evaluate) -> bool:
    """Return whether a check relies on sight; only one of hearing does not."""
    return request.check.kind != "hearing"


def _sides(edges: tuple[Way, ...]) -> Said:
    sides = _all([WAY[edge] for edge in edges])
    return TWO_SIDES(sides=sides) if len(edges) > 1 else ONE_SIDE(side=sides)


def _all(texts: Sequence[str]) -> str:
    """Join texts with "and"."""
    return reduce(lambda one, other: AND(one=one, other=other), texts)
