"""Threat between creatures: the tables are complete, and each condition of each row is tested."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from coign.catalogue.registry import configure
from coign.facts.query import HAND_TO_HAND
from coign.facts.readings import Use
from coign.protocol.facts import Hindrance
from coign.rules.threat import TABLE, WORDS, Word
from coign.rulesets import BUILT_IN
from support.maps import Document, draw, wall
from support.scenes import facts

USES: tuple[Use, ...] = get_args(Use)
ROWS = [(game, use, word) for game, rows in TABLE.items() for use, row in rows.items() for word in row.asks]
GAMES = {  # the ruleset that decides by each table
    "fifth-2014": "fifth-edition-2014",
    "fifth-2024": "fifth-edition-2024",
    "v3.5": "house-rules-d20",
    "pathfinder-1": "pathfinder-1e",
    "combat-modifiers": "combat-modifiers",
    "pathfinder-2": "pathfinder-2e",
    "draw-steel": "draw-steel",
    "swade": "house-rules-swade",
}
# A change to A beside B (or to what is around them) after which this one word no longer holds.
WITHOUT: dict[Word, dict[str, Any]] = {
    "enemy": {"tokens": {"A": {"disposition": -1}}},
    "able": {"tokens": {"A": {"coign": {"statuses": ["dead"]}}}},
    "mobile": {"tokens": {"B": {"coign": {"statuses": ["paralyzed"]}}}},
    "armed": {"tokens": {"A": {"coign": {"armed": False}}}},
    "adjacent": {"tokens": {"B": {"x": 300}}},
    "reach": {"tokens": {"B": {"x": 300}}},
    "effect": {"walls": [wall(100, -500, 100, 500)]},
    "sight": {"tokens": {"B": {"coign": {"statuses": ["invisible"]}}}},
    "cover": {"walls": [wall(100, -500, 100, 50)]},
}
NO_REACTIONS = {
    "fifth-2014": "surprised",
    "v3.5": "flat-footed",
    "pathfinder-1": "grappled",
    "combat-modifiers": "flat-footed",
    "pathfinder-2": "confused",
    "swade": "shaken",
}


def hindered(game: str, use: Use, **changes: Any) -> Hindrance | None:
    scene: Document = draw("+ + + + +", " A B . . ", "+ + + + +", **changes)
    setup = configure((GAMES[game],))
    sheet = facts(scene, attack=HAND_TO_HAND, by=(setup.conventions, setup.readings))
    return setup.readings.hindrance(sheet.query, use)


def test_every_game_has_every_use_and_each_row_its_source() -> None:
    assert set(TABLE) == set(GAMES)
    assert all(tuple(rows) == USES for rows in TABLE.values())
    assert all(row.source for rows in TABLE.values() for row in rows.values())
    assert {word for rows in TABLE.values() for row in rows.values() for word in row.asks} == set(WORDS)


@pytest.mark.parametrize("game", TABLE)
@pytest.mark.parametrize("use", USES)
def test_one_beside_its_enemy_threatens_it(game: str, use: Use) -> None:
    assert hindered(game, use) is None


@pytest.mark.parametrize(("game", "use", "word"), ROWS)
def test_each_word_is_asked(game: str, use: Use, word: Word) -> None:
    if word == "react":
        changed = {"A": {"coign": {"statuses": [NO_REACTIONS[game]]}}}
        assert hindered(game, use, tokens=changed) == "no-reaction"
        return
    assert hindered(game, use, **WITHOUT[word]) == WORDS[word][1]


@pytest.mark.parametrize(("game", "use"), [(game, use) for game in TABLE for use in USES])
def test_what_is_not_asked_does_not_matter(game: str, use: Use) -> None:
    asked = TABLE[game][use].asks
    free = {"armed", "sight", "cover", "enemy"} - set(asked)
    assert [word for word in free if hindered(game, use, **WITHOUT[word]) is not None] == []  # type: ignore[index]


def test_the_rulesets_with_attacks_of_opportunity_bar_what_is_not_threatened() -> None:
    barring = {one.id for one in BUILT_IN if any(rule.modifier == "not-threatened" for rule in one.rules)}
    assert barring == {*GAMES.values(), "starfinder-1e", "combat-facing", "house-rules"}
