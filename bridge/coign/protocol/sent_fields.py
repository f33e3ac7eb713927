"""The fields by which the module copies a document of Foundry, from the types in `documents`.

>>> from coign.protocol.documents import LightDoc, SightDoc
>>> sent_fields(LightDoc)["config"]["darkness"], sent_fields(SightDoc)["range"], "dim" in sent_fields(LightDoc)
({'min': True, 'max': True}, 'null', False)
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from coign.protocol.documents import COLLECTIONS, NOT_COPIED, SceneDoc


def sent_fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return what is copied of each field: True, "null" if null says something too, or a record's own fields.

    Left out is what the module does not copy, and the collections of a scene, whose documents are copied one by one.
    """
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {
        field.encode_name: _part(field)
        for field in info.fields
        if not _is_left_out(field) and not (kind is SceneDoc and field.name in COLLECTIONS)
    }


def _is_left_out(field: inspect.Field) -> bool:
    return isinstance(field.type, inspect.Metadata) and field.type.extra == NOT_COPIED.extra


def _part(field: inspect.Field) -> Any:
    kinds = list(field.type.types) if isinstance(field.type, inspect.UnionType) else [field.type]
    lists = [kind.item_type for kind in kinds if isinstance(kind, inspect.VarTupleType)]
    records = [kind for kind in (*kinds, *lists) if isinstance(kind, inspect.StructType)]
    if len(records) == 1 and not any(isinstance(kind, inspect.DictType) for kind in kinds):
        return sent_fields(records[0].cls)
    may_be_null = any(isinstance(kind, inspect.NoneType) for kind in kinds)
    return "null" if may_be_null and field.default is not None else True
