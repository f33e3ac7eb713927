"""Reading Foundry's documents: what can be read is, what cannot is said, and nothing refuses a whole scene.

A field that cannot be read keeps its default. A document without the one thing that makes it one (a wall's `c`, a
token's place) is skipped. Numbers that come as text are numbers; "Infinity" is text.

A whole scene is read in steps, for one whose every wall is odd takes a second, and others wait for theirs meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from coign.errors import TooLarge
from coign.protocol.documents import COLLECTIONS, SceneDoc

T = TypeVar("T", bound=msgspec.Struct)
Said = Callable[[str, str], None]  # what, why

MOST = {"walls": 20_000, "tokens": 2_000, "lights": 2_000, "regions": 1_000, "levels": 200}  # documents in one scene

_scene = msgspec.json.Decoder(SceneDoc)


@cache
def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind)


def read_scene(data: bytes | msgspec.Raw, said: Said) -> Generator[None, None, SceneDoc]:
    """A scene from JSON: typed at once where it can be, else document by document, in steps, and said what is odd.

    Raises msgspec.DecodeError where the bytes are no JSON object at all, TooLarge where a collection that has odd
    documents has too many: what each of them lacks is not worth saying then, nor the memory to say it.
    """
    try:
        return _scene.decode(data)
    except msgspec.ValidationError:
        pass  # something is odd: read it piece by piece and say what
    raw = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    found: dict[str, tuple[msgspec.Struct, ...]] = {}
    for collection in COLLECTIONS:
        documents = []
        for n, entry in enumerate(_entries(collection, raw.pop(collection, None), said)):
            documents.append(read_document(collection, entry, said, f"{collection}[{n}]"))
            yield
        found[collection] = tuple(document for document in documents if document is not None)
    scene = read(SceneDoc, {name: msgspec.json.decode(value) for name, value in raw.items()}, "scene", said)
    assert scene is not None  # a scene needs no field
    return msgspec.structs.replace(scene, **found)


def _entries(collection: str, documents: msgspec.Raw | None, said: Said) -> list[msgspec.Raw]:
    try:
        entries = msgspec.json.decode(documents, type=list[msgspec.Raw] | None) or [] if documents else []
    except msgspec.ValidationError as problem:
        said(collection, f"{problem}: read as none")
        return []
    check_size(collection, len(entries))
    return entries


def check_size(collection: str, count: int) -> None:
    """Raise TooLarge where a collection has more documents than we take."""
    most = MOST[collection]
    if count > most:
        raise TooLarge(f"{count} {collection} in one scene; the bridge takes {most}", count=count, most=most)


def read_document(
    collection: str, data: msgspec.Raw | bytes, said: Said, where: str | None = None
) -> msgspec.Struct | None:
    """One document of a collection, or None where it cannot be one; `said` is told why."""
    kind = COLLECTIONS[collection]
    try:
        document: msgspec.Struct = _decoder(kind).decode(data)
        return document
    except msgspec.ValidationError:
        return read(kind, msgspec.json.decode(data), where or collection.removesuffix("s"), said)


def read(kind: type[T], raw: Any, where: str, said: Said) -> T | None:
    """Read `raw` as `kind`, field by field. Fields that cannot be read keep their default; `said` is told of each."""
    if not isinstance(raw, dict):
        said(where, f"expected an object, got {_name(raw)}: skipped")
        return None
    name = f"{where} {raw['_id']}" if raw.get("_id") else where
    values: dict[str, Any] = {}
    for field in _fields(kind):
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
            values[field.name] = _converted(value, field.type)
        except msgspec.ValidationError as problem:
            if field.required:
                said(name, f"{field.encode_name}: {problem}: skipped")
                return None
            if value is not None:
                said(name, f"{field.encode_name}: {problem}: default used")
    return kind(**values)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _converted(value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return msgspec.convert(_finite(value), kind, strict=False)


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
