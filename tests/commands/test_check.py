"""`coign check`: the parts of a scene file that were read, and those skipped, with the reason."""

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
    assert said.startswith(f"{path}: s\n  1 wall, 2 tokens, 0 lights, 0 regions, 0 tiles, 0 levels, 0 things\n")
    assert "squares, 100 px for 5 ft" in said
    assert "everything could be read" in said


def test_what_is_skipped_is_reported_with_its_reason(tmp_path: Path, capsys: Caught) -> None:
    assert main(["check", written(tmp_path, walls=[{"_id": "w9"}])]) == 0
    said = capsys.readouterr().out
    assert "0 walls" in said
    assert "w9" in said
    assert "has no c: skipped" in said


def test_things_are_counted(tmp_path: Path, capsys: Caught) -> None:
    path = tmp_path / "scene.json"
    path.write_bytes(encode(draw("+ + +", " A|B ", "+ + +", tokens={"B": {"name": "Door", "coign": None}})))
    assert main(["check", str(path)]) == 0
    assert "2 tokens, 0 lights, 0 regions, 0 tiles, 0 levels, 1 thing\n" in capsys.readouterr().out


def test_levels_without_a_floor_between_them_are_a_warning(tmp_path: Path, capsys: Caught) -> None:
    levels = [
        {"_id": "hall", "name": "Hall", "elevation": {"bottom": 0, "top": 10}},
        {"_id": "loft", "name": "Loft", "elevation": {"bottom": 10, "top": 20}},
    ]
    path = written(tmp_path, levels=levels)
    assert main(["check", path]) == 0
    said = capsys.readouterr().out
    assert "levels Hall and Loft" in said
    assert "no floor drawn between them" in said
    assert main(["check", "--json", path]) == 0
    assert json.loads(capsys.readouterr().out)["open_levels"] == [["Hall", "Loft"]]


def test_tokens_on_a_level_that_the_scene_lacks_are_a_warning(tmp_path: Path, capsys: Caught) -> None:
    levels = [{"_id": "hall", "name": "Hall", "elevation": {"bottom": 0, "top": 10}}]
    tokens = {"A": {"name": "Ana", "level": "defaultLevel0000"}, "B": {"level": "hall"}}
    path = tmp_path / "scene.json"
    path.write_bytes(encode(draw("+ + +", " A B ", "+ + +", tokens=tokens, levels=levels)))
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr().out
    assert "token Ana" in said
    assert "on a level that the scene lacks: counts as on Hall" in said
    assert main(["check", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["strays"] == [["Ana", "Hall"]]


def test_json_is_one_object_a_file(tmp_path: Path, capsys: Caught) -> None:
    path = written(tmp_path, walls=[{"_id": "w9"}])
    assert main(["check", "--json", path, path]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == second
    assert first["counts"]["tokens"] == 2
    assert first["skipped"] == [["walls[0] w9", "has no c: skipped"]]


def test_a_file_without_a_scene_is_refused(tmp_path: Path, capsys: Caught) -> None:
    path = tmp_path / "odd.json"
    path.write_text("[]")
    assert main(["check", str(path), written(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"coign check: {path}: not a scene: ")
    assert "everything could be read" in said.out, "the next file is read all the same"


def test_a_universal_vtt_map_is_called_one(tmp_path: Path, capsys: Caught) -> None:
    path = tmp_path / "tower.uvtt"
    path.write_text(json.dumps({"format": 0.3, "resolution": {"pixels_per_grid": 128}, "line_of_sight": []}))
    assert main(["check", "--json", str(path)]) == 2
    said = capsys.readouterr()
    assert "a Universal VTT map" in said.err
    assert "a Universal VTT map" in json.loads(said.out)["error"]


def test_each_scene_of_an_adventure_is_checked(tmp_path: Path, capsys: Caught) -> None:
    path = tmp_path / "quest.json"
    scenes = [draw("+ +", " A ", "+ +") | {"name": name} for name in ("Crypt", "Hall")]
    path.write_text(json.dumps({"name": "Quest", "scenes": scenes, "actors": [], "journal": []}))
    assert main(["check", str(path)]) == 0
    said = capsys.readouterr().out
    assert f"{path}: Crypt" in said
    assert f"{path}: Hall" in said


def test_the_same_warning_is_printed_once_with_its_count(tmp_path: Path, capsys: Caught) -> None:
    point = {"c": [100, 100, 100, 100]}
    path = written(tmp_path, walls=[point | {"_id": f"w{n}"} for n in range(618)])
    assert main(["check", path]) == 0
    said = capsys.readouterr().out
    assert "618 warnings:" in said
    assert "618 x  wall w0, w1, w2, ...  both ends are at the same place: skipped" in said
    assert len(said.splitlines()) == 5


def test_a_name_with_terminal_codes_is_cleaned(tmp_path: Path, capsys: Caught) -> None:
    assert main(["check", written(tmp_path, name="Cr\x1b[31mypt", walls=[{"_id": "w\x1b[2J"}])]) == 0
    assert "\x1b" not in capsys.readouterr().out
