"""Generate the reference page of the wire from the schema: a section for each message, then for each part."""

from __future__ import annotations

import json

from coign.protocol.javascript import type_of
from coign.protocol.schema import Schema, reachable

HEAD = """\
# Protocol

<!-- Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit. -->

JSON text frames over one WebSocket at `/ws/<world-id>`, subprotocol `{subprotocol}`. The client speaks first. A message
is an object with a `type`; unknown fields are ignored, an unknown type is answered with an `error` that names it.
Lengths are scene units (feet, mostly), points are scene pixels, angles are Foundry's: 0 is south, clockwise.

`bridge/coign/protocol/schema.json` has the same as a JSON Schema, `foundry-module/types/protocol.d.ts` as types for the
module.
"""


def page(schema: Schema, subprotocol: str) -> str:
    """Return the text of the page, in Markdown."""
    parts: dict[str, Schema] = schema["$defs"]
    client, server = _messages(schema, "ClientMessage"), _messages(schema, "ServerMessage")
    enums = [name for name, part in parts.items() if "enum" in part]
    documents = reachable(schema, "SceneDoc")
    structs = [
        name
        for name, part in parts.items()
        if "properties" in part and name not in {*client, *server} and name not in documents
    ]
    sections = [
        HEAD.format(subprotocol=subprotocol),
        "## Messages of the client\n",
        *(_section(name, parts[name]) for name in client),
        "## Messages of the bridge\n",
        *(_section(name, parts[name]) for name in server),
        "## Parts of messages\n",
        *(f"**{name}** is one of {', '.join(f'`{word}`' for word in parts[name]['enum'])}.\n" for name in enums),
        *(_section(name, parts[name]) for name in structs),
        "## Foundry's documents\n\nThe fields that the bridge reads; it ignores all others.\n",
        *(_section(name, parts[name]) for name in parts if name in documents and "properties" in parts[name]),
    ]
    return "\n".join(sections)


def _messages(schema: Schema, union: str) -> list[str]:
    return [option["$ref"].rpartition("/")[2] for option in schema["$defs"][union]["anyOf"]]


def _section(name: str, part: Schema) -> str:
    tag = next(
        (field["enum"][0] for key, field in part["properties"].items() if key in ("type", "kind") and _tag(field)), ""
    )
    description = f"{part['description']}\n\n" if "description" in part else ""
    rows = [
        _row(key, field, key in part.get("required", ()))
        for key, field in part["properties"].items()
        if not _tag(field)
    ]
    table = "| field | type | default | |\n| --- | --- | --- | --- |\n" + "".join(rows) if rows else "No fields.\n"
    return f"### {name}{f' (`{tag}`)' if tag else ''}\n\n{description}{table}"


def _tag(field: Schema) -> bool:
    """Return whether a field is the tag that tells the members of a union apart: it has exactly one value."""
    return len(field.get("enum", ())) == 1


def _row(key: str, field: Schema, required: bool) -> str:
    default = "required" if required else f"`{json.dumps(field['default'])}`" if "default" in field else ""
    kind = type_of(field).replace(" | ", " or ")  # a stroke would end the cell, and the site shows one that is escaped
    return f"| `{key}` | `{kind}` | {default} | {field.get('description', '')} |\n"
