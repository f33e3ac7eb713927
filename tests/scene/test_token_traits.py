"""Traits from a token's own document: the statuses of an exported token, and its own sight."""

from __future__ import annotations

from typing import Any

import pytest

from support.maps import Document, draw
from support.scenes import facts, read

ROW = ("+ + + +", " A C B ", "+ + + +")
DEAD = [{"_id": "e", "name": "Dead", "statuses": ["dead"], "disabled": False}]
IN_FLAGS = [{"_id": "e", "label": "Dead", "flags": {"core": {"statusId": "dead", "overlay": True}}}]
SPELLED = {  # by Foundry or a game system
    "blind": "blinded",
    "deaf": "deafened",
    "invisibility": "invisible",
    "off-guard": "flat-footed",
    "paralysis": "paralyzed",
    "petrify": "petrified",
    "restrain": "restrained",
    "stun": "stunned",
    "sleep": "unconscious",
    "defeated": "dead",
    "fly": "flying",
    "hover": "hovering",
    "burrow": "burrowing",
    "swim": "swimming",
}


def statuses(**fields: Any) -> set[str]:
    """Return the statuses of a token that was exported with these fields."""
    return set(read(draw(*ROW, tokens={"C": {"coign": None} | fields})).tokens["C"].statuses)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"delta": {"effects": DEAD}}, {"dead"}),
        ({"actorData": {"effects": IN_FLAGS}}, {"dead"}),
        ({"actorData": {"effects": DEAD}, "delta": {"effects": IN_FLAGS}}, {"dead"}),
        ({"delta": {"effects": [DEAD[0] | {"disabled": True}]}}, set()),
        ({"delta": {"effects": [{"statuses": ["Prone", "stun"]}, {"name": "Bless"}]}}, {"prone", "stunned"}),
        *(({"delta": {"effects": [{"statuses": [word]}]}}, {ours}) for word, ours in SPELLED.items()),
        ({"overlayEffect": "icons/svg/skull.svg"}, {"dead"}),
        ({"overlayEffect": "icons/svg/chest.svg"}, set()),
        ({"overlayEffect": "skulls/of/our-world/barrel.webp"}, set()),
        ({"effects": ["icons/svg/falling.svg", "icons/svg/wing.svg", "icons/svg/aura.svg"]}, {"prone", "flying"}),
        ({"effects": ["icons/svg/skull.svg"], "overlayEffect": "icons/svg/sleep.svg"}, {"dead", "unconscious"}),
        ({"effects": ["our/icons/svg/falling.svg", "icons/svg/deep/falling.svg", "skull"]}, set()),
        ({"effects": None}, set()),
        ({"effects": [{"icon": "icons/svg/falling.svg"}]}, set()),
        ({"delta": {}, "actorData": None, "overlayEffect": None}, set()),
        ({"delta": {"effects": "none"}}, set()),
        ({"delta": {"effects": [7, {"statuses": 3}, {"flags": {"core": {"statusId": 5}}}]}}, set()),
    ],
)
def test_statuses_of_an_exported_token(fields: Document, expected: set[str]) -> None:
    assert statuses(**fields) == expected


def test_a_corpse_in_an_export_gives_no_cover() -> None:
    assert facts(draw(*ROW, tokens={"C": {"coign": None}})).cover.degree == "half"
    assert facts(draw(*ROW, tokens={"C": {"coign": None, "delta": {"effects": DEAD}}})).cover.degree == "none"
    assert facts(draw(*ROW, tokens={"C": {"delta": {"effects": DEAD}}})).cover.degree == "none", "beside `coign`"


def senses(coign: Document | None = None, **fields: Any) -> dict[str, float]:
    """Return the ranges of a token's senses."""
    found = read(draw(*ROW, tokens={"A": {"coign": {"senses": coign or {}}} | fields})).tokens["A"].coign.senses
    return {name: reach for name in found.__struct_fields__ if (reach := getattr(found, name)) is not None}


FAR = 1e9


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"sight": {"enabled": True, "range": 60}}, {"darkvision": 60}),
        ({"sight": {"enabled": True, "range": None}}, {"darkvision": FAR}),
        ({"sight": {"enabled": True}}, {}),
        ({"sight": {"enabled": True, "range": 0}}, {}),
        ({"sight": {"enabled": False, "range": 60}}, {}),
        ({"sight": {"range": 60}}, {}),
        ({"sight": {"enabled": True, "range": 60, "visionMode": "blindness"}}, {}),
        ({"sight": {"enabled": True, "range": 60, "visionMode": "monochromatic"}}, {"darkvision": 60}),
        ({"vision": True, "dimSight": 60, "brightSight": 10}, {"darkvision": 60}),  # before Foundry 10
        ({"vision": False, "dimSight": 60}, {}),
    ],
)
def test_a_tokens_own_sight_is_a_range_in_the_dark(fields: Document, expected: dict[str, float]) -> None:
    assert senses(**fields) == expected


SEES: Document = {"enabled": True, "range": 0}


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        ([{"id": "seeAll", "enabled": True, "range": 30}], {"truesight": 30}),
        ({"seeAll": {"enabled": True, "range": 30}}, {"truesight": 30}),  # since Foundry 14
        ({"seeAll": {"enabled": False, "range": 30}}, {}),
        ({"feelTremor": {"range": 20}, "seeInvisibility": {"range": None}}, {"tremorsense": 20, "seeInvisible": FAR}),
        ({"basicSight": {"range": 40}, "senseAll": {"range": 10}}, {"darkvision": 40, "blindsight": 10}),
        ({"ofSomeModule": {"range": 40}, "seeAll": {}}, {}),
        ([7, {"id": 5, "range": 9}, {"range": 9}], {}),
        ("all", {}),
    ],
)
def test_detection_modes_are_senses(modes: Any, expected: dict[str, float]) -> None:
    assert senses(sight=SEES, detectionModes=modes) == expected
    assert senses(sight=SEES | {"enabled": False}, detectionModes=modes) == {}


def test_the_farther_of_sheet_and_token_counts() -> None:
    own = {"sight": {"enabled": True, "range": 60}, "detectionModes": {"basicSight": {"range": 90}}}
    assert senses({"darkvision": 30}, **own) == {"darkvision": 90}
    assert senses({"darkvision": 120, "blindsight": 10}, **own) == {"darkvision": 120, "blindsight": 10}


def test_what_the_player_sees_on_the_screen_is_not_unseen() -> None:
    for sight, sees in (({"enabled": True, "range": 10}, True), ({"enabled": True, "range": 5}, False)):
        found = facts(draw(*ROW, tokens={"A": {"sight": sight}}, night=True)).obscurement
        assert (found.raw, found.sight) == ("heavily", sees)
