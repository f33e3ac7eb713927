"""Checks of `pair` and `hello`, the first messages of a connection."""

from __future__ import annotations

from coign.errors import BadMessage, TooLarge, Version
from coign.protocol import messages as wire
from coign.session.pairing_book import Key
from coign.session.worlds import World

MOST_BYTES = 16 << 10  # the longest `pair` or `hello`


def check_size(data: bytes) -> None:
    """Raise TooLarge if a first message is too long. It is checked before it is decoded."""
    if len(data) > MOST_BYTES:
        raise TooLarge(f"the first message has {len(data)} bytes; hello and pair need less than {MOST_BYTES}")


def check_version(message: wire.Hello) -> None:
    """Raise Version if module and bridge share no version of the protocol; the error names the one to update."""
    if wire.PROTOCOL in message.versions:
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
