"""Scenes of any size, as Foundry would send them, from a seeded generator: the same each time.

    grow   a dungeon: rooms whose walls lie on grid lines, with doors, and jagged rocks between them, at any angle;
           four cells for each wall, so that its area grows with the number of walls
    cave   jagged rocks alone: short walls at any angle
    low    a dungeon of walls with tops, and railings

Tokens are in groups of 20, each on 14 x 14 cells, so that every token is in a fight.
"""

from __future__ import annotations

import heapq
import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

CELL = 100  # pixels
ROOMS = 0.6  # of a dungeon's walls
GROUP, GROUP_SIDE = 20, 14
TOKENS = {300: 20, 2_000: 100, 20_000: 500}
LIGHTS = 100

Document = dict[str, Any]
Segment = tuple[int, int, int, int]
Box = tuple[int, int, int, int]  # x0 y0 x1 y1, cells


@dataclass(frozen=True)
class Map:
    """A scene's JSON, and its name in the table."""

    kind: str
    walls: int
    tokens: int
    data: bytes

    @property
    def title(self) -> str:
        """The map in a few words, for the table."""
        return f"{self.walls:,} walls, {self.tokens} tokens, {self.kind}"


def grow(walls: int, *, night: bool = False, tokens: int | None = None) -> Map:
    """Make a dungeon at constant density."""
    return _make("dungeon", walls, tokens, _side(walls), ROOMS, night)


def cave(walls: int, *, night: bool = False, tokens: int | None = None) -> Map:
    """Make rocks at constant density."""
    return _make("cave", walls, tokens, _side(walls), 0.0, night)


def low(walls: int) -> Map:
    """Make a dungeon of walls with a top, some of them railings with a bottom, too."""
    made = json.loads(grow(walls).data)
    for n, wall in enumerate(made["walls"]):
        wall["flags"] = {"wall-height": {"bottom": 2 if n % 4 == 0 else 0, "top": (3, 5, 8)[n % 3]}}
    return Map("low", walls, len(made["tokens"]), json.dumps(made).encode())


def _side(walls: int) -> int:
    return math.isqrt(4 * walls - 1) + 1


def _make(kind: str, walls: int, tokens: int | None, side: int, rooms: float, night: bool) -> Map:
    chance = random.Random(f"{kind} {walls}")
    count = TOKENS[walls] if tokens is None else tokens
    in_rooms = int(walls * rooms)
    segments = _rooms(chance, side, in_rooms)
    documents = [_wall(n, line, door, chance) for n, (line, door) in enumerate(segments[:in_rooms])]
    rocks = _rocks(chance, side)
    documents += [_wall(n, next(rocks), False, chance) for n in range(len(documents), walls)]
    scene = {
        "_id": "bench",
        "name": f"{kind} {walls}",
        "width": side * CELL,
        "height": side * CELL,
        "padding": 0,
        "grid": {"type": 1, "size": CELL, "distance": 5, "units": "ft", "diagonals": 0},
        "tokenVision": True,
        "environment": {
            "darknessLevel": 1.0 if night else 0.0,
            "globalLight": {"enabled": not night, "bright": not night, "darkness": {"min": 0, "max": 1}},
        },
        "walls": documents,
        "tokens": _tokens(chance, side, count),
        "lights": [_light(n, chance, side) for n in range(LIGHTS)],
        "regions": [],
    }
    return Map(f"{kind} by night" if night else kind, walls, count, json.dumps(scene).encode())


