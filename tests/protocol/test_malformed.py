"""Malformed scenes: every one can be read and every pair measured. Malformed parts are reported and skipped."""

from __future__ import annotations

import json
import math
from itertools import permutations
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from coign.errors import CoignError
from coign.facts import FactSheet, Query
from coign.protocol import Attack, Change
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.malformed import LAMP, REGION, SCENE, TOKEN, WALL
from support.scenes import D20, DMG, examples, figure

KINDS = {"Token": TOKEN, "Wall": WALL, "AmbientLight": LAMP, "Region": REGION}
CHANGES = st.sampled_from(list(KINDS)).flatmap(lambda kind: st.tuples(st.just(kind), KINDS[kind]))


@given(SCENE)
@examples(6)
def test_every_scene_is_read_and_every_pair_measured(raw: dict[str, Any]) -> None:
    scene = finish(Scene.read(json.dumps(raw).encode()))
    check(scene)
    for what, why in scene.skipped:
        assert what
        assert why


@given(SCENE, st.lists(CHANGES, min_size=1, max_size=3))
@examples(2)
def test_every_change_is_taken_or_refused_as_a_whole(raw: dict[str, Any], changes: list[tuple[str, Any]]) -> None:
    scene = finish(Scene.read(json.dumps(raw).encode()))
    before = scene.counts()
    data = [
        Change(kind, "update", "A", msgspec.Raw(json.dumps(document).encode()))  # type: ignore[arg-type]
        for kind, document in changes
    ]
    try:
        finish(scene.change(data))
    except CoignError:
        assert scene.counts() == before
    check(scene)


def check(scene: Scene) -> None:
    tokens = list(scene.tokens.values())[:3]
    for actor, target in permutations(tokens, 2):
        for conventions, readings in (DMG, D20):
            sheet = FactSheet(Query(scene, actor, target, actor.space, Attack(), conventions), readings)
            found = sheet.all()
            assert 0 <= found.cover.exposure <= 1
            assert found.range.distance >= 0
            assert math.isfinite(found.range.distance)
            assert math.isfinite(found.elevation.difference)
            assert abs(sum(msgspec.structs.astuple(found.obscurement.shares)) - 1) < 1e-9
            assert msgspec.json.decode(msgspec.json.encode(found))
            every = figure(sheet, ["flanking", "facing", "elevation", "obscurement", "terrain"])
            for mark in (*every.points, *every.lines, *every.polygons):
                assert all(math.isfinite(value) for point in mark.points for value in point)
