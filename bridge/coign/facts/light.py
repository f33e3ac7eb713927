"""How much light falls on a space: the share of it that is bright, dim and dark.

What each light reaches is a polygon (`coign.scene.light_areas`), kept in the scene until a wall or the light changes.
The space is cut with those polygons. Where lights overlap the brightest counts; darkness sources take light away.
"""

from __future__ import annotations

import shapely

from coign.geometry import areas
from coign.grid.space import Space
from coign.protocol.facts import Shares
from coign.scene.light_areas import light_area
from coign.scene.lights import Light
from coign.scene.scene import Scene

_WHOLE = {"dark": Shares(0.0, 0.0, 1.0), "dim": Shares(0.0, 1.0, 0.0), "bright": Shares(1.0, 0.0, 0.0)}


def matters(scene: Scene) -> bool:
    """Whether lights matter in a scene: if not, it is bright everywhere."""
    return scene.base_light != "bright" or scene.lamps.darken


def shares(scene: Scene, space: Space, level: str | None = None, low_light: bool = False) -> Shares:
    """Shares of a space at each level of obscurement. `low_light`: an observer for whom lights reach twice as far."""
    if not matters(scene):
        return _WHOLE["bright"]
    times = 2.0 if low_light else 1.0
    near = [light for light in scene.lamps.near([space.box], times)[0] if light.on(level)]
    if not near:
        return _WHOLE[scene.base_light]
    outline = space.outline
    dark = _covered(scene, [light for light in near if light.darkness], "dim", outline, level, 1.0)
    lights = [light for light in near if not light.darkness] if dark.area < outline.area else []
    base = scene.base_light
    bright = outline if base == "bright" else _covered(scene, lights, "bright", outline, level, times)
    if base == "dim" or bright.area >= outline.area:
        lit = outline
    else:
        lit = shapely.union(bright, _covered(scene, lights, "dim", outline, level, times))
    if not dark.is_empty:
        bright, lit = bright.difference(dark), lit.difference(dark)
    bright_share, lit_share = areas.share([bright, lit], outline).tolist()
    return Shares(bright_share, max(0.0, round(lit_share - bright_share, 9)), round(1.0 - lit_share, 9))


def _covered(
    scene: Scene, lights: list[Light], part: str, outline: shapely.Polygon, level: str | None, times: float
) -> shapely.Geometry:
    """The part of an outline that the bright or dim areas of some lights cover."""
    reached = []
    for light in lights:
        area = getattr(light_area(scene, light, level, times), part)
        if area is None or not shapely.intersects(area, outline):
            continue
        if shapely.covers(area, outline):
            return outline
        reached.append(area)
    if not reached:
        return shapely.Polygon()
    return shapely.union_all(shapely.intersection(reached, outline))
