"""The files generated from the wire's Structs: the schema, the JavaScript types, the reference page."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from coign.protocol.__main__ import made, main
from coign.protocol.digest import SCHEMA
from coign.protocol.javascript import types
from coign.protocol.reference import page
from coign.protocol.schema import build, digest, reachable
from coign.protocol.vocabulary import READYING
from coign.rulesets import BUILT_IN


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return build()


def test_the_files_in_the_tree_are_those_made_now(monkeypatch: pytest.MonkeyPatch) -> None:
    for path, text in made().items():
        assert path.read_text(encoding="utf-8") == text, path.name
    monkeypatch.setattr(sys, "argv", ["coign.protocol", "--check"])
    assert main() == 0


def test_the_digest_is_that_of_what_is_sent_whatever_is_said_of_it(schema: dict[str, Any]) -> None:
    assert digest(schema) == SCHEMA
    told = {"$defs": {**schema["$defs"], "Reach": {**schema["$defs"]["Reach"], "description": "How far."}}}
    assert digest(told) == SCHEMA
    fields = schema["$defs"]["Reach"]["properties"]
    for other in ({"normal": fields["normal"]}, {**fields, "description": {"type": "string"}}):
        reach = {**schema["$defs"]["Reach"], "properties": other}
        assert digest({"$defs": {**schema["$defs"], "Reach": reach}}) != SCHEMA


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    assert reachable(schema, "ClientMessage") | reachable(schema, "ServerMessage") <= set(schema["$defs"])


def test_a_comment_beside_a_field_describes_it(schema: dict[str, Any]) -> None:
    assert schema["$defs"]["CoverFact"]["properties"]["exposure"]["description"] == (
        "share of the target's body that the attacker's best point reaches"
    )


def test_a_note_to_the_linter_is_no_description(schema: dict[str, Any]) -> None:
    configure = schema["$defs"]["Configure"]["properties"]
    assert configure["facingOffset"]["description"] == "added to every token's rotation, degrees"
    assert "description" not in schema["$defs"]["SceneDoc"]["properties"]["gridType"]


def test_words_and_unions_with_a_name_keep_it(schema: dict[str, Any]) -> None:
    parts = schema["$defs"]
    assert parts["Evaluate"]["properties"]["occasion"] == {"$ref": "#/$defs/Occasion"}
    assert parts["Modifier"]["properties"]["effect"] == {"$ref": "#/$defs/Effect"}
    assert parts["Degree"]["enum"][:3] == ["none", "half", "three-quarters"]


def test_only_what_a_client_sends_may_leave_fields_out(schema: dict[str, Any]) -> None:
    text = types(schema)
    assert "reach?: number | null;" in text  # Attack, from a client
    assert "assumed: string[];" in text  # Result, from the bridge
    assert 'kind: "miss-chance";' in text


def test_the_javascript_types_know_tuples_and_lists_of_alternatives() -> None:
    field = {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}
    pair = {"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}], "items": False}
    part = {"properties": {"odd-name": field, "pair": pair}, "required": ["odd-name", "pair"]}
    defs = {"Thing": part, "ClientMessage": {"enum": ["x"]}, "SceneDoc": {"enum": ["y"]}}
    text = types({"$defs": defs})
    assert '    "odd-name": (string | null)[];\n' in text
    assert "    pair: [number, string];\n" in text


def test_the_page_names_each_message_by_its_tag(schema: dict[str, Any]) -> None:
    text = page(schema, "coign.v1")
    assert "### ScenePut (`scene.put`)" in text
    assert "### ErrorMessage (`error`)" in text
    assert "| `occasion` | `Occasion` | required |" in text


def test_the_rulesets_with_readied_actions_are_those_with_a_rule_for_them() -> None:
    judging = [one.id for one in BUILT_IN if any("ready" in rule.occasions for rule in one.rules)]
    assert list(READYING) == judging
