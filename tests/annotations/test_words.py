"""Texts for readers of another language: the reasons, notes and assumptions of a case contain no English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.protocol import Phrase, Result
from coign.protocol.evaluate import Evaluate
from support.maps import encode
from support.paths import ROOT
from support.scenes import read
from support.secrets import SYSTEMS, a_request, a_scene

GERMAN = json.loads((ROOT / "foundry-module" / "lang" / "de.rules.json").read_text("utf-8"))["COIGN"]
CASES = 250  # four times
MORE_SYSTEMS = (*SYSTEMS, ["draw-steel"], ["lancer"], ["house-rules"], ["house-rules-swade"])
# Numbers with their units, signs and dice: the same in every language.
MEASURED = re.compile(r"[+−-]?[\d.]*d?\d+(\.\d+)?( ?(ft|%))?")
WAYS = ("climb", "swim", "burrow", "walk", "fly")  # that a creature has no speed for, or that cost more
GROUND = [
    {"type": "modifyMovementCost", "system": {"difficulties": {"walk": 2, "climb": 1.5}}},
    {"type": "coign.terrain", "system": {"difficult": True}},
]


@pytest.mark.parametrize("part", range(4))
def test_no_reason_note_or_assumption_has_english_in_it(part: int) -> None:
    told: set[str] = set()
    for seed in range(part * CASES, (part + 1) * CASES):
        dice = Random(seed)
        scene = with_ground(dice, a_scene(dice))
        request = a_request(dice, scene) | {"figure": False}
        setup = configure(dice.choice(MORE_SYSTEMS))
        names = {token["name"] for token in scene["tokens"]}
        view = annotate(read(scene), msgspec.json.decode(encode(request), type=Evaluate), setup)
        for result in view.results:
            for phrases in phrases_in(result):
                told |= untranslated(phrases, {*names, "rain", ""})
    assert told == set()


def phrases_in(result: Result) -> Iterator[Sequence[Phrase]]:
    """Yield the phrases of each text of a result that is made of facts."""
    yield from (one.phrases for one in result.modifiers)
    yield from (one.phrases for one in result.forced)
    yield from result.outcome.phrases
    yield from result.assumed_phrases


def untranslated(phrases: Sequence[Phrase], said: set[str]) -> set[str]:
    """Return what a German reads in English: keys that the language file lacks, and words in the place of a value.

    `said`: names of creatures, and the GM's own words.
    """
    found: set[str] = set()
    for phrase in phrases:
        if phrase.key == "title":
            found |= set() if is_known(phrase) else {str(phrase.values)}
            continue
        if phrase.key not in ("text", *GERMAN["Said"]):
            found.add(phrase.key)
        for name, value in phrase.values.items():
            if isinstance(value, tuple | list):
                found |= untranslated(value, said)
            elif isinstance(value, str) and value not in said and not MEASURED.fullmatch(value):
                found.add(f"{phrase.key} {name}: {value}")
    return found


def is_known(title: Phrase) -> bool:
    """Return whether the language file has the name of a modifier, or a GM has given it."""
    rules = GERMAN["Rulesets"][title.values["ruleset"]]["rules"]
    return title.values["id"] in rules[title.values["rule"]] or "by-hand" in rules[title.values["rule"]]


def with_ground(dice: Random, scene: dict[str, Any]) -> dict[str, Any]:
    """Let creatures move in all ways, and put ground under the whole map that costs more."""
    for token in scene["tokens"]:
        token["movementAction"] = dice.choice(WAYS)
    if dice.random() < 0.5:
        shape = {"type": "rectangle", "x": 0, "y": 0, "width": 4000, "height": 4000}
        ground = {"_id": "ground", "shapes": [shape], "behaviors": [{"_id": "cost", **dice.choice(GROUND)}]}
        scene["regions"] = [*scene["regions"], ground]
    return scene
