"""Measure how many tables one core can serve: `python -m benchmarks.load [--worlds N] [--most N] [--bridges 3]`.

Each world has a scene of 300 walls, moves a token ten times a second and attacks every two seconds. Worlds are added
until one attack in a hundred takes longer than 50 ms, the bridge's core is full, or there are `--most` worlds. The
bridge is a process of its own, reached over loopback. The print says how long it ran, and how long other programs kept
it from its core: if that is a tenth of the time, late answers are their fault.

With `--bridges` that many bridges stand behind HAProxy, as `deploy/haproxy.cfg` has it. With `--stay S` each table
leaves after S seconds, in the middle of a heat map, and comes back: the memory has to stay flat over many steps
(`--worlds 8 --most 8 --steps 60`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
from websockets.asyncio.client import ClientConnection

from benchmarks.heat import both_ways
from benchmarks.maps import CELL, Map, grow
from benchmarks.pairs import Pair, choose, read
from benchmarks.servers import HOST, WORLDS, Ports, Table, encode, running
from benchmarks.timing import Times, pin, slowdown
from coign.protocol.messages import Change, ScenePatch
from coign.server.guarded_connection import STRANGERS

MOVES_A_SECOND, ATTACK_EVERY = 10, 2.0  # seconds
TOO_LATE, FULL = 50.0, 0.95  # ms, for 99 of 100 attacks; of a core
PROXY = Path(__file__).parents[1] / "deploy" / "haproxy.cfg"


@dataclass
class Evening:
    """The state that all tables share: their map, and the attacks (us) and moves since the last report.

    Few connect at once (`door`), because a bridge keeps only `STRANGERS` of one page that have not said hello.
    """

    made: Map
    pairs: list[Pair]
    port: int
    stay: float
    attacks: list[float] = field(default_factory=list)
    moves: int = 0
    door: asyncio.Semaphore = field(
        default_factory=partial(asyncio.Semaphore, STRANGERS // 2)
    )  # for tables that connect


def main() -> int:
    """Add worlds until the bridges are too slow, and print each step."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--worlds", type=int, default=50, help="how many more come at each step (50)")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each step is measured (5)")
    parser.add_argument("--most", type=int, default=WORLDS, help=f"worlds at most ({WORLDS})")
    parser.add_argument("--steps", type=int, default=0, help="go on with the most worlds for so many steps")
    parser.add_argument("--bridges", type=int, default=1, help="more than one: behind HAProxy")
    parser.add_argument(
        "--stay", type=float, default=1e9, help="seconds, more than 4, until a table leaves and comes back"
    )
    asked = parser.parse_args()
    print(f"300 walls a world, {MOVES_A_SECOND} moves a second, an attack every {ATTACK_EVERY:g} s; {pin()}")
    print(f"this machine is {slowdown():.1f} times slower than that of the bars")
    made = grow(300)
    with contextlib.ExitStack() as stack:
        bridges = [stack.enter_context(running()) for _ in range(asked.bridges)]
        port = stack.enter_context(_proxy(bridges)) if len(bridges) > 1 else bridges[0].bridge
        evening = Evening(made, choose(read(made), 20), port, asked.stay)
        carried = asyncio.run(_climb(evening, bridges, asked))
    print(f"worlds that {'one core carries' if len(bridges) == 1 else 'the bridges carry'}: {carried}")
    return 0


