"""Worked cases in other worlds: each comes out the same in metres, by other diagonals, on hexes and without a grid.

Most cases are drawn on squares of 5 ft, which is not what every table plays on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from coign.annotations.cases import read_cases
from support.paths import DATA
from support.rulings import PLAYED

TEXTS = ("combat-modifiers", "enchanted-realms", "coign-of-vantage")
METRES = 0.3  # to a foot
HIGH, APART = 2 / 3**0.5, 3**0.5 / 2  # the height of a hex and the distance of rows of hexes, to the width of a hex
# Fields that are lengths in the units of the scene, with all that is below them.
LENGTHS = (
    *("distance", "elevation", "reach", "range", "height", "senses", "speeds"),
    *("bright", "dim", "top", "bottom"),
)
Document = dict[str, Any]


def in_metres(case: Document) -> Document:
    """Return a case of feet in metres."""
    if _grid(case).get("units") != "ft":
        return case
    scene = _scaled(case["scene"], METRES)
    scene["grid"]["units"] = "m"
    pixels = {"tokens": ("width", "height"), "regions": ("shapes",), "tiles": ("width", "height")}
    for name, fields in pixels.items():
        for new, old in zip(scene.get(name, ()), case["scene"].get(name, ()), strict=True):
            new |= {field: old[field] for field in fields if field in old}
    scene |= {field: case["scene"][field] for field in ("width", "height") if field in case["scene"]}
    return {
        **case,
        "scene": scene,
        "request": _scaled(case["request"], METRES),
        "expect": _scaled(case["expect"], METRES),
    }


def on_a_grid(**fields: int) -> Callable[[Document], Document]:
    """Make the change of a case on squares to a grid with these fields, as Foundry numbers them."""
    return lambda case: (
        {**case, "scene": {**case["scene"], "grid": _grid(case) | fields}} if _grid(case).get("type") == 1 else case
    )


def on_hexes(case: Document) -> Document:
    """Return a case on squares on hexes, if it takes place in one row of squares: each becomes a hex of the row."""
    scene = case["scene"]
    tokens = scene["tokens"]
    if _grid(case).get("type") != 1 or not all(map(_is_small, tokens)) or len({one["y"] for one in tokens}) > 1:
        return case
    size: float = _grid(case)["size"]
    grid = _grid(case) | {"type": 2}
    # Odd rows have hexes where squares are. Stretch the row about its middle until it is as high as a hex.
    row: int = round(tokens[0]["y"] / size)
    middle: float = size * (HIGH / 2 + (2 * row + 1) * APART)

    def at(y: float) -> float:
        return middle + (y - size * (row + 0.5)) * HIGH

    moved = {name: [_moved(one, at) for one in scene.get(name, ())] for name in ("walls", "lights", "regions", "tiles")}
    places = [one | {"y": middle - size * HIGH / 2} for one in tokens]
    return {**case, "scene": {**scene, **moved, "tokens": places, "grid": grid}}


def _is_small(token: Document) -> bool:
    return bool(token.get("width", 1) == 1 == token.get("height", 1) and token["x"] % 100 == 0 == token["y"] % 100)


def _moved(document: Document, at: Callable[[float], float]) -> Document:
    """Return a wall, a light, a region or a tile with every y moved."""
    made = dict(document)
    if "c" in made:
        x0, y0, x1, y1 = made["c"]
        made["c"] = [x0, at(y0), x1, at(y1)]
    if "points" in made:
        made["points"] = [at(value) if n % 2 else value for n, value in enumerate(made["points"])]
    if "shapes" in made:
        made["shapes"] = [_moved(shape, at) for shape in made["shapes"]]
    if "y" in made:
        if "height" in made:
            made["height"] = at(made["y"] + made["height"]) - at(made["y"])
        made["y"] = at(made["y"])
    return made


def _grid(case: Document) -> Document:
    return dict(case["scene"].get("grid", {}))


def _scaled(value: Any, by: float, length: bool = False) -> Any:
    if isinstance(value, dict):
        return {name: _scaled(one, by, length or name in LENGTHS) for name, one in value.items()}
    if isinstance(value, list):
        return [_scaled(one, by, length) for one in value]
    return round(value * by, 6) if length and isinstance(value, int | float) and not isinstance(value, bool) else value


WORLDS: dict[str, Callable[[Document], Document]] = {
    "in metres": in_metres,
    "by 1-2-1": on_a_grid(diagonals=4),
    "by exact diagonals": on_a_grid(diagonals=1),
    "without a grid": on_a_grid(type=0),
    "on hexes": on_hexes,
}
# What the world itself changes: the length of a diagonal, the reach over one, and what lies at a corner; without a grid
# a big creature is one square; a hex has six corners and six ways to face; a book's feet go by squares in metres.
DIAGONAL = (
    "opportunity-second-diagonal",
    "engaged-reach-10-diagonal",
    "v35-engaged-reach-10-diagonal",
    "c17-diagonal-reach-5-10-5",
)
DIFFERENT = {
    "in metres": ("c4-ten-foot-squares-forty-feet",),
    "by 1-2-1": ("opportunity-15-ft-scene-counts-one", "c17-diagonal-reach-equidistant"),
    "by exact diagonals": (
        "opportunity-15-ft-scene-counts-one",
        "k2-two-helpers",
        "c17-diagonal-reach-equidistant",
        *DIAGONAL,
    ),
    "without a grid": (
        "opportunity-15-ft-third-diagonal",
        "opportunity-15-ft-three-diagonals",
        "flanking-7",
        "melee-8-far-part",
        "beyond-the-distance-1-2-1",
        "c2-pillar-in-the-way-of-a-large-target",
        "c7-large-target-one-row-open",
        "c9-large-attacker-reaches-round",
        "c9-huge-target",
        "c9-huge-target-one-row-clear",
        "c17-large-flanker-upper-square-opens-the-corner",
        "e-large-target-one-square-clear-complete",
        "e-large-target-one-square-clear-later",
        *DIAGONAL,
    ),
    "on hexes": (
        "k16-side",
        "l14-side",
        "w3-mostly",
        "w4-nearly",
        "c2-pillar-between-the-lines",
        "c2-two-terrain-walls-near-the-target",
    ),
}


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("ruleset", [*PLAYED, *TEXTS])
def test_a_case_comes_out_the_same_in_another_world(ruleset: str, world: str) -> None:
    written = json.loads((DATA / "cases" / f"{ruleset}.json").read_bytes())
    moved = [there for case in written if (there := WORLDS[world](case)) != case]  # `test_own_cases.py` has the others
    cases = read_cases(json.dumps(moved).encode())
    differ = {case.name: found for case in cases if (found := case.differences(case.run()))}
    assert {name: found for name, found in differ.items() if name not in DIFFERENT[world]} == {}
