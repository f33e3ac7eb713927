"""The figure of a fact: the points, lines and polygons that prove it, in scene pixels.

Roles: points `corner`, `elevation`; lines `line-clear`, `line-covered`, `line-blocked`, `wall`, `flanking`; polygons
`attacker`, `target`, `creature`, `helper`, `hidden`, `area`, `arc-front`, `arc-flank`, `arc-rear`, and of light
(`figures.light`) `lit-dim`, `lit-bright`, `darkness`. A blocked line has the point where something stops it in its
middle, if that is known. A wall is drawn no farther than the light, a grid space around the two, however long it is.
The mark of an obstacle or a light has its name as a label ("wall:ID", "floor:ID", "token:ID", "tile:ID", "region:ID",
"light:ID"), so that marks which a reader may not see can be removed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import shapely

from coign.facts import FactSheet, facing
from coign.facts.cover.measurement import CornerChoice
from coign.facts.cover.sightlines import Sightlines
from coign.facts.effort import NAMES, POINTS
from coign.facts.query import Query
from coign.figures import light as lit
from coign.figures.side import side_view
from coign.geometry import areas
from coign.geometry.lines import Floats
from coign.grid.space import QUANTA, Box, Points, Space, corners_of
from coign.protocol.messages import Figure, Mark
from coign.util.tasks import Task

Spot = tuple[float, float]

UNSEEN = QUANTA / 2  # quanta by which a drawn outline may miss: half a pixel


class Drawing:
    """The marks of one fact sheet. Each fact is drawn once, however many viewers see it.

    Attributes:
        failed: whether they cannot be drawn, because of a bug.
    """

    def __init__(self, sheet: FactSheet) -> None:
        self.sheet, self.failed = sheet, False
        self._drawn: dict[str, Figure] = {}

    def figure(self, facts: Iterable[str]) -> Task[Figure]:
        """Return the marks of the two creatures, of cover's lines, and of each fact named ("flanking", "facing" ...).

        It is a cooperative task.
        """
        wanted = {"", "cover", *facts}
        if "obscurement" in wanted and "light" not in self._drawn:
            self._drawn["light"] = Figure(polygons=tuple((yield from lit.marks(self.sheet))))
        pieces = []
        for part, of in PARTS.items():
            if not wanted.isdisjoint(of):
                pieces.append((yield from self._piece(part)))
        return Figure(
            *[
                tuple(mark for piece in pieces for mark in getattr(piece, kind) if mark.fact in wanted)
                for kind in Figure.__struct_fields__
            ]
        )

    def _piece(self, part: str) -> Task[Figure]:
        drawing = self._drawn.get(part)
        if drawing is None:
            drawing = self._drawn[part] = yield from _draw(self.sheet, part)
            yield
        return drawing


# The parts of a drawing in the order of painting, and the facts that their marks show.
PARTS = {
    "light": ("obscurement",),
    "creatures": ("",),
    "cover": ("cover",),
    "elevation": ("elevation",),
    "flanking": ("flanking",),
    "facing": ("facing",),
    "areas": ("obscurement", "terrain"),
}


def _draw(sheet: FactSheet, part: str) -> Task[Figure]:
    query = sheet.query
    points: list[Mark] = []
    lines: list[Mark] = []
    polygons: list[Mark] = []
    side: tuple[Mark, ...] = ()
    match part:
        case "creatures":
            polygons += [Mark("target", "", ring) for ring in _outline(query.space)]
            polygons += [Mark("attacker", "", ring) for ring in _outline(query.source)]
        case "cover":
            _cover(sheet, points, lines, polygons)
            yield
            side = yield from side_view(sheet)
        case "elevation":
            for space, height in ((query.source, sheet.elevation.attacker), (query.space, sheet.elevation.target)):
                label = f"{height:g} {query.scene.grid.units}".strip()
                points.append(Mark("elevation", "elevation", (_pixel(*space.centre),), label))
        case "flanking":
            _flanking(sheet, lines, polygons)
        case "facing":
            polygons += _arcs(sheet)
        case "areas":
            yield from _areas(query, polygons)
    return Figure(tuple(points), tuple(lines), tuple(polygons), side)


def count_points(figure: Figure) -> int:
    """Return the number of points of all marks."""
    return sum(
        len(mark.points) for marks in (figure.points, figure.lines, figure.polygons, figure.side) for mark in marks
    )


def with_creatures(figure: Figure, attacker: Space, target: Space | None) -> Figure:
    """Add both creatures' outlines to a figure, which has no marks if nothing applies."""
    roles = {mark.role for mark in figure.polygons}
    outlines = [Mark("target", "", ring) for ring in _outline(target)] if target and "target" not in roles else []
    if "attacker" not in roles:
        outlines += [Mark("attacker", "", ring) for ring in _outline(attacker)]
    return Figure(figure.points, figure.lines, (*figure.polygons, *outlines), figure.side)


