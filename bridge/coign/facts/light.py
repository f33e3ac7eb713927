"""The light on a space: the shares of it that are bright, dim and dark.

A light reaches the part of a box inside its circle or cone, minus the shadows that walls cast on the box. The parts are
polygons, and a figure draws the same ones. Where lights overlap the brightest counts; darkness sources remove light.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.effort import LIGHT, LIGHT_STEP, LIGHTS, TERRAIN
from coign.geometry import areas
from coign.geometry.areas import Box
from coign.geometry.lines import Floats, Mask, Points, stopped_by
from coign.grid.space import QUANTA, Space
from coign.protocol.facts import Shares
from coign.scene.lights import Light
from coign.scene.scene import Scene
from coign.scene.walls import LIMITED, NOTHING, named
from coign.util.tasks import Task, finish

TRUE_TO = 0.005  # of a grid space: the largest error of a circle's drawn edge
CORNERS = 48, 720  # of a full circle, at least and at most
_WHOLE = {"dark": Shares(0.0, 0.0, 1.0), "dim": Shares(0.0, 1.0, 0.0), "bright": Shares(1.0, 0.0, 0.0)}
_NOTHING = shapely.Polygon()


class Reached(NamedTuple):
    """The part of a box that one light reaches. `dim` includes the bright part, or all of a darkness source."""

    dim: shapely.Geometry
    bright: shapely.Geometry


def matters(scene: Scene) -> bool:
    """Return whether lights matter in a scene; if not, it is bright everywhere."""
    dims = any(base != "bright" for _, base in scene.darkened)
    return scene.base_light != "bright" or dims or scene.lamps.darken or bool(scene.darkened)


def shares(scene: Scene, space: Space, level: str | None = None, low_light: bool = False) -> Shares:
    """Measure the shares of a space at each level of obscurement. With `low_light`, lights reach twice as far."""
    return shares_of(finish(lighting(scene, space, level, low_light)), space)


def shares_of(lit: Reached, space: Space) -> Shares:
    """Measure the shares of a space at each level, from its lit parts (`lighting`)."""
    if lit.bright is space.outline:
        return _WHOLE["bright"]
    bright, dim = areas.share(np.array([lit.bright, lit.dim]), space.outline).tolist()
    return Shares(bright, _rounded(dim - bright), _rounded(1.0 - dim))


def lighting(scene: Scene, space: Space, level: str | None = None, low_light: bool = False) -> Task[Reached]:
    """Return the parts of a space that are bright, and at least dim; the space's own outline if that is all of it."""
    outline = space.outline
    if not matters(scene):
        return Reached(outline, outline)
    times = 2.0 if low_light else 1.0
    lights = near(scene, space.box, level, times)
    found = yield from reaching(scene, lights, space.box, level, times)
    bright, dim = yield from _base(scene, outline, level)
    if dim is not outline:
        dim = _union([dim, *(area.dim for light, area in found if not light.darkness)])
    if bright is not outline:
        bright = _union([bright, *(area.bright for light, area in found if not light.darkness)])
    dark = [area.dim for light, area in found if light.darkness]
    if dark:
        bright, dim = bright.difference(_union(dark)), dim.difference(_union(dark))
    return Reached(dim, bright)


def _base(scene: Scene, outline: shapely.Polygon, level: str | None) -> Task[tuple[shapely.Geometry, shapely.Geometry]]:
    """Return the parts of a space that are bright, and at least dim, without any light source.

    They depend on the scene's own light, and on the regions that change its darkness, of which the last counts.
    """
    bright = outline if scene.base_light == "bright" else _NOTHING
    dim = outline if scene.base_light != "dark" else _NOTHING
    for area, base in scene.darkened:
        if area.on(level) and area.polygon.intersects(outline):
            inside = area.polygon & outline
            bright = bright | inside if base == "bright" else bright.difference(inside)
            dim = dim.difference(inside) if base == "dark" else dim | inside
            yield
    return bright, dim


def near(scene: Scene, box: Box, level: str | None, times: float = 1.0) -> list[Light]:
    """Return the lights of a level that reach a box, the nearest first, up to a limit."""
    x0, y0, x1, y1 = box
    found = []
    for light in scene.lamps.near([box], times)[0]:
        gap = math.hypot(max(x0 - light.x, light.x - x1, 0.0), max(y0 - light.y, light.y - y1, 0.0))
        reach = light.reach if light.darkness else light.reach * times
        if gap <= reach and light.on(level):
            found.append((gap, light))
    return [light for _, light in sorted(found, key=lambda entry: entry[0])[:LIGHTS]]


