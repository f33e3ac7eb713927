"""Errors for malformed messages: the mistake, its place, and the allowed values."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from coign.errors import BadMessage, TooLarge
from coign.protocol import decoding
from coign.protocol.decoding import decode

ASKED = {"type": "evaluate", "id": "q", "scene": "s", "occasion": "attack", "actor": "A", "targets": ["B"]}


def refused(**fields: Any) -> str:
    with pytest.raises(BadMessage) as problem:
        decode(msgspec.json.encode({**ASKED, **fields}))
    return str(problem.value)


@pytest.mark.parametrize(
    ("fields", "where", "allowed"),
    [
        ({"occasion": "dance"}, "$.occasion", "attack, check, movement, opportunity, perception, ready, save, stealth"),
        ({"attack": {"kind": "thrown"}}, "$.attack.kind", "melee, ranged"),
        ({"overrides": [{}, {"scope": "planet"}]}, "$.overrides[1].scope", "pair, roll, scene, token, world"),
        ({"overrides": [{"effect": {"kind": "flat", "value": 1, "to": "luck"}}]}, "$.overrides[0].effect.to", "ac,"),
        ({"overrides": [{"effect": {"kind": "flut"}}]}, "$.overrides[0].effect.kind", "flat, die, advantage"),
        ({"roll": {"mode": "lucky"}}, "$.roll.mode", "advantage, disadvantage, normal"),
    ],
)
def test_an_unknown_word_is_answered_with_the_known_ones(fields: dict[str, Any], where: str, allowed: str) -> None:
    assert f" at {where}; there are {allowed}" in refused(**fields)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"targets": "B"}, "evaluate: Expected `array`, got `str` at $.targets"),
        ({"actor": ""}, "evaluate: Expected `str` of length >= 1 at $.actor"),
    ],
)
def test_no_words_are_offered_for_a_free_field(fields: dict[str, Any], said: str) -> None:
    assert refused(**fields) == said


def test_a_long_scene_has_as_many_values_as_the_bridge_accepts_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    most = msgspec.json.encode({"type": "scene.put", "scene": "s", "revision": 1, "data": {}})
    monkeypatch.setattr(decoding, "LONG", len(most) - 1)
    monkeypatch.setattr(decoding, "MOST_VALUES", most.count(b","))
    assert decoding.decode(most)
    monkeypatch.setattr(decoding, "MOST_VALUES", most.count(b",") - 1)
    with pytest.raises(TooLarge, match="the message has 3 values; the bridge accepts 2"):
        decoding.decode(most)
