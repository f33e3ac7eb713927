"""Each row of the table of features that ignore cover and the like: with it no rule applies, without it one does."""

from __future__ import annotations

from typing import Any, cast

import pytest
from msgspec.structs import replace

from coign.protocol import Attack, Check, Company, ElevationFact, ObscurementFact, RangeFact, Reach
from coign.protocol.facts import Degree
from coign.rules import Ruling
from coign.rules.ignoring import TABLE, Ignoring
from support.rulings import MELEE, PLAIN, ask, cover, creature, flanked

RULESETS = {
    "fifth-2014": ("fifth-edition-2014", {}),
    "fifth-2024": ("fifth-edition-2024", {}),
    "v3.5": ("pathfinder-1e", {"edition": "v3.5"}),
    "pathfinder-1": ("pathfinder-1e", {}),
    "pathfinder-2": ("pathfinder-2e", {}),
}
FAR = RangeFact(distance=25, adjacent=False, in_short_range=True)
DIM = ObscurementFact(raw="lightly", level="lightly", touched="lightly", wholly="lightly")
UNSEEN = ObscurementFact(raw="heavily", level="heavily", touched="heavily", sight=False)
FACTS: dict[str, dict[str, Any]] = {
    "long-range": {"range": replace(FAR, in_short_range=False, in_long_range=True)},
    "foe-beside": {"range": replace(FAR, company=Company(("C",)))},
    "into-melee": {"range": replace(FAR, company=Company(engaged=("C",), apart=5.0))},
    "second-increment": {"range": replace(FAR, in_short_range=False, increment=2)},
    "third-increment": {"range": replace(FAR, in_short_range=False, increment=3)},
    "fifth-increment": {"range": replace(FAR, in_short_range=False, increment=5)},
    "far-shot": {"range": replace(FAR, in_short_range=False, increment=2)},
    "unseen-target": {"obscurement": UNSEEN},
    "unseen-attacker": {"obscurement": ObscurementFact(seen_by_target=False)},
    "flanking": {"flanking": flanked()},
    "lightly": {"obscurement": DIM},
    "concealment": {"obscurement": DIM},
    "concealed": {"obscurement": DIM},
    "total-concealment": {"obscurement": UNSEEN},
    "hidden": {"obscurement": UNSEEN},
    "lessened": {"obscurement": UNSEEN},
    "keen": {"obscurement": UNSEEN},
    "rerolled": {"obscurement": UNSEEN},
}
CASES = [(row, word) for row in TABLE for word in row.ignores]


def asked(row: Ignoring, word: str, *, with_row: bool) -> Ruling:
    """Rule on the facts that a row ignores, by the row's rules, with the row's feature or without."""
    ruleset, options = RULESETS[row.edition]
    melee = row.only == "melee" or word == "flanking"
    attack = MELEE if melee else Attack(kind="ranged", range=Reach(60, 240), name=row.weapon)
    spell = row.only in ("spell", "ranged-spell")
    named = with_row and row.where == "attack"
    name = f"{row.weapon} {row.name.replace('-', ' ')}" if named else row.weapon
    abilities = (row.name,) if with_row and row.where in ("ability", "gear") else ()
    attack = replace(attack, spell=spell, name=name, abilities=abilities)
    feats: dict[str, Any] = {"feats": [row.name]} if with_row and row.where == "feat" else {}
    occasion = row.only if row.only in ("save", "perception") else "attack"
    facts = FACTS.get(word) or {"cover": cover(cast(Degree, word)), "range": PLAIN.range if melee else FAR}
    return ask(
        ruleset,
        occasion,
        options=options,
        attack=attack,
        check=Check(ability="dex") if occasion == "save" else None,
        actor=creature("A", **(feats if row.holder == "actor" else {})),
        target=creature("B", **(feats if row.holder == "target" else {})),
        elevation=ElevationFact(0.0, False, 0.0, 0.0),
        **facts,
    )


@pytest.mark.parametrize(("row", "word"), CASES, ids=[f"{row.edition} {row.name} {word}" for row, word in CASES])
def test_a_row_takes_the_hindrance_away(row: Ignoring, word: str) -> None:
    without, with_it = asked(row, word, with_row=False), asked(row, word, with_row=True)
    assert [one for one in without.modifiers if one.state == "on"]
    if word in ("far-shot", "lessened", "keen", "rerolled"):
        assert [one.effect for one in with_it.modifiers] != [one.effect for one in without.modifiers]
    else:
        assert not [one for one in with_it.modifiers if one.state == "on"]


def test_every_row_names_its_source() -> None:
    assert len(TABLE) >= 40
    assert all(", " in row.source for row in TABLE)
    assert len({(row.name, row.edition, row.only, row.ignores) for row in TABLE}) == len(TABLE)


def test_a_row_counts_for_its_own_attacks_only() -> None:
    archer = creature("A", feats=["sharpshooter"])
    hit = ask("fifth-edition-2014", attack=MELEE, actor=archer, cover=cover("half"))
    assert hit.outcome.flat.ac == 2
    mage = creature("A", feats=["spell-sniper"])
    touch = replace(MELEE, spell=True)
    assert ask("fifth-edition-2014", attack=touch, actor=mage, cover=cover("half")).outcome.flat.ac == 2
    assert ask("fifth-edition-2024", attack=touch, actor=mage, cover=cover("half")).outcome.flat.ac == 0


def test_what_a_token_or_an_attack_ignores_by_itself_counts_too() -> None:
    half = cover("half")
    assert ask("fifth-edition-2024", actor=creature("A", ignores=["half"]), cover=half).outcome.flat.ac == 0
    assert ask("fifth-edition-2024", attack=replace(MELEE, ignores=("half",)), cover=half).outcome.flat.ac == 0


@pytest.mark.parametrize("ruleset", ["pathfinder-1e", "starfinder-1e"])
def test_partial_cover_is_cover_and_ignored_with_it(ruleset: str) -> None:
    seen = replace(cover("cover"), exposure=0.75, lines=(True, False))
    half_seen: dict[str, Any] = {"options": {"partial-cover": True}, "cover": seen}
    assert ask(ruleset, **half_seen).outcome.flat.ac == 2
    assert ask(ruleset, actor=creature("A", ignores=["cover"]), **half_seen).outcome.flat.ac == 0
    assert ask(ruleset, actor=creature("A", ignores=["soft"]), **half_seen).outcome.flat.ac == 2
