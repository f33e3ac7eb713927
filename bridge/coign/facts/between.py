"""The grid spaces and areas that the lines from the best corner pass before they reach the target.

Source: Combat Modifiers, Concealment: "if any of these lines passes through a square or border of an area that provides
concealment, the target has concealment". Read to the letter, dim light or darkness between the two is such an area,
even where it does not reach the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import shapely

from coign.facts.cover.measurement import CornerChoice
from coign.facts.query import Query
from coign.grid.space import QUANTA, Space
from coign.scene.regions import Area


def spaces_between(query: Query, choice: CornerChoice) -> Iterator[Space]:
    """Yield the squares or hexes that the chosen lines pass before they come to the target.

    Without a grid they are squares of one grid size along the lines.
    """
    grid = query.scene.grid
    own = [space.outline for space in (query.space, query.source) if not space.is_point]
    outside = shapely.difference(_lines(query, choice), shapely.union_all(own))
    step = grid.size * QUANTA / 4
    points = shapely.get_coordinates(shapely.segmentize(outside, step)).tolist()
    held = {*query.space.cells, *query.source.cells}
    for cell in dict.fromkeys(grid.cell(x, y) for x, y in points):
        if cell not in held:
            yield grid.one_cell(cell, bottom=query.source.bottom)


def share_through(query: Query, choice: CornerChoice, areas: list[Area]) -> float:
    """Return the share of the chosen lines that pass through the inside of some obscuring areas near them."""
    sight, outside = query.sightlines, shapely.difference(_lines(query, choice), query.space.outline)
    passes = [
        sight.through(area)[choice.corner, sight.ends_of(choice.square)] & shapely.intersects(area.inside, outside)
        for area in areas
    ]
    return float(sum(passes).astype(bool).mean()) if passes else 0.0


def _lines(query: Query, choice: CornerChoice) -> Any:
    """Return the lines from the chosen corner to the corners of the chosen square."""
    sight = query.sightlines
    start, ends = sight.corners[choice.corner], sight.ends[sight.ends_of(choice.square)]
    return shapely.linestrings([[start, end] for end in ends])
