"""Cover: which of the attacker's corner lines reach the target, and what stops the others.

Three readings. **dmg** (fifth edition): the attacker picks the corner and the target's square of least degree, then of
fewest lines that meet anything. Solid obstacles give by their own count of lines: none, up to half of them half, more
three-quarters; a creature, or a low wall of at least half the target's height, half; an arrow slit three-quarters; an
area its degree. The most protective counts. **d20** (v3.5 and Pathfinder): a corner and a square without cover are ones
whose lines are all clear and between whose lines nothing solid stands; in adjacent melee any of the sixteen lines of a
pair of squares. Soft cover by a creature, never in adjacent melee; improved by an arrow slit, or where at most a
quarter of the chosen square is exposed. **area**: by exposure alone. Without line of effect cover is total in each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from coign.facts import exposed
from coign.facts.query import Query
from coign.facts.sightlines import NO_EFFECT, Floats, Sightlines
from coign.geometry import Mask
from coign.once import once
from coign.protocol.facts import CoverFact, Degree

IMPROVED_EXPOSURE = 0.25
OBSTACLE_REACH = 30.0  # ft: an obstacle further from either creature gives nothing (C4)

DMG: tuple[Degree, ...] = ("none", "half", "three-quarters", "total")
D20: tuple[Degree, ...] = ("none", "soft", "cover", "improved", "total")
AREA_RANK = {"none": 0, "half": 1, "three-quarters": 2, "total": 3}
Ints = NDArray[np.int_]
Kind = Literal["solid", "low", "window", "creature", "area", "none"]


@dataclass(frozen=True)
class Choice:
    """The corner and square that the attacker chose, and what that comes to."""

    corner: int
    square: int
    rank: int
    clear: Mask  # (c,) lines to the corners of the square
    kind: Kind


@dataclass(frozen=True)
class Obstacles:
    """What each line meets, (p, m); None where there is nothing of the kind. `low` are those that count."""

    solid: Mask
    low: Mask | None = None
    window: Mask | None = None
    soft: Mask | None = None
    half: Mask | None = None
    three_quarters: Mask | None = None
    total: Mask | None = None

    @once
    def anything(self) -> Mask:
        return union(self.solid, self.low, self.window, self.soft, self.half, self.three_quarters, self.total)


@dataclass(frozen=True)
class Weighed:
    """The fact, and what it rests on; None where the two overlap and no line was drawn."""

    fact: CoverFact
    choice: Choice | None = None
    met: Obstacles | None = None


def measure(query: Query) -> Weighed:
    """The cover of the target from the attacker, by the reading that the conventions name."""
    reading = query.conventions.cover
    sight = query.sightlines
    if query.overlapping:
        return Weighed(CoverFact(reading, "none", lines=(True,) * sight.corners_each))
    if not len(sight.rows) and not sight.bodies and not query.scene.areas:
        clear = np.ones(sight.corners_each, bool)
        lines, corner = tuple(clear.tolist()), corner_name(query, 0)
        fact = CoverFact(reading, "none", lines=lines, corner=corner, adjacent_melee=_by_sixteen(query))
        return Weighed(fact, Choice(0, 0, 0, clear, "none"))
    if len(sight.rows) and sight.cut_off:
        return _cut_off(query)
    exposure, seen = _best(sight.exposures), _best(sight.sights)
    effect = exposure > NO_EFFECT
    met = obstacles(query, sight, creatures=not _close(query))
    choice = choose(query, met)
    degrees = D20 if query.conventions.degrees == "d20" else DMG
    degree = degrees[choice.rank]
    if reading == "area":
        degree = _by_area(exposure, query.conventions.area_thresholds, degrees)
    if not effect:
        degree = "total"
    clear = choice.clear & effect
    fact = CoverFact(
        reading=reading,
        degree=degree,
        lines=tuple(clear.tolist()),
        blocked=int((~clear).sum()),
        exposure=exposure,
        effect=effect,
        sight=seen > NO_EFFECT,
        soft=tuple(body_ids(query, choice)),
        by=tuple(blockers(query, choice, met)),
        corner=corner_name(query, choice.corner),
        against="solid" if not effect else choice.kind,
        adjacent_melee=_by_sixteen(query),
    )
    return Weighed(fact, choice, met)


def _cut_off(query: Query) -> Weighed:
    """Total cover, known before a line is drawn."""
    sight = query.sightlines
    corner = int(sight.usable[: len(sight.corners)].argmax())
    clear = np.zeros(sight.corners_each, bool)
    fact = CoverFact(
        reading=query.conventions.cover,
        degree="total",
        lines=tuple(clear.tolist()),
        blocked=len(clear),
        exposure=0.0,
        effect=False,
        sight=False,
        by=tuple(f"wall:{key}" for key in sight.walls_between_centres()),
        corner=corner_name(query, corner),
        against="solid",
        adjacent_melee=_by_sixteen(query),
    )
    return Weighed(fact, Choice(corner, 0, 0, clear, "solid"))


def _close(query: Query) -> bool:
    """Adjacent melee of the d20 reading: any line of sixteen counts, and no creature gives cover."""
    return query.conventions.degrees == "d20" and query.melee and query.adjacent


def _by_sixteen(query: Query) -> bool:
    return query.conventions.cover == "d20" and _close(query)


def _best(shares: Floats) -> float:
    return float(np.nanmax(shares, initial=0.0))


def _by_area(exposure: float, thresholds: tuple[float, float], degrees: tuple[Degree, ...]) -> Degree:
    half, most = thresholds
    if exposure >= 1.0:
        return "none"
    if exposure <= most:
        return degrees[-2]
    return degrees[-3] if exposure <= half or degrees is D20 else "none"


# --- what each line meets ---------------------------------------------------------------------------------------------


def union(first: Mask, *others: Mask | None) -> Mask:
    """Lines that meet any of these; the first itself where there are no others."""
    for other in others:
        if other is not None:
            first = first | other
    return first


def obstacles(query: Query, sight: Sightlines, *, creatures: bool = True) -> Obstacles:
    """What the lines of `sight` meet, as the query's conventions count it."""
    d20 = query.conventions.degrees == "d20"
    solid, low, half, three_quarters, total = sight.solid, None, None, None, None
    window = None
    if len(sight.rows):
        if d20 and query.conventions.obstacle_rule == "all":
            solid = sight.solid_where(_counts(query, sight))
        if sight.low is not None:
            counting = _counts(query, sight) if d20 else _half_as_tall(sight, query.space.height)
            low = sight.meets(sight.low & counting)
        window, half, three_quarters = sight.half_walls()
    for area in sight.areas("cover") if query.scene.areas else ():
        rank = AREA_RANK[area.cover or "none"]
        if not rank:
            continue
        through = sight.through(area)
        half = union(through, half) if rank == 1 else half
        three_quarters = union(through, three_quarters) if rank == 2 else three_quarters
        total = union(through, total) if rank == 3 else total
    soft = np.asarray(sight.soft.any(axis=2)) if creatures and sight.bodies else None
    return Obstacles(solid, low, window, soft, half, three_quarters, total)


