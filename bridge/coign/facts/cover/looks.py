"""Looks at the layers of a body: the part of the way on which each obstacle blocks the line of each layer.

Neighbouring layers that look alike are joined to one run. Without heights all twenty layers are one run.

A part of a body is hidden only if it is hidden both along the layers' lines and on lines from the attacker's head past
his own obstacles (see `obstacles`). So a run of layers needs a look along its lines, a look from the head, or both. If
one of the two hides all that the other hides, the look that hides less is enough.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coign.facts.cover.heights import LAYERS, SHARES, Rise
from coign.facts.cover.layers import counts_of, runs
from coign.geometry.lines import Floats, Mask
from coign.util.tasks import Task, batches

Ints = NDArray[np.intp]

AT_ONCE = 2_000  # obstacles of which one step compares the heights with those of twenty lines
NOWHERE = 2.0  # along the way, which ends at 1


class Barriers(NamedTuple):
    """Upright obstacles (q,): their bottoms and tops, in units, whether they are the attacker's own, and the nearest
    and farthest place along the way at which lines meet them."""

    bottom: Floats
    top: Floats
    own: Mask
    nearest: Floats
    farthest: Floats

    def those(self, which: Mask | slice) -> Barriers:
        """Select some of the obstacles."""
        return Barriers(self.bottom[which], self.top[which], self.own[which], self.nearest[which], self.farthest[which])


class Flat(NamedTuple):
    """Flat obstacles (f,): their elevations in units, whether they cover everything between the two, and whether they
    count on the layers' lines alone, or on lines from the head alone (`obstacles.Floor`)."""

    elevation: Floats
    everywhere: Mask
    on_line: Mask
    from_head: Mask


class Looks(NamedTuple):
    """Looks (v,) at the runs of layers of a body.

    ends         (g,) how many layers there are up to the end of each run
    run          (v,) the run that each look shows
    eye          (v,) the height of its eye, in units
    first, last  (v, q) the start and end of the part of the way, from 0 to 1, on which each upright obstacle blocks the
                 look's lines; the start is beyond the end if it does not block them
    passed       (v, f) how far along the way its lines pass each flat obstacle, NOWHERE if they do not
    """

    ends: Ints
    run: Ints
    eye: Floats
    first: Floats
    last: Floats
    passed: Floats

    @property
    def counts(self) -> Ints:
        """(g,) how many layers each run has."""
        return counts_of(self.ends)


def looks(rise: Rise, body: Ints, upright: Barriers, flat: Flat) -> Task[Looks]:
    """Return the looks at a body, as a cooperative task: some obstacles at a time.

    `body` has the ends of the runs of layers with the same own part.
    """
    # Find where obstacles block each layer on its own line, and the attacker's own ones on the line from the head.
    (first, last), own = (yield from _standing(rise, upright)), upright.own
    head_first, head_last = first, last
    if own.any():
        head_first, head_last = first.copy(), last.copy()
        head_first[:, own], head_last[:, own] = yield from _standing(rise, upright.those(own), from_head=True)
    passes = head_passes = _passing(rise, flat)
    if flat.from_head.any():
        head_passes = np.where(flat.from_head, _passing(rise, flat, from_head=True), passes)
    passes, head_passes = np.where(flat.from_head, NOWHERE, passes), np.where(flat.on_line, NOWHERE, head_passes)
    # Find the layers where one way hides no more than the other. A floor's two shadows lie side by side: keep both.
    one, two = (first[:, own], last[:, own]), (head_first[:, own], head_last[:, own])
    less, more = _is_within(two, one).all(axis=1), _is_within(one, two).all(axis=1)
    apart = (passes != head_passes).any(axis=1)
    by_head = less & ~more & ~apart
    both = apart | ~(less | more)
    # Choose one look for each layer, and a second one where both are needed.
    eyes, head_eye = rise.start.at(SHARES), rise.start.head
    label = np.searchsorted(body, np.arange(LAYERS), side="right")
    lines = np.concatenate([first, last, passes], axis=1)
    from_head = np.concatenate([head_first, head_last, head_passes], axis=1)
    chosen = np.where(by_head[:, None], from_head, lines)
    other = np.where(both[:, None], from_head, NOWHERE)
    # Join neighbouring layers that look alike.
    ends = runs(np.concatenate([label[:, None], both[:, None], chosen, other], axis=1))
    # List the looks at each run, then the second looks.
    layer = ends - 1
    twice = layer[both[layer]]
    shown = np.concatenate([chosen[layer], other[twice]])
    run = np.concatenate([np.arange(len(ends)), both[layer].nonzero()[0]])
    eye = np.concatenate([np.where(by_head[layer], head_eye, eyes[layer]), np.full(len(twice), head_eye)])
    count = len(upright.own)
    return Looks(ends, run, eye, shown[:, :count], shown[:, count : 2 * count], shown[:, 2 * count :])


def _standing(rise: Rise, obstacles: Barriers, *, from_head: bool = False) -> Task[tuple[Floats, Floats]]:
    """(20, q) twice: the start and end of the part of the way on which each obstacle blocks each layer's line.

    They are 0 and 1 if it blocks every line that meets it, and 1 and 0 if it blocks none.
    """
    found = []
    for some in batches(len(obstacles.own), AT_ONCE):
        bottom, top, _, nearest, farthest = obstacles.those(some)
        first, last = rise.part(bottom, top, from_head=from_head)
        # A flat obstacle, such as a sheet of fog, has its start and end at one place.
        nowhere = (first > last) | (first >= farthest) | (last <= nearest)
        whole = (first <= nearest) & (last >= farthest)
        first, last = np.where(whole, 0.0, first), np.where(whole, 1.0, last)
        found.append((np.where(nowhere, 1.0, first), np.where(nowhere, 0.0, last)))
        yield
    first, last = found[0] if len(found) == 1 else (np.concatenate(parts, axis=1) for parts in zip(*found, strict=True))
    return first, last


def _is_within(part: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Mask:
    """Tell of each part of the way whether it is empty or lies within the other one."""
    return (part[0] >= other[0]) & (part[1] <= other[1]) | (part[0] >= part[1])


def _passing(rise: Rise, obstacles: Flat, *, from_head: bool = False) -> Floats:
    """(20, f) how far along the way each layer's line passes an obstacle, strictly between its ends; else NOWHERE."""
    if not len(obstacles.elevation):
        return np.empty((LAYERS, 0))
    first, last = rise.part(obstacles.elevation, obstacles.elevation, from_head=from_head)
    between = (first == last) & (first > 0) & (first < 1)
    return np.where(between, np.where(obstacles.everywhere, 0.5, first), NOWHERE)
