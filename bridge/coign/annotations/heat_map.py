"""Judge one request from many places (a heat map), against many targets, or both, in small steps.

Each step works for a slice of time and yields the prospects that it has judged, so that the caller can serve other
connections in between, or stop. All steps use one snapshot of the scene, so that a change during a survey affects only
the next one.

Both ways means: the actor's attack from a place, and each target's attack on the actor standing in it.

A GM's part holds what was judged in the time of a frame: nobody sees it sooner. A player's has a fixed number of
prospects, for the number of parts would tell how much there is to measure, hidden tokens among it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from coign.annotations.judging import judge_sheet, query_for
from coign.annotations.likely import told, with_likely
from coign.annotations.redact import foreseen
from coign.errors import BadMessage, UnknownToken
from coign.facts import FactSheet
from coign.facts.query import Query
from coign.grid.space import Space
from coign.protocol.evaluate import Attack, Evaluate
from coign.protocol.messages import Opponent, Prospect, Survey, Surveyed
from coign.protocol.rulings import Advantage, Bane, Die, Disadvantage, Edge, Flat, Modifier, Pool
from coign.rules import Ruling, Setup
from coign.rules.families.draw_steel import PER_EDGE
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.util.tasks import Task

SLICE = 0.0015  # seconds of work in one step
FRAME = 1 / 60  # seconds between two parts of a GM's answer
PLAYERS_PART = 8  # prospects in one part of a player's answer
MOST = 10_000  # prospects of one survey
MEAN_D4 = 2.5
ADVANTAGE = 3.325  # the mean gain of the better of two d20

Foe = tuple[Token, Opponent]
Ways = tuple[Token, Evaluate, Evaluate]  # a foe, the actor's attack on it, and its attack on the actor
Pair = tuple[Prospect, Prospect | None]  # mine, and theirs if both ways were asked for


def survey(scene: Scene, message: Survey, setup: Setup) -> Iterator[Surveyed | None]:
    """Yield the parts of the answer in order, and None after a step in which no prospect was finished.

    Raises UnknownToken, BadMessage, UnknownRuleset, BadOption.
    """
    chosen = setup.for_request(message.request)
    actor = _token(scene, message, message.request.actor)
    opponents = message.of or tuple(Opponent(key) for key in message.request.targets)
    foes = [(_token(scene, message, opponent.token), opponent) for opponent in opponents]
    if not foes:
        raise BadMessage("a survey needs at least one target", path="$.request.targets")
    if len(foes) * len(message.places) > MOST:
        raise BadMessage("a survey has 10,000 prospects at most: places times targets", path="$.places")
    return _parts(scene.snapshot(), message, chosen, actor, foes)


def _parts(scene: Scene, message: Survey, setup: Setup, actor: Token, foes: Sequence[Foe]) -> Iterator[Surveyed | None]:
    total, start = (len(message.places) or 1) * len(foes), 0
    ways = yield from _ways(scene, message, setup, actor, foes)
    likely = told(ways[0][1].attack) if message.request.candidates else None
    is_players = message.request.viewer == "player"
    pairs: list[Pair] = []
    clock = time.perf_counter
    due, until = clock() + FRAME, clock() + SLICE
    for pair in _pairs(scene, message, setup, actor, ways):
        if pair is not None:
            pairs.append(pair)
        stop, is_over = start + len(pairs), clock() >= until
        is_part = len(pairs) == PLAYERS_PART if is_players else pairs and clock() >= due
        if is_part or stop == total:
            backward = tuple(back for _, back in pairs if back is not None)
            forward = tuple(forth for forth, _ in pairs)
            yield Surveyed(message.id, start, total, stop == total, forward, backward, None if start else likely)
            start, pairs, due = stop, [], clock() + FRAME
        elif is_over:
            yield None
        else:
            continue
        until = clock() + SLICE


def _pairs(scene: Scene, message: Survey, setup: Setup, actor: Token, ways: Sequence[Ways]) -> Iterator[Pair | None]:
    """Yield the prospects against each target from each place, and None after a step of work without any."""
    for place in message.places or (None,):
        there = _space_in(scene, actor, place)
        moved, lit = actor, scene
        if message.both and there is not None:
            moved, lit = scene.moved(actor, there), scene.lit_with(actor, there)
        for foe, forth, back in ways:
            query = query_for(scene, forth, setup, actor, foe, there)
            forward = yield from _prospect(scene, forth, setup, actor, foe, query)
            if not message.both:
                yield forward, None
                continue
            other = query_for(lit, back, setup, foe, moved, None)
            other.take_walls(query)
            backward = yield from _prospect(lit, back, setup, foe, moved, other)
            yield forward, backward


def _ways(scene: Scene, message: Survey, setup: Setup, actor: Token, foes: Sequence[Foe]) -> Task[list[Ways]]:
    """Return for each foe the request about the actor's attack on it, and the one about its attack on the actor.

    Each has the attack that is likely from the one place that is asked about, or from where the actor is.
    """
    there = _space_in(scene, actor, message.places[0] if len(message.places) == 1 else None)
    moved = actor if there is None else scene.moved(actor, there)
    ways: list[Ways] = []
    for foe, opponent in foes:
        forth = replace(message.request, targets=(foe.id,))
        back = replace(forth, actor=foe.id, targets=(actor.id,), attack=Attack(), candidates=opponent.theirs)
        back = replace(back, roll=None, counted=())
        forth = with_likely(forth, query_for(scene, forth, setup, actor, foe, there))
        ways.append((foe, forth, with_likely(back, query_for(scene, back, setup, foe, moved, None))))
        yield
    return ways


def _space_in(scene: Scene, actor: Token, place: tuple[float, float] | None) -> Space | None:
    """Return the space of the actor in a place, on the ground there; None without a place."""
    return None if place is None else actor.space_at(scene.grid, *place, scene.ground_for(actor, *place))


def _prospect(
    scene: Scene, request: Evaluate, setup: Setup, actor: Token, target: Token, query: Query
) -> Task[Prospect]:
    """Judge an attack, in steps, as far as the request's viewer may know the result."""
    sheet = FactSheet(query, setup.readings)
    yield from sheet.measuring_cover()
    if sheet.cover.effect:  # without line of effect, most rules need nothing else
        yield from sheet.measuring_obscurement()
    ruling = judge_sheet(scene, request, setup, actor, target, sheet)
    outcome = ruling.outcome if request.viewer == "gm" else foreseen(ruling.outcome, request, setup.shows)
    return Prospect(
        label=outcome.label,
        value=worth(ruling.modifiers, outcome.label),
        cover=ruling.facts.cover.degree,
        flanked=ruling.facts.flanking.flanked,
        possible=_is_possible(ruling),
        chance=None if outcome.chance is None else outcome.chance.after,
        odds=outcome.odds,
    )


