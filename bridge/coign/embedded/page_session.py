"""The shell of a session whose peer is the page that runs this Python in a Worker.

The page's end passes texts in both directions, as a WebSocket does, and the protocol is the same to the byte. There is
one page, and nobody else can reach its Worker. So there is no pairing, no deadline for `hello` and no slow peer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

import msgspec

from coign import __version__
from coign.annotations import engine
from coign.session.pairing import Desk
from coign.session.pairing_book import Key, MemoryStore
from coign.session.services import Services
from coign.session.session import Session
from coign.session.states import Close
from coign.session.worlds import Worlds
from coign.util import garbage_collection as garbage

TURN = 0.008  # seconds of work before the page's next message is looked at: a `cancel` may wait there

_encode = msgspec.json.Encoder().encode


class OwnPage(Desk):
    """The desk of an engine that only its own page can reach: every token is good, and none is needed."""

    def authorised(self, key: Key, token: str) -> bool:
        """Return True."""
        return True

    def is_paired(self, key: Key) -> bool:
        """Return True."""
        return True


class PageSession:
    """A session with the page at `origin`.

    send    gets each text for the page
    close   gets a code and a reason when the session has ended
    """

    def __init__(
        self, origin: str, world: str, send: Callable[[str], object], close: Callable[[int, str], object]
    ) -> None:
        services = Services(
            engine,
            OwnPage(MemoryStore(), time.monotonic),
            Worlds(time.monotonic),
            time.monotonic,
            __version__,
            turn=TURN,
        )
        self._session = Session(services, origin, world)
        self._send, self._close = send, close
        self._sweeps = count(1)

    def receive(self, text: str) -> bool:
        """Handle one text of the page. Return whether there is more to do by `step`."""
        self._session.receive(text.encode())
        return self._deliver()

    def step(self) -> bool:
        """Work for a few milliseconds. Return whether there is more to do."""
        self._session.step()
        return self._deliver()

    def sweep(self) -> None:
        """Collect garbage; the Worker calls it every `garbage_collection.SECONDS`."""
        garbage.sweep(next(self._sweeps))

    def _deliver(self) -> bool:
        for message in self._session.outgoing():
            if isinstance(message, Close):
                self._close(message.code, message.reason)
            else:
                self._send(_encode(message).decode())
        return self._session.busy
