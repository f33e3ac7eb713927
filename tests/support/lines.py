"""Helpers for tests of lines: random lines, walls and bodies at every scale, as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from support.exact_lines import Whole, hull

Segment = tuple[int, int, int, int]
Drawn = tuple[list[Whole], list[Whole], list[Segment]]
Scale = st.SearchStrategy[int]

# On a map this small, nearly every line touches something, runs along it or passes its end.
CROWDED = st.integers(0, 6)
ROOMY = st.integers(-200, 200)
FAR = st.integers(-16_000_000, 16_000_000)  # a million pixels, in quanta
SCALES = [CROWDED, CROWDED, ROOMY, FAR]


def array(values: Any) -> Any:
    return np.array(values, dtype=float)


def _spots(scale: Scale, least: int, most: int) -> st.SearchStrategy[list[Whole]]:
    return st.lists(st.tuples(scale, scale), min_size=least, max_size=most)


def _segments(scale: Scale) -> st.SearchStrategy[list[Segment]]:
    proper = st.tuples(scale, scale, scale, scale).filter(lambda wall: wall[:2] != wall[2:])
    return st.lists(proper, min_size=1, max_size=6)


@st.composite
def lines_and_walls(draw: st.DrawFn, most: int = 4, scales: list[Scale] = SCALES) -> Drawn:
    """Draw the starts and ends of lines, and walls around them."""
    scale = draw(st.sampled_from(scales))
    return draw(_spots(scale, 1, most)), draw(_spots(scale, 1, most)), draw(_segments(scale))


@st.composite
def views_of_a_shape(draw: st.DrawFn, scales: list[Scale] = SCALES) -> Drawn:
    """Draw points, the corners of a convex shape, and walls around them."""
    scale = draw(st.sampled_from(scales))
    shape = draw(_spots(scale, 3, 6).map(hull).filter(lambda corners: len(corners) >= 3))
    return draw(_spots(scale, 1, 3)), shape, draw(_segments(scale))


def boxes_round(walls: list[Segment]) -> list[Segment]:
    """Return for each wall the box of which it is a diagonal."""
    return [(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in walls]
