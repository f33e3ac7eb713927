"""Cover of one target from many places at once, for surveys: the same lines, walls and rules as one at a time, in bulk.

A block of places is measured as if it were one creature of many squares, and the answer read off place by place. What a
survey does not show (which lines, which walls, the exact exposure) is left out; a place that needs more than its lines
(a curtain or fog in the way, a low wall or adjacent melee in the d20 reading, no line clear) is measured by itself. A
test holds every answer to that of `cover.measure`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from coign.facts import choice, cover, obstacles
from coign.facts.effort import LINES
from coign.facts.query import Query
from coign.facts.sightlines import Sightlines
from coign.geometry import Mask
from coign.protocol.facts import CoverFact
from coign.space import Space
from coign.tokens import Token
from coign.walls import SIGHT_ONLY


class Block(Sightlines):
    """Sightlines from many places at once; a creature is left out place by place, not for all of them."""

    def may_stand_in_way(self, token: Token) -> bool:
        return not self.scene.grid.overlapping(token.space, self.target)


def together(places: Sequence[Space]) -> Space:
    """One space of all the squares of several, which have the same height."""
    boxes = np.array([place.box for place in places])
    (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return Space(
        np.concatenate([place.corners for place in places]),
        np.concatenate([place.inset for place in places]),
        np.concatenate([place.centres for place in places]),
        tuple(cell for place in places for cell in place.cells),
        (x0, y0, x1, y1),
        places[0].bottom,
        places[0].top,
    )


def covers(queries: Sequence[Query]) -> list[cover.Weighed]:
    """The cover of one target from each query's place; all have the same actor, target and height."""
    first = queries[0]
    if len({query.source.inset.shape for query in queries}) > 1:  # hexes as the token's own list has them, and as not
        return [cover.measure(query) for query in queries]
    actor = frozenset((first.target.id,) if first.actor is None else (first.actor.id, first.target.id))
    levels = (first.actor.doc.level if first.actor else None, first.target.doc.level)
    block = Block(
        first.scene,
        together([query.source for query in queries]),
        first.space,
        actor,
        levels,
        invisible_walls=first.conventions.invisible_walls == "solid",
    )
    curtains = (block.kinds == SIGHT_ONLY).any()
    if (
        block.effort > LINES
        or first.scene.areas
        or curtains
        or first.conventions.cover == "area"
        or _goes_by_distance(first, block)
    ):
        return [cover.measure(query) for query in queries]
    return _read_off(queries, block)


def _goes_by_distance(query: Query, block: Block) -> bool:
    """Whether it matters for cover how far from each place an obstacle stands (C4, C5)."""
    if query.conventions.degrees != "d20":
        return False
    return block.low is not None or (query.conventions.obstacle_rule == "all" and len(block.rows) > 0)


def _read_off(queries: Sequence[Query], block: Block) -> list[cover.Weighed]:
    first = queries[0]
    own, each = len(first.source.ends), block.corners_each
    squares, places = len(block.ends) // each, len(queries)
    met = obstacles.obstacles(first, block, creatures=False)
    soft = _soft(queries, block, own)
    corners = len(block.corners)
    usable = block.usable[:corners]
    d20 = first.conventions.degrees == "d20"
    solid = met.solid[:corners]
    if d20:
        ranks = _d20(block, met, soft, corners, squares, first)
    else:
        ranks = choice.dmg_ranks(met, soft, corners, squares, each)
    ranks[~usable] = len(choice.D20)
    best: list[int] = ranks.reshape(places, -1).min(axis=1).tolist()
    clear = np.asarray(np.asarray(~solid & usable[:, None]).reshape(places, -1).any(axis=1))
    hidden = _hidden(block, places, own)
    degrees = choice.D20 if d20 else choice.DMG
    reading = first.conventions.cover
    found = []
    for n, (query, rank) in enumerate(zip(queries, best, strict=True)):
        if query.overlapping or (d20 and query.adjacent) or not (clear[n] or hidden[n]):
            found.append(cover.measure(query))
        elif hidden[n]:
            found.append(cover.Weighed(CoverFact(reading, "total", exposure=0.0, effect=False, sight=False)))
        else:
            if d20 and rank == 2:
                rows = np.arange(n * own, (n + 1) * own)
                rank = choice.quarter_exposed(block, ranks[rows], rows).min()
            found.append(cover.Weighed(CoverFact(reading, degrees[rank])))
    return found


def _hidden(block: Block, places: int, own: int) -> Mask:
    """(places,) from which nothing of the target is seen by any point."""
    blind = ~block.usable | block.screened
    corners, centres = blind[: places * own], blind[places * own :]
    return np.asarray(corners.reshape(places, -1).all(axis=1) & centres.reshape(places, -1).all(axis=1))


def _soft(queries: Sequence[Query], block: Block, own: int) -> Mask | None:
    """(n, m) lines on which a creature stands, but for one on the place itself."""
    if not block.bodies:
        return None
    hit = block.soft
    here = np.array([query.source.box for query in queries])[:, None]
    there = np.array([token.space.box for token in block.bodies])[None]
    for n, b in np.argwhere(((here[..., :2] < there[..., 2:]) & (there[..., :2] < here[..., 2:])).all(axis=2)).tolist():
        if block.scene.grid.overlapping(block.bodies[b].space, queries[n].source):
            hit[n * own : (n + 1) * own, :, b] = False
    return np.asarray(hit.any(axis=2))


def _d20(
    block: Block, met: obstacles.Obstacles, soft: Mask | None, corners: int, squares: int, query: Query
) -> choice.Ints:
    """(n, s) degrees from afar; what comes to cover may be improved cover yet, and is measured by itself."""
    each = block.corners_each

    def by_square(mask: Mask) -> Mask:
        return np.asarray(mask[:corners].reshape(corners, squares, each).any(axis=2))

    hard = obstacles.union(met.solid, met.low, met.half)
    covered = by_square(hard)
    for square in range(squares) if len(block.rows) else ():
        covered[:, square] |= block.between(square)[:corners].any(axis=1)
    ranks = np.where(covered, 2, 0 if soft is None else by_square(soft).astype(int))
    for mask, rank in ((met.window, 3), (met.three_quarters, 3)):
        if mask is not None:
            ranks = np.maximum(ranks, by_square(mask) * rank)
    return np.asarray(ranks)
