"""Attacks leave nothing behind in the engine for the browser."""

from __future__ import annotations

import subprocess
import sys

from support.paths import ROOT


def test_memory_stays_flat() -> None:
    """100,000 by command: `node tests/embedded/soak.mjs 100000`."""
    subprocess.run([sys.executable, ROOT / "tools" / "engine.py"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(["node", ROOT / "tests" / "embedded" / "soak.mjs", "2000"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
