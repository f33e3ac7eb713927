"""`coign check`: what was read of a scene file, what was not, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coign.cli import main
from support.maps import draw, encode

Caught = pytest.CaptureFixture[str]


def written(tmp_path: Path, **changes: object) -> str:
    path = tmp_path / "scene.json"
    path.write_bytes(encode(draw("+ + +", " A|B ", "+ + +") | changes))
    return str(path)


def test_a_sound_scene_is_counted(tmp_path: Path, capsys: Caught) -> None:
    path = written(tmp_path)
    assert main(["check", path]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{path}: s\n  1 walls, 2 tokens, 0 lights, 0 regions, 0 levels\n")
    assert "squares of 100 px and 5 ft" in said
    assert "everything could be read" in said


def test_what_is_skipped_is_said_with_its_reason(tmp_path: Path, capsys: Caught) -> None:
    assert main(["check", written(tmp_path, walls=[{"_id": "w9"}])]) == 0
    said = capsys.readouterr().out
    assert "0 walls" in said
    assert "w9" in said
    assert "has no c: skipped" in said


def test_json_is_one_object_a_file(tmp_path: Path, capsys: Caught) -> None:
    path = written(tmp_path, walls=[{"_id": "w9"}])
    assert main(["check", "--json", path, path]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == second
    assert first["counts"]["tokens"] == 2
    assert first["skipped"] == [["walls[0] w9", "has no c: skipped"]]


def test_what_is_no_scene_is_refused(tmp_path: Path, capsys: Caught) -> None:
    path = tmp_path / "odd.json"
    path.write_text("[]")
    assert main(["check", str(path)]) == 2
    assert capsys.readouterr().err.startswith("coign check: not a scene: ")
