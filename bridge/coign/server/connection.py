"""One WebSocket with its session: two tasks that move bytes, and the time-outs that a session without I/O cannot keep.

The reading task hands each frame to the session and sends answers that are ready at once. It waits while an answer is
being worked on, and while many messages wait to be sent. The working task runs answers and surveys a slice at a time,
sends their results and messages caused by other connections, and keeps the session's deadline. Only one task sends at
a time, and it sends all waiting messages. After one slice of work for one connection, the messages of the others are
handled. A peer that does not read is disconnected after ten seconds, because the library's own keep-alive would wait
for the same full buffer for ever.

All connections of the process share the passes of the event loop by one `Passes`. In one pass the loop runs everything
that is ready: without a limit, fifty frames that came at the same time would be handled one after another, and nothing
else in between. So connections spend at most some milliseconds of a pass, and one step more; who comes later waits for
the next pass. Between two of them the loop reads and writes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from websockets.exceptions import ConnectionClosed

from coign.protocol.messages import ServerMessage
from coign.server.guarded_connection import GuardedConnection
from coign.server.metrics import Metrics
from coign.server.recording import Track
from coign.session.services import Services
from coign.session.session import Session
from coign.session.states import Close, State

log = logging.getLogger("coign.server.server")

SEND_SECONDS = 10.0
WRITE_LIMIT = 64 << 10  # bytes that the transport takes before a send waits
BACKLOG = 32  # messages to be sent, before reading waits
# Passes of the loop from a slice to the next: a frame comes in, wakes who reads it, finds a pass, is answered.
TURNS = 5

_encoder = msgspec.json.Encoder()


class Passes:
    """The passes of the loop, and who works: the connection that holds `slices`. `most`: seconds of work in a pass."""

    def __init__(self, most: float) -> None:
        self.slices = asyncio.Lock()
        self._most = most
        self._spent = 0.0  # in the present pass
        self._room = asyncio.Event()  # the present pass has time left
        self._room.set()

    async def turn(self) -> None:
        """Wait for a pass that has time left."""
        while not self._room.is_set():
            await self._room.wait()

    def spend(self, work: Callable[[], object]) -> None:
        """Do some work and count its time."""
        if not self._spent:
            asyncio.get_running_loop().call_soon(self._begin)  # runs in the next pass
        started = time.perf_counter()
        try:
            work()
        finally:
            self._spent += time.perf_counter() - started
            if self._spent >= self._most:
                self._room.clear()

    def _begin(self) -> None:
        self._spent = 0.0
        self._room.set()


class Connection:
    """A connection from its handshake to its end. `metrics` counts its messages; `track`, if given, records them."""

    def __init__(
        self,
        socket: GuardedConnection,
        services: Services,
        session: Session,
        metrics: Metrics,
        passes: Passes,
        track: Track | None = None,
    ) -> None:
        self._socket = socket
        self._services = services
        self._session = session
        self._metrics = metrics
        self._passes = passes
        self._track = track
        self._wake = asyncio.Event()  # there may be something to send, or to work on
        self._room = asyncio.Event()  # what was to be sent has been
        self._receiving = self._sending = False
        session.wake = self._woken

    async def run(self) -> None:
        """Serve the connection until either side ends it. Raises nothing that a peer can cause."""
        working = asyncio.create_task(self._work())
        try:
            while await self._deliver():
                data = await self._socket.recv(decode=False)
                await self._passes.turn()
                self._passes.spend(partial(self._receive, data))
                if self._socket.recv_messages.frames:  # a burst: others get their turns between its messages
                    await _let_others_in()
                while self._session.occupied or self._session.backlog > BACKLOG:
                    self._room.clear()
                    self._wake.set()
                    await self._room.wait()
        except ConnectionClosed:
            pass  # how every connection ends
        except Exception:
            self._failed()
        finally:
            self._session.closed()
            working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await working
            if self._track:
                self._track.closed()

    def _receive(self, data: bytes) -> None:
        self._metrics.received.inc(len(data))
        if self._track:
            self._track.received(data)
        self._receiving = True  # this task sends the session's answers itself, so they need not wake the other
        self._session.receive(data)
        self._receiving = False
        if self._session.state is State.READY:
            self._socket.admit()
        if self._session.deadline is not None:
            self._wake.set()  # it may be another than before

    def _woken(self) -> None:
        if not self._receiving:
            self._wake.set()

    async def _work(self) -> None:
        try:
            while await self._deliver():
                await self._next()
        except ConnectionClosed:
            pass  # the reading task sees it too, and ends
        except Exception:
            self._failed()
        finally:
            self._session.closed()
            self._session.outgoing()  # drop unsent messages, so that the reading task does not wait for them
            self._room.set()

    async def _deliver(self) -> bool:
        """Send all waiting messages, unless the other task is already sending them. Return False after the last one."""
        if self._sending:
            return True
        self._sending = True
        try:
            while messages := self._session.outgoing():
                for message in messages:
                    if isinstance(message, Close):
                        await self._socket.close(message.code, message.reason)
                        return False
                    await self._send(message)
        finally:
            self._sending = False
        self._room.set()
        if self._session.busy:
            self._wake.set()
        return self._session.state is not State.CLOSED

    async def _send(self, message: ServerMessage) -> None:
        data = _encoder.encode(message)
        if self._track:
            self._track.sent(data)
        if len(data) < WRITE_LIMIT // 2 and not self._socket.transport.get_write_buffer_size():
            await self._socket.send(data, text=True)  # does not wait, even if the peer does not read
        else:
            stalled = asyncio.get_running_loop().call_later(SEND_SECONDS, self._stalled)
            try:
                await self._socket.send(_in_pieces(data), text=True)
            finally:
                stalled.cancel()
        self._metrics.saw(message)  # while the peer reads it

    def _stalled(self) -> None:
        self._metrics.stalled.inc()
        world = ascii(self._session.world.id)
        log.warning("world %s: the browser has not read for %g s; cut", world, SEND_SECONDS)
        self._socket.transport.abort()

    def _failed(self) -> None:
        log.exception("a failure of ours; the connection is cut")
        self._socket.transport.abort()

    async def _next(self) -> None:
        """Work for one slice, or wait until there is something to do."""
        if self._session.busy and not self._sending:
            async with self._passes.slices:
                await self._passes.turn()
                self._passes.spend(self._session.step)
                await _let_others_in()
            return
        self._wake.clear()
        deadline = self._session.deadline
        left = None if deadline is None else max(0.0, deadline - self._services.clock())
        with contextlib.suppress(TimeoutError):  # the deadline: `tick` knows what it means
            async with asyncio.timeout(left):
                await self._wake.wait()
        self._session.tick()


async def _let_others_in() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


def _in_pieces(data: bytes) -> Iterator[bytes]:
    """Split a long message into fragments. Each is sent after the previous one, to save memory."""
    return (data[start : start + WRITE_LIMIT] for start in range(0, len(data), WRITE_LIMIT))
