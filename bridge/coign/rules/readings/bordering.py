"""Solid terrain next to one of the two creatures, over and around which both may shoot.

Source: facts of the game Lancer. Solid terrain is next to a creature that is no taller, on the edge of its space or
up to the middle of the next one. A wall is next to a creature as a whole, however many pieces it is drawn in. Next to
the target it is hard cover where it hides something, and next to the attacker alone it gives no cover. Terrain with a
top stops no line of effect. A wall without a top cannot be shot over, and stops the same lines as elsewhere.
"""

from __future__ import annotations

import msgspec
import numpy as np
import shapely

from coign.facts.cover.measurement import CoverMeasurement
from coign.facts.cover.obstacles import Obstacles
from coign.geometry.lines import Mask
from coign.grid.space import QUANTA, Space
from coign.scene.wall_kinds import LIMITED, SOLID, WINDOW
from coign.util.tasks import Task

ROUNDING = 1e-9  # of a length


class Bordering(msgspec.Struct, frozen=True, eq=False):
    """The terrain next to one of the two.

    Attributes:
        walls: (k,) which of the walls are next to either.
        target: (k,) which are next to the target.
        exposed: the share of the target's body that the best point reaches past all other solid obstacles.
    """

    walls: Mask
    target: Mask
    exposed: float


def bordering(measured: CoverMeasurement, near: float) -> Task[Bordering | None]:
    """Find the terrain within `near` spaces of one of the two, as a cooperative task. Return None without any."""
    lines, walls = measured.lines, measured.lines.walls
    terrain = walls.of_kind(SOLID, LIMITED, WINDOW)
    yield from Obstacles.wholes.making(walls)
    reach = near * lines.scene.grid.size * QUANTA * (1 + ROUNDING)
    source, target = (
        terrain & _beside(measured, side.space, reach) & (walls.tall >= side.space.height * (1 - ROUNDING))
        for side in (lines.source, lines.target)
    )
    yield
    if not (source | target).any():
        return None
    over = (source | target) & np.isfinite(walls.heights[1])
    exposed = (yield from measured.exposure.reached_past(~over, walls.owners.things_but(~over))) if over.any() else 0.0
    return Bordering(source | target, target, exposed)


def _beside(measured: CoverMeasurement, space: Space, reach: float) -> Mask:
    """(k,) walls that come within `reach` quanta of a space; an object, or a wall in straight pieces, as a whole."""
    walls = measured.lines.walls
    if space.is_point:
        return np.zeros(len(walls), bool)
    near = np.asarray(shapely.distance(space.outline, shapely.linestrings(walls.lines.reshape(-1, 2, 2))) <= reach)
    return near if not near.any() else np.isin(walls.run, walls.run[near])