def _cover(sheet: FactSheet, points: list[Mark], lines: list[Mark], polygons: list[Mark]) -> None:
    cover, sight = sheet.read_cover, sheet.query.sightlines
    choice = cover.choice
    if choice is None:
        return
    scene, walls, outlines = sight.scene, [], []
    window = lit.window_of(sheet.query)
    for name in cover.fact.by:
        kind, _, key = name.partition(":")
        if kind == "wall" and (row := scene.walls.row.get(key)) is not None:
            walls.append(Mark("wall", "cover", _part_within(window, scene.walls.lines[row]), name))
        elif kind == "token":
            polygons += [Mark("creature", "cover", ring, name) for ring in _outline(scene.tokens[key].space)]
        elif kind in ("region", "floor") and key in scene.areas:
            # Draw a storey no farther than the two creatures reach.
            area = scene.areas[key].polygon
            outlines.append(area if kind == "region" else areas.common(area, shapely.box(*sheet.query.hull)))
            polygons += [Mark("area", "cover", ring, name) for ring in _rings(outlines[-1])]
    if cover.fact.centre is None:
        lines += _lines(sight, choice, cover.fact.lines, cover.fact.by, outlines)
        (corner,) = _pixels([sight.corners[choice.corner].tolist()])
        points.append(Mark("corner", "cover", (corner,), cover.fact.corner or ""))
    else:
        clear = cover.fact.effect and cover.fact.centre.met == "none"
        lines += _lines(sight.between_centres(), CornerChoice(0, 0), (clear,), cover.fact.by, outlines)
    lines += walls
    if not sheet.query.exposure.exact:
        about = Mark(
            "about", "cover", (_pixel(*sight.target.space.centre),), f"\N{ALMOST EQUAL TO} {cover.fact.exposure:.0%}"
        )
        points.append(about)
    if cover.fact.exposure == 0:
        polygons += [Mark("hidden", "cover", ring) for ring in _outline(sight.target.held)]
    elif cover.fact.exposure < 1:
        exposure = sheet.query.exposure
        # Join on whole quanta, which closes hairs between the shadows of walls that stand side by side.
        hidden = shapely.union_all(exposure.hidden_from(int(exposure.shares.argmax())).shapes, grid_size=1.0)
        rings = areas.in_order(_without_holes(hidden))
        polygons += [Mark("hidden", "cover", _pixels(areas.simple(ring, UNSEEN))) for ring in rings]


def _lines(
    sight: Sightlines,
    choice: CornerChoice,
    clear: Sequence[bool],
    by: Sequence[str],
    outlines: Sequence[shapely.Geometry],
) -> Iterator[Mark]:
    """Yield the lines from a corner to a square, with the points where what gives cover stops those not `clear`.

    `by` names it, and `outlines` are those of the areas among it. It may be in the way of a clear line as well, which
    passes over it, or round it by the rules.
    """
    start, ends = sight.corners[choice.corner].tolist(), sight.ends[sight.ends_of(choice.square)].tolist()
    corner, *posts = _pixels([start, *ends])
    stops = sight.stopped_at(choice.corner, choice.square, by)
    may_cover = any(stop and is_clear for stop, is_clear in zip(stops, clear, strict=True))
    covered = sight.pass_over(choice.corner, choice.square, by) if may_cover else [False] * len(stops)
    for is_clear, end, post, stop, is_covered in zip(clear, ends, posts, stops, covered, strict=True):
        at = None if is_clear else stop or (_first_met(start, end, outlines) if outlines else None)
        crossing = () if at is None else ((round(at[0] / QUANTA, 2), round(at[1] / QUANTA, 2)),)
        role = "line-blocked" if not is_clear else "line-covered" if is_covered else "line-clear"
        yield Mark(role, "cover", (corner, *crossing, post))


def _first_met(start: Sequence[float], end: Sequence[float], outlines: Sequence[shapely.Geometry]) -> Spot | None:
    """Return the point, in quanta, where a line first meets one of some areas; None if it meets none."""
    met = shapely.intersection(shapely.linestrings([start, end]), np.array(outlines, object))
    spots = shapely.get_coordinates(met)
    if not len(spots):
        return None
    x, y = spots[((spots - start) ** 2).sum(axis=1).argmin()].tolist()
    return x, y


