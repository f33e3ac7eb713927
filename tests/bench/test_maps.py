"""Drawn scenes: the conformance cases contain both a drawing and the scene that it must give."""

from __future__ import annotations

import json
from typing import Any

import pytest

from coign.errors import BadMessage
from support.maps import draw, light, region, wall
from support.paths import DATA

CASES = [
    case
    for path in sorted((DATA / "conformance").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_drawing_gives_the_walls_and_places_of_its_case(case: dict[str, Any]) -> None:
    scene = draw(*case["map"])
    written = case["scene"]
    assert scene["walls"] == [one for one in written["walls"] if not one["_id"].startswith("wx")]
    where = ("_id", "x", "y", "width", "height", "disposition")
    drawn = {token["_id"] for token in scene["tokens"]}  # a mount under its rider cannot be drawn
    assert [[token[key] for key in where] for token in scene["tokens"]] == [
        [token[key] for key in where] for token in written["tokens"] if token["_id"] in drawn
    ]


def test_a_bright_day_and_a_night_are_as_in_the_cases() -> None:
    by_name = {case["name"]: case["scene"] for case in CASES}
    assert draw("+ +", " A ", "+ +")["environment"] == by_name["p21-on-a-table"]["environment"]
    assert draw("+ +", " A ", "+ +", night=True)["environment"] == by_name["p32-dim-light"]["environment"]


def test_a_lamp_is_as_in_the_cases() -> None:
    written = next(case for case in CASES if case["name"] == "p32-dim-light")["scene"]["lights"][0]
    assert light(0, 0, bright=10, dim=30) | {"_id": "lamp"} == written


def test_a_region_is_as_in_the_cases() -> None:
    written = next(case for case in CASES if case["name"] == "p33-difficult-ground")["scene"]["regions"][0]
    drawn = region("modifyMovementCost", 1, 0, id="rmodifyMovementCost", difficulties={"walk": 2})
    assert drawn == written


def test_tokens_can_be_changed_by_their_letter() -> None:
    scene = draw("+ +", " A ", "+ +", tokens={"A": {"elevation": 10, "coign": {"locomotion": "fly"}}})
    assert scene["tokens"][0]["elevation"] == 10
    assert scene["tokens"][0]["coign"] == {"reach": 5, "locomotion": "fly"}


def test_tokens_can_be_added_that_are_not_drawn() -> None:
    scene = draw("+ +", " A ", "+ +", tokens={"Z": {"x": 130}})
    assert [(token["_id"], token["x"]) for token in scene["tokens"]] == [("A", 0), ("Z", 130)]


def test_fog_is_an_obscuring_region_on_its_cell() -> None:
    (fog,) = draw("+ + +", " A % ", "+ + +")["regions"]
    assert fog["behaviors"][0]["type"] == "coign.obscuring"
    assert fog["behaviors"][0]["system"] == {"degree": "light"}
    assert fog["shapes"][0]["x"] == 100


def test_a_wall_off_the_borders_is_of_the_kind_it_is_drawn_as() -> None:
    assert wall(0, 0, 30, 40, "m")["c"] == [0, 0, 30, 40]
    assert wall(0, 0, 30, 40, "m")["sight"] == 0
    assert wall(0, 0, 30, 40, dir=1)["dir"] == 1


def test_two_drawings_share_nothing() -> None:
    first, second = draw("+ +", "bA ", "+ +"), draw("+ +", "bA ", "+ +")
    first["walls"][0]["flags"]["coign"]["cover"]["height"] = 99
    assert second["walls"][0]["flags"]["coign"]["cover"]["height"] == 3


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (("+ +", " A "), "an odd number of rows"),
        (("+ +", " A", "+ +"), "equally long"),
        (("+ +", " - ", "+ +"), "'-' in row 2, column 2 means nothing on a cell"),
        (("+ +", "AA ", "+ +"), "'A' in row 2, column 1 means nothing on a border"),
    ],
)
def test_a_slip_in_a_drawing_is_named(rows: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(BadMessage, match=sentence):
        draw(*rows)
