"""Distances of walls to two spaces, pieces with one owner, and the parts between outermost lines (C4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from coign.facts.cover import nearness
from coign.geometry import lines
from coign.grid.grid import Grid
from coign.grid.space import QUANTA, Space
from coign.util.tasks import finish
from support.scenes import examples

SQUARES, HEXES = Grid(), Grid(type=2)
SPACES = [
    (SQUARES.space(0, 0), SQUARES.space(430, 170, 2, 2)),
    (SQUARES.space(0, 0, 3, 3), SQUARES.space(300, 0)),
    (HEXES.held([(1, 1)]), HEXES.held([(4, 3)])),
    (HEXES.held([(1, 1), (0, 2), (1, 2)]), HEXES.held([(5, 2)])),
]
PLACES = st.integers(-2000, 12000).map(float)


def outline(space: Space) -> shapely.Geometry:
    return shapely.union_all(shapely.polygons(space.corners))


@pytest.mark.parametrize("pair", SPACES)
def test_the_gap_is_the_distance_to_the_outline(pair: tuple[Space, Space]) -> None:
    spots = np.stack(np.meshgrid(np.linspace(-900, 9000, 23), np.linspace(-900, 6000, 19)), axis=-1)
    for space in pair:
        expected = shapely.distance(outline(space), shapely.points(spots))
        assert np.allclose(nearness.gap(space, spots), expected, atol=1.0), "unions of hexes are rounded to a quantum"


# --- pieces -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", SPACES)
@given(wall=st.tuples(PLACES, PLACES, PLACES, PLACES))
@examples(1)
def test_a_wall_is_cut_where_it_changes_its_owner(
    pair: tuple[Space, Space], wall: tuple[float, float, float, float]
) -> None:
    """The pieces make up the wall, take turns, and each spot of one has its owner."""
    if wall[:2] == wall[2:]:
        return
    row, ends, own = nearness.pieces(*pair, np.array([wall]))
    assert not row.any()
    assert np.array_equal(ends[0, :2], wall[:2])
    assert np.array_equal(ends[-1, 2:], wall[2:])
    assert np.array_equal(ends[1:, :2], ends[:-1, 2:]), "to the bit: no light passes between them"
    assert (own[1:] != own[:-1]).all()
    spots = np.linspace(0.001, 0.999, 331)
    for (ax, ay, bx, by), mine in zip(ends, own, strict=True):
        at = np.array([ax, ay]) + spots[:, None] * np.array([bx - ax, by - ay])
        mine_there, theirs = nearness.gap(pair[0], at), nearness.gap(pair[1], at)
        clear = np.abs(mine_there - theirs) > 2.0  # of several hexes the place may be a hair off
        assert ((mine_there < theirs) == mine)[clear].all()


def test_a_wall_midway_is_the_targets() -> None:
    pair = SQUARES.space(0, 0), SQUARES.space(300, 0)
    midway = QUANTA * np.array([(200.0, -50.0, 200.0, 150.0), (199.0, -50.0, 199.0, 150.0)])
    assert nearness.pieces(*pair, midway)[2].tolist() == [False, True]


@pytest.mark.parametrize("pair", SPACES)
def test_the_part_of_the_plane_that_is_nearer(pair: tuple[Space, Space]) -> None:
    part = nearness.nearer_part(*pair, (-2000, -2000, 12000, 12000))
    spots = np.stack(np.meshgrid(np.linspace(-1900, 11900, 60), np.linspace(-1900, 11900, 60)), axis=-1).reshape(-1, 2)
    apart = nearness.gap(pair[1], spots) - nearness.gap(pair[0], spots)
    clear = np.abs(apart) > 40
    assert (shapely.intersects_xy(part, spots[:, 0], spots[:, 1]) == (apart > 0))[clear].all()


# --- parts ------------------------------------------------------------------------------------------------------------


def found(walls: Any) -> set[tuple[Any, ...]]:
    """Return what is found of every wall between two creatures of 2 x 2 squares."""
    source, target = SQUARES.space(0, 0, 2, 2), SQUARES.space(1000, 100, 2, 2)
    parts = nearness.parts(source, target, source.ends, target.inset, walls, np.arange(len(walls)), 5000.0)
    return set(zip(*(column.tolist() for column in finish(parts)), strict=True))


def test_many_walls_are_looked_at_some_at_a_time_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    walls = 16.0 * np.array([(300 + n, 0, 300 + n, 150 + n % 90) for n in range(600)])
    seen: list[int] = []

    def counted(starts: Any, *rest: Any) -> Any:
        seen.append(len(starts))
        return lines.over(starts, *rest)

    monkeypatch.setattr(nearness, "over", counted)
    parts = found(walls)
    each = 16 * 16
    assert max(seen) * each <= nearness.AT_ONCE < sum(seen) * each
    monkeypatch.setattr(nearness, "AT_ONCE", 10**9)
    assert found(walls) == parts
    assert len(parts) > 600


def test_no_wall_has_no_part() -> None:
    assert found(np.empty((0, 4))) == set()
