"""The light on a space: the shares of it that are bright, dim and dark.

A light reaches the part of its circle or cone that it sees past walls: one polygon, by an angular sweep. A roof between
the light's elevation and that of the space takes away what lies under its outline. The scene keeps the rest until the
light, a wall near it or a roof changes, and a figure draws the same one. Where lights overlap the brightest counts;
darkness sources remove light.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely

from coign.facts.cover.heights import Upright
from coign.facts.cover.layers import NOWHERE, Layers, between, on_all
from coign.facts.effort import LIGHTS, WALLS
from coign.geometry import areas, sweep
from coign.geometry.lines import distances, sides_of, stopped_by
from coign.grid.space import QUANTA, Box, Space
from coign.protocol.facts import Shares
from coign.scene.lights import Light, Reached
from coign.scene.roofs import Roof
from coign.scene.scene import Scene
from coign.scene.wall_kinds import LIMITED, NOTHING
from coign.scene.walls import named
from coign.util.tasks import Task, finish

TRUE_TO = 0.005  # of a grid space: the largest error of a circle's drawn edge
FARTHEST = 2.0  # times its radius: how far a light reaches for eyes with low-light vision
CORNERS = 48, 720  # of a full circle, at least and at most
_WHOLE = {"dark": Shares(0.0, 0.0, 1.0), "dim": Shares(0.0, 1.0, 0.0), "bright": Shares(1.0, 0.0, 0.0)}


class Lit(NamedTuple):
    """The parts of a body that are at least dim, and that are bright."""

    dim: Layers
    bright: Layers


class Eyes(NamedTuple):
    """How an observer's eyes take the light: lights reach some times as far, and moonlight may be as bright as day."""

    times: float = 1.0
    moonlit: bool = False


COMMON_EYES = Eyes()


def matters(scene: Scene) -> bool:
    """Return whether lights matter in a scene; if not, it is bright everywhere."""
    return scene.base_light != "bright" or bool(scene.darkened) or scene.lamps.darken


def shares(scene: Scene, space: Space, level: str | None = None, eyes: Eyes = COMMON_EYES) -> Shares:
    """Measure the shares of a space at each level of obscurement."""
    whole = on_all(space.outline)
    return shares_of(finish(lighting(scene, whole, Upright(space.bottom, space.top), level, eyes)), whole)


def shares_of(lit: Lit, own: Layers) -> Shares:
    """Measure the shares of a body at each level, from its own part and the lit parts of that (`lighting`)."""
    if lit.bright is own:
        return _WHOLE["bright"]
    dim, bright = (round(part.area / own.area, areas.DIGITS) for part in lit)
    return Shares(bright, _rounded(dim - bright), _rounded(1.0 - dim))


def lighting(
    scene: Scene, own: Layers, upright: Upright, level: str | None = None, eyes: Eyes = COMMON_EYES
) -> Task[Lit]:
    """Return the parts of a body that are bright, and at least dim; its `own` part itself if that is all of it."""
    if not matters(scene):
        return Lit(own, own)
    box = _box_of(own)
    lights = yield from reaching(scene, near(scene, box, level, eyes.times), level, upright.feet, eyes.times)
    window = shapely.box(*box)
    lights = [(light, area) for light, area in lights if area.dim.intersects(window)]  # walls keep many of them out
    lit = [area for light, area in lights if not light.darkness]
    dark = [area.dim for light, area in lights if light.darkness]
    bright, dim = _base(scene, own, upright, level)
    yield
    if eyes.moonlit:
        bright = dim
    dim, bright = _with(dim, [area.dim for area in lit], own), _with(bright, [area.bright for area in lit], own)
    if dark:
        removed = _with(NOWHERE, dark, own)
        dim, bright = dim.without(removed), bright.without(removed)
    return Lit(dim, bright)


