"""Measure the area that one light reaches, on the layers of a body or over a part of the map.

A light reaches the part of its circle or cone that it sees past walls. An angular sweep gives this part as one polygon.
As in Foundry, the circle is drawn on the plan and is the same at every height. A roof between the elevations of the
light and the space takes away the part under the roof's outline. The scene keeps the polygon until the light, a wall
near it or a roof changes.

A wall with a bottom or a top stops the straight line from the lamp to a spot if the line meets the wall between these
heights. A wall in the way of every layer of the body counts when the polygon is made. A wall that no layer's line meets
is ignored. If other walls may shade a part of the body, the lamp looks at the body's layers as an attacker's eye does
(`cover.seeing`).

The lamp's height is its elevation. A lamp without an elevation, or at 0, hangs one grid distance above its ground. A
lamp that a token carries is at the token's head.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.body import Body
from coign.facts.cover.heights import SHARES, Rise, Upright
from coign.facts.cover.layers import Layers, between, on_all
from coign.facts.cover.owners import Pieces
from coign.facts.cover.seeing import Seeing, Walls
from coign.facts.effort import LIGHTS, WALLS
from coign.facts.stature import upright as upright_in
from coign.geometry import areas, sweep
from coign.geometry.lines import distances, sides_of, stopped_by
from coign.grid.space import QUANTA, Box, Space, space_of
from coign.scene.lights import Light, Reached
from coign.scene.roofs import Roof
from coign.scene.scene import Scene
from coign.scene.wall_kinds import LIMITED, NOTHING
from coign.scene.walls import named
from coign.util.tasks import Task

TRUE_TO = 0.005  # of a grid space: the largest error of a circle's drawn edge
FARTHEST = 2.0  # times its radius: the reach of a light for eyes with low-light vision
CORNERS = 48, 720  # of a full circle, at least and at most

Ints = NDArray[np.intp]


class Shine(NamedTuple):
    """The area that a light reaches on the layers of a body. `dim` includes `bright`, or all of a darkness source."""

    light: Light
    dim: Layers
    bright: Layers


class _Heights(NamedTuple):
    """Rows of the walls with heights near a light: those in the way of all layers, and those in the way of some."""

    whole: Ints
    partly: Ints


_NO_HEIGHTS = _Heights(np.empty(0, np.intp), np.empty(0, np.intp))


def near(scene: Scene, box: Box, level: str | None, times: float = 1.0) -> list[Light]:
    """Return the lights of a level that reach a box, the nearest first, up to a limit."""
    x0, y0, x1, y1 = box
    candidates = []
    for light in scene.lamps.near(box, times):
        gap = math.hypot(max(x0 - light.x, light.x - x1, 0.0), max(y0 - light.y, light.y - y1, 0.0))
        reach = light.reach if light.darkness else light.reach * times
        if gap <= reach and light.on(level):
            candidates.append((gap, light))
    return [light for _, light in sorted(candidates, key=lambda entry: entry[0])[:LIGHTS]]


def reaching(
    scene: Scene,
    lights: Sequence[Light],
    level: str | None,
    upright: Upright,
    box: Box,
    times: float = 1.0,
    window: shapely.Geometry | None = None,
) -> Task[list[Shine]]:
    """Find the part of a window that each light reaches on the layers of a body, past the walls of a level.

    The window is the whole box, unless it is given. Lights reach `times` as far as usual. Those that reach no part of
    the window are left out. The areas are valid only inside it.
    """
    walls_of = level if scene.walls.has_levels else None
    heights, reached = upright.at(SHARES), []
    for light in lights:
        if light.ranges and not ((light.bottom <= heights) & (heights <= light.top)).any():
            continue
        # Take the lit area from the scene, or measure it once for these walls and roofs.
        rise = _rise(scene, light, upright) if scene.walls.has_heights else None
        low = _NO_HEIGHTS if rise is None else _by_heights(scene, light, walls_of, rise)
        roofs = _roofs_between(scene, light, level, upright.feet)
        key = walls_of, 1.0 if light.darkness else times, roofs, tuple(scene.walls.ids[n] for n in low.whole.tolist())
        area = scene.cache.reached(light, key)
        if area is None:
            area = _measured(scene, light, *key[:3], low.whole)
            scene.cache.keep_reached(light, key, area)
            yield
        reached.append((light, area, rise, low))
    if not reached:
        return []
    if window is None:
        window = shapely.box(*box)
    shines, meet = [], shapely.intersects(np.array([area.dim for _, area, _, _ in reached]), window)
    for light, area, rise, low in compress(reached, meet.tolist()):
        # Reduce it by walls that shade only some layers, and by the light's own heights.
        shine = Shine(light, on_all(area.dim), on_all(area.bright))
        if rise is not None and len(low.partly):
            shine = yield from _past_low_walls(scene, shine, walls_of, rise, low, box)
        if light.ranges:
            inside = between(window, upright, light.bottom, light.top)
            shine = shine._replace(dim=shine.dim.within(inside), bright=shine.bright.within(inside))
        shines.append(shine)
    return shines


def _rise(scene: Scene, light: Light, upright: Upright) -> Rise:
    """Return the lines from a lamp to a body."""
    height = light.height
    if light.carrier is not None:
        # Measure from the carrier in this scene, which may be lit as if it were elsewhere (`Scene.lit_with`).
        token = scene.tokens[light.carrier]
        height = upright_in(scene, token, token.space).head + light.elevation - token.elevation
    return Rise(Upright(height, height), upright)


# --- roofs ------------------------------------------------------------------------------------------------------------


def _roofs_between(scene: Scene, light: Light, level: str | None, height: float) -> tuple[Roof, ...]:
    """Return the roofs near a light that lie between it and an elevation, and count on the level or on the light's."""
    if not scene.roofs:
        return ()
    levels = {*light.levels, level} if level else set()
    box = _about(light, FARTHEST)
    return tuple(
        roof
        for roof in scene.roofs
        if roof.between(light.elevation, height)
        and not (roof.is_surface and light.through_walls)
        and roof.counts(levels)
        and roof.meets(box)
    )


