"""Scenes built to be slow: regions shaped like combs, stars and spirals, with holes and in heaps; walls through one
point and side by side; lights everywhere; crowds of tokens with long names. Each scene fits into a frame.

`scene(kind, size)` makes one; `size` goes from 0 to 1, the largest that is accepted. `QUESTIONS` are the requests in
it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

SIDE = 4000  # px
Ring = list[float]


def comb(points: int, turn: float = 0.0) -> Ring:
    """Return a comb whose teeth cross the whole map."""
    teeth = max(1, points // 4)
    step = SIDE / teeth
    flat: Ring = []
    for n in range(teeth):
        flat += [n * step, 0, n * step, SIDE, (n + 0.5) * step, SIDE, (n + 0.5) * step, 1]
    return _turned([*flat, SIDE, -9, 0, -9], turn)


def star(points: int) -> Ring:
    """Return a star with spikes as long as the map."""
    return _round(points, lambda n: SIDE / 2 if n % 2 else SIDE / 20, 2 * math.pi / points)


def spiral(points: int) -> Ring:
    """Return a band that winds inwards."""
    half = max(3, points // 2)
    out = _round(half, lambda n: 100 + n * 1800 / half, 0.3)
    back = _round(half, lambda n: 120 + n * 1800 / half, 0.3)
    return out + [value for n in range(half - 1, -1, -1) for value in back[2 * n : 2 * n + 2]]


def zigzag(points: int) -> Ring:
    """Return a band that crosses itself at every step."""
    return [value for n in range(points) for value in (n * SIDE / points + (60 if n % 2 else 0), 1900 + 90 * (n % 3))]


def scribble(points: int) -> Ring:
    """Return a ring of random points."""
    pick = Random(points)
    return [pick.uniform(0, SIDE) for _ in range(2 * points)]


def holes(points: int) -> list[Ring]:
    """Return a square and the squares to cut out of it."""
    across = max(1, math.isqrt(points // 4))
    step = SIDE / across
    cut = [
        [x, y, x + step / 2, y, x + step / 2, y + step / 2, x, y + step / 2]
        for x in (n * step + 9 for n in range(across))
        for y in (n * step + 9 for n in range(across))
    ]
    return [[0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE], *cut]


def _round(points: int, radius: Callable[[int], float], step: float) -> Ring:
    flat: Ring = []
    for n in range(points):
        flat += [SIDE / 2 + radius(n) * math.cos(n * step), SIDE / 2 + radius(n) * math.sin(n * step)]
    return flat


def _turned(flat: Ring, turn: float) -> Ring:
    pairs = zip(flat[::2], flat[1::2], strict=True)
    sine, cosine = math.sin(turn), math.cos(turn)
    return [value for x, y in pairs for value in (x * cosine - y * sine, x * sine + y * cosine)]


OUTLINES: dict[str, Callable[[int], list[Ring]]] = {
    "comb": lambda n: [comb(n)],
    "slanted comb": lambda n: [comb(n, 0.6)],
    "star": lambda n: [star(n)],
    "spiral": lambda n: [spiral(n)],
    "zigzag": lambda n: [zigzag(n)],
    "scribble": lambda n: [scribble(n)],
    "holes": holes,
}
BEHAVIOURS = [
    {"type": "coign.obscuring", "system": {"degree": "heavy"}},
    {"type": "coign.cover", "system": {"degree": "half"}},
    {"type": "coign.terrain", "system": {"difficult": True, "water": True}},
    {"type": "coign.ground", "system": {"elevation": 5}},
    {"type": "adjustDarknessLevel", "system": {"mode": 0, "modifier": 1}},
    {"type": "defineSurface", "system": {"move": 20, "sight": 20, "placement": "both"}},
]
LOW = {"cover": {"degree": "low", "height": 3}}
NIGHT = {"environment": {"darknessLevel": 1, "globalLight": {"enabled": False}}}
FIGHTERS = [
    {"_id": "a", "name": "Vala", "x": 1000, "y": 1000, "disposition": 1, "coign": {"senses": {"darkvision": 60}}},
    {"_id": "b", "name": "Ghoul", "x": 2600, "y": 2400, "disposition": -1},
    {"_id": "c", "name": "Ogre", "x": 1900, "y": 1900, "width": 2, "height": 2, "disposition": -1},
]


def _regions(outline: str) -> Callable[[float], dict[str, Any]]:
    def made(size: float) -> dict[str, Any]:
        points = max(8, int(3000 * size))
        polygons = OUTLINES[outline](points)
        return {
            "regions": [
                {"_id": f"r{n}", "polygons": polygons, "behaviors": BEHAVIOURS, "elevation": {"bottom": 0, "top": 9}}
                for n in range(max(1, 60_000 // points // 4))
            ]
        }

    return made


def _walls_through_one_point(size: float) -> dict[str, Any]:
    turns = [2 * math.pi * n / 20_000 for n in range(max(1, int(20_000 * size)))]
    middle = SIDE / 2 - 200
    return {
        "walls": [
            {"c": [middle, middle, round(middle + 3000 * math.cos(turn), 2), round(middle + 3000 * math.sin(turn), 2)]}
            for turn in turns
        ]
    }


def _walls_that_all_cross(size: float) -> dict[str, Any]:
    count = max(1, int(20_000 * size))
    return {"walls": [{"c": [0, n * SIDE / count, SIDE, SIDE - n * SIDE / count]} for n in range(count)]}


def _thicket(size: float) -> dict[str, Any]:
    """Short walls around the middle between two creatures, each of which hides a part of the other."""
    pick = Random(3)
    walls = []
    for _ in range(max(1, int(20_000 * size))):
        x, y, turn = pick.gauss(1850, 90), pick.gauss(1750, 90), pick.uniform(0, math.pi)
        walls.append({"c": [x, y, x + 60 * math.cos(turn), y + 60 * math.sin(turn)]})
    return {"walls": walls}


def _lights_over_walls(size: float) -> dict[str, Any]:
    pick = Random(7)
    places = [(pick.uniform(0, SIDE), pick.uniform(0, SIDE)) for _ in range(5000)]
    return {
        "environment": {"darknessLevel": 1, "globalLight": {"enabled": False}},
        "walls": [{"c": [x, y, x + 60, y + 40]} for x, y in places],
        "lights": [
            {"x": pick.uniform(0, SIDE), "y": pick.uniform(0, SIDE), "config": {"dim": 300, "bright": 100, "angle": 90}}
            for _ in range(max(1, int(2000 * size)))
        ],
    }


def _crowd(size: float) -> dict[str, Any]:
    pick = Random(9)
    return {
        "tokens": [
            *FIGHTERS,
            *(
                {
                    "_id": f"t{n}",
                    "name": "Hob " * 450 + str(n),
                    "x": pick.uniform(0, SIDE),
                    "y": pick.uniform(0, SIDE),
                    "hidden": n % 2 == 0,
                    "width": 1 + n % 4,
                    "height": 1 + n % 4,
                    "disposition": n % 3 - 1,
                    "light": {"dim": 60, "bright": 20},
                }
                for n in range(max(1, int(1990 * size)))
            ),
        ],
        "environment": {"darknessLevel": 1},
    }


def _riders_in_formation(size: float) -> dict[str, Any]:
    """Tokens whose players have written mounts, formations and facings: riders in rings and chains, in one crowd."""
    count = max(3, int(1990 * size))
    names = ["phalanx", "x" * 200, "", "f1", "f2"]
    fields = [
        {"mount": f"t{(n + n % 3) % count}", "formation": names[n % 5], "facing": (n * 37.5) % 360 - (n % 2) * 1e6}
        for n in range(count)
    ]
    places = [(100 * (n // 3 % 40), 100 * (n // 120)) for n in range(count)]  # three in each square
    riders = [
        {"_id": f"t{n}", "x": x, "y": y, "hidden": n % 7 == 0, "disposition": n % 3 - 1, "coign": fields[n]}
        for n, (x, y) in enumerate(places)
    ]
    mounted = [{**one, "coign": {"mount": "t1", "formation": "phalanx", "facing": 90}} for one in FIGHTERS]
    return {"tokens": [*mounted, *riders]}


def _lights_over_terrain(size: float) -> dict[str, Any]:
    made = _lights_over_walls(size)
    return {**made, "walls": [{**wall, "light": 10, "sight": 10} for wall in made["walls"]]}


def _giants(size: float) -> dict[str, Any]:
    """Creatures of 8 x 8 squares, with walls of every sort between them."""
    pick = Random(5)
    sorts: list[dict[str, Any]] = [{}, {"sight": 10}, {"dir": 1}, {"sight": 20, "move": 0}, {"flags": {"coign": LOW}}]
    big = [{**one, "width": 8, "height": 8} for one in FIGHTERS]
    places = [(pick.uniform(0, SIDE), pick.uniform(0, SIDE)) for _ in range(max(1, int(20_000 * size)))]
    walls = [{"c": [x, y, x + 90, y + 50], **sorts[n % len(sorts)]} for n, (x, y) in enumerate(places)]
    return {"tokens": [*big, *_crowd(0.2)["tokens"][3:]], "walls": walls}


def _giants_among_areas(size: float) -> dict[str, Any]:
    return {**_regions("star")(size), "tokens": [{**one, "width": 8, "height": 8} for one in FIGHTERS]}


def _hexes(size: float) -> dict[str, Any]:
    return {**_giants(size), "grid": {"type": 2, "size": 100, "distance": 5}}


def _far_apart(size: float) -> dict[str, Any]:
    """Everything as far apart as coordinates go."""
    far = 9_900_000
    corners = [(-far, -far), (far, far), (0, far)]
    tokens = [{**one, "x": x, "y": y} for one, (x, y) in zip(FIGHTERS, corners, strict=True)]
    walls = [{"c": [-far, far - n, far, n - far]} for n in range(max(1, int(20_000 * size)))]
    return {"tokens": tokens, "walls": walls, "lights": [{"x": 0, "y": 0, "config": {"dim": 1e6}}], **NIGHT}


def _low_walls_on_ground(size: float) -> dict[str, Any]:
    ground = [{"type": "coign.ground", "system": {"elevation": 5}}]
    low = {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}}
    return {
        "regions": [
            {"polygons": [[0, 0, SIDE, 0, SIDE, SIDE - n, 0, SIDE - n]], "behaviors": ground} for n in range(300)
        ],
        "walls": [{"c": [n % SIDE, 0, n % SIDE, SIDE], **low} for n in range(max(1, int(20_000 * size)))],
    }


def _shapes(size: float) -> dict[str, Any]:
    several = max(1, int(30 * size))
    shapes = [
        *({"type": "circle", "x": 90 * n, "y": 2000, "radius": 1500} for n in range(several)),
        *({"type": "rectangle", "x": 99 * n, "y": 0, "width": 30, "height": SIDE} for n in range(several)),
        *({"type": "rectangle", "x": 0, "y": 99 * n, "width": SIDE, "height": 30} for n in range(several)),
        {"type": "emanation", "radius": 500, "base": {"type": "polygon", "points": star(90)}},
        {"type": "grid", "offsets": [{"i": n // 40, "j": 2 * (n % 20) + n // 20 % 2} for n in range(several * 30)]},
        {"type": "token", "x": 0, "y": 0, "width": 100, "height": 100},
    ]
    return {
        "regions": [
            {"shapes": [shape], "behaviors": BEHAVIOURS} for shape in shapes
        ] + [{"shapes": shapes, "behaviors": BEHAVIOURS}]
    }  # fmt: skip


KINDS: dict[str, Callable[[float], dict[str, Any]]] = {
    **{f"regions: {outline}": _regions(outline) for outline in OUTLINES},
    "regions: shapes": _shapes,
    "walls through one point": _walls_through_one_point,
    "walls that all cross": _walls_that_all_cross,
    "a thicket between": _thicket,
    "lights over walls": _lights_over_walls,
    "lights over terrain walls": _lights_over_terrain,
    "giants": _giants,
    "giants among areas": _giants_among_areas,
    "giants on hexes": _hexes,
    "all far apart": _far_apart,
    "a crowd with long names": _crowd,
    "riders in formation": _riders_in_formation,
    "low walls on much ground": _low_walls_on_ground,
}

_ATTACK = {"type": "evaluate", "scene": "s1", "actor": "a", "targets": ["b", "c"]}
QUESTIONS: list[dict[str, Any]] = [
    {**_ATTACK, "id": "gm", "occasion": "attack"},
    {**_ATTACK, "id": "player", "occasion": "attack", "viewer": "player"},
    {**_ATTACK, "id": "hiding", "occasion": "stealth", "viewer": "player"},
    {**_ATTACK, "id": "looking", "occasion": "perception"},
    {"type": "survey", "id": "map", "request": {**_ATTACK, "id": "map", "occasion": "attack", "targets": ["b"]},
     "places": [[300 * (n % 8), 300 * (n // 8)] for n in range(24)]},
]  # fmt: skip


def scene(kind: str, size: float) -> dict[str, Any]:
    """Return a scene of a kind, with fighters."""
    return {"_id": "s1", "tokens": FIGHTERS, "grid": {"type": 1, "size": 100, "distance": 5}, **KINDS[kind](size)}