def darkness(scene: Scene, box: Box, level: str | None, height: float) -> Task[list[shapely.Geometry]]:
    """Return the areas of darkness of a level that come into a box, past the walls, at an elevation in units."""
    if not scene.lamps.darken:
        return []
    found = yield from reaching(scene, [light for light in near(scene, box, level) if light.darkness], level, height)
    window = shapely.box(*box)
    return [area.dim for _, area in found if area.dim.intersects(window)]


def _box_of(own: Layers) -> Box:
    """Return the box about a body, in quanta."""
    x0, y0, x1, y1 = np.array([shape.bounds for shape in own.shapes.tolist() if not shape.is_empty]).T
    return float(x0.min()), float(y0.min()), float(x1.max()), float(y1.max())


def _with(lit: Layers, found: Sequence[shapely.Geometry], own: Layers) -> Layers:
    """Return the part of a body that is lit already, and what any of the areas found covers of it."""
    if lit is own or not found:
        return lit
    before, whole = lit.aligned(own)
    some = np.array(found, object)
    shapes = np.array([_add(*pair, some) for pair in zip(before.shapes, whole.shapes, strict=True)])
    same = len(shapes) == len(own.shapes) and all(one is other for one, other in zip(shapes, own.shapes, strict=True))
    return own if same else Layers(shapes, whole.ends)


def _add(lit: shapely.Geometry, outline: shapely.Geometry, some: areas.Geometries) -> shapely.Geometry:
    """Return what is lit already of an outline, and what any of some areas covers of it."""
    if lit is outline:
        return lit
    some = some[shapely.intersects(some, outline)]
    if not len(some):
        return lit
    if shapely.covers(some, outline).any():
        return outline
    parts = areas.common(some, outline)
    return parts[0] if lit.is_empty and len(parts) == 1 else shapely.union_all([lit, *parts])


def _base(scene: Scene, own: Layers, upright: Upright, level: str | None) -> tuple[Layers, Layers]:
    """Return the parts of a body that are bright, and at least dim, without any light source.

    They depend on the scene's own light, and on the regions that change its darkness, of which the last counts.
    """
    bright = own if scene.base_light == "bright" else NOWHERE
    dim = own if scene.base_light != "dark" else NOWHERE
    for area, base in scene.darkened:
        if area.holds(upright.feet, level):
            inside = own.within(between(area.polygon, upright, area.bottom, area.top))
            if not inside.is_empty:
                bright = bright.with_(inside) if base == "bright" else bright.without(inside)
                dim = dim.without(inside) if base == "dark" else dim.with_(inside)
    return bright, dim


def near(scene: Scene, box: Box, level: str | None, times: float = 1.0) -> list[Light]:
    """Return the lights of a level that reach a box, the nearest first, up to a limit."""
    x0, y0, x1, y1 = box
    found = []
    for light in scene.lamps.near(box, times):
        gap = math.hypot(max(x0 - light.x, light.x - x1, 0.0), max(y0 - light.y, light.y - y1, 0.0))
        reach = light.reach if light.darkness else light.reach * times
        if gap <= reach and light.on(level):
            found.append((gap, light))
    return [light for _, light in sorted(found, key=lambda entry: entry[0])[:LIGHTS]]


def reaching(
    scene: Scene, lights: Sequence[Light], level: str | None, height: float, times: float = 1.0
) -> Task[list[tuple[Light, Reached]]]:
    """Find all that each light reaches at an elevation (units), `times` as far as usual, past the walls of a level."""
    walls_of = level if scene.walls.has_levels else None
    found = []
    for light in lights:
        key = walls_of, 1.0 if light.darkness else times, _roofs_between(scene, light, level, height)
        area = scene.cache.reached(light, key)
        if area is None:
            area = _measured(scene, light, *key)
            scene.cache.keep_reached(light, key, area)
            yield
        found.append((light, area))
    return found


