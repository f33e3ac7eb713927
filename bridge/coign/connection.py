"""One WebSocket around one session: the two tasks that move bytes, and the time-outs that a session cannot keep.

One task reads and hands every frame to the session; it waits while an answer is being worked out, and while much is
still to be sent. The other sends what the session says, works on answers and surveys a slice at a time, and keeps its
deadline. `turn` is one for the whole process: one slice of one connection's work, then everybody else's messages. A
peer that does not read is cut off after ten seconds, for the library's own keep-alive waits for the same full buffer
and would wait for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from .house import House
from .metrics import Metrics
from .recording import Track
from .session import Session
from .states import Close, State

log = logging.getLogger("coign.server")

SEND_SECONDS = 10.0
BACKLOG = 32  # messages to be sent, before reading waits

_encoder = msgspec.json.Encoder()


class Talk:
    """A connection from its handshake to its end. `metrics` counts; `track` records, where recording is on."""

    def __init__(
        self,
        socket: ServerConnection,
        house: House,
        session: Session,
        metrics: Metrics,
        turn: asyncio.Lock,
        track: Track | None = None,
    ) -> None:
        self._socket = socket
        self._house = house
        self._session = session
        self._metrics = metrics
        self._turn = turn
        self._track = track
        self._wake = asyncio.Event()  # there may be something to send, or to work on
        self._room = asyncio.Event()  # what was to be sent has been
        session.wake = self._wake.set

    async def run(self) -> None:
        """Until the connection ends, whoever ends it. Raises nothing that a peer can cause."""
        sending = asyncio.create_task(self._send_all())
        try:
            while True:
                data = await self._socket.recv(decode=False)
                self._metrics.received.inc(len(data))
                if self._track:
                    self._track.received(data)
                self._session.receive(data)
                while self._session.occupied or self._session.backlog > BACKLOG:
                    self._room.clear()
                    await self._room.wait()
        except ConnectionClosed:
            pass  # how every connection ends
        finally:
            self._session.closed()
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending
            if self._track:
                self._track.closed()

    async def _send_all(self) -> None:
        try:
            while await self._send():
                await self._next()
        except ConnectionClosed:
            pass  # the reading task sees it too, and ends
        except Exception:
            log.exception("sending failed; the connection is cut")
            self._cut()
        finally:
            self._session.closed()
            self._session.outgoing()  # nobody will send it: the reading task must not wait for that
            self._room.set()

    async def _send(self) -> bool:
        """Send what there is. False after the last message."""
        for message in self._session.outgoing():
            if isinstance(message, Close):
                await self._socket.close(message.code, message.reason)
                return False
            data = _encoder.encode(message)
            self._metrics.saw(message)
            if self._track:
                self._track.sent(data)
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await self._socket.send(data, text=True)
            except TimeoutError:
                self._metrics.stalled.inc()
                world = ascii(self._session.world.id)
                log.warning("world %s: the browser has not read for %g s; cut", world, SEND_SECONDS)
                self._cut()
                return False
        self._room.set()
        return self._session.state is not State.CLOSED

    async def _next(self) -> None:
        """Work for a slice, or wait for something to do."""
        if self._session.busy:
            async with self._turn:
                self._session.step()
                await asyncio.sleep(0)
            return
        await self._until_woken()
        self._session.tick()

    async def _until_woken(self) -> None:
        self._wake.clear()
        if self._session.backlog or self._session.busy:
            return
        deadline = self._session.deadline
        left = None if deadline is None else max(0.0, deadline - self._house.clock())
        with contextlib.suppress(TimeoutError):  # the deadline: `tick` knows what it means
            async with asyncio.timeout(left):
                await self._wake.wait()

    def _cut(self) -> None:
        self._socket.transport.abort()
