"""A scene: read from any version's JSON, searched, changed as a whole or not at all, and copied for a survey."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from coign.errors import BadMessage, TooLarge, UnknownToken
from coign.grid.grid import Grid
from coign.protocol import Change
from coign.protocol.documents import DOCUMENTS
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import Document, draw, encode, light, region, roof, wall
from support.scenes import DMG, facts, read

BEHAVIOUR = {"type": "coign.cover", "system": {"degree": "half"}}
ROW = ("+ + + +", " A   B ", "+ + + +")


def change(kind: Any, action: Any, key: str, document: Any = None) -> Change:
    return Change(kind, action, key, msgspec.Raw() if document is None else msgspec.Raw(encode(document)))


# --- reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"[]", b"7", b"null", b"{", b'{"walls": [}', b"\xff\xfe"])
def test_what_is_no_scene_is_refused_with_its_reason(data: bytes) -> None:
    with pytest.raises(BadMessage, match="not a scene"):
        finish(Scene.read(data))


def test_an_empty_scene_is_a_scene() -> None:
    scene = finish(Scene.read(b"{}"))
    assert (scene.id, scene.name, scene.skipped) == ("scene", "scene", [])
    assert scene.counts() == {"walls": 0, "tokens": 0, "lights": 0, "regions": 0, "tiles": 0, "levels": 0, "things": 0}
    assert scene.grid == Grid(1, 100.0, 5.0, "")


@pytest.mark.parametrize(
    ("fields", "grid"),
    [
        ({"grid": {"type": 0, "size": 50, "distance": 1.5, "units": "m"}}, Grid(0, 50.0, 1.5, "m")),
        ({"grid": {"type": 4, "diagonals": 5}}, Grid(4, 100.0, 5.0, "", 5)),
        ({"grid": 140, "gridType": 1, "gridDistance": 10, "gridUnits": "ft"}, Grid(1, 140.0, 10.0, "ft")),
        ({"gridSize": 70, "gridType": 2}, Grid(2, 70 * 3**0.5 / 2, 5.0, "")),
        ({"grid": {"type": 5, "size": 70}, "flags": {"core": {"legacyHex": True}}}, Grid(5, 70 * 3**0.5 / 2, 5.0, "")),
        ({"grid": {"type": 1, "size": 70}, "flags": {"core": {"legacyHex": True}}}, Grid(1, 70.0, 5.0, "")),
        ({"grid": {"type": 3, "size": 70}, "flags": {"core": 7}}, Grid(3, 70.0, 5.0, "")),
        ({"grid": None}, Grid(1, 100.0, 5.0, "")),
        ({"grid": {"type": 9, "size": 0, "distance": -5, "diagonals": 77}}, Grid(1, 100.0, 5.0, "")),
        ({"grid": {"type": "2", "size": "120", "units": None}}, Grid(2, 120.0, 5.0, "")),
        ({"grid": {"size": 1e300, "distance": 1e-300}}, Grid(1, 100.0, 5.0, "")),
    ],
)
def test_the_grid_of_any_version(fields: Document, grid: Grid) -> None:
    """Legacy hexes give the length from corner to corner; Coign's size is always from side to side."""
    assert read(fields).grid == grid


def test_an_invalid_grid_is_reported() -> None:
    scene = read({"grid": {"type": 9, "size": 0, "distance": -5, "diagonals": 2.5, "units": "ft"}})
    assert scene.grid == Grid()
    assert scene.skipped == [
        ("grid", "type 9 is not one that Foundry has: 1 used"),
        ("grid", "size 0 is not between 1 and 10000: 100 used"),
        ("grid", "distance -5 is not between 0.001 and 1e+06: 5 used"),
        ("grid", "diagonals 2.5 is not one that Foundry has: 0 used"),
    ]
    assert read({"grid": {"type": None, "size": None}}).skipped == [], "what is missing has a default"


