"""Worked cases: reading them, and comparing results by the rules of `conformance`."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from coign.annotations.cases import differences, read_cases, read_request
from coign.errors import BadJson, BadMessage, CoignError, UnknownToken
from coign.protocol import (
    Annotation,
    CoverFact,
    ElevationFact,
    FacingFact,
    Facts,
    FlankingFact,
    Flat,
    Modifier,
    ObscurementFact,
    Outcome,
    RangeFact,
    Result,
    Shares,
    TerrainFact,
)
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import draw, encode

SCENE = draw("+ + +", " A B ", "+ + +", tokens={"A": {"name": "Vala", "elevation": 2}})
CASE: dict[str, Any] = {
    "name": "one",
    "ruleset": "partial-advantage",
    "scene": SCENE,
    "request": {"actor": "A", "targets": ["B"]},
}

FACTS = Facts(
    RangeFact(5.0, True, in_reach=True),
    CoverFact("dmg", "half", lines=(True, True, False, False), blocked=2, exposure=0.62, soft=("C", "D")),
    ObscurementFact(raw="lightly", shares=Shares(0.1, 0.9, 0.0)),
    ElevationFact(5.0, True, 0.0, 5.0),
    FlankingFact("edge", True, ("C", "D")),
    FacingFact("front", "rear"),
    TerrainFact(),
)
MODIFIERS = (
    Modifier("high-ground", "P21", "High Ground", Flat(1, "attack"), "on", "above"),
    Modifier("flanking", "P23", "Flanking", Flat(2, "attack"), "set-aside", "standing advantage"),
    Modifier("half-cover", "P30", "Half Cover", Flat(2, "ac"), "off", "the GM said so"),
)
ANNOTATION = Annotation("q", 1, ("partial-advantage",), (Result("B", FACTS, MODIFIERS, Outcome("plain", hit=None)),))
STATES = "P21 on, P23 set-aside, P30 off"


def differ(**expect: Any) -> list[str]:
    return differences(expect, ANNOTATION)


@pytest.mark.parametrize(
    "expect",
    [
        {},
        {"target": "B"},
        {"outcome": {"label": "plain", "dice": None, "hit": None}},
        {"outcome": {"no-such-field": None}},
        {"facts": {"range": {"distance": 5, "adjacent": True, "in_short_range": None}}},
        {"facts": {"range": {"distance": 5.0000009}}},
        {"facts": {"cover": {"lines": [True, True, False, False]}}},
        {"facts": {"cover": {"soft": ["D", "C"]}}},
        {"facts": {"flanking": {"with": ["D", "C"]}}},
        {"facts": {"obscurement": {"shares": {"lightly": 0.88, "none": 0.12}}}},
        {"modifiers": {"present": ["P21", "P23", "P30"], "on": ["P21"], "set-aside": ["P23"], "off": ["P30"]}},
        {"modifiers": {"absent": ["P23", "P30", "P99"], "present": None}},
    ],
)
def test_what_holds(expect: dict[str, Any]) -> None:
    assert differ(**expect) == []


@pytest.mark.parametrize(
    ("expect", "sentence"),
    [
        ({"outcome": {"label": "advantage"}}, 'outcome.label: expected "advantage", got "plain"'),
        ({"outcome": {"hit": False}}, "outcome.hit: expected false, got null"),
        ({"outcome": {"hit": 1}}, "outcome.hit: expected 1, got null"),
        ({"outcome": {"label": None}}, 'outcome.label: expected null, got "plain"'),
        ({"facts": {"range": {"distance": 5.00001}}}, "facts.range.distance: expected 5.00001, got 5.0"),
        ({"facts": {"range": {"adjacent": 1}}}, "facts.range.adjacent: expected 1, got true"),
        ({"facts": {"cover": {"exposure": 0.63}}}, "facts.cover.exposure: expected 0.63, got 0.62"),
        ({"facts": {"cover": {"blocked": True}}}, "facts.cover.blocked: expected true, got 2"),
        (
            {"facts": {"cover": {"lines": [False, False, True, True]}}},
            "facts.cover.lines: expected [false,false,true,true], got [true,true,false,false]",
        ),
        ({"facts": {"flanking": {"with": ["C"]}}}, 'facts.flanking.with: expected ["C"], got ["C","D"]'),
        (
            {"facts": {"flanking": {"with": ["C", "D", "E"]}}},
            'facts.flanking.with: expected ["C","D","E"], got ["C","D"]',
        ),
        (
            {"facts": {"obscurement": {"shares": {"lightly": 0.86}}}},
            "facts.obscurement.shares.lightly: expected 0.86, got 0.9",
        ),
        ({"facts": {"cover": {"lines": {"a": 1}}}}, 'facts.cover.lines: expected {"a":1}, got [true,true,false,false]'),
        ({"modifiers": {"on": ["P23"]}}, f"modifiers: expected P23 on, got {STATES}"),
        ({"modifiers": {"absent": ["P21"]}}, f"modifiers: expected P21 absent, got {STATES}"),
        ({"modifiers": {"present": ["P31"]}}, f"modifiers: expected P31 present, got {STATES}"),
        ({"modifiers": {"off": ["P21"]}}, f"modifiers: expected P21 off, got {STATES}"),
        (
            {"modifiers": {"gone": ["P21"]}},
            "modifiers.gone: there is no such word; there are present, absent, on, set-aside, off",
        ),
    ],
)
def test_differences_are_reported(expect: dict[str, Any], sentence: str) -> None:
    (said,) = differ(**expect)
    assert said == sentence


def test_a_tolerance_is_for_the_fields_that_it_names() -> None:
    expect = {"facts": {"cover": {"exposure": 0.623}, "range": {"distance": 5.003}}}
    assert differences(expect, ANNOTATION, {"exposure": 0.005}) == ["facts.range.distance: expected 5.003, got 5.0"]
    assert len(differences(expect, ANNOTATION, {"exposure": 0.002})) == 2


def test_what_has_no_modifier_says_so() -> None:
    bare = msgspec.structs.replace(ANNOTATION, results=(Result("B", FACTS, (), Outcome("plain")),))
    assert differences({"modifiers": {"on": ["P21"]}}, bare) == ["modifiers: expected P21 on, got none"]


def test_no_result_differs_from_any_expectation() -> None:
    assert differences({}, Annotation("q", 1, (), ())) == ["results: expected one, got none"]


def test_a_case_runs() -> None:
    (case,) = read_cases(json.dumps(CASE).encode())
    annotation = case.run()
    assert annotation.results[0].outcome.label == "partial advantage"
    assert annotation.rulesets == ("partial-advantage",)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([CASE, CASE]),
        json.dumps([CASE, CASE], indent=2),
        f"{json.dumps(CASE)}\n\n{json.dumps(CASE)}\n",
    ],
    ids=["list", "indented list", "lines"],
)
def test_many_cases_may_stand_in_a_list_or_on_lines(text: str) -> None:
    assert [case.name for case in read_cases(text.encode())] == ["one", "one"]


def test_one_case_may_be_indented() -> None:
    (case,) = read_cases(json.dumps(CASE, indent=2).encode())
    assert case.name == "one"


def test_a_list_of_rulesets_is_taken_in_order() -> None:
    both = CASE | {"ruleset": ["combat-modifiers", "combat-facing"]}
    (case,) = read_cases(json.dumps(both).encode())
    assert case.run().rulesets == ("combat-modifiers", "combat-facing")


def test_a_case_without_a_ruleset_takes_its_requests_then_the_first() -> None:
    asks = CASE | {"ruleset": None, "request": {**CASE["request"], "rulesets": ["enchanted-realms"]}}
    plain = CASE | {"ruleset": None}
    (one,), (other,) = (list(read_cases(json.dumps(case).encode())) for case in (asks, plain))
    assert one.run().rulesets == ("enchanted-realms",)
    assert other.run().rulesets == ("partial-advantage",)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("3", BadMessage, "a case is an object"),
        ('{"name": "x"}', BadMessage, "the case: Object missing required field `scene`"),
        ('[{"scene": {}, "request": []}]', BadMessage, "case 1: Expected `object`, got `array` - at `$.request`"),
        ('{"scene": {}, "request": {}}\n{"scene": ', BadJson, "line 2: this is not JSON"),
    ],
)
def test_an_invalid_case_is_reported_with_its_place(text: str, error: type[CoignError], sentence: str) -> None:
    with pytest.raises(error) as raised:
        list(read_cases(text.encode()))
    assert str(raised.value).startswith(sentence)


def test_a_request_takes_names_for_tokens() -> None:
    request = read_request({"actor": "Vala", "targets": ["B"]}, finish(Scene.read(encode(SCENE))))
    assert (request.actor, request.targets, request.occasion) == ("A", ("B",), "attack")


def test_a_request_for_an_unknown_token_is_refused() -> None:
    with pytest.raises(UnknownToken, match="no token Nobody in scene s"):
        read_request({"actor": "Nobody", "targets": []}, finish(Scene.read(encode(SCENE))))


def test_a_request_of_another_type_is_refused() -> None:
    with pytest.raises(BadMessage, match="only evaluate can be evaluated"):
        read_request({"type": "cancel"}, finish(Scene.read(encode(SCENE))))
