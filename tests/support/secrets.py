"""Random scenes and requests, and random changes to what a player cannot see in them."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from support.maps import BRIGHT_DAY, CELL, MOONLESS_NIGHT, SOLID, Document

SPACES = 8  # of the map's side
OCCASIONS = ("attack", "attack", "attack", "opportunity", "save", "perception", "stealth", "check")
SYSTEMS = (
    ["partial-advantage"],
    ["combat-modifiers"],
    ["combat-modifiers", "combat-facing"],
    ["enchanted-realms"],
    ["coign-of-vantage"],
    ["fifth-edition-2014"],
    ["fifth-edition-2024"],
    ["pathfinder-1e"],
    ["pathfinder-2e"],
    ["starfinder-1e"],
)
SENSES: list[Document] = [{}, {}, {"darkvision": 60}, {"blindsight": 15}, {"lowLight": True}, {"tremorsense": 30}]
STATUSES: tuple[list[str], ...] = ([], [], [], ["invisible"], ["blinded"], ["prone"], ["flying"], ["dead"])
WALLS: list[Document] = [
    {},
    {},
    {"door": 1},
    {"sight": 30},
    {"sight": 10, "light": 10},
    {"move": 0},
    {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}},
]
REGIONS = (
    ("coign.obscuring", {"degree": "light"}),
    ("coign.obscuring", {"degree": "heavy"}),
    ("coign.cover", {"degree": "half"}),
    ("coign.terrain", {"difficult": True, "elevation": 5}),
)
HIDDEN = tuple(f"hidden{n}" for n in range(4))
AMBUSH = "ambush"  # a formation that hidden tokens are in
# Words of our own texts, of visible names and of GMs: a name must not be found by what is missing from a text.
NAMES = ("wall", "line", "the target", "Anna", "A", "north", "dim light on it", "fog", "Moth Queen", "2", "needs", "")


def a_scene(dice: Random) -> Document:
    """A scene with two to five visible tokens, A, B ..., as Foundry would export it."""
    night = dice.random() < 0.3
    return {
        "_id": "s",
        "name": "s",
        "width": 4000,
        "height": 4000,
        "padding": 0,
        "grid": {
            "type": dice.choice([0, 1, 1, 1, 1, 2, 4]),
            "size": CELL,
            "distance": 5,
            "units": "ft",
            "diagonals": 0,
        },
        "tokenVision": True,
        "environment": {"darknessLevel": int(night), "globalLight": MOONLESS_NIGHT if night else BRIGHT_DAY},
        "tokens": [a_token(dice, letter) for letter in "ABCDE"[: dice.randint(2, 5)]],
        "walls": [_wall(dice, n) for n in range(dice.choice([0, 2, 6, 12]))],
        "lights": [_light(dice, n) for n in range(dice.randint(0, 2))],
        "regions": [_region(dice, n) for n in range(dice.choice([0, 0, 1]))],
    }


def a_token(dice: Random, key: str) -> Document:
    """A token of any size, with any traits, somewhere on the map."""
    side = dice.choice([0.5, 1, 1, 1, 1, 2, 3])
    token: Document = {
        "_id": key,
        "name": dice.choice(["Anna", "Orc", "Orc Chief", key]),
        "x": CELL * dice.randrange(SPACES) + dice.choice([0, 0, 0, 3]),
        "y": CELL * dice.randrange(SPACES),
        "width": side,
        "height": side,
        "rotation": 45 * dice.randrange(8),
        "elevation": dice.choice([0, 0, 0, 5, 12]),
        "disposition": dice.choice([1, -1]),
        "hidden": False,
        "coign": {
            "reach": dice.choice([5, 5, 10]),
            "senses": dice.choice(SENSES),
            "statuses": dice.choice(STATUSES),
            "creature": dice.random() > 0.1,
        },
    }
    if dice.random() < 0.2:
        token["light"] = {"bright": 10, "dim": 20}
    if dice.random() < 0.2:
        token["coign"]["formation"] = "phalanx"
    return token


def written_by_players(dice: Random, scene: Document) -> Document:
    """The scene with what players write into their tokens: mounts, formations and facings.

    A player may know the id or the formation of a hidden token, and name it.
    """
    scene = deepcopy(scene)
    for token in scene["tokens"]:
        coign, other = token["coign"], dice.choice(scene["tokens"])
        if dice.random() < 0.5:  # it stands where a larger creature of its side does, and could ride that
            other["width"] = other["height"] = 3
            for field in ("x", "y", "elevation", "disposition"):
                token[field] = other[field]
            coign["statuses"] = ["mounted"]
        coign["mount"] = dice.choice([None, *HIDDEN, "nobody", token["_id"], other["_id"]])
        coign["formation"] = dice.choice([None, "phalanx", AMBUSH])
        coign["facing"] = dice.choice([None, 0, 90, 137.5, -450])
    return scene


def a_request(dice: Random, scene: Document) -> dict[str, Any]:
    """A player's request: A and one or several of the others."""
    others = [token["_id"] for token in scene["tokens"][1:]]
    kind = dice.choice(["melee", "ranged"])
    overrides: list[dict[str, Any]] = [
        {"fact": "cover", "value": "half", "scope": "roll"},
        {"modifier": "gm", "why": "rain", "scope": "roll"},
    ]
    overrides[1]["effect"] = {"kind": "flat", "value": -2, "to": "attack"}
    return {
        "type": "evaluate",
        "id": "q",
        "scene": "s",
        "occasion": dice.choice(OCCASIONS),
        "actor": "A",
        "targets": dice.sample(others, dice.randint(1, len(others))),
        "attack": {"kind": kind, "reach": 5, "range": {"normal": 60, "long": 120} if kind == "ranged" else None},
        "roll": dice.choice([None, {"d20": [{"value": 11}], "total": 16}]),
        "overrides": dice.choice([[], [], overrides[:1], overrides]),
    }


