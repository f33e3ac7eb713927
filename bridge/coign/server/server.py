"""The thin shell: one port, WebSockets under `/ws/<world>` (`connection.py`), and a few pages beside them (`web.py`).

Whoever connects is checked before anything of theirs is read, and counted from the first byte on.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import re
from collections.abc import Coroutine
from itertools import count
from urllib.parse import unquote

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from coign.errors import CoignError
from coign.protocol import messages as wire
from coign.server import garbage_collection as garbage
from coign.server.config import Settings
from coign.server.connection import WRITE_LIMIT, Talk
from coign.server.http import Site, refusal, unavailable
from coign.server.metrics import Metrics
from coign.server.origin_check import Gate, Refused
from coign.server.recording import Recorder
from coign.session.services import House
from coign.session.session import Session
from coign.session.states import State

log = logging.getLogger("coign.server.server")

OPEN_SECONDS = 10.0  # for a request to come, and for a page to be taken away
CLOSE_SECONDS = 5.0  # for a browser to answer that it has heard the end
PURGE_SECONDS = 60.0
STRANGERS = 16  # connections that have not said hello
RESTART = 1012
WORLD = re.compile(r"(?:/[A-Za-z0-9._\-]{1,60}){0,4}/ws/(?P<world>[^/]{1,600})")  # behind a proxy: /coign/ws/...


class CannotServe(CoignError):
    """The port or the address is not to be had. For the person who started us."""

    code = "cannot-serve"


class Bridge:
    """One server. `async with Bridge(...)` starts it and stops it; `port` is the one it got."""

    def __init__(self, settings: Settings, house: House, recorder: Recorder | None = None, demo: bool = False) -> None:
        self.settings = settings
        self.house = house
        self.metrics = Metrics(house.worlds)
        self.gate = Gate(settings.host, settings.port, settings.hosts, house.desk)
        self.site = Site(house, self.metrics, self.gate)
        self._recorder = recorder
        self._demo = demo
        self.sockets = 0  # every TCP connection, a page's as well
        self.sessions: set[Session] = set()
        self._turn = asyncio.Lock()
        self._server: Server | None = None
        self._purging: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        return self.gate.port

    @property
    def address(self) -> str:
        return f"http://{self.gate.shown_name}:{self.port}"

    async def __aenter__(self) -> Bridge:
        settings = self.settings
        try:
            self._server = await serve(
                self._handle,
                settings.host,
                settings.port,
                process_request=self._process_request,
                subprotocols=[Subprotocol(wire.SUBPROTOCOL)],
                create_connection=_counting(self),
                compression="deflate" if settings.compress else None,
                max_size=self.house.limits.bytes,
                max_queue=4,
                write_limit=WRITE_LIMIT,
                open_timeout=OPEN_SECONDS,
                close_timeout=CLOSE_SECONDS,
                server_header=None,
            )
        except OSError as problem:
            raise _cannot_serve(settings, problem) from None
        self.gate.port = next(iter(self._server.sockets)).getsockname()[1]
        if self._demo:
            self.house.desk.trusted = self.gate.own_origins
        self._purging = asyncio.create_task(self._purge())
        return self

    async def __aexit__(self, *problem: object) -> None:
        """Say that we go down, wait as long as was asked for, and close every connection with 1012: come back soon."""
        assert self._server is not None  # `async with` entered
        assert self._purging is not None
        self.site.draining = True
        if self.settings.drain:
            log.info("draining for %g seconds", self.settings.drain)
            await asyncio.sleep(self.settings.drain)
        self._purging.cancel()
        self._server.close(code=RESTART, reason="the bridge is restarting")
        await self._server.wait_closed()

    # --- before there is a connection ---------------------------------------------------------------------------------

    def _process_request(
        self, connection: ServerConnection, request: Request
    ) -> Response | Coroutine[None, None, None] | None:
        """None lets a WebSocket in; everything else is answered here."""
        if connection.protocol.close_expected():
            return _cut(connection)
        try:
            host = self.gate.check_host(request.headers)
            if world_of(request.path) is None:
                return self.site.answer(request, host)
            self.gate.check_origin(request.headers)
        except Refused as why:
            self.metrics.refused.labels("request").inc()
            log.info("refused: %s", why)
            return refusal(why)
        if self.site.draining:
            return unavailable("the bridge is going down")
        if sum(session.state is not State.READY for session in self.sessions) >= STRANGERS:
            self.metrics.refused.labels("strangers").inc()
            return unavailable("too many connections that have not said hello")
        return None

    async def _handle(self, socket: ServerConnection) -> None:
        request = socket.request
        assert request is not None  # there was a handshake
        session = Session(self.house, request.headers["Origin"], world_of(request.path) or "")
        track = self._recorder.track(session.world) if self._recorder else None
        self.sessions.add(session)
        try:
            await Talk(socket, self.house, session, self.metrics, self._turn, track).run()
        finally:
            self.sessions.discard(session)

    async def _purge(self) -> None:
        for turn in count(1):
            await asyncio.sleep(PURGE_SECONDS)
            self.house.worlds.purge()
            garbage.sweep(turn)


def _counting(bridge: Bridge) -> type[ServerConnection]:
    """Connections that are counted from the moment they are there: one too many is cut before it is listened to."""

    class Counted(ServerConnection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            bridge.metrics.connections.inc()
            bridge.sockets += 1
            if bridge.sockets > bridge.settings.connections:
                bridge.metrics.refused.labels("connections").inc()
                self.transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            bridge.metrics.connections.dec()
            bridge.sockets -= 1
            super().connection_lost(exc)

    return Counted


async def _cut(connection: ServerConnection) -> None:
    """What came behind the request was neither frames nor silence: the library has given up on it, and would take an
    answer for an error of its own."""
    connection.transport.abort()
    await connection.wait_closed()


def world_of(path: str) -> str | None:
    """The world's id in the path of a connection, None where there is none."""
    match = WORLD.fullmatch(path.partition("?")[0])
    world = unquote(match["world"], errors="replace") if match else ""
    return world if 0 < len(world) <= 200 else None


def _cannot_serve(settings: Settings, problem: OSError) -> CannotServe:
    """What to do about a port or an address that is not to be had."""
    port, host = settings.port, settings.host
    if problem.errno in (errno.EADDRINUSE, 10048):
        return CannotServe(f"port {port} is taken by another program; try --port {port + 1}", port=port)
    if problem.errno in (errno.EACCES, 10013):
        return CannotServe(f"port {port} is not for ordinary users; try --port 8765", port=port)
    return CannotServe(f"cannot listen at {host}, port {port}: {problem.strerror or problem}", host=host, port=port)
