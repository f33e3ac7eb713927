"""Symmetries: a scene that is turned, mirrored, moved, scaled, reordered or drawn in more pieces has the same facts.

Tokens are on the grid or a little off it, walls on it and across it. Every fact is compared; named sides and edges are
turned as well.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.protocol import Attack
from support.maps import MOONLESS_NIGHT, SOLID, Document
from support.maps import on_hexes as hex_token
from support.scenes import BOW, D20, DMG, MELEE, examples, facts, read

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
    lambda kind, x, y, width, height: {
        "shapes": [{"type": "polygon", "points": [x, y, x + width, y, x + width, y + height, x, y + height]}],
        "behaviors": [kind],
    },
    st.sampled_from(
        [
            {"type": "coign.cover", "system": {"degree": "half"}},
            {"type": "coign.obscuring", "system": {"degree": "light"}},
            {"type": "coign.obscuring", "system": {"degree": "heavy"}},
            {"type": "coign.ground", "system": {"elevation": 10}},
            {"type": "coign.terrain", "system": {"difficult": True}},
        ]
    ),
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
        "regions": draw(st.lists(AREAS, max_size=1)),
    }
    for name in ("walls", "lights", "regions"):
        for n, document in enumerate(made[name]):
            document["_id"] = f"{name[0]}{n}"
    return made


# --- comparing --------------------------------------------------------------------------------------------------------

READINGS = [(DMG, BOW), (D20, BOW), (D20, MELEE), (DMG, MELEE)]
# Fields that name a direction, or that are chosen by reading order among equals: not compared as they are.
BY_PLACE = {"corner", "lines", "by", "soft", "blocked", "against", "attacker_edges", "helper_edges"}


def measured(scene: Document, attack: Attack, by: Any) -> Any:
    found = msgspec.to_builtins(facts(read(scene), attack=attack, by=by).all())
    for name in BY_PLACE:
        for fact in found.values():
            fact.pop(name, None)
    for arc in ("attacker", "target"):
        found["facing"].pop(f"{arc}_facing")
    return found


def same(one: Any, other: Any, mirrored: bool = False) -> None:
    """Assert equal facts: numbers to a millionth, shares of light to a sample; in a mirror left is right."""
    for fact, entries in one.items():
        for name, value in entries.items():
            got = other[fact][name]
            if name in ("attacker_side", "target_side") and mirrored:
                got = {"left": "right", "right": "left", None: None}[got]
            if isinstance(value, list):
                assert sorted(got) == sorted(value), f"{fact}.{name}"
            elif isinstance(value, dict):
                assert got == pytest.approx(value, abs=0.006), f"{fact}.{name}"
            elif isinstance(value, float):
                assert got == pytest.approx(value, abs=1e-6), f"{fact}.{name}"
            else:
                assert got == value, f"{fact}.{name}: {got!r} is not {value!r}"


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


def compare(scene: Document, other: Document, mirrored: bool = False) -> None:
    for by, attack in READINGS:
        same(measured(scene, attack, by), measured(other, attack, by), mirrored)


@given(scenes())
@examples(0.6)
def test_a_quarter_turn(scene: Document) -> None:
    compare(scene, moved(scene, lambda x, y: (SIDE - y, x), lambda degrees: degrees + 90))


@given(scenes())
@examples(0.6)
def test_a_mirror(scene: Document) -> None:
    mirror = moved(scene, lambda x, y: (SIDE - x, y), lambda degrees: -degrees, flips=True)
    compare(scene, mirror, mirrored=True)


@given(scenes(), st.integers(-50, 50), st.integers(-50, 50))
@examples(0.4)
def test_moved_by_whole_cells(scene: Document, columns: int, rows: int) -> None:
    compare(scene, moved(scene, lambda x, y: (x + 100 * columns, y + 100 * rows), lambda degrees: degrees))


@given(scenes(), st.randoms(use_true_random=False))
@examples(0.5)
def test_documents_in_any_order(scene: Document, random: Any) -> None:
    other = deepcopy(scene)
    for name in ("walls", "tokens", "lights", "regions"):
        random.shuffle(other[name])
    compare(scene, other)


@given(scenes(), st.randoms(use_true_random=False))
@examples(0.5)
def test_walls_drawn_in_two_pieces_and_from_the_other_end(scene: Document, random: Any) -> None:
    """Limited walls are left out: two pieces of one may be two crossings for a line through their joint."""
    other = deepcopy(scene)
    for wall in scene["walls"]:
        if wall["sight"] == 10:
            continue
        x0, y0, x1, y1 = wall["c"]
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        whole = next(one for one in other["walls"] if one["_id"] == wall["_id"])
        whole["c"] = [x0, y0, x, y]
        rest = wall | {"_id": wall["_id"] + "b", "c": [x, y, x1, y1]}
        if random.random() < 0.5:
            rest |= {"c": [x1, y1, x, y], "dir": {0: 0, 1: 2, 2: 1}[wall["dir"]]}
        if rest["c"][:2] != rest["c"][2:]:
            other["walls"].append(rest)
    compare(scene, other)


@given(scenes())
@examples(0.5)
def test_twice_the_pixels(scene: Document) -> None:
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
    compare(scene, other)


@given(scenes(), st.integers(-300, 300), st.integers(-300, 300))
@examples(0.4)
def test_without_a_grid_moved_by_any_pixels(scene: Document, x: int, y: int) -> None:
    scene["grid"]["type"] = 0
    compare(scene, moved(scene, lambda a, b: (a + x, b + y), lambda degrees: degrees))


# --- hexes ------------------------------------------------------------------------------------------------------------

Step = tuple[int, int]  # axial, from the middle of the map
SEVEN: list[Step] = [(0, 0), (1, 0), (0, 1), (1, -1), (-1, 1), (-1, 0), (0, -1)]
STEPS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
BODIES = st.sampled_from([SEVEN[:1], SEVEN[:1], SEVEN[:3], SEVEN])
HELD = st.fixed_dictionaries({letter: st.tuples(STEPS, BODIES, st.integers(0, 5)) for letter in "ABC"})
MIDDLE = 12


def on_hexes(kind: int, held: dict[str, Any], turn: Callable[[Step], Step], degrees: Callable[[int], int]) -> Document:
    """Place tokens of one, three or seven hexes. Facing 0 is towards a side, on pointy and on flat hexes."""
    made = []
    for letter, ((q, r), body, way) in held.items():
        cells = [turn((q + i, r + j)) for i, j in body]
        token = hex_token(kind, *(_offset(kind, MIDDLE + i, MIDDLE + j) for i, j in cells))
        token["coign"]["reach"] = 10
        made.append(
            token
            | {
                "_id": letter,
                "disposition": -1 if letter == "B" else 1,
                "rotation": degrees(60 * way + (30 if kind in (2, 3) else 0) + (30 if len(body) == 3 else 0)),
            }
        )
    return {"_id": "s", "grid": {"type": kind, "size": 100, "distance": 5, "units": "ft"}, "tokens": made}


def _offset(kind: int, q: int, r: int) -> tuple[int, int]:
    """Return Foundry's row and column of a hex: odd or even rows, or columns, are shifted."""
    push = 1 if kind in (3, 5) else -1
    if kind in (2, 3):
        return r, q + (r + push * (r & 1)) // 2
    return r + (q + push * (q & 1)) // 2, q


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("turn", "degrees", "mirrored"),
    [
        pytest.param(lambda step: (-step[1], step[0] + step[1]), lambda way: way + 60, False, id="60 degrees"),
        pytest.param(lambda step: (-step[0], -step[1]), lambda way: way + 180, False, id="180 degrees"),
        pytest.param(None, lambda way: -way, True, id="mirror"),
    ],
)
@given(held=HELD)
@examples(0.15)
def test_hexes(kind: int, turn: Any, degrees: Any, mirrored: bool, held: Any) -> None:
    """The mirror swaps east and west; pointy and flat hexes need different axial steps for that."""
    if turn is None:
        turn = (lambda s: (-s[0] - s[1], s[1])) if kind in (2, 3) else (lambda s: (-s[0], s[0] + s[1]))
    compare(on_hexes(kind, held, lambda step: step, lambda way: way), on_hexes(kind, held, turn, degrees), mirrored)
