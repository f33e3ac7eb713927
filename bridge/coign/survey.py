"""The same question from many squares (a heat map) or against many targets, in small steps.

Each step judges a slice and hands it over, so that whoever drives the survey can let others in between, or stop. All
steps work on one snapshot of the scene: a change that comes in the middle concerns the next survey.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import groupby

from coign.annotate import Judged, judge_sheet, query_for
from coign.errors import BadMessage, UnknownToken
from coign.facts import FactSheet
from coign.facts.many import covers
from coign.protocol.messages import Survey, Surveyed
from coign.protocol.rulings import Advantage, Die, Disadvantage, Flat, Modifier, Pool
from coign.rules import Setup
from coign.scene import Scene
from coign.space import Space
from coign.tokens import Token

STEP = 0.0025  # seconds that one step should take
FIRST, MOST = 1, 64  # places judged in the first step, and in any
TILE = 6  # squares along each side of what is measured together
MEAN_D4 = 2.5
ADVANTAGE = 3.325  # what the better of two d20 is worth on average


def survey(scene: Scene, message: Survey, setup: Setup) -> Iterator[Surveyed]:
    """Parts of the answer, a few milliseconds of work each; some hand nothing over yet.

    Raises UnknownToken, BadMessage, UnknownRuleset, BadOption.
    """
    chosen = setup.for_request(message.request)
    actor, *targets = (_token(scene, message, key) for key in (message.request.actor, *message.request.targets))
    if not targets:
        raise BadMessage("a survey needs at least one target", path="$.request.targets")
    if message.squares and len(targets) != 1:
        raise BadMessage("a survey of squares takes one target", path="$.request.targets")
    return _parts(scene.snapshot(), message, chosen, actor, targets)


def _parts(scene: Scene, message: Survey, setup: Setup, actor: Token, targets: Sequence[Token]) -> Iterator[Surveyed]:
    total = len(message.squares) or len(targets)
    order = _by_tiles(scene, message.squares) if message.squares else list(range(total))
    found: dict[int, Judged] = {}
    start = at = 0  # the first answer not yet handed over, and how many are known
    count = FIRST
    while at < total:
        began = time.perf_counter()
        numbers = order[at : at + count]
        if message.squares:
            places = [_stand(scene, actor, *message.squares[n]) for n in numbers]
            judged = _from_places(scene, message, setup, actor, targets[0], places)
        else:
            judged = [_judge(scene, message, setup, actor, targets[n], None) for n in numbers]
        found |= zip(numbers, judged, strict=True)
        at += len(numbers)
        took = max(time.perf_counter() - began, 1e-6)
        count = min(MOST, max(1, round(count * min(2.0, STEP / took))))
        stop = start
        while stop in found:
            stop += 1
        ready = [found.pop(n) for n in range(start, stop)]
        yield Surveyed(
            message.id,
            start,
            total,
            stop == total,
            tuple(one.ruling.outcome.label for one in ready),
            tuple(worth(one.ruling.modifiers, one.ruling.outcome.label) for one in ready),
            tuple(one.ruling.facts.cover.degree for one in ready),
        )
        start = stop


def _by_tiles(scene: Scene, squares: Sequence[tuple[float, float]]) -> list[int]:
    """The squares' numbers tile by tile: places close together have few walls between them and the target in common
    with the rest of the map. Answers are handed over in the order asked all the same."""
    side = TILE * scene.grid.size
    return sorted(range(len(squares)), key=lambda n: (squares[n][1] // side, squares[n][0] // side))


def _stand(scene: Scene, actor: Token, x: float, y: float) -> Space:
    """The actor's space with its north-west corner at pixel (x, y), on the ground that is drawn there."""
    return actor.space_at(scene.grid, x, y, scene.ground_for(actor, x, y))


def _from_places(
    scene: Scene, message: Survey, setup: Setup, actor: Token, target: Token, places: Sequence[Space]
) -> list[Judged]:
    """Rulings from each place, cover measured for all those of one height at once."""
    request = message.request
    sheets = [FactSheet(query_for(scene, request, setup, actor, target, place)) for place in places]
    if request.occasion in ("attack", "opportunity"):
        for _, level in groupby(sheets, key=lambda sheet: sheet.query.source.bottom):
            together = list(level)
            for sheet, weighed in zip(together, covers([one.query for one in together]), strict=True):
                sheet.weighed_cover = weighed
    return [judge_sheet(scene, request, setup, actor, target, sheet) for sheet in sheets]


def _judge(scene: Scene, message: Survey, setup: Setup, actor: Token, target: Token, at: Space | None) -> Judged:
    sheet = FactSheet(query_for(scene, message.request, setup, actor, target, at))
    return judge_sheet(scene, message.request, setup, actor, target, sheet)


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


def _token(scene: Scene, message: Survey, key: str) -> Token:
    """A token of the scene; for a player, hidden ones are not there."""
    token = scene.tokens.get(key)
    if token is None or (token.hidden and message.request.viewer == "player"):
        raise UnknownToken(key, scene.id)
    return token
