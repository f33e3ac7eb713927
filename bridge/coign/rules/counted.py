"""Take out the modifiers that the roll or the armour class includes already, so that each counts once.

Modifiers that were put into the roll before the dice fell are taken out again before the rules are asked: their dice
become dice that were rolled since, their numbers leave the total and the armour class, and their advantage is no longer
the roll's own. What the rules then give is the same as if nothing had been put in, and what the GM switches off is gone
from the total. The total that is reported as `before` stays the one of the dice as they fell. Advantage leaves its dice
on the table: without it the first die counts (`coign.rules.roll.counting`). Edges and banes that were put in leave the
edges and banes of the roll against their target.

What no longer holds is gone from the total as well. A disadvantage or a bane has no term of its own in the roll that
shows it, so a player may claim one that was there for another reason; and to take it out would help. Then it is the
roll's own until the GM takes it out (`staying`).

Cover that the game system, or another module, has added to the armour class counts once, and the greater of theirs and
ours stands: if theirs is as much or more, our bonus is set aside; if ours is more, theirs is subtracted. If our rules
give another effect (a die or disadvantage instead of the bonus), theirs is subtracted too. If no rule of ours gives
cover, theirs remains and the outcome notes it. A GM may have decided whose cover counts (`Defence.stands`): then the
other's is set aside or subtracted, whatever it is. The reason names the source of the cover.

Any other modifier that the game system has counted, such as flanking in Pathfinder 2, is named in a request's
`counted`, and set aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from msgspec.structs import replace

from coign.errors import BadMessage
from coign.protocol import (
    Advantage,
    Bane,
    Defence,
    Degree,
    Die,
    Disadvantage,
    Edge,
    Effect,
    Flat,
    FlatCheck,
    IncludedModifier,
    MissChance,
    Note,
    Outcome,
    Tiers,
    Total,
)
from coign.protocol.vocabulary import ROLLS_TO
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.families import draw_steel
from coign.rules.phrases import Template, Value, fixed, noted
from coign.rules.rule import ATTACKS, Finding, Rule, Ruleset

NO_LONGER_HOLDS = fixed("included-no-longer", "it was put into the roll, but it does not hold here")
STAYS = fixed("included-stays", "it was put into the roll and does not hold here; it counts until the GM takes it out")
COUNTED = fixed("system-counted", "the game system has counted it already")
CLAIMED, CLAIMED_TITLE = "claimed", "Put into the roll"
APPLIED, APPLIED_TITLE = "applied-cover", "Cover already applied"
INCLUDED = Template("cover-included", "the armour class includes {degree} cover (+{worth}), given by {who}")
GIVEN_BY = Template("given-by", "given by {who}")
ALREADY = Template("cover-already", "{who} has already added +{worth} for {degree} cover")
COUNTED_ONCE = Template("cover-counted-once", "{who} added +{worth} for {degree} cover; counted once")
GREATER = Template("cover-greater", "{who} has already added +{worth} for {degree} cover, and the greater counts")
THEIRS = Template("cover-theirs", "{who} has added +{worth} for {degree} cover, and its cover counts here")
OURS = Template("cover-ours", "{who} added +{worth} for {degree} cover, and its cover does not count here")
NONE = Template("cover-none", "{who} has found no cover, and that counts here")
THE_SYSTEM = fixed("the-game-system", "the game system")
DEGREE = {
    degree: fixed(f"degree-{degree}", "ordinary" if degree == "cover" else degree.removesuffix("-cover"))
    for degree in get_args(Degree)
}


# --- modifiers that were put into the roll ----------------------------------------------------------------------------


def taken_out(case: Case) -> Case:
    """Return the case without the modifiers put into its roll and armour class. Raises BadMessage for a wrong one."""
    roll = case.request.roll
    if roll is None or not roll.included:
        return case
    total, rolled = roll.total, {name: list(faces) for name, faces in roll.rolled.items()}
    armour = 0.0
    for number, modifier in enumerate(roll.included):
        try:
            to_total, to_armour = _worth(modifier, case.request.occasion)
        except ValueError as problem:
            raise BadMessage(f"{problem}", path=f"$.roll.included[{number}]") from None
        total = None if total is None else total - to_total
        armour += to_armour if modifier.target in (None, case.target.id) else 0.0
        _put_beside(rolled, modifier)
    request = replace(
        case.request,
        roll=replace(roll, total=total, rolled={name: tuple(faces) for name, faces in rolled.items()}),
        defence=_with_armour(case, -armour) if armour else _without_edges(case),
    )
    return replace(case, request=request)


def as_fallen(case: Case, outcome: Outcome) -> Outcome:
    """Return the outcome with the total of the roll as it was made, in the case before anything was taken out of it."""
    roll = case.request.roll
    if roll is None or not roll.included or outcome.total is None:
        return outcome
    if outcome.tiers is not None:
        before, was = draw_steel.as_made(case)
        return replace(outcome, total=Total(before, outcome.total.after), tiers=Tiers(was, outcome.tiers.after))
    return replace(outcome, total=Total(roll.total, outcome.total.after))


def mark_included(case: Case, findings: Sequence[Finding]) -> list[IncludedModifier]:
    """Mark the findings that are in the roll; return the modifiers that are in it and do not hold."""
    inside = list(_of_target(case))
    names = {modifier.modifier for modifier in inside}
    for finding in findings:
        finding.included = finding.rule.modifier in names
    modifiers = {finding.rule.modifier for finding in findings}
    return list({modifier.modifier: modifier for modifier in inside if modifier.modifier not in modifiers}.values())


def staying(gone: Iterable[IncludedModifier]) -> list[IncludedModifier]:
    """Return those that nothing but the claim shows, and that hinder the roller.

    >>> bane, edge = IncludedModifier("a", Bane("attack")), IncludedModifier("b", Edge("attack"))
    >>> staying([bane, edge]) == [bane]
    True
    """
    return [modifier for modifier in gone if isinstance(modifier.effect, Disadvantage | Bane)]


def as_own(case: Case, ours: Sequence[IncludedModifier]) -> Case:
    """Return the case in which these modifiers are the roll's own, as if nobody had claimed them."""
    roll = case.request.roll
    assert roll is not None  # it includes them
    left = tuple(modifier for modifier in roll.included if modifier not in ours)
    own = roll.own
    if own is not None and any(isinstance(modifier.effect, Disadvantage) for modifier in ours):
        own = "normal" if own == "advantage" else "disadvantage"
    return replace(case, request=replace(case.request, roll=replace(roll, included=left, own=own)))


