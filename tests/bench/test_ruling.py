"""The open bench: what a case that somebody draws or pastes gives, and that its test says the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.annotations.cases import read_cases
from coign.bench.maps import beside, draw
from coign.bench.ruling import rule, rule_systems
from coign.catalogue.registry import catalogue
from support.paths import DATA, ROOT

ROWS = ["+ + + + +", " A .|. B ", "+ + + + +"]
BOW = {"kind": "ranged", "reach": None, "range": {"normal": 60, "long": 240}}
REQUEST = {"actor": "A", "targets": ["B"], "attack": BOW}
CASE: dict[str, Any] = {"map": ROWS, "ruleset": "fifth-edition-2014", "request": REQUEST}
SENTENCES = (ROOT / "bridge" / "tabletop" / "bench" / "wrong.mjs").read_text(encoding="utf-8")
FILES = sorted((DATA / "cases").glob("*.json"))


def asked(case: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(rule(json.dumps(case)))
    return answer | ({"annotation": json.loads(answer["annotation"])} if "annotation" in answer else {})


def ruled(**changes: Any) -> dict[str, Any]:
    return asked(CASE | changes)


def test_a_drawn_case_is_judged_with_reasons_and_drawing() -> None:
    answer = ruled(map=["+ + + + +", " A .b. B ", "+ + + + +"])
    (result,) = answer["annotation"]["results"]
    assert [(one["rule"], one["state"]) for one in result["modifiers"]] == [("G2", "on")]
    assert result["modifiers"][0]["reason"]
    assert answer["drawings"][0].startswith("<svg")
    assert [one["id"] for one in answer["creatures"]] == ["A", "B"]


def test_the_test_that_is_copied_gives_the_same_ruling_to_the_byte() -> None:
    told = {"name": "a-doubt", "why": "asked in a forum", "source": "a book"}
    untold = {"name": "from-the-bench", "why": ""}
    for more, fields in (({}, told), ({"night": True}, told), ({"tokens": {"A": {"elevation": 10}}}, untold)):
        answer = ruled(more=more, **(told if fields is told else {}))
        (case,) = read_cases(answer["test"].encode())
        written = json.loads(answer["test"])
        assert {name: written[name] for name in written if name in told} == fields
        again = msgspec.json.decode(msgspec.json.encode(case.run()))
        assert again | {"elapsed_us": 0} == answer["annotation"]
        assert case.expect is not None
        assert case.differences(case.run()) == []
        assert json.loads(answer["test"])["map"] == ROWS


def test_the_same_case_gives_the_same_answer_to_the_byte() -> None:
    assert rule(json.dumps(CASE)) == rule(json.dumps(CASE))


def test_a_scene_of_foundry_is_judged_as_the_same_scene_drawn() -> None:
    scene = draw(*ROWS) | {"name": "The crypt"}
    whole = {"ruleset": CASE["ruleset"], "request": REQUEST}
    pasted = asked(whole | {"scene": scene})
    assert pasted["annotation"]["results"] == ruled()["annotation"]["results"]
    assert asked(whole | {"scene": {"scenes": [scene]}})["annotation"] == pasted["annotation"]  # of an adventure


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"map": ["+ +", " A "]}, "odd number of rows"),
        ({"map": None}, "neither a map nor a scene"),
        ({"ruleset": "chess"}, "chess"),
        ({"options": {"no-such": True}}, "no-such"),
        ({"request": {"actor": "Q", "targets": ["B"]}}, "Q"),
        ({"more": {"tokens": 3}}, "beside the map"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_what_cannot_be_judged_is_told(changes: dict[str, Any], said: str) -> None:
    assert said in ruled(**changes)["error"]


def test_a_refusal_still_names_who_is_in_the_scene() -> None:
    assert [one["id"] for one in ruled(request={"actor": "Q", "targets": ["B"]})["creatures"]] == ["A", "B"]


def test_the_list_of_rule_systems_is_the_engines() -> None:
    assert [one["id"] for one in json.loads(rule_systems())] == [one.id for one in catalogue()]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_maps_of_our_cases_draw_their_scenes(path: Path) -> None:
    """A scene that lacks a field of drawn ones cannot be drawn, and stays a scene in the list: few are."""
    cases = [case for case in json.loads(path.read_text(encoding="utf-8")) if "map" in case]
    undrawn = [
        case["name"]
        for case in cases
        if (more := beside(case["map"], case["scene"])) is None or draw(*case["map"], **more) != case["scene"]
    ]
    assert len(undrawn) * 50 <= len(cases), undrawn


@pytest.mark.parametrize(
    ("changes", "kind", "about"),
    [
        ({"map": ["+ +", " A "]}, "map-rows", {"rows": 2}),
        ({"map": ["+ +", " A", "+ +"]}, "map-uneven", {}),
        ({"map": ["+ +", " ? ", "+ +"]}, "map-space", {"sign": "?", "row": 2, "column": 2}),
        ({"map": ["+ +", "?A ", "+ +"]}, "map-border", {"sign": "?", "row": 2, "column": 1}),
        ({"map": ["+" * 203] * 203}, "map-large", {"most": 100}),
        ({"map": 5}, "case", {"path": "$.map"}),
        ({"more": {"walls": 5}}, "beside", {}),
        ({"more": {"tokens": {"A": {"x": "left"}}}}, "unknown-token", {"token": "A"}),  # it is no token
        ({"map": None, "scene": {"sounds": []}}, "scene", {}),
        ({"map": None}, "scene", {}),
        ({"ruleset": "chess"}, "unknown-ruleset", {"ruleset": "chess"}),
        ({"options": {"flanking": "always"}}, "bad-option", {}),
        ({"request": {"actor": "Z", "targets": ["B"]}}, "unknown-token", {"token": "Z"}),
        ({"request": {"actor": "A", "targets": "B"}}, "request", {}),
    ],
)
def test_a_case_that_cannot_be_judged_says_what_is_at_fault(
    changes: dict[str, Any], kind: str, about: dict[str, Any]
) -> None:
    answer = ruled(**changes)
    assert answer["kind"] == kind
    assert answer["about"].items() >= about.items()
    assert f'"{kind}":' in SENTENCES or f" {kind}:" in SENTENCES


NAMES = st.sampled_from(["tokens", "walls", "lights", "regions", "night", "grid", "A", "x", "c", "attack", "targets"])
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "A", "x", "left"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@given(part=st.sampled_from(["more", "request", "options", "scene", "map", "ruleset"]), value=JSON_VALUES)
def test_whatever_stands_in_a_case_is_judged_or_refused(part: str, value: Any) -> None:
    case = CASE | {part: value} | ({"map": None} if part == "scene" else {})
    assert ruled(**case).keys() & {"annotation", "kind"}
