"""The light on a space: the shares of it that are bright, dim and dark.

`lamplight` finds what each light reaches. Where lights overlap the one of the highest priority counts, of equal ones
the brightest, and no lamp makes the light of the whole scene less. A darkness source removes that, and the light of
lamps of at most its priority.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely

from coign.facts.cover.heights import Upright
from coign.facts.cover.layers import NOWHERE, Layers, areas_of, between, on_all, together
from coign.facts.lamplight import Shine, near, reaching
from coign.geometry import areas
from coign.grid.space import Box, Space
from coign.protocol.facts import Shares
from coign.scene.scene import Scene
from coign.util.tasks import Task, finish

BRIGHT = Shares(1.0, 0.0, 0.0)
DARK = Shares(0.0, 0.0, 1.0)


class Lit(NamedTuple):
    """The parts of a body that are at least dim, and that are bright."""

    dim: Layers
    bright: Layers


class Eyes(NamedTuple):
    """An observer's eyes: how many times as far lights reach for them, and whether moonlight is as bright as day."""

    times: float = 1.0
    moonlit: bool = False


COMMON_EYES = Eyes()


def matters(scene: Scene) -> bool:
    """Return whether lights matter in a scene; if not, it is bright everywhere."""
    return scene.base_light != "bright" or bool(scene.darkened) or scene.lamps.darken


def shares(scene: Scene, space: Space, level: str | None = None, eyes: Eyes = COMMON_EYES) -> Shares:
    """Measure the shares of a space at each level of obscurement."""
    whole = on_all(space.outline)
    upright = Upright(space.bottom, space.top)
    return shares_of(finish(lighting(scene, whole, space.box, upright, level, eyes)), whole)


def shares_of(lit: Lit, own: Layers) -> Shares:
    """Measure the shares of a body at each level, from its own part and the lit parts of that (`lighting`)."""
    if lit.bright is own:
        return BRIGHT
    if lit.dim is NOWHERE:
        return DARK
    whole, *parts = areas_of([own, *lit])
    dim, bright = (round(part / whole, areas.DIGITS) for part in parts)
    return Shares(bright, _rounded(dim - bright), _rounded(1.0 - dim))


def by_sense(found: Shares, pierced: frozenset[str]) -> Shares:
    """Return the light for eyes that some kinds of hiding do not hinder: darkvision, truesight and the like."""
    bright, dim, dark = found.none, found.lightly, found.heavily
    if "dim" in pierced:
        bright, dim = bright + dim, 0.0
    if "dark" in pierced:
        bright, dark = bright + dark, 0.0
    elif "dark-as-dim" in pierced:
        dim, dark = dim + dark, 0.0
    return Shares(bright, dim, dark)


def lighting(scene: Scene, own: Layers, box: Box, upright: Upright, level: str | None, eyes: Eyes) -> Task[Lit]:
    """Return the parts of a body in a box that are bright, and at least dim; its `own` part itself if that is all."""
    if not matters(scene):
        return Lit(own, own)
    window, lights = own.shapes[0] if len(own.shapes) == 1 else None, near(scene, box, level, eyes.times)
    found = yield from reaching(scene, lights, level, upright, box, eyes.times, window)
    bright, dim = _base(scene, own, upright, level)
    yield
    if eyes.moonlit:
        bright = dim
    daylight = bright
    for sources in by_priority(found):
        lamps = [one for one in sources if not one.light.darkness]
        dark = [one.dim for one in sources if one.light.darkness]
        if lamps and bright is not daylight:
            # They count in the place of lamps of lower priority.
            bright = daylight.with_(bright.without(_with(NOWHERE, [one.dim for one in lamps], own)))
        bright = _with(bright, [one.bright for one in lamps], own)
        dim = own if bright is own else _with(dim, [one.dim for one in lamps], own)
        if dark:
            removed = _with(NOWHERE, dark, own)
            dim, bright, daylight = (part.without(removed) for part in (dim, bright, daylight))
    return Lit(dim, bright)


def by_priority(found: Sequence[Shine]) -> list[list[Shine]]:
    """Return lights of equal priority together, the lowest first."""
    priorities = sorted({one.light.priority for one in found})
    return [[one for one in found if one.light.priority == priority] for priority in priorities]


def darkness(scene: Scene, box: Box, level: str | None, upright: Upright) -> Task[list[shapely.Geometry]]:
    """Return the areas of darkness of a level that come into a box, past walls, by the middle of a body's height.

    Light of higher priority takes its area away.
    """
    if not scene.lamps.darken:
        return []
    lights = near(scene, box, level)
    least = min((light.priority for light in lights if light.darkness), default=0.0)
    lights = [light for light in lights if light.darkness or light.priority > least]
    found = yield from reaching(scene, lights, level, upright, box)
    dark: list[shapely.Geometry] = []
    for sources in by_priority(found):
        lit = [one.dim.middle for one in sources if not one.light.darkness]
        if lit and dark:
            lamps = shapely.union_all(lit)
            dark = [areas.outside(area, lamps) for area in dark]
        dark += [one.dim.middle for one in sources if one.light.darkness]
    return [area for area in dark if not area.is_empty]


def _with(lit: Layers, found: Sequence[Layers], own: Layers) -> Layers:
    """Return the part of a body that is lit already, together with the part that any of the areas found covers."""
    if lit is own or not found:
        return lit
    before, whole, *columns = together([lit, own, *found])
    some = np.array([column.shapes for column in columns]).T
    outlines = whole.shapes.tolist()
    shapes = [_add(*row) for row in zip(before.shapes.tolist(), outlines, some, strict=True)]
    same = all(one is other for one, other in zip(shapes, outlines, strict=True))
    return own if same else Layers(np.array(shapes), whole.ends)


def _add(lit: shapely.Geometry, outline: shapely.Geometry, some: areas.Geometries) -> shapely.Geometry:
    """Return the part of an outline that is lit already, together with the part that any of some areas covers."""
    if lit is outline:
        return lit
    if np.count_nonzero(shapely.covers(some, outline)):
        return outline
    some = some[shapely.intersects(some, outline)]
    if not len(some):
        return lit
    parts = areas.common(some, outline)
    return parts[0] if len(parts) == 1 and (lit is areas.NOTHING or lit.is_empty) else shapely.union_all([lit, *parts])


def _base(scene: Scene, own: Layers, upright: Upright, level: str | None) -> tuple[Layers, Layers]:
    """Return the parts of a body that are bright, and at least dim, without any light source.

    They depend on the scene's own light, and on the regions that change its darkness. The last such region counts.
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


def _rounded(value: float) -> float:
    return max(0.0, round(value, areas.DIGITS))