def finding_of(modifier: IncludedModifier, rulesets: Sequence[Ruleset], *, stays: bool) -> Finding:
    """Return the finding of a modifier that is in the roll and does not hold: switched off, or counted as it is."""
    reason = STAYS if stays else NO_LONGER_HOLDS
    known = ((rule, ruleset.id) for ruleset in rulesets for rule in ruleset.rules if rule.modifier == modifier.modifier)
    rule, source = next(known, (_claimed(modifier, reason), rulesets[0].id))
    finding = Finding(rule, source, modifier.effect, reason, state="off", included=True)
    if stays:
        finding.state, finding.aside = "set-aside", "counted"
    return finding


def _claimed(modifier: IncludedModifier, reason: str) -> Rule:
    """Return the rule of a modifier that no rule in use gives. It is not attributed to the GM."""
    return Rule(
        id=CLAIMED,
        modifier=modifier.modifier,
        title=CLAIMED_TITLE,
        occasions=(),
        when=lambda case: reason,
        gives=modifier.effect,
    )


def _of_target(case: Case) -> Iterator[IncludedModifier]:
    """Yield the modifiers that were put into the roll, or into the armour class of the target at hand."""
    for modifier in case.request.roll.included if case.request.roll is not None else ():
        if not _is_of_one_target(modifier.effect) or modifier.target in (None, case.target.id):
            yield modifier


def _is_of_one_target(effect: Effect) -> bool:
    return isinstance(effect, Edge | Bane) or (isinstance(effect, Flat) and effect.to == "ac")


def _worth(modifier: IncludedModifier, occasion: str) -> tuple[float, float]:
    """Return what it added to the total and to the armour class. Raises ValueError if it cannot be in the roll."""
    effect = modifier.effect
    match effect:
        case Flat(value, "ac") if occasion in ATTACKS:
            return 0.0, value if modifier.value is None else modifier.value
        case Flat(value, to) if to in ROLLS_TO.get(occasion, ()):
            return (value if modifier.value is None else modifier.value), 0.0
        case Die(text, to) if to in ROLLS_TO.get(occasion, ()):
            return (-_shown(modifier) if dice.spelled(text).startswith("-") else _shown(modifier)), 0.0
        case Advantage(to) | Disadvantage(to) | Edge(to) | Bane(to) if to in ROLLS_TO.get(occasion, ()):
            return 0.0, 0.0
        case MissChance() | FlatCheck() if occasion in ATTACKS:
            return 0.0, 0.0
    raise ValueError(f"{modifier.modifier}: no roll for {occasion} can include its effect")


