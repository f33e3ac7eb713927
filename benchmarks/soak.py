"""Measure whether memory use stays constant: `python -m benchmarks.soak [--minutes M]`.

Tables connect, play, request heat maps and disconnect, all the time. After a quarter of the time the process has filled
its caches; from then on it may grow by a few MB at most. Exits with 1 if it grows by more.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from contextlib import suppress

from websockets.asyncio.client import ClientConnection

from benchmarks.heat import squares
from benchmarks.load import Tally, encoder, play
from benchmarks.maps import Map, grow
from benchmarks.memory import resident
from benchmarks.pairs import Pair, choose, read
from benchmarks.servers import Ports, running
from benchmarks.wire import Table
from coign.protocol.messages import Survey

TABLES = 8
EVENING = 4.0  # seconds that a table stays
MOST_GROWTH = 8.0  # MB


def main() -> int:
    """Play for some minutes, and return 1 if the bridge's memory grows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    asked = parser.parse_args()
    with running() as ports:
        if resident(ports.pid) is None:
            print("there is no /proc here to read a process's memory from")
            return 0
        seen = asyncio.run(_soak(ports, asked.minutes * 60))
    settled = seen[len(seen) // 4 :]
    half = len(settled) // 2
    growth = sum(settled[half:]) / len(settled[half:]) - sum(settled[:half]) / len(settled[:half])
    print(f"from the first half to the second: {growth:+.1f} MB, at most {MOST_GROWTH:g} are allowed")
    return 1 if growth > MOST_GROWTH else 0


async def _soak(ports: Ports, seconds: float) -> list[float]:
    """Return the memory in MB, once a second."""
    made = grow(300)
    pairs = choose(read(made), 20)
    until = time.perf_counter() + seconds
    seats = [asyncio.create_task(_seat(ports, n, made, pairs, until)) for n in range(TABLES)]
    seen: list[float] = []
    while time.perf_counter() < until:
        await asyncio.sleep(1)
        seen.append(resident(ports.pid) or 0.0)
        if len(seen) % 10 == 0:
            print(f"{len(seen):5} s  {seen[-1]:7.1f} MB", flush=True)
    await asyncio.gather(*seats)
    return seen


async def _seat(ports: Ports, number: int, made: Map, pairs: list[Pair], until: float) -> None:
    """Run one table after another, each a world of its own that reconnects later."""
    chance = random.Random(number)
    while time.perf_counter() < until:
        async with Table(ports, f"w{number + TABLES * chance.randrange(6)}", made) as socket:
            await _evening(socket, pairs, chance)


async def _evening(socket: ClientConnection, pairs: list[Pair], chance: random.Random) -> None:
    playing = asyncio.create_task(play(socket, pairs, Tally(), chance))
    with suppress(TimeoutError):
        async with asyncio.timeout(EVENING):
            await asyncio.shield(playing)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    # Request a heat map and disconnect before it is finished.
    pair = chance.choice(pairs)
    await socket.send(encoder.encode(Survey(id="h1", request=pair.request, places=squares(pair))), text=True)


if __name__ == "__main__":
    sys.exit(main())
