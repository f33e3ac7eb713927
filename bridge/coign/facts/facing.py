"""The arcs of attacker and target: the front, flank or rear area in which the other one stands.

Source: Unearthed Arcana, Combat Facing (d20 v3.5). The arcs of Medium creatures and of larger ones that face a side are
in the text; for larger creatures that face a corner, for squares beyond the ring and for hexes the printed diagrams
were not available, and the tables below are our reading: the angle between the facing and the vector from the
creature's nearest own square, for every size and distance. Bodies of 3 and 12 hexes are centred on a vertex: they face
one of six vertices, and the vector runs from their centre.

The nearest square of the other creature counts; ties are decided in the attacker's favour.

A mounted attacker has its steed's facing (Mounted Combat: "their steeds' flank areas"), unless a GM has set its own. A
mounted target has its own facing. The areas of both lie about the steed, and a rider stands in all of its squares.
"""

from __future__ import annotations

import math
from typing import Literal

from coign.facts.query import Query
from coign.facts.readings import Readings
from coign.facts.stature import steed_of
from coign.grid.grid import Grid
from coign.grid.hexes import hex_distance
from coign.grid.space import QUANTA, Cell, Space
from coign.protocol.document_reader import as_number
from coign.protocol.documents import MOST
from coign.protocol.facts import Arc, FacingFact
from coign.scene.scene import Scene
from coign.scene.tokens import Token

Side = Literal["left", "right"]

# The widest angle off the facing that is front, and the narrowest that is rear: on hexes by the option of the areas.
SQUARE_ARCS = (45.0, 135.0)
HEX_ARCS = {"3-2-1": (90.0, 150.0), "1-4-1": (30.0, 150.0)}
# Facing, degrees clockwise from south -> one step ahead on the map (east, south).
COMPASS = {0: (0, 1), 45: (-1, 1), 90: (-1, 0), 135: (-1, -1), 180: (0, -1), 225: (1, -1), 270: (1, 0), 315: (1, 1)}
ABOUT_A_VERTEX = (3, 12)  # hexes of a creature that is centred on a vertex


def measure(query: Query, readings: Readings) -> FacingFact:
    """Measure both arcs; `none` for a faceless creature or a point of origin."""
    grid, arcs = query.scene.grid, query.conventions.hex_arcs
    faceless = readings.is_faceless
    actor, target, offset = query.actor, query.target, query.conventions.facing_offset
    steering = None if actor is None or faceless(actor) else _steering(query.scene, actor)
    attacker_facing = None if steering is None else facing_of(steering, grid, offset)
    target_facing = None if faceless(target) else facing_of(target, grid, offset)
    mine, theirs = query.squares, query.target_squares
    attacker_arc, attacker_side = _arc(grid, mine, theirs, attacker_facing, arcs, prefer_front=True)
    target_arc, target_side = _arc(grid, theirs, mine, target_facing, arcs, prefer_front=False)
    return FacingFact(attacker_arc, target_arc, attacker_facing, target_facing, attacker_side, target_side)


def _steering(scene: Scene, attacker: Token) -> Token:
    """Return the token whose facing is the attacker's: its steed, or itself if a GM has set its facing."""
    own = attacker.coign.facing is not None
    return attacker if own else steed_of(scene, attacker) or attacker


def facing_of(token: Token, grid: Grid, offset: float = 0.0) -> float:
    """Return a token's facing, degrees (0 = south, clockwise), snapped to the grid's directions; ties go clockwise."""
    raw = token.coign.facing
    if raw is None:
        raw = _about_face(token)
    if raw is None:
        raw = token.doc.rotation or 0.0
    return snap((raw if math.isfinite(raw) else 0.0) + offset, grid, len(token.space.cells))


def snap(degrees: float, grid: Grid, hexes: int = 1) -> float:
    """Snap to the nearest of eight directions; on hexes to one of six sides, or vertices for 3 and 12 hexes."""
    step, first = (60.0, _first_way(grid, hexes)) if grid.is_hex else (45.0, 0.0)
    return (math.floor((degrees - first) / step + 0.5) * step + first) % 360.0


def _first_way(grid: Grid, hexes: int) -> float:
    """Return the first direction: pointy hexes have sides to the east and west, flat ones to the north and south."""
    to_vertex = hexes in ABOUT_A_VERTEX
    return 0.0 if grid.pointy == to_vertex else 30.0


def _about_face(token: Token) -> float | None:
    """Return the direction flag of the module About Face in degrees from south, like a rotation."""
    flags = token.doc.flags.about_face if token.doc.flags else None
    direction = flags.get("direction") if isinstance(flags, dict) else None
    angle = as_number(direction)
    return angle - 90.0 if angle is not None and abs(angle) <= MOST else None


