"""What each light of a scene reaches, as polygons: its circle or cone less the shadows of walls.

Edges of circles are drawn with so many corners that the polygon is true to half a hundredth of a grid space. Making the
polygons takes as long as a whole attack does otherwise, so they are kept (`coign.scene.cache`).
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from coign.geometry import areas
from coign.geometry.lines import stopped_by
from coign.grid.space import QUANTA
from coign.scene.lights import Light
from coign.scene.walls import LIMITED, NOTHING, named

if TYPE_CHECKING:
    from coign.scene.scene import Scene

TRUE_TO = 0.005  # of a grid space: how far an edge may be off
CORNERS = 48, 720  # of a full circle, at least and at most
MOST_WALLS = 3_000  # that are looked at for one light: the nearest ones
MOST_LIMITED = 200


class LightArea(NamedTuple):
    """What one light reaches, quanta. `dim` holds the bright part too; None where there is no such part. Of a darkness
    `dim` is all that it darkens."""

    dim: shapely.Geometry | None
    bright: shapely.Geometry | None


def light_area(scene: Scene, light: Light, level: str | None, times: float = 1.0) -> LightArea:
    """What a light reaches on a level, to somebody for whom it reaches so many times as far."""
    key = (light, level if scene.walls.has_levels else None, 1.0 if light.darkness else times)
    kept = scene.cache.light_areas.get(key)
    if kept is None:
        made = _make(scene, light, level, key[2])
        kept = scene.cache.keep_light_area(key, made)
    return kept


def _make(scene: Scene, light: Light, level: str | None, times: float) -> LightArea:
    light = replace(light, bright=light.bright * times, dim=light.dim * times)
    dark = _shadows(scene, light, level)
    step = scene.grid.size * QUANTA
    bright = 0.0 if light.darkness else light.bright
    return LightArea(
        _prepared(_disc(light, light.reach, step).difference(dark)) if light.reach > bright else None,
        _prepared(_disc(light, bright, step).difference(dark)) if bright > 0 else None,
    )


def _prepared(area: shapely.Geometry) -> shapely.Geometry:
    shapely.prepare(area)
    return area


def _disc(light: Light, radius: float, step: float) -> shapely.Polygon:
    """The circle or cone of a light, its corners as far outside the true edge as its sides are inside."""
    width = min(360.0, max(0.0, light.angle))
    if not width or not radius:
        return shapely.Polygon()
    # The side of n corners is r (1 - cos(pi / n)) inside, about 5 r / n².
    corners = int(min(CORNERS[1], max(CORNERS[0], math.sqrt(2.5 * radius / (TRUE_TO * step)))))
    first = math.radians(90.0 + light.rotation - width / 2)
    turns = first + np.linspace(0.0, math.radians(width), max(3, math.ceil(corners * width / 360) + 1))
    outer = radius * 2 / (1 + math.cos(float(turns[1] - turns[0]) / 2))
    rim = np.stack([light.x + outer * np.cos(turns), light.y + outer * np.sin(turns)], axis=1)
    return shapely.Polygon(rim[:-1] if width == 360.0 else np.vstack([rim, [(light.x, light.y)]]))


def _shadows(scene: Scene, light: Light, level: str | None) -> shapely.Geometry:
    """What walls keep a light from: the second of limited ones on, one-way walls from their own side only."""
    walls, reach = scene.walls, light.reach
    box = light.x - reach, light.y - reach, light.x + reach, light.y + reach
    if light.through_walls:
        return shapely.Polygon()
    rows = walls.near(*box)
    rows = rows[walls.light[rows] != NOTHING]
    if walls.has_levels and level is not None:
        rows = rows[named([walls.levels[n] for n in rows.tolist()], level)]
    ax, ay, bx, by = walls.lines[rows].T
    side = (bx - ax) * (light.y - ay) - (by - ay) * (light.x - ax)
    rows = rows[(side != 0) & stopped_by(walls.facing[rows], side)]
    source = np.array([light.x, light.y])
    if len(rows) > MOST_WALLS:
        middles = walls.lines[rows].reshape(-1, 2, 2).mean(axis=1)
        rows = rows[np.hypot(*(middles - source).T).argsort()[:MOST_WALLS]]
    found = areas.shadows(np.broadcast_to(source, (len(rows), 2)), walls.lines[rows], box)
    limited = walls.light[rows] == LIMITED
    none = np.zeros(len(rows), np.intp)
    _, both = areas.twice(none[limited][:MOST_LIMITED], found[limited][:MOST_LIMITED])
    return shapely.union_all([*found[~limited], *both])
