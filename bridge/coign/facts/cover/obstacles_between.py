"""Creatures, things, regions and floors in the way of sightlines: which of them may be, and which lines they meet.

A line meets a creature or a region where it passes the open inside of its space, at one of its heights.

A line from middle to middle passes the elevation of a floor at one point of its way, the same for all lines between
two spaces. So a floor casts its own outline as its shadow on the target, larger by the rest of the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely

from coign.facts.cover.heights import Levels, Passage, over
from coign.geometry import areas
from coign.geometry.lines import Floats, Mask, Points, through_boxes
from coign.grid.grid import Grid
from coign.grid.space import Box, Space, box_about
from coign.scene.regions import Area
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.util.tasks import Task

NUDGE = 1 / 32  # quanta: how far beside a line its copies pass a floor
HAIR = 1e-3  # quanta: so far a line may reach into a space and still count as touching it


def in_between(scene: Scene, source: Space, target: Space, ignore: frozenset[str], levels: Levels) -> list[Token]:
    """Tokens near the lines between two spaces, on one of the two levels (None: any) and on neither of the spaces."""
    known, grid = [level for level in levels if level], scene.grid
    return [
        token
        for token in scene.tokens_in(*box_about(source, target))
        if token.id not in ignore
        and (not known or not token.level or token.level in known)
        and not (grid.overlapping(token.space, source) or grid.overlapping(token.space, target))
    ]


def through_creatures(grid: Grid, passage: Passage, corners: Floats, ends: Floats, tokens: Sequence[Token]) -> Mask:
    """(n, m, b) lines that pass the open inside of each of b creatures, at one of its heights."""
    if not tokens:
        return np.zeros((len(corners), len(ends), 0), bool)
    spaces = [token.space for token in tokens]
    if grid.is_hex:
        lines = np.stack(np.broadcast_arrays(corners[:, None], ends[None]), axis=2)
        return np.stack([_through_hexes(passage, lines, corners, ends, space, grid.inset) for space in spaces], axis=2)
    enter, leave = through_boxes(corners, ends, np.array([inner_box(space, grid.inset) for space in spaces]))
    hit = np.asarray(enter < leave)
    if not hit.any():
        return hit
    bottom, top = np.array([(space.bottom, space.top) for space in spaces]).T
    return np.asarray(hit & passage.shares(enter, leave, bottom, top))


def _through_hexes(passage: Passage, lines: Floats, corners: Floats, ends: Floats, space: Space, inset: float) -> Mask:
    """(n, m) `lines` (n, m, 2, 2) that pass the open inside of a space of hexes, at one of its heights."""
    hit = passes_inside(lines, inner_outline(space, inset))
    if not hit.any() or passage.stays_within(space.bottom, space.top):
        return hit
    at_height = [passage.shares(*over(corners, ends, piece), space.bottom, space.top) for piece in space.corners]
    return np.asarray(hit & np.any(at_height, axis=0))


def through_region(passage: Passage, points: Floats, ends: Floats, area: Area, *, middle: bool) -> Mask:
    """(p, m) lines that pass through the inside of an area, at one of its heights: of the `middle`, or of any part."""
    span = (passage.middle_span if middle else passage.span)(area.bottom, area.top)
    if span is None:
        return np.zeros((len(points), len(ends)), bool)
    way = ends[None] - points[:, None]
    pairs = np.stack([points[:, None] + along * way for along in span], axis=2)
    return np.asarray(shapely.intersects(area.inside, shapely.linestrings(pairs)))


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


# --- floors and ceilings ----------------------------------------------------------------------------------------------


class Floor(NamedTuple):
    """The outline of a floor, and how far along the way lines pass its elevation, 0 to 1."""

    outline: shapely.Geometry
    along: float


def floors_between(passage: Passage, regions: Sequence[Area], *, sight: bool, invisible: bool) -> list[Floor]:
    """Return the floors and ceilings of regions that stop effect between two spaces.

    With `sight`, those that stop sight. With `invisible`, those that stop only movement too.
    """
    found = []
    for area in regions:
        for surface in area.surfaces:
            stops = surface.sight if sight else surface.move and (surface.sight or invisible)
            along = passage.reaches(surface.elevation)
            if stops and along is not None:
                found.append(Floor(area.polygon, along))
    return found


def through_floors(floors: Sequence[Floor], points: Points, ends: Points) -> Mask:
    """(p, m) lines whose middle passes through the floors, with both of the parallel lines closest to it.

    So a line that grazes the edge of a floor is clear, and one between two floors that touch is not.
    """
    way = ends - points[:, None]
    length = np.maximum(np.hypot(way[..., 0], way[..., 1]), 1.0)[..., None]
    aside = NUDGE * np.stack([-way[..., 1], way[..., 0]], axis=-1) / length
    copies = np.zeros((2, *way.shape[:2]), bool)
    for outline, along in floors:
        for copy, nudge in zip(copies, (aside, -aside), strict=True):
            at = points[:, None] + along * way + nudge
            copy |= shapely.intersects_xy(outline, at[..., 0], at[..., 1])
    return np.asarray(copies.all(axis=0))


def floor_shadows(floors: Sequence[Floor], points: Points, target: Space) -> Task[areas.Geometries]:
    """(p,) the parts of a space that floors hide from each point, and what lies about them; None where they do not.

    It is a cooperative task: there may be a thousand floors.
    """
    found = np.full(len(points), None, object)
    for n, point in enumerate(points if floors else ()):
        parts: list[shapely.Polygon] = []
        for outline, along in floors:
            parts += _shadow(outline, along, point, target)
            yield
        if parts:
            found[n] = shapely.union_all(parts)
    return found


def _shadow(outline: shapely.Geometry, along: float, point: Floats, target: Space) -> Iterator[shapely.Polygon]:
    """Yield the parts of a floor's shadow that fall on a space."""
    x0, y0, x1, y1 = target.box
    window = shapely.box(
        *(point + along * (np.array([x0, y0]) - point)), *(point + along * (np.array([x1, y1]) - point))
    )
    if not shapely.intersects(outline, window):
        return
    for part in areas.without_holes(areas.common(outline, window)):
        yield shapely.Polygon(point + (shapely.get_coordinates(part) - point) / along)
