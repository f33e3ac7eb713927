"""Differences of Windows, simulated on other systems: no signal handlers, files that cannot be replaced while they are
open, a console that lacks letters and colours, and other error numbers for refused ports.
"""

from __future__ import annotations

import ast
import errno
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coign.cli import main
from coign.server import pairing_file, server
from coign.server.config import Settings
from coign.server.pairing_file import FileStore
from coign.session.pairing import Desk
from coign.session.pairing_book import Key
from coign.util.terminal import BOLD, Paint
from support.bridges import ORIGIN, Clock

ROOT = Path(__file__).parent.parent
KEY = Key(ORIGIN, "w1", "gm", "c1")

OPENING = {"open", "read_text", "write_text"}
OTHERS = ("webbrowser.open(", "desk.open(", "os.open(")  # calls of `open` that open no text file

# Runs `coign serve` on an event loop without signal handlers, as on Windows. Under a shell that runs the tests in the
# background, Ctrl+C would be ignored.
WITHOUT_HANDLERS = """
import asyncio, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
def none(self, *args): raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = none
from coign.cli import main
sys.exit(main(["serve", "--port", "0", "--log", "-"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there it is so, and SIGINT is sent another way")
def test_ctrl_c_stops_the_bridge_without_signal_handlers(tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "bridge"), "COIGN_STATE": str(tmp_path)}
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", WITHOUT_HANDLERS]
    with subprocess.Popen(
        command, env=environ, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
    ) as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            said, complaints = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, said, complaints) == (130, "coign: going down\n", "")


class Held:
    """A file that another program keeps open for the next `times` attempts."""

    def __init__(self, times: int, act: Any) -> None:
        self.times = times
        self.act = act

    def __call__(self, *args: Any) -> Any:
        if self.times:
            self.times -= 1
            raise PermissionError(errno.EACCES, "Access is denied")
        return self.act(*args)


@pytest.mark.parametrize("name", ["replace", "read_bytes"])
def test_a_book_that_somebody_has_open_is_waited_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    held, act = Held(3, None), getattr(Path, name)
    held.act = act
    path = tmp_path / "pairings.json"
    monkeypatch.setattr(
        Path, name, lambda self, *args: held(self, *args) if self.parent == tmp_path else act(self, *args)
    )
    token = Desk(FileStore(path), Clock()).grant(KEY, "")
    assert Desk(FileStore(path), Clock()).authorised(KEY, token)
    assert (held.times, caplog.text) == (0, "")


def test_a_book_that_somebody_never_lets_go_of_lasts_as_long_as_the_bridge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pairing_file, "PAUSE", 0.0)
    monkeypatch.setattr(Path, "replace", Held(1000, None))
    desk = Desk(FileStore(tmp_path / "pairings.json"), Clock())
    assert desk.authorised(KEY, desk.grant(KEY, ""))
    assert "changes last until this bridge stops" in caplog.text
    assert [path.name for path in tmp_path.iterdir()] == ["pairings.lock"], "no draft of it is left"


class Screen(io.TextIOWrapper):
    """A console with the letters of one encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, errors="strict")

    def isatty(self) -> bool:
        return True


@pytest.fixture
def scene(tmp_path: Path) -> str:
    """Write a scene whose name has letters that western consoles lack; return the file."""
    path = tmp_path / "scene.json"
    path.write_text(json.dumps({"_id": "s", "name": "ドワーフ", "tokens": [{"_id": "a"}]}), encoding="utf-8")
    return str(path)


def test_a_console_without_the_letters_is_given_others(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen("cp1252")
    monkeypatch.setattr(sys, "stdout", screen)
    main(["check", scene])
    screen.flush()
    assert r"\u30c9\u30ef\u30fc\u30d5" in screen.buffer.getvalue().decode("cp1252")  # type: ignore[attr-defined]


def test_a_pipe_is_given_utf_8_whatever_the_consoles_letters(scene: str) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "bridge"), "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "coign", "check", scene]
    ran = subprocess.run(command, env=environ, stdin=subprocess.DEVNULL, capture_output=True)
    assert "ドワーフ" in ran.stdout.decode("utf-8")
    assert ran.stderr == b""


@pytest.mark.parametrize(
    ("name", "colour"), [(None, False), ("WT_SESSION", True), ("TERM", True), ("ConEmuANSI", True)]
)
def test_colour_where_the_console_says_that_it_has_some(
    name: str, colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in ("NO_COLOR", "WT_SESSION", "TERM", "TERM_PROGRAM", "ConEmuANSI"):
        monkeypatch.delenv(one, raising=False)
    if name:
        monkeypatch.setenv(name, "xterm")
    monkeypatch.setattr("coign.util.terminal.sys.platform", "win32")
    assert (Paint(Screen("utf-8"))("x", BOLD) != "x") is colour


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (10048, "port 8765 is taken by another program; try --port 8766"),
        (10013, "port 8765 is not for ordinary users; try --port 8765"),
    ],
)
async def test_a_port_that_is_refused_is_named_by_windows_numbers_too(
    number: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_health", lambda address: "")
    problem = OSError(number, "in the system's own words")
    assert str(await server._cannot_serve(Settings(), "127.0.0.1", problem)) == says


def test_files_are_read_and_written_in_one_encoding_everywhere() -> None:
    """Without an `encoding` Python uses the system's, which on Windows is not UTF-8."""
    careless = []
    for path in (ROOT / "bridge" / "coign").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in OPENING:
                binary = any(isinstance(one, ast.Constant) and "b" in str(one.value) for one in call.args)
                if not binary and not any(word.arg == "encoding" for word in call.keywords):
                    careless.append((path.name, call.lineno, ast.unparse(call)))
    assert [one for one in careless if not one[2].startswith(OTHERS)] == []
