"""The longest step of a session for inputs built to be slow, in units of work: no turn of the event loop is long.

A session is driven step by step, as the server drives it, and the longest step counts. The clock decides nothing here:
the units of `support/work.py` are the same on a busy machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
import shapely
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from coign.annotations import engine
from coign.facts.cover.floors import over_outline
from coign.protocol import messages as wire
from coign.session.session import Session
from fuzz import slow_scenes as slow
from support.bridges import make_services, pack, ready
from support.paths import ROOT
from support.work import steps_of, work_of

pytestmark = pytest.mark.repeats

MOST = 200_000  # units in one step: 35 ms at the worst, on the machine that the bars were set on
RULES = ("partial-advantage", "combat-modifiers")


def longest_step(session: Session, data: bytes) -> int:
    """Send a message; return the units of the longest step until its answer."""
    _, longest = work_of(lambda: session.receive(data))
    while session.busy:
        longest = max(longest, work_of(session.step)[1])
    return longest


def table(rules: str = RULES[0]) -> Session:
    """A session whose turns are one step each."""
    session = ready(make_services(engine=engine, turn=0.0))
    session.receive(pack({"type": "configure", "rulesets": [rules]}))
    session.outgoing()
    return session


def small(question: dict[str, Any]) -> dict[str, Any]:
    """Return a question about the smaller target alone, or a map of few places: the rest is more steps as long."""
    if question["type"] == "survey":
        return {**question, "places": question["places"][::7]}
    return {**question, "targets": ["b"]}


def put(scene: dict[str, Any]) -> bytes:
    return pack({"type": "scene.put", "scene": "s1", "revision": 1, "hash": "h", "data": scene})


@settings(max_examples=12, deadline=None, phases=[Phase.generate])  # a smaller example would take minutes to find
@given(
    kind=st.sampled_from(sorted(slow.KINDS)),
    size=st.sampled_from([0.04, 0.08, 0.16]),
    question=st.sampled_from(slow.QUESTIONS),
    rules=st.sampled_from(RULES),
)
def test_no_step_is_long(kind: str, size: float, question: dict[str, Any], rules: str) -> None:
    session = table(rules)
    assert longest_step(session, put(slow.scene(kind, size))) <= MOST
    assert longest_step(session, pack(small(question))) <= MOST


@pytest.mark.parametrize("kind", sorted(slow.KINDS))
def test_an_attack_in_each_kind_of_scene_is_answered_in_short_steps(kind: str) -> None:
    session = table(RULES[1])  # its reading of cover is the longer one
    session.receive(put(slow.scene(kind, 0.5)))
    while session.busy:
        session.step()
    assert longest_step(session, pack(slow.QUESTIONS[0])) <= MOST


SLOW_TO_ANSWER = [  # each takes one part of an answer to its limits, measured or drawn
    ("regions: star", 0.02, RULES[0], "hiding"),  # the shadows of 500 floors
    ("regions: holes", 0.02, RULES[0], "gm"),  # 250 floors, seen from the side
    ("low walls on much ground", 1.0, RULES[1], "gm"),  # 20,000 low walls, seen from the side
]


@pytest.mark.parametrize(("kind", "size", "rules", "question"), SLOW_TO_ANSWER)
def test_each_part_of_an_answer_is_made_in_short_steps(kind: str, size: float, rules: str, question: str) -> None:
    session = table(rules)
    session.receive(put(slow.scene(kind, size)))
    while session.busy:
        session.step()
    (asked,) = [one for one in slow.QUESTIONS if one["id"] == question]
    assert longest_step(session, pack(small(asked))) <= MOST


def test_a_spiral_cuts_many_lines_in_short_steps() -> None:
    """Eight corners of giants see eight others through the surface of a region."""
    starts, ends = (np.array([(x, 40.0 * y) for y in range(8)]) for x in (900.0, 3100.0))
    way = ends - starts[:, None]
    outline = shapely.Polygon(np.reshape(slow.spiral(480), (-1, 2)))
    steps = steps_of(over_outline(starts[:, None] + 0 * way, way, np.hypot(*np.moveaxis(way, -1, 0)), outline))
    assert max(steps) < MOST / 2 < sum(steps)


REGION = {"behaviors": slow.BEHAVIOURS[:1]}
ATTACKS: dict[str, Callable[[], dict[str, Any]]] = {
    "135 combs of 3,000 points": lambda: {"regions": [{"polygons": [slow.comb(3000)], **REGION} for _ in range(135)]},
    "two regions of 5,000 points": lambda: {"regions": [{"polygons": [slow.comb(5000)], **REGION} for _ in range(2)]},
    "1,990 hidden tokens with names of 1,800 letters": lambda: slow.KINDS["a crowd with long names"](1.0),
    "2,000 lights over 5,000 walls": lambda: slow.KINDS["lights over walls"](1.0),
    "a region of 40,000 behaviours with a name of 64 kB": lambda: {
        "regions": [{"_id": "r" * 60_000, "polygons": [slow.comb(9)], "behaviors": [{"type": "coign.cover"}] * 40_000}]
    },
    "a million empty lists in a token": lambda: {
        "tokens": [*slow.FIGHTERS, {"x": 0, "y": 0, "effects": [[]] * 1_000_000}]
    },
    "a million documents": lambda: {"levels": [{}] * 1_000_000},
    "20,000 odd walls": lambda: {"walls": [{"c": [0, 0, 1, 1], "door": "yes", "flags": []}] * 20_000},
}


CROWD = {"tokens": [*slow.FIGHTERS, *({"_id": f"t{n}", "x": 100 * (n % 40), "y": 100 * n} for n in range(50))]}
MANY = [f"t{n}" for n in range(50)]
REQUESTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a path of 500 points over drawn ground": (
        {"regions": [{"polygons": [slow.star(60)], "behaviors": slow.BEHAVIOURS[3:4]} for _ in range(80)]},
        {"occasion": "movement", "targets": [], "path": [{"x": n, "y": n, "elevation": None} for n in range(500)]},
    ),
    "500 overrides on 50 targets": (
        CROWD,
        {"targets": MANY, "overrides": [{"fact": "enemy", "value": True, "actor": "a", "target": "b"}] * 500},
    ),
    "a save of 50, as a formation": (CROWD, {"targets": MANY, "occasion": "save", "formation": True}),
    "12 targets among fog and lights": (
        {**CROWD, **slow.KINDS["regions: star"](0.03), **slow.NIGHT, "lights": [{"x": 900, "y": 900, "dim": 90}] * 40},
        {"targets": MANY[:12], "viewers": ["gm", "player"]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_built_to_be_slow_is_answered_in_short_steps(name: str) -> None:
    session, (scene, request) = table(), REQUESTS[name]
    session.receive(put({"_id": "s1", "tokens": slow.FIGHTERS, **scene}))
    while session.busy:
        session.step()
    session.outgoing()
    assert longest_step(session, pack({**slow.QUESTIONS[0], **request})) <= MOST
    for answer in session.outgoing():
        assert not isinstance(answer, wire.ErrorMessage)
        assert len(msgspec.json.encode(answer)) < 4 << 20, "as much as a frame from a client may have"


def test_a_patch_of_75_000_changes_is_applied_in_short_steps() -> None:
    session = table()
    session.receive(put({"_id": "s1", "tokens": slow.FIGHTERS}))
    changes = [{"document": "Wall", "action": "delete", "id": f"{n}"} for n in range(75_000)]
    patch = {"type": "scene.patch", "scene": "s1", "base": 1, "revision": 2, "changes": changes}
    assert longest_step(session, pack(patch)) <= MOST


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_scene_is_read_in_short_steps_and_answered(name: str) -> None:
    session, scene = table(), {"_id": "s1", "tokens": slow.FIGHTERS, **ATTACKS[name]()}
    assert longest_step(session, put(scene)) <= MOST
    for question in slow.QUESTIONS[:2]:
        assert longest_step(session, pack(question)) <= MOST


FIRST_ROLLS = """
import sys
from fuzz import slow_scenes as slow
from session.test_step_length import RULES, pack, put, small, table
for rules in RULES:
    session, before = table(rules), set(sys.modules)
    for kind in sorted(slow.KINDS):
        scene = slow.scene(kind, 0.002)
        scene["regions"] = scene.get("regions", [])[:2]  # few are enough to run each line
        for message in (put(scene), pack(small(slow.QUESTIONS[0]))):
            session.receive(message)
            while session.busy:
                session.step()
    assert set(sys.modules) == before, set(sys.modules) - before
"""


def test_the_first_rolls_import_nothing() -> None:
    """`numpy.unique` imports `numpy.ma` on its first call: 50 ms in the middle of somebody's first attack."""
    path = os.pathsep.join(map(str, (ROOT / "bridge", ROOT / "tests")))
    subprocess.run([sys.executable, "-c", FIRST_ROLLS], env=os.environ | {"PYTHONPATH": path}, check=True)


def test_the_measure_sees_work_that_is_not_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the limits of points thirty combs are too slow, so the limits are necessary."""
    for bound in ("region_shapes.MOST_POINTS", "rings.MOST_POINTS", "rings.MOST_CROSSINGS"):
        monkeypatch.setattr(f"coign.scene.{bound}", 10**9)
    monkeypatch.setattr("coign.scene.tables.MOST_OUTLINE", 10**9)
    session = table()
    scene = {"_id": "s1", "tokens": slow.FIGHTERS, **ATTACKS["135 combs of 3,000 points"]()}
    steps = longest_step(session, put({**scene, "regions": scene["regions"][:30]}))
    assert max(steps, longest_step(session, pack(slow.QUESTIONS[0]))) > MOST
    assert msgspec.json.encode(session.outgoing()[0])
