"""How much of the target the points of an attacker reach along sightlines, and what hides the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from coign.areas import Area
from coign.exposure import sampled_areas, visible_areas
from coign.facts.effort import VIEW
from coign.geometry import Crossings, Floats, Mask, polygon_area, shadow
from coign.openings import screened
from coign.walls import LIMITED, SOLID

if TYPE_CHECKING:
    from coign.facts.sightlines import Sightlines


def shares(sight: Sightlines, kinds: tuple[int, ...], heavy: list[Area], floors: Mask) -> Floats:
    """(p,) share of the target's space that each point reaches past walls of these kinds, limited ones from the second
    on, `heavy` areas and `floors` (p, m). 0 for unusable points, NaN where another point reaches all of it."""
    reaches = sight.usable & ~floors.all(axis=1)
    shares = reaches.astype(float)
    for area in heavy:
        shares[shapely.contains_xy(area.polygon, sight.points)] = 0.0
    stops = sight.in_way & sight.stops(*kinds, LIMITED)
    free = ~stops.any(axis=1)
    if not heavy and (free & (shares > 0)).any():
        shares[~free & (shares > 0)] = np.nan
        return shares
    shares[sight.screened if kinds == (SOLID,) else hidden_from(sight, kinds)] = 0.0
    rest = np.flatnonzero(shares > 0)
    if not rest.size:
        return shares
    shown = stops[rest].any(axis=0)
    fog = np.vstack([borders(area.polygon) for area in heavy]) if heavy else sight.lines[:0]
    walls = np.vstack([sight.lines[shown], fog])
    limited = np.concatenate([sight.kinds[shown] == LIMITED, np.zeros(len(fog), bool)])
    stops = np.hstack([stops[np.ix_(rest, shown)], np.ones((len(rest), len(fog)), bool)])
    seen = sum(_seen(sight.points[rest], piece, walls, stops, limited) for piece in sight.target.pieces)
    shares[rest] = np.clip(seen / sight.area, 0.0, 1.0)
    return shares


def square_share(sight: Sightlines, point: int, square: int) -> float:
    """Share of one square of the target that a point reaches past solid obstacles."""
    shape = sight.target.corners[square]
    stops = sight.in_way[[point]] & sight.stops(SOLID, LIMITED)[[point]]
    shown = stops[0]
    if not shown.any():
        return 1.0
    limited = sight.kinds[shown] == LIMITED
    seen = _seen(sight.points[[point]], shape, sight.lines[shown], stops[:, shown], limited, VIEW // 16)
    return float(seen[0]) / polygon_area(shape)


def _seen(points: Floats, shape: Floats, walls: Floats, stops: Mask, limited: Mask, effort: int = VIEW) -> Floats:
    """(p,) area of a convex shape that each point sees; exact where that is not too much effort."""
    if len(points) * len(walls) * (len(walls) + len(shape)) <= effort:
        areas = visible_areas(points, shape, walls, stops, limited, most=effort)
        if areas is not None:
            return areas
    return sampled_areas(points, shape, walls, stops, limited, effort // (len(points) * len(walls)))


def shadows(sight: Sightlines, point: int) -> list[list[tuple[float, float]]]:
    """What each solid wall hides of the target from a point, as polygons that may overlap; for figures."""
    walls = sight.lines[sight.in_way[point] & sight.stops(SOLID)[point]].tolist()
    source = tuple(sight.points[point].tolist())
    pieces = [[(x, y) for x, y in piece.tolist()] for piece in sight.target.pieces]
    return [part for wall in walls for piece in pieces if (part := shadow(source, wall, piece))]


def hidden_from(sight: Sightlines, kinds: tuple[int, ...]) -> Mask:
    """(p,) points from which walls of these kinds in front of it hide the whole target."""
    if not len(sight.rows):
        return np.zeros(len(sight.points), bool)
    stops = sight.stops(*kinds)
    found, first = np.ones(len(sight.points), bool), len(sight.ends)
    for piece in sight.target.pieces:
        met = sight._slice(first, first + len(piece))
        found &= _hidden(sight, piece, stops, met)
        first += len(piece)
    return found


def _hidden(sight: Sightlines, piece: Floats, stops: Mask, met: Crossings) -> Mask:
    """(p,) points from which walls hide a convex piece. Most are decided by its corners alone: one wall may lie across
    the lines to all of them, or none at all touch one of these lines."""
    start = met.start[:, None]
    touched: Mask = (start * met.end <= 0) & (met.ends_a * met.ends_b <= 0) & stops[:, None]
    found = (touched.all(axis=1) & (met.start != 0)).any(axis=1)
    undecided = ~found & np.logical_and.reduce(touched.any(axis=2), axis=1)
    if undecided.any():
        found[undecided] = screened(sight.points[undecided], piece, sight.lines, stops[undecided])
    return np.asarray(found)


def borders(polygon: shapely.Geometry) -> Floats:
    """The borders of a polygon as walls (k, 4)."""
    parts = shapely.get_parts(shapely.get_parts(polygon.boundary))
    rings = [shapely.get_coordinates(part) for part in parts]
    return np.vstack([np.hstack([ring[:-1], ring[1:]]) for ring in rings]) if rings else np.empty((0, 4))
