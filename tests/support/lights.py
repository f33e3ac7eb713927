"""Lamps and walls anywhere on a map of 2000 by 2000 px, and the level of light by testing points one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from coign.facts.cover.heights import Upright
from coign.facts.lamplight import reaching
from coign.scene.lights import Light, Reached
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, light, wall

SIDE = 2000  # pixels
EVERYWHERE = (-1e6, -1e6, 1e6, 1e6)  # quanta
BODY = Upright(0.0, 5.0)
EDGE = 0.01 * 100  # pixels, a hundredth of a grid space: the tolerance of a circle's drawn edge


def reached(scene: Scene, lights: Sequence[Light], level: str | None = None, times: float = 1.0) -> list[Reached]:
    """Return what each light reaches at half the height of a body."""
    found = finish(reaching(scene, lights, level, BODY, EVERYWHERE, times))
    return [Reached(one.dim.middle, one.bright.middle) for one in found]


@st.composite
def lamps(draw: st.DrawFn) -> Document:
    dim = draw(st.integers(5, 60))
    angle = draw(st.sampled_from([360, 360, 60, 120, 270]))
    at = {"x": draw(st.integers(300, 1700)) + 0.5, "y": draw(st.integers(300, 1700)) + 0.25}
    config = {"bright": draw(st.sampled_from([0, dim // 2, dim])), "dim": dim, "angle": angle}
    return light(0, 0, 0, 0) | at | {"rotation": draw(st.integers(0, 359)), "config": config}


@st.composite
def screens(draw: st.DrawFn) -> Document:
    x0, y0, x1, y1 = (draw(st.integers(0, 20)) * 100 + draw(st.sampled_from([0, 0, 37, 50])) for _ in range(4))
    kind = draw(st.sampled_from(["|", "|", "l"]))
    return wall(x0, y0, x1 + (x0 == x1 and y0 == y1), y1, kind=kind, dir=draw(st.sampled_from([0, 0, 1, 2])))


def levels_at(scene: Scene, spots: Any, level: str | None = None) -> Any:
    """Return (n,) the level of light, 0 to 2, at spots (n, 2) in pixels. Each spot is tested against every light's
    distance and direction and the walls on the way.
    """
    xs, ys = np.asarray(spots, float).T * 16
    found = np.full(len(xs), {"dark": 0, "dim": 1, "bright": 2}[scene.base_light])
    lights = [one for one in (*scene.lights.values(), *scene.carried.values()) if one.on(level)]
    for lamp in sorted(lights, key=lambda one: one.darkness):
        far = np.hypot(xs - lamp.x, ys - lamp.y)
        aside = np.abs((np.degrees(np.arctan2(ys - lamp.y, xs - lamp.x)) - 90 - lamp.rotation + 180) % 360 - 180)
        reached = ~_stopped(scene, lamp, xs, ys, level) & (aside <= lamp.angle / 2)
        if lamp.darkness:
            found[reached & (far <= lamp.reach)] = 0
        else:
            given = np.where(far <= lamp.bright, 2 * bool(lamp.bright), np.where(far <= lamp.dim, 1, 0))
            found = np.maximum(found, np.where(reached, given, 0))
    return found


def _stopped(scene: Scene, lamp: Any, xs: Any, ys: Any, level: str | None) -> Any:
    walls, solid, hedges = scene.walls, np.zeros(len(xs), bool), np.zeros(len(xs), int)
    if lamp.through_walls:
        return solid
    for row in walls.row.values():
        (ax, ay, bx, by), kind = walls.lines[row], int(walls.light[row])
        if not kind or (level is not None and walls.levels[row] and level not in walls.levels[row]):
            continue
        dx, dy, wx, wy = xs - lamp.x, ys - lamp.y, bx - ax, by - ay
        side = wx * (lamp.y - ay) - wy * (lamp.x - ax)
        if (walls.stops_from[row] == 1 and side > 0) or (walls.stops_from[row] == 2 and side < 0):
            continue
        with np.errstate(divide="ignore", invalid="ignore"):
            along = ((ax - lamp.x) * wy - (ay - lamp.y) * wx) / (dx * wy - dy * wx)
            over = ((ax - lamp.x) * dy - (ay - lamp.y) * dx) / (dx * wy - dy * wx)
        met = (along > 0) & (along < 1) & (over >= 0) & (over <= 1)
        solid, hedges = (solid, hedges + met) if kind == 2 else (solid | met, hedges)
    return solid | (hedges >= 2)
