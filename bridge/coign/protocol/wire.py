"""Generate the module's vocabulary: a `.mjs` of the words that both languages have to know, each table with a comment.

The layout is that of the module's formatter.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import inspect

from coign.protocol import vocabulary as words
from coign.protocol.document_reader import MOST_BYTES, MOST_FIELD_BYTES
from coign.protocol.documents import CoignToken, HeightFlags, Senses
from coign.protocol.evaluate import Attack, Evaluate, Roll, Viewer
from coign.protocol.messages import PROTOCOL, SUBPROTOCOL, Survey
from coign.protocol.rulings import CheckKind, Effect, Occasion, OverrideState, Scope
from coign.protocol.shapes import Shape, shapes

HEAD = """\
/**
 * The words of the wire that the module has to know, from the bridge's own types.
 * Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit.
 */
"""
WIDE = 120
Words = tuple[Any, ...] | Mapping[Any, Any] | str | int | float


class Table(NamedTuple):
    """One exported constant: its name, its comment, its type in JSDoc (empty: the checker infers it) and its value."""

    name: str
    comment: str
    type: str
    value: Words


def vocabulary() -> str:
    """Return the text of the `.mjs`."""
    return HEAD + "".join(f"\n{_export(table)}" for table in _tables())


def _tables() -> tuple[Table, ...]:
    return (
        Table("PROTOCOL", "The version of the protocol.", "", PROTOCOL),
        Table("SUBPROTOCOL", "The WebSocket's subprotocol.", "", SUBPROTOCOL),
        Table("CLOSE", "Why the bridge closes a connection.", "", _close_codes()),
        Table("LIMITS", "The most entries that a request may have, by list.", "", _limits()),
        Table(
            "VIEWERS",
            "For whom a result is made: GMs are told all, players what they may know.",
            "Coign.Viewer[]",
            get_args(Viewer),
        ),
        Table("OCCASIONS", "The occasions on which a roll is judged.", "Coign.Occasion[]", get_args(Occasion)),
        Table("ATTACKS", "The occasions that are attacks.", "Coign.Occasion[]", words.ATTACKS),
        Table(
            "ROLLED",
            "The value of `to` in effects that change the roll of an occasion.",
            "Partial<Record<string, Coign.To>>",
            {occasion: to[0] for occasion, to in words.ROLLS_TO.items()},
        ),
        Table(
            "CHECK_KINDS", "The kinds of checks that rules tell apart.", "Coign.Wire.CheckKind[]", get_args(CheckKind)
        ),
        Table("EFFECTS", "The kinds of effects.", 'Coign.Effect["kind"][]', tuple(_effects())),
        Table("AIMED", "The effects that name what they change (`to`).", 'Coign.Effect["kind"][]', _aimed()),
        Table(
            "SCOPES",
            "The scopes of an override, from one roll to the whole world.",
            "Coign.Wire.Scope[]",
            get_args(Scope),
        ),
        Table("STATES", "The states that an override may give a modifier.", "", get_args(OverrideState)),
        Table(
            "FORCIBLE", "The facts that an override may set.", "Record<string, (string | boolean)[]>", words.FORCIBLE
        ),
        Table(
            "PART_OF",
            "The measured fact, and figure, to which each of them belongs.",
            "Record<string, string>",
            words.PART_OF,
        ),
        Table("DEGREES", "The degrees of cover, by reading.", "", words.DEGREES),
        Table("WALL_COVER", "The cover that a GM may set for a wall.", "string[]", words.WALL_COVER),
        Table("OBSCURING", "The kinds of obscurement that a region may have.", "string[]", words.OBSCURING),
        Table("SIZES", "The sizes of creatures, from the smallest.", "string[]", words.SIZES),
        Table(
            "HOUSE",
            "The grammar of a house rule's value: cases, each a worth with its conditions.",
            "{case: string, most: number, worths: Record<Coign.Wire.WorthKind, string>,"
            " conditions: Record<Coign.Wire.Condition, string[]>}",
            {"case": words.CASE, "most": words.MOST_CASES, "worths": words.WORTHS, "conditions": words.CONDITIONS},
        ),
        Table(
            "SIDEWAYS",
            "How many times as much a step costs that is not ahead, by ruleset and its option of areas on hexes.",
            "{times: number, rulesets: Record<string, string>, squares: number, hexes: Record<string, number>}",
            {
                "times": 2,
                "rulesets": words.SIDEWAYS,
                "squares": words.SQUARE_FRONT,
                "hexes": {arcs: front for arcs, (front, _) in words.HEX_ARCS.items()},
            },
        ),
        Table("READYING", "Rulesets that say what may trigger a readied action.", "string[]", words.READYING),
        Table("SPEEDS", "The ways of moving that have a speed.", "string[]", _speeds()),
        Table("SENSES", "The senses that have a range.", "(keyof Coign.Wire.Senses)[]", _senses()),
        Table(
            "DOCUMENT", "The most bytes that the bridge reads of a document, and of one field of it.", "", _document()
        ),
        Table(
            "SHAPES",
            "The shapes of what players may write, by type and field.",
            "Record<string, Record<string, Coign.Shape>>",
            {kind.__name__: shapes(kind) for kind in (Attack, CoignToken, Evaluate, HeightFlags)},
        ),
    )


def _close_codes() -> dict[str, int]:
    return {_camel(code.name): code.value for code in words.CloseCode}


def _camel(name: str) -> str:
    first, *more = name.lower().split("_")
    return first + "".join(part.title() for part in more)


def _limits() -> dict[str, int]:
    return {
        "targets": _longest(Evaluate, "targets"),
        "overrides": _longest(Evaluate, "overrides"),
        "included": _longest(Roll, "included"),
        "places": _longest(Survey, "places"),
    }


def _longest(struct: type[msgspec.Struct], name: str) -> int:
    """Return how many entries a field may have."""
    (kind,) = (field.type for field in _fields(struct) if field.name == name)
    assert isinstance(kind, inspect.VarTupleType)
    assert kind.max_length is not None
    return kind.max_length


def _effects() -> dict[str, type[msgspec.Struct]]:
    return {str(kind.__struct_config__.tag): kind for kind in get_args(Effect)}


def _aimed() -> tuple[str, ...]:
    return tuple(tag for tag, kind in _effects().items() if "to" in kind.__struct_fields__)


def _senses() -> tuple[str, ...]:
    return tuple(field.encode_name for field in _fields(Senses) if field.name != "lowLight")


def _speeds() -> tuple[str, ...]:
    return tuple(way for way in words.LOCOMOTIONS if way != "hover")  # who hovers, flies


def _document() -> dict[str, int]:
    return {"bytes": MOST_BYTES, "fieldBytes": MOST_FIELD_BYTES}


def _fields(struct: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _export(table: Table) -> str:
    comment = f"/** {table.comment}{f' @type {{{table.type}}}' if table.type else ''} */"
    constant = not table.type and not isinstance(table.value, str | int)
    value = _value(table.value, "", len(f"export const {table.name} = ;"))
    if constant:
        value = f"/** @type {{const}} */ ({value})"
    return f"{comment}\nexport const {table.name} = {value};\n"


def _value(value: Words, indent: str, before: int) -> str:
    """Write a value as the formatter does: lists on one line if they fit, objects with an entry a line."""
    if isinstance(value, Shape) and before + len(line := _line(value)) <= WIDE:
        return line
    if isinstance(value, Mapping):
        inner = indent + "  "
        entries = (
            f"{inner}{_key(key)}: {_value(one, inner, len(f'{inner}{_key(key)}: ,'))},\n" for key, one in value.items()
        )
        return f"{{\n{''.join(entries)}{indent}}}"
    if isinstance(value, tuple) and any(isinstance(one, Mapping) for one in value):
        inner = indent + "  "
        return "[\n" + "".join(f"{inner}{_value(one, inner, len(inner) + 1)},\n" for one in value) + f"{indent}]"
    if isinstance(value, tuple):
        parts = [json.dumps(one) for one in value]
        line = f"[{', '.join(parts)}]"
        if before + len(line) <= WIDE:
            return line
        return "[\n" + "".join(f"{indent}  {one},\n" for one in parts) + f"{indent}]"
    return json.dumps(value)


def _line(value: Words) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)}: {_line(one)}" for key, one in value.items()) + " }"
    return f"[{', '.join(map(_line, value))}]" if isinstance(value, tuple) else json.dumps(value)


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)
