"""The elevation of attacker and target, and the ground under each.

A creature that walks stands at its elevation (ground, ledge, table, a mount's back). One that swims or burrows does not
stand. One that flies, hovers or climbs stands only if it is exactly at its ground's elevation. For a swimmer or
burrower the elevation of its surface counts: the top of a region marked as water, else its ground, else 0.

For a mounted attacker the fact includes the elevation of its steed's back: half the height of the steed's space above
the steed's elevation. The steed is the creature named as its mount, else the smallest larger one that it shares its
space with. A creature is mounted if it has the status or if its mount is named.
"""

from __future__ import annotations

from typing import Literal

from coign.facts.query import Query
from coign.grid.space import holds_centre
from coign.protocol.facts import ElevationFact
from coign.scene.scene import Scene
from coign.scene.tokens import BELOW, Token

From = Literal["elevation", "ground", "surface"]


def measure(query: Query) -> ElevationFact:
    """Measure the elevations in units; `difference` is the attacker's minus the target's."""
    actor = query.placed
    if actor is None:
        attacker, attacker_from, standing = query.source.bottom, "elevation", False
    else:
        attacker, attacker_from = reference(query.scene, actor)
        standing = actor.standing
    target, target_from = reference(query.scene, query.target)
    return ElevationFact(
        attacker=attacker,
        standing=standing,
        target=target,
        difference=attacker - target,
        target_standing=query.target.standing,
        target_height=query.space.height,
        attacker_from=attacker_from,  # type: ignore[arg-type]  # one of From: mypy widens it in the branch above
        target_from=target_from,
        steed_back=_steed_back(query),
    )


def _steed_back(query: Query) -> float | None:
    """Return the elevation in units of the back of the attacker's steed, which moves with its rider."""
    rider = query.actor
    steed = None if rider is None else steed_of(query.scene, rider)
    return None if rider is None or steed is None else steed.space.middle + query.source.bottom - rider.elevation


def reference(scene: Scene, token: Token) -> tuple[float, From]:
    """Return the elevation of a token that counts, in units, and its source."""
    if token.locomotion in BELOW:
        surface = scene.surface_at(*token.space.anchor, token.doc.level)
        if surface is not None:
            return surface, "surface"
        return (token.ground, "ground") if token.ground is not None else (0.0, "surface")
    grounded = token.ground is not None and not token.doc.elevation and token.elevation == token.ground
    return token.elevation, "ground" if grounded else "elevation"


def steed_of(scene: Scene, rider: Token) -> Token | None:
    """Return the steed of a mounted creature; None if it is not mounted, or if no creature there could carry it."""
    named = scene.tokens.get(rider.coign.mount or "")
    if named is not None and named is not rider:
        return named
    if "mounted" not in rider.statuses:
        return None
    under = [
        token
        for token in scene.tokens_in(*rider.space.box)
        if token is not rider
        and token.in_the_way
        and token.width > rider.width
        and abs(token.elevation - rider.elevation) <= token.space.height
        and (holds_centre(token.space, rider.space) or holds_centre(rider.space, token.space))
    ]
    return min(under, key=lambda token: (token.width, token.id), default=None)
