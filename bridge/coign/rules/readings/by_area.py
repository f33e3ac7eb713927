"""Cover by the exposed share of the target, and by what the GM has marked on the way.

Each of the attacker's points has a degree to each square of the target: by the share of the whole target that it
reaches, and at least the degree of the low walls, arrow slits and areas of cover that its lines meet. The attacker
takes the least. Creatures in the way are no part of it.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.measurement import CoverMeasurement
from coign.geometry.lines import Floats
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.obstacles import Obstacles

Ints = NDArray[np.int_]


class ByArea(msgspec.Struct, frozen=True, eq=False):
    """The degrees by this reading, as ranks of the table without soft cover: none, half, three-quarters, total.

    Attributes:
        shares: (p,) the rank that each point's share gives.
        marked: (p, s) the rank of what is marked on the lines from each point to each square; those of a centre are
            the least of the corners of its square.
    """

    shares: Ints
    marked: Ints

    @property
    def ranks(self) -> Ints:
        """(p, s) the rank from each point to each square."""
        return np.maximum(self.shares[:, None], self.marked)


def by_area(measured: CoverMeasurement, met: Obstacles, by: CoverConventions) -> ByArea:
    """Grade the lines and the shares of a measurement by the thresholds in use."""
    lines = measured.lines
    corners, each, own = len(lines.corners), lines.corners_each, len(lines.source.inset)
    shape = corners, len(lines.ends) // each, each
    marked = np.zeros(shape[:2], int)
    degrees = ((met.low, 1), (met.half, 1), (met.window, 2), (met.three_quarters, 2), (met.total, 3))
    for mask, rank in degrees:
        if mask is not None:
            marked = np.maximum(marked, mask.reshape(shape).any(axis=2) * rank)
    centres = marked.reshape(own, corners // own, -1).min(axis=1)
    return ByArea(_by_shares(measured.exposure.shares, by), np.concatenate([marked, centres]))


def _by_shares(shares: Floats, by: CoverConventions) -> Ints:
    half, most = by.area_thresholds
    lesser = (shares < 1.0) if by.d20 else (shares <= half)
    return np.asarray(np.where(shares >= 1.0, 0, np.where(shares <= most, 2, lesser)))