def reaching(
    scene: Scene, lights: Sequence[Light], box: Box, level: str | None, times: float = 1.0
) -> Task[list[tuple[Light, Reached]]]:
    """Measure the part of a box that each light reaches. Past the most effort the last lights are left out."""
    if not lights:
        return []
    places = np.array([(light.x, light.y) for light in lights])
    walls = scene.walls
    which, rows = walls.near_each(_ways(lights, places, box, times))
    stands = (walls.light[rows] != NOTHING) & ~np.array([light.through_walls for light in lights])[which]
    if walls.has_levels and level is not None:
        stands &= named([walls.levels[n] for n in rows.tolist()], level)
    which, rows = which[stands], rows[stands]
    sources, lines = places[which], walls.lines[rows]
    partly, wholly = areas.cast(sources, lines, box)
    if walls.has_one_way:
        ax, ay, bx, by = lines.T
        side = (bx - ax) * (sources[:, 1] - ay) - (by - ay) * (sources[:, 0] - ax)
        facing = stopped_by(walls.facing[rows], side)
        partly, wholly = partly & facing, wholly & facing
    limited = walls.light[rows] == LIMITED
    hidden = np.bincount(which[wholly & ~limited], minlength=len(lights)) > 0
    (cast,) = (partly & ~hidden[which]).nonzero()
    shadows = np.bincount(which[cast], minlength=len(lights))
    affordable = np.minimum(shadows, LIGHT[0]).cumsum() <= LIGHT[1]
    cast = cast[affordable[which[cast]]]
    cast = cast[_first_of_each(which[cast], LIGHT[0])]
    terrain = np.flatnonzero(limited[cast])
    cast = np.delete(cast, terrain[~_first_of_each(which[cast[terrain]], TERRAIN)])
    dark = np.full(len(lights), _NOTHING)
    for first, last in _batches(which[cast], limited[cast], len(lights)):
        mine = cast[slice(*which[cast].searchsorted((first, last)))]
        found, halves, group = areas.shadows(sources[mine], lines[mine], box), limited[mine], which[mine] - first
        again, both = areas.twice(group[halves], found[halves])
        group, found = np.concatenate([group[~halves], again]), np.concatenate([found[~halves], both])
        dark[first:last] = areas.union_by(group, found, last - first)
        yield
    outline = shapely.box(*box)
    return [
        (light, _part(light, box, outline, dark[n], scene.grid.size * QUANTA, times))
        for n, light in enumerate(lights)
        if affordable[n] and not hidden[n]
    ]


def _first_of_each(group: NDArray[np.intp], most: int) -> Mask:
    """Return which members of groups, given in order, are among the first ones of their group."""
    return np.asarray(np.arange(len(group)) - group.searchsorted(group) < most)


def _batches(group: NDArray[np.intp], limited: Mask, count: int) -> Iterator[tuple[int, int]]:
    """Yield the first light of each step and the one after its last, by the work that the shadows of each light make.

    `group` has the light of each shadow. Shadows of terrain walls count in pairs, of which four take as long as one
    shadow.
    """
    terrain = np.bincount(group[limited], minlength=count)
    first = work = 0
    for n, cost in enumerate((np.bincount(group, minlength=count) + terrain**2 // 8).tolist()):
        if work and work + cost > LIGHT_STEP:
            yield first, n
            first, work = n, 0
        work += cost
    yield first, count


def _ways(lights: Sequence[Light], places: Points, box: Box, times: float) -> Floats:
    """Return (n, 4) the boxes that hold each light and the part of a box within its reach: beyond, no wall matters."""
    reach = np.array([light.reach * times for light in lights])[:, None]
    low, high = np.maximum(box[:2], places - reach), np.minimum(box[2:], places + reach)
    return np.hstack([np.minimum(places, low), np.maximum(places, high)])


def _part(
    light: Light, box: Box, outline: shapely.Polygon, dark: shapely.Geometry, step: float, times: float
) -> Reached:
    if light.darkness:
        return Reached(_within(light, light.reach, box, outline, step).difference(dark), _NOTHING)
    dim = _within(light, light.reach * times, box, outline, step)
    bright = _within(light, light.bright * times, box, outline, step) if light.bright else _NOTHING
    if dark.is_empty:
        return Reached(dim, bright)
    return Reached(dim.difference(dark), bright if bright.is_empty else bright.difference(dark))


def _within(light: Light, radius: float, box: Box, outline: shapely.Polygon, step: float) -> shapely.Geometry:
    """The part of a box that lies in the circle or cone of a light. The corners of the edge are as far outside the true
    one as its sides are inside."""
    x0, y0, x1, y1 = box
    width = min(360.0, max(0.0, light.angle))
    if math.hypot(max(x0 - light.x, light.x - x1, 0.0), max(y0 - light.y, light.y - y1, 0.0)) > radius or not width:
        return _NOTHING
    if width == 360.0 and math.hypot(max(light.x - x0, x1 - light.x), max(light.y - y0, y1 - light.y)) <= radius:
        return outline
    # A side of n corners is r (1 - cos(pi / n)) inside, about 5 r / n².
    corners = int(min(CORNERS[1], max(CORNERS[0], math.sqrt(2.5 * radius / (TRUE_TO * step)))))
    first = math.radians(90.0 + light.rotation - width / 2)
    turns = first + np.linspace(0.0, math.radians(width), max(3, math.ceil(corners * width / 360) + 1))
    outer = radius * 2 / (1 + math.cos(float(turns[1] - turns[0]) / 2))
    rim = np.stack([light.x + outer * np.cos(turns), light.y + outer * np.sin(turns)], axis=1)
    disc = shapely.Polygon(rim[:-1] if width == 360.0 else np.vstack([rim, [(light.x, light.y)]]))
    return disc.intersection(outline)


def _union(parts: list[shapely.Geometry]) -> shapely.Geometry:
    return parts[0] if len(parts) == 1 else shapely.union_all(parts) if parts else _NOTHING


def _rounded(value: float) -> float:
    return max(0.0, round(value, areas.ROUNDING))
