"""`coign` itself: commands by name, exit codes, errors in one line."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import coign.cli
from coign.cli import COMMANDS, main
from coign.errors import BadOption

Caught = pytest.CaptureFixture[str]


def test_help_lists_every_command_and_fits_a_screen(capsys: Caught) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in COMMANDS)
    assert len(said.splitlines()) <= 24


def test_the_version_is_reported(capsys: Caught) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"coign \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_fits_a_screen_and_has_an_example(
    name: str, capsys: Caught, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main([name, "--help"]) == 0
    said = capsys.readouterr().out
    assert "example" in said.lower()
    assert f"coign {name}" in said
    assert len(said.splitlines()) <= 45


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["evalute"], "coign: there is no command evalute; did you mean evaluate?"),
        (["xyzzy"], "coign: there is no command xyzzy; `coign --help` lists them"),
        (["check"], "coign check: the following arguments are required: SCENE.json; see `coign check --help`"),
        (["module"], "coign module: the following arguments are required: zip, FILE.zip; see `coign module --help`"),
        (["check", "no-such-file"], "coign check: no-such-file: No such file or directory"),
    ],
)
def test_an_error_is_one_line_on_stderr(words: list[str], sentence: str, capsys: Caught) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{sentence}\n")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Replace every command by one whose `run` a test sets."""

    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--port")
        parser.add_argument("--open", action="store_true")

    stand_in = SimpleNamespace(__doc__="", EXAMPLE="", add_arguments=add_arguments, run=lambda _: 0)
    monkeypatch.setattr(coign.cli, "import_module", lambda name: stand_in)
    return stand_in


def raises(problem: BaseException) -> Any:
    def run(_: Any) -> int:
        raise problem

    return run


def test_coign_alone_serves_with_the_options_given(command: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    options: list[tuple[str | None, bool]] = []

    def find(name: str) -> SimpleNamespace:
        asked.append(name)
        return command

    def run(args: SimpleNamespace) -> int:
        options.append((args.port, args.open))
        return 0

    monkeypatch.setattr(coign.cli, "import_module", find)
    command.run = run
    assert main([]) == main(["--port", "9000"]) == main(["serve"]) == 0
    assert asked == ["coign.commands.serve"] * 3
    assert options == [(None, True), ("9000", True), (None, False)]


def test_a_commands_answer_is_the_exit_code(command: SimpleNamespace) -> None:
    command.run = lambda _: 1
    assert main(["serve"]) == 1


def test_an_error_of_ours_is_reported_in_one_line(command: SimpleNamespace, capsys: Caught) -> None:
    command.run = raises(BadOption("option half-cover takes\n  true, false"))
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == "coign serve: option half-cover takes true, false\n"


def test_interrupting_is_not_an_error(command: SimpleNamespace, capsys: Caught) -> None:
    command.run = raises(KeyboardInterrupt())
    assert main(["serve"]) == 130
    assert capsys.readouterr().err == ""


def test_an_unexpected_error_keeps_its_trace(command: SimpleNamespace) -> None:
    command.run = raises(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        main(["serve"])


def test_a_command_pays_for_no_other_commands_imports() -> None:
    code = "import sys; from coign.cli import main; main(['--version']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"coign.cli", "coign.scene.scene", "websockets"} & set(ran.stdout.split()) == {"coign.cli"}
