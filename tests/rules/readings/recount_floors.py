"""The floors and ceilings between two levels of a scene for the recount of cover, with no code of the bridge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from support.maps import Document

Corners = list[tuple[float, float]]


class Floor(NamedTuple):
    """A floor at an elevation in feet. Its outlines and holes are in 1/16 px; without any it is over the whole map."""

    elevation: float
    outlines: tuple[Corners, ...] = ()
    holes: tuple[Corners, ...] = ()

    def holds(self, spots: Any) -> Any:
        """Tell which spots (n, 2) lie in it."""
        if not self.outlines:
            return np.ones(len(spots), bool)
        inside, out = ([_inside(spots, ring) for ring in rings] for rings in (self.outlines, self.holes))
        return np.any(inside, axis=0) & ~np.any([*out, np.zeros(len(spots), bool)], axis=0)


def floors_between(scene: Document, levels: list[str | None], middles: list[float]) -> Iterator[Floor]:
    """Yield the floors that lines from middle to middle may pass through; they stop movement and sight."""
    if len(set(levels)) == 1:
        return
    low, high = sorted(middles)
    drawn = False
    for document in scene.get("regions", ()):
        (behaviour,), heights = document["behaviors"], document["elevation"]
        stops, names = behaviour["system"], document["levels"]
        elevation = heights[stops["placement"]]
        if names and not set(names) & set(levels):
            continue
        drawn |= (stops["move"] or stops["sight"]) > 0 and 0 < elevation <= _boundary(scene)
        if stops["move"] and stops["sight"] and low < elevation < high:
            yield _floor(document, elevation)
    open_on_purpose = any(level["visibility"]["levels"] for level in scene["levels"])
    implied = scene["flags"].get("coign") and not drawn and not open_on_purpose
    if implied and low < _boundary(scene) < high:
        yield Floor(_boundary(scene))


def _boundary(scene: Document) -> float:
    """Return where the upper of two levels begins."""
    return float(max(level["elevation"]["bottom"] for level in scene["levels"]))


def _floor(document: Document, elevation: float) -> Floor:
    outlines, holes = list[Corners](), list[Corners]()
    for shape in document["shapes"]:
        if shape["type"] == "polygon":
            points = [16 * value for value in shape["points"]]
            corners = list(zip(points[::2], points[1::2], strict=True))
        else:
            x0, y0 = 16 * shape["x"], 16 * shape["y"]
            x1, y1 = x0 + 16 * shape["width"], y0 + 16 * shape["height"]
            corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        (holes if shape["hole"] else outlines).append(corners)
    return Floor(elevation, tuple(outlines), tuple(holes))


def _inside(spots: Any, corners: Corners) -> Any:
    """Tell which spots lie in a polygon: a ray to the east crosses its sides an odd number of times."""
    x, y = spots[:, 0], spots[:, 1]
    inside = np.zeros(len(spots), bool)
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    return inside
