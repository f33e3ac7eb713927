"""The parts of walls between outermost lines, on which how near an obstacle is depends (C4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from coign.facts.cover import heights, wall_parts
from coign.grid.grid import Grid
from coign.util.tasks import finish


def found(walls: Any) -> set[tuple[Any, ...]]:
    """Return what is found of every wall between two creatures of 2 x 2 squares."""
    grid = Grid()
    spaces = grid.space(0, 0, 2, 2), grid.space(1000, 100, 2, 2)
    parts = finish(wall_parts.parts(*spaces, walls, np.arange(len(walls)), 5000.0))
    return set(zip(*(column.tolist() for column in parts), strict=True))


def test_many_walls_are_looked_at_some_at_a_time_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    walls = 16.0 * np.array([(300 + n, 0, 300 + n, 150 + n % 90) for n in range(600)])
    seen: list[int] = []

    def counted(starts: Any, *rest: Any) -> Any:
        seen.append(len(starts))
        return heights.over(starts, *rest)

    monkeypatch.setattr(wall_parts, "over", counted)
    parts = found(walls)
    lines = 16 * 16
    assert max(seen) * lines <= wall_parts.AT_ONCE < sum(seen) * lines
    monkeypatch.setattr(wall_parts, "AT_ONCE", 10**9)
    assert found(walls) == parts
    assert len(parts) > 600


def test_no_wall_has_no_part() -> None:
    assert found(np.empty((0, 4))) == set()
