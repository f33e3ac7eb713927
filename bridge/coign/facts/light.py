"""How much light falls on a space: the share of it that is bright, dim and dark.

Each light is weighed by what stands in its way to the space (`shadows`). One whose way to the whole space is free is
decided by distance alone, one behind a wall not at all, and neither needs a sample; so the common case is cheap, and
right at once when a door opens or a torch moves. Where an edge of light or shadow may run through the space, shares are
measured at sample points, true to 0.02: a lattice that no straight edge can run along, as edges run along the rows of a
square grid, where half a row would be an error of 0.04. Where lights overlap the brightest counts; darkness sources
take light away. Shares are kept in the scene for as long as the space is held and no light and no wall is another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coign.facts.effort import LIGHT
from coign.facts.shadow_cache import is_hidden
from coign.facts.shadows import Shadows, shadows_on
from coign.geometry.lines import Mask, ahead
from coign.grid.space import Space, corners_of
from coign.protocol.facts import Shares
from coign.scene.lights import Light
from coign.scene.scene import Scene

# Of the lattice: its rows, and how far each is shifted against the one before. Of the box about hexes a third is beside
# them, and the points that are left must do.
SQUARE, HEXES = (125, 57), (325, 57)
DARK, DIM, BRIGHT = range(3)
TOGETHER = 16  # lights whose ways are looked at at once
ALONE = 25  # walls that a light costs as much as, without any
_BASE = {"dark": DARK, "dim": DIM, "bright": BRIGHT}
_WHOLE = (Shares(0.0, 0.0, 1.0), Shares(0.0, 1.0, 0.0), Shares(1.0, 0.0, 0.0))  # by the level of all of a space

_STRENGTH = attrgetter("least", "most", "bright")  # of a beam

Floats = NDArray[np.float64]


class Beam(NamedTuple):
    """A light, or a darkness, as it falls on one space: squared radii as its observer knows them, and the levels at the
    farthest and at the nearest spot of the space where nothing is in the way. A darkness has one level, DIM."""

    light: Light
    bright: float
    reach: float
    least: int
    most: int

    def on(self, points: Floats, shadows: Shadows) -> NDArray[np.intp]:
        """(n,) the level that it gives to each of the points (n, 2)."""
        light = self.light
        x, y = points[:, 0] - light.x, points[:, 1] - light.y
        if self.least == self.most:
            levels = np.full(len(points), self.most)
        else:
            far = x * x + y * y
            levels = (far <= self.reach).astype(np.intp)
            levels += far <= self.bright
        if light.angle < 360:
            levels[_beside(light, x, y)] = DARK
        if shadows.size:
            levels[shadows.dark(x, y)] = DARK
        return levels


class Lit:
    """What some beams do to a space: the level that all of it has at `least`, and those that may raise some of it."""

    def __init__(self, least: int) -> None:
        self.least, self.effort = least, 0
        self._parts: list[tuple[Beam, Shadows]] = []

    def take(self, beam: Beam, shadows: Shadows | None, walls: int) -> None:
        """Count a beam with its shadows, for which so many walls were looked at."""
        self.effort += 4 * walls
        if shadows is None:
            return
        if not shadows.size and beam.light.angle >= 360:
            self.least = max(self.least, beam.least)
        self._parts.append((beam, shadows))

    def parts(self) -> list[tuple[Beam, Shadows]]:
        """The beams that may raise some of the space further."""
        return [(beam, shadows) for beam, shadows in self._parts if beam.most > self.least]


def shares(scene: Scene, space: Space, level: str | None = None, low_light: bool = False) -> Shares:
    """Shares of a space at each level of obscurement. `low_light`: an observer for whom lights reach twice as far."""
    if not counts(scene):
        return _WHOLE[BRIGHT]
    return measured(scene, [space], level, low_light)[0]


def counts(scene: Scene) -> bool:
    """Whether anything hangs on the lights of a scene: it is bright everywhere where not."""
    return scene.base_light != "bright" or scene.lamps.darken


def measured(scene: Scene, spaces: Sequence[Space], level: str | None, low_light: bool = False) -> list[Shares]:
    """The same for several spaces, which takes less at once than one after the other. For a scene with lights."""
    key, known = (level, low_light), [scene.lit.setdefault(space, {}) for space in spaces]
    new = {n: space for n, (space, kept) in enumerate(zip(spaces, known, strict=True)) if key not in kept}
    if new:
        found = _measured(scene, list(new.values()), level, 2.0 if low_light else 1.0)
        for n, share in zip(new, found, strict=True):
            known[n][key] = share
    return [kept[key] for kept in known]


def _measured(scene: Scene, spaces: Sequence[Space], level: str | None, times: float) -> list[Shares]:
    near = scene.lamps.near([space.box for space in spaces], times)
    both = [_beams(scene, lights, space, level, times) for lights, space in zip(near, spaces, strict=True)]
    lights, darks = zip(*both, strict=True)
    if not (any(lights) or any(darks)):
        return [_WHOLE[_BASE[scene.base_light]]] * len(spaces)
    lit = _lit(scene, spaces, level, lights, _BASE[scene.base_light])
    darkened = _lit(scene, spaces, level, darks, DARK)
    return [_weighed(*each) for each in zip(spaces, lit, darkened, strict=True)]


def _weighed(space: Space, lit: Lit, darkened: Lit) -> Shares:
    parts, shades = lit.parts(), darkened.parts()
    if darkened.least or not (parts or shades):
        return _WHOLE[DARK if darkened.least else lit.least]
    points = sample(space)
    levels = np.full(len(points), lit.least)
    for beam, shadows in _affordable(parts, len(points)):
        np.maximum(levels, beam.on(points, shadows), out=levels)
    for beam, shadows in _affordable(shades, len(points)):
        levels[beam.on(points, shadows) > DARK] = DARK
    dark, dim, bright = (np.bincount(levels, minlength=3) / len(levels)).tolist()
    return Shares(bright, dim, dark)


def _beams(
    scene: Scene, near: list[Light], space: Space, level: str | None, times: float
) -> tuple[list[Beam], list[Beam]]:
    """The lights of some that reach a space, those first that may light the most of it, and the darkness sources. Those
    that are known to be hidden are left out, save where there are so many that the effort counts: what is remembered
    must not decide which others are left out."""
    lights, darks, few = [], [], len(near) <= TOGETHER
    (x0, y0, x1, y1), (x, y), corners = space.box, space.centre, corners_of(space.box)
    wide, high = (x1 - x0) / 2, (y1 - y0) / 2
    for light in near:
        if not light.on(level):
            continue
        aside, along = abs(light.x - x), abs(light.y - y)
        gap_x, gap_y = max(aside - wide, 0.0), max(along - high, 0.0)
        nearest, reach = gap_x * gap_x + gap_y * gap_y, (light.reach if light.darkness else light.reach * times) ** 2
        if nearest > reach or (few and is_hidden(scene, light, corners)):
            continue
        farthest = (aside + wide) ** 2 + (along + high) ** 2
        if light.darkness:
            darks.append(Beam(light, -1.0, reach, DIM if farthest <= reach else DARK, DIM))
        else:
            bright = (light.bright * times) ** 2 if light.bright else -1.0  # not even at its source
            least, most = (farthest <= reach) + (farthest <= bright), (nearest <= reach) + (nearest <= bright)
            lights.append(Beam(light, bright, reach, least, most))
    lights.sort(key=_STRENGTH, reverse=True)
    return lights, darks


def _lit(scene: Scene, spaces: Sequence[Space], level: str | None, beams: Sequence[list[Beam]], base: int) -> list[Lit]:
    """What some beams do to each of some spaces. Beams that can raise nothing are passed over, and beyond the most
    effort for a space its last ones."""
    found = [Lit(base) for _ in spaces]
    for start in range(0, max(map(len, beams)), TOGETHER):
        asked = [
            (space, beam, lit)
            for space, some, lit in zip(spaces, beams, found, strict=True)
            for beam in (some[start : start + TOGETHER] if lit.effort <= LIGHT else ())
            if beam.most > lit.least
        ]
        ways = [(beam.light, space) for space, beam, _ in asked]
        for (_, beam, lit), (shadows, walls) in zip(asked, shadows_on(scene, ways, level) if ways else (), strict=True):
            lit.take(beam, shadows, walls)
    return found


def _affordable(parts: list[tuple[Beam, Shadows]], points: int) -> Iterator[tuple[Beam, Shadows]]:
    """The first ones, as many as are worth the effort of so many sample points."""
    effort = 0
    for beam, shadows in parts:
        yield beam, shadows
        effort += points * (shadows.size + ALONE)
        if effort > LIGHT:
            break


def _beside(light: Light, x: Floats, y: Floats) -> Mask:
    """(n,) points, as seen from a light, that its cone leaves out."""
    off = np.degrees(np.arctan2(y, x)) - 90.0 - light.rotation
    return np.asarray(np.abs((off + 180.0) % 360.0 - 180.0) > light.angle / 2)


# --- sample points ----------------------------------------------------------------------------------------------------


def _lattice(steps: int, slant: int) -> Floats:
    """(n, 2) points spread evenly over the unit square, the same after a quarter turn and in a mirror.

    A slanted lattice with as many points as rows, laid over its mirror image. slant² + 1 is a multiple of steps, which
    makes a quarter turn map the lattice onto itself.
    """
    rows = np.arange(steps) - steps // 2
    columns = (slant * rows + steps // 2) % steps - steps // 2
    both = np.concatenate([np.stack([rows, columns], axis=1), np.stack([rows, -columns], axis=1)])
    return np.asarray(np.unique(both, axis=0) / steps + 0.5)


_ON_SQUARE, _ON_HEXES = _lattice(*SQUARE), _lattice(*HEXES)


def sample(space: Space) -> Floats:
    """(n, 2) points spread evenly over a space, in quanta."""
    if space.is_point:
        return space.centres
    (x0, y0, x1, y1), of_squares = space.box, space.corners.shape[1] == 4
    points = np.asarray((x0, y0) + (_ON_SQUARE if of_squares else _ON_HEXES) * (x1 - x0, y1 - y0))
    if of_squares:
        return points
    inside = np.zeros(len(points), bool)
    for corners in space.corners:
        along = corners[ahead(len(corners))] - corners
        offset = points[:, None] - corners
        inside |= ((along[:, 0] * offset[..., 1] - along[:, 1] * offset[..., 0]) >= 0).all(axis=1)
    return points[inside]
