"""Turned, stretched and moved polygons. The order of the arithmetic is shapely's own, so that no last digit differs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from shapely.creation import Polygon
from shapely.functions import get_coordinates
from shapely.geometry import Geometry

NOTHING = 2.5e-16  # a sine or cosine below this is 0


def rotate(geom: Geometry, angle: float, origin: Any = "center") -> Geometry:
    turn = angle * math.pi / 180.0
    cos, sin = (0.0 if abs(part) < NOTHING else part for part in (math.cos(turn), math.sin(turn)))
    x0, y0 = _middle(geom) if origin == "center" else origin
    x, y = get_coordinates(geom).T
    return _polygon(cos * x - sin * y + (x0 - x0 * cos + y0 * sin), sin * x + cos * y + (y0 - x0 * sin - y0 * cos))


def scale(geom: Geometry, xfact: float, yfact: float) -> Geometry:
    x0, y0 = _middle(geom)
    x, y = get_coordinates(geom).T
    return _polygon(xfact * x + (x0 - x0 * xfact), yfact * y + (y0 - y0 * yfact))


def translate(geom: Geometry, xoff: float, yoff: float) -> Geometry:
    x, y = get_coordinates(geom).T
    return _polygon(x + xoff, y + yoff)


def _middle(geometry: Geometry) -> tuple[float, float]:
    x0, y0, x1, y1 = geometry.bounds
    return (x0 + x1) / 2.0, (y0 + y1) / 2.0


def _polygon(x: Any, y: Any) -> Geometry:
    return Polygon(np.stack([x, y], axis=1))
