"""WebSocket connections that cannot exhaust the process, whatever their peers send or do not read.

The library limits the size of one message. These limits are added:
 - *frames*: a ping has six bytes, so that one read of 256 KiB holds 43,000 of them. What was read is parsed in small
   pieces, and a peer with more than a thousand frames a second is cut.
 - *unsent bytes*: the library answers pings and writes messages whether or not the peer reads. A connection with more
   than 1 MiB of unsent bytes is cut, no matter what they are. A page may be longer: the engine for the browser has a
   file of 10 MB. What of it is unsent counts as unread.
 - *unread bytes*: compressed frames may hold a thousand times what was sent. A connection with more than two whole
   messages waiting to be handled is cut, and so is one that takes all connections together above 128 MiB.
 - *strangers*: a connection that has shown a valid token is admitted and never cut for another. Until then its messages
   have at most 16 KiB, and it is counted in a group: the address of its page (`Origin`) or, before that is known, the
   address of its machine. When all places are taken, the oldest stranger of the largest group is cut, so that one page
   that opens connections in bulk only ever displaces its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import InvalidMessage
from websockets.protocol import Event, State

from coign.session.states import MOST_BYTES
from coign.session.token_bucket import Bucket

STRANGERS = 16  # of one group
PIECE = 4 << 10  # bytes parsed at a time
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 500, 1000
MOST_UNSENT = 1 << 20  # bytes of messages; no piece of an answer is as long
MOST_OF_A_PAGE = 16 << 20  # bytes of an answer over HTTP
MESSAGES_UNREAD = 2
MOST_UNREAD = 128 << 20  # of all connections
SMALL = 256 << 10  # bytes unread that need not be added up with those of others
_WHY = b"a header of this request is malformed\n"
BAD_REQUEST = b"\r\n".join(
    [
        b"HTTP/1.1 400 Bad Request",
        b"Content-Type: text/plain; charset=utf-8",
        b"Connection: close",
        b"Content-Length: %d" % len(_WHY),
        b"",
        _WHY,
    ]
)


class Lobby:
    """The connections of one server from their first byte on, the oldest first. At most `places` of them are kept."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._connections: dict[GuardedConnection, None] = {}  # a dict keeps their order

    def __len__(self) -> int:
        return len(self._connections)

    def enter(self, connection: GuardedConnection) -> None:
        """Add a connection. If it is one too many, cut a stranger: itself if all others are admitted."""
        self._connections[connection] = None
        if len(self._connections) > self._places:
            self._cut(self._largest_group())

    def move(self, connection: GuardedConnection, group: str) -> None:
        """Count a stranger in another group, once its page is known. Cut the oldest there if it has too many."""
        connection.group = group
        if self._groups()[group] > STRANGERS:
            self._cut(group)

    def make_room(self) -> int:
        """Cut strangers of the largest group, the oldest first, and return how many: nothing else can be accepted."""
        leaving = min(STRANGERS, self._groups().total())
        for _ in range(leaving):
            self._cut(self._largest_group())
        return leaving

    def leave(self, connection: GuardedConnection) -> None:
        """Remove a connection that has ended. A second call does nothing."""
        self._connections.pop(connection, None)

    def unread(self) -> int:
        """Return the bytes of all connections that wait to be handled."""
        return sum(connection.unread() for connection in self._connections)

    def _groups(self) -> Counter[str]:
        """Return how many strangers each group has."""
        return Counter(connection.group for connection in self._connections if not connection.admitted)

    def _largest_group(self) -> str:
        return self._groups().most_common(1)[0][0]  # the newcomer is a stranger, so there is one

    def _cut(self, group: str) -> None:
        oldest = next(
            connection for connection in self._connections if not connection.admitted and connection.group == group
        )
        self.leave(oldest)
        oldest.cut("connections")


class GuardedConnection(ServerConnection):
    """A connection in a lobby.

    most_bytes  the longest message once the connection is admitted
    refused     called with the reason if the connection is cut
    group       the group that it is counted in as a stranger
    """

    def __init__(self, *args: Any, lobby: Lobby, most_bytes: int, refused: Callable[[str], None], **more: Any) -> None:
        super().__init__(*args, **more)
        self.group = ""
        self.admitted = False
        self._lobby = lobby
        self._most_bytes = most_bytes
        self._refused = refused
        self._frames = Bucket(FRAMES_PER_SECOND, self.loop.time(), burst=FRAMES_AT_ONCE)
        self._hung_up = False  # on a request that is malformed
        self.protocol.max_message_size = MOST_BYTES

    def admit(self) -> None:
        """Accept whole scenes and keep the place in the lobby: the peer has shown a valid token."""
        self.admitted = True
        self.protocol.max_message_size = self._most_bytes

    # --- what the transport and the library call ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Enter the lobby as soon as the peer has an address."""
        super().connection_made(transport)
        address = transport.get_extra_info("peername")
        self.group = str(address[0]) if address else ""
        self._lobby.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the lobby."""
        self._lobby.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive bytes piece by piece; cut the connection if too much of it is unread."""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            unread = self.unread()
            too_many = unread > SMALL and self._lobby.unread() > MOST_UNREAD
            if unread > MESSAGES_UNREAD * self._most_bytes or too_many:
                self.cut("unread")

    def process_event(self, event: Event) -> None:
        """Process a frame; cut the connection if frames come too fast."""
        if not self._frames.take(1.0, self.loop.time()):
            self.cut("frames")
            return
        super().process_event(event)

    def send_data(self) -> None:
        """Send what the protocol has written; answer a malformed header with Bad Request."""
        if self.transport.is_closing():
            self.protocol.data_to_send()  # nobody will get it, and asyncio would log a warning for each piece
            return
        if not self._hung_up and _has_malformed_header(self.protocol.handshake_exc):
            self._hung_up = True
            self.transport.write(BAD_REQUEST)
        self.protocol.writes = _as_one(self.protocol.data_to_send())
        super().send_data()
        unsent = self.transport.get_write_buffer_size()
        if unsent > self._most_unsent or (unsent > MOST_UNSENT and self._lobby.unread() > MOST_UNREAD):
            self.cut("unsent")

    # --- cutting ------------------------------------------------------------------------------------------------------

    @property
    def _most_unsent(self) -> int:
        return MOST_OF_A_PAGE if self.protocol.state is State.CONNECTING else MOST_UNSENT

    def unread(self) -> int:
        """Return the bytes received and not yet handled: whole frames, a partial one, and an unfinished message.

        The reader takes the frames of a message as they come, so an unfinished one is not in the queue for long. A page
        that the peer has not taken yet is added.
        """
        queued = sum(len(frame.data) for frame in self.recv_messages.frames.queue)
        page = self.transport.get_write_buffer_size() if self.protocol.state is State.CONNECTING else 0
        return len(self.protocol.reader.buffer) + max(queued, self.protocol.current_size or 0) + page

    def cut(self, why: str) -> None:
        """End the connection at once."""
        if not self.transport.is_closing():
            self._refused(why)
            self.transport.abort()


def _as_one(writes: list[bytes]) -> list[bytes]:
    """Join small writes, except the empty one that ends the stream.

    Once the peer is gone, asyncio would log a warning for each write.
    """
    ending = writes[-1:] if writes and not writes[-1] else []
    together = b"".join(writes)
    return [together, *ending] if together else ending


def _has_malformed_header(problem: Exception | None) -> bool:
    """Return whether a request failed for a malformed header, to which the library sends no answer."""
    return isinstance(problem, InvalidMessage) and "HTTP header" in str(problem.__cause__)
