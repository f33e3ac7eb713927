"""Find the steed of a mounted creature.

The steed is the creature named as its mount, else the smallest larger one that it shares its space with. A creature is
mounted if it has the status or if its mount is named.
"""

from __future__ import annotations

from coign.grid.space import holds_centre
from coign.scene.scene import Scene
from coign.scene.tokens import Token


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
