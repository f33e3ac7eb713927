"""Bytes of a frame into a message, or an error that says what is wrong with them, where, and what would be right.

Whatever a peer can put into a frame is the peer's mistake, never ours: text that is not JSON, JSON nested too deep for
any parser, bytes that are not UTF-8, fields of the wrong type, a type of message that there is none of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from msgspec import inspect

from coign.errors import BadJson, BadMessage, CoignError
from coign.protocol.messages import ClientMessage

_message: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_PATH = re.compile(r"^(?P<what>.*) - at `(?P<path>\$.*)`$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|(\[)")
_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(ClientMessage)}
TYPES = tuple(_KINDS)


class Envelope(msgspec.Struct):
    """What can be told of a message that is otherwise wrong: so that the answer can name the request."""

    id: Any = None
    type: Any = None


_envelope = msgspec.json.Decoder(Envelope)


def decode(data: bytes) -> ClientMessage:
    """The message in `data`. Raises BadJson or BadMessage; their detail has `id`, where one could be read."""
    try:
        return _message.decode(data)
    except msgspec.ValidationError as problem:
        raise _bad_message(data, str(problem)) from None
    except msgspec.DecodeError as problem:
        raise BadJson(f"this is not JSON: {problem}") from None
    except UnicodeDecodeError as problem:
        raise BadJson(f"this is not UTF-8: {problem.reason} at byte {problem.start}") from None
    except RecursionError:
        raise BadJson("this is JSON nested too deep; no message of ours needs more than a dozen levels") from None


def _bad_message(data: bytes, problem: str) -> CoignError:
    try:
        envelope = _envelope.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return BadMessage(f"a message is an object with a `type`: {problem}")  # a list, a number ...
    name = {"id": envelope.id} if isinstance(envelope.id, str) else {}
    if envelope.type not in TYPES:
        shown = "no type" if envelope.type is None else f"the type {str(envelope.type)[:60]!r}"
        return BadMessage(f"there is no message of {shown}; there are {', '.join(TYPES)}", **name, path="$.type")
    match = _PATH.match(problem)
    if match is None:
        return BadMessage(f"{envelope.type}: {problem}", **name, path="$")
    allowed = _allowed(_KINDS[envelope.type], match["path"]) if match["what"].startswith("Invalid") else ()
    there_are = f"; there are {', '.join(allowed)}" if allowed else ""
    where = f"{match['what']} at {match['path']}"
    return BadMessage(f"{envelope.type}: {where}{there_are}", **name, path=match["path"])


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
