"""Creatures in the way of lines to one target, from many places at once."""

from __future__ import annotations

import numpy as np

from coign.facts.bodies import at_height, inner_box, inner_outline, passes_inside, takes_part
from coign.facts.heights import Passage, over
from coign.facts.many.near import Way, bodies_between
from coign.facts.many.places import Places
from coign.facts.query import Query
from coign.geometry.bulk import Ints, Rows, through_each
from coign.geometry.lines import Floats, Mask


class Crowd:
    """The creatures that may stand in the way of lines to the target of a query, from any place of its height."""

    def __init__(self, query: Query) -> None:
        scene = query.scene
        self._grid, self._passage = scene.grid, Passage(query.source, query.space)
        self._inset = scene.grid.inset
        self.tokens = [
            token
            for token in scene.tokens.values()
            if takes_part(token, query.ignore, query.levels)
            and not scene.grid.overlapping(token.space, query.space)
            and not self._passage.misses(token.space.bottom, token.space.top)
        ]
        spaces = [token.space for token in self.tokens]
        self._boxed = np.array([space.corners.shape[1] == 4 for space in spaces], bool)
        self._inner = np.array([inner_box(space, self._inset) for space in spaces]).reshape(-1, 4)
        self._heights = np.array([(space.bottom, space.top) for space in spaces]).reshape(-1, 2)
        self._partly = np.array([not self._passage.stays_within(*heights) for heights in self._heights], bool)

    def stands_on(self, places: Places, way: Way, starts: Floats, ends: Floats, wanted: Mask) -> Mask | None:
        """(s, m, n) lines from each place's `starts` (2, s, n) to the `ends` (2, m) that pass the open inside of a
        creature at one of its heights, of `wanted` (n,) places alone; None where none is near any."""
        place, body = bodies_between(self.tokens, way, wanted)
        if not len(place):
            return None
        keep = ~self._upon(places, place, body)
        place, body = place[keep], body[keep]
        here = starts.take(place, axis=2)
        hit = through_each(here, ends[..., None], self._inner.take(body, axis=0).T)
        for number in np.unique(body[~self._boxed[body]]).tolist():
            rows = np.flatnonzero(body == number)
            hit[..., rows] = self._through_hexes(number, here[..., rows], ends)
        rows = np.flatnonzero(self._partly[body] & hit.any(axis=(0, 1)))
        boxed = self._boxed[body[rows]]
        self._keep_at_height(hit, here, ends, body, rows[boxed])
        for row in rows[~boxed].tolist():
            space = self.tokens[body[row]].space
            hit[..., row] &= at_height(self._passage, here[..., row].T, ends.T, space, self._inset)
        return Rows(place, len(places)).any(hit)

    def _upon(self, places: Places, place: Ints, body: Ints) -> Mask:
        """(r,) rows of a creature that overlaps the place itself."""
        boxes = np.array([token.space.box for token in self.tokens]).reshape(-1, 4)
        here, there = places.boxes[place], boxes[body]
        found = np.asarray(((here[:, :2] < there[:, 2:]) & (there[:, :2] < here[:, 2:])).all(axis=1))
        for row in np.flatnonzero(found).tolist():
            found[row] = self._grid.overlapping(self.tokens[body[row]].space, places.space(int(place[row])))
        return found

    def _through_hexes(self, number: int, starts: Floats, ends: Floats) -> Mask:
        """(s, m, r) lines that pass the inside of one creature of hexes."""
        pairs = np.stack(np.broadcast_arrays(starts[:, :, None], ends[:, None, :, None]))  # (2, 2, s, m, r)
        outline = inner_outline(self.tokens[number].space, self._inset)
        return passes_inside(np.moveaxis(pairs, (0, 1), (-2, -1)), outline)

    def _keep_at_height(self, hit: Mask, starts: Floats, ends: Floats, body: Ints, rows: Ints) -> None:
        """Take away hits of boxes over which the line is too high or too low."""
        x0, y0, x1, y1 = self._inner[body[rows]].T
        pieces = np.stack([np.stack([x0, x1, x1, x0], axis=1), np.stack([y0, y0, y1, y1], axis=1)], axis=2)
        enter, leave = over(starts[..., rows].transpose(2, 1, 0), ends.T, pieces)  # (r, s, m)
        bottom, top = self._heights[body[rows]].T[..., None, None]
        hit[..., rows] &= self._passage.shares(enter, leave, bottom, top).transpose(1, 2, 0)
