"""Lamps and walls anywhere on a map of 2000 by 2000 px, for what is held to the light facts."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from support.maps import Document, light, wall

SIDE = 2000  # pixels
CHORD = 1 - math.cos(math.radians(7.5) / 2)  # of the radius: what lies between a circle and its drawn edge


@st.composite
def lamps(draw: st.DrawFn) -> Document:
    dim = draw(st.integers(5, 60))
    angle = draw(st.sampled_from([360, 360, 60, 120, 270]))
    at = {"x": draw(st.integers(300, 1700)) + 0.5, "y": draw(st.integers(300, 1700)) + 0.25}
    config = {"bright": draw(st.sampled_from([0, dim // 2, dim])), "dim": dim, "angle": angle}
    return light(0, 0, 0, 0) | at | {"rotation": draw(st.integers(0, 359)), "config": config}


@st.composite
def screens(draw: st.DrawFn) -> Document:
    x0, y0, x1, y1 = (draw(st.integers(0, 20)) * 100 + draw(st.sampled_from([0, 0, 37, 50])) for _ in range(4))
    kind = draw(st.sampled_from(["|", "|", "l"]))
    return wall(x0, y0, x1 + (x0 == x1 and y0 == y1), y1, kind=kind, dir=draw(st.sampled_from([0, 0, 1, 2])))
