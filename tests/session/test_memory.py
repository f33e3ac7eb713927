"""The estimate of a scene's memory is above its real size, and for real scenes not by much."""

from __future__ import annotations

import gc
import tracemalloc
from typing import Any

import msgspec
import pytest

from coign.scene.scene import Scene
from coign.session import memory
from coign.util.tasks import finish
from support.paths import DATA

pytestmark = pytest.mark.repeats

KINDS: dict[str, dict[str, Any]] = {
    "bare walls": {"walls": [{"c": [n, 0, n, 9]} for n in range(5000)]},
    "walls with all": {
        "walls": [
            {
                "_id": f"w{n:015}",
                "c": [n, 0, n, 9],
                "levels": ["a", "b"],
                "flags": {"wall-height": {"top": 5}},
            }
            for n in range(2000)
        ]
    },
    "bare tokens": {"tokens": [{"x": 100 * n, "y": 0} for n in range(1000)]},
    "large tokens": {"tokens": [{"x": 100 * n, "y": 0, "width": 9, "height": 9} for n in range(500)]},
    "lights": {"lights": [{"x": 9 * n, "y": 0, "config": {"dim": 30, "bright": 10}} for n in range(1000)]},
    "regions": {
        "regions": [
            {"polygons": [[0, 0, 9, 0, 9, 9]], "behaviors": [{"type": "coign.terrain", "system": {"water": True}}]}
            for _ in range(300)
        ]
    },
    "tiles": {
        "tiles": [{"x": 9 * n, "y": 0, "width": 9, "height": 9, "restrictions": {"light": True}} for n in range(500)]
    },
    "rugs": {"tiles": [{"_id": f"t{n:015}", "x": 9 * n, "y": 0, "levels": ["a", "b"]} for n in range(2000)]},
    "empty lists": {"tokens": [{"x": 1, "y": 1, "effects": [[]] * 5000} for _ in range(20)]},
    "empty objects": {"tokens": [{"x": 1, "y": 1, "effects": [{"": {}}] * 5000} for _ in range(20)]},
    "words": {"tokens": [{"x": 1, "y": 1, "coign": {"statuses": [f"a{n}" for n in range(5000)]}} for _ in range(20)]},
    "one long word": {"tokens": [{"x": 1, "y": 1, "name": "x" * 60_000} for _ in range(20)]},
}


def taken(data: bytes) -> tuple[int, Scene]:
    """Return the bytes that Python allocates for a scene and its index of walls, and the scene."""
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        scene = finish(Scene.read(data))
        scene.wall_rows(0, 0, 1, 1)
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before, scene
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", KINDS)
def test_no_scene_takes_more_than_its_estimate(kind: str) -> None:
    data = msgspec.json.encode(KINDS[kind])
    took, scene = taken(data)
    assert took <= memory.estimate(data) + memory.of_documents(scene.counts())


def test_a_real_scene_takes_a_fair_part_of_its_estimate() -> None:
    data = (DATA / "scenes" / "kingmaker-irovetti-s-palace.json").read_bytes()
    took, scene = taken(data)
    assert took > (memory.estimate(data) + memory.of_documents(scene.counts())) / 8
