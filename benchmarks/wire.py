"""Requests over a real socket: compared with a server that answers the same bytes at once, and while others work.

Both creatures move before each attack, as in `benchmarks.attack`; sending that is not timed. Meanwhile another client
asks for heat maps, or sends the scenes and requests of `tests/fuzz/slow_scenes.py`, which are built to be slow.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.heat import both_ways
from benchmarks.maps import Map, cave, grow
from benchmarks.pairs import Pair, choose, read, steps
from benchmarks.servers import Ports, Table, ask, encode, running
from benchmarks.table import Line
from benchmarks.timing import Times
from coign.protocol.messages import ScenePatch
from fuzz import slow_scenes

WAIT_BAR, LONGEST_BAR = 5.0, 50.0  # ms
PROBE_EVERY = 0.002  # seconds
UNDISTURBED = 20  # percent of round trips: on a busy machine most wait for a core, and ratios mean nothing

Work = Callable[[ClientConnection], Awaitable[None]]


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of requests over a WebSocket."""
    yield from asyncio.run(_measure(quick))


async def _measure(quick: bool) -> list[Line]:
    seconds, found = 1.0 if quick else 5.0, list[Line]()
    with running() as ports:
        for made in (grow(2_000), grow(2_000, night=True)):
            found.append(await _round_trips(ports, made, quick))
        for made in (grow(2_000), cave(2_000)):
            pair = next(pair for pair in choose(read(made), 60) if not pair.adjacent)
            found += await _while(f"heat maps are made, {made.kind}", ports, made, _maps(pair), seconds)
        found += await _while("hostile scenes are sent", ports, grow(300), _hostile, 3 * seconds)
        found.append(Line("  memory of the process", ports.memory, None, "MB"))
    return found


async def _round_trips(ports: Ports, made: Map, quick: bool) -> Line:
    pairs = choose(read(made), 10 if quick else 60)
    taken: dict[str, list[float]] = {"bridge": [], "echo": []}
    async with Table(ports.bridge, "w0", made) as gm, _echo(ports) as plain:
        await plain.send(await ask(gm, pairs[0].frame), text=True)  # its answer to all later frames
        for revision, pair in enumerate(pairs * (2 if quick else 8), 1):
            await ask(gm, encode(ScenePatch("bench", revision, revision + 1, steps(pair))))
            for name, socket in (("bridge", gm), ("echo", plain)):
                started = time.perf_counter_ns()
                await ask(socket, pair.frame)
                taken[name].append((time.perf_counter_ns() - started) / 1000)
    ours, theirs = (Times(tuple(taken[name]), 1.0).percentile(UNDISTURBED) for name in ("bridge", "echo"))
    what = f"a roll over a socket against an echo: {made.title}"
    return Line(what, ours / theirs, None, "of", f"{ours:,.0f} against {theirs:,.0f} us")


async def _while(what: str, ports: Ports, made: Map, work: Work, seconds: float) -> list[Line]:
    """Measure an echo while another client keeps the bridge at work."""
    async with Table(ports.bridge, "w1", made) as busy, _echo(ports) as plain:
        await plain.send(b"{}", text=True)
        quiet = await _probe(plain, seconds / 4)
        working = asyncio.ensure_future(work(busy))
        echoes = await _probe(plain, seconds)
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working
    late, before = echoes.percentile(99) / 1000, quiet.percentile(99) / 1000
    longest = max(echoes.samples) / 1000
    return [
        Line(
            f"while {what}: another client's echo, 99 of 100 within", late, WAIT_BAR, "ms", f"{before:.1f} ms without"
        ),
        Line("  the longest", longest, LONGEST_BAR, "ms", f"{max(quiet.samples) / 1000:.1f} ms without"),
    ]


def _maps(pair: Pair) -> Work:
    async def work(socket: ClientConnection) -> None:
        while True:
            await socket.send(encode(both_ways(pair)), text=True)
            while b'"done":true' not in await socket.recv(decode=False):
                pass

    return work


async def _hostile(socket: ClientConnection) -> None:
    """Send slow scenes, and ask about each. What is refused is sent all the same."""
    for revision, (kind, size) in enumerate(
        itertools.cycle(itertools.product(slow_scenes.KINDS, (0.02, 0.16, 1.0))), 1
    ):
        scene = msgspec.Raw(encode(slow_scenes.scene(kind, size)))
        await socket.send(encode({"type": "scene.put", "scene": "s1", "revision": revision, "data": scene}), text=True)
        await socket.recv(decode=False)
        for question in slow_scenes.QUESTIONS:
            await socket.send(encode(question), text=True)
            while b'"done":false' in await socket.recv(decode=False):
                pass


async def _probe(socket: ClientConnection, seconds: float) -> Times:
    taken, until = list[float](), time.perf_counter() + seconds
    while time.perf_counter() < until:
        started = time.perf_counter_ns()
        await ask(socket, b"{}")
        taken.append((time.perf_counter_ns() - started) / 1000)
        await asyncio.sleep(PROBE_EVERY)
    return Times(tuple(taken), 1.0)


def _echo(ports: Ports) -> connect:
    return connect(f"ws://127.0.0.1:{ports.echo}", compression=None, max_size=None)
