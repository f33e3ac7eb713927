"""`coign rulesets`: the list, and the table in docs/rulesets.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coign.cli import main
from coign.commands.rulesets import markdown, values
from coign.protocol import Choice
from coign.rulesets.registry import catalogue

MARKS = ("<!-- rulesets: made by `coign rulesets --into docs/rulesets.md` -->\n", "<!-- /rulesets -->\n")
Caught = pytest.CaptureFixture[str]


def test_every_ruleset_is_listed_with_its_options(capsys: Caught) -> None:
    assert main(["rulesets"]) == 0
    said = capsys.readouterr().out
    for ruleset in catalogue():
        assert ruleset.id in said
        assert all(choice.name in said for choice in ruleset.options)


def test_json_is_what_welcome_says(capsys: Caught) -> None:
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