def roofs_over(scene: Scene, space: Space, level: str | None) -> list[Roof]:
    """Return the tiles that keep the light of a lamp from a space or a part of it."""
    if not scene.roofs:
        return []
    lights = near(scene, space.box, level)
    roofs = dict.fromkeys(roof for light in lights for roof in _roofs_between(scene, light, level, space.bottom))
    return [roof for roof in roofs if not roof.is_surface and roof.meets(space.box)]


# --- walls ------------------------------------------------------------------------------------------------------------


def _about(light: Light, times: float) -> Box:
    """Return the box of the area that a light may reach."""
    reach = light.reach * times
    return light.x - reach, light.y - reach, light.x + reach, light.y + reach


def _stopping(scene: Scene, light: Light, level: str | None, box: Box) -> Ints:
    """Return the rows of the walls of a level near a box that stop a light."""
    walls = scene.walls
    rows = walls.near(*box)
    rows = rows[walls.light[rows] != NOTHING]
    if walls.has_levels:
        rows = rows[named([walls.levels[n] for n in rows.tolist()], level)]
    if walls.has_one_way:
        (side,) = sides_of(np.array([(light.x, light.y)]), walls.lines[rows])
        rows = rows[stopped_by(walls.stops_from[rows], side)]
    return np.asarray(rows)


def _nearest(scene: Scene, light: Light, rows: Ints) -> Ints:
    """Return the nearest of some walls, up to a limit."""
    if len(rows) <= WALLS:
        return rows
    return rows[np.argpartition(distances(light.x, light.y, scene.walls.lines[rows]), WALLS)[:WALLS]]


def _by_heights(scene: Scene, light: Light, level: str | None, rise: Rise) -> _Heights:
    """Return the walls with heights near a light that may be in the way of its lines to a body."""
    walls = scene.walls
    if light.through_walls:
        return _NO_HEIGHTS
    rows = _stopping(scene, light, level, _about(light, FARTHEST))
    bottom, top = walls.bottom[rows], walls.top[rows]
    # Compare their heights with those of all lines from the lamp to the body.
    lowest, highest = rise.ends
    met = (np.isfinite(bottom) | np.isfinite(top)) & (bottom <= highest) & (top >= lowest)
    whole = met & (bottom <= lowest) & (top >= highest)
    return _Heights(rows[whole], rows[met & ~whole])


