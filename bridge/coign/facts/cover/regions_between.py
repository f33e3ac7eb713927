"""Regions on the way of sightlines: which lines pass through the inside of one, or through its floor or ceiling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import shapely

from coign.geometry.lines import Mask
from coign.scene.regions import Area

if TYPE_CHECKING:
    from coign.facts.cover.sightlines import Sightlines


def through(sight: Sightlines, area: Area) -> Mask:
    """Return the (p, m) lines that pass through the inside of an area, at one of its heights."""
    span = sight.passage.span(area.bottom, area.top)
    if span is None:
        return np.zeros((len(sight.points), len(sight.ends)), bool)
    way = sight.ends[None] - sight.points[:, None]
    pairs = np.stack([sight.points[:, None] + along * way for along in span], axis=2)
    return np.asarray(shapely.intersects(area.inside, shapely.linestrings(pairs)))


def floors(lines: Sightlines, areas: Sequence[Area], *, sight: bool, invisible: bool) -> Mask:
    """Return the (p, m) lines whose middle passes through a floor or ceiling of an area that stops effect.

    With `sight`, only surfaces that stop sight count. With `invisible`, surfaces that stop only movement count too.
    """
    stopped = np.zeros((len(lines.points), len(lines.ends)), bool)
    for area in areas:
        for surface in area.surfaces:
            stops = surface.sight if sight else surface.move and (surface.sight or invisible)
            along = lines.passage.reaches(surface.elevation)
            if stops and along is not None:
                at = lines.points[:, None] + along * (lines.ends - lines.points[:, None])
                stopped |= shapely.intersects_xy(area.polygon, at[..., 0], at[..., 1])
    return stopped
