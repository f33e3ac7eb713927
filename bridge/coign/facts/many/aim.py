"""What is the same for all places that one target is looked at from, as long as they are of one height."""

from __future__ import annotations

import numpy as np

from coign.facts.exposed import NO_EFFECT
from coign.facts.heights import storeys
from coign.facts.many.barriers import Barriers
from coign.facts.many.crowd import Crowd
from coign.facts.many.glimpses import MOST_PIECES, Glimpses
from coign.facts.points import parted
from coign.facts.query import Query
from coign.geometry.shapes import Shape, cut_along
from coign.grid.space import QUANTA
from coign.scene.walls import SOLID

ADJACENT = 1.5  # grid spaces between two boxes: what is further off is not adjacent, wherever on its squares


class Aim:
    """The target, what each wall counts as, who may stand in the way, what is cut off or cut up by walls on its space.

    ends     (2, m) the target's corners
    parted   (m,) those that a wall parts from the centre of their own square
    around   the box about the target from which places need to be measured one by one
    squares  each of the target's squares as the pieces that solid walls cut it into
    areas    (a, 4) boxes of the areas that lines may not pass without further ado
    """

    def __init__(self, query: Query) -> None:
        scene, target, conventions = query.scene, query.space, query.conventions
        self.query, self.walls, self.target = query, scene.walls, target
        self.d20 = conventions.degrees == "d20"
        self.by_distance = self.d20 and conventions.obstacle_rule == "all"
        self.one_by_one = conventions.cover == "area" or (
            scene.walls.has_levels and storeys(query.levels, scene.levels) is not None
        )
        barriers = Barriers(query)
        self.kinds, (self.cuts, cuts_target) = barriers.kinds, barriers.cuts
        self.crowd = Crowd(query)
        self.ends = target.ends.T.copy()
        rows = scene.walls.near(*target.box)
        lines = scene.walls.lines[rows]
        self.parted = parted(target, lines[cuts_target[rows]])
        solid = lines[self.kinds[rows] == SOLID]
        self.glimpses = Glimpses(target, solid, NO_EFFECT)
        self.squares = [list(map(Shape, cut_along(square, solid, MOST_PIECES))) for square in target.corners]
        margin = ADJACENT * scene.grid.size * QUANTA if self.d20 and query.melee else 0.0
        x0, y0, x1, y1 = target.box
        self.around = np.array([x0 - margin, y0 - margin, x1 + margin, y1 + margin])
        areas = [area.box for area in scene.areas.values() if area.bars]
        self.areas = np.array(areas).reshape(-1, 4)
