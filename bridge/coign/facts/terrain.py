"""Difficult terrain and water: whether attacker and target are in an area that costs extra movement, and its cause.

Ground is difficult if a region under any part of the space makes it so: by Foundry's own movement cost above 1 for the
creature's way to move, by our terrain behaviour, or by dnd5e's difficult terrain unless it spares the creature.
Climbing, swimming or burrowing without that speed counts, and so does a status. The share of a creature's height under
water is measured too.
"""

from __future__ import annotations

import shapely

from coign.facts.query import Query
from coign.protocol.facts import Slowed, TerrainFact
from coign.scene.scene import Scene
from coign.scene.token_traits import speed_of
from coign.scene.tokens import ALOFT, Token

_ACTIONS = {"hover": "fly"}  # Foundry's movement action, where its name is another
# Ways to move that are slow for a creature without that speed.
_BY_SPEED: dict[str, Slowed] = {"climb": "climb", "swim": "swim", "burrow": "burrow"}
STATUSES = frozenset({"difficult-terrain", "difficultterrain", "difficult"})


def measure(query: Query) -> TerrainFact:
    """Measure whether the target and the attacker are in difficult terrain, and why."""
    scene, target, attacker = query.scene, query.target, query.placed
    slowed, cost = difficult(scene, target)
    return TerrainFact(
        target_difficult=slowed is not None,
        attacker_difficult=attacker is not None and difficult(scene, attacker)[0] is not None,
        target_slowed=slowed,
        target_cost=cost,
        target_immersed=immersed(scene, target),
        attacker_immersed=0.0 if attacker is None else immersed(scene, attacker),
    )


def immersed(scene: Scene, token: Token) -> float:
    """Return the share of a creature's height that is under water: below the top of a region marked as water.

    For a swimmer outside of such regions the surface is its ground, else 0.
    """
    surface = scene.surface_over(token)
    if surface is None:
        if token.locomotion != "swim":
            return 0.0
        surface = token.ground or 0.0
    height = token.space.height
    return min(1.0, max(0.0, surface - token.elevation) / height) if height > 0 else 0.0


def difficult(scene: Scene, token: Token) -> tuple[Slowed | None, float]:
    """Return the reason why the ground under a token is difficult for it, or None, and the cost of a step there."""
    if not STATUSES.isdisjoint(token.statuses):
        return "status", 1.0
    way = _BY_SPEED.get(token.locomotion)
    if way is not None and not speed_of(token.coign, way):
        return way, 1.0
    for area in scene.areas_in(*token.space.box) if scene.areas else ():
        says = area.difficult and token.locomotion not in ALOFT
        if area.spares is not None and area.spares.spare(token.disposition, frozenset(token.coign.ignoredGround)):
            says = False
        cost = area.costs.get(_ACTIONS.get(token.locomotion, token.locomotion), 1.0)
        if not (says or cost > 1) or not area.holds(token.elevation, token.level):
            continue
        if shapely.intersects(area.inside, shapely.polygons(token.space.corners)).any():
            return ("terrain" if says else "cost"), cost
    return None, 1.0
