"""Creatures in the way of sightlines: which of them may be, and which lines pass the open inside of their spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from coign.facts.cover.heights import Levels, Passage, over
from coign.geometry.lines import Floats, Mask, Points, through_boxes
from coign.grid.space import Box, Space, box_about, corners_of
from coign.scene.scene import Scene
from coign.scene.tokens import Token

if TYPE_CHECKING:
    from coign.facts.cover.sightlines import Sightlines

HAIR = 1e-3  # quanta: so far a line may reach into a space and still count as touching it


def in_the_way(sight: Sightlines) -> list[Token]:
    """Creatures that may be in the way: living, seen, on one of the two levels, on neither of the two spaces."""
    overlapping = sight.scene.grid.overlapping
    return [
        token
        for token in sight.scene.tokens_in(*sight.box)
        if token.in_the_way
        and (sight.lying_count or not token.lies)
        and takes_part(token, sight.ignore, sight.levels)
        and not overlapping(token.space, sight.source)
        and not overlapping(token.space, sight.target)
    ]


def things(scene: Scene, source: Space, target: Space, ignore: frozenset[str], levels: Levels) -> list[Token]:
    """Objects between two spaces that block lines as walls do. Those that overlap one of the two are left out."""
    overlapping = scene.grid.overlapping
    return [
        token
        for token in scene.tokens_in(*box_about(source, target))
        if token.is_obstacle
        and takes_part(token, ignore, levels)
        and not overlapping(token.space, source)
        and not overlapping(token.space, target)
    ]


def takes_part(token: Token, ignore: frozenset[str], levels: Levels) -> bool:
    """Tell whether a token may be in the way of lines between two levels (None: any), wherever it stands."""
    known = [level for level in levels if level]
    return token.id not in ignore and (not known or not token.doc.level or token.doc.level in known)


def through(sight: Sightlines) -> Mask:
    """(n, m, b) lines that pass the open inside of each of `sight.creatures`, at one of its heights."""
    if not sight.creatures:
        return np.zeros((len(sight.corners), len(sight.ends), 0), bool)
    inset, passage, spaces = sight.scene.grid.inset, sight.passage, [token.space for token in sight.creatures]
    if sight.scene.grid.is_hex:
        lines = np.stack(np.broadcast_arrays(sight.corners[:, None], sight.ends[None]), axis=2)
        hit = np.stack([passes_inside(lines, inner_outline(space, inset)) for space in spaces], axis=2)
    else:
        hit = through_boxes(sight.corners, sight.ends, np.array([inner_box(space, inset) for space in spaces]))
    for n in np.flatnonzero(hit.any(axis=(0, 1))).tolist():
        space = spaces[n]
        if passage.misses(space.bottom, space.top):
            hit[:, :, n] = False
        elif not passage.stays_within(space.bottom, space.top):
            hit[:, :, n] &= at_height(passage, sight.corners, sight.ends, space, inset)
    return np.asarray(hit)


def at_height(passage: Passage, points: Points, ends: Points, space: Space, inset: float) -> Mask:
    """(p, m) lines whose middle lies at a height of the space somewhere over it."""
    found = np.zeros((len(points), len(ends)), bool)
    pieces = space.pieces
    if len(pieces) == 1 and len(pieces[0]) == 4:
        pieces = [np.array(corners_of(inner_box(space, inset)))]
    for piece in pieces:
        found |= passage.shares(*over(points, ends, piece), space.bottom, space.top)
    return found


def inner_box(space: Space, inset: float) -> Box:
    """The box of a space less the inset, which leaves at least half of it."""
    x0, y0, x1, y1 = space.box
    dx, dy = min(inset, (x1 - x0) // 4), min(inset, (y1 - y0) // 4)
    return x0 + dx, y0 + dy, x1 - dx, y1 - dy


def inner_outline(space: Space, inset: float) -> shapely.Geometry:
    """The outline of a space of hexes, less the inset and a hair: what meets this passes the open inside."""
    outline = shapely.union_all(shapely.polygons(space.corners)).buffer(-inset - HAIR, join_style="mitre")
    shapely.prepare(outline)
    return outline


def passes_inside(lines: Floats, outline: shapely.Geometry) -> Mask:
    """(...) which lines (..., 2, 2) meet an inner outline."""
    return np.asarray(shapely.intersects(outline, shapely.linestrings(lines)))