def _measured(
    scene: Scene, light: Light, level: str | None, times: float, roofs: Sequence[Roof], whole: Ints
) -> Reached:
    """Measure the area that a light reaches past walls without heights and the `whole` ones of those with heights."""
    reached = _unstopped(scene, light, times, roofs)
    if light.through_walls or reached.dim.is_empty:
        return reached
    box, walls = areas.about(reached.dim.bounds), scene.walls
    rows = _stopping(scene, light, level, box)
    if walls.has_heights:
        endless = np.isinf(walls.bottom[rows]) & np.isinf(walls.top[rows])
        rows = rows[endless | np.isin(rows, whole)]
    # Sweep past the nearest walls, and cut the light by the part that the lamp sees.
    rows = _nearest(scene, light, rows)
    seen = sweep.seen(
        np.array([(light.x, light.y)]),
        np.array(box),
        np.zeros(len(rows), np.intp),
        walls.lines[rows],
        _limited(scene, rows),
    )
    dim, bright = areas.common(np.array(reached), seen.parts[0])
    shapely.prepare((dim, bright))
    return Reached(dim, bright)


def _limited(scene: Scene, rows: Ints) -> NDArray[np.bool_] | None:
    """Return the walls that stop light only from the second one on; None if every wall stops it alone."""
    limited = np.asarray(scene.walls.light[rows] == LIMITED)
    return limited if limited.any() else None


def _past_low_walls(scene: Scene, shine: Shine, level: str | None, rise: Rise, low: _Heights, box: Box) -> Task[Shine]:
    """Return the part of a box that a light reaches, also past walls in the way of only some layers."""
    walls, light, around = scene.walls, shine.light, areas.about(box)
    place = np.array([(light.x, light.y)])
    if not areas.cast(place, walls.lines[low.partly], around)[0].any():
        return shine
    # Collect the walls between the lamp and the box that its lines may meet.
    x0, y0, x1, y1 = around
    rows = _stopping(scene, light, level, (min(x0, light.x), min(y0, light.y), max(x1, light.x), max(y1, light.y)))
    endless = np.isinf(walls.bottom[rows]) & np.isinf(walls.top[rows])
    rows = _nearest(scene, light, rows[endless | np.isin(rows, np.concatenate(low))])
    # Let the lamp look at the box as an attacker's eye looks at a body.
    pieces = Pieces(np.arange(len(rows)), walls.lines[rows], np.zeros(len(rows), bool), whole=True)
    about = Walls(pieces, walls.bottom[rows], walls.top[rows], None, bounded=True)
    seeing = Seeing(place, Body(space_of(around), rise.end, None, 0.0), rise, about)
    yield from Seeing.looks.making(seeing)
    seen = yield from seeing.past(np.zeros(1, np.intp), np.ones(len(rows), bool), _limited(scene, rows))
    past = Layers(seen.parts[0], seeing.looks.ends)
    return shine._replace(dim=shine.dim.within(past), bright=shine.bright.within(past))


# --- circles ----------------------------------------------------------------------------------------------------------


def _unstopped(scene: Scene, light: Light, times: float, roofs: Sequence[Roof]) -> Reached:
    """Return the circles or cones of a light, without the parts under roofs."""
    step = scene.grid.size * QUANTA
    dim = _circle(light, light.reach * times, step)
    bright = areas.NOTHING if light.darkness else _circle(light, light.bright * times, step)
    for roof in roofs:
        whole = roof.outline is None
        dim, bright = (areas.NOTHING if whole else lit.difference(roof.outline) for lit in (dim, bright))
    return Reached(dim, bright)


def _circle(light: Light, radius: float, step: float) -> shapely.Polygon:
    """Draw the circle or cone of a light.

    The corners of the drawn edge are as far outside the true edge as the middles of its sides are inside.
    """
    width = min(360.0, max(0.0, light.angle))
    if radius <= 0 or not width:
        return areas.NOTHING
    # Choose the number of corners n: a side is r (1 - cos(pi / n)) inside, about 5 r / n².
    corners = int(min(CORNERS[1], max(CORNERS[0], math.sqrt(2.5 * radius / (TRUE_TO * step)))))
    first = math.radians(90.0 + light.rotation - width / 2)
    turns = first + np.linspace(0.0, math.radians(width), max(3, math.ceil(corners * width / 360) + 1))
    outer = radius * 2 / (1 + math.cos(float(turns[1] - turns[0]) / 2))
    rim = np.stack([light.x + outer * np.cos(turns), light.y + outer * np.sin(turns)], axis=1)
    return shapely.Polygon(rim[:-1] if width == 360.0 else np.vstack([rim, [(light.x, light.y)]]))
