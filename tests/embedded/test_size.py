"""The size of the files that Foundry's server keeps and a GM's browser fetches."""

from __future__ import annotations

import json
import subprocess
import sys

from coign.server import assets
from support.paths import ROOT

MOST = 14e6  # bytes of the module's zip


def test_the_module_with_its_engine_is_a_small_zip_and_without_it_a_tiny_one() -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "engine.py"], check=True, stdout=subprocess.DEVNULL)
    files = assets.module_files()
    whole, bare = assets.pack(files), assets.pack(assets.without_engine(files))
    assert MOST > len(whole) > 10 * len(bare)
    told = json.loads(next(body for path, body in files.items() if path.endswith(assets.ENGINE_LIST)))
    assert sum(size["packed"] for size in told.values()) < len(whole), "the status says how much is fetched"
