"""Reading Foundry's documents: what can be read is, what cannot is said, and nothing refuses a whole scene.

A field that cannot be read keeps its default. A document without the one thing that makes it one (a wall's `c`, a
token's place) is skipped. Numbers that come as text are numbers; "Infinity" is text.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from .documents import COLLECTIONS, SceneDoc

T = TypeVar("T", bound=msgspec.Struct)
Said = Callable[[str, str], None]  # what, why

_scene = msgspec.json.Decoder(SceneDoc)


@cache
def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind)


def read_scene(data: bytes | msgspec.Raw, said: Said) -> SceneDoc:
    """A scene from JSON: typed at once where it can be, document by document where something in it is odd.

    Raises msgspec.DecodeError where the bytes are no JSON object at all.
    """
    try:
        return _scene.decode(data)
    except msgspec.ValidationError:
        pass  # something is odd: read it piece by piece and say what
    raw = msgspec.json.decode(data)
    if not isinstance(raw, dict):
        raise msgspec.ValidationError(f"Expected `object`, got `{type(raw).__name__}`")
    found: dict[str, list[msgspec.Struct]] = {}
    for collection, kind in COLLECTIONS.items():
        documents = raw.pop(collection, None)
        if documents is not None and not isinstance(documents, list):
            said(collection, f"expected a list, got {type(documents).__name__}: read as none")
            documents = None
        read_all = (read(kind, entry, f"{collection}[{n}]", said) for n, entry in enumerate(documents or ()))
        found[collection] = [document for document in read_all if document is not None]
    scene = read(SceneDoc, raw, "scene", said)
    assert scene is not None  # a scene needs no field
    return msgspec.structs.replace(scene, **{name: tuple(documents) for name, documents in found.items()})


def read_document(collection: str, data: msgspec.Raw | bytes, said: Said) -> msgspec.Struct | None:
    """One document of a collection, or None where it cannot be one; `said` is told why."""
    kind = COLLECTIONS[collection]
    try:
        document: msgspec.Struct = _decoder(kind).decode(data)
        return document
    except msgspec.ValidationError:
        return read(kind, msgspec.json.decode(data), collection.removesuffix("s"), said)


def read(kind: type[T], raw: Any, where: str, said: Said) -> T | None:
    """Read `raw` as `kind`, field by field. Fields that cannot be read keep their default; `said` is told of each."""
    if not isinstance(raw, dict):
        said(where, f"expected an object, got {_name(raw)}: skipped")
        return None
    name = f"{where} {raw['_id']}" if raw.get("_id") else where
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.encode_name not in raw:
            if field.required:
                said(name, f"has no {field.encode_name}: skipped")
                return None
            continue
        value = raw[field.encode_name]
        inner, is_list = _struct_of(field.type)
        there = f"{name}.{field.encode_name}"
        if inner is not None and is_list and isinstance(value, list):
            entries = (read(inner, entry, f"{there}[{n}]", said) for n, entry in enumerate(value))
            values[field.name] = tuple(entry for entry in entries if entry is not None)
            continue
        if inner is not None and not is_list and isinstance(value, dict):
            values[field.name] = read(inner, value, there, said)
            continue
        try:
            values[field.name] = msgspec.convert(_finite(value), field.type, strict=False)
        except msgspec.ValidationError as problem:
            if field.required:
                said(name, f"{field.encode_name}: {problem}: skipped")
                return None
            if value is not None:
                said(name, f"{field.encode_name}: {problem}: default used")
    return kind(**values)


@cache
def _struct_of(annotation: Any) -> tuple[type[msgspec.Struct] | None, bool]:
    """The Struct in `annotation`, where it is a Struct, an optional one or a list of them; and whether a list."""
    is_list = get_origin(annotation) is tuple
    for option in get_args(annotation) or (annotation,):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            return option, is_list
        if get_origin(option) is tuple and not is_list:
            return _struct_of(option)
    return None, False


def _finite(value: Any) -> Any:
    """Numbers as text become numbers. Raises ValidationError for text like "Infinity"."""
    if isinstance(value, str):
        try:
            number = float(value)
        except ValueError:
            return value
        if not math.isfinite(number):
            raise msgspec.ValidationError(f"{value!r} is no finite number")
        return number
    if isinstance(value, list):
        return [_finite(entry) for entry in value]
    return value


def _name(value: Any) -> str:
    return "null" if value is None else type(value).__name__