def _is_possible(ruling: Ruling) -> bool:
    """Return whether the attack reaches so far. A range without an end does."""
    measured = ruling.facts.range
    return measured.in_reach is not False and measured.in_long_range is not False


def worth(modifiers: tuple[Modifier, ...], label: str) -> float:
    """Sum modifiers in points of a d20: bonuses to hit minus bonuses to armour class, dice by their mean."""
    if label == "blocked":
        return -20.0
    points = 0.0
    for modifier in modifiers:
        if modifier.state != "on":
            continue
        match modifier.effect:
            case Flat(value, "attack"):
                points += value
            case Flat(value, "ac"):
                points -= value
            case Die(dice, "attack"):
                points += -MEAN_D4 if dice.startswith("-") else MEAN_D4
            case Advantage("attack"):
                points += ADVANTAGE
            case Disadvantage("attack"):
                points -= ADVANTAGE
            case Edge("attack"):
                points += PER_EDGE
            case Bane("attack"):
                points -= PER_EDGE
            case Pool(dice):
                points += ADVANTAGE * dice
    return points


def _token(scene: Scene, message: Survey, key: str) -> Token:
    """Return a token of the scene; for a player, hidden tokens are unknown."""
    token = scene.tokens.get(key)
    if token is None or (token.hidden and message.request.viewer == "player"):
        raise UnknownToken(key, scene.id)
    return token
