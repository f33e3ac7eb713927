"""Fuzz the bridge for long: `python tests/fuzz --inputs 200000 --wire 20000 --histories 3000`.

Messages to a session, attempts over sockets, and histories of edits, losses and hand-overs
(`tests/session/test_history.py`). Prints counts of messages and answers. On a failure it exits with 1, the seed, and
the message or the shortest history. The time of the slowest turn is scaled to the idle machine on which the benchmarks'
bars were set.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import time
import traceback

import hypothesis
from benchmarks.timing import slowdown
from hypothesis.stateful import run_state_machine_as_test

from fuzz import sessions, sockets
from session.test_history import History


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="messages sent to a session")
    parser.add_argument("--wire", type=int, default=10_000, help="attempts over sockets")
    parser.add_argument("--histories", type=int, default=1_000, help="histories of two GMs and a bridge")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the same seed gives the same run")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    try:
        for part in range(0, asked.inputs, 20_000):
            _sessions(asked.seed + part, min(20_000, asked.inputs - part))
        if asked.wire:
            started = time.perf_counter()
            found = asyncio.run(sockets.run(asked.seed, asked.wire))
            took = time.perf_counter() - started
            print(f"{found.inputs} attempts over the wire in {took:.0f} s: {sockets.summary(found)}", flush=True)
        if asked.histories:
            _histories(asked.seed, asked.histories)
    except AssertionError as problem:
        traceback.print_exception(problem)  # with the steps of the history, as its notes
        print(f"seed {asked.seed}: a check failed", file=sys.stderr)
        return 1
    return 0


def _sessions(seed: int, inputs: int) -> None:
    started = time.perf_counter()
    found = sessions.run(seed, inputs, slowdown=slowdown)
    took, (early, late) = time.perf_counter() - started, found.objects
    print(f"{inputs} messages in {took:.0f} s (seed {seed}): {found.answers}; objects {early} then {late}", flush=True)
    print(f"  slowest turn, fair, {1000 * found.longest:.0f} ms: {found.slowest[:200]!r}", flush=True)


def _histories(seed: int, count: int) -> None:
    started = time.perf_counter()
    longer = hypothesis.settings(History.TestCase.settings, max_examples=count, derandomize=False, database=None)
    run_state_machine_as_test(hypothesis.seed(seed)(History), settings=longer)
    took = time.perf_counter() - started
    print(f"{count} histories in {took:.0f} s (seed {seed}): each ended with the scene that Foundry has", flush=True)


if __name__ == "__main__":
    sys.exit(main())
