"""Count cover once more by rays in three dimensions and by fractions, with no code of the bridge, and compare.

    python -m rules.readings.recount 2000 [SEED [KIND ...]]

So many pairs of each kind of `recount_scenes.KINDS`. A share is counted by 256 spots on each of the twenty layers of
each square, a line by fractions. The exposure may differ by 2 %. The degree has to be the same, unless a share that it
depends on is within 2 % of a limit. Every kind is counted for fifth edition and for the d20 reading with C4 and C5.
"""

# ruff: noqa: T201

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from coign.rules.readings.for_facts import conventions
from rules.readings.recount_bodies import QUANTA, Point, Wall, sides
from rules.readings.recount_rays import Counts, Pair
from rules.readings.recount_scenes import KINDS, scene_of
from support.maps import Document
from support.scenes import BOW, DMG, Book, facts

NEAR = 0.02  # closer to a limit, or to another share, a counted share decides nothing
TINY = 0.002  # of the body: so little the spots may miss
REACH = 30  # feet: an obstacle farther from either gives nothing (C4)
STEPS = np.linspace(0, 1, 1201)  # along a wall, to judge its part between the outermost lines


BOOKS: dict[str, Book] = {
    "dmg": DMG,
    "d20": conventions(cover="d20", degrees="d20", flanking="opposite", senses="d20", obstacle_rule="all"),
}


class Difference(NamedTuple):
    """A pair that the two counts see differently."""

    kind: str
    reading: str
    mine: str
    theirs: str
    scene: Document


class TooNear(Exception):
    """A share is too near to a limit."""


def less(share: float, limit: float) -> bool:
    """Tell whether a share is at most a limit. Raises TooNear."""
    if abs(share - limit) < NEAR and share not in (0.0, 1.0):
        raise TooNear
    return share <= limit


def compare(cases: int, seed: int, kinds: Iterable[str] = KINDS) -> Iterator[Difference | str | None]:
    """Yield for each pair and reading the degree if both counts agree, None if it is too near to a limit, or the
    difference."""
    for kind in kinds:
        for number in range(cases):
            scene = scene_of(random.Random(f"{seed}/{kind}/{number}"), kind)
            pair = Pair(scene)
            exposed = max((share for share, _ in pair.shares.values()), default=0.0)
            for reading, count in (("dmg", _dmg), ("d20", _d20)):
                fact = facts(scene, by=BOOKS[reading], attack=BOW).cover
                one_sided = exposed < TINY and fact.exposure == 0.01
                if abs(exposed - fact.exposure) > NEAR and not one_sided:
                    yield Difference(kind, reading, f"{exposed:.3f}", f"{fact.exposure:.3f}", scene)
                    continue
                try:
                    mine = count(pair, exposed)
                except TooNear:
                    yield None
                    continue
                is_tiny = exposed < TINY and fact.exposure < TINY + 0.01
                yield mine if mine == fact.degree or is_tiny else Difference(kind, reading, mine, fact.degree, scene)


# --- the two readings -------------------------------------------------------------------------------------------------


def _dmg(pair: Pair, exposed: float) -> str:
    if exposed == 0:
        return "total"
    by_body = 2 if less(exposed, 0.25) else 1 if less(exposed, 0.5) else 0
    least = min((_by_lines(pair, *corner) for corner in _corners(pair)), default=2)
    return ("none", "half", "three-quarters")[max(least, by_body)]


def _by_lines(pair: Pair, eye: Point, n: int) -> int:
    """Return the rank that the lines from a corner to a square give."""
    posts = [pair.post(corner, pair.other.squares[n]) for corner in pair.other.squares[n].inset]
    there = less(pair.shares[eye][1][n], 0.98)
    blocked = [there and pair.hidden(eye, post) >= 1 for post in posts]
    rank = any(blocked) + (2 * sum(blocked) > len(posts))
    if any(pair.soft(eye, post) for post in posts):
        rank = max(rank, 1)
    return max(rank, 2) if _slits(pair, eye, n, posts, blocked) else rank


def _slits(
    pair: Pair, eye: Point, n: int, posts: list[Point], blocked: list[bool], counts: Counts = lambda name: True
) -> bool:
    """Tell whether a window counts on a line that nothing solid stops."""
    if not any(wall.kind == "window" for wall in pair.walls):
        return False
    on_lines = [not stopped and pair.slit(eye, post, counts) for post, stopped in zip(posts, blocked, strict=True)]
    seen = pair.seen(eye, n, ("window",), counts).sum() / pair.own_parts[n].sum()
    return any(on_lines) and less(seen, 0.98)


def _d20(pair: Pair, exposed: float) -> str:
    if exposed == 0:
        return "total"
    ranks = []
    seeing = [(eye, n) for eye, n in _corners(pair) if pair.shares[eye][0] > 0]
    for eye, n in seeing or _corners(pair):
        reached = max(each[n] for _, each in pair.shares.values())
        if less(reached, 0.25) or less(exposed, 0.25):
            ranks.append(3)
            continue
        posts = [pair.post(corner, pair.other.squares[n]) for corner in pair.other.squares[n].inset]
        counts = _counting(pair, eye, n)
        there = less(pair.seen(eye, n, counts=counts).sum() / pair.own_parts[n].sum(), 0.98)
        hidden = [pair.hidden(eye, post, counts=counts) if there else 0 for post in posts]
        rank = 2 if there or any(share > 1e-9 for share in hidden) else any(pair.soft(eye, post) for post in posts)
        ranks.append(3 if _slits(pair, eye, n, posts, [share >= 1 for share in hidden], counts) else int(rank))
    return ("none", "soft", "cover", "improved")[min(ranks, default=3)]


