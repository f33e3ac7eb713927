"""Servers for the benchmarks, in processes of their own, and a table that connects to them.

`python -m benchmarks.servers` prints the ports of a bridge and of a server with fixed answers, and serves until its
standard input ends. The two take the same options, so that they differ only by Coign's work. An answer waits for the
event loop too, so that the cost of one client's survey for another is visible.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Origin, Subprotocol

from benchmarks.maps import Map
from benchmarks.pairs import RULESET
from benchmarks.timing import pin_elsewhere
from coign import __version__
from coign.annotations import engine
from coign.embedded.page_session import OwnPage
from coign.protocol.messages import SUBPROTOCOL, Configure, Hello, Limits, ScenePut
from coign.server.config import Settings
from coign.server.server import Bridge
from coign.session.pairing_book import MemoryStore
from coign.session.services import Services
from coign.session.worlds import Worlds
from coign.util import garbage_collection as garbage

ORIGIN, HOST, WORLDS = "http://localhost:30000", "coign.bench", 1_000
LIMITS = Limits(bytes=64 << 20, requests_per_second=1e9)  # none, because speed is measured
OPTIONS = {"compression": None, "max_size": LIMITS.bytes, "max_queue": 4, "write_limit": 64 << 10}

encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Ports:
    """The ports of the servers of one process, and the process."""

    bridge: int
    echo: int
    pid: int

    @property
    def memory(self) -> float:
        """The memory of the process in MB; 0 where the system does not tell it."""
        try:
            return int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]) * 4096 / 2**20
        except OSError:
            return 0.0


@contextmanager
def running() -> Iterator[Ports]:
    """Run both servers in a new process until the block ends."""
    command = [sys.executable, "-m", "benchmarks.servers"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout is not None  # it is a pipe
    try:
        said = child.stdout.readline()
        if not said:
            raise RuntimeError("the servers did not start; what stopped them stands above")
        yield Ports(*json.loads(said))
    finally:
        child.communicate(timeout=20)


async def main() -> None:
    """Serve until stopped, as `coign serve` does, without pairing and without limits on requests."""
    pin_elsewhere()
    clock = time.monotonic
    services = Services(engine, OwnPage(MemoryStore(), clock), Worlds(clock), clock, __version__, limits=LIMITS)
    garbage.settle()  # as `coign serve` does
    async with (
        Bridge(Settings(port=0, connections=2 * WORLDS, hosts=(HOST,)), services) as bridge,
        serve(echo, "127.0.0.1", 0, **OPTIONS) as plain,  # type: ignore[arg-type]  # one dict for several types
    ):
        port = next(iter(plain.sockets)).getsockname()[1]
        print(json.dumps([bridge.port, port, os.getpid()]), flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def echo(socket: ServerConnection) -> None:
    """Answer every frame with the first one: the same bytes as the bridge's, without work."""
    answer = await socket.recv(decode=False)
    async for _ in socket:
        await socket.send(answer, text=True)


# --- tables -----------------------------------------------------------------------------------------------------------


class Table:
    """A world's connection, with its scene sent and a rule system chosen: `async with Table(...) as socket`."""

    def __init__(self, port: int, world: str, made: Map) -> None:
        how = {
            "origin": Origin(ORIGIN),
            "subprotocols": [Subprotocol(SUBPROTOCOL)],
            "compression": None,
            "max_size": None,
        }
        self._connecting = connect(f"ws://{HOST}/ws/{world}", host="127.0.0.1", port=port, **how)  # type: ignore[arg-type]
        scene = ScenePut("bench", 1, "", msgspec.Raw(made.data))
        self._first = Hello((1,), world, "gm", "bench", ""), Configure((RULESET,)), scene

    async def __aenter__(self) -> ClientConnection:
        socket = await self._connecting.__aenter__()
        for message in self._first:
            await ask(socket, encode(message))
        return socket

    async def __aexit__(self, *problem: object) -> None:
        await self._connecting.__aexit__(None, None, None)


async def ask(socket: ClientConnection, frame: bytes) -> bytes:
    """Send a request and return its answer. Raises RuntimeError if that is an error."""
    await socket.send(frame, text=True)
    answer = await socket.recv(decode=False)
    if answer.startswith(b'{"type":"error"'):
        raise RuntimeError(answer.decode())
    return answer


if __name__ == "__main__":
    asyncio.run(main())
