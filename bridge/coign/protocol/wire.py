"""Generate the module's vocabulary: a `.mjs` of the words that both languages have to know, each table with a comment.

The last table has the shapes by which the module reads what players may have written (`util/shapes.mjs`): what a value
is, how long and how large it may be. The layout is that of the module's formatter.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import inspect

from coign.protocol import vocabulary as words
from coign.protocol.document_reader import MOST_BYTES, MOST_FIELD_BYTES
from coign.protocol.documents import COLLECTIONS, DOCUMENTS, MOST, CoignToken, HeightFlags, SceneDoc, Senses
from coign.protocol.evaluate import Attack, AttackKind, Evaluate, Mode, Point, Roll, Stands, Trigger, Viewer
from coign.protocol.facts import FacingFact
from coign.protocol.javascript import property_name
from coign.protocol.messages import PROTOCOL, SUBPROTOCOL, Annotation, Bearing, Prospect, Survey
from coign.protocol.rulings import CheckKind, Effect, Occasion, Outcome, Override, OverrideState, Scope, ScopeChoice
from coign.protocol.sent_fields import sent_fields
from coign.util.text import camel

HEAD = """\
/**
 * The words of the wire that the module has to know, from the bridge's own types.
 * Made from bridge/coign/protocol/ by `python -m coign.protocol`; do not edit.
 */
"""
WIDE = 120
# What a type leaves open still has an end in the module.
LONGEST = 200  # characters of a text
MOST_ENTRIES = 300  # entries of a list
Words = tuple[Any, ...] | Mapping[Any, Any] | str | int | float
EFFECTS = {str(kind.__struct_config__.tag): kind for kind in get_args(Effect)}


class Name(str):
    """The name of a constant that stands above."""


class Shape(dict[str, Any]):
    """A shape, or the shapes of a struct's fields by name."""


class Table(NamedTuple):
    """A constant: its name, its comment, its value, and its type in JSDoc (empty: the checker infers it)."""

    name: str
    comment: str
    value: Words
    type: str = ""
    exported: bool = True


def vocabulary(digest: str) -> str:
    """Return the text of the `.mjs`. `digest`: that of the schema."""
    return HEAD + "".join(f"\n{_constant(table)}" for table in _tables(digest))


