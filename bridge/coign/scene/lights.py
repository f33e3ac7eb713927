"""The lights of a scene: which of them shine, where, how far, and at which height.

A light's elevation is Foundry's, by which roofs lie over or under it. Its height is that of the lamp, from which lines
pass over walls: the same, but a lamp without an elevation, or at 0, hangs one grid distance above its ground. A light
of the Levels module shines between two heights only: from `rangeBottom`, or its elevation, to `rangeTop`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from copy import copy
from typing import NamedTuple

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from coign.grid.grid import Grid
from coign.grid.space import QUANTA, Box, quanta
from coign.protocol.documents import DarknessSpan, LightConfig, LightDoc
from coign.scene.base_light import span
from coign.scene.tokens import Token

MOST_RADIUS = 1e6  # units: longer radii are cut to this


class Light(msgspec.Struct, frozen=True):
    """One active light or darkness source. Radii in quanta; `rotation` in degrees, 0 = south, clockwise."""

    id: str
    x: float
    y: float
    bright: float
    dim: float
    elevation: float = 0.0  # units
    height: float = 0.0  # units; of one that is carried the carrier's head counts
    bottom: float = -math.inf  # units: it shines between this
    top: float = math.inf  # and this
    priority: float = 0.0  # where lights of other priorities reach as well, the higher one counts
    angle: float = 360.0
    rotation: float = 0.0
    darkness: bool = False
    through_walls: bool = False
    levels: frozenset[str] = frozenset()
    carrier: str | None = None  # the token that carries it

    @property
    def reach(self) -> float:
        """The larger of the two radii, in quanta."""
        return max(self.bright, self.dim)

    @property
    def ranges(self) -> bool:
        """Return whether it shines between some heights only."""
        return self.bottom > -math.inf or self.top < math.inf

    def on(self, level: str | None) -> bool:
        """Tell whether it shines on a level: it names that level or no level. For a `level` of None it does."""
        return not self.levels or level is None or level in self.levels


class Reached(NamedTuple):
    """The areas that one light, or all of them, reach. `dim` includes the bright part, or all of a darkness source."""

    dim: shapely.Geometry
    bright: shapely.Geometry


class Lamps:
    """All lights of a scene, their bounds as arrays, so that one comparison finds those near a space."""

    def __init__(self, lights: Iterable[Light]) -> None:
        self.lights = list(lights)
        self.darken = any(light.darkness for light in self.lights)
        self._bounds: dict[float, NDArray[np.float64]] = {}  # factor on the reach -> (4, n), a column a light

    def with_instead(self, light: Light, moved: Light) -> Lamps:
        """Return a copy in which `moved` takes the place of `light`."""
        row, other = next(n for n, lamp in enumerate(self.lights) if lamp is light), copy(self)
        other.lights = list(self.lights)
        other.lights[row] = moved
        other._bounds = {times: bounds.copy() for times, bounds in self._bounds.items()}
        for times, bounds in other._bounds.items():
            bounds[:, row] = _bounds(moved, times)
        return other

    def near(self, box: Box, times: float = 1.0) -> list[Light]:
        """Return the lights whose reach, `times` over, may meet a box (quanta), in the scene's order."""
        bounds = self._bounds.get(times)
        if bounds is None:
            each = [_bounds(light, times) for light in self.lights]
            bounds = self._bounds[times] = np.array(each).reshape(-1, 4).T
        x0, y0, x1, y1 = box
        meets = np.asarray((bounds <= ((x1,), (-x0,), (y1,), (-y0,))).all(axis=0))
        return [self.lights[row] for row in meets.nonzero()[0].tolist()]


def _bounds(light: Light, times: float) -> tuple[float, float, float, float]:
    """Return the bounds of a light's reach, `times` over: least x, negated greatest x, and the same for y.

    With the signs turned, two boxes meet if no bound of one is greater than the opposite bound of the other.
    """
    reach = light.reach * times
    return light.x - reach, -light.x - reach, light.y - reach, -light.y - reach


def read_light(
    document: LightDoc, key: str, grid: Grid, darkness: float, ground_at: Callable[[float, float], float]
) -> Light | None:
    """Read one light; None if it is hidden, off at this darkness, or without any radius.

    `ground_at` returns the ground at a place in pixels.
    """
    shines = document.darkness or DarknessSpan(min=document.darknessThreshold)
    config = document.config or _of_fields(document.dim, document.bright, document.angle, shines)
    radii = None if document.hidden else _radii(config, grid, darkness)
    if radii is None:
        return None
    bottom, top = _range(document)
    floor = bottom if math.isfinite(bottom) else 0.0
    return Light(
        key,
        quanta(document.x),
        quanta(document.y),
        *radii,
        document.elevation or floor,
        document.elevation or max(floor, ground_at(document.x, document.y)) + grid.distance,
        bottom,
        top,
        config.priority or 0.0,
        config.angle or 360.0,
        document.rotation or 0.0,
        _is_darkness(config),
        document.walls is False or document.t == "u",
        frozenset(document.levels or ()),
    )


def _range(document: LightDoc) -> tuple[float, float]:
    """Return the heights between which a light shines: those of the Levels module; infinite without them."""
    flags = document.flags.levels if document.flags else None
    bottom, top = (flags.rangeBottom, flags.rangeTop) if flags else (None, None)
    if bottom is None and top is not None:
        bottom = document.elevation
    return (-math.inf if bottom is None else bottom), (math.inf if top is None else top)


def carried_light(token: Token, grid: Grid, darkness: float) -> Light | None:
    """Return the light that a token carries, if any. It reaches from the token's edge: radius plus half the width."""
    doc = token.doc
    config = doc.light or _of_fields(doc.dimLight, doc.brightLight, doc.lightAngle)
    if token.hidden or not (config.dim or config.bright):
        return None  # as for most tokens
    radii = _radii(config, grid, darkness)
    if radii is None:
        return None
    (bright, dim), (x, y) = radii, token.space.centre
    edge = min(token.width, token.height) * grid.size * QUANTA / 2
    return Light(
        carried_by(token.id),
        x,
        y,
        bright + edge if bright else 0.0,
        dim + edge if dim else 0.0,
        token.elevation,
        priority=config.priority or 0.0,
        angle=config.angle or 360.0,
        rotation=doc.rotation or 0.0,
        darkness=_is_darkness(config),
        levels=frozenset({token.level} if token.level else ()),
        carrier=token.id,
    )


def carried_by(token: str) -> str:
    """Return the id of the light that a token carries."""
    return f"token:{token}"


def _of_fields(
    dim: float | None, bright: float | None, angle: float | None, darkness: DarknessSpan | None = None
) -> LightConfig:
    """Return the configuration that a light had in fields of its own before v9. A radius below 0 made it darkness."""
    dim, bright = dim or 0.0, bright or 0.0
    return LightConfig(abs(dim), abs(bright), angle, negative=min(dim, bright) < 0, darkness=darkness)


def _radii(config: LightConfig, grid: Grid, darkness: float) -> tuple[float, float] | None:
    """Return the bright and the dim radius in quanta; None if the light is off at this darkness, or both are 0."""
    low, high = span(config.darkness)
    bright, dim = (_radius(value) * grid.size * QUANTA / grid.distance for value in (config.bright, config.dim))
    return (bright, dim) if low <= darkness <= high and max(bright, dim) > 0 else None


def _is_darkness(config: LightConfig) -> bool:
    return bool(config.negative) or (config.luminosity or 0.0) < 0


def _radius(value: float | None) -> float:
    return 0.0 if value is None or not math.isfinite(value) else min(MOST_RADIUS, max(0.0, value))
