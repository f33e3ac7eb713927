"""`coign rulesets`: the list, and the table in docs/rulesets.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coign.catalogue.registry import catalogue
from coign.cli import main
from coign.commands.rulesets import markdown, values
from coign.protocol import Choice

MARKS = ("<!-- rulesets: made by `coign rulesets --into docs/rulesets.md` -->\n", "<!-- /rulesets -->\n")
Caught = pytest.CaptureFixture[str]


def test_every_ruleset_is_listed_with_its_options(capsys: Caught) -> None:
    assert main(["rulesets"]) == 0
    said = capsys.readouterr().out
    for ruleset in catalogue():
        assert ruleset.id in said
        assert all(choice.name in said for choice in ruleset.options)


def test_json_is_as_in_welcome(capsys: Caught) -> None:
    assert main(["rulesets", "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == [one.id for one in catalogue()]


def test_markdown_has_a_row_for_each(capsys: Caught) -> None:
    assert main(["rulesets", "--markdown"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2 + len(catalogue())


def test_the_table_in_the_docs_is_up_to_date() -> None:
    page = (Path(__file__).parents[2] / "docs/rulesets.md").read_text(encoding="utf-8")
    assert markdown(catalogue()).join(MARKS) in page


def test_a_page_is_written_between_its_marks_and_then_up_to_date(tmp_path: Path, capsys: Caught) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n" + "old\n".join(MARKS) + "after\n")
    assert main(["rulesets", "--into", str(page), "--check"]) == 1
    assert "is stale" in capsys.readouterr().err
    assert main(["rulesets", "--into", str(page)]) == 0
    assert page.read_text() == f"before\n{markdown(catalogue()).join(MARKS)}after\n"
    assert main(["rulesets", "--into", str(page), "--check"]) == 0


def test_a_page_without_marks_is_refused(tmp_path: Path, capsys: Caught) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing here")
    assert main(["rulesets", "--into", str(page)]) == 2
    assert "has no place for the rulesets" in capsys.readouterr().err


def test_an_options_default_is_marked() -> None:
    assert values(Choice("x", False, "")) == "[false] | true"
    assert values(Choice("x", "b", "", ("a", "b"))) == "[b] | a"
    assert values(Choice("x", 5.0, "", bounds=(0.0, 20.0))) == "[5], from 0 to 20"


def test_one_ruleset_is_explained_with_the_text_of_its_rules(capsys: Caught) -> None:
    assert main(["rulesets", "partial-advantage"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    (ruleset,) = [one for one in catalogue() if one.id == "partial-advantage"]
    assert all(" ".join(rule.text.split()) in said for rule in ruleset.rules)
    assert "true: partial disadvantage on the attack" in said


def test_the_head_of_a_ruleset_says_what_it_may_lie_over(capsys: Caught) -> None:
    main(["rulesets", "combat-facing"])
    (name, source, *_) = capsys.readouterr().out.splitlines()
    assert name == "combat-facing  Combat Facing"
    (ruleset,) = [one for one in catalogue() if one.id == "combat-facing"]
    told = f"{ruleset.source}; {ruleset.family}, {len(ruleset.rules)} rules; may lie over pathfinder-1e"
    assert source.strip() == told


def test_an_unknown_ruleset_is_named(capsys: Caught) -> None:
    assert main(["rulesets", "fate"]) == 2
    assert "no ruleset fate" in capsys.readouterr().err


MUD = """
from coign.protocol import Flat
from coign.rules import D20, RuleText, Ruleset

FEET = RuleText("M1", "muddy", "Muddy Feet", "Who stands in mud is easier to hit.", "{figure}")
MUD = Ruleset(
    id="mud",
    title="Mud",
    family="d20",
    source="",
    law=D20,
    rules=(FEET.on_attack(lambda case: "it is muddy", Flat(3, "attack")),),
)
"""


@pytest.mark.parametrize(
    ("figure", "code", "sentence"),
    [("terrain", 0, "mud: can be used"), ("mud", 1, "rule M1 (muddy): figure 'mud' is unknown; there are range, ")],
)
def test_the_ruleset_of_a_package_is_checked(
    figure: str, code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Caught
) -> None:
    (tmp_path / f"coign_{figure}.py").write_text(MUD.format(figure=figure))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["rulesets", "--check", f"coign-{figure}"]) == code
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--check", "no_such_package"], "no_such_package cannot be imported: ModuleNotFoundError"),
        (["--check", "json"], "json has no Ruleset"),
        (["--check"], "--check takes a package"),
    ],
)
def test_an_unusable_argument_of_check_is_named(arguments: list[str], sentence: str, capsys: Caught) -> None:
    assert main(["rulesets", *arguments]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "line", "rows", "effects"),
    [
        (["height=+1", "flanking=+2"], "height=+1; flanking=+2", ["height", "flanking"], ["+1", "+2"]),
        (["flanking=+2", "half-cover=-1d4"], "flanking=+2; half-cover=-1d4", ["flanking"], ["+2", "-1d4"]),
    ],
)
def test_rules_are_shared_as_one_line_which_is_explained_row_by_row(
    options: list[str], line: str, rows: list[str], effects: list[str], capsys: Caught
) -> None:
    assert main(["rulesets", "--share", "house-rules", *options]) == 0
    shared = capsys.readouterr().out.strip()
    assert shared == f"house-rules: {line}"
    assert main(["rulesets", "--from", shared]) == 0
    said = capsys.readouterr().out
    assert "House rules (fifth edition)" in said
    assert [row.split()[-1] for row in said.splitlines() if "+" in row] == rows
    for effect in effects:
        assert f"{effect} on the attack" in said