def _pile(wall: Wall, walls: Iterable[Wall]) -> float:
    """Return the height of the pile of wall pieces that a wall is a part of. The pile's foot is on the ground."""
    same = [one for one in walls if {one.ends[:2], one.ends[2:]} == {wall.ends[:2], wall.ends[2:]}]
    bottom, top = _foot(wall), wall.top
    for _ in same:
        for one in same:
            if _foot(one) <= top and bottom <= one.top:
                bottom, top = min(bottom, _foot(one)), max(top, one.top)
    return top - bottom


def _foot(wall: Wall) -> float:
    return 0.0 if wall.bottom == -np.inf else wall.bottom


def _counting(pair: Pair, eye: Point, n: int) -> Counts:
    """Return which obstacles count (C4, C5): those half as tall as both, within 30 ft, and not nearer to the attacker,
    by their part inside the hull of the corner and the square; a thing as a whole."""
    hull = _hull([eye, *pair.other.squares[n].inset])
    tall = max(body.top - body.bottom for body in (pair.one, pair.other)) / 2
    reach = REACH * pair.grid["size"] * QUANTA / pair.grid["distance"]
    found = {}
    for wall in pair.walls:
        a, b = np.array(wall.ends[:2]), np.array(wall.ends[2:])
        spots = a + STEPS[:, None] * (b - a)
        spots = spots[_within(spots, hull)]
        found[wall.name] = _pile(wall, pair.walls) >= tall and _near_enough(
            pair.one.gap(spots), pair.other.gap(spots), reach
        )
    for thing in pair.things:
        rim = np.array(
            [[ax + s * (bx - ax), ay + s * (by - ay)] for (ax, ay), (bx, by) in sides(thing.outline) for s in STEPS]
        )
        if _within(rim, hull).any() and thing.top - thing.bottom >= tall:
            mine, theirs = (np.array([body.gap(rim).min()]) for body in (pair.one, pair.other))
            found[thing.name] = _near_enough(mine, theirs, reach)
        else:
            found[thing.name] = False
    return lambda name: found.get(name, True)


def _near_enough(mine: Any, theirs: Any, reach: float) -> bool:
    """Tell whether some spot is within reach of both and not nearer to the attacker. Raises TooNear."""
    found = [
        bool(((mine <= reach + by) & (theirs <= reach + by) & (theirs <= mine + by)).any()) for by in (1e-3, 20, -20)
    ]
    if len(set(found)) > 1 and len(mine) > 1:
        raise TooNear
    return found[0]


def _hull(points: list[Point]) -> list[Point]:
    """Return the convex hull of some points, clockwise with y downwards."""
    chains = []
    for ordered in (sorted(points), sorted(points, reverse=True)):
        chain: list[Point] = []
        for x, y in ordered:
            while len(chain) > 1 and _turns(chain[-2], chain[-1], (x, y)) <= 0:
                chain.pop()
            chain.append((x, y))
        chains += chain[:-1]
    return chains


def _turns(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _within(spots: Any, hull: list[Point]) -> Any:
    """Tell which spots lie in the open inside of a convex outline. Raises TooNear if hardly any does."""
    found = np.ones(len(spots), bool)
    for (ax, ay), (bx, by) in sides(hull):
        found &= (bx - ax) * (spots[:, 1] - ay) - (by - ay) * (spots[:, 0] - ax) > 0
    if 0 < found.sum() < 3:
        raise TooNear
    return found


def _corners(pair: Pair) -> Iterator[tuple[Point, int]]:
    """Yield each corner that the attacker may choose, with each square of the target."""
    reaching = {n for eye, n, _ in pair.eyes if pair.shares[eye][0] > 0}
    for eye, n, is_corner in pair.eyes:
        if is_corner and (n in reaching or not reaching):
            yield from ((eye, square) for square in pair.other.held)


def main() -> None:
    """Compare, and print each difference."""
    cases, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for kind in sys.argv[3:] or KINDS:
        degrees: Counter[str] = Counter()
        differ = 0
        for found in compare(cases, seed, [kind]):
            if isinstance(found, Difference):
                differ += 1
                walls = [{key: one for key, one in wall.items() if key != "_id"} for wall in found.scene["walls"]]
                print(found.reading, "counted", found.mine, "measured", found.theirs, walls, found.scene["regions"])
                print("   ", found.scene["grid"]["type"], found.scene["tokens"])
            elif found:
                degrees[found] += 1
        said = ", ".join(f"{count} {degree}" for degree, count in degrees.most_common())
        print(f"{kind}: {cases} pairs, {degrees.total()} of {2 * cases} verdicts agree ({said}), {differ} differ")


if __name__ == "__main__":
    main()
