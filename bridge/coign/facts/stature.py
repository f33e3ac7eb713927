"""The heights of a creature's feet and head, the steed of a rider, and the squares that a rider holds.

A body is as high as its space. One that lies (prone, unconscious, dead) is a quarter of that, and a small creature four
fifths as high as wide. No body is lower than a twentieth of the grid distance.

A rider's feet are on its steed's back, half the height of the steed's space above the steed's elevation. It shares the
steed's space: "you share your mount's space" (System Reference Document 3.5 and Pathfinder, Mounted Combat), "you
occupy every square of your mount's space for the purpose of making your attacks" (Pathfinder 2, Mounted Attacks). So
distances, reach, adjacency and flanking are those of its steed's squares, whichever of them its token lies on.
"""

from __future__ import annotations

from coign.facts.cover.heights import Upright
from coign.grid.space import QUANTA, Space, holds_centre
from coign.scene.scene import Scene
from coign.scene.tokens import Token

LYING = 0.25  # of the height of its space: how high a lying body is
SMALL = 0.8  # of its width: how high a small creature is
LOWEST = 0.05  # of the grid distance


def upright(scene: Scene, token: Token, space: Space) -> Upright:
    """Return the heights of a token's feet and head, in units, if it is in a space; its steed moves with it."""
    height, distance = space.height, scene.grid.distance
    if token.coign.height is None and (token.coign.size or "").lower() == "small":
        height = min(height, SMALL * min(token.width, token.height) * distance)
    if token.lies or token.dead:
        height *= LYING
    feet, steed = space.bottom, steed_of(scene, token)
    if steed is not None:
        feet += steed.space.middle - token.elevation
    return Upright(feet, feet + max(height, LOWEST * distance))


def squares_of(scene: Scene, token: Token, space: Space) -> Space:
    """Return the space that a token holds if it moves to a space: that one, or that of its steed, which moves along."""
    rider = scene.tokens.get(token.id, token)  # where it stands, not where it might stand
    steed = steed_of(scene, rider)
    if steed is None:
        return space
    if space is rider.space:
        return steed.space
    (x0, y0, _, _), (x1, y1, _, _) = rider.space.box, space.box
    x, y = steed.doc.x + (x1 - x0) / QUANTA, steed.doc.y + (y1 - y0) / QUANTA
    return steed.space_at(scene.grid, x, y, steed.elevation + space.bottom - rider.elevation)


def steed_of(scene: Scene, rider: Token) -> Token | None:
    """Return the steed of a mounted creature; None if it is not mounted, or if no creature there could carry it.

    The steed is the creature that it names, else, if it has the status "mounted", the smallest larger one that is able
    to act. It shares the rider's space, and is neither hidden nor the rider's enemy. A hidden creature that the rider
    names is treated as absent: a player may write any name, and the answer must not tell that the creature exists.
    """
    named = scene.tokens.get(rider.coign.mount) if rider.coign.mount else None
    if named is not None and named is not rider and not named.hidden:
        return named if _carries(named, rider) else None
    if "mounted" not in rider.statuses:
        return None
    near = scene.tokens_in(*rider.space.box)
    under = [token for token in near if token.able and token.width > rider.width and _carries(token, rider)]
    return min(under, key=lambda token: (token.width, token.id), default=None)


def _carries(steed: Token, rider: Token) -> bool:
    """Return whether one creature may be the steed of another: living, seen, no enemy, and in the same space.

    What is on another level is not in the same space, however near their heights are.
    """
    return (
        steed is not rider
        and steed.may_share_level(rider)
        and steed.in_the_way
        and not steed.enemy_of(rider)
        and abs(steed.elevation - rider.elevation) <= steed.space.height
        and (holds_centre(steed.space, rider.space) or holds_centre(rider.space, steed.space))
    )
