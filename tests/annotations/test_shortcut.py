"""The one shortcut of measuring changes no answer: `coign.geometry.areas.cast` tells by signs which walls hide nothing
of a box, and which hide all of it, so that the sweep need not look at them.

Without it every wall takes part in the sweep, and the annotation is the same to the byte, figure included.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.geometry import areas
from coign.grid.space import Box
from coign.protocol import Attack, Evaluate
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, encode
from support.random_scenes import scenes
from support.scenes import examples

pytestmark = pytest.mark.repeats

SYSTEMS = [configure(["partial-advantage"]), configure(["combat-facing", "combat-modifiers"])]
REAL = Path(__file__).parent.parent / "data" / "scenes" / "burn-village.json"


def cast_all(points: Any, walls: Any, box: Box) -> tuple[Any, Any]:
    """Let every wall take part, except those seen from their ends, whose shadows have no area."""
    (ax, ay), (bx, by) = ((walls[:, ends] - points[:, None]).T for ends in (slice(0, 2), slice(2, 4)))
    seen = (ax * by - ay * bx != 0).T
    return seen, np.zeros_like(seen)


def answer(data: bytes, request: Evaluate, setup: Setup) -> bytes:
    annotation = annotate(finish(Scene.read(data)), request, setup)
    return msgspec.json.encode(msgspec.structs.replace(annotation, elapsed_us=0))


def without(data: bytes, request: Evaluate, setup: Setup) -> bytes:
    with patch.object(areas, "cast", cast_all):
        return answer(data, request, setup)


def attack(actor: str, target: str, kind: Any) -> Evaluate:
    return Evaluate(
        id="q", scene="s", occasion="attack", actor=actor, targets=(target,), attack=Attack(kind=kind, reach=5.0)
    )


@given(scenes(), st.sampled_from(["ranged", "melee"]), st.sampled_from(SYSTEMS))
@examples(2)
def test_an_annotation_is_the_same_without_it(scene: Document, kind: Any, setup: Setup) -> None:
    data, request = encode(scene), attack("A", "B", kind)
    assert without(data, request, setup) == answer(data, request, setup)


@pytest.mark.parametrize("setup", SYSTEMS, ids=["fifth", "d20"])
def test_an_annotation_on_a_real_map_is_the_same_without_it(setup: Setup) -> None:
    data = REAL.read_bytes()
    names = list(finish(Scene.read(data)).tokens)[:4]
    for actor, target in permutations(names, 2):
        request = attack(actor, target, "ranged")
        assert without(data, request, setup) == answer(data, request, setup)
