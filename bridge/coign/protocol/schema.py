"""Generate the JSON Schema (2020-12) of the wire from the Structs and the comments beside their fields.

msgspec generates the shapes. This module adds the names of unions and enumerations, and turns the comment beside a
field into the field's description, so that the source documents each field once.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
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
    "WorthKind": rulings.WorthKind,
    "Condition": rulings.Condition,
    "Measure": rulings.Measure,
    "Family": rulings.Family,
    "FactName": facts.FactName,
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
    """Return the whole schema. Its `$defs` include ClientMessage, ServerMessage and SceneDoc."""
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


def digest(schema: Schema) -> str:
    """Return what tells one schema from another, whatever the comments say: 16 hexadecimal digits.

    >>> digest({"$defs": {"Hello": {"type": "object", "description": "Open it."}}})
    'f525c1a52fdb8d6e'
    """
    text = json.dumps(_bare(schema["$defs"]), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _bare(part: Any, *, names: bool = True) -> Any:
    """Return a part of the schema without descriptions. `names`: its keys are names of types or fields."""
    if isinstance(part, list):
        return [_bare(value, names=False) for value in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _bare(value, names=not names and key == "properties")
        for key, value in part.items()
        if names or key != "description"
    }


def reachable(schema: Schema, root: str) -> set[str]:
    """Return the names of all `$defs` that `root` refers to, with itself."""
    names: set[str] = set()
    waiting = [root]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting.extend(_references(schema["$defs"][name]))
    return names


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
    """Return `part` with each copy of a named union or enumeration replaced by a reference to it."""
    if isinstance(part, list):
        return [_with_names(entry, aliases) for entry in part]
    if not isinstance(part, dict):
        return part
    for known, name in aliases:
        if _same(part, known):
            common = {key: value for key, value in part.items() if key in ("default", "description")}
            return {"$ref": REF.format(name=name)} | common
    return {key: _with_names(value, aliases) for key, value in part.items()}


def _same(part: Schema, known: Schema) -> bool:
    """Return whether two parts are equal. msgspec sorts the values of a Literal, so their order is ignored."""
    if "enum" in known:
        return sorted(map(str, part.get("enum", ()))) == sorted(known["enum"])
    return bool(part.get("anyOf") == known["anyOf"])


def _describe(name: str, struct: Schema) -> None:
    """Add the comments of the source to the fields of one Struct as descriptions."""
    if "description" in struct:
        struct["description"] = re.sub(r"\n +", "\n", struct["description"])
    kind = next(vars(source)[name] for source in SOURCES if name in vars(source))
    comments = _comments(sys.modules[kind.__module__]).get(name, {})
    for field in msgspec.structs.fields(kind):
        if field.name in comments:
            struct["properties"][field.encode_name]["description"] = comments[field.name]


def _comments(module: ModuleType) -> dict[str, dict[str, str]]:
    """Return the comment at the end of each field's line, by class and field."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}
    comments: dict[str, dict[str, str]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            fields = [
                line for line in node.body if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
            ]
            texts = {field.target.id: _text(lines.get(field.end_lineno or 0, "")) for field in fields}  # type: ignore[union-attr]
            comments[node.name] = {field: text for field, text in texts.items() if text}
    return comments


def _text(comment: str) -> str:
    return re.sub(r"^#\s*(noqa:\s*[A-Z0-9, ]+)?\s*", "", comment).strip()
