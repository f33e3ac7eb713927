"""Attack a bridge with many clients at the same time: `python -m benchmarks.siege [--clients N] [--seconds S]`.

Each client has a token, and sends scenes and requests that are built to be slow (`tests/fuzz/slow_scenes.py`) as fast
as they are answered. Before each request it sends what players write onto their tokens: mounts, formations and facings.
One in twenty has more than 4 MiB and ends the connection; then the client connects again. The clients are a process of
their own. Printed are the longest passes of the bridge's event loop, in processor time and as if this machine were the
one that the bars were set on, and the most memory of its process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import random
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin, Subprotocol

from benchmarks.servers import ORIGIN
from benchmarks.timing import slowdown
from coign import __version__
from coign.annotations import engine
from coign.protocol.messages import SUBPROTOCOL
from coign.server.config import Settings
from coign.server.server import Bridge
from coign.session.pairing import Desk
from coign.session.pairing_book import Key, MemoryStore
from coign.session.services import Services
from coign.session.worlds import Worlds
from coign.util import garbage_collection as garbage

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from fuzz import slow_scenes  # type: ignore[import-not-found,unused-ignore]

SIZES = (0.02, 0.16, 1.0)
HUGE = 4 << 20  # bytes: more than a frame may have
RULES = ("partial-advantage", "combat-modifiers", "combat-facing", "enchanted-realms")
pack = msgspec.json.encode


def main() -> int:
    """Attack a bridge of our own, and print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.siege", description=__doc__)
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    asyncio.run(_besieged(asked.clients, asked.seconds))
    return 0


async def _besieged(clients: int, seconds: float) -> None:
    """Run the bridge, let a child process attack it, and print what was measured."""
    desk = Desk(MemoryStore(), time.monotonic, named=(ORIGIN,))
    services = Services(engine, desk, Worlds(time.monotonic), time.monotonic, __version__)
    tokens = [desk.grant(Key(ORIGIN, f"w{n}", "gm", "c"), "siege") for n in range(clients)]
    garbage.settle()  # as `coign serve` does
    passes: list[float] = []
    async with Bridge(Settings(port=0), services) as bridge:
        program = f"import asyncio; from benchmarks.siege import attack; asyncio.run(attack({bridge.port}, {tokens}))"
        child = await asyncio.create_subprocess_exec(sys.executable, "-c", program)
        _count_passes(asyncio.get_running_loop(), passes)
        await asyncio.sleep(seconds)
        child.terminate()
        await child.wait()
    slow, longest = slowdown(), sorted(passes)[-5:]
    late = sorted(passes)[int(len(passes) * 0.999)]
    peak = [line.split()[1] for line in _status() if line.startswith("VmHWM")]
    print(
        f"{len(passes)} passes; longest {', '.join(f'{1000 * one:.0f}' for one in longest)} ms here, x {slow:.1f} slow"
    )
    print(f"fair: longest {1000 * longest[-1] / slow:.0f} ms, 999 of 1000 within {1000 * late / slow:.0f} ms")
    print(f"most memory of the process: {int(peak[0]) // 1024 if peak else 0} MiB")


def _count_passes(loop: asyncio.AbstractEventLoop, passes: list[float]) -> None:
    """Add the processor time of each pass of the loop to `passes`."""
    once = loop._run_once  # type: ignore[attr-defined]  # the only place that knows

    def timed() -> None:
        started = time.thread_time()
        once()
        passes.append(time.thread_time() - started)

    loop._run_once = timed  # type: ignore[attr-defined]


def _status() -> list[str]:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{os.getpid()}/status").read_text(encoding="ascii").splitlines()
    return []


async def attack(port: int, tokens: list[str]) -> None:
    """Attack the bridge at a port with one client for each token, for ever."""
    scenes = [slow_scenes.scene(kind, size) for kind in slow_scenes.KINDS for size in SIZES]
    await asyncio.gather(*(_client(port, n, token, [pack(one) for one in scenes]) for n, token in enumerate(tokens)))


async def _client(port: int, n: int, token: str, scenes: list[bytes]) -> None:
    pick, address = random.Random(n), f"ws://127.0.0.1:{port}/ws/w{n}"
    hello = {"type": "hello", "versions": [1], "world": f"w{n}", "user": "gm", "client": "c", "token": token}
    while True:
        with contextlib.suppress(
            ConnectionClosed, AttributeError
        ):  # the second: websockets aborts a socket that was cut
            async with connect(
                address,
                origin=Origin(ORIGIN),
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=None,
                close_timeout=0.1,  # s: it has been refused, and comes back
            ) as socket:
                for message in (hello, {"type": "configure", "rulesets": [pick.choice(RULES)]}):
                    await socket.send(pack(message), text=True)
                    await socket.recv()
                revisions = count(1)
                for revision in revisions:
                    scene = {"type": "scene.put", "scene": "s1", "revision": revision}
                    await socket.send(pack({**scene, "data": msgspec.Raw(pick.choice(scenes))}), text=True)
                    await socket.recv()
                    base = revision
                    for question in slow_scenes.QUESTIONS:
                        patch = {
                            "type": "scene.patch",
                            "scene": "s1",
                            "base": base,
                            "revision": (base := next(revisions)),
                        }
                        await socket.send(pack({**patch, "changes": [_written(pick)]}), text=True)
                        await socket.recv()
                        await socket.send(pack(question), text=True)
                        while b'"done":false' in await socket.recv(decode=False):
                            pass


def _written(pick: random.Random) -> dict[str, Any]:
    """Return a change by which a player has written mount, formation and facing onto a token."""
    token = pick.choice(slow_scenes.FIGHTERS)
    formation = "x" * (HUGE if pick.random() < 1 / 20 else pick.randrange(200))
    mount = pick.choice(["a", "b", "c", "t1", "nobody"])  # itself, a foe, a bystander, and one that is not there
    coign = {"mount": mount, "formation": formation, "facing": pick.uniform(-1e6, 1e6)}
    data = {**token, "x": pick.randrange(slow_scenes.SIDE), "coign": coign}
    return {"document": "Token", "action": "update", "id": token["_id"], "data": data}


if __name__ == "__main__":
    sys.exit(main())
