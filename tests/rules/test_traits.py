"""The table of conditions, kinds and senses: every row has its source, and a worked case that depends on it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from coign.annotations.cases import differences, read_cases
from coign.rules import traits
from coign.rules.traits import TABLE, Trait, facts_of
from support.paths import DATA, ROOT
from support.rulings import ask, creature

FILES = {
    "fifth-2014": "fifth-edition-2014",
    "fifth-2024": "fifth-edition-2024",
    "v3.5": "pathfinder-1e",
    "pathfinder-1": "pathfinder-1e",
    "pathfinder-2": "pathfinder-2e",
    "draw-steel": "draw-steel",
    "swade": "house-rules-swade",
}
CASES = {name: (DATA / "cases" / f"{name}.json").read_bytes() for name in FILES.values()}
PAGE = Path(traits.__file__).with_suffix(".md").read_text(encoding="utf-8")
WORDS = {
    word.strip() for cell in re.findall(r"^\| ([a-z0-9, -]+) \| [^|]+ \|$", PAGE, re.M) for word in cell.split(",")
}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.edition} {row.name}")
def test_without_what_the_row_is_about_its_case_comes_out_otherwise(row: Trait) -> None:
    """The case has the status, kind, sense or feature; taken away from everybody, the expectation fails."""
    cases = {case.name: case for case in read_cases(CASES[FILES[row.edition]])}
    case = cases[row.case]
    scene = json.loads(bytes(case.scene))
    taken = 0
    for token in scene["tokens"]:
        coign = token["coign"]
        for key in ("statuses", "subtypes", "feats"):
            before = coign.get(key, [])
            coign[key] = [name for name in before if name != row.name]
            taken += len(before) - len(coign[key])
        if coign.get("creatureType") == row.name:
            coign["creatureType"], taken = "humanoid", taken + 1
        sense = {"see-invisible": "seeInvisible", "low-light": "lowLight"}.get(row.name, row.name)
        taken += coign.get("senses", {}).pop(sense, None) is not None
    assert taken, f"{row.case} has no {row.name}"
    without = replace(case, scene=msgspec.Raw(json.dumps(scene).encode()))
    assert case.expect is not None
    assert differences(case.expect, without.run()) != []


def test_every_row_names_its_source_and_says_what_it_gives_in_words_of_the_page() -> None:
    assert len(TABLE) >= 90
    assert all(", " in row.source for row in TABLE)
    numbers = r"-\d"
    said = {re.sub(numbers, "-N", word) for word in WORDS}
    assert {re.sub(numbers, "-N", word) for row in TABLE for word in row.gives} <= said
    assert len({(row.name, row.edition, row.kind) for row in TABLE}) == len(TABLE)


def test_the_module_sends_each_feat_that_a_rule_asks_for() -> None:
    """The module leaves out feats that no rule names, by the lists of these files."""
    code = [path.read_text(encoding="utf-8") for path in (ROOT / "bridge" / "coign" / "rules").rglob("*.py")]
    asked = {feat for text in code for feat in re.findall(r'\.feat\("([a-z-]+)"\)', text)}
    asked |= {row.name for row in TABLE if row.kind == "feat"}
    systems = ROOT / "foundry-module" / "scripts" / "systems"
    lists = [systems / name for name in ("traits.mjs", "ignoring-names.mjs", "dnd5e/record.mjs")]
    sent = {word for path in lists for word in re.findall(r'"([a-z-]+)"', path.read_text(encoding="utf-8"))}
    assert len(asked) >= 10
    assert asked - sent == set()


def test_an_edition_is_known_by_what_a_ruleset_calls_it() -> None:
    assert facts_of("d20") is not None
    assert facts_of("d20").edition == "v3.5"
    assert facts_of("pathfinder").edition == "pathfinder-1"
    assert facts_of("fifth").pierces["darkvision"] == {"dim", "dark-as-dim"}
    assert facts_of("fifth").shows == {"faerie-fire": {"invisible", "dark-as-dim"}}


def test_of_one_source_one_penalty_counts() -> None:
    """An unconscious creature is helpless, and a helpless creature loses 4 only once."""
    target = creature("B", statuses=["helpless", "paralyzed", "unconscious"])
    ruling = ask("pathfinder-1e", options={"conditions": "coign"}, target=target)
    assert [one.effect.value for one in ruling.modifiers if one.id == "target-condition"] == [-4]  # type: ignore[union-attr]


def test_a_level_outranks_the_level_of_rogue_and_four_more_are_asked_for() -> None:
    """The target's own level counts, and its level of rogue only where it has none."""
    target = creature("B", level=6, rogueLevel=2)
    assert traits.level_of(target) == 6
    assert traits.level_of(creature("B", rogueLevel=2)) == 2
    assert traits.level_of(creature("B")) is None

    def outranks(rogue: float | None) -> bool:
        attacker: dict[str, float] = {} if rogue is None else {"rogueLevel": rogue}
        case: Any = SimpleNamespace(actor=creature("A", **attacker), target=target)
        return traits.outranks(case)

    assert (outranks(10), outranks(9), outranks(None)) == (True, False, False)
