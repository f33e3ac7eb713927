"""Walls in pieces: which continue each other, and how high a pile of them is."""

from __future__ import annotations

import numpy as np
import pytest

from coign.facts.cover.pieced_walls import runs, wholes
from coign.geometry.lines import Floats
from coign.util.tasks import finish

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


def whole(walls: Floats, bottom: list[float], top: list[float]) -> tuple[list[int], list[int]]:
    """Return the run and the pile of each wall."""
    run, pile = finish(wholes(walls, np.zeros(len(walls), np.intp), np.array(bottom), np.array(top)))
    return run.tolist(), pile.tolist()


def test_a_pile_is_all_its_layers_however_each_is_cut() -> None:
    walls = lines((0, 0, 50, 0), (50, 0, 90, 0), (90, 0, 0, 0), (0, 0, 90, 0))
    assert whole(walls, [0, 0, 2, 8], [2, 2, 5, 9]) == ([0, 0, 2, 3], [0, 0, 0, 3])


def test_a_wall_cut_along_whose_pieces_are_cut_across_is_one_wall() -> None:
    walls = lines((0, 0, 50, 0), (50, 0, 90, 0), (90, 0, 50, 0), (90, 0, 100, 0))
    assert whole(walls, [-np.inf, -np.inf, 5, -np.inf], [7, 5, 7, 7]) == ([0, 0, 0, 0], [0, 0, 0, 0])


def test_a_wall_cut_across_whose_upper_layer_is_cut_across_in_part_is_one_pile() -> None:
    walls = lines((0, 0, 90, 0), (0, 0, 50, 0), (50, 0, 90, 0), (50, 0, 90, 0))
    assert whole(walls, [0, 5, 5, 6], [5, 7, 6, 7]) == ([0, 1, 1, 1], [0, 0, 0, 0])


def test_layers_with_air_between_are_two_piles() -> None:
    walls = lines((0, 0, 50, 0), (0, 0, 50, 0), (50, 0, 90, 0))
    assert whole(walls, [0, 6, 0], [5, 7, 7]) == ([0, 1, 2], [0, 1, 2])
