"""Scenes built to be slow, and requests in them, in the engine for the browser under Node.

usage: python -m embedded.hostile [KIND...]   (in tests/; all kinds without)
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from fuzz import slow_scenes
from support.paths import ROOT


def run(*kinds: str, size: float = 1.0) -> list[dict[str, Any]]:
    """Return for each kind the answers' types, the seconds they took, the longest turn, and the memories in bytes."""
    lines = [
        json.dumps({"kind": kind, "scene": slow_scenes.scene(kind, size), "questions": slow_scenes.QUESTIONS})
        for kind in kinds or slow_scenes.KINDS
    ]
    command = ("node", ROOT / "tests" / "embedded" / "hostile.mjs")
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    for found in run(*sys.argv[1:]):
        print(json.dumps(found))
