"""Search for jumps: a pixel of a wall, a step of a creature, an inch or a foot of height that changes cover too much.

    python -m rules.readings.continuity 20000 [SEED]

Of two neighbouring scenes the degree (none, half, three-quarters, total; none or soft, cover, improved, total) may
differ by more than one only where the exposure differs by 2 % or more. This holds with `obstacle-rule: low`. Windows
and cover areas are left out: the letter of the lines jumps there. Every break is printed, and a count by what gives the
cover and by what was changed.
"""

# ruff: noqa: T201

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from coign.protocol import CoverFact
from coign.rules.readings.for_facts import conventions
from support.maps import Document
from support.scenes import BOW, MELEE, Book, facts

LEAST = 0.02  # of the target: a smaller change of exposure may not change the degree by two
BOOKS: dict[str, Book] = {
    "dmg": conventions(),
    "d20": conventions(cover="d20", degrees="d20", flanking="opposite", senses="d20"),
}
RANKS = {"none": 0, "soft": 0, "half": 1, "cover": 1, "three-quarters": 2, "improved": 2, "total": 3}
GRIDS = (0, 1, 1, 1, 2, 4)  # Foundry's types: gridless, square, hexes in rows and in columns
SIZE = 100
CHANGES = ("wall", "wall", "attacker", "target", "inch", "foot")
FEET = {"inch": 1 / 12, "foot": 1.0}


class Break(NamedTuple):
    """Two neighbouring scenes whose cover differs too much."""

    reading: str
    changed: str
    before: CoverFact
    after: CoverFact
    scene: Document
    next: Document


def search(ladders: int, seed: int) -> Iterator[Break]:
    """Yield the breaks on a number of random ladders."""
    for number in range(ladders):
        pick = random.Random(f"{seed}/{number}")
        rungs = [_scene(pick)]
        changed = pick.choice(CHANGES)
        change = _change(pick, rungs[0], changed)
        rungs += [change(rungs[0], n) for n in range(1, 4)]
        attack = pick.choice((BOW, BOW, MELEE))
        for reading, by in BOOKS.items():
            found = [facts(rung, by=by, attack=attack).cover for rung in rungs]
            for n in range(len(rungs) - 1):
                if breaks(found[n], found[n + 1]):
                    yield Break(reading, changed, found[n], found[n + 1], rungs[n], rungs[n + 1])


def breaks(one: CoverFact, other: CoverFact) -> bool:
    """Tell whether two neighbours differ by more than one degree without a change of exposure."""
    return abs(RANKS[one.degree] - RANKS[other.degree]) > 1 and abs(one.exposure - other.exposure) < LEAST


def _scene(pick: random.Random) -> Document:
    def token(key: str, side: int, column: int, row: int) -> Document:
        width = pick.choice((1, 1, 1, 2))
        disposition = 1 if key == "A" else -1
        place = {"x": column * SIZE, "y": row * SIZE, "width": width, "height": width, "disposition": disposition}
        return {"_id": key, "name": key, "actorId": key, **place, "elevation": pick.choice((0, 0, 0, 5, 10))}

    a, b = token("A", 1, 3, 3), token("B", 1, pick.randint(4, 8), pick.randint(1, 6))
    return {
        "_id": "s",
        "grid": {"type": pick.choice(GRIDS), "size": SIZE, "distance": 5, "units": "ft"},
        "width": 1500,
        "height": 1500,
        "padding": 0,
        "environment": {"globalLight": {"enabled": True, "bright": True}},
        "walls": [_wall(pick, n) for n in range(pick.randint(1, 4))],
        "tokens": [a, b],
        "lights": [],
        "regions": [],
    }


def _wall(pick: random.Random, number: int) -> Document:
    if pick.random() < 0.5:  # as GMs draw them: along the grid, here and there a pixel off it
        x, y, across = pick.randint(2, 9) * SIZE, pick.randint(1, 8) * SIZE, pick.random() < 0.5
        length = pick.randint(1, 4) * SIZE
        ends = [x, y, x + length, y] if across else [x, y, x, y + length]
        ends = [end + pick.choice((0, 0, 0, -2, -1, 1, 2, 3)) for end in ends]
    else:
        x, y = pick.randint(250, 900), pick.randint(100, 800)
        ends = [x, y, x + pick.randint(-200, 200), y + pick.randint(-200, 200) or 1]
    wall: Document = {"_id": f"w{number}", "c": ends, "sight": 20, "move": 20}
    kind = pick.random()
    if kind < 0.15:
        wall["sight"] = 10
    elif kind < 0.4:
        wall["flags"] = {"wall-height": {"bottom": 0, "top": pick.randint(2, 12)}}
    return wall


def _change(pick: random.Random, scene: Document, changed: str) -> Any:
    way = pick.choice((-1, 1))
    which, axis = pick.randrange(len(scene["walls"])), pick.randrange(4)
    across = pick.choice((("x", SIZE), ("y", SIZE), ("x", 1), ("y", 1)))

    def wall(rung: Document, n: int) -> None:
        rung["walls"][which]["c"][axis] += way * n

    def creature(rung: Document, n: int, who: int) -> None:
        rung["tokens"][who][across[0]] += way * n * across[1]

    def height(rung: Document, n: int) -> None:
        limits = rung["walls"][which].get("flags", {}).get("wall-height")
        if limits:
            limits["top"] += way * n * FEET[changed]
        else:
            rung["tokens"][axis % 2]["elevation"] += way * n * FEET[changed]

    def change(first: Document, n: int) -> Document:
        rung: Document = deepcopy(first)
        if changed == "wall":
            wall(rung, n)
        elif changed in FEET:
            height(rung, n)
        else:
            creature(rung, n, 0 if changed == "attacker" else 1)
        return rung

    return change


def main() -> None:
    """Search, print each break, and count them."""
    ladders, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    counts: Counter[tuple[str, ...]] = Counter()
    for found in search(ladders, seed):
        one, other = found.before, found.after
        counts[found.reading, found.changed, one.against, other.against] += 1
        print(f"{found.reading} {found.changed}: {_said(one)} -> {_said(other)}")
        print(
            f"    {found.scene['grid']['type']} {[(w['c'], w['sight'], w.get('flags')) for w in found.next['walls']]}"
        )
        print(f"    {[[t[k] for k in ('x', 'y', 'width', 'elevation')] for t in found.next['tokens']]}")
    for kind, count in counts.most_common():
        print(count, *kind)
    print(f"{ladders} ladders, {sum(counts.values())} breaks")


def _said(fact: CoverFact) -> str:
    return f"{fact.degree} (exposure {fact.exposure:.3f}, {fact.blocked} lines, {fact.against}, share {fact.share})"


if __name__ == "__main__":
    main()
