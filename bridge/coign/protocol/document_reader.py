"""Read Foundry's documents leniently: report what cannot be read, and never refuse a whole scene for it.

A field that cannot be read keeps its default. A document without its essential field (a wall's `c`, a token's place)
is skipped. A number written as text is read as a number; "Infinity" is not.

A scene is read as a cooperative task, because one in which every wall is odd takes a second. Each step is short
whatever the documents contain: documents are counted before they are read, and fields have a maximum length, since
reading JSON without knowing its type takes up to 0.1 us a byte.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from functools import cache
from itertools import accumulate
from types import GenericAlias
from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec

from coign.errors import TooLarge
from coign.protocol.documents import COLLECTIONS, SceneDoc

T = TypeVar("T", bound=msgspec.Struct)
Report = Callable[[str, str], None]  # called with what was skipped or changed, and why

MOST = {  # documents in one scene
    "walls": 20_000,
    "tokens": 2_000,
    "lights": 2_000,
    "regions": 1_000,
    "tiles": 20_000,
    "levels": 200,
}

BATCH, BATCH_BYTES = 200, 64 << 10  # documents, and their bytes, that one step reads
LONG_BYTES = 16 << 10  # a longer document has its fields measured before they are read
MOST_FIELD_BYTES = 64 << 10
MOST_BYTES = 192 << 10  # of a document, fields unknown to Coign left out

_scene = msgspec.json.Decoder(SceneDoc)


@cache
def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind)


@cache
def _list_decoder(kind: type[T]) -> msgspec.json.Decoder[list[T]]:
    return msgspec.json.Decoder(GenericAlias(list, (kind,)))


def read_scene(data: bytes | msgspec.Raw, report: Report) -> Generator[None, None, SceneDoc]:
    """Read a scene from JSON, a step at a time: all at once if it is well-formed, else document by document.

    Raises msgspec.DecodeError if the bytes are not a JSON object, and TooLarge if a collection has too many documents,
    before any of them is read.
    """
    if memoryview(data).nbytes <= BATCH_BYTES:
        try:
            return _scene.decode(data)
        except msgspec.ValidationError:
            pass  # something is odd: read it piece by piece and report what
    raw = _raw_fields(SceneDoc, data)
    collections: dict[str, tuple[msgspec.Struct, ...]] = {}
    for collection in COLLECTIONS:
        entries = _entries(collection, raw.pop(collection, None), report)
        collections[collection] = yield from _read_documents(collection, entries, report)
    fields = _without_long_fields(raw, "scene", report)
    scene = read(SceneDoc, {name: msgspec.json.decode(value) for name, value in fields.items()}, "scene", report)
    assert scene is not None  # no field of a scene is required
    return msgspec.structs.replace(scene, **collections)


def _entries(collection: str, documents: msgspec.Raw | None, report: Report) -> list[msgspec.Raw]:
    try:
        entries = msgspec.json.decode(documents, type=list[msgspec.Raw] | None) or [] if documents else []
    except msgspec.ValidationError as problem:
        report(collection, f"{problem}: read as none")
        return []
    check_size(collection, len(entries))
    return entries


def _read_documents(
    collection: str, entries: list[msgspec.Raw], report: Report
) -> Generator[None, None, tuple[msgspec.Struct, ...]]:
    """Read the entries in batches, since one call for many is quicker; read a batch with an odd entry one by one."""
    decoder = _list_decoder(COLLECTIONS[collection])
    documents: list[msgspec.Struct] = []
    for start, batch in _batches(entries):
        try:
            if memoryview(batch[0]).nbytes > LONG_BYTES:
                raise msgspec.ValidationError("too long for a batch: measure its fields first")
            documents += decoder.decode(b"[" + b",".join(batch) + b"]")
        except msgspec.ValidationError:
            for n, entry in enumerate(batch, start):
                document = read_document(collection, entry, report, f"{collection}[{n}]")
                documents += [] if document is None else [document]
                yield
        yield
    return tuple(documents)


def _batches(entries: list[msgspec.Raw]) -> Iterator[tuple[int, list[msgspec.Raw]]]:
    """Yield batches of at most BATCH entries and BATCH_BYTES bytes, each with the index of its first entry.

    An entry longer than LONG_BYTES has a batch of its own.
    """
    sizes = [memoryview(entry).nbytes for entry in entries]
    ends = [0, *accumulate(size if size <= LONG_BYTES else BATCH_BYTES for size in sizes)]
    start = 0
    while start < len(entries):
        stop = bisect_right(ends, ends[start] + BATCH_BYTES, start, min(start + BATCH + 1, len(ends))) - 1
        yield start, entries[start:stop]
        start = stop


def check_size(collection: str, count: int) -> None:
    """Raise TooLarge if a collection has more documents than the bridge accepts."""
    most = MOST[collection]
    if count > most:
        raise TooLarge(f"{count} {collection} in one scene; the bridge takes {most}", count=count, most=most)


def read_document(
    collection: str, data: msgspec.Raw | bytes, report: Report, where: str | None = None
) -> msgspec.Struct | None:
    """Read one document of a collection. If that is impossible, report why and return None."""
    kind, where = COLLECTIONS[collection], where or collection.removesuffix("s")
    try:
        if memoryview(data).nbytes > LONG_BYTES:
            fields = _without_long_fields(_raw_fields(kind, data), where, report)
            data = msgspec.json.encode(fields)
            if len(data) > MOST_BYTES:
                report(where, f"{len(data)} bytes, {MOST_BYTES} at most: skipped")
                return None
        document: msgspec.Struct = _decoder(kind).decode(data)
        return document
    except msgspec.ValidationError:
        return read(kind, msgspec.json.decode(data), where, report)


def _raw_fields(kind: type[msgspec.Struct], data: bytes | msgspec.Raw) -> dict[str, msgspec.Raw]:
    """Return the known fields of a document, still encoded, by their names in JSON.

    Raises msgspec.ValidationError if the data is not an object.
    """
    fields = msgspec.json.decode(data, type=_raw_kind(kind))
    named = ((field.encode_name, _known_part(field.type, getattr(fields, field.name))) for field in _fields(kind))
    return {name: raw for name, raw in named if memoryview(raw).nbytes}


def _known_part(annotation: Any, raw: msgspec.Raw) -> msgspec.Raw:
    """Return a long field without what of it is unknown to Coign: of an exported token's actor, its items."""
    inner, is_list = _struct_of(annotation)
    if inner is None or is_list or memoryview(raw).nbytes <= LONG_BYTES:
        return raw
    try:
        return msgspec.Raw(msgspec.json.encode(_raw_fields(inner, raw)))
    except msgspec.ValidationError:
        return raw  # no object: its reader reports that