def with_secrets(dice: Random, scene: Document, request: dict[str, Any]) -> tuple[Document, dict[str, Any]]:
    """The scene and the request, with secrets of several kinds put in; a player sees no difference."""
    scene, request = deepcopy(scene), deepcopy(request)
    hidden = [_hidden(dice, key) for key in HIDDEN[: dice.randint(1, len(HIDDEN))]]
    for token in hidden:
        scene["tokens"].insert(dice.randint(0, len(scene["tokens"])), token)
    for wall in scene["walls"]:
        if wall["door"] == 0 and wall["sight"] == 20 and wall["move"] == 20 and not wall.get("flags"):
            wall["door"], wall["ds"] = dice.choice([(0, 0), (2, 0), (2, 2)])  # a wall, or a secret door that is shut
    scene["lights"] += [{**_light(dice, 9), "hidden": True}]
    keys = [token["_id"] for token in hidden]
    request["targets"] = [key for target in request["targets"] for key in (*dice.sample(keys, 1), target)]
    request["overrides"] = [*_about(dice, keys), *request["overrides"]]
    request["defence"] = {key: {"ac": dice.randint(5, 25)} for key in request["targets"]}
    return scene, request


def _hidden(dice: Random, key: str) -> Document:
    token = a_token(dice, key)
    named = dice.choice(NAMES)
    own: Document = {"mount": "A"} if dice.random() < 0.2 else {}
    if dice.random() < 0.5:
        own["formation"] = AMBUSH
    return {**token, "name": named, "hidden": True, "coign": {**token["coign"], **own}}


def _about(dice: Random, keys: list[str]) -> list[dict[str, Any]]:
    """Overrides about hidden tokens."""
    key = dice.choice(keys)
    possible: list[dict[str, Any]] = [
        {"fact": "cover", "value": "total", "scope": "token", "token": key},
        {"fact": "enemy", "value": True, "scope": "pair", "actor": key, "target": "B"},
        {"modifier": "flanking", "state": "off", "scope": "pair", "actor": "A", "target": key},
    ]
    return dice.sample(possible, dice.randint(0, 3))


def _wall(dice: Random, n: int) -> Document:
    x, y = CELL * dice.randrange(SPACES + 1), CELL * dice.randrange(SPACES + 1)
    end = dice.choice([[x + CELL, y], [x, y + CELL], [x + 60, y + 140]])
    return {"_id": f"w{n}", "c": [x, y, *end]} | deepcopy(SOLID | dice.choice(WALLS))


def _light(dice: Random, n: int) -> Document:
    x, y = CELL * (dice.randrange(SPACES) + 0.5), CELL * (dice.randrange(SPACES) + 0.5)
    config = {"bright": 10, "dim": 20, "angle": 360, "negative": dice.random() < 0.2}
    return {"_id": f"lamp{n}", "x": x, "y": y, "rotation": 0, "walls": True, "hidden": False, "config": config}


def _region(dice: Random, n: int) -> Document:
    behaviour, system = dice.choice(REGIONS)
    corner = {"x": CELL * dice.randrange(SPACES - 2), "y": CELL * dice.randrange(SPACES - 2)}
    shape = {"type": "rectangle", **corner, "width": 200, "height": 200, "rotation": 0, "hole": False}
    return {
        "_id": f"region{n}",
        "name": dice.choice(["Moth Queen's fog", "fog"]),
        "elevation": {"bottom": None, "top": None},
        "shapes": [shape],
        "behaviors": [{"_id": "b", "type": behaviour, "disabled": False, "system": system}],
    }
