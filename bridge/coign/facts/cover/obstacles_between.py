"""Creatures, things and regions in the way of sightlines: which of them may be, and which lines they meet.

A line meets a creature or a region where it passes the open inside of its space, at one of its heights.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from coign.facts.cover.heights import Levels, Passage, over
from coign.geometry.lines import Floats, Mask, Points, through_boxes
from coign.grid.grid import Grid
from coign.grid.space import Box, Space, box_about, corners_of
from coign.scene.regions import Area
from coign.scene.scene import Scene
from coign.scene.tokens import Token

HAIR = 1e-3  # quanta: so far a line may reach into a space and still count as touching it


def in_between(scene: Scene, source: Space, target: Space, ignore: frozenset[str], levels: Levels) -> list[Token]:
    """Tokens near the lines between two spaces, on one of the two levels (None: any) and on neither of the spaces."""
    known, grid = [level for level in levels if level], scene.grid
    return [
        token
        for token in scene.tokens_in(*box_about(source, target))
        if token.id not in ignore
        and (not known or not token.doc.level or token.doc.level in known)
        and not (grid.overlapping(token.space, source) or grid.overlapping(token.space, target))
    ]


def through_creatures(grid: Grid, passage: Passage, corners: Floats, ends: Floats, tokens: Sequence[Token]) -> Mask:
    """(n, m, b) lines that pass the open inside of each of b creatures, at one of its heights."""
    if not tokens:
        return np.zeros((len(corners), len(ends), 0), bool)
    inset, spaces = grid.inset, [token.space for token in tokens]
    if grid.is_hex:
        lines = np.stack(np.broadcast_arrays(corners[:, None], ends[None]), axis=2)
        hit = np.stack([passes_inside(lines, inner_outline(space, inset)) for space in spaces], axis=2)
    else:
        hit = through_boxes(corners, ends, np.array([inner_box(space, inset) for space in spaces]))
    for n in np.flatnonzero(hit.any(axis=(0, 1))).tolist():
        space = spaces[n]
        if passage.misses(space.bottom, space.top):
            hit[:, :, n] = False
        elif not passage.stays_within(space.bottom, space.top):
            hit[:, :, n] &= at_height(passage, corners, ends, space, inset)
    return np.asarray(hit)


def through_region(passage: Passage, points: Floats, ends: Floats, area: Area, *, middle: bool) -> Mask:
    """(p, m) lines that pass through the inside of an area, at one of its heights: of the `middle`, or of any part."""
    span = (passage.middle_span if middle else passage.span)(area.bottom, area.top)
    if span is None:
        return np.zeros((len(points), len(ends)), bool)
    way = ends[None] - points[:, None]
    pairs = np.stack([points[:, None] + along * way for along in span], axis=2)
    return np.asarray(shapely.intersects(area.inside, shapely.linestrings(pairs)))


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
