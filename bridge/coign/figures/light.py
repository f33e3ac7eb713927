"""The light around two creatures, for a figure: the area that each light near them lights, cut to a rectangle.

It is drawn for normal vision, at half the target's height; the effect of an observer's senses is explained in words.
The marks painted in order show the light level at every point: first the level of the whole scene, then, by priority,
dim light, bright light, and darkness, which removes both. Marks that would change nothing are omitted: dim light in a
dim scene, and all light by day.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import shapely

from coign.facts import FactSheet, light
from coign.facts.effort import NAMES, POINTS
from coign.facts.lamplight import near, reaching
from coign.facts.query import Query
from coign.geometry import areas
from coign.grid.space import QUANTA, Box, corners_of
from coign.protocol.facts import Sight
from coign.protocol.messages import Mark
from coign.rules.readings.obscurement import TOUCHED
from coign.util.tasks import Task

MARGIN = 1.0  # grid spaces shown around the two creatures
WAY: set[Sight] = {"magical-darkness", "unlit-between"}  # reasons that lie on the way to the target as well as on it
_BASE = {"dark": "darkness", "dim": "lit-dim"}  # the light level of the whole scene, as a role

Ring = tuple[tuple[float, float], ...]
Part = tuple[str, str, shapely.Polygon]  # of a light: role, label, the area it reaches in quanta


def marks(sheet: FactSheet) -> Task[list[Mark]]:
    """Return polygons of roles `darkness`, `lit-dim` (with the bright part) and `lit-bright`, in painting order.

    The list is empty if the light obscures neither the target nor the way to it. It is also empty if there would be too
    many polygons to read, because a picture with only some of the lights would be wrong.
    """
    query, fact = sheet.query, sheet.obscurement
    hinders = fact.shares.none < 1 - TOUCHED or not WAY.isdisjoint(fact.because)
    if not light.matters(query.scene) or not hinders:
        return []
    window = window_of(query)
    parts = yield from _parts(query, window)
    rings = list(_rings([polygon for *_, polygon in parts], window)) if parts else []
    if len(rings) > NAMES or any(len(ring) > POINTS for _, ring in rings):
        return []
    outlines = [Mark(parts[n][0], "obscurement", ring, parts[n][1]) for n, ring in rings]
    role = _BASE.get(query.scene.base_light)
    return [Mark(role, "obscurement", _rectangle(window)), *outlines] if role else outlines


def window_of(query: Query) -> Box:
    """Return the box that is shown around the two creatures, quanta."""
    margin = MARGIN * query.scene.grid.size * QUANTA
    x0, y0, x1, y1 = query.hull
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin


def _parts(query: Query, window: Box) -> Task[list[Part]]:
    """Return the lit parts of the lights near a window."""
    scene, level = query.scene, query.target.level
    areas = yield from reaching(scene, near(scene, window, level), level, query.rise.end, window)
    parts: list[Part] = []
    for lower, sources in enumerate(light.by_priority(areas)):
        labels = [
            source.light.id if source.light.carrier else f"light:{source.light.id}" for source in sources
        ]  # or "token:ID"
        labelled = list(zip(sources, labels, strict=True))
        lamps = [(lamp, label) for lamp, label in labelled if not lamp.light.darkness]
        if scene.base_light == "dark" or lower:
            parts += [("lit-dim", label, lamp.dim.middle) for lamp, label in lamps]
        if scene.base_light != "bright" or lower:
            parts += [("lit-bright", label, lamp.bright.middle) for lamp, label in lamps]
        parts += [("darkness", label, lamp.dim.middle) for lamp, label in labelled if lamp.light.darkness]
    return parts


def _rectangle(window: Box) -> Ring:
    return tuple((math.floor(x + 0.5) / QUANTA, math.floor(y + 0.5) / QUANTA) for x, y in corners_of(window))


def _rings(polygons: Sequence[shapely.Polygon], window: Box) -> Iterator[tuple[int, Ring]]:
    """Yield the outlines, in pixels, of each polygon's part in a window in quanta, with the polygon's number."""
    inside = areas.common(np.array(polygons, object), shapely.box(*window))
    pieces, which = shapely.get_parts(inside, return_index=True)
    # A light has holes where roofs lie in the middle of it.
    if shapely.get_num_interior_rings(pieces).any():
        cut = [
            (part, n) for piece, n in zip(pieces, which.tolist(), strict=True) for part in areas.without_holes(piece)
        ]
        pieces, which = np.array([part for part, _ in cut], object), np.array([n for _, n in cut], int)
    points, piece = shapely.get_coordinates(pieces, return_index=True)
    spots = [(x, y) for x, y in (np.floor(points + 0.5) / QUANTA).tolist()]
    starts = pairwise(piece.searchsorted(np.arange(len(pieces) + 1)).tolist())
    for n, (start, stop) in zip(which.tolist(), starts, strict=True):
        outline = spots[start:stop]  # the last point repeats the first
        # Where the window cuts close to a corner, two points round to one.
        ring = tuple(spot for before, spot in pairwise(outline) if spot != before)
        if len(ring) > 2:
            yield n, ring
