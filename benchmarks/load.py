"""Measure how many tables one core can serve: `python -m benchmarks.load [--worlds N] [--seconds S] [--most N]`.

Each world has a scene of 300 walls, moves a token ten times a second and attacks every two seconds. Worlds are added
until one attack in a hundred takes longer than 50 ms, the bridge's core is full, or there are `--most` worlds. The
bridge is a process of its own, reached over loopback. If other programs keep it from its core for more than a tenth of
the time, late answers are their fault; then the result is an estimate from its share of the core.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from websockets.asyncio.client import ClientConnection

from benchmarks.maps import CELL, grow
from benchmarks.memory import resident
from benchmarks.pairs import Pair, choose, read
from benchmarks.servers import WORLDS, Ports, running
from benchmarks.timing import Times, pin, slowdown
from benchmarks.wire import Table
from coign.protocol.messages import Change, ScenePatch

MOVES_A_SECOND = 10
ATTACK_EVERY = 2.0  # seconds
TOO_LATE = 50.0  # ms, for 99 of 100 attacks
FULL = 0.95  # of a core
OTHERS = 0.1

encoder = msgspec.json.Encoder()


@dataclass
class Tally:
    """The attacks and moves since the last report."""

    attacks: list[float] = field(default_factory=list)  # us
    moves: int = 0


@dataclass(frozen=True)
class Use:
    """Shares of a time: that in which the bridge ran, and that in which it ran or waited for the core."""

    ran: float
    waited: float


def main() -> int:
    """Add worlds to one bridge until it is too slow, and print each step."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--worlds", type=int, default=25, help="how many more come at each step (25)")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each step is measured (5)")
    parser.add_argument("--most", type=int, default=WORLDS, help=f"worlds at most ({WORLDS})")
    asked = parser.parse_args()
    where = pin()  # the tables; the bridge takes another core
    print(f"300 walls a world, {MOVES_A_SECOND} moves a second, an attack every {ATTACK_EVERY:g} s; {where}")
    with running() as ports:
        carried = asyncio.run(_climb(ports, asked.worlds, asked.seconds, min(asked.most, WORLDS)))
    print(f"worlds that one core carries: {carried}")
    return 0


async def _climb(ports: Ports, step: int, seconds: float, most: int) -> str:
    made = grow(300)
    pairs = choose(read(made), 20)
    tally = Tally()
    tables: list[Table] = []
    playing: list[asyncio.Task[None]] = []
    empty, carried = resident(ports.pid) or 0.0, 0
    try:
        while len(tables) < most:
            for n in range(len(tables), min(len(tables) + step, most)):
                table = Table(ports, f"w{n}", made)
                playing.append(asyncio.create_task(play(await table.__aenter__(), pairs, tally, random.Random(n))))
                tables.append(table)
            await asyncio.sleep(ATTACK_EVERY)  # until the new worlds have settled
            tally.attacks, tally.moves = [], 0
            use = await _use_of_core(ports.pid, seconds)
            for task in playing:
                if task.done():
                    task.result()  # raises what ended it
            each = ((resident(ports.pid) or 0.0) - empty) / len(tables)
            late = _said(tally, len(tables), seconds, use, each)
            kept_up = tally.moves > 0.9 * seconds * MOVES_A_SECOND * len(tables)
            if use.waited > OTHERS:
                about = int(len(tables) * FULL / use.ran) if use.ran else 0
                return f"other programs leave the bridge too little of its core to tell; by what it had, about {about}"
            if use.ran > FULL or late > TOO_LATE or not kept_up:
                break
            carried = len(tables)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(table.__aexit__() for table in tables))
    return str(carried)


def _said(tally: Tally, worlds: int, seconds: float, use: Use, each: float) -> float:
    """Print one step; return the time that 99 of 100 attacks did not exceed, in ms."""
    times = Times(tuple(tally.attacks), 1.0)
    late = times.percentile(99) / 1000
    print(
        f"{worlds:4} worlds  {tally.moves / seconds:6.0f} moves/s  {len(tally.attacks) / seconds:4.0f} attacks/s  "
        f"{times.median / 1000:5.1f} ms, 99 of 100 {late:6.1f} ms  "
        f"core {use.ran:4.0%}, kept from it {use.waited:4.0%}, slowdown {slowdown():.1f}  {each:.2f} MB a world",
        flush=True,
    )
    return late


async def play(socket: ClientConnection, pairs: list[Pair], tally: Tally, chance: random.Random) -> None:
    """Play a table's evening: tokens move, and now and then one attacks."""
    answers = asyncio.create_task(_listen(socket, tally))
    try:
        await asyncio.sleep(chance.random() * ATTACK_EVERY)  # so that the tables are not synchronous
        started = time.perf_counter()
        moves = itertools.count(1)
        for revision in moves:
            await socket.send(_moved(pairs[0], revision), text=True)
            if revision % int(MOVES_A_SECOND * ATTACK_EVERY) == 0:
                attack = msgspec.structs.replace(chance.choice(pairs).request, id=str(time.perf_counter_ns()))
                await socket.send(encoder.encode(attack), text=True)
            await asyncio.sleep(max(0.0, started + revision / MOVES_A_SECOND - time.perf_counter()))
    finally:
        answers.cancel()


class _Answer(msgspec.Struct):
    type: str
    id: str | None = None
    message: str = ""


async def _listen(socket: ClientConnection, tally: Tally) -> None:
    decoder = msgspec.json.Decoder(_Answer)
    while True:
        answer = decoder.decode(await socket.recv(decode=False))
        if answer.type == "annotation" and answer.id:
            tally.attacks.append((time.perf_counter_ns() - int(answer.id)) / 1000)
        elif answer.type == "synced":
            tally.moves += 1
        else:
            raise RuntimeError(f"{answer.type}: {answer.message}")


def _moved(pair: Pair, revision: int) -> bytes:
    """Return a patch in which a bystander takes a step there, or back."""
    tokens = pair.scene.tokens.values()
    other = next(one for one in tokens if one is not pair.attacker and one is not pair.target)
    document = msgspec.structs.replace(other.doc, x=other.doc.x + revision % 2 * CELL)
    change = Change("Token", "update", other.id, msgspec.Raw(encoder.encode(document)))
    return encoder.encode(ScenePatch("bench", revision, revision + 1, (change,)))


async def _use_of_core(pid: int, seconds: float) -> Use:
    """Return the share of its core that a process uses, over some seconds."""
    before = _scheduled(pid)
    await asyncio.sleep(seconds)
    after = _scheduled(pid)
    return Use((after[0] - before[0]) / seconds, (after[1] - before[1]) / seconds)


def _scheduled(pid: int) -> tuple[float, float]:
    """Return the seconds that a process has run, and those it waited for a core; zeros if the system does not count."""
    try:
        ran, waited, _ = Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()
    except OSError:
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


if __name__ == "__main__":
    sys.exit(main())