def _tables(digest: str) -> tuple[Table, ...]:
    return (
        Table("PROTOCOL", "The version of the protocol.", PROTOCOL),
        Table("SCHEMA", "The digest of its schema: with another one, module and bridge do not fit.", digest),
        Table("SUBPROTOCOL", "The WebSocket's subprotocol.", SUBPROTOCOL),
        Table(
            "CLOSE", "Why the bridge closes a connection.", {camel(code.name): code.value for code in words.CloseCode}
        ),
        Table(
            "LIMITS",
            "The most entries that a request may have, by list.",
            {
                "targets": _longest(Evaluate, "targets"),
                "candidates": _longest(Evaluate, "candidates"),
                "overrides": _longest(Evaluate, "overrides"),
                "included": _longest(Roll, "included"),
                "places": _longest(Survey, "places"),
            },
        ),
        Table(
            "VIEWERS",
            "The viewers of a result: GMs see everything, players what they may know.",
            get_args(Viewer),
            "Coign.Viewer[]",
        ),
        Table("OCCASIONS", "The occasions on which a roll is judged.", get_args(Occasion), "Coign.Occasion[]"),
        Table("ATTACKS", "The occasions that are attacks.", words.ATTACKS, "Coign.Occasion[]"),
        Table(
            "ROLLED",
            "The value of `to` in effects that change the roll of an occasion.",
            {occasion: to[0] for occasion, to in words.ROLLS_TO.items()},
            "Partial<Record<string, Coign.To>>",
        ),
        Table(
            "CHECK_KINDS", "The kinds of checks that rules tell apart.", get_args(CheckKind), "Coign.Wire.CheckKind[]"
        ),
        Table("ATTACK_KINDS", "The kinds of attacks.", get_args(AttackKind)),
        Table(
            "DEFAULTS",
            "The default values of fields that are left out.",
            {
                "occasion": _default(Annotation, "occasion"),
                "kind": _default(Attack, "kind"),
                "mode": _default(Roll, "mode"),
                "scope": _default(Override, "scope"),
                "state": _default(Override, "state"),
                "label": _default(Outcome, "label"),
                "cover": _default(Prospect, "cover"),
                "arc": _default(FacingFact, "target_arc"),
            },
        ),
        Table("MODES", "The modes of a roll of a d20.", get_args(Mode)),
        Table("STANDS", "Whose cover counts where a module gives some too.", get_args(Stands)),
        Table("TRIGGERS", "The ways to notice the trigger of a readied action.", get_args(Trigger)),
        Table("EFFECTS", "The kinds of effects.", tuple(EFFECTS), 'Coign.Effect["kind"][]'),
        Table(
            "AIMED",
            "The effects that name what they change (`to`).",
            tuple(tag for tag, kind in EFFECTS.items() if "to" in kind.__struct_fields__),
            'Coign.Effect["kind"][]',
        ),
        Table(
            "SCOPES",
            "The scopes of an override, from one roll to the whole world.",
            get_args(Scope),
            "Coign.Wire.Scope[]",
            exported=False,
        ),
        Table(
            "SCOPE_CHOICES",
            "The scopes as a GM picks them: of a token, whether it acts or is the target.",
            get_args(ScopeChoice),
        ),
        Table("STATES", "The states that an override may give a modifier.", get_args(OverrideState), exported=False),
        Table(
            "FORCIBLE", "The facts that an override may set.", words.FORCIBLE, "Record<string, (string | boolean)[]>"
        ),
        Table(
            "PART_OF",
            "The measured fact, and figure, to which each of them belongs.",
            words.PART_OF,
            "Record<string, string>",
        ),
        Table("DEGREES", "The degrees of cover, by reading.", words.DEGREES),
        Table("WALL_COVER", "The cover that a GM may set for a wall.", words.WALL_COVER, "string[]"),
        Table("OBSCURING", "The kinds of obscurement that a region may have.", words.OBSCURING, "string[]"),
        Table("OBSCURES_FROM", "From where a region may obscure what is in it.", words.OBSCURES_FROM, "string[]"),
        Table("GIVES", "The cover that a token or a tile may give when it is in the way.", words.GIVES, "string[]"),
        Table(
            "STATUSES",
            "Statuses that systems, or Foundry itself, call by another word, as slugs.",
            words.STATUSES,
            "Record<string, string>",
        ),
        Table("SIZES", "The sizes of creatures, from the smallest.", words.SIZES, "string[]"),
        Table(
            "HOUSE",
            "The grammar of a house rule's value: cases, each a worth with its conditions.",
            {"case": words.CASE, "most": words.MOST_CASES, "worths": words.WORTHS, "conditions": words.CONDITIONS},
            "{case: string, most: number, worths: Record<Coign.Wire.WorthKind, string>,"
            " conditions: Record<Coign.Wire.Condition, string[]>}",
        ),
        Table("CANCELLING", "The phrases that say that two modifiers cancel each other.", words.CANCELLING, "string[]"),
        Table("READYING", "Rulesets that say what may trigger a readied action.", words.READYING, "string[]"),
        Table(
            "SPEEDS",
            "The ways of moving that have a speed.",
            tuple(way for way in words.LOCOMOTIONS if way != "hover"),  # who hovers, flies
            "string[]",
        ),
        Table(
            "SENSES",
            "The senses that have a range.",
            tuple(field.encode_name for field in _fields(Senses) if field.name != "lowLight"),
            "(keyof Coign.Wire.Senses)[]",
        ),
        Table(
            "DOCUMENT",
            "The most bytes that the bridge reads of a document, and of one field of it.",
            {"bytes": MOST_BYTES, "fieldBytes": MOST_FIELD_BYTES},
        ),
        Table("COLLECTIONS", "The scene's collection for each kind of document.", DOCUMENTS),
        Table(
            "SENT",
            "The fields of documents that are sent: of a record in them, its own; `null`: null is sent too.",
            {
                "Scene": _sent(sent_fields(SceneDoc)),
                **{name: _sent(sent_fields(COLLECTIONS[which])) for name, which in DOCUMENTS.items()},
            },
            'Record<Coign.Change["document"], Coign.SentFields>',
        ),
        *(
            Table(name, f"The fields of `{kind.__name__}`.", _fields_of(kind), "Record<string, Coign.Shape>", False)
            for kind, name in _SHARED.items()
        ),
        Table(
            "EFFECT",
            "The shape of each kind of effect.",
            {tag: _fields_and_needs(inspect.type_info(kind)) for tag, kind in EFFECTS.items()},
            "Coign.Kinds",
        ),
        Table(
            "SHAPES",
            "The shapes of what other clients may write, by type and field.",
            {kind.__name__: _shapes(kind) for kind in (Attack, Bearing, CoignToken, Evaluate, HeightFlags, Override)},
            "Record<string, Record<string, Coign.Shape>>",
        ),
    )


def _sent(fields: Mapping[str, Any]) -> Shape:
    return Shape({name: _sent(part) if isinstance(part, Mapping) else part for name, part in fields.items()})


def _longest(struct: type[msgspec.Struct], name: str) -> int:
    """Return how many entries a field may have."""
    (kind,) = (field.type for field in _fields(struct) if field.name == name)
    assert isinstance(kind, inspect.VarTupleType)
    assert kind.max_length is not None
    return kind.max_length


def _default(struct: type[msgspec.Struct], name: str) -> str:
    """Return the default value of a field that is left out."""
    (value,) = (field.default for field in _fields(struct) if field.name == name)
    assert isinstance(value, str)
    return value


