"""The bodies and obstacles of a scene for the recount of cover: read from its documents, with no code of the bridge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from support.maps import Document

QUANTA = 16  # per pixel
LAYERS = 20
SHARES = (np.arange(LAYERS) + 0.5) / LAYERS
SPOTS = 256  # on each layer of a square
LYING = ("prone", "unconscious", "dead")
KINDS = {20: "solid", 10: "limited", 30: "window", 40: "window"}

Point = tuple[float, float]


class Square(NamedTuple):
    """A square or a hex of a space, in 1/16 px: its corners and those 1 % inside, clockwise, its centre and place."""

    corners: tuple[Point, ...]
    inset: tuple[Point, ...]
    centre: Point
    place: tuple[int, int]


class Wall(NamedTuple):
    """A wall, a side of which is Foundry's `dir`, between two heights in feet."""

    name: str
    kind: str  # solid, limited, window, curtain
    ends: tuple[float, float, float, float]
    way: int
    bottom: float
    top: float


class Thing(NamedTuple):
    """A barrel, a wagon: a box."""

    name: str
    outline: tuple[Point, ...]
    bottom: float
    top: float


class Floor(NamedTuple):
    """A floor: its outlines and holes, and its elevation."""

    name: str
    outlines: tuple[tuple[Point, ...], ...]
    holes: tuple[tuple[Point, ...], ...]
    elevation: float

    def holds(self, at: Any) -> Any:
        """Tell which points (..., 2) lie in it; without an outline it is over the whole map."""
        if not self.outlines:
            return np.ones(at.shape[:-1], bool)
        inside, out = (
            np.any([_in_polygon(at, ring) for ring in rings] or [np.zeros(at.shape[:-1], bool)], axis=0)
            for rings in (self.outlines, self.holes)
        )
        return inside & ~out


@dataclass
class Body:
    """One creature: its squares, the extent of its space, its feet and head."""

    document: Document
    squares: list[Square]
    bottom: float
    top: float
    feet: float
    head: float
    inset: float
    held: list[int] = field(default_factory=list)

    def at(self, share: Any) -> Any:
        return self.feet + (self.head - self.feet) * share

    def gap(self, at: Any) -> Any:
        """(...) from each point (..., 2) to the nearest point of the space, in 1/16 px."""
        corners = np.array([square.corners for square in self.squares], float)
        if corners.shape[1] == 4 and (corners[:, [1, 2, 3, 0]] - corners).prod(axis=2).max() == 0:
            # On squares the space is a rectangle.
            low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
            return np.hypot(*np.moveaxis(np.maximum(np.maximum(low - at, at - high), 0.0), -1, 0))
        found = np.full(np.shape(at)[:-1], np.inf)
        for square in self.squares:
            inside = np.ones(found.shape, bool)
            for (ax, ay), (bx, by) in sides(square.corners):
                dx, dy = bx - ax, by - ay
                inside &= dx * (at[..., 1] - ay) - dy * (at[..., 0] - ax) >= 0
                along = np.clip(((at[..., 0] - ax) * dx + (at[..., 1] - ay) * dy) / (dx * dx + dy * dy), 0, 1)
                found = np.minimum(found, np.hypot(at[..., 0] - ax - along * dx, at[..., 1] - ay - along * dy))
            found = np.where(inside, 0.0, found)
        return found


def body_of(token: Document, grid: Document) -> Body:
    """Read a token as a body."""
    own, distance = token.get("coign") or {}, grid["distance"]
    squares, inset = _squares(token, grid)
    side = min(token["width"], token["height"]) * distance
    tall = own.get("height", side * (0.5 if own.get("creature") is False else 1))
    body = min(tall, 0.8 * side) if own.get("size") == "small" and "height" not in own else tall
    if set(own.get("statuses", ())) & set(LYING):
        body /= 4
    bottom = token.get("elevation") or 0
    return Body(token, squares, bottom, bottom + tall, bottom, bottom + max(body, distance / 20), inset)


def _squares(token: Document, grid: Document) -> tuple[list[Square], float]:
    size, kind = grid["size"], grid["type"]
    inset = max(1, _whole(0.01 * size * QUANTA))
    if kind >= 2:
        return [_hex(token, size * QUANTA, kind, inset)], inset
    across, down = (1, 1) if not kind else (max(1, _whole(token[side])) for side in ("width", "height"))
    xs = [_whole((token["x"] + token["width"] * size * n / across) * QUANTA) for n in range(across + 1)]
    ys = [_whole((token["y"] + token["height"] * size * n / down) * QUANTA) for n in range(down + 1)]
    found = []
    for j in range(down):
        for i in range(across):
            (x0, x1), (y0, y1), e = xs[i : i + 2], ys[j : j + 2], inset
            corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            inner = ((x0 + e, y0 + e), (x1 - e, y0 + e), (x1 - e, y1 - e), (x0 + e, y1 - e))
            found.append(Square(corners, inner, ((x0 + x1) / 2, (y0 + y1) / 2), (i, j)))
    return found, inset


