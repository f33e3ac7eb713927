"""The verdicts of two other modules, worked out by hand from their published rules, scene by scene."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from coign.bench.ruling import rule
from coign.protocol.messages import Annotation
from coign.rules.words import sentence
from support.maps import draw, wall
from support.other_modules import simple_cover, visioner
from support.published import Verdict, verdicts

pytestmark = pytest.mark.repeats

OPEN = ("+ + + + + +", " A . . . B ", "+ + + + + +")
BETWEEN = ("+ + + + + +", " A . C . B ", "+ + + + + +")


@pytest.mark.parametrize(
    ("rows", "more", "degree"),
    [
        (OPEN, {}, "none"),
        (BETWEEN, {}, "half"),  # two of the four lines pass through who stands between, from any corner
        (BETWEEN, {"tokens": {"C": {"hidden": True}}}, "none"),
        (BETWEEN, {"tokens": {"C": {"coign": {"statuses": ["dead"]}}}}, "none"),
        (BETWEEN, {"tokens": {"C": {"elevation": 30}}}, "none"),
        (BETWEEN, {"tokens": {"C": {"coign": {"size": "tiny"}}}}, "none"),  # 1 ft high, and the lines are at 3 ft
        (("+ + + + + +", " A . .|. B ", "+ + + + + +"), {"walls": [wall(300, -900, 300, 900)]}, "total"),
        (("+ + + + + +", " A . .o. B ", "+ + + + + +"), {}, "none"),
        (("+ + + + + +", " A . .m. B ", "+ + + + + +"), {}, "none"),
        (("+ + + + + +", " A . .l. B ", "+ + + + + +"), {}, "none"),  # one limited wall alone stops nothing
        (OPEN, {"walls": [wall(400, -50, 400, 60)]}, "half"),  # the upper two of four lines
        (OPEN, {"walls": [wall(350, -900, 350, 60), wall(350, 75, 350, 900)]}, "three-quarters"),  # a slit
    ],
)
def test_simple_cover(rows: tuple[str, ...], more: dict[str, Any], degree: str) -> None:
    assert simple_cover(draw(*rows, **more), "A", "B") == degree


LARGE_BETWEEN = ("+ + + + + + +", " . . C C . . ", "+ + + + + + +", " A . C C . B ", "+ + + + + + +")


@pytest.mark.parametrize(
    ("rows", "more", "degree"),
    [
        (OPEN, {}, "none"),
        (BETWEEN, {}, "lesser"),
        (BETWEEN, {"tokens": {"C": {"coign": {"size": "tiny"}}}}, "none"),
        (BETWEEN, {"tokens": {"C": {"elevation": 20}}}, "none"),
        (LARGE_BETWEEN, {}, "lesser"),  # one size larger
        (LARGE_BETWEEN, {"tokens": {"A": {"coign": {"size": "small"}}, "B": {"coign": {"size": "small"}}}}, "standard"),
        (("+ + + + + +", " A .|. . B ", "+ + + + + +"), {}, "greater"),
        (OPEN, {"walls": [wall(300, -900, 300, 50)]}, "standard"),  # the upper half and the middle
        (OPEN, {"walls": [wall(300, -900, 300, 35)]}, "none"),  # too little of the edge
        (("+ + + + + +", " A .o. . B ", "+ + + + + +"), {}, "none"),
    ],
)
def test_visioner(rows: tuple[str, ...], more: dict[str, Any], degree: str) -> None:
    assert visioner(draw(*rows, **more), "A", "B") == degree


@cache
def published() -> list[Verdict]:
    return list(verdicts())


def test_the_bench_says_of_each_published_case_what_the_list_says() -> None:
    found = published()
    assert len(found) > 500
    assert sum(bool(one.case.get("example")) for one in found[:90]) == 90  # those of publishers and players first
    for one in found[::9]:
        answer = msgspec.json.decode(rule(msgspec.json.encode(one.case).decode()))
        annotation = msgspec.json.decode(answer["annotation"], type=Annotation)
        assert sentence(annotation.results[0]) == one.says, one.case["name"]


def test_only_modules_of_the_same_game_are_compared() -> None:
    games = {(one.case["ruleset"], name) for one in published() for name in one.others}
    assert games == {
        ("fifth-edition-2014", "simplecover5e"),
        ("fifth-edition-2024", "simplecover5e"),
        ("partial-advantage", "simplecover5e"),
        ("pathfinder-2e", "pf2e-visioner"),
    }
