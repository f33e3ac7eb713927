"""No function of the module answers a question that the engine answers; and the exceptions agree with the engine.

`tests/data/one-judge.json` lists the functions of the module that grade or measure, each with the reason why it is no
second judge. The exceptions among them answer what the engine answers too, because Foundry wants the answer at once or
because a flag has to be read before it can be sent. Here both are asked about the same random cases, and none is left
out.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from coign.annotations.annotate import annotate
from coign.annotations.bearings import bearings
from coign.annotations.heat_map import worth
from coign.annotations.lines import offers
from coign.annotations.presses import pressing
from coign.catalogue.registry import configure
from coign.errors import BadMessage
from coign.facts import terrain
from coign.protocol import (
    Advantage,
    Bane,
    Blocked,
    Damage,
    Die,
    Disadvantage,
    Edge,
    Effect,
    Evaluate,
    Flat,
    FlatCheck,
    Forbid,
    MissChance,
    Modifier,
    Movement,
    Note,
    Override,
    Permit,
    Pool,
)
from coign.protocol.messages import Press
from coign.protocol.rulings import Deed, To
from coign.protocol.vocabulary import FORCIBLE
from coign.rules import overrides, signed
from coign.util.tasks import finish
from support.maps import Document, draw, wall
from support.scenes import read

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
MODULE = Path(__file__).parent / "support" / "one-judge.mjs"
MANY = 2_000
LONG = 500  # characters of an id or a reason
FIFTH, D20 = configure(["fifth-edition-2014"]), configure(["pathfinder-1e"])
Pick = random.Random


def by_module(question: str, cases: list[Any]) -> list[Any]:
    """Return what the module answers to each case."""
    text = json.dumps({question: cases})
    run = subprocess.run(["node", MODULE], input=text, capture_output=True, text=True, check=True)
    answers: list[Any] = json.loads(run.stdout)[question]
    return answers


def made(seed: int, make: Callable[[Pick], Any]) -> list[Any]:
    """Make up many cases."""
    pick = Pick(seed)
    return [make(pick) for _ in range(MANY)]


# --- overrides in flags -----------------------------------------------------------------------------------------------

TEXTS = ["A", "", None, 3, "y" * LONG, "y" * (LONG + 1)]
EFFECTS = [
    {"kind": "flat", "value": 2, "to": "attack"},
    {"kind": "flat", "value": 1.5, "to": "ac"},
    {"kind": "flat", "value": 1, "to": "luck"},
    {"kind": "flat", "value": "1", "to": "ac"},
    {"kind": "die", "dice": "1d4", "to": "attack"},
    {"kind": "die", "dice": "1d4"},
    {"kind": "advantage", "to": "attack"},
    {"kind": "advantage"},
    {"kind": "magic"},
    {"kind": "miss-chance", "percent": 20},
    {"kind": "miss-chance", "percent": 20, "twice": "yes"},
    {"kind": "miss-chance"},
    {"kind": "blocked"},
    {"kind": "permit", "what": "hide"},
    {"kind": "permit", "what": "fly"},
    {"kind": "movement", "factor": None},
    None,
    5,
]
FIELDS: dict[str, tuple[float, list[Any]]] = {
    "scope": (0.5, ["roll", "token", "pair", "scene", "world", "planet", 3]),
    "modifier": (0.6, [None, "half-cover", "gm-1", "by-hand-2", "x" * LONG, "x" * (LONG + 1), 7]),
    "fact": (0.5, [*FORCIBLE, "target_arc", "attacker_difficult", "range", "toString", None, 1]),
    "state": (0.5, ["on", "off", "measured", "maybe"]),
    "value": (0.5, [*dict.fromkeys(str(one) for values in FORCIBLE.values() for one in values), True, False, None, 1]),
    "effect": (0.4, EFFECTS),
    "bonus": (0.1, ["", "circumstance", "holy"]),
    "public": (0.2, [True, False, "yes", None]),
    "overrides_cancelling": (0.1, [True, 1]),
    "secret": (0.1, [True]),
    **dict.fromkeys(("actor", "target", "token", "scene", "by", "why"), (0.15, TEXTS)),
}


def obeyed(override: Any) -> Override | None:
    """Return an override as the engine reads it; None if it refuses a request with it."""
    try:
        found = msgspec.convert(override, Override)
        overrides.check({0: found}, overrides.Modifiers((), frozenset({found.modifier or ""})))
    except (msgspec.ValidationError, BadMessage):
        return None
    return msgspec.structs.replace(found, fact=found.fact and found.fact.replace("_", "-"))


def test_the_module_sends_the_overrides_that_the_engine_obeys_and_no_other() -> None:
    cases = made(
        7, lambda pick: {name: pick.choice(some) for name, (share, some) in FIELDS.items() if pick.random() < share}
    )
    sent = by_module("overrides", [[one] for one in cases])
    for case, found in zip(cases, sent, strict=True):
        without_nulls = {name: value for name, value in case.items() if value is not None}
        assert [obeyed(one) for one in found] == [one for one in [obeyed(without_nulls)] if one is not None], case
    assert 150 < sum(map(len, sent)) < MANY


# --- numbers by hand --------------------------------------------------------------------------------------------------


def test_each_effect_that_a_gm_may_type_counts_on_the_roll() -> None:
    scene = read(draw("+ + + +", " A   B ", "+ + + +"))
    pick, asked, setups = Pick(8), [], []
    for name in (
        "fifth-edition-2014",
        "pathfinder-1e",
        "pathfinder-2e",
        "draw-steel",
        "house-rules-swade",
        "combat-facing",
    ):
        setup = configure([name])
        for occasion, offer in offers(setup).items():
            for form in offer.effects:
                for typed in {pick.choice(["", "+", "-", "d", "1d"]) + str(pick.randint(0, 60)) for _ in range(12)}:
                    asked.append({"form": msgspec.to_builtins(form), "typed": typed})
                    setups.append((setup, occasion))
    found = by_module("numbers", asked)
    for (setup, occasion), effect, case in zip(setups, found, asked, strict=True):
        if effect is None or occasion in ("movement", "ready"):
            continue
        added = Override(modifier="by-hand", effect=msgspec.convert(effect, Effect))
        request = Evaluate(id="q", scene="s", occasion=occasion, actor="A", targets=("B",), overrides=(added,))
        states = {one.id: one.state for one in annotate(scene, request, setup).results[0].modifiers}
        assert states["by-hand"] in ("on", "set-aside"), (case, occasion)
    assert sum(one is not None for one in found) > 200


# --- effects in words -------------------------------------------------------------------------------------------------


def test_an_effect_has_the_same_words_on_the_card_as_in_the_terminal() -> None:
    def make(pick: Pick) -> Effect:
        to, what = pick.choice(get_args(To)), pick.choice(get_args(Deed))
        number, dice = pick.choice([-5, -1, 1, 2, 20]), pick.choice(["1d4", "-1d4", "+1d3", "2d6"])
        effects: tuple[Effect, ...] = (
            *(Flat(number, to), Die(dice, to), Advantage(to), Disadvantage(to), Edge(to), Bane(to), Pool(number)),
            *(Damage(dice), MissChance(20, twice=True), FlatCheck(5), Blocked(), Permit(what), Forbid(what)),
            *(Movement(factor=0.5), Movement(factor=2), Movement(squares=2), Movement(factor=None), Note("it is dark")),
        )
        return pick.choice(effects)

    effects = made(14, make)
    words = [signed(one).replace("-", "−") if is_signed(one) else signed(one) for one in effects]
    assert by_module("effects", [msgspec.to_builtins(one) for one in effects]) == words
    assert {str(one.__struct_config__.tag) for one in effects} == {
        str(kind.__struct_config__.tag) for kind in get_args(Effect)
    }


def test_an_effect_helps_the_side_for_which_it_is_worth_something() -> None:
    """Effects of an attack alone: the engine gives no worth of the others."""

    def make(pick: Pick) -> Effect:
        number, dice = pick.choice([-5, -1, 1, 2, 20]), pick.choice(["1d4", "-1d4"])
        effects: tuple[Effect, ...] = (Flat(number, "attack"), Flat(number, "ac"), Die(dice, "attack"), Pool(number))
        return pick.choice((*effects, Advantage("attack"), Disadvantage("attack"), Edge("attack"), Bane("attack")))

    effects = made(15, make)
    sides = []
    for effect in effects:
        modifier = Modifier(id="m", rule="", source="", effect=effect, state="on", reason="", figure=None)
        sides.append("for" if worth((modifier,), "plain") > 0 else "against")
    assert by_module("sides", [msgspec.to_builtins(effect) for effect in effects]) == sides
    assert set(sides) == {"for", "against"}


def is_signed(effect: Effect) -> bool:
    """Return whether the words of an effect begin with a sign, for which the module has a character of its own."""
    return isinstance(effect, Flat | Die | Pool | Damage)


# --- walls and their levels -------------------------------------------------------------------------------------------


def random_wall(pick: Pick) -> Document:
    """Make up a wall with the heights of the module Wall Height, in its new and its old names, and with levels."""
    names = ("bottom", "top", "wallHeightBottom", "wallHeightTop")
    heights = [0, 5, -3, 10.5, None, "5", "", 1e9]
    flags = {
        module: {name: pick.choice(heights) for name in names if pick.random() < 0.4}
        for module in ("wall-height", "wallHeight")
        if pick.random() < 0.6
    }
    levels = pick.choice([[], ["hall"], ["cellar"], ["hall", "cellar"]])
    return {"_id": "w", "c": [0, 0, 100, 0], "flags": flags, "levels": levels}


def test_a_wall_has_the_heights_and_the_levels_that_the_engine_gives_it() -> None:
    levels = [{"_id": "cellar"}, {"_id": "hall"}]
    cases = made(9, lambda pick: {"wall": random_wall(pick), "level": pick.choice(["hall", "cellar"])})
    for case, ((bottom, top), is_there) in zip(cases, by_module("walls", cases), strict=True):
        scene = read({"_id": "s", "walls": [case["wall"]], "levels": levels})
        low, high = float(scene.walls.bottom[0]), float(scene.walls.top[0])
        assert [bottom, top] == [None if math.isinf(one) else one for one in (low, high)], case
        assert is_there == (not case["wall"]["levels"] or case["level"] in case["wall"]["levels"])


# --- the ruler --------------------------------------------------------------------------------------------------------


def random_ground(pick: Pick) -> Document:
    """Make up a creature of one space and regions along the grid, of several kinds, heights and levels."""
    heights = [{}, {"bottom": 0, "top": 10}, {"bottom": 5}, {"bottom": 0, "top": 0}]
    heights.append({"bottom": 0, "top": 10, "topInclusive": False})
    regions = [
        {
            "_id": f"r{n}",
            "shapes": [
                {
                    "type": "rectangle",
                    "x": 100 * pick.randrange(3),
                    "y": 100 * pick.randrange(3),
                    "width": 100 * pick.randrange(1, 4),
                    "height": 100 * pick.randrange(1, 4),
                    "rotation": 0,
                    "hole": False,
                }
            ],
            "visibility": 2,
            "elevation": pick.choice(heights),
            "levels": pick.choice([[], [], ["hall"], ["cellar"], ["hall", "cellar"]]),
            "behaviors": [
                {
                    "_id": "b",
                    "type": pick.choice(["coign.terrain"] * 4 + ["coign.ground"]),
                    "disabled": pick.random() < 0.2,
                    "system": {"difficult": pick.random() < 0.7, "elevation": 0},
                }
            ],
        }
        for n in range(pick.randrange(1, 4))
    ]
    token = {
        "_id": "A",
        "x": 100 * pick.randrange(4),
        "y": 100 * pick.randrange(4),
        "width": 1,
        "height": 1,
        "elevation": pick.choice([0, 0, 5, 10, 12]),
        "level": pick.choice([None, "hall", "cellar", "defaultLevel0000"]),
        "movementAction": pick.choice(["walk", "walk", "walk", "fly"]),
    }
    levels = [
        {"_id": "cellar", "elevation": {"bottom": -10, "top": 0}},
        {"_id": "hall", "elevation": {"bottom": 0, "top": 20}},
    ]
    grid = {"type": pick.choice([0, 1, 1]), "size": 100, "distance": 5}
    return {"_id": "s", "grid": grid, "tokens": [token], "regions": regions} | (
        {"levels": levels} if pick.random() < 0.6 else {}
    )


def test_the_ruler_slows_a_creature_on_the_ground_that_the_engine_calls_difficult() -> None:
    cases = made(10, random_ground)
    scenes = [read(case) for case in cases]
    levels = [finish(bearings(scene, D20))["A"].level for scene in scenes]
    slowed = by_module("ground", [{"scene": case, "level": level} for case, level in zip(cases, levels, strict=True)])
    for case, scene, found in zip(cases, scenes, slowed, strict=True):
        token = scene.tokens["A"]
        assert found == (terrain.difficult(scene, token, token.space)[0] is not None), json.dumps(case)
    assert 100 < sum(slowed) < MANY / 2


# --- a switch in the dialog of a roll ---------------------------------------------------------------------------------


def test_a_switch_does_at_once_what_the_engine_decides_a_moment_later() -> None:
    def make(pick: Pick) -> tuple[Document, list[str]]:
        rows = ["+ + + + +", f" A {pick.choice(' C')}   B ", "+ + + + +"]
        walls = [wall(300, 50, 300, pick.choice([100, 150]))] if pick.random() < 0.6 else []
        state = {"elevation": pick.choice([0, 0, 20]), "coign": {"statuses": pick.choice([[], ["prone"], ["blinded"]])}}
        return draw(*rows, walls=walls, tokens={"A": state}), [pick.choice(["first", "last"]) for _ in range(4)]

    cases = made(11, make)[:200]  # of each an annotation and four presses are judged, twice
    asked, judged = [], []
    for document, which in cases:
        scene = read(document)
        request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), figure=False)
        annotation = annotate(scene, request, FIFTH)
        ids = [one.id for one in annotation.results[0].modifiers if one.state == "on"]
        presses = [ids[0 if end == "first" else -1] for end in which] if ids else []
        asked.append({"annotation": msgspec.to_builtins(annotation), "presses": presses})
        said: tuple[Override, ...] = ()
        for modifier in presses:
            press = Press(
                id="p",
                request=msgspec.structs.replace(request, overrides=said),
                button="turn",
                target="B",
                modifier=modifier,
            )
            answer = finish(pressing(scene, press, FIFTH))
            said = (*(one for n, one in enumerate(said) if n not in answer.remove), *answer.add)
        judged.append((scene, request, said))
    for (scene, request, said), found, case in zip(judged, by_module("switches", asked), asked, strict=True):
        at_once = tuple(msgspec.convert(one, Override) for one in found["overrides"])
        both = [
            [(one.id, one.state) for one in annotate(scene, replaced(request, some), FIFTH).results[0].modifiers]
            for some in (at_once, said)
        ]
        assert both[0] == both[1], case
    assert sum(bool(case["presses"]) for case in asked) > 100


def replaced(request: Evaluate, said: tuple[Override, ...]) -> Evaluate:
    """Return a request with these overrides."""
    return msgspec.structs.replace(request, overrides=said)


# --- reading other modules --------------------------------------------------------------------------------------------


def test_the_degree_of_an_armour_class_is_the_one_that_fifth_edition_gives_for_it() -> None:
    scene = read(draw("+ + + +", " A   B ", "+ + + +"))
    worth: dict[int, str] = {}
    for degree in ("half", "three-quarters"):
        said = (Override(fact="cover", value=degree),)
        request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), overrides=said)
        effects = [one.effect for one in annotate(scene, request, FIFTH).results[0].modifiers]
        worth |= {one.value: degree for one in effects if isinstance(one, Flat) and one.to == "ac"}
    cases = [{"bonus": bonus} for bonus in range(-3, 12)]
    assert by_module("covers", cases) == [worth.get(case["bonus"]) for case in cases]


# --- previews ---------------------------------------------------------------------------------------------------------


def test_the_foes_of_a_preview_are_those_that_the_engine_calls_enemies() -> None:
    def make(pick: Pick) -> Document:
        def creature(key: str) -> Document:
            statuses = pick.choice([[], [], [], ["dead"], ["defeated"], ["prone", "dead"], ["ethereal"], ["prone"]])
            traits = {"statuses": statuses, "creature": pick.choice([True, True, True, False])}
            return {"_id": key, "x": 0, "y": 0, "disposition": pick.choice([-2, -1, 0, 1]), "coign": traits}

        return {"_id": "s", "tokens": [creature("A"), creature("B")]}

    cases = made(13, make)
    foes = by_module("foes", cases)
    for case, is_foe in zip(cases, foes, strict=True):
        one, other = read(case).tokens.values()
        assert is_foe == (one.enemy_of(other) and other.in_the_way), case
    assert sum(foes) > 100
