"""Every event of a scene and every cache: the entries dropped and kept, and the answers after it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import shapely

from coign.grid.space import QUANTA
from coign.protocol import Change
from coign.scene.cache import SceneCache
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.lights import reached
from support.maps import Document, draw, encode, light, region, roof, wall
from support.scenes import read

TORCH = {"light": {"dim": 20, "bright": 10, "angle": 360}}
LAMP = light(4, 0, 10, 20) | {"_id": "lamp"}
AFAR = light(90, 0, 10, 20) | {"_id": "afar"}
WALL = wall(100, 0, 100, 100) | {"_id": "wall"}
HILL = region("coign.ground", 5, 0, id="hill", elevation=10)
FIELDS: Document = {key: value for key, value in draw("+", night=True).items() if not isinstance(value, list)}


def token(key: str, x: float, **more: Any) -> Document:
    return {"_id": key, "name": key, "x": x, "y": 0, "width": 1, "height": 1, **more}


def scene() -> Scene:
    """Make a scene by night with A, B with a torch, two lamps, a wall and a hill, and fill every cache.

    The wall is in the light of the torch and of one lamp. The other lamp is far from all else.
    """
    made = draw(
        "+ +",
        " A ",
        "+ +",
        tokens={"B": {"x": 300} | TORCH},
        lights=[LAMP, AFAR],
        walls=[WALL],
        regions=[HILL],
        night=True,
    )
    found = read(made)
    fill(found)
    return found


def fill(found: Scene) -> None:
    assert found.lamps is found.cache.lamps
    found.tokens_in(0, 0, 1, 1)
    for times in (1.0, 2.0):
        reached(found, found.lamps.lights, times=times)
    assert all(entries(found).values()), "a cache that no test fills"


def entries(of: Scene) -> dict[str, Any]:
    """Return what the caches hold by name: what each light reaches by its own."""
    kept = dict(vars(of.cache))
    return {key: value for key, value in (kept | kept.pop("lit")).items() if value is not None}


LIT = ("lamp", "token:B", "afar")
BOTH = ("lamps", "token_boxes", *LIT)
AROUND = ("lamps", "token_boxes", "afar")  # all that does not depend on the wall
OTHERS = ("token_boxes", "lamp", "afar")  # all that does not depend on the torch
EVENTS: dict[str, tuple[tuple[str, str, Document], tuple[str, ...]]] = {
    "a wall moves": (("Wall", "update", WALL | {"c": [150, 0, 150, 100]}), AROUND),
    "a wall comes": (("Wall", "create", wall(200, 0, 200, 100) | {"_id": "new"}), AROUND),
    "a wall goes": (("Wall", "delete", WALL), AROUND),
    "a lamp moves": (("AmbientLight", "update", LAMP | {"x": 0}), ("token_boxes", "token:B", "afar")),
    "a lamp comes": (("AmbientLight", "create", LAMP | {"_id": "new"}), ("token_boxes", *LIT)),
    "a lamp goes": (("AmbientLight", "delete", LAMP), ("token_boxes", "token:B", "afar")),
    "a token moves": (("Token", "update", token("A", 200)), BOTH),
    "a token takes up a torch": (("Token", "update", token("A", 0, **TORCH)), ("token_boxes", *LIT)),
    "a torch moves": (("Token", "update", token("B", 200, **TORCH)), OTHERS),
    "a torch goes out": (("Token", "update", token("B", 300)), OTHERS),
    "a token comes": (("Token", "create", token("C", 200)), ("lamps", *LIT)),
    "a token goes": (("Token", "delete", token("A", 0)), ("lamps", *LIT)),
    "the bearer goes": (("Token", "delete", token("B", 0)), ("lamp", "afar")),
    "a region moves": (
        ("Region", "update", region("coign.ground", 6, 0, id="hill", elevation=10)),
        ("token_boxes", *LIT),
    ),
    "a region raises a token": (
        ("Region", "create", region("coign.ground", 0, 0, id="new", elevation=5)),
        ("token_boxes", *LIT),
    ),
    "a roof comes": (("Tile", "create", roof(0, 0, 1, 1)), ("lamps", "token_boxes")),
    "a rug comes": (("Tile", "create", roof(0, 0, 1, 1) | {"restrictions": {"light": False}}), BOTH),
    "the scene darkens": (
        ("Scene", "update", FIELDS | {"environment": FIELDS["environment"] | {"darknessLevel": 0.9}}),
        ("token_boxes", *LIT),
    ),
    "the grid changes": (("Scene", "update", FIELDS | {"grid": {"type": 1, "size": 50, "distance": 5}}), ()),
}


def happen(to: Scene, event: Any) -> None:
    kind, action, document = event
    finish(to.change([Change(kind, action, document.get("_id", "s"), msgspec.Raw(encode(document)))]))


@pytest.mark.parametrize("name", EVENTS)
def test_the_cache_entries_that_an_event_keeps(name: str) -> None:
    event, kept = EVENTS[name]
    held = scene()
    before = entries(held)
    happen(held, event)
    stays = {cache for cache, value in entries(held).items() if value is before.get(cache)}
    assert stays == set(kept)


@pytest.mark.parametrize("name", EVENTS)
def test_after_an_event_the_caches_equal_those_of_a_fresh_scene(name: str) -> None:
    event, _ = EVENTS[name]
    held, aside = scene(), scene()
    happen(held, event)
    aside.cache = SceneCache()
    happen(aside, event)
    aside.cache = SceneCache()
    side = 1000.0 * QUANTA
    assert [one.id for one in held.tokens_in(0, 0, side, side)] == [one.id for one in aside.tokens_in(0, 0, side, side)]
    for x in range(8):
        box = (x * 100.0 * QUANTA, 0.0, x * 100.0 * QUANTA + 1, 1.0)
        assert [one.id for one in held.tokens_in(*box)] == [one.id for one in aside.tokens_in(*box)]
    assert sorted(held.lamps.lights, key=str) == sorted(aside.lamps.lights, key=str)
    assert held.lamps.lights == [*held.lights.values(), *held.carried.values()]
    for times in (1.0, 2.0):
        kept, fresh = (reached(one, held.lamps.lights, times=times) for one in (held, aside))
        assert kept == fresh


def test_a_snapshot_does_not_share_the_boxes_of_tokens_that_move() -> None:
    held = scene()
    aside = held.snapshot()
    assert aside.cache is not held.cache
    happen(held, ("Token", "update", token("A", 600)))
    happen(held, ("Token", "update", token("B", 700, **TORCH)))
    here = (0.0, 0.0, 99.0 * QUANTA, 99.0 * QUANTA)
    assert [one.id for one in aside.tokens_in(*here)] == ["A"]
    assert held.tokens_in(*here) == []
    assert [one.x for one in aside.lamps.lights] != [one.x for one in held.lamps.lights]


def test_a_snapshot_of_an_unused_scene_is_independent() -> None:
    held = read(draw("+ +", " A ", "+ +"))
    aside = held.snapshot()
    assert [one.id for one in aside.tokens_in(0, 0, 1, 1)] == ["A"]
    happen(held, ("Token", "update", token("A", 600)))
    assert [one.id for one in aside.tokens_in(0, 0, 1, 1)] == ["A"]
    assert held.tokens_in(0, 0, 1, 1) == []


def test_what_a_light_reaches_in_a_snapshot_is_measured_past_its_own_walls() -> None:
    held = scene()
    aside = held.snapshot()
    happen(held, ("Wall", "delete", WALL))
    for one, passes in ((aside, False), (held, True), (aside, False)):
        (area,) = reached(one, [one.lights["lamp"]])
        assert area.dim.contains(shapely.Point(50 * QUANTA, 50 * QUANTA)) is passes


def test_a_light_that_leaves_the_wall_behind_keeps_nothing_of_it() -> None:
    """The walls near a light count where it stood when it was measured, with the radii of low-light vision."""
    held = scene()
    far = wall(8700, 0, 8700, 100) | {"_id": "far"}  # beyond the dim light of the lamp afar, but for low light
    (before,) = reached(held, [held.lights["afar"]], times=2.0)
    happen(held, ("Wall", "create", far))
    (after,) = reached(held, [held.lights["afar"]], times=2.0)
    assert after.dim.area < before.dim.area
