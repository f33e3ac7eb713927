"""The players' view: no hit or chance, and nothing of hidden tokens, walls (some are secret doors) or regions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from coign.annotations.redact import redact
from coign.figures.styles import LIGHT
from coign.protocol import (
    Chance,
    CoverFact,
    Evaluate,
    Facts,
    Figure,
    FlankingFact,
    Flat,
    Mark,
    Modifier,
    Note,
    ObscurementFact,
    Outcome,
    Phrase,
    Result,
    TerrainFact,
    Total,
)
from coign.rules import NOTHING
from coign.scene.scene import Scene
from support.maps import draw

HIDDEN = {"_id": "hid", "name": "Hank", "x": 300, "y": 0, "disposition": -1, "hidden": True}
DOOR = {"_id": "vault", "c": [200, 0, 200, 100], "door": 2, "ds": 0}
FOG = {"_id": "reg", "name": "fog", "hidden": True, "shapes": [], "behaviors": []}
SECRETS = ("hid", "Hank", "vault", "reg")


def scene(**door: Any) -> Scene:
    drawn = draw("+ + + +", " A B C ", "+ + + +", tokens={"hid": HIDDEN}, walls=[{**DOOR, **door}], regions=[FOG])
    return Scene.read(msgspec.json.encode(drawn))


FACTS = Facts(
    range=NOTHING.range,
    cover=CoverFact("dmg", "half", soft=("C", "hid"), by=("wall:vault", "token:hid", "token:C", "region:reg")),
    obscurement=ObscurementFact(because=("behind Hank", "darkvision 60 ft")),
    elevation=NOTHING.elevation,
    flanking=FlankingFact("edge", True, ("hid", "C"), ("west",), ("east",)),
    facing=NOTHING.facing,
    terrain=TerrainFact(because=("Hank's web",)),
)
LABELS = ("token:hid", "wall:vault", "region:reg", "token:C", "Hank was here", "")
MARKS = tuple(Mark("creature", "cover", ((0.0, 0.0),), label) for label in LABELS)
SAID = (Phrase("in-the-way", {"who": (Phrase("and", {"one": "Hank", "other": "Cara"}),), "how": "by Hank", "n": 2}),)
RESULT = Result(
    target="B",
    facts=FACTS,
    modifiers=(
        Modifier("half-cover", "P30", "Half Cover", Flat(2, "ac"), "on", "Hank in the way", "cover", phrases=SAID),
        Modifier("gm", "GM", "The GM's word", Note("Hank waits", SAID), "on", "the GM: ask Hank"),
    ),
    outcome=Outcome(
        total=Total(19, 19),
        hit=True,
        critical=True,
        chance=Chance(0.5, 0.4),
        flat=Outcome().flat,
        notes=("Hank waits",),
        phrases=(SAID,),
    ),
    figure=Figure(MARKS, MARKS, MARKS),
    assumed=("reach of Hank: 5 ft",),
    sentence="Hank in the way. Hit.",
)


def strings(value: Any) -> list[str]:
    """Return every text in a message, keys included, at any depth."""
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in strings(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def spoken(result: Result) -> set[str]:
    return {secret for secret in SECRETS for text in strings(msgspec.to_builtins(result)) if secret in text}


def test_the_GMs_result_names_every_secret() -> None:
    assert spoken(RESULT) == set(SECRETS)


def test_no_field_of_a_players_result_names_a_secret() -> None:
    assert spoken(redact(RESULT, scene())) == set()


def test_hit_and_chance_are_gone_and_the_players_own_numbers_stay() -> None:
    outcome = redact(RESULT, scene()).outcome
    assert (outcome.hit, outcome.chance) == (None, None)
    assert (outcome.total, outcome.critical) == (Total(19, 19), True)


def test_what_a_player_may_know_stays() -> None:
    result = redact(RESULT, scene())
    assert result.facts.cover.by == ("token:C",)
    assert result.facts.cover.soft == ("C",)
    assert result.facts.flanking.with_ == ("C",)
    assert result.facts.flanking.helper_edges == ()
    assert result.facts.obscurement.because == ("behind someone unseen", "darkvision 60 ft")
    assert [mark.label for mark in result.figure.lines] == ["token:C", "someone unseen was here", ""]
    assert result.modifiers[0].reason == "someone unseen in the way"
    assert "Hit." not in result.sentence


def asked(occasion: str = "attack", **more: Any) -> Evaluate:
    return Evaluate(**{"id": "q", "scene": "s", "occasion": occasion, "actor": "A", "targets": ("B",), **more})


@pytest.mark.parametrize("part", ["actor", "origin", "target"])
def test_a_hidden_actor_origin_or_target_leaves_nothing(part: str) -> None:
    struck = replace(RESULT, target="hid") if part == "target" else RESULT
    request = asked("save") if part == "target" else asked("save", **{part: "hid"})
    assert redact(struck, scene(), request) == Result(target=None, facts=None, modifiers=(), outcome=Outcome())


@pytest.mark.parametrize("door", [{}, {"ds": 1}, {"ds": 2}, {"door": 1}, {"door": 0}])
def test_a_secret_door_looks_like_any_wall(door: dict[str, int]) -> None:
    assert redact(RESULT, scene(**door)) == redact(RESULT, scene())


def test_the_part_hidden_by_two_walls_is_drawn_as_one() -> None:
    west, east = (((x, 0.0), (x + 50, 0.0), (x + 50, 80.0), (x, 80.0)) for x in (0.0, 50.0))
    figure = Figure(polygons=(Mark("hidden", "cover", west), Mark("target", "", west), Mark("hidden", "cover", east)))
    target, hidden = redact(replace(RESULT, figure=figure), scene()).figure.polygons
    assert (target.role, hidden.role) == ("target", "hidden")
    assert set(hidden.points) == {(0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0)}


def test_players_are_shown_no_light_because_its_edges_show_walls() -> None:
    """Not even the light of a player's own torch: it shines into undiscovered rooms and is cut by secret doors."""
    lit = [Mark(role, "obscurement", ((0.0, 0.0),), "token:C") for role in LIGHT]
    figure = Figure(polygons=(*lit, Mark("target", "", ((0.0, 0.0),))))
    assert [mark.role for mark in redact(replace(RESULT, figure=figure), scene()).figure.polygons] == ["target"]


@pytest.mark.parametrize(
    ("occasion", "said"), [("attack", True), ("perception", True), ("save", False), ("stealth", False)]
)
def test_senses_of_other_creatures_are_left_out(occasion: str, said: bool) -> None:
    because = redact(RESULT, scene(), asked(occasion)).facts.obscurement.because
    assert ("darkvision 60 ft" in because) is said


def test_a_name_that_visible_tokens_share_is_no_secret() -> None:
    drawn = draw("+ + + +", " A B C ", "+ + + +", tokens={"hid": HIDDEN, "C": {"name": "Hank"}})
    result = redact(RESULT, Scene.read(msgspec.json.encode(drawn)))
    assert result.modifiers[0].reason == "Hank in the way"
