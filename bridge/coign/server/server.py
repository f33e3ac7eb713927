"""The thin shell: one port, WebSockets under `/ws/<world>` (`connection.py`), and a few pages beside them (`http.py`).

Each connection is checked before its messages are read, and counted from the first byte on (`guarded_connection.py`).
"""

from __future__ import annotations

import asyncio
import errno
import logging
import re
from collections.abc import Coroutine
from functools import partial
from http.client import HTTPException
from itertools import count
from typing import Any, cast
from urllib.error import HTTPError
from urllib.parse import unquote
from urllib.request import urlopen

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from coign.errors import CoignError
from coign.protocol import messages as wire
from coign.server.config import Settings, log_path
from coign.server.connection import WRITE_LIMIT, Connection, Passes
from coign.server.guarded_connection import MOST_UNREAD, MOST_UNSENT, GuardedConnection, Lobby
from coign.server.http import DRAINING, Site, refusal, unavailable
from coign.server.metrics import Metrics
from coign.server.origin_check import Gate, Refused
from coign.server.recording import Recorder
from coign.server.status.buttons import Program
from coign.session import memory
from coign.session.services import Services
from coign.session.session import Session
from coign.util import garbage_collection as garbage

log = logging.getLogger("coign.server.server")

OPEN_SECONDS = 10.0  # for a request to come, and for a page to be taken away
CLOSE_SECONDS = 5.0  # for a browser to confirm the close
WATCH_SECONDS = 1.0  # between two looks at the pairings
CROWDED_SECONDS = 60.0  # between two lines in the log that no connection can be accepted
PROBE_SECONDS = 1.0  # for another bridge on our port to say that it is one
RESTART = 1012
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
WORLD = re.compile(r"(?:/[A-Za-z0-9._\-]{1,60}){0,4}/ws/(?P<world>[^/]{1,600})")  # behind a proxy: /coign/ws/...


class CannotServe(CoignError):
    """The port or the address cannot be used. For the person who started the bridge."""

    code = "cannot-serve"


class RunsAlready(CannotServe):
    """Another Coign bridge has the port; the detail's `address` is where."""


