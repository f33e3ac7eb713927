"""The states of a connection, how long each lasts, and the codes that end it. `session` says what they mean."""

from __future__ import annotations

import enum

import msgspec

from coign.errors import Busy, CoignError, Overloaded, Unauthorised, Version

HELLO_SECONDS = 5.0
BAD_TOKEN, BAD_VERSION, BUSY, TAKEN_OVER, NO_HELLO, BAD_FIRST, FLOOD = 4001, 4002, 4003, 4004, 4005, 4006, 4008
TRY_LATER = 1013
MOST_REASON = 123  # bytes: what WebSocket allows
_ENDINGS = {Unauthorised: BAD_TOKEN, Version: BAD_VERSION, Busy: BUSY, Overloaded: TRY_LATER}  # before hello


class State(enum.Enum):
    """Where a connection is between its first message and its end."""

    NEW = enum.auto()
    PAIRING = enum.auto()
    READY = enum.auto()
    CLOSED = enum.auto()


class Close(msgspec.Struct, frozen=True):
    """The last thing out: close the connection with this code."""

    code: int
    reason: str


def close(code: int, why: str) -> Close:
    """A Close whose reason is cut to what fits."""
    return Close(code, why.encode()[:MOST_REASON].decode(errors="ignore"))


def ending(problem: CoignError) -> int:
    """The code that ends a connection which was not let in yet."""
    return _ENDINGS.get(type(problem), BAD_FIRST)
