"""Long documents and frames: their parts are measured before they are read; too long ones are skipped."""

from __future__ import annotations

import msgspec
import pytest

from coign.errors import TooLarge
from coign.protocol import messages as wire
from coign.protocol.decoding import LONG, MOST_VALUES, decode
from coign.protocol.document_reader import BATCH, MOST_FIELD_BYTES, read, read_document, read_scene
from coign.protocol.documents import TokenDoc
from coign.util.tasks import finish

EMPTY_LISTS = b"[" + b"[]," * MOST_FIELD_BYTES + b"[]]"


@pytest.mark.parametrize(
    ("collection", "data", "field"),
    [
        ("tokens", b'{"_id":"t","x":5,"y":6,"detectionModes":%s}', "detectionModes"),
        ("tokens", b'{"_id":"t","x":5,"y":6,"flags":{"coign":%s}}', "flags"),
        ("tokens", b'{"_id":"t","x":5,"y":6,"coign":{"cells":%s}}', "coign"),
        ("regions", b'{"_id":"r","polygons":%s}', "polygons"),
        ("walls", b'{"_id":"w","c":[0,0,1,1],"flags":{"coign":%s}}', "flags"),
    ],
)
def test_a_field_that_is_too_long_is_left_out_and_the_document_read(collection: str, data: bytes, field: str) -> None:
    said: list[tuple[str, str]] = []
    document = read_document(collection, data % EMPTY_LISTS, lambda *what: said.append(what))
    assert document is not None
    assert getattr(document, field) is None
    ((_, why),) = said
    assert why.startswith(f"{field}: ")
    assert why.endswith(" bytes, 65536 at most: default used")


def test_fields_that_mean_nothing_to_us_may_be_of_any_length() -> None:
    said: list[tuple[str, str]] = []
    token = read_document("tokens", b'{"_id":"t","x":5,"y":6,"ring":%s}' % EMPTY_LISTS, lambda *what: said.append(what))
    assert token is not None
    assert said == []


def test_of_a_long_field_only_what_is_known_counts() -> None:
    """An exported token carries its actor with all its items."""
    said: list[tuple[str, str]] = []
    data = b'{"_id":"t","x":5,"y":6,"delta":{"items":%s,"effects":[{"statuses":["dead"]}]}}' % EMPTY_LISTS
    token = read_document("tokens", data, lambda *what: said.append(what))
    assert isinstance(token, TokenDoc)
    assert token.delta is not None
    assert token.delta.effects is not None
    assert token.delta.effects[0].statuses == ("dead",)
    assert said == []


def test_a_scene_in_batches_is_the_same_scene_and_odd_documents_are_reported_by_their_number() -> None:
    walls = [{"_id": f"w{n}", "c": [n, 0, n, 10]} for n in range(3 * BATCH)]
    walls[BATCH + 7] = {"_id": "odd"}
    padding = {"_id": "long", "c": [0, 0, 5, 5], "other": "x" * (1 << 17)}
    said: list[tuple[str, str]] = []
    data = msgspec.json.encode({"walls": [*walls, padding], "name": "Crypt", "drawings": [1] * 50_000})
    scene = finish(read_scene(data, lambda *what: said.append(what)))
    assert scene.name == "Crypt"
    assert [wall.id for wall in scene.walls] == [*(f"w{n}" for n in range(3 * BATCH) if n != BATCH + 7), "long"]
    assert said == [(f"walls[{BATCH + 7}] odd", "has no c: skipped")]


def test_documents_are_counted_before_any_is_read() -> None:
    with pytest.raises(TooLarge, match="300000 walls in one scene"):
        next(read_scene(b'{"walls":[' + b"{}," * 299_999 + b"{}]}", lambda what, why: None))


@pytest.mark.parametrize("kind", ["evaluate", "configure", "survey", "hello", "cancel"])
def test_only_scenes_may_be_long(kind: str) -> None:
    with pytest.raises(TooLarge) as refused:
        decode(b'{"type":"%s","id":"r1","options":{"x":"%s"}}' % (kind.encode(), b"x" * LONG))
    assert refused.value.detail["id"] == "r1"


def test_a_scene_with_more_values_than_any_map_is_not_read() -> None:
    with pytest.raises(TooLarge, match="values"):
        decode(b'{"type":"scene.put","scene":"s","revision":1,"data":[' + b"1," * MOST_VALUES + b"1,1]}")


def test_the_longest_survey_and_configuration_are_taken() -> None:
    survey = {"type": "survey", "id": "s", "places": [[12345.5, 12345.5]] * 10_000, "request": REQUEST}
    assert isinstance(decode(msgspec.json.encode(survey)), wire.Survey)


REQUEST = {"type": "evaluate", "id": "r", "scene": "s", "occasion": "attack", "actor": "a", "targets": ["b"]}


def test_a_number_written_as_text_is_read_and_another_text_is_said_and_keeps_its_default() -> None:
    said: list[tuple[str, str]] = []
    raw = {"_id": "t", "x": "100", "y": 50, "elevation": "high"}
    token = read(TokenDoc, raw, "token", lambda *what: said.append(what))
    assert token is not None
    assert (token.x, token.y, token.elevation) == (100, 50, None)
    assert [(name, why.partition(":")[0]) for name, why in said] == [("token t", "elevation")]
