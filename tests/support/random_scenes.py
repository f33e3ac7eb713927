"""Random scenes for property tests, and the same scenes turned, mirrored, moved, scaled, shuffled or in more pieces.

Tokens are on the grid or slightly off it; walls are along it and across it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from support.maps import MOONLESS_NIGHT, SOLID, Document

SIDE = 800  # px: the side of the map, which is turned about its middle
KINDS: list[Document] = [
    {},
    {},
    {"door": 1},
    {"sight": 30},
    {"sight": 10, "light": 10},
    {"move": 0},
    {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}},
    {"flags": {"wall-height": {"bottom": 0, "top": 4}}},
    {"flags": {"wall-height": {"bottom": 2, "top": 9}}, "sight": 10},
    {"flags": {"wall-height": {"bottom": 3, "top": None}}, "move": 0},
    {"flags": {"wall-height": {"bottom": None, "top": 7}}, "sight": 30},
    {"flags": {"coign": {"cover": "half"}}},
]
SPOTS = st.integers(0, 8).map(lambda n: 100 * n)
ANYWHERE = SPOTS | st.integers(0, 128).map(lambda n: n * 6.25)


@st.composite
def tokens(draw: st.DrawFn, letter: str) -> Document:
    side = draw(st.sampled_from([0.5, 1, 1, 1, 2, 3]))
    aside = draw(st.sampled_from([0, 0, 0, 3, -2.5]))
    senses = draw(st.sampled_from([{}, {"darkvision": 30}, {"blindsight": 15}, {"lowLight": True}]))
    token: Document = {
        "_id": letter,
        "x": 100 * draw(st.integers(1, 6)) + aside,
        "y": 100 * draw(st.integers(1, 6)) - aside,
        "width": side,
        "height": side,
        "rotation": 45 * draw(st.integers(0, 7)),
        "elevation": draw(st.sampled_from([0, 0, 0, 5, 12])),
        "disposition": -1 if letter in "BE" else 1,
        "coign": {"reach": 5 * draw(st.integers(1, 2)), "senses": senses},
    }
    if draw(st.integers(0, 3)) == 0:
        token["light"] = {"bright": 5, "dim": 15}
    said = [{}, {}, {"height": 3}, {"height": 11}, {"statuses": ["prone"]}, {"size": "small"}]
    token["coign"] |= draw(st.sampled_from(said if letter in "AB" else [*said, {"creature": False}]))
    return token


@st.composite
def walls(draw: st.DrawFn) -> Document:
    ends: tuple[float, float, float, float]
    if draw(st.booleans()):
        x, y = draw(SPOTS), draw(SPOTS)
        length = 100 * draw(st.integers(1, 4))
        ends = (x, y, x + length, y) if draw(st.booleans()) else (x, y, x, y + length)
    else:
        ends = (draw(ANYWHERE), draw(ANYWHERE), draw(ANYWHERE), draw(ANYWHERE))
    return {"c": list(ends)} | SOLID | deepcopy(draw(st.sampled_from(KINDS))) | {"dir": draw(ONE_WAY)}


ONE_WAY = st.sampled_from([0, 0, 0, 0, 1, 2])
LAMPS = st.builds(
    lambda x, y, bright, angle, rotation: {
        "x": x + 12.5,
        "y": y + 37.5,
        "rotation": rotation,
        "config": {"bright": bright, "dim": 2 * bright, "angle": angle},
    },
    SPOTS,
    SPOTS,
    st.integers(2, 25),
    st.sampled_from([360, 360, 120]),
    st.sampled_from([0, 90, 180, 270]),
)
AREAS = st.builds(
    lambda kind, heights, x, y, width, height: {
        "shapes": [{"type": "polygon", "points": [x, y, x + width, y, x + width, y + height, x, y + height]}],
        "behaviors": [kind],
        "elevation": heights,
    },
    st.sampled_from(
        [
            {"type": "coign.cover", "system": {"degree": "half"}},
            {"type": "coign.obscuring", "system": {"degree": "light"}},
            {"type": "coign.obscuring", "system": {"degree": "heavy"}},
            {"type": "coign.ground", "system": {"elevation": 10}},
            {"type": "coign.terrain", "system": {"difficult": True}},
            {"type": "defineSurface", "system": {"placement": "both", "move": 20, "sight": 20, "light": 20}},
        ]
    ),
    st.sampled_from([{}, {}, {"bottom": 2, "top": 8}, {"bottom": None, "top": 3}]),
    ANYWHERE,
    ANYWHERE,
    st.integers(1, 32).map(lambda n: n * 6.25),
    st.integers(1, 32).map(lambda n: n * 6.25),
)


@st.composite
def scenes(draw: st.DrawFn) -> Document:
    made: Document = {
        "_id": "s",
        "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft", "diagonals": draw(st.integers(0, 6))},
        "tokenVision": True,
        "environment": {"darknessLevel": draw(st.sampled_from([0, 0.5, 1])), "globalLight": dict(MOONLESS_NIGHT)},
        "tokens": [draw(tokens(letter)) for letter in "ABCE"],
        "walls": draw(st.lists(walls(), max_size=6)),
        "lights": draw(st.lists(LAMPS, max_size=2)),
        "regions": draw(st.lists(AREAS, max_size=2)),
    }
    if draw(st.integers(0, 3)) == 0:
        rider, steed = made["tokens"][draw(st.sampled_from([0, 1]))], made["tokens"][draw(st.sampled_from([2, 3]))]
        rider |= {axis: steed[axis] for axis in ("x", "y", "elevation", "disposition")}
        rider["coign"]["mount"] = steed["_id"]
    for name in ("walls", "lights", "regions"):
        for n, document in enumerate(made[name]):
            document["_id"] = f"{name[0]}{n}"
    return made


# --- what no line of a random scene passes ----------------------------------------------------------------------------

OVER, UNDER = {"bottom": 60, "top": 70}, {"bottom": -70, "top": -60}  # ft: over all heads and lamps, and under all feet
BESIDE = 3000  # px: beyond everything on the map, and beyond the light of its lamps
ACTING = (
    ("coign.cover", {"degree": "total"}),
    ("coign.obscuring", {"degree": "light"}),
    ("coign.obscuring", {"degree": "heavy"}),
    ("coign.obscuring", {"degree": "heavy", "from": "outside"}),
    ("coign.terrain", {"difficult": True, "water": True}),
    ("modifyMovementCost", {"difficulties": {"walk": 3, "fly": 3}}),
    ("adjustDarknessLevel", {"mode": 0, "modifier": 1}),
    ("adjustDarknessLevel", {"mode": 0, "modifier": 0}),
    ("defineSurface", {"placement": "both", "move": 20, "sight": 20, "light": 20}),
)


@st.composite
def unpassed(draw: st.DrawFn) -> tuple[str, Document]:
    """A document, and the name of its collection, that no line passes: over or under all, or beside the map."""
    name = draw(st.sampled_from(["regions", "regions", "walls", "tiles", "lights"]))
    heights = draw(st.sampled_from([OVER, UNDER, None]))
    x = -1000 if heights else BESIDE
    made: Document
    if name == "regions":
        kind, system = draw(st.sampled_from([*ACTING, *([] if heights else [("coign.ground", {"elevation": 10})])]))
        points = [x, -1000, x + 3000, -1000, x + 3000, 2000, x, 2000]
        made = {
            "shapes": [{"type": "polygon", "points": points}],
            "behaviors": [{"type": kind, "system": system}],
            "elevation": heights or {},
        }
    elif name == "walls":
        made = {"c": [x, 400, x + 3000, 450], "flags": {"wall-height": heights or {}}} | SOLID
    elif name == "tiles":
        said = {"object": {"height": 10}}
        place = {"x": x, "y": -1000, "width": 3000, "height": 3000, "elevation": (heights or OVER)["bottom"]}
        made = place | {"flags": {"coign": said}}
    else:
        ranges = {"rangeBottom": heights["bottom"], "rangeTop": heights["top"]} if heights else {}
        config = {"bright": 20, "dim": 40, "negative": draw(st.booleans())}
        made = {"x": x if not heights else 400, "y": 400, "config": config, "flags": {"levels": ranges}}
    return name, made | {"_id": "unpassed"}


# --- the same scene in another way -----------------------------------------------------------------------------------

Turn = Callable[[float, float], tuple[float, float]]


def moved(scene: Document, turn: Turn, by_degrees: Callable[[float], float], *, flips: bool = False) -> Document:
    """Return the scene with every place turned. `flips`: the turn is a mirror, which reverses one-way walls."""
    made = deepcopy(scene)
    for token in made["tokens"]:
        width, height = token["width"] * 100, token["height"] * 100
        ends = [turn(token["x"], token["y"]), turn(token["x"] + width, token["y"] + height)]
        token["x"], token["y"] = min(x for x, _ in ends), min(y for _, y in ends)
        token["rotation"] = by_degrees(token["rotation"])
    for wall in made["walls"]:
        x0, y0, x1, y1 = wall["c"]
        wall["c"] = [*turn(x0, y0), *turn(x1, y1)]
        if flips:
            wall["dir"] = {0: 0, 1: 2, 2: 1}[wall["dir"]]
    for lamp in made["lights"]:
        lamp["x"], lamp["y"] = turn(lamp["x"], lamp["y"])
        lamp["rotation"] = by_degrees(lamp["rotation"])
    for region in made["regions"]:
        points = region["shapes"][0]["points"]
        corners = [turn(x, y) for x, y in zip(points[::2], points[1::2], strict=True)]
        region["shapes"][0]["points"] = [value for corner in corners for value in corner]
    return made


def turned(scene: Document) -> Document:
    """Return the scene after a quarter turn."""
    return moved(scene, lambda x, y: (SIDE - y, x), lambda degrees: degrees + 90)


def mirrored(scene: Document) -> Document:
    """Return the scene with east and west exchanged."""
    return moved(scene, lambda x, y: (SIDE - x, y), lambda degrees: -degrees, flips=True)


def shifted(scene: Document, x: float, y: float) -> Document:
    """Return the scene moved by so many pixels."""
    return moved(scene, lambda a, b: (a + x, b + y), lambda degrees: degrees)


def shuffled(scene: Document, random: Any) -> Document:
    """Return the scene with its documents in another order."""
    other = deepcopy(scene)
    for name in ("walls", "tokens", "lights", "regions"):
        random.shuffle(other[name])
    return other


def split(scene: Document, random: Any) -> Document:
    """Return the scene with its walls in two or three pieces, some drawn from the other end, and some in two layers.

    Limited walls are left out: two pieces of one may be two crossings for a line through their joint.
    """
    other = deepcopy(scene)
    other["walls"] = []
    for wall in scene["walls"]:
        places = sorted(random.sample((0.25, 0.5, 0.75), random.randint(1, 2))) if wall["sight"] != 10 else []
        for n, (first, last) in enumerate(pairwise([0.0, *places, 1.0])):
            x0, y0, x1, y1 = wall["c"]
            ends = [x0 + (x1 - x0) * first, y0 + (y1 - y0) * first, x0 + (x1 - x0) * last, y0 + (y1 - y0) * last]
            piece = wall | {"_id": wall["_id"] + "bcd"[n - 1] * bool(n), "c": ends}
            if random.random() < 0.5:
                piece |= {"c": ends[2:] + ends[:2], "dir": {0: 0, 1: 2, 2: 1}[wall["dir"]]}
            other["walls"] += in_layers(piece, random) if ends[:2] != ends[2:] else []
    return other


def in_layers(wall: Document, random: Any) -> list[Document]:
    """Return a wall with a bottom and a top as two walls, one on the other, half of the time."""
    heights = wall.get("flags", {}).get("wall-height")
    if not heights or random.random() < 0.5:
        return [wall]
    bottom, top = heights["bottom"], heights["top"]
    middle = (bottom + top) / 2 if None not in (bottom, top) else 5.0  # ft: within every open end
    lower, upper = (
        wall | {"_id": wall["_id"] + letter, "flags": {"wall-height": heights | half}}
        for letter, half in (("", {"top": middle}), ("u", {"bottom": middle}))
    )
    return [lower, upper]


def doubled(scene: Document) -> Document:
    """Return the scene on a grid of twice the pixels."""
    other = deepcopy(scene)
    other["grid"]["size"] = 200
    for token in other["tokens"]:
        token["x"], token["y"] = 2 * token["x"], 2 * token["y"]
    for wall in other["walls"]:
        wall["c"] = [2 * value for value in wall["c"]]
    for lamp in other["lights"]:
        lamp["x"], lamp["y"] = 2 * lamp["x"], 2 * lamp["y"]
    for region in other["regions"]:
        region["shapes"][0]["points"] = [2 * value for value in region["shapes"][0]["points"]]
    return other


def move(drawn: Document, name: str, x: float, y: float, elevation: float) -> list[Document]:
    """Move a token of a drawn scene, and the steed that it rides with it. Return the documents that have changed."""
    tokens = {token["_id"]: token for token in drawn["tokens"]}
    rider, steed = tokens[name], tokens.get(tokens[name]["coign"].get("mount", ""))
    steps = {axis: to - rider.get(axis, 0) for axis, to in (("x", x), ("y", y), ("elevation", elevation))}
    moved = [rider] if steed is None else [rider, steed]
    for token in moved:
        token |= {axis: token.get(axis, 0) + step for axis, step in steps.items()}
    return moved
