"""Flat obstacles: the floors and ceilings of a scene, and the tops and bottoms of things.

A floor that is partly the attacker's own is split. The part nearer to the target hides like other obstacles ("twice"):
on the line, and on the line from the attacker's head. The own part hides on the line only, and the whole floor hides on
the line from the attacker's head.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import numpy as np
import shapely

from coign.facts.cover.nearness import nearer_part
from coign.geometry import areas
from coign.geometry.lines import Floats, Points
from coign.grid.space import Box, Space
from coign.util.tasks import Task, batches

CUT = 4_000  # lines times corners of an outline that cuts them in one step


class Floor(NamedTuple):
    """A flat obstacle, or a part of one: its outline, in quanta, and its elevation, in units.

    `effect` and `sight` tell what it stops.
    """

    name: str
    outline: shapely.Geometry
    elevation: float
    effect: bool
    sight: bool
    asked: Literal["twice", "on-line", "from-head"] = "twice"


def split(
    floors: Iterable[Floor], source: Space, target: Space, box: Box, own_things: Mapping[str, bool]
) -> Task[list[Floor]]:
    """Split floors in a box where a part is nearer to the source than to the target, as a cooperative task.

    `own_things` tells by name which things are the attacker's own: their tops and bottoms are so as a whole.
    """
    nearer, parts = nearer_part(source, target, areas.about(box)), []
    for floor in floors:
        is_own = own_things.get(floor.name)
        mine = nearer if is_own is None else floor.outline if is_own else areas.NOTHING
        own = areas.common(floor.outline, mine)
        yield
        if own.is_empty:
            parts.append(floor)
            continue
        theirs = areas.outside(floor.outline, mine)
        parts += [] if theirs.is_empty else [floor._replace(outline=theirs)]
        parts += [floor._replace(outline=own, asked="on-line"), floor._replace(asked="from-head")]
    return parts


def over_outline(
    points: Points, way: Points, length: Floats, outline: shapely.Geometry
) -> Task[list[tuple[Floats, Floats]]]:
    """Return (n, m, 1) twice: where lines enter and leave an outline for the first time, the second time and so on.

    A line without length inside the outline is there on its whole way. A cooperative task: some lines at a time.
    """
    shape = length.shape
    spots = shapely.intersects_xy(outline, points[..., 0], points[..., 1]) & (length == 0)
    # Cut the lines by the outline, and find how far along its line each piece begins and ends.
    lines, cut = shapely.linestrings(np.stack([points, points + way], axis=2)).ravel(), []
    for some in batches(len(lines), CUT // len(shapely.get_coordinates(outline))):
        cut.append(shapely.intersection(lines[some], outline))
        yield
    pieces, line = shapely.get_parts(np.concatenate(cut), return_index=True)
    ends, piece = shapely.get_coordinates(pieces, return_index=True)
    starts, start_ways, squared = points.reshape(-1, 2), way.reshape(-1, 2), np.maximum(length.ravel() ** 2, 1e-9)
    along = ((ends - starts[line[piece]]) * start_ways[line[piece]]).sum(axis=1) / squared[line[piece]]
    enter, leave = np.full(len(pieces), np.inf), np.full(len(pieces), -np.inf)
    np.minimum.at(enter, piece, along)
    np.maximum.at(leave, piece, along)
    # Drop pieces without length, and number the others along each line.
    long = leave > enter
    line, enter, leave = line[long], enter[long], leave[long]
    rank, parts = np.arange(len(line)) - np.searchsorted(line, line), []
    if spots.any():
        parts.append((np.where(spots, 0.0, 1.0)[..., None], np.where(spots, 1.0, 0.0)[..., None]))
    for n in range(int(rank.max(initial=-1)) + 1):
        first, last = np.ones(length.size), np.zeros(length.size)
        first[line[rank == n]], last[line[rank == n]] = enter[rank == n], leave[rank == n]
        parts.append((first.reshape(*shape, 1), last.reshape(*shape, 1)))
    return parts