def _fields(struct: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return info.fields


# --- shapes -----------------------------------------------------------------------------------------------------------

# What is written once, and named wherever a shape has it: words, and structs in more than one other.
_LISTED = {
    frozenset(get_args(literal)): Name(name)
    for name, literal in {
        "VIEWERS": Viewer,
        "OCCASIONS": Occasion,
        "CHECK_KINDS": CheckKind,
        "ATTACK_KINDS": AttackKind,
        "MODES": Mode,
        "STANDS": Stands,
        "TRIGGERS": Trigger,
        "SCOPES": Scope,
        "STATES": OverrideState,
    }.items()
}
_SHARED: dict[type[msgspec.Struct], Name] = {Attack: Name("ATTACK"), Point: Name("POINT")}


def _shapes(struct: type[msgspec.Struct]) -> Shape | Name:
    """Return the shape of each field of a struct, or the name under which they stand."""
    return _SHARED.get(struct) or _fields_of(struct)


def _fields_of(struct: type[msgspec.Struct]) -> Shape:
    """Return the shape of each field of a struct but `phrases`, which rules alone make."""
    return Shape({field.encode_name: _shape(field.type) for field in _fields(struct) if field.name != "phrases"})


def _shape(kind: inspect.Type) -> Shape | str:
    """Return a type as the module writes shapes. Every field may be missing, so that it may be null says nothing."""
    match kind:
        case inspect.Metadata():
            return _shape(kind.type)
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType() | inspect.FloatType():
            name = "whole" if isinstance(kind, inspect.IntType) else "number"
            low, high = -MOST if kind.ge is None else kind.ge, MOST if kind.le is None else kind.le
            return Shape({name: (int(low), int(high))})
        case inspect.StrType():
            least = {"least": kind.min_length} if kind.min_length else {}
            return Shape({"text": kind.max_length or LONGEST, **least})
        case inspect.LiteralType():
            words_of = tuple(str(value) for value in kind.values)
            return Shape({"one": _LISTED.get(frozenset(words_of), words_of)})
        case inspect.VarTupleType():
            return Shape({"list": _shape(kind.item_type), "most": kind.max_length or MOST_ENTRIES})
        case inspect.TupleType():
            count = len(kind.item_types)
            return Shape({"list": _shape(kind.item_types[0]), "least": count, "most": count, "asWhole": True})
        case inspect.StructType():
            return _fields_and_needs(kind)
        case inspect.DictType():
            return Shape({"map": _shape(kind.value_type), "most": MOST_ENTRIES})
        case inspect.UnionType():
            return _union([member for member in kind.types if not isinstance(member, inspect.NoneType)])
    return "any"


def _fields_and_needs(kind: inspect.Type) -> Shape:
    """Return the shape of a struct, with the fields that it cannot be without."""
    assert isinstance(kind, inspect.StructType)
    needs = tuple(field.encode_name for field in kind.fields if field.required)
    return Shape({"fields": _shapes(kind.cls), **({"needs": needs} if needs else {})})


def _union(kinds: list[inspect.Type]) -> Shape | str:
    """Return the shape of a union. That of the effects stands by itself."""
    if len(kinds) == 1:
        return _shape(kinds[0])
    if all(isinstance(kind, inspect.StructType) and kind.tag in EFFECTS for kind in kinds):
        return Shape({"kinds": Name("EFFECT")})
    return Shape({"either": tuple(_shape(kind) for kind in kinds)})


# --- the layout -------------------------------------------------------------------------------------------------------


def _constant(table: Table) -> str:
    start = f"{'export ' if table.exported else ''}const {table.name} = "
    comment = f"/** {table.comment}{f' @type {{{table.type}}}' if table.type else ''} */"
    value = _value(table.value, "", len(f"{start};"))
    if not table.type and not isinstance(table.value, str | int):
        value = f"/** @type {{const}} */ ({value})"
    return f"{comment}\n{start}{value};\n"


def _value(value: Words, indent: str, before: int) -> str:
    """Write a value as the formatter does: lists and shapes on one line if they fit, other objects an entry a line."""
    line = _line(value)
    if isinstance(value, tuple):
        entries, ends = [("", item) for item in value], "[]"
    elif isinstance(value, Mapping):
        entries, ends = [(f"{property_name(key)}: ", item) for key, item in value.items()], "{}"
    else:
        return line
    if isinstance(value, tuple | Shape) and not _breaks(value) and before + len(line) <= WIDE:
        return line
    inner = indent + "  "
    lines = (f"{inner}{start}{_value(entry, inner, len(f'{inner}{start},'))},\n" for start, entry in entries)
    return f"{ends[0]}\n{''.join(lines)}{indent}{ends[1]}"


def _breaks(value: Words) -> bool:
    """Return whether a value has a list of objects of several entries, which the formatter keeps on no line."""
    if isinstance(value, Mapping):
        return any(map(_breaks, value.values()))
    if not isinstance(value, tuple) or len(value) < 2:
        return False
    return all(isinstance(item, Mapping) and len(item) > 1 for item in value)


def _line(value: Words) -> str:
    if isinstance(value, Name):
        return value
    if isinstance(value, Mapping):
        entries = ", ".join(f"{property_name(key)}: {_line(item)}" for key, item in value.items())
        return f"{{ {entries} }}" if entries else "{}"
    return f"[{', '.join(map(_line, value))}]" if isinstance(value, tuple) else json.dumps(value)
