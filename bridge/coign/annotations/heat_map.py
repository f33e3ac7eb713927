"""The same question from many squares (a heat map) or against many targets, in small steps.

Each step judges a slice and hands it over, so that whoever drives the survey can let others in between, or stop. All
steps work on one snapshot of the scene: a change that comes in the middle concerns the next survey.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable, Iterator, Sequence

from coign.annotations.annotate import Judged, judge_sheet, query_for
from coign.errors import BadMessage, UnknownToken
from coign.facts import FactSheet
from coign.facts.cover import Weighed
from coign.facts.many.cover import CoverMap
from coign.facts.many.places import Places
from coign.grid.space import Space, box_about
from coign.protocol.messages import Survey, Surveyed
from coign.protocol.rulings import Advantage, Die, Disadvantage, Flat, Modifier, Pool
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.scene.tokens import Token

STEP = 0.0015  # seconds after which a step ends
TOGETHER = 40  # squares whose cover is measured at once, at the beginning of a step
AT_FIRST = 8  # of them in the first step, in which what is the same for all squares is made
ROWS = 100_000  # of these squares times the walls about them, at most
MEAN_D4 = 2.5
ADVANTAGE = 3.325  # what the better of two d20 is worth on average


def survey(scene: Scene, message: Survey, setup: Setup) -> Iterator[Surveyed]:
    """Parts of the answer, in order, a few milliseconds of work each.

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
    request = message.request
    if message.squares:
        bunches = _from_squares(scene, message, setup, actor, targets[0])
    else:
        queries = [query_for(scene, request, setup, actor, target, None) for target in targets]
        bunches = iter([[FactSheet(query) for query in queries]])
    total, start = len(message.squares) or len(targets), 0
    waiting: deque[FactSheet] = deque()
    while start < total:
        until = time.perf_counter() + STEP
        waiting.extend(() if waiting else next(bunches))
        found: list[Judged] = []
        covers: list[str] = []
        while waiting and (not found or time.perf_counter() < until):
            sheet = waiting.popleft()
            found.append(judge_sheet(scene, request, setup, actor, sheet.query.target, sheet))
            covers.append(found[-1].ruling.facts.cover.degree)  # now, for no rule may have needed it, and it takes time
        yield Surveyed(
            message.id,
            start,
            total,
            start + len(found) == total,
            tuple(one.ruling.outcome.label for one in found),
            tuple(worth(one.ruling.modifiers, one.ruling.outcome.label) for one in found),
            tuple(covers),
        )
        start += len(found)


def _from_squares(
    scene: Scene, message: Survey, setup: Setup, actor: Token, target: Token
) -> Iterator[list[FactSheet]]:
    """Sheets for some squares after others; for attacks, cover is measured from those of one height at once."""
    request, first = message.request, 0
    maps: dict[Hashable, CoverMap] = {}
    while first < len(message.squares):
        places = [
            _stand(scene, actor, x, y) for x, y in message.squares[first : first + (TOGETHER if first else AT_FIRST)]
        ]
        places = places[: max(1, ROWS // max(1, _walls_about(scene, [*places, target.space])))]
        first += len(places)
        sheets = [FactSheet(query_for(scene, request, setup, actor, target, place)) for place in places]
        alike: dict[Hashable, list[FactSheet]] = {}
        for sheet in sheets if request.occasion in ("attack", "opportunity") else ():
            alike.setdefault((sheet.query.source.bottom, sheet.query.source.inset.shape), []).append(sheet)
        for kind, some in alike.items():
            if kind not in maps:
                maps[kind] = CoverMap(some[0].query)
            facts = maps[kind].facts(Places.of([sheet.query.source for sheet in some]))
            for sheet, fact in zip(some, facts, strict=True):
                if fact is not None:
                    sheet.weighed_cover = Weighed(fact)
        yield sheets


def _walls_about(scene: Scene, spaces: Sequence[Space]) -> int:
    """How many walls there are about these spaces and between them."""
    return len(scene.walls.near(*box_about(*spaces)))


def _stand(scene: Scene, actor: Token, x: float, y: float) -> Space:
    """The actor's space with its north-west corner at pixel (x, y), on the ground that is drawn there."""
    return actor.space_at(scene.grid, x, y, scene.ground_for(actor, x, y))


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
