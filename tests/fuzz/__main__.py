"""Fuzz the bridge for long: `python tests/fuzz --inputs 200000 --wire 20000`.

Prints what was said and answered; exits 1 with the seed and the message where something does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "bridge"), str(ROOT / "tests")]

from fuzz import inside, outside  # noqa: E402  found beside us only now


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="messages said to a session")
    parser.add_argument("--wire", type=int, default=10_000, help="attempts over sockets")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the same seed says the same")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    try:
        for part in range(0, asked.inputs, 20_000):
            _inside(asked.seed + part, min(20_000, asked.inputs - part))
        if asked.wire:
            started = time.perf_counter()
            found = asyncio.run(outside.run(asked.seed, asked.wire))
            took = time.perf_counter() - started
            print(f"{found.inputs} attempts over the wire in {took:.0f} s: {outside.summary(found)}", flush=True)
    except AssertionError as problem:
        print(f"seed {asked.seed}: {problem}", file=sys.stderr)
        return 1
    return 0


def _inside(seed: int, inputs: int) -> None:
    started = time.perf_counter()
    found = inside.run(seed, inputs)
    took, (early, late) = time.perf_counter() - started, found.objects
    print(f"{inputs} messages in {took:.0f} s (seed {seed}): {found.answers}; objects {early} then {late}", flush=True)
    print(f"  slowest turn {1000 * found.longest:.0f} ms: {found.slowest[:200]!r}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
