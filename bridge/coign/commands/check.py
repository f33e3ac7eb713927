"""Report the parts of scene files that can be read, and the others with the reason. One odd document is skipped.

A file may hold one scene, an adventure, a list of scenes, or a compendium of a scene a line. Exit code 2 where a file
holds no scene; the others are still reported.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec

from coign.errors import CoignError
from coign.scene.files import scenes_in
from coign.scene.scene import Scene
from coign.util.tasks import finish
from coign.util.terminal import BOLD, DIM, YELLOW, Paint, read_bytes, table
from coign.util.text import printable

EXAMPLE = """\
example:
  coign check crypt.json harbour.json
"""
MOST_NAMED = 3  # documents named for one warning


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign check`."""
    parser.add_argument("scenes", metavar="SCENE.json", nargs="+", help="a scene as Foundry exports it; - is stdin")
    parser.add_argument(
        "--json", action="store_true", help="one object a scene: {file, scene, counts, skipped, open_levels, strays}"
    )


def run(args: argparse.Namespace) -> int:
    """Print the contents of each scene as Coign reads it. Return 2 if one cannot be read."""
    paint = Paint()
    code = 0
    for path in args.scenes:
        try:
            for data in scenes_in(read_bytes(path)):
                _print(path, finish(Scene.read(data)), args.json, paint)
        except CoignError as problem:
            code = 2
            print(f"coign check: {printable(path)}: {printable(str(problem))}", file=sys.stderr)
            if args.json:
                print(msgspec.json.encode({"file": path, "error": str(problem)}).decode())
    return code


def _print(path: str, scene: Scene, as_json: bool, paint: Paint) -> None:
    if as_json:
        report = {"file": path, "scene": scene.id, "counts": scene.counts(), "skipped": scene.skipped}
        report |= {"open_levels": scene.open_between(), "strays": scene.strays()}
        print(msgspec.json.encode(report).decode())
    else:
        print(_described(path, scene, paint))


def _described(path: str, scene: Scene, paint: Paint) -> str:
    grid = scene.grid
    kind = "hexes" if grid.is_hex else "no grid" if grid.is_gridless else "squares"
    lines = [
        paint(f"{printable(path)}: {scene.name}", BOLD),
        f"  {', '.join(_counted(count, name) for name, count in scene.counts().items())}",
        paint(f"  {kind}, {grid.size:g} px for {grid.distance:g} {grid.units or '(no unit)'}", DIM),
    ]
    findings = [*scene.skipped, *_on_levels(scene)]
    if not findings:
        return "\n".join([*lines, "  everything could be read"])
    odd = f"  {_counted(len(findings), 'warnings')}:"
    return "\n".join([*lines, paint(odd, YELLOW), table(grouped(findings), paint, indent="    ")])


def _on_levels(scene: Scene) -> list[tuple[str, str]]:
    """Return the oddities of the scene's levels, each with its reason."""
    return [
        *((f"levels {level} and {other}", "no floor drawn between them") for level, other in scene.open_between()),
        *(
            (f"token {name}", f"on a level that the scene lacks: counts as on {level}")
            for name, level in scene.strays()
        ),
    ]


def _counted(count: int, plural: str) -> str:
    return f"{count} {plural.removesuffix('s') if count == 1 else plural}"


def grouped(skipped: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Rows of count, documents and reason: one row for all documents of a kind with the same reason.

    >>> grouped([("wall a", "too short"), ("wall b", "too short"), ("token c", "has no x")])
    [('2 x', 'wall a, b', 'too short'), ('1 x', 'token c', 'has no x')]
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for what, why in skipped:
        kind, _, name = what.partition(" ")
        groups.setdefault((kind.partition("[")[0], why), []).append(name or what)
    rows = []
    for (kind, why), names in groups.items():
        more = ", ..." if len(names) > MOST_NAMED else ""
        named = names if names != [kind] else []
        label = f"{kind} {', '.join(named[:MOST_NAMED])}{more}".rstrip()
        rows.append((f"{len(names)} x", printable(label), printable(why)))
    return rows
