"""Books: pages of passages and options beside the code of a ruleset."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import coign
from coign.rules import Book, Case, Ruleset, book
from coign.rules.families.core_fifth import core_rules
from coign.rulesets import BUILT_IN

ROOT = Path(coign.__file__).parent
PAGE = """\
# Mud

## Passages

| row | modifier | fact    | title      | clause | text |
| --- | -------- | ------- | ---------- | ------ | --- |
| 1   | muddy    | terrain | Muddy Feet | Feet   | Mud is slow |
| 2   | sunk     |         | Sunk       | Feet   | The sunk cannot move |
| 3   | muddy    | cover   | Mud Wall   | Walls  | Mud covers |

## Readings

| of                | mark          | text |
| ----------------- | ------------- | --- |
| 1 muddy, 3 muddy  | our reading   | Clay is mud. |

## Options

| option | sets  | title | values | help |
| ------ | ----- | ----- | --- | --- |
| deep   |       | Deep  | off: to the ankle; on: to the knee | How deep. |
| shape  | cover | Shape | flat: none; wall: half; dam: total | What it covers. |
"""


def read(folder: Path, page: str = PAGE, **more: object) -> Book:
    (folder / "mud.md").write_text(page, encoding="utf-8")
    return book(str(folder / "mud.py"), "Book of Mud", letter="M", **more)  # type: ignore[arg-type]


def test_a_passage_has_its_row_and_its_clause(tmp_path: Path) -> None:
    sunk = read(tmp_path)["sunk"]
    assert (sunk.id, sunk.title, sunk.figure) == ("M2", "Sunk", None)
    assert sunk.text == "The sunk cannot move (Book of Mud, Feet)."


def test_a_modifier_of_two_rows_is_named_with_its_row(tmp_path: Path) -> None:
    mud = read(tmp_path)
    assert mud["M3 muddy"].figure == "cover"
    with pytest.raises(KeyError, match="2 passages are called muddy"):
        mud["muddy"]
    with pytest.raises(KeyError, match="0 passages are called dry"):
        mud["dry"]


def test_a_reading_belongs_to_its_passages_and_concerns_what_the_code_says(tmp_path: Path) -> None:
    def clay(case: Case) -> bool:
        return case.units == "clay"

    mud = read(tmp_path, concerns={"our reading": clay})
    assert [one.when for one in mud["M1 muddy"].interpretations] == [clay]
    assert mud["sunk"].interpretations == ()
    with pytest.raises(KeyError, match="no reading is marked another"):
        read(tmp_path, concerns={"another": clay})


def test_options_have_their_first_value_as_default_and_say_what_they_set(tmp_path: Path) -> None:
    mud = read(tmp_path)
    deep, shape = mud.options
    assert (deep.default, deep.labels) == (False, {"true": "to the knee", "false": "to the ankle"})
    assert (shape.default, shape.values) == ("flat", ("flat", "wall", "dam"))
    assert mud.measured_by == {"shape": "cover"}


def test_a_fact_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(tmp_path, PAGE.replace("| terrain |", "| terran  |"))


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_every_passage_of_a_page_has_a_rule(ruleset: Ruleset) -> None:
    page = getattr(import_module(f"coign.rulesets.{ruleset.id.replace('-', '_')}"), "BOOK", None)
    used = {(rule.id, rule.modifier) for rule in ruleset.rules}
    assert page is None or {(one.id, one.modifier) for one in page.passages} <= used


def test_every_core_passage_of_fifth_edition_has_a_rule() -> None:
    printings = (*core_rules("G", "fifth-2014", "SRD 5.1"), *core_rules("H", "fifth-2024", "SRD 5.2.1"))
    used = {(rule.id[1:], rule.modifier) for rule in printings}
    page = (ROOT / "rules" / "families" / "core_fifth.md").read_text(encoding="utf-8")
    assert used == set(re.findall(r"^\| (\d+) +\| ([a-z-]+) ", page, re.MULTILINE))