def _shown(modifier: IncludedModifier) -> float:
    """Return the face that its die showed. Raises ValueError if the face is not given."""
    if modifier.value is None:
        raise ValueError(f"{modifier.modifier}: a die that is in the roll needs its value")
    return abs(modifier.value)


def _put_beside(rolled: dict[str, list[int]], modifier: IncludedModifier) -> None:
    """Put its die beside the roll, before the dice that were rolled later."""
    if modifier.value is None:
        return
    value = int(abs(modifier.value))
    match modifier.effect:
        case Die(text, _):
            rolled.setdefault(dice.spelled(text).lstrip("-"), []).insert(0, value)
        case MissChance():
            rolled.setdefault("1d100", []).insert(0, value)
        case FlatCheck():
            rolled.setdefault("flat-check", []).insert(0, value)


def _with_armour(case: Case, change: float) -> dict[str, Defence]:
    """Return the defences, with the armour class of the target at hand changed where it is known."""
    if case.defence.ac is None or not change:
        return case.request.defence
    return {**case.request.defence, case.target.id: replace(case.defence, ac=case.defence.ac + change)}


def _without_edges(case: Case) -> dict[str, Defence]:
    """Return the defences, with the edges and banes of the target at hand as they were before ours were put in."""
    inside = [modifier.effect for modifier in _of_target(case) if isinstance(modifier.effect, Edge | Bane)]
    if case.target.id not in case.request.defence or not inside:
        return case.request.defence
    edges, banes = draw_steel.without(case, inside)
    return {**case.request.defence, case.target.id: replace(case.defence, edges=edges, banes=banes)}


# --- what the game system has counted ---------------------------------------------------------------------------------


def already_counted(case: Case, findings: Iterable[Finding]) -> None:
    """Set aside the modifiers that the request names as counted."""
    names = case.request.counted
    if not names:
        return
    for finding in findings:
        if finding.on and finding.rule.modifier in names:
            finding.set_aside(COUNTED, "counted")


def count_once(case: Case, findings: list[Finding], ruleset: Ruleset) -> Finding | None:
    """Set our bonus aside, or return the finding that corrects for both."""
    if case.request.occasion not in ATTACKS:
        return None
    degree, stands = case.defence.applied or case.target.coign.appliedCover, case.defence.stands
    worth = ruleset.cover_ac.get(degree or "")
    who = case.defence.by or THE_SYSTEM  # another module's title, else the game system
    covers = [
        finding for finding in findings if finding.on and finding.rule.figure == "cover" and _gives_cover(finding)
    ]
    if degree == "none" and stands == "theirs":
        for finding in covers:
            finding.set_aside(NONE(who=who), "counted")
    if degree is None or worth is None:
        return None
    about: dict[str, Value] = {"who": who, "worth": worth, "degree": DEGREE[degree]}
    if not covers:
        if stands == "ours":
            return _of_cover(ruleset, Flat(-worth, "ac"), OURS(**about))
        return _of_cover(ruleset, noted(INCLUDED(**about)), GIVEN_BY(who=who))
    bonuses = [finding.effect.value for finding in covers if isinstance(finding.effect, Flat)]
    alike = len(bonuses) == len(covers)
    if stands == "theirs" or (alike and (max(bonuses) == worth or (stands == "greater" and max(bonuses) < worth))):
        because = THEIRS if stands == "theirs" else ALREADY if max(bonuses) == worth else GREATER
        for finding in covers:
            finding.set_aside(because(**about), "counted")
        return None
    return _of_cover(ruleset, Flat(-worth, "ac"), COUNTED_ONCE(**about))


def _gives_cover(finding: Finding) -> bool:
    effect = finding.effect
    return isinstance(effect, (Die, Disadvantage, Advantage)) or (isinstance(effect, Flat) and effect.to == "ac")


def _of_cover(ruleset: Ruleset, effect: Flat | Note, reason: str) -> Finding:
    rule = Rule(
        id="applied",
        modifier=APPLIED,
        title=APPLIED_TITLE,
        occasions=ATTACKS,
        when=lambda case: reason,
        gives=effect,
        figure="cover",
    )
    return Finding(rule, ruleset.id, effect, reason)
