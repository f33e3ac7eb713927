"""Servers for the benchmarks, in a process of their own: the real bridge, and a server with fixed answers.

`python -m benchmarks.servers` prints one line of JSON (`Ports`) and serves until its standard input ends. The two are
in one process and take the same options, so that they differ only by Coign's work. An answer waits for the event loop
too, so that the cost of one client's survey for another is visible.
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

from websockets.asyncio.server import ServerConnection, serve

from benchmarks.timing import pin_elsewhere
from coign import __version__
from coign.annotations import engine
from coign.protocol.messages import Limits
from coign.server.config import Settings
from coign.server.server import Bridge
from coign.session.pairing import Desk
from coign.session.pairing_book import Key, MemoryStore
from coign.session.services import Services
from coign.session.worlds import Worlds
from coign.util import garbage_collection as garbage

ORIGIN = "http://localhost:30000"
WORLDS = 1_000  # worlds with a token
EVERYTHING = 1e9  # requests a second: no limit, because speed is measured


@dataclass(frozen=True)
class Ports:
    """The ports of the servers of one process, the process id, and each world's token."""

    bridge: int
    echo: int
    pid: int
    tokens: dict[str, str]


@contextmanager
def running() -> Iterator[Ports]:
    """Run both servers in a new process until the block ends."""
    command = [sys.executable, "-m", "benchmarks.servers"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None  # both are pipes
    assert child.stdout is not None
    try:
        said = child.stdout.readline()
        if not said:
            raise RuntimeError("the servers did not start; what stopped them stands above")
        yield Ports(**json.loads(said))
    finally:
        child.stdin.close()
        child.wait(timeout=20)
        child.stdout.close()


async def main() -> None:
    """Serve until stopped, as `coign serve` does, without limits on requests."""
    pin_elsewhere()
    desk = Desk(MemoryStore(), time.monotonic, named=(ORIGIN,))
    limits = Limits(bytes=64 << 20, requests_per_second=EVERYTHING)
    services = Services(engine, desk, Worlds(time.monotonic), time.monotonic, __version__, limits=limits)
    worlds = [f"w{n}" for n in range(WORLDS)]
    tokens = {world: desk.grant(Key(ORIGIN, world, "gm", "bench"), "benchmark") for world in worlds}
    garbage.settle()  # as `coign serve` does
    options = {"compression": None, "max_size": limits.bytes, "max_queue": 4, "write_limit": 64 << 10}
    async with (
        Bridge(Settings(port=0, connections=2 * WORLDS), services) as bridge,
        serve(echo, "127.0.0.1", 0, **options) as plain,  # type: ignore[arg-type]  # one dict for several types
    ):
        port = next(iter(plain.sockets)).getsockname()[1]
        print(json.dumps({"bridge": bridge.port, "echo": port, "pid": os.getpid(), "tokens": tokens}), flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def echo(socket: ServerConnection) -> None:
    """Answer every frame with the first one: the same bytes as the bridge's, without work."""
    answer = await socket.recv(decode=False)
    async for _ in socket:
        await socket.send(answer, text=True)


if __name__ == "__main__":
    asyncio.run(main())