def test_odd_documents_are_reported_and_those_beside_them_stay() -> None:
    drawn = draw(*ROW, walls=[wall(150, 0, 150, 100)])
    drawn["tokens"] += [7, {"_id": "Z"}]
    drawn["lights"] = "none"
    drawn["regions"] = [None]
    told: list[tuple[str, str]] = []
    scene = finish(Scene.read(encode(drawn), lambda what, why: told.append((what, why))))
    assert (sorted(scene.tokens), len(scene.walls)) == (["A", "B"], 1)
    assert told == scene.skipped
    assert sorted(what for what, _ in told) == ["lights", "regions[0]", "tokens[2]", "tokens[3] Z"]


SECOND = [{"i": 0, "j": 1}]  # the cell between A and B


def in_text(value: Any) -> Any:
    """Return the same data with its numbers as text."""
    if isinstance(value, dict):
        return {key: in_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [in_text(inner) for inner in value]
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


@pytest.mark.parametrize(
    "document",
    [
        {"walls": [wall(150, -50, 150, 150, flags={"coign": {"cover": {"degree": "low", "height": 3}}})]},
        {"tiles": [{"x": 100, "y": 0, "width": 100, "height": 100, "flags": {"coign": {"object": {"height": 3}}}}]},
        {"regions": [region("coign.ground", 0, 0, elevation=10)]},
        {"regions": [region("coign.cover", 1, 0, degree="half")]},
        {"regions": [region("modifyMovementCost", 2, 0, difficulties={"walk": 2})]},
        {"regions": [region("adjustDarknessLevel", 2, 0, mode=0, modifier=1)], "darkness": 0.5},
        {"regions": [region("coign.cover", 0, 0, degree="half") | {"shapes": [{"type": "grid", "offsets": SECOND}]}]},
        {"tokens": [{"_id": "B", "name": "B", "x": 200, "y": 0, "flags": {"about-face": {"direction": 0}}}]},
    ],
    ids=lambda document: next(iter(document)),
)
def test_a_number_written_as_text_is_the_number(document: Document) -> None:
    """Exported scenes have them; so it is in fields of any form too, such as flags, shapes and behaviours."""
    drawn = draw(*ROW)
    del drawn["environment"]
    tokens = [token for token in drawn["tokens"] if token["_id"] not in str(document.get("tokens"))]
    plain = read(drawn | document | {"tokens": [*tokens, *document.get("tokens", ())]})
    text = read(drawn | in_text(document) | {"tokens": [*tokens, *in_text(document.get("tokens", []))]})
    assert text.skipped == plain.skipped == []
    assert measure(text) == measure(plain) != measure(read(drawn))


def test_too_much_is_refused_before_any_geometry() -> None:
    line = {"c": [0, 0, 1, 1]}
    with pytest.raises(TooLarge, match="20001 walls in one scene; the bridge takes 20000"):
        read({"walls": [line] * 20_001})
    with pytest.raises(TooLarge, match="2001 tokens in one scene; the bridge takes 2000"):
        read({"tokens": [{"x": 0, "y": 0}] * 2_001})


def _on_a_map(**fields: Any) -> Document:
    """Return a region at the map's corner that gives half cover, with these fields in place of its own."""
    return draw(*ROW, regions=[region("coign.cover", 0, 0, id="r", degree="half") | fields])


def _of_shape(**shape: Any) -> Document:
    return _on_a_map(shapes=[{"x": 0, "y": 0} | shape])


def _turned(points: int) -> list[float]:
    """Return a ring of so many points about the map's corner."""
    turns = [2 * math.pi * n / points for n in range(points)]
    return [value for turn in turns for value in (900 * math.cos(turn), 900 * math.sin(turn))]


def _tiled(document: Callable[..., Document], count: int) -> Document:
    return draw(*ROW, tiles=[document(10 * n, 0) | {"_id": f"t{n}"} for n in range(count)])


@pytest.mark.parametrize(
    ("make", "most", "beyond", "why"),
    [
        (lambda side: draw(*ROW, tokens={"A": {"width": side}}), 100, 101, "width 101.0 is not between 0 and 100"),
        (lambda n: draw(*ROW, tokens={"A": {"name": n * "x"}}), 120, 121, "its name has 121 letters: cut to 120"),
        (lambda size: {"grid": {"size": size}}, 10_000, 10_001, "size 10001 is not between 1 and 10000: 100 used"),
        (lambda size: {"grid": {"size": size}}, 1, 0.5, "size 0.5 is not between 1 and 10000: 100 used"),
        (lambda side: {"grid": {"distance": side}}, 1e6, 2e6, "distance 2e+06 is not between 0.001 and 1e+06: 5 used"),
        (lambda side: {"grid": {"distance": side}}, 0.001, 0.0005, "distance 0.0005 is not between"),
        (lambda n: _on_a_map(behaviors=n * [BEHAVIOUR]), 50, 51, "has 51 behaviours: only the first 50 count"),
        (
            lambda at: draw(*ROW, regions=[region("coign.ground", 0, 0, elevation=at)]),
            1e7,
            2e7,
            "20000000.0 is not a height",
        ),
        (
            lambda at: draw(*ROW, regions=[region("coign.ground", 0, 0, elevation=at)]),
            -1e7,
            -2e7,
            "-20000000.0 is not a",
        ),
        (lambda n: _on_a_map(polygons=[_turned(n)]), 1_000, 1_001, "more than 1000 points: skipped"),
        (lambda n: _of_shape(type="polygon", points=_turned(n)), 1_000, 1_001, "more than 1000 points: skipped"),
        (
            lambda n: _of_shape(type="grid", offsets=[{"i": m % 32, "j": m // 32} for m in range(n)]),
            1_000,
            1_001,
            "more than 1000",
        ),
        (lambda row: _of_shape(type="grid", offsets=[{"i": row, "j": 0}]), 1e6, 1e6 + 1, "an offset is not a cell"),
        (lambda row: _of_shape(type="grid", offsets=[{"i": 0, "j": row}]), -1e6, -1e6 - 1, "an offset is not a cell"),
        (lambda far: _of_shape(type="circle", x=far, radius=9), 1e7, 1e7 + 1, "x is not a number up to 10000000"),
        (lambda turn: _of_shape(type="cone", radius=9, angle=turn), 360, 361, "angle is not a number up to 360"),
        (lambda side: _of_shape(type="token", width=side), 100, 101, "width is not a number up to 100"),
        (
            lambda n: _of_shape(type="emanation", radius=9, base={"type": "polygon", "points": _turned(n)}),
            100,
            101,
            "its base has more than 100 points: skipped",
        ),
        (lambda n: _tiled(roof, n), 500, 501, "exceeds 500 tiles that stop light in one scene: skipped"),
        (
            lambda n: draw(*ROW, regions=[region("coign.cover", m, 0, id=f"r{m}", degree="half") for m in range(n)]),
            300,
            301,
            "exceeds 300 regions or 5000 points of outline in one scene: skipped",
        ),
    ],
)
def test_what_is_at_a_limit_counts_and_what_is_beyond_is_reported(
    make: Callable[[float], Document], most: float, beyond: float, why: str
) -> None:
    assert read(make(most)).skipped == []
    (_, told), *_ = read(make(beyond)).skipped
    assert why in told


def test_a_region_with_an_empty_list_of_polygons_is_counted_by_its_shapes() -> None:
    box = {"type": "rectangle", "x": 0, "y": 0, "width": 9, "height": 9}
    assert read(_on_a_map(polygons=[], shapes=20 * [box])).skipped == []
    (_, told), *_ = read(_on_a_map(polygons=[], shapes=[{"type": "polygon", "points": _turned(1_001)}, box])).skipped
    assert told == "more than 1000 points: skipped"


def test_documents_without_an_id_get_one_each() -> None:
    scene = read({"tokens": [{"x": 0, "y": 0}, {"x": 100, "y": 0}], "lights": [light(0, 0, 5, 5) | {"_id": ""}]})
    assert sorted(scene.tokens) == ["token-0", "token-1"]
    assert sorted(scene.lights) == ["light-0"]


# --- finding ----------------------------------------------------------------------------------------------------------


def test_tokens_are_found_by_id_then_by_name() -> None:
    scene = read(draw(*ROW, tokens={"A": {"name": "Ogre"}, "B": {"name": "A"}}))
    assert scene.find("A").id == "A"
    assert scene.find("Ogre").id == "A"
    with pytest.raises(UnknownToken, match="no token Wolf in scene s"):
        scene.find("Wolf")


def test_what_is_near_a_box() -> None:
    scene = read(draw(*ROW, regions=[region("coign.cover", 5, 5, degree="half")]))
    assert [token.id for token in scene.tokens_in(0, 0, 100 * 16, 100 * 16)] == ["A"]
    assert [token.id for token in scene.tokens_in(0, 0, 900 * 16, 100 * 16)] == ["A", "B"]
    assert scene.areas_in(0, 0, 400 * 16, 400 * 16) == []
    assert len(scene.areas_in(0, 0, 500 * 16, 500 * 16)) == 1


def test_tokens_are_near_where_they_went() -> None:
    scene, corner = read(draw(*ROW)), (0, 0, 100 * 16, 100 * 16)

    def near() -> list[str]:
        return [token.id for token in scene.tokens_in(*corner)]

    steps = [("B", 0, ["A", "B"]), ("A", 900, ["B"]), ("C", 50, ["B", "C"])]
    for key, x, expected in steps:
        finish(scene.change([change("Token", "update", key, {"_id": key, "x": x, "y": 0})]))
        assert near() == expected
    assert scene.tokens_in(*corner)[0] is scene.tokens["B"]
    snapshot = scene.snapshot()
    finish(scene.change([change("Token", "delete", "B")]))
    assert near() == ["C"]
    assert [token.id for token in snapshot.tokens_in(*corner)] == ["B", "C"]


# --- changing ---------------------------------------------------------------------------------------------------------


def measure(scene: Scene) -> Any:
    return facts(scene).all()


CHANGES: list[tuple[str, Document]] = [
    ("Token", draw(*ROW, tokens={"A": {"x": 40, "elevation": 10}})["tokens"][0]),
    ("Wall", wall(150, -50, 150, 50) | {"_id": "w"}),
    ("AmbientLight", light(1, 0, 10, 20) | {"_id": "lamp"}),
    ("Region", region("coign.cover", 1, 0, id="hedge", degree="half")),
    ("Region", region("coign.ground", 0, 0, id="hill", elevation=15)),
    ("Tile", roof(0, 0, 9, 9)),
    ("Level", {"_id": "low", "name": "low", "elevation": {"bottom": 0, "top": 10}}),
]


@pytest.mark.parametrize(("kind", "document"), CHANGES, ids=[kind for kind, _ in CHANGES])
def test_a_change_leaves_the_scene_as_if_read_anew(kind: str, document: Document) -> None:
    """A document is created, updated and deleted: each time every fact equals that of a scene read again."""
    collection = DOCUMENTS[kind]
    drawn = draw(*ROW, night=True, lights=[light(2, 0, 30, 60) | {"elevation": 20}])
    scene, before = read(drawn), measure(read(drawn))
    key = document["_id"]
    finish(scene.change([change(kind, "create", key, document)]))
    others = [one for one in drawn.get(collection, []) if one["_id"] != key]
    assert measure(scene) == measure(read(drawn | {collection: [document, *others]}))
    if kind == "Token":
        finish(scene.change([change(kind, "update", key, drawn["tokens"][0])]))
    else:
        finish(scene.change([change(kind, "delete", key)]))
        finish(scene.change([change(kind, "delete", key)]))  # deleting it again is no error
    assert measure(scene) == before


def test_a_change_of_the_scene_itself() -> None:
    scene = read(draw(*ROW))
    document = {key: value for key, value in draw(*ROW).items() if key not in ("tokens", "walls", "lights", "regions")}
    finish(scene.change([change("Scene", "update", "s", document | {"grid": {"type": 1, "size": 50, "distance": 10}})]))
    assert (scene.grid.size, sorted(scene.tokens)) == (50, ["A", "B"])
    assert facts(scene).range.distance == 40


def test_an_unreadable_part_cancels_the_whole_change() -> None:
    scene = read(draw(*ROW))
    good = change("Wall", "create", "w", wall(150, 0, 150, 100))
    bad = Change("Wall", "create", "v", msgspec.Raw(b'{"c": [0, 0,'))
    with pytest.raises(BadMessage, match="Wall v") as caught:
        finish(scene.change([good, bad]))
    assert caught.value.detail == {"path": "$.changes v"}
    assert scene.counts()["walls"] == 0
    assert facts(scene).cover.degree == "none"


def test_a_change_that_is_too_large_has_no_effect() -> None:
    scene = read({"walls": [{"_id": f"w{n}", "c": [n, 0, n, 9]} for n in range(20_000)]})
    with pytest.raises(TooLarge):
        finish(scene.change([change("Wall", "create", "one more", {"c": [0, 0, 5, 5]})]))
    assert scene.counts()["walls"] == 20_000
    finish(scene.change([change("Wall", "delete", "w0"), change("Wall", "create", "one more", {"c": [0, 0, 5, 5]})]))
    assert scene.counts()["walls"] == 20_000


def test_odd_data_in_a_change_is_reported() -> None:
    scene, told = read(draw(*ROW)), []
    broken = [change("Wall", "create", "w", {"c": [1, 1, 1, 1]}), change("Token", "update", "A", {"_id": "A", "y": 3})]
    finish(scene.change(broken, lambda what, why: told.append((what, why))))
    assert sorted(what for what, _ in told) == ["token A", "wall w"]
    assert scene.skipped[-2:] == told


# --- holding still ----------------------------------------------------------------------------------------------------


def test_a_snapshot_is_left_alone_by_what_comes_later() -> None:
    drawn = draw(*ROW, walls=[wall(150, 0, 150, 100, "d") | {"_id": "door"}], lights=[light(2, 0, 5, 5)], night=True)
    scene = read(drawn)
    snapshot, before = scene.snapshot(), measure(scene)
    finish(
        scene.change(
            [
                change("Wall", "update", "door", wall(150, 0, 150, 100, "o") | {"_id": "door"}),
                change("Wall", "create", "w", wall(170, 0, 170, 50) | {"_id": "w"}),
                change("Token", "update", "A", drawn["tokens"][0] | {"x": 50}),
                change("AmbientLight", "delete", drawn["lights"][0]["_id"]),
                change("Region", "create", "hill", region("coign.ground", 0, 0, id="hill", elevation=15)),
            ]
        )
    )
    assert measure(scene) != before
    assert measure(snapshot) == before
    assert facts(snapshot, by=DMG).cover.degree == "total"


def test_ground_for_a_place_that_a_token_might_take() -> None:
    scene = read(draw(*ROW, regions=[region("coign.ground", 1, 0, elevation=15)], tokens={"B": {"elevation": 4}}))
    a, b = scene.tokens["A"], scene.tokens["B"]
    assert [scene.ground_for(a, x, 0) for x in (0, 100, 200)] == [0, 15, 0]
    assert [scene.ground_for(b, x, 0) for x in (0, 100, 200)] == [4, 4, 4], "an elevation of its own"
    on_it = region("coign.ground", 0, 0, elevation=15, id="under")
    standing = read(draw(*ROW, regions=[on_it], tokens={"A": {"elevation": 15}}))
    assert [standing.ground_for(standing.tokens["A"], x, 0) for x in (0, 100)] == [15, 0], "that of the ground under it"
    flying = read(draw(*ROW, regions=[region("coign.ground", 1, 0, elevation=15)], tokens={
        "A": {"coign": {"locomotion": "fly"}},
    }))  # fmt: skip
    assert flying.ground_for(flying.tokens["A"], 100, 0) == 0


def test_two_tokens_of_one_id_are_reported_and_the_last_counts() -> None:
    said: list[tuple[str, str]] = []
    twins = [{"_id": "a", "name": "One", "x": 0, "y": 0}, {"_id": "a", "name": "Two", "x": 0, "y": 0}]
    scene = finish(Scene.read(msgspec.json.encode({"tokens": twins}), lambda *what: said.append(what)))
    assert scene.tokens["a"].name == "Two"
    assert said == [("token a", "two documents have this id: the last one counts")]


def test_a_long_name_is_cut_and_reported() -> None:
    said: list[tuple[str, str]] = []
    token = {"_id": "a", "name": "x" * 1800, "x": 0, "y": 0}
    scene = finish(Scene.read(msgspec.json.encode({"tokens": [token]}), lambda *what: said.append(what)))
    assert scene.tokens["a"].name == "x" * 120
    assert said == [("token a", "its name has 1800 letters: cut to 120")]
