"""`coign report`: what a practice fight met that the stand-in does not have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coign.cli import main

Caught = pytest.CaptureFixture[str]
PLAIN = {
    "kind": "coign practice fight",
    "format": 1,
    "versions": {"foundry": "13.350", "system": "dnd5e 5.1.9"},
    "differences": [],
    "seen": {"steps": {}},
}


def written(tmp_path: Path, **changes: object) -> str:
    path = tmp_path / "report.json"
    path.write_text(json.dumps(PLAIN | changes), encoding="utf-8")
    return str(path)


def test_a_report_without_differences_is_zero(tmp_path: Path, capsys: Caught) -> None:
    assert main(["report", written(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said == "foundry 13.350, system dnd5e 5.1.9\n\nDiffers from the stand-in\n  in nothing\n"


def test_each_difference_is_a_sentence(tmp_path: Path, capsys: Caught) -> None:
    sentences = ["hooks › targetToken: no argument 3, which the stand-in has", "steps › save › kind: \x1b[31mred"]
    report = written(
        tmp_path,
        differences=sentences,
        notPlayed={"reroll": "the system has none"},
        checks={"failed": {"wall-fields": "no c"}, "checks": {}},
        lines=[{"level": "thrown", "step": "make", "fault": "TypeError, coign.mjs:3", "stack": []}],
        left=["Scene"],
    )
    assert main(["report", report]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"  {sentences[0]}" in lines
    assert "  steps › save › kind: [31mred" in lines
    for said in ("reroll: the system has none", "wall-fields: no c", "make: thrown, TypeError, coign.mjs:3", "Scene"):
        assert f"  {said}" in lines


def test_a_report_that_was_too_long_or_has_no_stand_in_is_read(tmp_path: Path, capsys: Caught) -> None:
    report = written(tmp_path, differences=None, lines="left out: too long", checks="left out: too long")
    assert main(["report", report]) == 0
    assert "there is no stand-in for this version" in capsys.readouterr().out


@pytest.mark.parametrize("changes", [{"kind": "something else"}, {"versions": 3}, {"differences": {}}])
def test_another_file_is_refused_in_one_line(changes: dict[str, object], tmp_path: Path, capsys: Caught) -> None:
    assert main(["report", written(tmp_path, **changes)]) == 2
    assert "is no report of a practice fight" in capsys.readouterr().err
