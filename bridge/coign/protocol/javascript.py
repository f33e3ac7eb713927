"""Generate the wire's types for the module: a `.d.ts` in the namespace `Coign.Wire`, from the schema.

The bridge writes every field, so no field of its messages is optional. In what a client may send, a field with a
default is optional.
"""

from __future__ import annotations

import json
from typing import Any

from coign.protocol.schema import Schema, reachable

HEAD = """\
// Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit.
// Lengths are scene units, points are scene pixels, angles are Foundry's.

declare namespace Coign.Wire {
"""
PLAIN = {"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "null": "null"}
WIDE = 110


def types(schema: Schema) -> str:
    """Return the text of the `.d.ts`."""
    sent = reachable(schema, "ClientMessage") | reachable(schema, "SceneDoc")
    parts = [_declaration(name, part, name in sent) for name, part in schema["$defs"].items()]
    return HEAD + "\n".join(parts) + "}\n"


def _declaration(name: str, part: Schema, sent: bool) -> str:
    comment = _comment(part.get("description"), "  ")
    if "properties" not in part:
        return f"{comment}  type {name} ={_union(type_of(part))};\n"
    required = set(part.get("required", ()))
    lines = [
        f"{_comment(field.get('description'), '    ')}"
        f"    {property_name(key)}{'' if key in required or not sent else '?'}: {type_of(field)};\n"
        for key, field in part["properties"].items()
    ]
    return f"{comment}  interface {name} {{\n{''.join(lines)}  }}\n"


def type_of(part: Any) -> str:
    """Return the TypeScript type of a part of the schema."""
    match part:
        case {"$ref": str(where)}:
            return where.rpartition("/")[2]
        case {"enum": list(values)}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": list(options)}:
            return " | ".join(dict.fromkeys(type_of(option) for option in options))
        case {"type": "array", "prefixItems": list(items)}:
            return f"[{', '.join(type_of(item) for item in items)}]"
        case {"type": "array", "items": items}:
            inner = type_of(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(value)}:
            return f"Record<string, {type_of(value)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(name)}:
            return PLAIN[name]
        case _:
            return "unknown"


def _union(text: str) -> str:
    """Return a union on one line, or with an option on each line if it is long."""
    return f" {text}" if len(text) < WIDE else "".join(f"\n    | {option}" for option in text.split(" | "))


def property_name(name: str) -> str:
    """Write the name of a property, in quotes if it needs them."""
    return name if name.isidentifier() else json.dumps(name)


def _comment(text: str | None, indent: str) -> str:
    if not text:
        return ""
    first, *more = text.split("\n")
    if not more:
        return f"{indent}/** {first} */\n"
    return "".join(
        f"{indent}{line}".rstrip() + "\n" for line in ("/**", *(f" * {line}" for line in (first, *more)), " */")
    )
