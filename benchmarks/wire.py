"""Time public rolls over a real socket, compared with a server that answers the same bytes at once.

Both creatures move before each attack, as in `benchmarks.attack`; sending that is not timed. The second part times one
client's requests while another requests heat maps.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from benchmarks.heat import squares
from benchmarks.maps import Map, cave, grow
from benchmarks.pairs import RULESET, Pair, choose, read, steps
from benchmarks.servers import ORIGIN, Ports, running
from benchmarks.table import Line
from benchmarks.timing import Times
from coign.protocol.messages import SUBPROTOCOL, Configure, Hello, ScenePatch, ScenePut, Survey

ECHO_BAR = 8.0
WAIT_BAR = 5.0  # ms
PROBE_EVERY = 0.002  # seconds
FRAMES_APART = 0.003  # s: a connection may send 500 frames a second, and one faster than that is cut
UNDISTURBED = 20  # percent of round trips: on a busy machine most wait for a core, and ratios mean nothing

_encoder = msgspec.json.Encoder()


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of requests over a WebSocket."""
    yield from asyncio.run(_measure(quick))


async def _measure(quick: bool) -> list[Line]:
    with running() as ports:
        found = [await _round_trips(ports, made, quick) for made in (grow(2_000), grow(2_000, night=True))]
        for made in (grow(2_000), cave(2_000)):
            found += await _while_busy(ports, made, 1.0 if quick else 6.0)
    return found


# --- the round trip ---------------------------------------------------------------------------------------------------


async def _round_trips(ports: Ports, made: Map, quick: bool) -> Line:
    pairs = choose(read(made), 10 if quick else 60)
    async with Table(ports, "w0", made) as gm, _echo(ports) as plain:
        views = await _ask(gm, _public(pairs[0])) + await gm.recv(decode=False)
        await plain.send(views, text=True)  # its answer to all later frames
        taken: dict[str, list[float]] = {"bridge": [], "echo": []}
        revision = 1
        for _ in range(2 if quick else 20):
            for pair in pairs:
                await _ask(gm, _encoder.encode(ScenePatch("bench", revision, revision + 1, steps(pair))))
                revision += 1
                frame = _public(pair)
                for name, socket in (("bridge", gm), ("echo", plain)):
                    started = time.perf_counter_ns()
                    await _ask(socket, frame)
                    if socket is gm:  # the players' view is a separate message
                        await gm.recv(decode=False)
                    taken[name].append((time.perf_counter_ns() - started) / 1000)
                await asyncio.sleep(FRAMES_APART)
    ours, theirs = (Times(tuple(taken[name]), 1.0) for name in ("bridge", "echo"))
    fast = ours.percentile(UNDISTURBED), theirs.percentile(UNDISTURBED)
    beside = f"{fast[0]:,.0f} against {fast[1]:,.0f} us; in the middle {ours.median:,.0f} against {theirs.median:,.0f}"
    return Line(f"a public roll over a socket against an echo: {made.title}", fast[0] / fast[1], ECHO_BAR, "of", beside)


def _public(pair: Pair) -> bytes:
    """Return the request of a roll that everybody sees: one view for the GM and one for the players."""
    return _encoder.encode(msgspec.structs.replace(pair.request, viewers=("gm", "player")))


# --- waiting ----------------------------------------------------------------------------------------------------------


async def _while_busy(ports: Ports, made: Map, seconds: float) -> list[Line]:
    """Measure an echo and another table's attack while one table requests heat maps."""
    pairs = [pair for pair in choose(read(made), 60) if not pair.adjacent]
    async with Table(ports, "w0", made) as busy, Table(ports, "w1", made) as other, _echo(ports) as plain:
        await plain.send(pairs[0].frame, text=True)
        quiet = await _probe(plain, pairs[0].frame, seconds / 4)
        asking = asyncio.create_task(_maps(busy, pairs[0]))
        echoes = await _probe(plain, pairs[0].frame, seconds)
        attacks = await _probe(other, pairs[1].frame, seconds)
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking
    late, before = echoes.percentile(99) / 1000, quiet.percentile(99) / 1000
    title = f"while heat maps are made, {made.kind}:"
    return [
        Line(f"{title} another client's echo, 99 of 100 within", late, WAIT_BAR, "ms", f"{before:.1f} ms without"),
        Line("  another table's attack, 99 of 100 within", attacks.percentile(99) / 1000, None, "ms", _middle(attacks)),
    ]


def _middle(times: Times) -> str:
    return f"{times.median / 1000:.1f} ms in the middle"


async def _maps(socket: ClientConnection, pair: Pair) -> None:
    """Request heat maps one after another, until cancelled."""
    asked = _encoder.encode(Survey(id="h1", request=pair.request, places=squares(pair)))
    while True:
        await socket.send(asked, text=True)
        while b'"done":true' not in await socket.recv(decode=False):
            pass


async def _probe(socket: ClientConnection, frame: bytes, seconds: float) -> Times:
    taken = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        started = time.perf_counter_ns()
        await _ask(socket, frame)
        taken.append((time.perf_counter_ns() - started) / 1000)
        await asyncio.sleep(PROBE_EVERY)
    return Times(tuple(taken), 1.0)


# --- connections ------------------------------------------------------------------------------------------------------


class Table:
    """A world's connection, with its scene sent and a rule system chosen: `async with Table(...) as socket`."""

    def __init__(self, ports: Ports, world: str, made: Map) -> None:
        self._ports, self._world, self._made = ports, world, made
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> ClientConnection:
        address = f"ws://127.0.0.1:{self._ports.bridge}/ws/{self._world}"
        self._socket = await connect(
            address, origin=Origin(ORIGIN), subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, max_size=None
        )
        hello = Hello((1,), self._world, "gm", "bench", self._ports.tokens[self._world])
        for message in (hello, Configure((RULESET,)), ScenePut("bench", 1, "", msgspec.Raw(self._made.data))):
            await _ask(self._socket, _encoder.encode(message))
        return self._socket

    async def __aexit__(self, *problem: object) -> None:
        assert self._socket is not None  # entered
        await self._socket.close()


def _echo(ports: Ports) -> connect:
    return connect(f"ws://127.0.0.1:{ports.echo}", compression=None, max_size=None)


async def _ask(socket: ClientConnection, frame: bytes) -> bytes:
    """Send a request and return its answer. Raises RuntimeError if that is an error."""
    await socket.send(frame, text=True)
    answer = await socket.recv(decode=False)
    if answer.startswith(b'{"type":"error"'):
        raise RuntimeError(answer.decode())
    return answer
