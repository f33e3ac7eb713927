"""Measure corner lines by other methods: a naive loop, shapely's index, and a loop in C.

The loops test every wall. The C loop gives exactly Coign's answers, which is checked on every pair that is timed.
The naive loop uses shapely's `intersects`, which also counts a line that touches the end of a wall. The index uses
`crosses`, which is nearer to the rule, but wrong at joints of walls.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

from benchmarks.pairs import Pair
from coign.scene.scene import Scene
from coign.scene.wall_kinds import SOLID

SOURCE = Path(__file__).with_name("brute.c")
Mask = NDArray[np.bool_]
Lines = Callable[[Pair], Mask]  # which of the 16 lines of a pair are blocked (4, 4)


def naive(scene: Scene) -> Lines:
    """Test `line.intersects(wall)` for each line and wall. The method is much faster than the function, because it
    tests the boxes first. There is no early stop, which would make the time depend on the order of the walls."""
    walls = [shapely.LineString(line.reshape(2, 2)) for line in _solid(scene)]

    def lines(pair: Pair) -> Mask:
        found = np.zeros((4, 4), bool)
        corners, ends = pair.attacker.space.inset[0], pair.target.space.inset[0]
        for i, corner in enumerate(corners):
            for j, end in enumerate(ends):
                line = shapely.LineString((corner, end))
                for wall in walls:
                    if line.intersects(wall):
                        found[i, j] = True
        return found

    return lines


def indexed(scene: Scene) -> Lines:
    """Test all lines at once by shapely's index of the walls: the fairest comparison."""
    tree = shapely.STRtree(shapely.linestrings(_solid(scene).reshape(-1, 2, 2)))

    def lines(pair: Pair) -> Mask:
        corners, ends = pair.attacker.space.inset[0], pair.target.space.inset[0]
        both = np.stack(np.broadcast_arrays(corners[:, None], ends[None]), axis=2).reshape(-1, 2, 2)
        found = np.zeros(16, bool)
        found[tree.query(shapely.linestrings(both), predicate="crosses")[0]] = True
        return found.reshape(4, 4)

    return lines


def compile_brute(folder: Path) -> ctypes.CDLL | str:
    """Compile the C loop to a library in `folder`, or return why that failed."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return "there is no C compiler (gcc or cc)"
    built = folder / "brute.so"
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(built), str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return ctypes.CDLL(str(built)) if done.returncode == 0 else f"{compiler}: {done.stderr.strip()[:200]}"


def brute() -> Callable[[Scene], Lines] | str:
    """Return the loop in C for any scene, or why it is missing."""
    with tempfile.TemporaryDirectory(prefix="coign-bench-") as folder:
        library = compile_brute(Path(folder))  # the file is not needed once it is loaded
    if isinstance(library, str):
        return library
    corner_lines = library.corner_lines
    corner_lines.restype = None

    def for_scene(scene: Scene) -> Lines:
        walls = np.ascontiguousarray(_solid(scene))
        found = np.zeros(16, np.uint8)
        kept, into = ctypes.c_void_p(walls.ctypes.data), ctypes.c_void_p(found.ctypes.data)
        count = ctypes.c_size_t(len(walls))
        addresses: dict[int, tuple[ctypes.c_void_p, ...]] = {}

        def lines(pair: Pair) -> Mask:
            held = addresses.get(id(pair))
            if held is None:  # kept, because ctypes needs more time for an address than C for 100 walls
                space, target = pair.attacker.space, pair.target.space
                arrays = (space.inset, target.inset, target.centres)
                held = addresses[id(pair)] = tuple(ctypes.c_void_p(array.ctypes.data) for array in arrays)
            corner_lines(*held, kept, count, into)
            return found.view(bool).reshape(4, 4)

        lines.walls = walls  # type: ignore[attr-defined]  # keeps the memory that `kept` points to
        return lines

    return for_scene


def _solid(scene: Scene) -> NDArray[np.float64]:
    return np.asarray(scene.walls.lines[scene.walls.kind == SOLID])
