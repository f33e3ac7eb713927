"""Write the types of the wire as the shapes by which the module reads what players may have written.

A shape says of a value what it is, how long and how large it may be. `util/shapes.mjs` reads by it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from coign.protocol.documents import MOST

# What a type leaves open still has an end in the module.
LONGEST = 200  # characters of a text
MOST_ENTRIES = 300  # entries of a list


class Shape(dict[str, Any]):
    """A shape, or the shapes of a struct's fields by name."""


def shapes(struct: type[msgspec.Struct]) -> Shape:
    """Return the shape of each field of a struct."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return _of_fields(info)


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
            return Shape({"one": tuple(str(value) for value in kind.values)})
        case inspect.VarTupleType():
            return Shape({"list": _shape(kind.item_type), "most": kind.max_length or MOST_ENTRIES})
        case inspect.StructType():
            needs = tuple(field.encode_name for field in kind.fields if field.required)
            return Shape({"fields": _of_fields(kind), **({"needs": needs} if needs else {})})
        case inspect.DictType():
            return Shape({"map": _shape(kind.value_type), "most": MOST_ENTRIES})
        case inspect.UnionType():
            return _union([one for one in kind.types if not isinstance(one, inspect.NoneType)])
    return "any"


def _union(kinds: list[inspect.Type]) -> Shape | str:
    """Return the shape of a union. Of tagged structs the module checks the tag alone, and the bridge the rest."""
    if len(kinds) == 1:
        return _shape(kinds[0])
    tags = [str(kind.tag) for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag is not None]
    return Shape(
        {"kinds": tuple(tags)} if len(tags) == len(kinds) else {"either": tuple(_shape(kind) for kind in kinds)}
    )


def _of_fields(kind: inspect.StructType) -> Shape:
    return Shape({field.encode_name: _shape(field.type) for field in kind.fields})
