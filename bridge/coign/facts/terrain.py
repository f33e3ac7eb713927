"""Difficult terrain and water: whether attacker and target are in an area that costs extra movement, and its cause.

Difficult is what a region under any part of the space says: Foundry's own movement cost above 1 for how the creature
moves, our terrain behaviour, dnd5e's difficult terrain unless it spares the creature. Climbing, swimming or burrowing
without that speed counts, and so does a status. How far a creature is in the water is measured too.
"""

from __future__ import annotations

import shapely

from coign.facts.query import Query
from coign.protocol.facts import TerrainFact
from coign.scene.scene import Scene
from coign.scene.tokens import ALOFT, Token

_ACTIONS = {"hover": "fly"}  # Foundry's movement action, where its name is another
_BY_SPEED = ("climb", "swim", "burrow")  # slow for a creature without that speed
STATUSES = frozenset({"difficult-terrain", "difficultterrain", "difficult"})


def measure(query: Query) -> TerrainFact:
    """Measure whether the target and the attacker are in difficult terrain, and why."""
    target = difficult(query.scene, query.target)
    attacker = difficult(query.scene, query.placed) if query.placed is not None else None
    because = [f"target: {target}"] if target else []
    because += [f"attacker: {attacker}"] if attacker else []
    return TerrainFact(
        target is not None,
        attacker is not None,
        tuple(because),
        immersed(query.scene, query.target),
        immersed(query.scene, query.placed) if query.placed is not None else 0.0,
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


def difficult(scene: Scene, token: Token) -> str | None:
    """Return why the ground under a token is difficult for it; None if it is not."""
    if not STATUSES.isdisjoint(token.statuses):
        return "it has the status"
    way = token.locomotion
    if way in _BY_SPEED and not token.coign.speeds.get(way):
        return f"it {way}s without a {way} speed"
    for area in scene.areas_in(*token.space.box) if scene.areas else ():
        says = area.difficult and token.locomotion not in ALOFT
        if area.spares is not None and area.spares.spare(token.disposition, frozenset(token.coign.ignoredGround)):
            says = False
        cost = area.costs.get(_ACTIONS.get(token.locomotion, token.locomotion), 1.0)
        if not (says or cost > 1) or not area.holds(token.elevation, token.level):
            continue
        if shapely.intersects(area.inside, shapely.polygons(token.space.corners)).any():
            return "difficult terrain" if says else f"movement costs {cost:g} there"
    return None
