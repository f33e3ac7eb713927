"""Bytes of a frame into a message, or an error that says what is wrong with them, where, and what would be right.

Whatever a peer can put into a frame is the peer's mistake, never ours: text that is not JSON, JSON nested too deep for
any parser, bytes that are not UTF-8, fields of the wrong type, a type of message that there is none of.
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
LONG = 192 << 10  # bytes: a survey of 10,000 squares, a configuration with 500 overrides
MOST_VALUES = 600_000  # of a scene in one frame: 20,000 walls have 500,000


class Envelope(msgspec.Struct):
    """What can be told of a message that is otherwise wrong: so that the answer can name the request. Nothing of it is
    read that could take long."""

    id: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)
    type: msgspec.Raw = msgspec.field(default_factory=msgspec.Raw)

    def text(self, name: Literal["id", "type"]) -> str | None:
        """A field of it, where that is a string of usual length."""
        raw: msgspec.Raw = getattr(self, name)
        if not 0 < memoryview(raw).nbytes <= 1000:
            return None
        value = msgspec.json.decode(raw)
        return value if isinstance(value, str) else None


_envelope = msgspec.json.Decoder(Envelope)


def decode(data: bytes) -> ClientMessage:
    """The message in `data`. Raises BadJson or BadMessage; their detail has `id`, where one could be read."""
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
        raise BadJson("this is JSON nested too deep; no message of ours needs more than a dozen levels") from None


def _check_long(data: bytes) -> None:
    """Raise TooLarge where a long frame is no scene, or has more values than any scene: to read them takes long, and
    their number is known sooner. Raises what decoding raises."""
    envelope = _envelope.decode(data)
    if envelope.text("type") not in SCENES:
        raise TooLarge(
            f"the message has {len(data)} bytes; all but {' and '.join(SCENES)} have at most {LONG}",
            **({"id": name} if (name := envelope.text("id")) else {}),
        )
    values = int(np.count_nonzero(np.frombuffer(data, np.uint8) == ord(",")))
    if values > MOST_VALUES:
        raise TooLarge(f"the message has {values} values; the bridge takes {MOST_VALUES}; send the scene in parts")


def _bad_message(data: bytes, problem: str) -> CoignError:
    try:
        envelope = _envelope.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return BadMessage(f"a message is an object with a `type`: {problem}")  # a list, a number ...
    name = {"id": request} if (request := envelope.text("id")) else {}
    kind = envelope.text("type")
    if kind not in TYPES:
        shown = "no type" if kind is None else f"the type {kind[:60]!r}"
        return BadMessage(f"there is no message of {shown}; there are {', '.join(TYPES)}", **name, path="$.type")
    match = _PATH.match(problem)
    if match is None:
        return BadMessage(f"{kind}: {problem}", **name, path="$")
    allowed = _allowed(_KINDS[kind], match["path"]) if match["what"].startswith("Invalid") else ()
    there_are = f"; there are {', '.join(allowed)}" if allowed else ""
    where = f"{match['what']} at {match['path']}"
    return BadMessage(f"{kind}: {where}{there_are}", **name, path=match["path"])


def _allowed(kind: type[msgspec.Struct], path: str) -> tuple[str, ...]:
    """The values that the field at a path of a message takes, where its type names them one by one."""
    reached = [inspect.type_info(kind)]
    for name, _ in _STEP.findall(path):
        reached = [inner for one in reached for inner in _inside(one, name)]
    found = (one.values for one in reached if isinstance(one, inspect.LiteralType))
    return tuple(dict.fromkeys(str(value) for values in found for value in values))


def _inside(one: inspect.Type, name: str) -> Iterator[inspect.Type]:
    """What a step leads to: the field of that name, or without a name the items."""
    inner: list[inspect.Type] = []
    match one:
        case inspect.StructType(tag=str() as tag, tag_field=field) if name == field:
            inner = [inspect.LiteralType((tag,))]
        case inspect.StructType() if name:
            inner = [field.type for field in one.fields if field.encode_name == name]
        case inspect.VarTupleType() if not name:
            inner = [one.item_type]
        case inspect.DictType() if not name:
            inner = [one.value_type]
    for found in inner:
        bare = found.type if isinstance(found, inspect.Metadata) else found
        yield from bare.types if isinstance(bare, inspect.UnionType) else (bare,)
