"""Walls in pieces: which continue each other, and how high a pile of them is."""

from __future__ import annotations

import numpy as np
import pytest

from coign.facts.cover.pieced_walls import runs, stacked
from coign.geometry.lines import Floats

PIXEL = 16  # quanta


def lines(*walls: tuple[float, float, float, float]) -> Floats:
    return PIXEL * np.array(walls, float)


@pytest.mark.parametrize(
    ("walls", "expected"),
    [
        pytest.param(lines((0, 0, 50, 0), (50, 0, 90, 0), (90, 0, 200, 0)), [0, 0, 0], id="three pieces"),
        pytest.param(lines((50, 0, 0, 0), (50, 0, 90, 0)), [0, 0], id="one drawn from the other end"),
        pytest.param(lines((0, 0, 50, 21), (50, 21, 90, 38)), [0, 0], id="a joint rounded to whole pixels"),
        pytest.param(lines((0, 0, 50, 0), (50, 0, 50, 50), (50, 0, 90, 0)), [0, 1, 0], id="a wall ends at the joint"),
        pytest.param(lines((0, 0, 50, 0), (50, 0, 90, 20)), [0, 1], id="a bend"),
        pytest.param(lines((0, 0, 50, 0), (50, 0, 20, 0)), [0, 1], id="one lies on the other"),
        pytest.param(lines((0, 0, 50, 0), (60, 0, 90, 0)), [0, 1], id="a gap"),
    ],
)
def test_walls_that_continue_each_other_are_one_run(walls: Floats, expected: list[int]) -> None:
    assert runs(walls, ["alike"] * len(walls)).tolist() == expected


def test_walls_of_different_heights_are_two_runs() -> None:
    assert runs(lines((0, 0, 50, 0), (50, 0, 90, 0)), ["low", "high"]).tolist() == [0, 1]


def test_a_pile_is_as_high_as_all_its_layers_however_each_is_cut() -> None:
    walls = lines((0, 0, 50, 0), (50, 0, 90, 0), (90, 0, 0, 0), (0, 0, 90, 0))
    foot, top = np.array([0.0, 0.0, 2.0, 8.0]), np.array([2.0, 2.0, 5.0, 9.0])
    run = runs(walls, foot.tolist())
    assert stacked(walls, run, foot, top).tolist() == [5.0, 5.0, 5.0, 1.0]
