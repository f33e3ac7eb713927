"""Judge one request from many squares (a heat map) or against many targets, in small steps.

Each step works for a slice of time and yields the squares that it has judged, so that the caller can serve other
connections in between, or stop. All steps use one snapshot of the scene, so that a change during a survey affects only
the next one.

A GM's part holds what was judged in a slice. A player's has a fixed number of squares, for the number of parts would
tell how much there is to measure, hidden tokens among it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from coign.annotations.judging import judge_sheet, query_for
from coign.errors import BadMessage, UnknownToken
from coign.facts import FactSheet
from coign.grid.space import Space
from coign.protocol.messages import Survey, Surveyed
from coign.protocol.rulings import Advantage, Die, Disadvantage, Flat, Modifier, Pool
from coign.rules import Ruling, Setup
from coign.scene.scene import Scene
from coign.scene.tokens import Token

SLICE = 0.0015  # seconds of work in one step
PLAYERS_SLICE = 4  # squares in one part of a player's answer
MEAN_D4 = 2.5
ADVANTAGE = 3.325  # the mean gain of the better of two d20


def survey(scene: Scene, message: Survey, setup: Setup) -> Iterator[Surveyed | None]:
    """Yield the parts of the answer in order, and None after a step in which no square was finished.

    Raises UnknownToken, BadMessage, UnknownRuleset, BadOption.
    """
    chosen = setup.for_request(message.request)
    actor, *targets = (_token(scene, message, key) for key in (message.request.actor, *message.request.targets))
    if not targets:
        raise BadMessage("a survey needs at least one target", path="$.request.targets")
    if message.squares and len(targets) != 1:
        raise BadMessage("a survey of squares takes one target", path="$.request.targets")
    return _parts(scene.snapshot(), message, chosen, actor, targets)


def _parts(
    scene: Scene, message: Survey, setup: Setup, actor: Token, targets: Sequence[Token]
) -> Iterator[Surveyed | None]:
    total, start = len(message.squares) or len(targets), 0
    is_players = message.request.viewer == "player"
    found: list[Ruling] = []
    until = time.perf_counter() + SLICE
    for ruling in _rulings(scene, message, setup, actor, targets):
        if ruling is not None:
            found.append(ruling)
        stop, is_over = start + len(found), time.perf_counter() >= until
        is_part = len(found) == PLAYERS_SLICE if is_players else found and is_over
        if is_part or stop == total:
            yield _part(message.id, start, total, found)
            start, found = stop, []
        elif is_over:
            yield None
        else:
            continue
        until = time.perf_counter() + SLICE


def _part(request: str, start: int, total: int, found: Sequence[Ruling]) -> Surveyed:
    return Surveyed(
        request,
        start,
        total,
        start + len(found) == total,
        tuple(one.outcome.label for one in found),
        tuple(worth(one.modifiers, one.outcome.label) for one in found),
        tuple(one.facts.cover.degree for one in found),
    )


def _rulings(
    scene: Scene, message: Survey, setup: Setup, actor: Token, targets: Sequence[Token]
) -> Iterator[Ruling | None]:
    """Yield the ruling from each square, or on each target, and None after a step of work without a ruling."""
    for sheet in _sheets(scene, message, setup, actor, targets):
        yield from sheet.measuring_cover()
        if sheet.cover.effect:  # without line of effect, most rules need nothing else
            yield from sheet.measuring_obscurement()
        yield judge_sheet(scene, message.request, setup, actor, sheet.query.target, sheet)


def _sheets(scene: Scene, message: Survey, setup: Setup, actor: Token, targets: Sequence[Token]) -> Iterator[FactSheet]:
    """Yield the fact sheet of the attack from each square, or against each target."""
    for x, y in message.squares:
        there = _stand(scene, actor, x, y)
        yield FactSheet(query_for(scene, message.request, setup, actor, targets[0], there), setup.readings)
    for target in targets if not message.squares else ():
        yield FactSheet(query_for(scene, message.request, setup, actor, target, None), setup.readings)


def _stand(scene: Scene, actor: Token, x: float, y: float) -> Space:
    """Return the actor's space with its north-west corner at pixel (x, y), on the ground at that point."""
    return actor.space_at(scene.grid, x, y, scene.ground_for(actor, x, y))


def worth(modifiers: tuple[Modifier, ...], label: str) -> float:
    """Sum modifiers in points of a d20: bonuses to hit minus bonuses to armour class, dice by their mean."""
    if label == "blocked":
        return -20.0
    points = 0.0
    for one in modifiers:
        if one.state != "on":
            continue
        match one.effect:
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
            case Pool(dice):
                points += ADVANTAGE * dice
    return points


def _token(scene: Scene, message: Survey, key: str) -> Token:
    """Return a token of the scene; for a player, hidden tokens are unknown."""
    token = scene.tokens.get(key)
    if token is None or (token.hidden and message.request.viewer == "player"):
        raise UnknownToken(key, scene.id)
    return token