def _rooms(chance: random.Random, side: int, wanted: int) -> list[tuple[Segment, bool]]:
    """Split the largest room by a wall with a door until there are enough walls. True marks a door."""
    found: list[tuple[Segment, bool]] = []
    rooms: list[tuple[int, float, Box]] = [(-side * side, 0.0, (0, 0, side, side))]
    while len(found) < wanted and rooms:
        _, _, (x0, y0, x1, y1) = heapq.heappop(rooms)
        wide = x1 - x0 >= y1 - y0
        low, high = (x0, x1) if wide else (y0, y1)
        if high - low < 2:
            continue  # a room of one cell is not split
        at = chance.randint(low + (high - low) // 3, high - (high - low) // 3)
        at = min(max(at, low + 1), high - 1)
        first, last = (y0, y1) if wide else (x0, x1)
        door = chance.randrange(first, last)
        for start, stop, is_door in ((first, door, False), (door, door + 1, True), (door + 1, last, False)):
            if start < stop:
                line = (at, start, at, stop) if wide else (start, at, stop, at)
                found.append((tuple(v * CELL for v in line), is_door))  # type: ignore[arg-type]  # four of them
        halves = ((x0, y0, at, y1), (at, y0, x1, y1)) if wide else ((x0, y0, x1, at), (x0, at, x1, y1))
        for a, b, c, d in halves:
            heapq.heappush(rooms, (-(c - a) * (d - b), chance.random(), (a, b, c, d)))
    return found


def _rocks(chance: random.Random, side: int) -> Iterator[Segment]:
    """Yield the walls of jagged closed loops anywhere, without end."""
    while True:
        x, y = chance.uniform(0, side) * CELL, chance.uniform(0, side) * CELL
        corners = chance.randint(6, 12)
        points = []
        for n in range(corners):
            angle = (n + chance.uniform(-0.3, 0.3)) * 2 * math.pi / corners
            radius = chance.uniform(0.5, 1.6) * CELL
            points.append((round(x + radius * math.cos(angle)), round(y + radius * math.sin(angle))))
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            if (ax, ay) != (bx, by):
                yield ax, ay, bx, by


def _tokens(chance: random.Random, side: int, count: int) -> list[Document]:
    documents: list[Document] = []
    taken: set[tuple[int, int]] = set()
    room = min(GROUP_SIDE, side)
    while len(documents) < count:
        left, top = chance.randint(0, side - room), chance.randint(0, side - room)
        cells = [(x, y) for x in range(left, left + room) for y in range(top, top + room)]
        free = [cell for cell in cells if cell not in taken]
        for cell in chance.sample(free, min(GROUP, len(free), count - len(documents))):
            taken.add(cell)
            documents.append(_token(len(documents), cell, chance))
    return documents


# --- documents, with every field that Foundry writes ------------------------------------------------------------------

_WALL = json.loads(
    """{"light": 20, "move": 20, "sight": 20, "sound": 20, "dir": 0, "doorSound": null,
    "threshold": {"light": null, "sight": null, "sound": null, "attenuation": false}}"""
)
_LIGHT = {"angle": 360, "luminosity": 0.5, "negative": False}
_TOKEN = json.loads(
    """{"displayName": 0, "actorLink": false, "appendNumber": false, "prependAdjective": false,
    "width": 1, "height": 1, "shape": 4, "hidden": false, "alpha": 1, "displayBars": 0,
    "bar1": {"attribute": "attributes.hp"}, "bar2": {"attribute": null},
    "light": {"dim": 0, "bright": 0, "angle": 360},
    "sight": {"enabled": true, "range": 60, "angle": 360, "visionMode": "darkvision"},
    "detectionModes": [{"id": "basicSight", "range": 60, "enabled": true}], "effects": [], "flags": {}}"""
)
_TEXTURE = {"anchorX": 0.5, "anchorY": 0.5, "scaleX": 1, "scaleY": 1, "rotation": 0, "tint": "#ffffff"}
_TRAITS = {"reach": 5, "size": "med", "locomotion": "walk", "statuses": [], "creatureType": "humanoid"}


def _wall(n: int, line: Segment, door: bool, chance: random.Random) -> Document:
    state = 1 if door and chance.random() < 0.3 else 0
    return {"_id": f"wall{n:012d}", "c": list(line), **_WALL, "door": int(door), "ds": state, "flags": {}}


def _light(n: int, chance: random.Random, side: int) -> Document:
    dim = chance.randint(4, 12) * 5
    x, y = (round(chance.uniform(0, side) * CELL) for _ in "xy")
    more = {"elevation": 0, "rotation": 0, "walls": True, "hidden": False, "flags": {}}
    return {"_id": f"light{n:011d}", "x": x, "y": y, "config": {"dim": dim, "bright": dim / 2, **_LIGHT}, **more}


def _token(n: int, cell: tuple[int, int], chance: random.Random) -> Document:
    x, y = cell
    return {
        "_id": f"token{n:011d}",
        "name": f"Creature {n}",
        "actorId": f"actor{n:011d}",
        "x": x * CELL,
        "y": y * CELL,
        "elevation": chance.choice((0, 0, 0, 5, 10)),
        "rotation": chance.randrange(0, 360, 45),
        "disposition": 1 if n % 2 else -1,
        **_TOKEN,
        "texture": {"src": f"worlds/bench/tokens/creature-{n}.webp", **_TEXTURE},
        "coign": {**_TRAITS, "senses": {"darkvision": 60 if n % 3 == 0 else None}},
    }