def _half_as_tall(sight: Sightlines, height: float) -> Mask:
    """(k,) walls at least half as tall as a creature."""
    return np.asarray(sight.scene.walls.tall[sight.rows] >= height / 2)


def _counts(query: Query, sight: Sightlines) -> Mask:
    """(p, m, k) obstacles that C4 and C5 let count where a line meets them: at least half as tall as both creatures,
    both within 30 ft, and the attacker not nearer than the target."""
    tall = _half_as_tall(sight, max(query.source.height, query.space.height))
    to_source, to_target = sight.nearer()
    reach = OBSTACLE_REACH * query.scene.grid.foot + 1e-9
    return np.asarray(tall & (to_source <= reach) & (to_target <= reach) & (to_target <= to_source + 1e-9))


# --- the attacker's choice --------------------------------------------------------------------------------------------


def choose(query: Query, met: Obstacles) -> Choice:
    """The corner and square of least cover; among equals the fewest lines that meet anything, then the least obscured,
    then the first in reading order."""
    sight = query.sightlines
    corners, each = len(sight.corners), sight.corners_each
    squares = len(sight.ends) // each
    anything = met.anything[:corners].reshape(corners, squares, each)
    usable = sight.usable[:corners]
    keys = anything.sum(axis=2) * 10
    if query.scene.areas:
        keys += _obscured(query, corners, squares)
    if query.conventions.degrees == "d20":
        ranks = quarter_exposed(sight, _d20_ranks(query, met, corners, squares), np.arange(corners), keys)
    else:
        ranks = dmg_ranks(met, met.soft, corners, squares, each)
    keys += ranks * 1000
    keys[~usable] = _UNUSABLE
    best = int(keys.argmin())
    corner, square = divmod(best, squares)
    if keys[corner, square] == _UNUSABLE:  # no corner of its own to look from: nothing is clear
        return Choice(0, 0, len(DMG) - 2, np.zeros(each, bool), "solid")
    rank = int(ranks[corner, square])
    return Choice(corner, square, rank, ~anything[corner, square], _kind(met, corner, square, each, query, rank))