@contextlib.contextmanager
def _proxy(bridges: Sequence[Ports]) -> Iterator[int]:
    """Run HAProxy before the bridges until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    where = {f"BRIDGE_{n}": f"127.0.0.1:{one.bridge}" for n, one in enumerate(bridges, 1)}
    env = {**os.environ, "BIND": f"127.0.0.1:{port}", "PUBLIC_NAME": HOST, **where}
    child = subprocess.Popen(["haproxy", "-f", PROXY], env=env, stdout=subprocess.DEVNULL)
    try:
        time.sleep(3)  # until its checks have found the bridges
        yield port
    finally:
        child.terminate()
        child.wait()


async def _climb(evening: Evening, bridges: Sequence[Ports], asked: argparse.Namespace) -> int:
    playing: list[asyncio.Task[None]] = []
    empty, carried, steps = sum(one.memory for one in bridges), 0, asked.steps
    try:
        while len(playing) < asked.most or steps:
            steps -= len(playing) >= asked.most
            more = range(len(playing), min(len(playing) + asked.worlds, asked.most))
            playing += [asyncio.create_task(_world(evening, n)) for n in more]
            await asyncio.sleep(2 * ATTACK_EVERY)  # until the new worlds have settled
            evening.attacks, evening.moves = [], 0
            before = [_scheduled(one.pid) for one in bridges]
            await asyncio.sleep(asked.seconds)
            after = [_scheduled(one.pid) for one in bridges]
            ran, waited = np.subtract(after, before).T / asked.seconds
            for task in playing:
                if task.done():
                    task.result()  # raises what ended it
            times = Times(tuple(evening.attacks), 1.0)
            late, cores = times.percentile(99) / 1000, ", ".join(f"{share:.0%}" for share in ran)
            print(
                f"{len(playing):4} worlds  {evening.moves / asked.seconds:6.0f} moves/s  "
                f"{times.median / 1000:5.1f} ms, 99 of 100 {late:6.1f} ms  "
                f"core {cores}, kept from it {waited.max():.0%}  "
                f"{(sum(one.memory for one in bridges) - empty) / len(playing):.2f} MB a world",
                flush=True,
            )
            kept_up = evening.moves > 0.9 * asked.seconds * MOVES_A_SECOND * len(playing)
            if ran.max() > FULL or late > TOO_LATE or not (kept_up or asked.stay < 1e9):
                break
            carried = len(playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return carried


async def _world(evening: Evening, number: int) -> None:
    """Play one table for ever."""
    chance = random.Random(number)
    while True:
        async with contextlib.AsyncExitStack() as stack:
            async with evening.door:
                connection = await stack.enter_async_context(Table(evening.port, f"w{number}", evening.made))
            answers = asyncio.create_task(_listen(connection, evening))
            try:
                async with asyncio.timeout(evening.stay):
                    await _play(connection, evening, chance)
            except TimeoutError:
                pass
            finally:
                answers.cancel()
            await connection.send(encode(both_ways(evening.pairs[0])), text=True)


async def _play(connection: ClientConnection, evening: Evening, chance: random.Random) -> None:
    """Let a token move, and now and then one attack."""
    await asyncio.sleep(chance.random() * ATTACK_EVERY)  # so that the tables are not synchronous
    started = time.perf_counter()
    for revision in itertools.count(1):
        await connection.send(_moved(evening.pairs[0], revision), text=True)
        if revision % int(MOVES_A_SECOND * ATTACK_EVERY) == 0:
            attack = msgspec.structs.replace(chance.choice(evening.pairs).request, id=str(time.perf_counter_ns()))
            await connection.send(encode(attack), text=True)
        await asyncio.sleep(max(0.0, started + revision / MOVES_A_SECOND - time.perf_counter()))


class _Answer(msgspec.Struct):
    type: str
    id: str | None = None
    message: str = ""


async def _listen(connection: ClientConnection, evening: Evening) -> None:
    decoder = msgspec.json.Decoder(_Answer)
    while True:
        answer = decoder.decode(await connection.recv(decode=False))
        if answer.type == "annotation" and answer.id:
            evening.attacks.append((time.perf_counter_ns() - int(answer.id)) / 1000)
        elif answer.type == "synced":
            evening.moves += 1
        else:
            raise RuntimeError(f"{answer.type}: {answer.message}")


def _moved(pair: Pair, revision: int) -> bytes:
    """Return a patch in which a bystander takes a step there, or back."""
    other = next(one for one in pair.scene.tokens.values() if one is not pair.attacker and one is not pair.target)
    document = msgspec.structs.replace(other.doc, x=other.doc.x + revision % 2 * CELL)
    change = Change("Token", "update", other.id, msgspec.Raw(encode(document)))
    return encode(ScenePatch("bench", revision, revision + 1, (change,)))


def _scheduled(pid: int) -> tuple[float, float]:
    """Return the seconds that a process has run, and those it waited for a core; zeros if the system does not count."""
    try:
        ran, waited, _ = Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()
    except OSError:
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


if __name__ == "__main__":
    sys.exit(main())
