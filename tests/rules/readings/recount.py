"""Count cover once more by sample rays and whole numbers, with no code of the bridge, and compare.

    PYTHONPATH=bridge:tests python -m rules.readings.recount 2000 [SEED [KIND ...]]

So many scenes of each kind of `KINDS`: solid walls, doors, one-way walls, terrain walls, windows, a mixture of them,
rooms that shut creatures off from each other, caves, walls of other levels, walls, floors and ceilings between two
levels, under roofs or not, and low walls; on squares and without a grid, with creatures of one to four squares; and on
hexes. Low walls are counted for fifth edition alone.

A line is tested with whole numbers, a share by 50 times 50 spots for each square. Where a share is too near to a limit
for that, the case is not compared. Where not even 400 times 400 spots are reached, the cover has to be total, or the
exposure smaller than they can tell.
"""

# ruff: noqa: T201

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.readings.recount_scenes import KINDS, scene_of
from rules.readings.recount_spots import Count, Pair, TooNear, less
from support.maps import Document
from support.scenes import BOW, facts

TINY = 0.001  # of the target: a smaller part may lie between the spots


class Difference(NamedTuple):
    """A case that the two counts see differently."""

    kind: str
    reading: str
    mine: str
    theirs: str
    scene: Document


def compare(cases: int, seed: int, kinds: Iterable[str] = KINDS) -> Iterator[Difference | str | None]:
    """Yield for each case and reading the degree if both counts agree, None if it is too near to a limit, or the
    difference."""
    from rules.readings.continuity import BOOKS

    for kind in kinds:
        for number in range(cases):
            scene = scene_of(random.Random(f"{seed}/{number}"), kind)
            for reading, count in (("dmg", _dmg), ("d20", _d20)):
                if (kind, reading) == ("low", "d20"):
                    continue
                mine = count(scene)
                if mine is None:
                    yield None
                    continue
                fact = facts(scene, by=BOOKS[reading], attack=BOW).cover
                agree = mine == fact.degree or (mine == "total" and 0 < fact.exposure < TINY)
                yield mine if agree else Difference(kind, reading, mine, fact.degree, scene)


# --- the two readings -------------------------------------------------------------------------------------------------


def _dmg(scene: Document) -> str | None:
    def rank(pair: Pair) -> int:
        solid = pair.blocked if not less(pair.hidden, 0.02) else 0
        by_lines = (solid > 0) + (2 * solid > pair.lines)
        return max(by_lines, 2 if pair.windows else 0, 1 if pair.low else 0)

    try:
        count = Count(scene)
        exposed = count.exposure()
        if not exposed:
            return "total"
        least = min(rank(pair) for pair in count.pairs())
        by_body = 2 if less(exposed, 0.25) else 1 if less(exposed, 0.5) else 0
        return ("none", "half", "three-quarters")[max(least, by_body)]
    except TooNear:
        return None


def _d20(scene: Document) -> str | None:
    try:
        count = Count(scene)
        if not count.exposure():
            return "total"
        ranks = []
        for pair, reached in count.pairs_with_squares():
            rank = 0 if less(pair.hidden, 0.02) else 1
            ranks.append(2 if pair.windows or less(reached, 0.25) else rank)
        return ("none", "cover", "improved")[min(ranks)]
    except TooNear:
        return None


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
                print(found.reading, "counted", found.mine, "measured", found.theirs, walls)
                print("   ", [[token[k] for k in ("x", "y", "width")] for token in found.scene["tokens"]])
            elif found:
                degrees[found] += 1
        said = ", ".join(f"{count} {degree}" for degree, count in degrees.most_common())
        print(f"{kind}: {cases} cases, {degrees.total()} of {2 * cases} verdicts agree ({said}), {differ} differ")


if __name__ == "__main__":
    main()