_UNUSABLE = 1_000_000


def dmg_ranks(met: Obstacles, soft: Mask | None, corners: int, squares: int, each: int) -> Ints:
    """(n, s) degrees of the dmg reading from each corner to each square; `soft`: lines that creatures stand on."""

    def by_square(mask: Mask) -> Mask:
        return mask[:corners].reshape(corners, squares, each)

    solid = by_square(met.solid).sum(axis=2)
    ranks = (solid > 0).astype(int) + (solid * 2 > each)
    for mask, rank in (
        (met.low, 1),
        (soft, 1),
        (met.half, 1),
        (met.window, 2),
        (met.three_quarters, 2),
        (met.total, 3),
    ):
        if mask is not None:
            ranks = np.maximum(ranks, by_square(mask).any(axis=2) * rank)
    return np.asarray(ranks)


def _d20_ranks(query: Query, met: Obstacles, corners: int, squares: int) -> Ints:
    sight = query.sightlines
    each = sight.corners_each
    close = _close(query)
    own = corners // len(query.source.inset)
    usable = sight.usable[:corners, None]

    def by_square(mask: Mask | None) -> Mask:
        """(n, s) squares to which a line of the corner, or in adjacent melee of its square, meets it."""
        if mask is None:
            return np.zeros((corners, squares), bool)
        found = mask[:corners].reshape(corners, squares, each).any(axis=2)
        if close:
            found = np.repeat((found & usable).reshape(-1, own, squares).any(axis=1), own, axis=0)
        return np.asarray(found)

    covered = by_square(union(met.solid, met.low, met.half))
    if not close and len(sight.rows):
        covered |= _stands_between(query, corners, squares)
    ranks = np.where(covered, 2, by_square(met.soft).astype(int))
    for mask, rank in ((met.window, 3), (met.three_quarters, 3), (met.total, 4)):
        if mask is not None:
            ranks = np.maximum(ranks, by_square(mask) * rank)
    return np.asarray(ranks)


def _stands_between(query: Query, corners: int, squares: int) -> Mask:
    """(n, s) whether a solid obstacle stands between the lines from a corner to a square."""
    sight = query.sightlines
    found = np.zeros((corners, squares), bool)
    bound = query.conventions.obstacle_rule == "all"
    counting = _counts(query, sight).any(axis=1) if bound else None  # (p, k)
    for square in range(squares):
        between = sight.between(square)
        if counting is not None:
            between = between & counting
        found[:, square] = between[:corners].any(axis=1)
    return found


def quarter_exposed(sight: Sightlines, ranks: Ints, corners: Ints, keys: Ints | None = None) -> Ints:
    """Cover becomes improved where at most a quarter of the square is exposed to the corner. Measured only as far as
    the attacker's choice depends on it. `ranks` (n, s) are those of these `corners` (n,), `keys` (n, s) the order in
    which the attacker would take them."""
    usable = sight.usable[corners]
    if ranks[usable].size == 0 or ranks[usable].min() != 2:
        return ranks
    ranks = ranks.copy()
    some = np.argwhere((ranks == 2) & usable[:, None])
    if keys is not None:
        some = some[keys[some[:, 0], some[:, 1]].argsort(kind="stable")]
    for row, square in some.tolist():
        if exposed.square_share(sight, int(corners[row]), square) > IMPROVED_EXPOSURE:
            return ranks
        ranks[row, square] = 3
    return ranks


