"""Random scenes for the recount of cover: a kind of wall each, between an attacker and a target."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from support.maps import Document, on_hexes, region, roof

KINDS: dict[str, tuple[Document, ...]] = {
    "solid": ({"sight": 20},),
    "doors": (
        {"sight": 20},
        {"sight": 0, "door": 1},
        {"sight": 20, "door": 2, "ds": 2},
        {"sight": 20, "door": 1, "ds": 1},
    ),
    "one-way": ({"sight": 20}, {"sight": 20, "dir": 1}, {"sight": 20, "dir": 2}),
    "terrain": ({"sight": 10},),
    "windows": ({"sight": 20}, {"sight": 30}),
    "mixed": ({"sight": 20}, {"sight": 20}, {"sight": 20}, {"sight": 10}, {"sight": 30}),
    "rooms": ({"sight": 20},),
    "caves": ({"sight": 20},),
    "hexes": ({"sight": 20}, {"sight": 20}, {"sight": 10}, {"sight": 30}),
    "levels": ({"sight": 20, "levels": ["here"]}, {"sight": 20, "levels": ["there"]}, {"sight": 20, "levels": []}),
    "storeys": ({"sight": 20}, {"sight": 20, "levels": ["here"]}, {"sight": 20, "levels": ["there"]}, {"sight": 10}),
    "low": ({"sight": 20}, *({"sight": 20, "flags": {"wall-height": {"top": top}}} for top in (2, 3, 4, 6))),
}
CAVE = 14  # walls of a cave's wall
STOREY = 10  # ft, from a level's bottom to its top


def scene_of(pick: random.Random, kind: str) -> Document:
    def token(key: str, column: int, row: int) -> Document:
        width = pick.choice((1, 1, 2))
        place: Document = {"x": column * 100, "y": row * 100, "width": width, "height": width}
        if kind == "hexes":
            place = {**on_hexes(2, (row, column)), "width": 1, "height": 1}
        if kind == "levels":
            place["level"] = "here"
        if kind == "low":
            place |= {"width": 1, "height": 1}
        return {"_id": key, "name": key, "actorId": key, **place, "disposition": 1 if key == "A" else -1}

    walls = []
    for n in range(pick.randint(1, 5)):
        x, y = pick.randint(150, 800), pick.randint(50, 550)
        if pick.random() < 0.5:
            x, y = round(x, -2) + pick.choice((0, 0, 1, -2)), round(y, -2) + pick.choice((0, 0, 1, -2))
        ends = [x, y, x + pick.choice((0, pick.randint(-200, 200))), y + pick.randint(-250, 250)]
        if ends[:2] != ends[2:]:
            walls.append({"_id": f"w{n}", "c": ends, "move": 20, **pick.choice(KINDS[kind])})
    a, b = token("A", 1, 2), token("B", pick.randint(4, 7), pick.randint(1, 4))
    if kind == "rooms":
        walls += _room(pick, b)
    if kind == "caves":
        walls = _cave(pick)
    grid = 2 if kind == "hexes" else pick.choice((0, 1))
    scene: Document = {
        "_id": "s",
        "grid": {"type": grid, "size": 100, "distance": 5, "units": "ft"},
        "width": 1500,
        "height": 1500,
        "padding": 0,
        "walls": walls,
        "tokens": [a, b],
        "levels": [{"_id": key, "name": key} for key in ("here", "there")] if kind == "levels" else [],
    }
    if kind == "storeys":
        scene |= _storeys(pick, a, b)
    return scene


def _storeys(pick: random.Random, *creatures: Document) -> Document:
    """Put two creatures on two levels, `there` above `here`; return the levels, the floors, and roofs, which stop light
    alone."""
    bottoms = {"here": 0, "there": STOREY}
    for creature, level in zip(creatures, pick.sample(list(bottoms), 2), strict=True):
        creature |= {"level": level, "elevation": bottoms[level] + pick.choice((0, 0, 2, 5))}
    sees = ["there"] if pick.random() < 0.1 else []
    levels = [
        {
            "_id": key,
            "name": key,
            "elevation": {"bottom": bottom, "top": bottom + STOREY},
            "visibility": {"levels": sees},
        }
        for key, bottom in bottoms.items()
    ]
    return {
        "levels": levels,
        "regions": [_floor(pick, n, _between(pick, *creatures)) for n in range(pick.choice((0, 1, 1, 2)))],
        "tiles": [roof(pick.randint(0, 6), pick.randint(0, 4), 3, 3, elevation=7)] if pick.random() < 0.3 else [],
        "flags": {"coign": {"floors": "bottom"}} if pick.random() < 0.1 else {},
    }


def _between(pick: random.Random, *creatures: Document) -> tuple[int, int]:
    """Return a place near the way from the middle of one creature to the middle of the other."""
    (ax, ay), (bx, by) = ([one[axis] + 50 * one["width"] for axis in ("x", "y")] for one in creatures)
    along = pick.choice((0.25, 0.5, 0.75))
    return (
        round(ax + along * (bx - ax)) + pick.randint(-60, 60),
        round(ay + along * (by - ay)) + pick.randint(-60, 60),
    )


def _floor(pick: random.Random, number: int, edge: tuple[int, int]) -> Document:
    """Make a floor or a ceiling: a rectangle with a corner or a side at a place, here and there with a hole in it, or a
    triangle with a corner there."""
    x, y = (place - pick.choice((0, 0, 1)) * pick.randint(50, 500) for place in edge)
    width, height = pick.randint(50, 700), pick.randint(50, 700)
    under = pick.random() < 0.6
    stops = pick.choice(({}, {}, {}, {}, {"sight": 0}, {"move": 0}))
    floor = region("defineSurface", x / 100, y / 100, id=f"f{number}", **{"move": 20, "sight": 20} | stops)
    (shape,) = floor["shapes"]
    shape |= {"x": x, "y": y, "width": width, "height": height}
    floor["behaviors"][0]["system"]["placement"] = "bottom" if under else "top"
    floor["elevation"] = {"bottom": STOREY, "top": None} if under else {"bottom": 0, "top": pick.choice((8, 10, 12))}
    floor["levels"] = pick.choice(([], [], ["here"], ["there"], ["cellar"]))
    kind = pick.random()
    if kind < 0.3:
        aside, down = pick.randint(-60, 160), pick.randint(-60, 160)
        hole = {"x": x + aside, "y": y + down, "width": pick.randint(20, 300), "height": 150}
        floor["shapes"].append(shape | hole | {"hole": True})
    elif kind < 0.5:
        points = [*edge, *(pick.randint(0, 900) for _ in range(4))]
        floor["shapes"] = [{"type": "polygon", "points": points, "hole": False}]
    return floor


def _cave(pick: random.Random) -> list[Document]:
    """Make the wall of a cave between the two: a jagged line, or one round a rock."""
    x, y = pick.randint(250, 400), pick.randint(-100, 350)
    points = [(x, y)]
    for n in range(pick.randint(4, CAVE)):
        turn = 2 * math.pi * n / CAVE if pick.random() < 0.8 else pick.uniform(0, 7)
        x, y = (
            x + round(70 * math.sin(turn)) + pick.randint(-25, 25),
            y + round(70 * math.cos(turn)) + pick.randint(-25, 25),
        )
        points.append((x, y))
    pairs = [(one, other) for one, other in pairwise(points) if one != other]
    return [{"_id": f"c{n}", "c": [*one, *other], "sight": 20, "move": 20} for n, (one, other) in enumerate(pairs)]


def _room(pick: random.Random, token: Document) -> list[Document]:
    """Make a room round a token, of which a wall may be missing or leave a gap of some pixels."""
    x0, y0 = token["x"] - pick.choice((0, 0, 1, 30)), token["y"] - pick.choice((0, 0, 1, 30))
    x1, y1 = (token[axis] + token["width"] * 100 + pick.choice((0, 1, 20)) for axis in ("x", "y"))
    gap = pick.choice((0, 0, 1, 5, 30))
    sides = [[x0, y0, x1, y0], [x1, y0, x1, y1], [x1, y1, x0, y1], [x0, y1, x0, y0 + gap]]
    if pick.random() < 0.3:
        del sides[pick.randrange(3)]
    return [{"_id": f"room{n}", "c": ends, "sight": 20, "move": 20} for n, ends in enumerate(sides)]
