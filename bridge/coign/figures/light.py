"""The light about two creatures, for a figure: what each light near them lights, cut to a rectangle about the two.

As it is to common eyes; what an observer's senses make of it is said in words. Painted one over the other the marks are
the level of light at every spot: first what lies over all of the scene, then dim light, bright light, and darkness that
takes both away. What would not tell is left out: dim light where it is dim anyway, and by day all light.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import shapely

from coign.facts import FactSheet, light
from coign.facts.effort import GLOW, NAMES, POINTS
from coign.facts.glow import glow
from coign.facts.obscurement import TOUCHED
from coign.facts.query import Query
from coign.grid.space import QUANTA, Box, corners_of
from coign.protocol.messages import Mark

MARGIN = 1.0  # grid spaces about the two creatures that are shown
_BASE = {"dark": "darkness", "dim": "lit-dim"}  # what lies over all of a scene, as a role

Ring = tuple[tuple[float, float], ...]
Part = tuple[str, str, shapely.Polygon]  # of a light: role, label, what it reaches in quanta


def marks(sheet: FactSheet) -> list[Mark]:
    """Polygons of roles `darkness`, `lit-dim` (with the bright part) and `lit-bright`, in the order to paint them.

    None where the light leaves none of the target obscured, and none where they would be too many to read: a picture
    with some of the lights would be a wrong one.
    """
    query = sheet.query
    if not light.counts(query.scene) or sheet.obscurement.shares.none >= 1 - TOUCHED:
        return []
    margin = MARGIN * query.scene.grid.size * QUANTA
    x0, y0, x1, y1 = query.hull
    window = x0 - margin, y0 - margin, x1 + margin, y1 + margin
    parts = _parts(query, window)
    if parts is None or len(parts) > NAMES:
        return []
    rings = list(_rings([polygon for *_, polygon in parts], window)) if parts else []
    if len(rings) > NAMES or any(len(ring) > POINTS for _, ring in rings):
        return []
    found = [Mark(parts[n][0], "obscurement", ring, parts[n][1]) for n, ring in rings]
    role = _BASE.get(query.scene.base_light)
    return [Mark(role, "obscurement", _rectangle(window)), *found] if role else found


def _parts(query: Query, window: Box) -> list[Part] | None:
    """Those of the lights near a window; None where one of them cannot be told."""
    scene, level = query.scene, query.target.doc.level
    dim: list[Part] = []
    bright: list[Part] = []
    darkness: list[Part] = []
    effort = 0
    for one in scene.lamps.near([window])[0]:
        if not one.on(level):
            continue
        shape = glow(scene, one, level)
        if shape is None or (effort := effort + shape.effort) > GLOW:
            return None
        label = one.id if one.carrier else f"light:{one.id}"  # a carried one is "token:ID" by itself
        if one.darkness:
            darkness.append(("darkness", label, shape.dim))
            continue
        if shape.dim is not None and scene.base_light == "dark":
            dim.append(("lit-dim", label, shape.dim))
        if shape.bright is not None and scene.base_light != "bright":
            bright.append(("lit-bright", label, shape.bright))
    return [*dim, *bright, *darkness]


def _rectangle(window: Box) -> Ring:
    return tuple((math.floor(x + 0.5) / QUANTA, math.floor(y + 0.5) / QUANTA) for x, y in corners_of(window))


def _rings(polygons: Sequence[shapely.Polygon], window: Box) -> Iterator[tuple[int, Ring]]:
    """The outlines, in pixels, of what of each polygon lies in a window in quanta, with the polygon's number."""
    every = np.empty(len(polygons), object)
    every[:] = polygons
    pieces, which = shapely.get_parts(shapely.clip_by_rect(every, *window), return_index=True)
    points, piece = shapely.get_coordinates(pieces, return_index=True)
    spots = [(x, y) for x, y in (np.floor(points + 0.5) / QUANTA).tolist()]
    starts = pairwise(piece.searchsorted(np.arange(len(pieces) + 1)).tolist())
    for n, (start, stop) in zip(which.tolist(), starts, strict=True):
        if stop - start > 3:  # the first point comes again as the last one
            yield n, tuple(spots[start : stop - 1])
