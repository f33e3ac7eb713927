"""The same question from many squares (a heat map) or against many targets, in small steps.

Each step judges a slice and hands it over, so that whoever drives the survey can let others in between, or stop. All
steps work on one snapshot of the scene: a change that comes in the middle concerns the next survey.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from coign.annotate import judge_one
from coign.errors import BadMessage, UnknownToken
from coign.protocol.messages import Survey, Surveyed
from coign.protocol.rulings import Advantage, Die, Disadvantage, Flat, Modifier, Pool
from coign.rules import Setup
from coign.scene import Scene
from coign.tokens import Token

STEP = 0.003  # seconds: what a slice may hold the event loop for
MEAN_D4 = 2.5
ADVANTAGE = 3.325  # what the better of two d20 is worth on average


def survey(scene: Scene, message: Survey, setup: Setup) -> Iterator[Surveyed]:
    """Parts of the answer, each about 3 ms of work. Raises UnknownToken, BadMessage, UnknownRuleset, BadOption."""
    request = message.request
    chosen = setup.for_request(request)
    actor = _token(scene, request.actor)
    targets = [_token(scene, key) for key in request.targets]
    if not targets:
        raise BadMessage("a survey needs at least one target", path="$.request.targets")
    if message.squares and len(targets) != 1:
        raise BadMessage("a survey of squares takes one target", path="$.request.targets")
    spots = message.squares or None
    total = len(spots) if spots else len(targets)
    snapshot = scene.snapshot()
    start = 0
    labels: list[str] = []
    values: list[float] = []
    covers: list[str] = []
    until = time.perf_counter() + STEP
    for n in range(total):
        target = targets[0] if spots else targets[n]
        at = None
        if spots:
            x, y = spots[n]
            at = actor.space_at(snapshot.grid, x, y, snapshot.ground_for(actor, x, y))
        judged = judge_one(snapshot, request, chosen, actor, target, at)
        outcome = judged.ruling.outcome
        labels.append(outcome.label)
        values.append(worth(judged.ruling.modifiers, outcome.label))
        covers.append(judged.sheet.cover.degree if judged.sheet else "none")
        if time.perf_counter() >= until and n + 1 < total:
            yield Surveyed(message.id, start, total, False, tuple(labels), tuple(values), tuple(covers))
            start = n + 1
            labels, values, covers = [], [], []
            until = time.perf_counter() + STEP
    yield Surveyed(message.id, start, total, True, tuple(labels), tuple(values), tuple(covers))


def worth(modifiers: tuple[Modifier, ...], label: str) -> float:
    """What counts, in points of a d20: bonuses to hit less bonuses to armour class, dice at their mean."""
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


def _token(scene: Scene, key: str) -> Token:
    token = scene.tokens.get(key)
    if token is None:
        raise UnknownToken(key, scene.id)
    return token
