"""The elevation of attacker and target, and the ground under each.

A creature that walks stands at its elevation (ground, ledge, table, a mount's back). One that swims or burrows does not
stand. One that flies, hovers or climbs stands only if it is exactly at its ground's elevation. For a swimmer or
burrower the elevation of its surface counts: the top of a region marked as water, else its ground, else 0.

A rider is as high as its steed's back: half the height of the steed's space above the steed's elevation. It stands if
its steed stands.
"""

from __future__ import annotations

from typing import Literal

from coign.facts.query import Query
from coign.facts.stature import steed_of
from coign.protocol.facts import ElevationFact
from coign.scene.scene import Scene
from coign.scene.tokens import BELOW, Token

From = Literal["elevation", "ground", "surface", "steed"]


def measure(query: Query) -> ElevationFact:
    """Measure the elevations in units; `difference` is the attacker's minus the target's."""
    attacker, attacker_from, standing = _of_attacker(query)
    target, target_from = reference(query.scene, query.target)
    return ElevationFact(
        attacker=attacker,
        standing=standing,
        target=target,
        difference=attacker - target,
        target_standing=_footing(query.scene, query.target).standing,
        target_height=query.space.height,
        attacker_from=attacker_from,
        target_from=target_from,
    )


def _of_attacker(query: Query) -> tuple[float, From, bool]:
    """Return the attacker's elevation in units, its source, and whether it stands; its steed moves with it."""
    if query.actor is None or query.placed is None:
        return query.source.bottom, "elevation", False
    if steed_of(query.scene, query.actor) is None:
        return *reference(query.scene, query.placed), query.placed.standing
    height, source = reference(query.scene, query.actor)
    moved = query.source.bottom - query.actor.elevation
    return height + moved, source, _footing(query.scene, query.actor).standing


def _footing(scene: Scene, token: Token) -> Token:
    """Return the token whose feet count: the steed of a rider, else the token itself."""
    return steed_of(scene, token) or token


def reference(scene: Scene, token: Token) -> tuple[float, From]:
    """Return the elevation of a token that counts, in units, and its source."""
    steed = steed_of(scene, token)
    if steed is not None:
        return steed.space.middle, "steed"
    if token.locomotion in BELOW:
        surface = scene.surface_over(token)
        if surface is not None:
            return surface, "surface"
        return (token.ground, "ground") if token.ground is not None else (0.0, "surface")
    grounded = token.ground is not None and not token.doc.elevation and token.elevation == token.ground
    return token.elevation, "ground" if grounded else "elevation"