def _obscured(query: Query, corners: int, squares: int) -> Ints:
    """(n, s) 0, 1 or 2: how heavily the lines from a corner to a square are obscured by areas."""
    levels = np.zeros((corners, squares), int)
    sight = query.sightlines
    for area in sight.areas("obscuring") if query.scene.areas else ():
        rank = 2 if area.obscuring == "heavy" else 1
        through = sight.through(area)[:corners].reshape(corners, squares, -1).any(axis=2)
        levels = np.where(through, np.maximum(levels, rank), levels)
    return levels


def _kind(met: Obstacles, corner: int, square: int, each: int, query: Query, rank: int) -> Kind:
    """What kind of thing gives the degree; in adjacent melee by any line of the pair of squares."""
    if rank == 0:
        return "none"
    own = len(query.sightlines.corners) // len(query.source.inset)
    adjacent = _close(query)
    first = corner // own * own if adjacent else corner
    rows = slice(first, first + own if adjacent else corner + 1)
    lines = slice(square * each, (square + 1) * each)
    found: dict[Kind, tuple[Mask | None, ...]] = {
        "window": (met.window,),
        "solid": (met.solid,),
        "area": (met.three_quarters, met.total, met.half),
        "low": (met.low,),
        "creature": (met.soft,),
    }
    order: tuple[Kind, ...] = ("window", "area", "solid", "low", "creature")
    if query.conventions.degrees == "dmg" and rank == 1:
        order = ("solid", "low", "creature", "area")
    for kind in order:
        if any(mask is not None and mask[rows, lines].any() for mask in found[kind]):
            return kind
    return "solid"


# --- names ------------------------------------------------------------------------------------------------------------


def corner_name(query: Query, corner: int) -> str | None:
    """The attacker's corner in words: "north-east"."""
    if query.source.is_point:
        return None
    names = query.scene.grid.corner_names
    return names[corner % len(names)]


def chosen_lines(query: Query, choice: Choice) -> Mask:
    """(p, m) True on the lines that the answer rests on."""
    sight = query.sightlines
    each, own = sight.corners_each, len(sight.corners) // len(query.source.inset)
    mask = np.zeros((len(sight.points), len(sight.ends)), bool)
    first, count = choice.corner, 1
    if _close(query):
        first, count = choice.corner // own * own, own
    mask[first : first + count, choice.square * each : (choice.square + 1) * each] = True
    return mask


def body_ids(query: Query, choice: Choice) -> list[str]:
    """Creatures on the lines that the answer rests on."""
    if _close(query) or not query.sightlines.bodies:
        return []
    lines = chosen_lines(query, choice)
    hit = np.asarray((query.sightlines.soft & lines[:, :, None]).any(axis=(0, 1)))
    return [token.id for token, met in zip(query.sightlines.bodies, hit, strict=True) if met]


def blockers(query: Query, choice: Choice, met: Obstacles) -> list[str]:
    """What gives the cover: "wall:ID", "region:ID", "token:ID"."""
    sight = query.sightlines
    lines = chosen_lines(query, choice)
    by_walls = union(met.solid, met.low, met.window, met.half, met.three_quarters)
    names = [f"wall:{key}" for key in sight.wall_ids(lines & by_walls)] if len(sight.rows) else []
    if choice.rank and not names and len(sight.rows) and choice.kind == "solid":
        names = [f"wall:{sight.scene.walls.ids[n]}" for n in sight.rows[sight.between(choice.square)[choice.corner]]]
    for area in sight.areas("cover") if query.scene.areas else ():
        if area.cover != "none" and (sight.through(area) & lines).any():
            names.append(f"region:{area.id}")
    return names + [f"token:{key}" for key in body_ids(query, choice)]