def _hex(token: Document, short: float, kind: int, inset: float) -> Square:
    """Return the hex on which a token of one hex stands: the one of Foundry's lattice that is nearest."""
    long, rows = short * 2 / math.sqrt(3), kind in (2, 3)
    width, height = (short, long) if rows else (long, short)
    x, y = token["x"] * QUANTA + width / 2, token["y"] * QUANTA + height / 2
    along, beside = (y - height / 2, x) if rows else (x - width / 2, y)
    line = round(along / (0.75 * long))
    shift = short / 2 if line % 2 == (1 if kind in (2, 4) else 0) else 0.0
    beside, along = shift + round((beside - shift) / short) * short, 0.75 * long * line + long / 2
    x, y = (beside, along) if rows else (along, beside)
    turns = [math.radians(60 * n + (-150 if rows else -120)) for n in range(6)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    corners, inner = (
        tuple((_whole(x + reach * dx), _whole(y + reach * dy)) for dx, dy in ways)
        for reach in (long / 2, long / 2 - inset)
    )
    return Square(corners, inner, (_whole(x), _whole(y)), (0, 0))


def _whole(value: float) -> int:
    return math.floor(value + 0.5)


def spots_of(square: Square) -> Any:
    """(20, p, 2) spots spread evenly over a square or hex, others on each layer: a lattice of plastic numbers."""
    corners = np.array(square.corners, float)
    low, high = corners.min(axis=0), corners.max(axis=0)
    n = np.arange(SPOTS * LAYERS)[:, None]
    steps = (0.5 + n * np.array([0.7548776662466927, 0.5698402909980532])) % 1
    return (low + steps * (high - low)).reshape(SPOTS, LAYERS, 2).transpose(1, 0, 2)


def inside(square: Square, at: Any) -> Any:
    """Tell which points (..., 2) lie inside a square or hex."""
    found = np.ones(at.shape[:-1], bool)
    for (ax, ay), (bx, by) in sides(square.corners):
        found &= (bx - ax) * (at[..., 1] - ay) - (by - ay) * (at[..., 0] - ax) > 0
    return found


# --- obstacles --------------------------------------------------------------------------------------------------------


def walls_of(scene: Document, levels: Sequence[str | None]) -> Iterator[Wall]:
    """Yield the walls that can stop something between two levels; each ends at the floor between them."""
    given = [level for level in levels if level]
    floor = _boundary(scene) if len(set(given)) > 1 else None
    for n, document in enumerate(scene["walls"]):
        if document.get("ds") == 1 and document.get("door"):
            continue
        named = set(document.get("levels") or ())
        if named and given and not named & set(given):
            continue
        sight, move = document.get("sight", 20), document.get("move", 20)
        kind = "solid" if document.get("door") else KINDS.get(sight)
        if kind is None or (kind == "solid" and not move and not document.get("door")):
            kind = "curtain" if sight else "nothing"
        heights = (document.get("flags") or {}).get("wall-height") or {}
        bottom, top = (heights.get(end) for end in ("bottom", "top"))
        bottom, top = -math.inf if bottom is None else bottom, math.inf if top is None else top
        if floor is not None and len(named) == 1:
            (name,) = named
            if _bottom(scene, name) == floor:
                bottom = max(bottom, floor)
            else:
                top = min(top, floor)
        x0, y0, x1, y1 = (_whole(QUANTA * end) for end in document["c"])
        if (x0, y0) != (x1, y1):
            name = document.get("_id", str(n))
            yield Wall(f"wall:{name}", kind, (x0, y0, x1, y1), document.get("dir") or 0, bottom, top)


def _bottom(scene: Document, level: str) -> float:
    found = next(one for one in scene["levels"] if one["_id"] == level)
    return float((found.get("elevation") or {}).get("bottom") or 0)


def _boundary(scene: Document) -> float | None:
    bottoms = [(level.get("elevation") or {}).get("bottom") for level in scene.get("levels", ())]
    known = {bottom for bottom in bottoms if bottom is not None}
    return float(max(known)) if len(known) > 1 else None


def floors_of(scene: Document, levels: Sequence[str | None]) -> Iterator[Floor]:
    """Yield the floors that stop both movement and sight."""
    drawn = False
    for document in scene.get("regions", ()):
        (behaviour,), heights = document["behaviors"], document["elevation"]
        if behaviour["type"] != "defineSurface":
            continue
        stops, names = behaviour["system"], document.get("levels") or ()
        elevation = heights[stops["placement"]]
        if names and any(levels) and not set(names) & set(levels):
            continue
        boundary = _boundary(scene)
        drawn |= (stops["move"] or stops["sight"]) > 0 and boundary is not None and 0 < elevation <= boundary
        if stops["move"] and stops["sight"]:
            outlines, holes = list[tuple[Point, ...]](), list[tuple[Point, ...]]()
            for shape in document["shapes"]:
                (holes if shape.get("hole") else outlines).append(_corners(shape))
            yield Floor(f"region:{document['_id']}", tuple(outlines), tuple(holes), elevation)
    open_on_purpose = any((level.get("visibility") or {}).get("levels") for level in scene.get("levels", ()))
    says = (scene.get("flags") or {}).get("coign")
    boundary = _boundary(scene)
    if says and not drawn and not open_on_purpose and len(set(levels)) > 1 and boundary is not None:
        yield Floor("", (), (), boundary)


def _corners(shape: Document) -> tuple[Point, ...]:
    if shape["type"] == "polygon":
        values = [QUANTA * value for value in shape["points"]]
        return tuple(zip(values[::2], values[1::2], strict=True))
    x0, y0 = QUANTA * shape["x"], QUANTA * shape["y"]
    x1, y1 = x0 + QUANTA * shape["width"], y0 + QUANTA * shape["height"]
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _in_polygon(at: Any, corners: Sequence[Point]) -> Any:
    """Tell which points lie in a polygon: a ray to the east crosses its sides an odd number of times."""
    x, y = at[..., 0], at[..., 1]
    found = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in sides(corners):
        if ay != by:
            found ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    return found


def sides(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def overlap(one: Body, other: Body) -> bool:
    """Tell whether the centre of a square of one lies in the other's space, and their heights overlap."""
    if one.bottom != other.bottom and max(one.bottom - other.top, other.bottom - one.top) >= 0:
        return False
    return any(
        bool(inside(square, np.array(centred.centre)))
        for mine, theirs in ((one, other), (other, one))
        for square in mine.squares
        for centred in theirs.squares
    )