def _roofs_between(scene: Scene, light: Light, level: str | None, height: float) -> tuple[Roof, ...]:
    """Return the roofs near a light that lie between it and an elevation, and count on the level or on the light's."""
    levels = {*light.levels, level} if level else set()
    reach = light.reach * FARTHEST
    box = light.x - reach, light.y - reach, light.x + reach, light.y + reach
    return tuple(
        roof
        for roof in scene.roofs
        if roof.between(light.elevation, height)
        and not (roof.is_surface and light.through_walls)
        and roof.counts(levels)
        and roof.meets(box)
    )


def roofs_over(scene: Scene, space: Space, level: str | None) -> list[Roof]:
    """Return the tiles that keep the light of a lamp from a space, or from a part of it."""
    if not (scene.roofs and matters(scene)):
        return []
    lights = near(scene, space.box, level)
    found = dict.fromkeys(roof for light in lights for roof in _roofs_between(scene, light, level, space.bottom))
    return [roof for roof in found if not roof.is_surface and roof.meets(space.box)]


def _measured(scene: Scene, light: Light, level: str | None, times: float, roofs: Sequence[Roof]) -> Reached:
    """Measure all that a light reaches. `dim` includes the bright part, or all of a darkness source."""
    step = scene.grid.size * QUANTA
    dim = _circle(light, light.reach * times, step)
    bright = areas.NOTHING if light.darkness else _circle(light, light.bright * times, step)
    if not (light.through_walls or dim.is_empty):
        seen = _seen(scene, light, areas.about(dim.bounds), level)
        dim, bright = areas.common(np.array([dim, bright]), seen)
    for roof in roofs:
        whole = roof.outline is None
        dim, bright = (areas.NOTHING if whole else lit.difference(roof.outline) for lit in (dim, bright))
    shapely.prepare((dim, bright))
    return Reached(dim, bright)


def _seen(scene: Scene, light: Light, box: Box, level: str | None) -> shapely.Polygon:
    """Return the part of a box round a light that it sees past the walls of a level."""
    walls, place = scene.walls, np.array([(light.x, light.y)])
    rows = walls.near(*box)
    rows = rows[walls.light[rows] != NOTHING]
    if walls.has_levels:
        rows = rows[named([walls.levels[n] for n in rows.tolist()], level)]
    if len(rows) > WALLS:
        rows = rows[np.argpartition(distances(light.x, light.y, walls.lines[rows]), WALLS)[:WALLS]]
    if walls.has_one_way:
        (side,) = sides_of(place, walls.lines[rows])
        rows = rows[stopped_by(walls.stops_from[rows], side)]
    view = np.zeros(len(rows), np.intp)
    limited = walls.light[rows] == LIMITED
    found = sweep.seen(place, np.array(box), view, walls.lines[rows], limited if limited.any() else None)
    (seen,) = found.parts
    return seen


def _circle(light: Light, radius: float, step: float) -> shapely.Polygon:
    """Draw the circle or cone of a light.

    The corners of the edge are as far outside the true one as its sides are inside.
    """
    width = min(360.0, max(0.0, light.angle))
    if radius <= 0 or not width:
        return areas.NOTHING
    # A side of n corners is r (1 - cos(pi / n)) inside, about 5 r / n².
    corners = int(min(CORNERS[1], max(CORNERS[0], math.sqrt(2.5 * radius / (TRUE_TO * step)))))
    first = math.radians(90.0 + light.rotation - width / 2)
    turns = first + np.linspace(0.0, math.radians(width), max(3, math.ceil(corners * width / 360) + 1))
    outer = radius * 2 / (1 + math.cos(float(turns[1] - turns[0]) / 2))
    rim = np.stack([light.x + outer * np.cos(turns), light.y + outer * np.sin(turns)], axis=1)
    return shapely.Polygon(rim[:-1] if width == 360.0 else np.vstack([rim, [(light.x, light.y)]]))


def _rounded(value: float) -> float:
    return max(0.0, round(value, areas.DIGITS))
