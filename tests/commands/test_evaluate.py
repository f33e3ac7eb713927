"""`coign evaluate`: one attack in a scene file, and files of worked cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from coign.cli import main
from coign.commands import BadUsage
from coign.commands.evaluate import options
from support.maps import draw, encode, wall

Caught = pytest.CaptureFixture[str]
SCENE = draw(
    "+ + + + + +",
    " A . . . B ",
    "+ + + + + +",
    " . . C . . ",
    "+ + + + + +",
    tokens={"A": {"name": "Vala", "elevation": 10}, "B": {"name": "Ghoul"}, "C": {"name": "Imp"}},
    walls=[wall(400, 0, 400, 50)],
)
CASE = {"name": "one", "ruleset": "partial-advantage", "scene": SCENE, "request": {"actor": "A", "targets": ["B"]}}


@pytest.fixture
def scene(tmp_path: Path) -> str:
    path = tmp_path / "scene.json"
    path.write_bytes(encode(SCENE))
    return str(path)


def ask(scene: str, *more: str) -> int:
    return main(["evaluate", "--scene", scene, "--actor", "Vala", "--target", "Ghoul", *more])


def answer(capsys: Caught) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


def test_the_text_has_the_outcome_and_each_modifier_with_its_reason(scene: str, capsys: Caught) -> None:
    assert ask(scene, "--range", "80/320") == 0
    said = capsys.readouterr().out
    assert "attack by Vala on Ghoul: Partial advantage, 1d4, +2 AC" in said
    assert "High Ground (P20)  +1d4   counts  10 ft above" in said
    assert "half, 2 of 4 lines blocked" in said
    assert "\033[" not in said


def test_json_is_the_wires_annotation(scene: str, capsys: Caught) -> None:
    assert ask(scene, "--range", "80", "--json") == 0
    annotation = answer(capsys)
    assert annotation["type"] == "annotation"
    assert annotation["results"][0]["target"] == "B"
    assert annotation["results"][0]["facts"]["range"]["in_short_range"] is True


def test_rulesets_and_options_are_as_given(scene: str, capsys: Caught) -> None:
    assert ask(scene, "--range", "80", "--option", "half-cover=on", "--json") == 0
    assert answer(capsys)["results"][0]["outcome"]["label"] == "plain"  # one of each: neither
    assert ask(scene, "--ruleset", "combat-modifiers", "--ruleset", "combat-facing", "--json") == 0
    assert answer(capsys)["rulesets"] == ["combat-modifiers", "combat-facing"]


def test_a_request_file_has_the_other_fields(scene: str, tmp_path: Path, capsys: Caught) -> None:
    request = tmp_path / "request.json"
    attack = {"kind": "ranged", "range": {"normal": 80, "long": 320}}
    request.write_text(
        json.dumps({"actor": "Vala", "targets": ["Ghoul"], "attack": attack, "defence": {"B": {"ac": 15}}})
    )
    assert main(["evaluate", "--scene", scene, "--request", str(request), "--json"]) == 0
    assert answer(capsys)["results"][0]["outcome"]["label"] == "partial advantage"


def test_a_reach_replaces_the_range(scene: str, capsys: Caught) -> None:
    assert ask(scene, "--reach", "20", "--json") == 0
    assert answer(capsys)["results"][0]["facts"]["range"]["in_reach"] is True


def test_the_figure_is_drawn(scene: str, tmp_path: Path, capsys: Caught) -> None:
    assert ask(scene, "--figure", str(tmp_path / "out.svg")) == 0
    assert ElementTree.parse(tmp_path / "out.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert capsys.readouterr().err == f"drew {tmp_path / 'out.svg'}\n"


def test_each_of_several_targets_has_its_figure(scene: str, tmp_path: Path) -> None:
    assert ask(scene, "--target", "Imp", "--figure", str(tmp_path / "out.svg")) == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["out-1.svg", "out-2.svg"]


def pictured(tmp_path: Path, drawn: dict[str, Any]) -> list[str]:
    """Return the classes of the shapes in the picture of A attacking B."""
    scene, out = tmp_path / "drawn.json", tmp_path / "out.svg"
    scene.write_bytes(encode(drawn))
    assert main(["evaluate", "--scene", str(scene), "--actor", "A", "--target", "B", "--figure", str(out)]) == 0
    return [shape.get("class", "") for shape in ElementTree.parse(out).iter()]


def test_a_figure_in_which_nothing_applies_shows_both_creatures(tmp_path: Path) -> None:
    shapes = pictured(tmp_path, draw("+ + +", " A B ", "+ + +", tokens={"B": {"hidden": True}}))
    assert {"attacker", "target"} <= set(shapes)


def test_a_figure_shows_the_walls_of_the_level_and_height_at_hand(tmp_path: Path) -> None:
    def attic(bottom: float) -> dict[str, Any]:
        return wall(100, 0, 100, 100) | {
            "_id": f"attic{bottom}",
            "flags": {"wall-height": {"bottom": bottom, "top": bottom + 10}},
        }

    level = {"elevation": 0, "level": "ground"}
    drawn = draw("+ + +", " A B ", "+ + +", tokens={"A": level, "B": level})
    cellar = wall(0, 60, 200, 60) | {"levels": ["cellar"]}
    shown = pictured(tmp_path, drawn | {"walls": [attic(0), attic(30), cellar]})
    walls = [shape for shape in shown if shape.split()[:1] == ["wall"]]
    assert sorted(walls) == ["wall", "wall wall-named"], "the named one stands in no view from the side: it is too high"


def test_an_attack_on_oneself_is_refused(scene: str, capsys: Caught) -> None:
    assert main(["evaluate", "--scene", scene, "--actor", "Vala", "--target", "vala"]) == 2
    assert "Vala cannot attack itself" in capsys.readouterr().err


def test_a_scene_of_an_adventure_is_chosen_by_its_name(tmp_path: Path, capsys: Caught) -> None:
    path = tmp_path / "quest.json"
    scenes = [SCENE | {"name": "The Crypt"}, SCENE | {"name": "The Hall"}]
    path.write_text(json.dumps({"name": "Quest", "scenes": scenes}))
    assert ask(str(path)) == 2
    assert "holds 2 scenes; choose one with --scene-name: The Crypt, The Hall" in capsys.readouterr().err
    assert ask(str(path), "--scene-name", "the hall") == 0
    assert "The Hall" in capsys.readouterr().out
    assert ask(str(path), "--scene-name", "Attic") == 2
    assert "has no scene Attic; it has The Crypt, The Hall" in capsys.readouterr().err


def test_a_scene_comes_from_standard_input(scene: str, monkeypatch: pytest.MonkeyPatch, capsys: Caught) -> None:
    with Path(scene).open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert ask("-", "--json") == 0
    assert answer(capsys)["type"] == "annotation"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--ruleset", "nonsense"], "there is no ruleset nonsense; installed are partial-advantage, "),
        (["--option", "half-cover=maybe"], "option half-cover of partial-advantage takes true, false, not 'maybe'"),
        (["--option", "half-cover"], "--option takes NAME=VALUE, not 'half-cover'"),
        (["--range", "far"], "--range takes a length, like 80, or two, like 80/320, not 'far'"),
        (["--range", "80/nan"], "--range takes a length, like 80, or two, like 80/320, not 'nan'"),
        (["--range", "320/80"], "--range takes the normal range first, like 80/320, not '320/80'"),
        (["--reach", "nan"], "--reach takes a length, like 10, not 'nan'"),
        (["--reach", "-5"], "--reach takes a length, like 10, not '-5'"),
        (["--reach", "inf"], "--reach takes a length, like 10, not 'inf'"),
        (["--reach", "5", "--range", "80"], "an attack is melee or ranged: give --reach or --range, not both"),
        (["--target", "Nobody"], "no token Nobody in scene s"),
        (
            ["--case", "x.json", "--figure", "x.svg", "--option", "deep=on"],
            "a case brings its own scene, request and rules: leave out --scene, --actor, --target, --option, --figure",
        ),
    ],
)
def test_an_error_is_reported_in_one_line(scene: str, more: list[str], sentence: str, capsys: Caught) -> None:
    assert ask(scene, *more) == 2
    assert capsys.readouterr().err.startswith(f"coign evaluate: {sentence}")


def test_without_a_target_the_scenes_tokens_are_named(scene: str, capsys: Caught) -> None:
    assert main(["evaluate", "--scene", scene, "--actor", "Vala"]) == 2
    assert "who is attacked? give --target; the scene has Ghoul, Imp, Vala" in capsys.readouterr().err
    assert main(["evaluate", "--scene", scene]) == 2
    assert "who attacks? give --actor" in capsys.readouterr().err
    assert main(["evaluate"]) == 2
    assert "nothing to evaluate" in capsys.readouterr().err


def test_an_invalid_scene_or_request_file_is_named(tmp_path: Path, scene: str, capsys: Caught) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text("[1, 2")
    assert ask(str(odd)) == 2
    assert f"{odd}: not a scene" in capsys.readouterr().err
    assert ask(scene, "--request", str(odd)) == 2
    assert f"{odd} is no request" in capsys.readouterr().err
    odd.write_text('{"attack": "bow"}')
    assert ask(scene, "--request", str(odd), "--reach", "5") == 2
    assert capsys.readouterr().err == f"coign evaluate: {odd}: attack: Expected `object`, got 'bow'\n"


def test_options_may_name_their_ruleset() -> None:
    assert options(["a=true", "r.b=off", "r.c=3-2-1"]) == {"a": True, "r": {"b": False, "c": "3-2-1"}}
    with pytest.raises(BadUsage):
        options(["a"])


# --- worked cases -----------------------------------------------------------------------------------------------------


def run_cases(tmp_path: Path, text: str, *more: str, flag: str = "--cases") -> int:
    path = tmp_path / "cases.jsonl"
    path.write_text(text)
    return main(["evaluate", flag, str(path), *more])


def test_a_case_that_holds_exits_with_0(tmp_path: Path, capsys: Caught) -> None:
    case = CASE | {"expect": {"outcome": {"label": "plain"}}}
    assert run_cases(tmp_path, json.dumps(case), flag="--case") == 0
    assert "one: as expected" in capsys.readouterr().out


def test_a_case_that_differs_exits_with_1_and_says_how(tmp_path: Path, capsys: Caught) -> None:
    case = CASE | {"expect": {"outcome": {"label": "advantage"}}}
    assert run_cases(tmp_path, json.dumps(case), flag="--case") == 1
    out, err = capsys.readouterr()
    assert err == 'one: differs\n  outcome.label: expected "advantage", got "plain"\n'
    assert out == "1 cases, 1 differ\n"


@pytest.mark.parametrize("text", ["", "[]", "\n\n"])
def test_a_file_without_a_case_is_no_success(tmp_path: Path, text: str, capsys: Caught) -> None:
    assert run_cases(tmp_path, text) == 2
    assert capsys.readouterr().err == f"coign evaluate: {tmp_path / 'cases.jsonl'} has no case\n"


def test_json_is_one_annotation_a_line_in_the_same_order(tmp_path: Path, capsys: Caught) -> None:
    requests = [{"actor": "A", "targets": ["B"], "id": name} for name in ("first", "second")]
    text = "\n".join(json.dumps(CASE | {"request": request}) for request in requests)
    assert run_cases(tmp_path, text, "--json") == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == ["first", "second"]


def test_a_case_that_cannot_run_is_reported_in_its_place(tmp_path: Path, capsys: Caught) -> None:
    lost = CASE | {"name": "lost", "request": {"actor": "Nobody", "targets": ["B"]}}
    assert run_cases(tmp_path, json.dumps([lost, CASE]), "--json") == 2
    out, err = capsys.readouterr()
    first, second = map(json.loads, out.splitlines())
    assert (first["type"], first["id"], first["code"]) == ("error", "lost", "unknown-token")
    assert second["type"] == "annotation"
    assert err == "lost: no token Nobody in scene s\n2 cases, 0 differ, 1 could not be run\n"
