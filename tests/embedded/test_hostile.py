"""Hostile scenes and requests are answered by the engine for the browser, within its memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from embedded import hostile
from support.paths import ROOT

MOST_MEMORY = 384 << 20  # of Python, and of GEOS: as foundry-module/engine/start.mjs says


@pytest.fixture(scope="module", autouse=True)
def engine() -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "engine.py"], check=True, stdout=subprocess.DEVNULL)


def test_hostile_scenes_are_answered() -> None:
    """All of them at full size by command: `python -m embedded.hostile` in tests/."""
    found = hostile.run("regions: scribble", "walls that all cross", "a thicket between", size=0.05)
    for one in found:
        assert {"annotation", "surveyed"} <= set(one["answers"]), one
        assert max(one["memory"].values()) < MOST_MEMORY / 2, one


def test_more_memory_than_the_bound_is_an_error_and_python_lives_on() -> None:
    script = """
        import { MOST_MEMORY } from "./foundry-module/engine/start.mjs";
        import { startInNode } from "./tests/embedded/node.mjs";
        const { python } = await startInNode();
        python.globals.set("most", MOST_MEMORY);
        python.runPython(`
def taken(count):
    try:
        return len(bytearray(count))
    except MemoryError:
        return 0
        `);
        const taken = python.globals.get("taken");
        console.log(JSON.stringify([MOST_MEMORY, taken(MOST_MEMORY), taken(1000), python._module.HEAPU8.length]));
    """
    command = ("node", "--input-type=module", "--eval", script)
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    most, refused, given, held = [int(one) for one in done.stdout.strip("[]\n").split(",")]
    assert (most, refused, given) == (MOST_MEMORY, 0, 1000)
    assert held <= MOST_MEMORY