@cache
def _raw_kind(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    fields = [(field.name, msgspec.Raw, msgspec.field(default_factory=msgspec.Raw)) for field in _fields(kind)]
    names = {field.name: field.encode_name for field in _fields(kind)}
    return msgspec.defstruct(f"Raw{kind.__name__}", fields, rename=names)


def _without_long_fields(fields: dict[str, msgspec.Raw], where: str, report: Report) -> dict[str, msgspec.Raw]:
    short = {}
    for name, raw in fields.items():
        size = memoryview(raw).nbytes
        if size > MOST_FIELD_BYTES:
            report(where, f"{name}: {size} bytes, {MOST_FIELD_BYTES} at most: default used")
        else:
            short[name] = raw
    return short


def read(kind: type[T], raw: Any, where: str, report: Report) -> T | None:
    """Read `raw` as `kind`, field by field. A field that cannot be read is reported and keeps its default."""
    if not isinstance(raw, dict):
        report(where, f"expected an object, got {_name(raw)}: skipped")
        return None
    name = f"{where} {str(raw['_id'])[:60]}" if raw.get("_id") else where
    values: dict[str, Any] = {}
    for field in _fields(kind):
        if field.encode_name not in raw:
            if field.required:
                report(name, f"has no {field.encode_name}: skipped")
                return None
            continue
        value = raw[field.encode_name]
        inner, is_list = _struct_of(field.type)
        there = f"{name}.{field.encode_name}"
        if inner is not None and is_list and isinstance(value, list):
            entries = (read(inner, entry, f"{there}[{n}]", report) for n, entry in enumerate(value))
            values[field.name] = tuple(entry for entry in entries if entry is not None)
            continue
        if inner is not None and not is_list and isinstance(value, dict):
            values[field.name] = read(inner, value, there, report)
            continue
        try:
            values[field.name] = _converted(value, field.type)
        except msgspec.ValidationError as problem:
            if field.required:
                report(name, f"{field.encode_name}: {problem}: skipped")
                return None
            if value is not None:
                report(name, f"{field.encode_name}: {problem}: default used")
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
    """Return the Struct inside an annotation (bare, optional or in a list), or None, and whether it is a list."""
    if get_origin(annotation) is Annotated:
        return _struct_of(get_args(annotation)[0])
    is_list = get_origin(annotation) is tuple
    for option in get_args(annotation) or (annotation,):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            return option, is_list
        if get_origin(option) is tuple and not is_list:
            return _struct_of(option)
    return None, False


def as_number(value: Any) -> float | None:
    """Return the number that a field of no fixed type holds, also as text; None if it holds none.

    >>> as_number(3), as_number("3"), as_number(True), as_number("three"), as_number("Infinity")
    (3.0, 3.0, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _finite(value: Any) -> Any:
    """Convert text that spells a number. Raises ValidationError for text like "Infinity"."""
    if isinstance(value, str):
        try:
            number = float(value)
        except ValueError:
            return value
        if not math.isfinite(number):
            raise msgspec.ValidationError(f"{value!r} is not a finite number")
        return number
    if isinstance(value, list):
        return [_finite(entry) for entry in value]
    return value


def _name(value: Any) -> str:
    return "null" if value is None else type(value).__name__
