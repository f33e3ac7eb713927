"""What the first messages of a connection must be like, whoever says them."""

from __future__ import annotations

from coign.errors import BadMessage, TooLarge, Version
from coign.protocol import messages as wire
from coign.session.pairing_store import Key
from coign.session.worlds import World

MOST_BYTES = 16 << 10  # no `pair` or `hello` is longer


def check_size(data: bytes) -> None:
    """Raise TooLarge: a stranger's words are not even read where there are so many."""
    if len(data) > MOST_BYTES:
        raise TooLarge(f"the first message has {len(data)} bytes; hello and pair need less than {MOST_BYTES}")


def check_version(message: wire.Hello) -> None:
    """Raise Version where no version of the protocol is shared; it names the half to update."""
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
    """Who speaks. Raises BadMessage where the world is not the one at whose address they speak."""
    if message.world != at.id:
        raise BadMessage(f"world {message.world} was named at the address of world {at.id}", path="$.world")
    return Key(at.origin, message.world, message.user, message.client)
