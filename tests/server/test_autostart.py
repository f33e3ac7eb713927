"""Starting with the computer: each platform's entry, and the entry of Linux as a desktop reads it."""

from __future__ import annotations

import configparser
import contextlib
import os
import plistlib
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from coign.server.autostart import RunValue, StartupFile, desktop_entry, launch_agent, own_command, switch

AWKWARD = ['/opt/my games/50% "off" $HOME `x` \\y/coign', "serve"]


def exec_line(entry: bytes) -> str:
    """Return the value of `Exec` as the specification reads it: first the file's escapes, then those of field codes."""
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(entry.decode())
    return parser["Desktop Entry"]["Exec"].replace("\\\\", "\\").replace("%%", "%")


def test_the_desktop_entry_keeps_every_word_whole() -> None:
    words = subprocess.check_output(["/bin/sh", "-c", f"printf '%s\n' {exec_line(desktop_entry(AWKWARD))}"], text=True)
    assert words.splitlines() == AWKWARD


def test_the_desktop_entry_runs(tmp_path: Path) -> None:
    program = tmp_path / "my $program"
    program.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/ran"\n')
    program.chmod(0o755)
    subprocess.run(["/bin/sh", "-c", exec_line(desktop_entry([str(program), "serve"]))], check=True)
    assert (tmp_path / "ran").read_text() == "serve\n"


def test_the_launch_agent_runs_the_command_at_login() -> None:
    assert plistlib.loads(launch_agent(AWKWARD)) == {"Label": "coign", "ProgramArguments": AWKWARD, "RunAtLoad": True}


@pytest.mark.parametrize(
    ("platform", "environ", "path"),
    [
        ("linux", {}, "/home/gm/.config/autostart/coign.desktop"),
        ("linux", {"XDG_CONFIG_HOME": "/etc/gm"}, "/etc/gm/autostart/coign.desktop"),
        ("darwin", {}, "/home/gm/Library/LaunchAgents/coign.plist"),
    ],
)
def test_the_file_is_where_the_platform_looks(platform: str, environ: dict[str, str], path: str) -> None:
    chosen = switch(platform, environ, Path("/home/gm"), ["coign", "serve"])
    assert isinstance(chosen, StartupFile)
    assert chosen.path.as_posix() == path


def test_windows_is_given_one_command_line() -> None:
    command = [r"C:\My Games\coign.exe", "serve"]
    assert switch("win32", {}, Path(), command) == RunValue(r'"C:\My Games\coign.exe" serve')


class Registry:
    """The part of `winreg` that the switch uses, with its errors: the values of one key, in memory."""

    HKEY_CURRENT_USER, REG_SZ = 1, 1

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def CreateKey(self, hive: int, path: str) -> contextlib.nullcontext[None]:
        assert (hive, path) == (self.HKEY_CURRENT_USER, r"Software\Microsoft\Windows\CurrentVersion\Run")
        return contextlib.nullcontext()

    OpenKey = CreateKey

    def QueryValueEx(self, key: object, name: str) -> tuple[str, int]:
        if name not in self.values:
            raise FileNotFoundError
        return self.values[name], self.REG_SZ

    def SetValueEx(self, key: object, name: str, reserved: int, kind: int, value: str) -> None:
        self.values[name] = value

    def DeleteValue(self, key: object, name: str) -> None:
        if self.values.pop(name, None) is None:
            raise FileNotFoundError


def test_the_switch_of_windows_is_a_value_of_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry()
    monkeypatch.setitem(sys.modules, "winreg", registry)
    old, new = (switch("win32", {}, Path(), [program, "serve"]) for program in (r"C:\old.exe", r"C:\new.exe"))
    assert not old.is_on()
    old.turn_on()
    assert (registry.values, old.is_on(), new.is_on()) == ({"coign": r"C:\old.exe serve"}, True, False)
    new.turn_off()
    new.turn_off()
    assert registry.values == {}


def test_the_switch_is_off_for_a_program_that_has_moved(tmp_path: Path) -> None:
    old, new = (switch("linux", {}, tmp_path, [program, "serve"]) for program in ("/old/coign", "/new/coign"))
    assert not old.is_on()
    old.turn_on()
    assert (old.is_on(), new.is_on()) == (True, False)
    new.turn_on()
    new.turn_off()
    new.turn_off()
    assert (old.is_on(), new.is_on()) == (False, False)


def test_an_entry_with_other_arguments_is_told_from_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "winreg", Registry())
    for platform in ("linux", "darwin", "win32"):
        old, new = (switch(platform, {}, tmp_path, ["coign", "serve", *more]) for more in ([], ["--port", "9000"]))
        assert not new.is_set()
        old.turn_on()
        assert (new.is_on(), new.is_set()) == (False, True)
        new.turn_on()
        assert (old.is_on(), new.is_on()) == (False, True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_only_its_owner_reads_the_entry_which_may_hold_a_key(tmp_path: Path) -> None:
    entry = StartupFile(tmp_path / "coign.desktop", b"Exec=coign serve --key=...")
    entry.path.write_bytes(b"old")
    entry.path.chmod(0o644)
    entry.turn_on()
    assert entry.path.stat().st_mode & 0o777 == 0o600


def test_the_command_is_this_program(tmp_path: Path) -> None:
    assert own_command("linux", "/opt/coign", is_frozen=True) == ["/opt/coign", "serve"]
    assert own_command("linux", "/venv/bin/python", is_frozen=False) == ["/venv/bin/python", "-m", "coign", "serve"]
    (tmp_path / "pythonw.exe").touch()
    windowless = own_command("win32", str(tmp_path / "python.exe"), is_frozen=False)
    assert windowless[0] == str(tmp_path / "pythonw.exe")
    here = [*own_command(sys.platform, sys.executable, is_frozen=False), "--help"]
    assert b"coign serve" in subprocess.check_output(here)
    assert PurePosixPath(own_command("win32", "C:/python.exe", is_frozen=False)[0]).name == "python.exe"
