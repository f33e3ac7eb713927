"""Symmetries: a scene that is turned, mirrored, moved, scaled, reordered or drawn in more pieces has the same facts.

Tokens are on the grid or a little off it, walls on it and across it. Every fact is compared; named sides and edges are
turned as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from coign.protocol import Attack
from coign.rules.readings.for_facts import conventions
from coign.scene.scene import Scene
from support.maps import Document
from support.maps import on_hexes as hex_token
from support.random_scenes import doubled, mirrored, scenes, shifted, shuffled, split, turned, unpassed
from support.scenes import BOW, D20, DMG, MELEE, examples, facts, read

# --- comparing --------------------------------------------------------------------------------------------------------

COMPANY = conventions(company=True)
CENTRE = conventions(cover="centre", flanking="opposite", whole_spaces=True, senses="d20", company=True)
READINGS = [(COMPANY, BOW), (D20, BOW), (D20, MELEE), (DMG, MELEE), (CENTRE, BOW), (CENTRE, MELEE)]
# Fields that name a direction, or that are chosen by reading order among equals: not compared as they are.
BY_PLACE = {"corner", "lines", "by", "soft", "blocked", "against", "attacker_edges", "helper_edges"}


def measured(scene: Scene, attack: Attack, by: Any) -> Any:
    found = msgspec.to_builtins(facts(scene, attack=attack, by=by).all())
    for name in BY_PLACE:
        for fact in found.values():
            fact.pop(name, None)
    for arc in ("attacker", "target"):
        found["facing"].pop(f"{arc}_facing")
    return found


def same(one: Any, other: Any, mirrored: bool = False) -> None:
    """Assert equal facts: numbers to a millionth, shares of light to a sample; in a mirror left is right."""
    for fact, entries in one.items():
        for name, value in entries.items():
            got = other[fact][name]
            if name in ("attacker_side", "target_side") and mirrored:
                got = {"left": "right", "right": "left", None: None}[got]
            assert_same(got, value, f"{fact}.{name}")


def assert_same(got: Any, value: Any, where: str) -> None:
    """Assert that two values of a fact are equal, but for rounding."""
    if isinstance(value, dict) and where.endswith(".shares"):
        assert got == pytest.approx(value, abs=0.006), where
    elif isinstance(value, dict):
        assert got.keys() == value.keys(), where
        for name in value:
            assert_same(got[name], value[name], f"{where}.{name}")
    elif isinstance(value, float):
        assert got == pytest.approx(value, abs=1e-6), where
    else:
        assert got == value, f"{where}: {got!r} is not {value!r}"


def every(scene: Document) -> list[Any]:
    """Measure a scene by each reading."""
    made = read(scene)
    return [measured(made, attack, by) for by, attack in READINGS]


def compare(plain: list[Any], other: Document, mirrored: bool = False) -> None:
    """Assert that another scene has the facts that were measured plain."""
    for one, another in zip(plain, every(other), strict=True):
        same(one, another, mirrored)


@given(scenes(), st.integers(-50, 50), st.integers(-50, 50), st.randoms(use_true_random=False))
@examples(0.5)
def test_a_scene_in_another_way(scene: Document, columns: int, rows: int, random: Any) -> None:
    """Every way has the same scenes, so that each is measured once as it is drawn."""
    plain = every(scene)
    compare(plain, turned(scene))
    compare(plain, mirrored(scene), mirrored=True)
    compare(plain, shifted(scene, 100 * columns, 100 * rows))
    compare(plain, shuffled(scene, random))
    compare(plain, split(scene, random))
    compare(plain, doubled(scene))


@given(scenes(), unpassed())
@examples(0.4)
def test_what_no_line_passes_changes_nothing(scene: Document, added: tuple[str, Document]) -> None:
    """A region, wall, tile or lamp over all heads, under all feet, or beside the map."""
    name, document = added
    assume(name != "lights" or scene["lights"])  # a first lamp makes a scene one that is lit by lamps
    compare(every(scene), scene | {name: [*scene.get(name, []), document]})


@given(scenes(), st.integers(-300, 300), st.integers(-300, 300))
@examples(0.4)
def test_without_a_grid_moved_by_any_pixels(scene: Document, x: int, y: int) -> None:
    scene["grid"]["type"] = 0
    compare(every(scene), shifted(scene, x, y))


# --- hexes ------------------------------------------------------------------------------------------------------------

Step = tuple[int, int]  # axial, from the middle of the map
SEVEN: list[Step] = [(0, 0), (1, 0), (0, 1), (1, -1), (-1, 1), (-1, 0), (0, -1)]
STEPS = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
BODIES = st.sampled_from([SEVEN[:1], SEVEN[:1], SEVEN[:3], SEVEN])
HELD = st.fixed_dictionaries({letter: st.tuples(STEPS, BODIES, st.integers(0, 5)) for letter in "ABC"})
MIDDLE = 12


def on_hexes(kind: int, held: dict[str, Any], turn: Callable[[Step], Step], degrees: Callable[[int], int]) -> Document:
    """Place tokens of one, three or seven hexes. Facing 0 is towards a side, on pointy and on flat hexes."""
    made = []
    for letter, ((q, r), body, way) in held.items():
        cells = [turn((q + i, r + j)) for i, j in body]
        token = hex_token(kind, *(_offset(kind, MIDDLE + i, MIDDLE + j) for i, j in cells))
        token["coign"]["reach"] = 10
        made.append(
            token
            | {
                "_id": letter,
                "disposition": -1 if letter == "B" else 1,
                "rotation": degrees(60 * way + (30 if kind in (2, 3) else 0) + (30 if len(body) == 3 else 0)),
            }
        )
    return {"_id": "s", "grid": {"type": kind, "size": 100, "distance": 5, "units": "ft"}, "tokens": made}


def _offset(kind: int, q: int, r: int) -> tuple[int, int]:
    """Return Foundry's row and column of a hex: odd or even rows, or columns, are shifted."""
    push = 1 if kind in (3, 5) else -1
    if kind in (2, 3):
        return r, q + (r + push * (r & 1)) // 2
    return r + (q + push * (q & 1)) // 2, q


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("turn", "degrees", "mirrored"),
    [
        pytest.param(lambda step: (-step[1], step[0] + step[1]), lambda way: way + 60, False, id="60 degrees"),
        pytest.param(lambda step: (-step[0], -step[1]), lambda way: way + 180, False, id="180 degrees"),
        pytest.param(None, lambda way: -way, True, id="mirror"),
    ],
)
@given(held=HELD)
@examples(0.15)
def test_hexes(kind: int, turn: Any, degrees: Any, mirrored: bool, held: Any) -> None:
    """The mirror swaps east and west; pointy and flat hexes need different axial steps for that."""
    if turn is None:
        turn = (lambda s: (-s[0] - s[1], s[1])) if kind in (2, 3) else (lambda s: (-s[0], s[0] + s[1]))
    plain = every(on_hexes(kind, held, lambda step: step, lambda way: way))
    compare(plain, on_hexes(kind, held, turn, degrees), mirrored)
