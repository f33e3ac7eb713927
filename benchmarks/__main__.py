"""Run the benchmark: `python -m benchmarks [--quick] [--into docs/benchmarks.md] [--only PART ...]`."""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
import time
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from benchmarks.table import HEADS, Line, markdown, shown
from benchmarks.timing import pin
from coign.util.generated_files import remade

PARTS = ("cover", "attack", "edits", "heat", "wire", "page", "instructions")


def main() -> int:
    """Run the benchmarks and print a table. Return 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a smoke run: everything once or twice")
    parser.add_argument("--into", metavar="FILE.md", type=Path, help="put the bars into a page, between its two marks")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts alone")
    asked = parser.parse_args()
    started = time.perf_counter()
    where = machine()
    print(f"{where}; {pin()}\n{shown(HEADS)}", flush=True)
    lines: list[Line] = []
    for part in asked.only:
        gc.collect()
        gc.freeze()  # else each collection in this part would look through all that the parts before it have left
        for line in import_module(f"benchmarks.{part}").measure(asked.quick):
            lines.append(line)
            print(shown(line.cells()), flush=True)
    missed = sum(line.met is False for line in lines)
    held = sum(line.met is not None for line in lines)
    print(f"{held - missed} of {held} bars met in {time.perf_counter() - started:.0f} s", flush=True)
    if asked.into:
        table = f"Measured on {where}.\n\n{markdown(lines)}\n"
        made = remade(asked.into, "benchmarks", "python -m benchmarks --into docs/benchmarks.md", table)
        asked.into.write_text(made, encoding="utf-8", newline="\n")
    return 1 if missed and not asked.quick else 0


def machine() -> str:
    """Describe the machine."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("shapely", "numpy", "msgspec", "websockets"))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{platform.machine()}, {os.cpu_count()} cores{load}, Python {platform.python_version()}, {packages}"


if __name__ == "__main__":
    sys.exit(main())
