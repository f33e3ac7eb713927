"""Time attacks, and calls of shapely. The same text runs natively and, read as a file, in the browser's engine."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import shapely

from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.protocol.evaluate import Evaluate
from coign.protocol.messages import Change
from coign.scene.scene import Scene
from coign.util.tasks import finish

CALLS, BLOCKS = 400, 7


class Attacks:
    """Attacks in one scene, by the bytes of their requests. Before each, both creatures move to where they stand."""

    def __init__(self, told: bytes) -> None:
        given = msgspec.json.decode(told, type=dict[str, msgspec.Raw])
        self.data, self.setup = bytes(given["scene"]), configure(["partial-advantage"], {}, (), 0.0)
        requests = msgspec.json.decode(given["requests"], type=list[Evaluate])
        moves = msgspec.json.decode(given["moves"], type=list[list[Change]])
        self.pairs = list(zip(requests, moves, strict=True))
        self.scene = finish(Scene.read(self.data))

    def opened(self) -> list[float]:
        """Read the scene again. Return the milliseconds of that, and of the first attack in it."""
        began = time.perf_counter()
        self.scene = finish(Scene.read(self.data))
        read = time.perf_counter()
        self.attack(self.pairs[0][0])
        return [1000 * (read - began), 1000 * (time.perf_counter() - read)]

    def attack(self, request: Evaluate) -> bytes:
        """Return an attack's annotation."""
        return msgspec.json.encode(annotate(self.scene, request, self.setup))

    def times(self) -> list[float]:
        """Return the milliseconds of each attack."""
        took = []
        for request, move in self.pairs:
            finish(self.scene.change(move))
            began = time.perf_counter()
            self.attack(request)
            took.append(1000 * (time.perf_counter() - began))
        return took

    def geos_calls(self) -> float:
        """Return how many calls of GEOS an attack makes on average, in the engine alone."""
        from shapely import geometry  # the drop-in's

        calls: Counter[str] = Counter()

        def counted(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
            def counting(*given: Any) -> Any:
                calls[name] += 1
                return call(*given)

            return counting

        kernels = vars(geometry.geos)
        before = dict(kernels)
        self.times()  # what is kept from one attack to the next is made here
        kernels.update({name: counted(name, call) for name, call in before.items()})
        self.times()
        kernels.update(before)
        return calls.total() / len(self.pairs)


scenes: dict[str, Attacks] = {}


def run(what: str, name: str, told: bytes) -> str:
    """Do what one line of the benchmark asks for; return the answer as JSON."""
    if what == "open":
        scenes[name] = Attacks(told)
        return "null"
    work = calls if what == "calls" else getattr(scenes[name], what)
    return msgspec.json.encode(work()).decode()


def calls() -> dict[str, float]:
    """Return the microseconds of those calls of shapely of which an attack makes most."""
    square, other = shapely.box(0, 0, 1600, 1600), shapely.box(800, 0, 2400, 1600)
    far = shapely.box(9000, 0, 9900, 1600)
    lines = shapely.linestrings([[[0, n], [1600, n + 1]] for n in range(16)])
    work: dict[str, Callable[[], object]] = {
        "box": lambda: shapely.box(0, 0, 1600, 1600),
        "is_empty": lambda: square.is_empty,
        "intersects": lambda: shapely.intersects(square, far),
        "intersection": lambda: square.intersection(other),
        "area": lambda: square.area,
        "intersects of 16 lines": lambda: shapely.intersects(square, lines),
    }
    return {name: _median(call) for name, call in work.items()}


def _median(call: Callable[[], object]) -> float:
    def block() -> float:
        began = time.perf_counter()
        for _ in range(CALLS):
            call()
        return 1e6 * (time.perf_counter() - began) / CALLS

    return sorted(block() for _ in range(BLOCKS))[BLOCKS // 2]
