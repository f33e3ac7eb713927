"""Decode a frame into a message, or raise an error that says what is wrong, where, and what is allowed.

Any malformed frame is an error of the peer and not of the bridge: text that is not JSON, JSON nested too deeply for any
parser, bytes that are not UTF-8, fields of the wrong type, an unknown type of message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, get_args

import msgspec
import numpy as np
from msgspec import inspect

from coign.errors import BadJson, BadMessage, CoignError, TooLarge
from coign.protocol.messages import ClientMessage

_message: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_PATH = re.compile(r"^(?P<what>.*) - at `(?P<path>\$.*)`$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|(\[)")
_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(ClientMessage)}
TYPES = tuple(_KINDS)
SCENES = ("scene.put", "scene.patch")  # the types that may be long
LONG = 192 << 10  # bytes; enough for a survey of 10,000 squares or a configuration with 500 overrides
MOST_VALUES = 600_000  # in one frame of a scene; 20,000 walls have 500,000
MOST_QUOTED = 20  # letters of an unknown type: fewer than a token has, which may be there by mistake


class Envelope(msgspec.Struct):
    """The id and type of a message that is otherwise malformed, so that the error can name the request.

    Both stay encoded until `text` reads them, because decoding long ones would take long.
    """

    id: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)
    type: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)

    def text(self, name: Literal["id", "type"]) -> str | None:
        """Decode a field; return None unless it is a string of at most 1000 bytes."""
        raw: msgspec.Raw = getattr(self, name)
        if not 0 < memoryview(raw).nbytes <= 1000:
            return None
        value = msgspec.json.decode(raw)
        return value if isinstance(value, str) else None


_envelope = msgspec.json.Decoder(Envelope)


def decode(data: bytes) -> ClientMessage:
    """Decode a message. Raises BadJson, BadMessage or TooLarge; the detail has the message's `id` if it can be read."""
    try:
        if len(data) > LONG:
            _check_long(data)
        return _message.decode(data)
    except msgspec.ValidationError as problem:
        raise _bad_message(data, str(problem)) from None
    except msgspec.DecodeError as problem:
        raise BadJson(f"this is not JSON: {problem}") from None
    except UnicodeDecodeError as problem:
        raise BadJson(f"this is not UTF-8: {problem.reason} at byte {problem.start}") from None
    except RecursionError:
        raise BadJson("this JSON is nested too deeply; no message needs more than a dozen levels") from None


def _check_long(data: bytes) -> None:
    """Raise TooLarge if a long frame is not a scene or has too many values: counting them is faster than decoding.

    Raises the errors of msgspec if the frame is malformed.
    """
    envelope = _envelope.decode(data)
    if envelope.text("type") not in SCENES:
        raise TooLarge(
            f"the message has {len(data)} bytes; all but {' and '.join(SCENES)} have at most {LONG}",
            **({"id": name} if (name := envelope.text("id")) else {}),
        )
    values = int(np.count_nonzero(np.frombuffer(data, np.uint8) == ord(",")))
    if values > MOST_VALUES:
        raise TooLarge(f"the message has {values} values; the bridge accepts {MOST_VALUES}; send the scene in parts")


def _bad_message(data: bytes, problem: str) -> CoignError:
    try:
        envelope = _envelope.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return BadMessage(f"a message is an object with a `type`: {problem}")  # a list, a number ...
    name = {"id": request} if (request := envelope.text("id")) else {}
    kind = envelope.text("type")
    if kind not in TYPES:
        shown = "no type" if kind is None else f"the type {kind[:MOST_QUOTED]!r}"
        return BadMessage(f"there is no message of {shown}; there are {', '.join(TYPES)}", **name, path="$.type")
    match = _PATH.match(problem)
    if match is None:
        return BadMessage(f"{kind}: {problem}", **name, path="$")
    allowed = _allowed(_KINDS[kind], match["path"]) if match["what"].startswith("Invalid") else ()
    there_are = f"; there are {', '.join(allowed)}" if allowed else ""
    where = f"{match['what']} at {match['path']}"
    return BadMessage(f"{kind}: {where}{there_are}", **name, path=match["path"])


def _allowed(kind: type[msgspec.Struct], path: str) -> tuple[str, ...]:
    """Return the values allowed for the field at a path of a message, if its type is a list of literals."""
    types = [inspect.type_info(kind)]
    for name, _ in _STEP.findall(path):
        types = [inner for outer in types for inner in _inside(outer, name)]
    literals = (literal.values for literal in types if isinstance(literal, inspect.LiteralType))
    return tuple(dict.fromkeys(str(value) for values in literals for value in values))


def _inside(outer: inspect.Type, name: str) -> Iterator[inspect.Type]:
    """Yield the types one step deeper: of the field of that name, or, without a name, of the items."""
    inner: list[inspect.Type] = []
    match outer:
        case inspect.StructType(tag=str() as tag, tag_field=field) if name == field:
            inner = [inspect.LiteralType((tag,))]
        case inspect.StructType() if name:
            inner = [field.type for field in outer.fields if field.encode_name == name]
        case inspect.VarTupleType() if not name:
            inner = [outer.item_type]
        case inspect.DictType() if not name:
            inner = [outer.value_type]
    for annotated in inner:
        bare = annotated.type if isinstance(annotated, inspect.Metadata) else annotated
        yield from bare.types if isinstance(bare, inspect.UnionType) else (bare,)
