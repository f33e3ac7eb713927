"""The states of a connection, the time limits, and the close codes. `session` explains them."""

from __future__ import annotations

import enum

import msgspec

from coign.errors import Busy, CoignError, Overloaded, Unauthorised, Version
from coign.protocol.vocabulary import CloseCode

HELLO_SECONDS = 5.0
MOST_REASON = 123  # bytes, by the WebSocket standard
_ENDINGS = {  # before hello
    Unauthorised: CloseCode.BAD_TOKEN,
    Version: CloseCode.BAD_VERSION,
    Busy: CloseCode.BUSY,
    Overloaded: CloseCode.TRY_LATER,
}


class State(enum.Enum):
    """The state of a connection."""

    NEW = enum.auto()
    PAIRING = enum.auto()
    READY = enum.auto()
    CLOSED = enum.auto()


class Close(msgspec.Struct, frozen=True):
    """An instruction to the shell: close the connection with this code, after all messages are sent."""

    code: int
    reason: str


def close(code: int, why: str) -> Close:
    """Return a Close whose reason is shortened to the longest that fits."""
    return Close(code, why.encode()[:MOST_REASON].decode(errors="ignore"))


def ending(problem: CoignError) -> int:
    """Return the close code for an error before `hello` is accepted."""
    return _ENDINGS.get(type(problem), CloseCode.BAD_FIRST)
