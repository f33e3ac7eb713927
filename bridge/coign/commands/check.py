"""Say what can be read of scene files, what cannot, and why. Nothing is refused for one odd document."""

from __future__ import annotations

import argparse

import msgspec

from coign.scene.scene import Scene
from coign.util.terminal import BOLD, DIM, YELLOW, Paint, read_bytes, table

EXAMPLE = """\
example:
  coign check crypt.json harbour.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("scenes", metavar="SCENE.json", nargs="+", help="a scene as Foundry exports it; - is stdin")
    parser.add_argument("--json", action="store_true", help="one object a line: {file, scene, counts, skipped}")


def run(args: argparse.Namespace) -> int:
    paint = Paint()
    for path in args.scenes:
        scene = Scene.read(read_bytes(path))
        if args.json:
            said = {"file": path, "scene": scene.id, "counts": scene.counts(), "skipped": scene.skipped}
            print(msgspec.json.encode(said).decode())
        else:
            print(_told(path, scene, paint))
    return 0


def _told(path: str, scene: Scene, paint: Paint) -> str:
    grid = scene.grid
    kind = "hexes" if grid.is_hex else "no grid" if grid.is_gridless else "squares"
    lines = [
        paint(f"{path}: {scene.name}", BOLD),
        f"  {', '.join(f'{count} {name}' for name, count in scene.counts().items())}",
        paint(f"  {kind} of {grid.size:g} px and {grid.distance:g} {grid.units}".rstrip(), DIM),
    ]
    if not scene.skipped:
        return "\n".join([*lines, "  everything could be read"])
    odd = f"  {len(scene.skipped)} oddities:"
    return "\n".join([*lines, paint(odd, YELLOW), table(scene.skipped, paint, indent="    ")])
