"""Difficult terrain and water: whether attacker and target are in an area that costs extra movement, and its cause.

Ground is difficult if a region under any part of the space makes it so: by our terrain behaviour, by dnd5e's difficult
terrain unless it spares the creature, or by Foundry's own movement costs for the creature's way to move, if all that
hold there come to more than 1. Climbing, swimming or burrowing without that speed counts, and so does a status. A rider
is where its steed goes, and as its steed goes. The share of a creature's height under water is measured too.
"""

from __future__ import annotations

import shapely

from coign.facts.query import Query
from coign.facts.stature import steed_of, upright
from coign.grid.space import Space
from coign.protocol.facts import Slowed, TerrainFact
from coign.scene.regions import MOST_COST, multiplied
from coign.scene.scene import Scene
from coign.scene.token_traits import speed_of
from coign.scene.tokens import ALOFT, Token

# The movement action whose cost Foundry takes for one that has none of its own.
_ACTIONS = {"hover": "fly", "climb": "walk"}
# Ways to move that are slow for a creature without that speed.
_BY_SPEED: dict[str, Slowed] = {"climb": "climb", "swim": "swim", "burrow": "burrow"}
STATUSES = frozenset({"difficult-terrain", "difficultterrain", "difficult"})


def measure(query: Query) -> TerrainFact:
    """Measure whether the target and the attacker are in difficult terrain, and why."""
    scene, actor, attacker = query.scene, query.actor, query.placed
    slowed, cost = difficult(scene, query.target, query.target_squares)
    return TerrainFact(
        target_difficult=slowed is not None,
        attacker_difficult=actor is not None and difficult(scene, actor, query.squares)[0] is not None,
        target_slowed=slowed,
        target_cost=min(cost, MOST_COST),
        target_immersed=immersed(scene, query.target),
        attacker_immersed=0.0 if attacker is None else immersed(scene, attacker),
    )


def immersed(scene: Scene, token: Token) -> float:
    """Return the share of a creature's height that is under water: below the top of a region marked as water.

    For a swimmer outside of such regions the surface is its ground, else 0. A rider's feet are on its steed's back.
    """
    surface = scene.surface_over(token)
    if surface is None:
        if token.locomotion != "swim":
            return 0.0
        surface = token.ground or 0.0
    height = token.space.height
    return min(1.0, max(0.0, surface - upright(scene, token, token.space).feet) / height) if height > 0 else 0.0


def difficult(scene: Scene, token: Token, space: Space) -> tuple[Slowed | None, float]:
    """Return the reason why the ground is difficult for a token with its squares in a space, or None, and the cost of a
    step there.
    """
    mover = steed_of(scene, token) or token
    if not STATUSES.isdisjoint(token.statuses | mover.statuses):
        return "status", 1.0
    way = _BY_SPEED.get(mover.locomotion)
    if way is not None and not speed_of(mover.coign, way):
        return way, 1.0
    ignored, rough, costs = frozenset(mover.coign.ignoredGround), False, dict[str, float]()
    for area in scene.areas_in(*space.box) if scene.areas else ():
        unspared = any(not spares.spare(mover.disposition, ignored) for spares in area.spares)
        if not (unspared or area.difficult or area.costs) or not area.holds(space.bottom, mover.level):
            continue
        if shapely.intersects(area.inside, shapely.polygons(space.corners)).any():
            rough = rough or unspared or area.difficult
            costs = multiplied(costs, area.costs)
    cost = costs.get(mover.locomotion, costs.get(_ACTIONS.get(mover.locomotion, ""), 1.0))
    if rough and mover.locomotion not in ALOFT:
        return "terrain", cost
    return ("cost" if cost > 1 else None), cost
