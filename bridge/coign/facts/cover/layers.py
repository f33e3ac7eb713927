"""Shapes on the layers of a body: parts of it that are a different area at every height."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.cover.heights import LAYERS, SHARES, Upright
from coign.geometry import areas
from coign.geometry.areas import Geometries
from coign.geometry.lines import Floats, Mask, distinct

Ints = NDArray[np.intp]


class Layers(NamedTuple):
    """Shapes on the twenty layers of a body, from feet to head. Neighbouring layers with equal shapes are one *run*.

    shapes  (g,) or (g, s) one for each run of layers, or one for each square on it
    ends    (g,) how many layers there are up to the end of each run
    """

    shapes: Geometries
    ends: Ints

    @property
    def counts(self) -> Ints:
        """(g,) how many layers each run has."""
        return counts_of(self.ends)

    @property
    def area(self) -> float:
        """The area on all layers together, in square quanta."""
        return 0.0 if self is NOWHERE else float(shapely.area(self.shapes) @ self.counts)

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing on any layer."""
        return self is NOWHERE or all(shape.is_empty for shape in self.shapes.tolist())

    @property
    def middle(self) -> shapely.Geometry:
        """The shape on the layer at half the body's height."""
        return self.shapes[np.searchsorted(self.ends, LAYERS // 2, side="right")]

    def at(self, ends: Ints) -> Layers:
        """Return the same shapes in shorter runs with the given `ends`, which include its own ends."""
        return self if ends is self.ends else Layers(self.shapes[np.searchsorted(self.ends, ends)], ends)

    def combined(self, how: Callable[[Any, Any], Any], other: Layers) -> Layers:
        """Combine both on each layer by `how`, a function such as `shapely.union`."""
        one, two = together([self, other])
        return Layers(how(one.shapes, two.shapes), one.ends)

    def without(self, other: Layers) -> Layers:
        """Return the part of it outside the other."""
        return self.combined(areas.outside, other)

    def with_(self, other: Layers) -> Layers:
        """Return the union of both."""
        if self.is_empty:
            return other
        return self if other.is_empty else self.combined(areas.together, other)

    def within(self, other: Layers) -> Layers:
        """Return the part of it inside the other, without points and lines."""
        return self.combined(areas.common, other)


def areas_of(several: Sequence[Layers]) -> list[float]:
    """Return the area of each of several shapes (g,), in one call of GEOS."""
    found = np.split(
        shapely.area(np.concatenate([one.shapes for one in several])),
        np.cumsum([len(one.shapes) for one in several[:-1]]),
    )
    return [float(sizes @ one.counts) for sizes, one in zip(found, several, strict=True)]


def counts_of(ends: Ints) -> Ints:
    """(g,) how many layers the runs with some ends have."""
    if ends is EVERY:
        return EVERY
    counts = ends.copy()
    counts[1:] -= ends[:-1]
    return counts


def together(several: Sequence[Layers]) -> list[Layers]:
    """Return several shapes, all with the same runs."""
    for one in several:
        if one.ends is not several[0].ends:
            every: Ints = np.concatenate([one.ends for one in several])
            ends = distinct(every)
            return [one.at(ends) for one in several]
    return list(several)


EVERY = np.array([LAYERS])  # the end of the single run of a shape that is the same on all layers


def on_all(shape: shapely.Geometry) -> Layers:
    """Return a shape on every layer."""
    return Layers(np.array([shape]), EVERY)


NOWHERE = on_all(areas.NOTHING)


def between(shape: shapely.Geometry, upright: Upright, bottom: float, top: float) -> Layers:
    """Return the shape of an area on the layers of a body that are between its two heights, in units.

    The caller has made sure that the area holds the body's feet, as Foundry counts it. So a flat area, or one with its
    top at these feet, is on every layer.
    """
    heights = upright.at(SHARES)
    inside = (bottom <= heights) & (heights <= top)
    if inside.all() or not inside.any():
        return on_all(shape)
    ends = runs(inside[:, None])
    shapes = np.full(len(ends), areas.NOTHING)
    shapes[inside[ends - 1]] = shape
    return Layers(shapes, ends)


def runs(keys: Floats | Mask) -> Ints:
    """Return the ends of the runs of equal rows of keys (20, j)."""
    (changes,) = (keys[1:] != keys[:-1]).any(axis=1).nonzero()
    return np.append(changes + 1, LAYERS) if len(changes) else EVERY