class Bridge:
    """One server. `async with Bridge(...)` starts and stops it; `port` is the port it listens at."""

    def __init__(
        self, settings: Settings, services: Services, recorder: Recorder | None = None, demo: bool = False
    ) -> None:
        self.settings = settings
        self.services = services
        self.metrics = Metrics(services.worlds)
        self.gate = Gate(settings.host, settings.port, settings.hosts, services.desk)
        self.stop = asyncio.Event()  # a person has pressed "stop"; who started us ends us
        self.site = Site(services, self.metrics, self.gate, settings.key, self._program(demo), engine=demo)
        self.lobby = Lobby(settings.connections)
        self.metrics.connections.set_function(lambda: float(len(self.lobby)))
        self.metrics.bound.set(memory.PROGRAM + memory.MOST + MOST_UNREAD + settings.connections * MOST_UNSENT)
        self._recorder = recorder
        self._demo = demo
        self.sessions: set[Session] = set()
        self._passes = Passes(services.turn)
        self._server: Server | None = None
        self._chores: list[asyncio.Task[None]] = []
        self._crowded = -CROWDED_SECONDS  # when that was logged last, on the loop's clock

    @property
    def port(self) -> int:
        """The port that is listened at."""
        return self.gate.port

    @property
    def address(self) -> str:
        """The address to type into a browser."""
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
                create_connection=self._guarded(),
                compression="deflate" if settings.compress else None,
                max_size=self.services.limits.bytes,
                max_queue=2,
                write_limit=WRITE_LIMIT,
                open_timeout=OPEN_SECONDS,
                close_timeout=CLOSE_SECONDS,
                server_header=None,
            )
        except OSError as problem:
            raise await _cannot_serve(settings, self.gate.shown_name, problem) from None
        self.gate.port = next(iter(self._server.sockets)).getsockname()[1]
        if self._demo:
            self.services.desk.trusted = self.gate.own_origins
        asyncio.get_running_loop().set_exception_handler(self._failed)
        self._chores = [asyncio.create_task(self._purge()), asyncio.create_task(self._watch_pairings())]
        return self

    async def __aexit__(self, *problem: object) -> None:
        """Report on /healthz that the bridge stops, drain, and close every connection with 1012 (service restart)."""
        assert self._server is not None  # `async with` entered
        self.site.draining = True
        if self.settings.drain:
            log.info("draining for %g seconds", self.settings.drain)
            await asyncio.sleep(self.settings.drain)
        for chore in self._chores:
            chore.cancel()
        self._server.close(code=RESTART, reason="the bridge is restarting")
        await self._server.wait_closed()

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Make room if the loop cannot accept a connection because no descriptor is left; it tries again by itself."""
        problem = context.get("exception")
        if not (isinstance(problem, OSError) and problem.errno in EXHAUSTED and "accept" in context["message"].lower()):
            loop.default_exception_handler(context)
            return
        cut = self.lobby.make_room()
        if loop.time() - self._crowded >= CROWDED_SECONDS:
            self._crowded = loop.time()
            log.warning("no connection can be accepted: %s; %d strangers were cut to make room", problem.strerror, cut)

    # --- before there is a connection ---------------------------------------------------------------------------------

    def _process_request(
        self, connection: ServerConnection, request: Request
    ) -> Response | Coroutine[None, None, None] | None:
        """Answer requests for pages and refuse others. Return None to accept a WebSocket."""
        if connection.protocol.close_expected():
            return _cut(connection)
        try:
            host = self.gate.check_host(request.headers)
            if world_of(request.path) is None:
                return self.site.answer(request, host)
            origin = self.gate.check_origin(request.headers)
        except Refused as why:
            self.metrics.refused.labels("request").inc()
            log.info("refused: %s", why)
            return refusal(why)
        if self.site.draining:
            return unavailable()
        assert isinstance(connection, GuardedConnection)  # no other is made
        self.lobby.move(connection, origin)
        return None

    async def _handle(self, socket: ServerConnection) -> None:
        request = socket.request
        assert request is not None  # there was a handshake
        assert isinstance(socket, GuardedConnection)  # no other is made
        session = Session(self.services, request.headers["Origin"], world_of(request.path) or "")
        track = self._recorder.track(session.world) if self._recorder else None
        self.sessions.add(session)
        try:
            await Connection(socket, self.services, session, self.metrics, self._passes, track).run()
        finally:
            self.sessions.discard(session)

    async def _purge(self) -> None:
        for turn in count(1):
            await asyncio.sleep(garbage.SECONDS)
            self.services.worlds.purge()
            garbage.sweep(turn)

    async def _watch_pairings(self) -> None:
        """End connections whose pairing was ended, even by another process, and write pairings not yet written."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            self.services.desk.store.write()
            for session in list(self.sessions):
                session.check_pairing()

    def _program(self, demo: bool) -> Program:
        return Program(self.stop.set, log_path(self.settings), demo, lambda: self.gate.own_origins)

    def _guarded(self) -> type[ServerConnection]:
        made = partial(
            GuardedConnection,
            lobby=self.lobby,
            most_bytes=self.services.limits.bytes,
            refused=lambda why: self.metrics.refused.labels(why).inc(),
        )
        return cast(type[ServerConnection], made)


async def _cut(connection: ServerConnection) -> None:
    """Cut a connection that sent other bytes than frames after its request: the library cannot answer it."""
    connection.transport.abort()
    await connection.wait_closed()


def world_of(path: str) -> str | None:
    """Return the world's id in the path of a connection, or None."""
    match = WORLD.fullmatch(path.partition("?")[0])
    world = unquote(match["world"], errors="replace") if match else ""
    return world if 0 < len(world) <= 200 else None


async def _cannot_serve(settings: Settings, name: str, problem: OSError) -> CannotServe:
    """Return the error for a port or an address that cannot be used, with what to do about it."""
    port, host = settings.port, settings.host
    if problem.errno in (errno.EADDRINUSE, 10048):
        reply = await asyncio.to_thread(_health, f"http://{name}:{port}")
        if reply.startswith("coign ") and DRAINING in reply:
            return CannotServe(f"the bridge that has port {port} is stopping; start again when it is gone", port=port)
        if reply.startswith("coign "):
            return RunsAlready(f"Coign runs here already: http://{name}:{port}/", address=f"http://{name}:{port}")
        return CannotServe(f"port {port} is taken by another program; try --port {port + 1}", port=port)
    if problem.errno in (errno.EACCES, 10013):
        return CannotServe(f"port {port} is not for ordinary users; try --port 8765", port=port)
    return CannotServe(f"cannot listen at {host}, port {port}: {problem.strerror or problem}", host=host, port=port)


def _health(address: str) -> str:
    """Return what a Coign bridge at an address says of itself, also while it stops; empty if none answers."""
    try:
        with urlopen(f"{address}/healthz", timeout=PROBE_SECONDS) as answer:  # noqa: S310  an http address, made above
            return str(answer.read(100).decode(errors="replace"))
    except HTTPError as problem:
        return problem.read(100).decode(errors="replace")
    except (OSError, ValueError, HTTPException):
        return ""
