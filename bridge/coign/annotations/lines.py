"""The lines of a result, in three states, and what a GM may add to it.

A line has a modifier with the facts that it rests on; or a fact that a GM has set, if no modifier rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from coign.protocol import Evaluate, Flat, ForcedFact, Line, Modifier, Occasion, Offers, Override, Result
from coign.protocol.rulings import LineState
from coign.protocol.vocabulary import PART_OF, ROLLS_TO
from coign.rules import Setup, words
from coign.rules.overrides import concerns

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)


def with_lines(result: Result, request: Evaluate, setup: Setup) -> Result:
    """Return a result with its lines and words. Lines for players show no options of the GM."""
    covered = _covered(result, setup) if request.viewer == "gm" else None
    sentences = words(result.outcome, result.modifiers)
    return replace(result, lines=tuple(_lines(result, request, setup)), words=sentences, covered=covered)


def offers(setup: Setup) -> dict[Occasion, Offers]:
    """Return for each occasion what a GM may add to its roll by hand, as the law has it, and the facts to set."""
    first, facts = setup.rulesets[0], setup.settable
    may_add_dice = not first.by_hand_option or bool(setup.options[first.id][first.by_hand_option])
    allowed = tuple(effect for effect in setup.law.by_hand if may_add_dice or effect.kind != "die")
    by_occasion = {}
    for occasion in OCCASIONS:
        (to, *_) = ROLLS_TO.get(occasion, ("attack",))
        on_roll = tuple(replace(effect, to=to) for effect in allowed if effect.to == "attack")
        by_occasion[occasion] = Offers(allowed if to == "attack" else on_roll, facts, first.overriding)
    return by_occasion


def _covered(result: Result, setup: Setup) -> str | None:
    """Return the degree of cover that counts, in the words of the first ruleset that grades cover."""
    grading = next((ruleset for ruleset in setup.rulesets if ruleset.degrees), None)
    if grading is None or result.facts is None:
        return None
    fact = result.facts.cover
    step = grading.step(fact) if grading.step else fact.degree
    return step if step in setup.settable["cover"] else fact.degree


def holds(modifier: Modifier) -> bool:
    """Return whether a modifier is part of the roll: it counts, or something else takes its place."""
    return modifier.state == "on" or (modifier.state == "set-aside" and modifier.aside != "rule")


def _lines(result: Result, request: Evaluate, setup: Setup) -> Iterator[Line]:
    is_gms = request.viewer == "gm"
    offered = tuple(setup.settable) if is_gms else ()
    last = {modifier.figure: place for place, modifier in enumerate(result.modifiers)}
    for place, modifier in enumerate(result.modifiers):
        figure = modifier.figure
        forced = tuple(n for n, override in enumerate(result.forced) if figure and PART_OF[override.fact] == figure)
        yield Line(
            id=modifier.id,
            modifier=place,
            state=_state(modifier, forced),
            counts=modifier.state == "on" or modifier.aside == "counted",
            holds=holds(modifier),
            settable=tuple(fact for fact in offered if PART_OF[fact] == figure) if last[figure] == place else (),
            forced=forced,
            number=_number(modifier, result, request) if is_gms else None,
        )
    for place, fact in enumerate(result.forced):
        if PART_OF[fact.fact] not in last:
            yield _fact_line(fact, place, offered)


def _fact_line(forced: ForcedFact, place: int, offered: tuple[str, ...]) -> Line:
    """Return the line of a fact that a GM has set, and on which no modifier rests."""
    may_be_set = tuple(fact for fact in offered if PART_OF[fact] == PART_OF[forced.fact])
    return Line(f"fact-{forced.fact}", None, "set", settable=may_be_set, forced=(place,))


def _state(modifier: Modifier, forced: tuple[int, ...]) -> LineState:
    if modifier.state == "off":
        return "off"
    return "set" if forced or modifier.override is not None else "measured"


def _number(modifier: Modifier, result: Result, request: Evaluate) -> int | None:
    """Return the number that a GM has added to this roll alone; None if this modifier is no such number."""
    added = [override for override in request.overrides if _is_added(override, modifier, result, request)]
    effect = added[-1].effect if added else None
    return effect.value if isinstance(effect, Flat) else None


def _is_added(override: Override, modifier: Modifier, result: Result, request: Evaluate) -> bool:
    by_hand = override.scope == "roll" and override.effect is not None and override.modifier == modifier.id
    return by_hand and concerns(override, request.scene, request.actor, result.target)
