"""The bearing of each token for the map: which way it faces, what its next step costs by direction, and its level.

Foundry's ruler wants the cost of a step at once, so it cannot ask. It gets a table, which holds for the facing of now:
during a drag a token does not turn. The factors are those of the rules for movement, each area judged as a step into it
would be.
"""

from __future__ import annotations

from collections.abc import Iterable

from coign.annotations.judging import judge_steps
from coign.facts import facing
from coign.protocol.evaluate import Evaluate
from coign.protocol.facts import Arc
from coign.protocol.messages import Bearing
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.util.tasks import Task

TOKENS_A_STEP = 20
BORDERS: tuple[Arc, ...] = ("front", "rear", "flank")  # of two areas the first one has the border between them


def bearings(scene: Scene, setup: Setup, tokens: Iterable[str] | None = None) -> Task[dict[str, Bearing]]:
    """Return the bearings of these tokens, as far as they exist; of all tokens if none are named."""
    by_token: dict[str, Bearing] = {}
    for n, key in enumerate(list(scene.tokens) if tokens is None else tokens, 1):
        if key in scene.tokens:
            by_token[key] = bearing(scene, setup, scene.tokens[key])
        if n % TOKENS_A_STEP == 0:
            yield
    return by_token


def bearing(scene: Scene, setup: Setup, token: Token) -> Bearing:
    """Return the bearing of one token."""
    if setup.readings.is_faceless(token):
        return Bearing(level=token.level)
    direction = facing.facing_of(token, scene.grid, setup.conventions.facing_offset)
    return Bearing(direction, _steps(scene, setup, token, direction), token.level)


def _steps(scene: Scene, setup: Setup, token: Token, direction: float) -> tuple[tuple[float, float, float], ...]:
    """Return the cost of a step into each area; nothing if no rule makes any of them dearer or cheaper."""
    request = Evaluate(id="", scene=scene.id, occasion="movement", actor=token.id, targets=())
    if not setup.asked(request.occasion, request.attack.kind).rules:
        return ()
    factors: dict[Arc, float] = {}
    for arc in BORDERS:
        cost = judge_steps(scene, request, setup, token, (arc,), (1.0,)).ruling.outcome.cost
        factors[arc] = 1.0 if cost is None else cost
    if set(factors.values()) == {1.0}:
        return ()
    areas = sorted(facing.areas(scene.grid, setup.conventions.hex_arcs), key=lambda area: BORDERS.index(area[0]))
    return tuple(((direction + start) % 360.0, (direction + end) % 360.0, factors[arc]) for arc, start, end in areas)
