"""Shapes on the layers of a body: on which of the twenty an area between two heights is."""

from __future__ import annotations

import pytest
from shapely import box

from coign.facts.cover.heights import Upright
from coign.facts.cover.layers import between

SHAPE = box(0, 0, 1, 1)


@pytest.mark.parametrize(
    ("bottom", "top", "ends", "filled"),
    [
        (0.0, 20.0, [20], [True]),
        (0.0, 0.0, [20], [True]),  # a flat one at the feet of the body
        (-5.0, 0.0, [20], [True]),
        (0.0, 10.0, [10, 20], [True, False]),
        (5.0, 30.0, [5, 20], [False, True]),
        (5.0, 10.0, [5, 10, 20], [False, True, False]),
        (4.5, 9.5, [4, 10, 20], [False, True, False]),  # both at the middle of a layer, and so in it
    ],
)
def test_an_area_is_on_the_layers_between_its_heights(
    bottom: float, top: float, ends: list[int], filled: list[bool]
) -> None:
    layers = between(SHAPE, Upright(0.0, 20.0), bottom, top)
    assert layers.ends.tolist() == ends
    assert [shape == SHAPE for shape in layers.shapes] == filled
