"""Random scenes for the recount of cover: a kind of obstacle each, between an attacker and a target at some heights."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from support.maps import Document, on_hexes, region, roof

PLAIN: Document = {"sight": 20}
WALLS: dict[str, tuple[Document, ...]] = {
    "plan": (PLAIN,),
    "gridless": (PLAIN,),
    "hexes": (PLAIN, PLAIN, {"sight": 10}, {"sight": 30}),
    "doors": (
        PLAIN,
        {"sight": 0, "door": 1},
        {"sight": 20, "door": 2, "ds": 2},
        {"sight": 20, "door": 1, "ds": 1},
    ),
    "one-way": (PLAIN, {"sight": 20, "dir": 1}, {"sight": 20, "dir": 2}),
    "terrain": ({"sight": 10},),
    "windows": (PLAIN, {"sight": 30}),
    "mixed": (PLAIN, PLAIN, {"sight": 10}, {"sight": 30}),
    "rooms": (PLAIN,),
    "caves": (PLAIN,),
    "big": (PLAIN,),
    "levels": ({"sight": 20, "levels": ["here"]}, {"sight": 20, "levels": ["there"]}, {"sight": 20, "levels": []}),
    "storeys": (PLAIN, {"sight": 20, "levels": ["here"]}, {"sight": 20, "levels": ["there"]}, {"sight": 10}),
}
HEIGHTS: dict[str, Callable[[random.Random], Document]] = {
    "low": lambda pick: {"top": pick.choice((1, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6))},
    "hanging": lambda pick: {"bottom": pick.choice((1, 2, 3, 4, 4.5)), "top": pick.choice((None, 6, 20))},
    "lying": lambda pick: {"top": pick.choice((0.5, 1, 1.2, 2, 3, 4))},
    "above": lambda pick: {"top": pick.choice((1, 3, 5, 8, 10, 14, 20)), "bottom": pick.choice((None, None, 0, 2))},
    "below": lambda pick: {"top": pick.choice((1, 3, 5, 8, 10, 14, 20)), "bottom": pick.choice((None, None, 4, 10))},
    "low-hexes": lambda pick: {"top": pick.choice((1, 2, 3, 4, 6))},
    "low-gridless": lambda pick: {"top": pick.choice((1, 2, 3, 4, 6))},
    "low-big": lambda pick: {"top": pick.choice((2, 3, 4, 6, 8, 9))},
    "low-terrain": lambda pick: {"top": pick.choice((2, 3, 4, 6))},
    "own": lambda pick: {"top": pick.choice((1, 2, 3, 4, 4.5, 6))},
    "cut": lambda pick: {"top": pick.choice((2, 3, 4))},
}
KINDS = (*WALLS, *HEIGHTS, "floors", "things", "creatures", "together")
MIXED_SIZES = ("plan", "doors", "together")
CAVE = 14  # walls of a cave's wall
STOREY = 10  # ft, from a level's bottom to its top


def scene_of(pick: random.Random, kind: str) -> Document:
    """Make a scene of a kind, with the attacker A and the target B first among its tokens."""
    grid = 2 + 2 * pick.randrange(2) if "hexes" in kind else 0 if "gridless" in kind else pick.choice((1, 1, 0))
    a = _token(pick, kind, grid, "A", 1, 2)
    b = _token(pick, kind, grid, "B", pick.randint(3 if kind == "own" else 4, 7), pick.randint(1, 4))
    walls = [_wall(pick, kind, n, a, b) for n in range(pick.randint(1, 5))]
    if kind == "rooms":
        walls += _room(pick, b)
    if kind == "caves":
        walls = _cave(pick)
    if kind == "cut":
        walls = [piece for wall in walls for piece in _cut(pick, wall)]
    scene: Document = {
        "_id": "s",
        "grid": {"type": grid, "size": 100, "distance": 5, "units": "ft"},
        "width": 1500,
        "height": 1500,
        "padding": 0,
        "walls": [wall for wall in walls if wall["c"][:2] != wall["c"][2:]],
        "tokens": [a, b],
        "regions": [],
        "levels": [{"_id": key, "name": key} for key in ("here", "there")] if kind == "levels" else [],
    }
    if kind == "storeys":
        scene |= _storeys(pick, a, b)
    if kind == "floors":
        a["elevation"], b["elevation"] = pick.sample((0, 0, 6, 10, 12, 15), 2)
        scene["regions"] = [_floor(pick, n, _between(pick, a, b), "open") for n in range(pick.randint(1, 2))]
        scene["walls"] = scene["walls"][: pick.choice((0, 1, 2))]
    if kind == "things":
        scene["walls"] = scene["walls"][: pick.choice((0, 1))]
        a["elevation"] = pick.choice((0, 0, 10, 20))
        scene["tokens"] += [_other(pick, n, thing=True) for n in range(pick.randint(1, 3))]
    if kind == "creatures":
        a["elevation"] = pick.choice((0, 0, 5, 10))
        scene["tokens"] += [_other(pick, n, thing=False) for n in range(pick.randint(1, 4))]
    if kind == "together":
        a["elevation"], b["elevation"] = pick.choice(((0, 0), (0, 0), (10, 0), (0, 6), (15, 4)))
        scene["regions"] = [_floor(pick, n, _between(pick, a, b), "open") for n in range(pick.choice((0, 0, 1)))]
        scene["tokens"] += [_other(pick, n, thing=pick.random() < 0.6) for n in range(pick.randint(1, 4))]
    return scene


def _token(pick: random.Random, kind: str, grid: int, key: str, column: int, row: int) -> Document:
    width = pick.choice((1, 2, 3)) if "big" in kind else pick.choice((1, 1, 2)) if kind in MIXED_SIZES else 1
    place: Document = {"x": column * 100, "y": row * 100, "width": width, "height": width}
    coign: Document = {"reach": 5}
    if pick.random() < 0.3 and grid < 2:
        place["x"], place["y"] = place["x"] + pick.randint(-40, 40), place["y"] + pick.randint(-40, 40)
    if grid >= 2:
        place |= {**on_hexes(grid, (row, column)), "width": 1, "height": 1}
        place.pop("coign")
    if (kind in HEIGHTS or kind == "together") and pick.random() < 0.4:
        coign["height"] = pick.choice((2.5, 3, 4, 7, 8))
    elif kind in HEIGHTS and pick.random() < 0.2:
        coign["size"] = "small"
    if key == "B" and (kind == "lying" or (kind == "together" and pick.random() < 0.2)):
        coign["statuses"] = [pick.choice(("prone", "unconscious"))]
    if kind == "levels":
        place["level"] = "here"
    place["elevation"] = 0
    if (kind, key) in (("above", "A"), ("below", "B")):
        place["elevation"] = pick.choice((2, 5, 10, 15, 30))
    return {"_id": key, "name": key, "actorId": key, **place, "coign": coign, "disposition": 1 if key == "A" else -1}


def _wall(pick: random.Random, kind: str, number: int, *pair: Document) -> Document:
    x, y = pick.randint(150, 800), pick.randint(50, 550)
    across, down = pick.choice((0, pick.randint(-200, 200))), pick.randint(-250, 250)
    if pick.random() < 0.6:  # its middle is between the two, or near
        x, y = _between(pick, *pair)
        x, y = x - across // 2, y - down // 2
    elif pick.random() < 0.6:
        x, y = round(x, -2) + pick.choice((0, 0, 1, -2)), round(y, -2) + pick.choice((0, 0, 1, -2))
    if kind == "own" and pick.random() < 0.7:
        x, y = round(pair[0]["x"]) + pick.randint(60, 180), round(pair[0]["y"]) - pick.randint(-40, 150)
    ends = [x, y, x + across, y + down]
    fields = dict(pick.choice(WALLS["mixed"] if kind == "together" else WALLS.get(kind, (PLAIN,))))
    if kind in HEIGHTS and pick.random() < 0.8:
        fields["flags"] = {"wall-height": HEIGHTS[kind](pick)}
    if kind == "together" and pick.random() < 0.6:
        fields["flags"] = {"wall-height": HEIGHTS[pick.choice(("low", "hanging", "above"))](pick)}
    if kind == "low-terrain" and pick.random() < 0.7:
        fields["sight"] = 10
    return {"_id": f"w{number}", "c": ends, "move": 20, **fields}


def _other(pick: random.Random, number: int, *, thing: bool) -> Document:
    side = pick.choice((0.5, 1, 1, 2)) if not thing else pick.choice((0.5, 1, 1))
    place = {"x": pick.randint(180, 620), "y": pick.randint(50, 450), "width": side, "height": side}
    coign: Document = {"creature": False} if thing else {}
    if pick.random() < 0.5:
        coign["height"] = pick.choice((1, 2, 3, 4, 6, 9))
    elevation = pick.choice((0, 0, 0, 2, 4, 8))
    return {
        "_id": f"C{number}",
        "name": f"C{number}",
        **place,
        "elevation": elevation,
        "coign": coign,
        "disposition": 0,
    }


def _cut(pick: random.Random, wall: Document) -> list[Document]:
    """Cut a wall in two, along or across."""
    x0, y0, x1, y1 = wall["c"]
    heights = wall.get("flags", {}).get("wall-height", {"top": 4})
    if pick.random() < 0.5:
        x, y = (x0 + x1) // 2, (y0 + y1) // 2
        return [{**wall, "c": [x0, y0, x, y]}, {**wall, "_id": wall["_id"] + "b", "c": [x, y, x1, y1]}]
    at = heights["top"] / 2
    return [
        {**wall, "flags": {"wall-height": {"top": at}}},
        {**wall, "_id": wall["_id"] + "b", "flags": {"wall-height": {"bottom": at, "top": heights["top"]}}},
    ]


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
        "regions": [_floor(pick, n, _between(pick, *creatures), "levels") for n in range(pick.choice((0, 1, 1, 2)))],
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


def _floor(pick: random.Random, number: int, edge: tuple[int, int], where: str) -> Document:
    """Make a floor or a ceiling: a rectangle with a corner or a side at a place, here and there with a hole in it, or a
    triangle with a corner there."""
    x, y = (place - pick.choice((0, 0, 1)) * pick.randint(50, 500) for place in edge)
    width, height = pick.randint(50, 700), pick.randint(50, 700)
    under = pick.random() < 0.6
    stops: Any = pick.choice(({}, {}, {}, {}, {"sight": 0}, {"move": 0})) if where == "levels" else {}
    floor = region("defineSurface", x / 100, y / 100, id=f"f{number}", **{"move": 20, "sight": 20} | stops)
    (shape,) = floor["shapes"]
    shape |= {"x": x, "y": y, "width": width, "height": height}
    floor["behaviors"][0]["system"]["placement"] = "bottom" if under else "top"
    height_of = pick.choice((3, 8, 10)) if where == "open" else STOREY
    floor["elevation"] = {"bottom": height_of, "top": None} if under else {"bottom": 0, "top": pick.choice((8, 10, 12))}
    floor["levels"] = pick.choice(([], [], ["here"], ["there"], ["cellar"])) if where == "levels" else []
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