def _part_within(box: Box, wall: Floats) -> tuple[Spot, ...]:
    """Return the ends of the part of a wall (4,) inside a box, which the wall meets, in pixels."""
    (x0, y0, x1, y1), (left, top, right, bottom) = wall.tolist(), box
    first, last = 0.0, 1.0
    for start, way, low, high in ((x0, x1 - x0, left, right), (y0, y1 - y0, top, bottom)):
        if way:
            enters, leaves = sorted(((low - start) / way, (high - start) / way))
            first, last = max(first, enters), min(last, leaves)
    return tuple([_pixel(x0 + at * (x1 - x0), y0 + at * (y1 - y0)) for at in (first, last)])


def _without_holes(area: shapely.Geometry) -> list[Points]:
    """Return the outlines of an area in whole quanta, cut through its holes, because a mark cannot have holes."""
    parts = areas.without_holes(area)
    return [np.floor(shapely.get_coordinates(part)[:-1] + 0.5) for part in parts if part.area >= 1.0]


def _flanking(sheet: FactSheet, lines: list[Mark], polygons: list[Mark]) -> None:
    query, fact = sheet.query, sheet.flanking
    if not fact.with_ or query.actor is None:
        return
    helper = query.scene.tokens[fact.with_[0]]
    name = f"token:{helper.id}"
    squares = query.squares_of(helper)
    lines.append(Mark("flanking", "flanking", (_pixel(*query.squares.centre), _pixel(*squares.centre)), name))
    polygons += [Mark("helper", "flanking", ring, name) for ring in _outline(squares)]


def _arcs(sheet: FactSheet) -> list[Mark]:
    """Return the areas of facing that decided, as fans that extend 1.5 spaces beyond the creature's edge.

    They are the target's, in which the attacker stands, and the attacker's, if that one strikes to its flank or rear;
    then the target's front decides nothing.
    """
    query, fact = sheet.query, sheet.facing
    fans = []
    if fact.attacker_arc in ("flank", "rear"):
        fans += _fan(query, query.squares, fact.attacker_facing, fact.attacker_arc, fact.attacker_side)
    if fact.target_arc in ("flank", "rear") or not fans:
        fans += _fan(query, query.target_squares, fact.target_facing, fact.target_arc, fact.target_side)
    return fans


def _fan(query: Query, space: Space, direction: float | None, arc: str, side: str | None) -> list[Mark]:
    """Return one area of facing; none without a direction."""
    if direction is None:
        return []
    grid, (x, y) = query.scene.grid, space.centre
    reach = max(space.box[2] - space.box[0], space.box[3] - space.box[1]) / 2 + 1.5 * grid.size * QUANTA
    marks = []
    for name, start, stop in facing.areas(grid, query.conventions.hex_arcs):
        if name != arc or (arc == "flank" and side == ("left" if start > 0 else "right")):
            continue
        turns = np.radians(np.linspace(direction + 90 + start, direction + 90 + stop, 9))
        rim = [_pixel(x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in turns]
        marks.append(Mark(f"arc-{arc}", "facing", (_pixel(x, y), *rim), arc))
    return marks


def _areas(query: Query, polygons: list[Mark]) -> Task[None]:
    """Add the fog, the changes of darkness and the difficult terrain near the two creatures, area by area."""
    for area in query.scene.areas_in(*query.hull)[:NAMES]:
        difficult = area.difficult or area.spares or area.costs
        says = (("obscurement", area.obscuring or area.darkness), ("terrain", difficult))
        if facts := [fact for fact, is_shown in says if is_shown]:
            rings = _rings(area.polygon)
            polygons += [Mark("area", fact, ring, f"region:{area.id}") for fact in facts for ring in rings]
        yield


def _pixel(x: float, y: float) -> Spot:
    return math.floor(x + 0.5) / QUANTA, math.floor(y + 0.5) / QUANTA


def _pixels(points: Iterable[Sequence[float]]) -> tuple[Spot, ...]:
    """Convert points in whole quanta to pixels."""
    return tuple([(x / QUANTA, y / QUANTA) for x, y in points])


def _outline(space: Space) -> list[tuple[Spot, ...]]:
    if space.corners.shape[1] == 4 and not space.is_point:
        return [_pixels(corners_of(space.box))]
    if space.is_point:
        return []
    return _rings(shapely.union_all(shapely.polygons(space.corners)))


def _rings(area: shapely.Geometry) -> list[tuple[Spot, ...]]:
    """Return the outer borders of an area, without holes and in no more points than can be seen."""
    parts = [part for part in shapely.get_parts(area) if part.geom_type == "Polygon" and part.area > QUANTA]
    rings = areas.in_order([shapely.get_coordinates(part.exterior)[:-1] for part in parts])
    return [tuple([_pixel(x, y) for x, y in ring[:: len(ring) // POINTS + 1]]) for ring in rings[:NAMES]]