def arc_of(grid: Grid, owner: Space, other: Space, facing: float | None, arcs: str) -> Arc:
    """Return the arc of `owner` that contains `other`, the best for the owner. A faceless owner has no `facing`."""
    return _arc(grid, owner, other, facing, arcs, prefer_front=True)[0]


def _arc(
    grid: Grid, owner: Space, other: Space, facing: float | None, arcs: str, *, prefer_front: bool
) -> tuple[Arc, Side | None]:
    """Return the arc of `owner` that contains `other`. Of equally near squares the best one for the attacker counts."""
    if facing is None:
        return "none", None
    order: tuple[Arc, ...] = ("front", "flank", "rear") if prefer_front else ("rear", "flank", "front")
    found = [
        _hex_arc(own, cell, facing, arcs) if grid.is_hex else _square_arc(own, cell, facing)
        for own, cell in _nearest(grid, owner, other)
    ]
    if len(found) == 1:
        return found[0]
    arc = min((arc for arc, _ in found), key=order.index, default=order[0])
    sides = {side for one, side in found if one == arc}
    return arc, sides.pop() if len(sides) == 1 else None


def areas(grid: Grid, arcs: str) -> tuple[tuple[Arc, float, float], ...]:
    """Return the directions that lie in each area of a creature: from one to another, degrees clockwise off its facing.

    Of the areas that meet at a border the front has it, else the rear.
    """
    front, rear = HEX_ARCS[arcs] if grid.is_hex else SQUARE_ARCS
    return (
        ("front", -front, front),
        ("flank", front, rear),
        ("flank", -rear, -front),
        ("rear", rear, 360.0 - rear),
    )


Spot = tuple[float, float]


def _nearest(grid: Grid, owner: Space, other: Space) -> list[tuple[Spot, Spot]]:
    """Return the pairs of points to measure between.

    Each pair is a nearest square of the other, and the owner's square nearest to it by a straight line, or the vertex
    of a creature centred on one.
    """
    spots, others = grid.spots(owner), grid.spots(other)
    if len(spots) == len(others) == 1:
        return [(spots[0], others[0])]
    if grid.is_hex and len(spots) in ABOUT_A_VERTEX:
        spots = [(sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))]
    scene_distance = {
        there: min(_apart(grid, a, b) for a in owner.cells) for b, there in zip(other.cells, others, strict=True)
    }
    least, pairs = min(scene_distance.values()), []
    for there in others:
        if scene_distance[there] > least + 1e-9:
            continue
        straight = [math.dist(here, there) for here in spots]
        nearest = min(straight)
        pairs += [(here, there) for here, d in zip(spots, straight, strict=True) if d <= nearest + 1e-6]
    return pairs


def _apart(grid: Grid, a: Cell, b: Cell) -> float:
    if grid.is_hex:
        return float(hex_distance(a, b))
    if grid.is_gridless:
        return math.dist(a, b)
    return grid.length(float(abs(a[0] - b[0])), float(abs(a[1] - b[1])), 0.0)


def _square_arc(own: Spot, other: Spot, facing: float) -> tuple[Arc, Side | None]:
    """Return the arc: front up to 45° off the facing, rear from 135°, flank between; exact on whole squares."""
    east, south = COMPASS[round(facing)]
    dx, dy = other[0] - own[0], other[1] - own[1]
    ahead, aside = dx * east + dy * south, dy * east - dx * south
    if dx == dy == 0:
        return "front", None
    side: Side | None = None if aside == 0 else ("right" if aside > 0 else "left")
    if ahead >= abs(aside):
        return "front", side
    return ("rear" if -ahead >= abs(aside) else "flank"), side


def _hex_arc(own: Spot, other: Spot, facing: float, arcs: str) -> tuple[Arc, Side | None]:
    front, rear = HEX_ARCS[arcs]
    dx, dy = other[0] - own[0], other[1] - own[1]
    if math.hypot(dx, dy) < QUANTA / 16:
        return "front", None
    off = (math.degrees(math.atan2(dy, dx)) - 90.0 - facing + 180.0) % 360.0 - 180.0  # clockwise is to the right
    side: Side | None = None if abs(off) < 1e-6 or abs(off) > 180 - 1e-6 else ("right" if off > 0 else "left")
    if abs(off) <= front + 1e-6:
        return "front", side
    return ("rear" if abs(off) >= rear - 1e-6 else "flank"), side
