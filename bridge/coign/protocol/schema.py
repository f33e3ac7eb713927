"""The wire as a JSON Schema (2020-12), made from the Structs and the comments beside their fields.

msgspec knows the shapes; what it leaves out is added here: the unions and lists of words that have a name in our
source keep it, and a comment that stands beside a field becomes that field's description, so that nothing is said
twice.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec

from coign.protocol import documents, facts, messages, rulings
from coign.protocol import evaluate as questions

Schema = dict[str, Any]

REF = "#/$defs/{name}"
UNIONS: dict[str, Any] = {
    "Effect": rulings.Effect,
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
}
WORDS: dict[str, Any] = {
    "Occasion": rulings.Occasion,
    "CheckKind": rulings.CheckKind,
    "Family": rulings.Family,
    "FactName": rulings.FactName,
    "Deed": rulings.Deed,
    "To": rulings.To,
    "Scope": rulings.Scope,
    "State": rulings.State,
    "Level": facts.Level,
    "Arc": facts.Arc,
    "Degree": facts.Degree,
    "CoverReading": facts.CoverReading,
    "FlankingReading": facts.FlankingReading,
}
SOURCES: tuple[ModuleType, ...] = (messages, questions, rulings, facts, documents)


def build() -> Schema:
    """The whole schema; what a client sends and what the bridge answers are `$defs` of it, and so is a scene."""
    roots = (*UNIONS.values(), documents.SceneDoc)
    (*unions, _scene), structs = msgspec.json.schema_components(roots, ref_template=REF)
    named = dict(zip(UNIONS, unions, strict=True))
    words = {name: {"enum": list(get_args(kind))} for name, kind in WORDS.items()}
    aliases = [(union, name) for name, union in named.items()] + [(entry, name) for name, entry in words.items()]
    for name, struct in structs.items():
        _describe(name, struct)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Coign's wire, version {messages.PROTOCOL}",
        "description": "Text frames over /ws/<world-id>. Made by `python -m coign.protocol`; do not edit.",
        "anyOf": [{"$ref": REF.format(name="ClientMessage")}, {"$ref": REF.format(name="ServerMessage")}],
        "$defs": named | words | {name: _with_names(struct, aliases) for name, struct in structs.items()},
    }


def reachable(schema: Schema, root: str) -> set[str]:
    """The names of all `$defs` that `root` is made of, itself too."""
    found: set[str] = set()
    waiting = [root]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_references(schema["$defs"][name]))
    return found


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].rpartition("/")[2]
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)


def _with_names(part: Any, aliases: list[tuple[Schema, str]]) -> Any:
    """`part` with a reference wherever it spells out something that has a name."""
    if isinstance(part, list):
        return [_with_names(entry, aliases) for entry in part]
    if not isinstance(part, dict):
        return part
    for known, name in aliases:
        if _same(part, known):
            kept = {key: value for key, value in part.items() if key in ("default", "description")}
            return {"$ref": REF.format(name=name)} | kept
    return {key: _with_names(value, aliases) for key, value in part.items()}


def _same(part: Schema, known: Schema) -> bool:
    """Whether two parts are the same; msgspec sorts the words of a Literal, so order does not count there."""
    if "enum" in known:
        return sorted(map(str, part.get("enum", ()))) == sorted(known["enum"])
    return bool(part.get("anyOf") == known["anyOf"])


def _describe(name: str, struct: Schema) -> None:
    """Give the fields of one Struct what the source says beside them."""
    if "description" in struct:
        struct["description"] = re.sub(r"\n +", "\n", struct["description"])
    kind = next(vars(source)[name] for source in SOURCES if name in vars(source))
    said = _beside(sys.modules[kind.__module__]).get(name, {})
    for field in msgspec.structs.fields(kind):
        if field.name in said:
            struct["properties"][field.encode_name]["description"] = said[field.name]


def _beside(module: ModuleType) -> dict[str, dict[str, str]]:
    """The comment on each field's own line, by class and field."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
    said: dict[str, dict[str, str]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
            texts = {one.target.id: _text(comments.get(one.end_lineno or 0, "")) for one in fields}  # type: ignore[union-attr]
            said[node.name] = {field: text for field, text in texts.items() if text}
    return said


def _text(comment: str) -> str:
    return re.sub(r"^#\s*(noqa:\s*[A-Z0-9, ]+)?\s*", "", comment).strip()
