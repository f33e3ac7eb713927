"""Creatures in the way of sightlines: which of them may be, and which lines pass the open inside of their spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from coign.facts.heights import over
from coign.geometry import Floats, Mask, through_boxes
from coign.space import Space
from coign.tokens import Token

if TYPE_CHECKING:
    from coign.facts.sightlines import Sightlines


def bodies(sight: Sightlines) -> list[Token]:
    """Creatures that may be in the way: living, seen, on one of the two levels, on neither of the two spaces."""
    levels = {level for level in sight.levels if level}
    return [
        token
        for token in sight.scene.tokens_in(*sight.box)
        if token.in_the_way
        and token.id not in sight.ignore
        and (not levels or not token.doc.level or token.doc.level in levels)
        and sight.may_stand_in_way(token)
    ]


def beside(sight: Sightlines, space: Space) -> bool:
    """Whether a space meets the band along the line of centres that is as wide as the wider of the two."""
    (ax, ay), (bx, by), (x, y) = sight.source.centre, sight.target.centre, space.centre
    dx, dy = bx - ax, by - ay
    widest = max(width(one, dx, dy) for one in (sight.source, sight.target))
    return abs(dx * (y - ay) - dy * (x - ax)) <= width(space, dx, dy) + widest


def soft(sight: Sightlines) -> Mask:
    """(p, m, b) lines that pass the open inside of each of `sight.bodies`, at one of its heights."""
    shape = (len(sight.points), len(sight.ends), len(sight.bodies))
    if not sight.bodies:
        return np.zeros(shape, bool)
    inset = sight.scene.grid.inset
    hit = np.zeros(shape, bool)
    boxes = [n for n, token in enumerate(sight.bodies) if token.space.corners.shape[1] == 4]
    if boxes:
        shrunk = np.array([_shrunk(sight.bodies[n].space, inset) for n in boxes])
        hit[:, :, boxes] = through_boxes(sight.points, sight.ends, shrunk)
    lines = np.stack(np.broadcast_arrays(sight.points[:, None], sight.ends[None]), axis=2)
    for n, token in enumerate(sight.bodies):
        if n not in boxes:
            outline = shapely.union_all(shapely.polygons(token.space.corners)).buffer(-inset, join_style="mitre")
            hit[:, :, n] = passes_inside(lines, outline)
    low, high = sorted((sight.source.middle, sight.target.middle))
    for n in np.flatnonzero(hit.any(axis=(0, 1))).tolist():
        space = sight.bodies[n].space
        if space.top < low or space.bottom > high:
            hit[:, :, n] = False
        elif space.bottom > low or space.top < high:
            hit[:, :, n] &= _at_height(sight, space)
    return np.asarray(hit)


def _at_height(sight: Sightlines, space: Space) -> Mask:
    """(p, m) lines whose middle lies at a height of the space somewhere over it."""
    found = np.zeros((len(sight.points), len(sight.ends)), bool)
    pieces = space.pieces
    if len(pieces) == 1 and len(pieces[0]) == 4:
        x0, y0, x1, y1 = _shrunk(space, sight.scene.grid.inset)
        pieces = [np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])]
    for piece in pieces:
        enter, leave = over(sight.points, sight.ends, piece)
        one, other = sight.passage.middle(enter), sight.passage.middle(leave)
        shared = (np.minimum(one, other) <= space.top) & (np.maximum(one, other) >= space.bottom)
        found |= (enter <= leave) & shared
    return found


def width(space: Space, dx: float, dy: float) -> float:
    """Half the width of a space across the direction (dx, dy), times its length."""
    x0, y0, x1, y1 = space.box
    return (abs(dx) * (y1 - y0) + abs(dy) * (x1 - x0)) / 2


def _shrunk(space: Space, inset: float) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = space.box
    dx, dy = min(inset, (x1 - x0) // 4), min(inset, (y1 - y0) // 4)
    return x0 + dx, y0 + dy, x1 - dx, y1 - dy


def passes_inside(lines: Floats, outline: shapely.Geometry) -> Mask:
    """(p, m) which lines (p, m, 2, 2) pass through the inside of an outline."""
    return np.asarray(shapely.relate_pattern(shapely.linestrings(lines), outline, "T********"))
