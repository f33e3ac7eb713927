"""The states of a connection, the checks of its first messages, and its close codes. `session` explains them."""

from __future__ import annotations

import enum

import msgspec

from coign.errors import BadMessage, Busy, Overloaded, TooLarge, Unauthorised, Version
from coign.protocol import messages as wire
from coign.protocol.digest import SCHEMA
from coign.protocol.vocabulary import CloseCode
from coign.session.pairing_book import Key
from coign.session.worlds import World

HELLO_SECONDS = 5.0
MOST_BYTES = 16 << 10  # the longest `pair` or `hello`
MOST_REASON = 123  # bytes, by the WebSocket standard
ENDINGS = {  # the close codes of errors before hello; of all others it is BAD_FIRST
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
    reason: str  # at most MOST_REASON bytes


def check_size(data: bytes) -> None:
    """Raise TooLarge if a first message is too long. It is checked before it is decoded."""
    if len(data) > MOST_BYTES:
        raise TooLarge(f"the first message has {len(data)} bytes; it may have {MOST_BYTES}")


def check_version(message: wire.Hello) -> None:
    """Raise Version if module and bridge share no version of the protocol; the error names the one to update.

    Of the same version they may still be of different days: then the schema differs. A client that names none (a
    recording, another program) is taken as it is.
    """
    if wire.PROTOCOL in message.versions:
        if message.schema and message.schema != SCHEMA:
            raise Version(
                f"module {message.module or '(unnamed)'} and this bridge are of different days, and what they send "
                "each other differs; update the older one",
                bridge=SCHEMA,
                module=message.schema,
            )
        return
    older, newer = ("module", "bridge") if max(message.versions) < wire.PROTOCOL else ("bridge", "module")
    raise Version(
        f"the {older} is older than the {newer}: the bridge speaks version {wire.PROTOCOL} of the protocol, "
        f"the module {', '.join(map(str, message.versions))}; update the {older}",
        bridge=wire.PROTOCOL,
        module=list(message.versions),
    )


def key_of(message: wire.Pair | wire.Hello, at: World) -> Key:
    """Return the key of the sender. Raises BadMessage if it names another world than the connection's address does."""
    if message.world != at.id:
        raise BadMessage(f"the message names world {message.world} at the address of world {at.id}", path="$.world")
    return Key(at.origin, message.world, message.user, message.client)
