"""The light on the squares between an attacker and its target, for tables that count it as concealment.

Source: Combat Modifiers, Concealment: "if any of these lines passes through a square or border of an area that provides
concealment, the target has concealment". Read to the letter, dim light or darkness between the two is such an area,
even where it does not reach the target.
"""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from coign.facts import light
from coign.facts.cover import measurement
from coign.facts.cover.measurement import Cover
from coign.facts.query import Query
from coign.grid.space import QUANTA, Space
from coign.protocol.facts import Shares


def unlit_between(query: Query, cover: Cover | None, low_light: bool) -> Iterator[Shares]:
    """Yield the light on each square or hex that the best corner's lines pass on their way to the target."""
    if light.matters(query.scene):
        for space in _between(query, cover):
            yield light.shares(query.scene, space, query.target.doc.level, low_light=low_light)


def _between(query: Query, cover: Cover | None) -> Iterator[Space]:
    """The spaces of the squares or hexes between the two; without a grid, squares of one grid size along the lines."""
    grid, sight = query.scene.grid, query.sightlines
    choice = (cover or measurement.read(query)).choice
    if choice is None:
        return
    ends = sight.ends[choice.square * sight.corners_each : (choice.square + 1) * sight.corners_each]
    lines = shapely.linestrings([[sight.corners[choice.corner], end] for end in ends])
    own = [space.outline for space in (query.space, query.source) if not space.is_point]
    outside = shapely.difference(lines, shapely.union_all(own))
    step = grid.size * QUANTA / 4
    points = shapely.get_coordinates(shapely.segmentize(outside, step)).tolist()
    held = {*query.space.cells, *query.source.cells}
    bottom = query.source.bottom
    for cell in dict.fromkeys(grid.cell(x, y) for x, y in points):
        if cell not in held:
            column, row = cell
            yield (
                grid.held([cell], bottom=bottom)
                if grid.is_hex
                else grid.space(column * grid.size, row * grid.size, bottom=bottom)
            )
