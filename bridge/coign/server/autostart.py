"""Start the bridge when a person logs in: the switch of the status page, by each platform's own mechanism.

 - Linux: an entry in `autostart` of the XDG configuration folder, which every desktop reads.
 - macOS: a launch agent in `~/Library/LaunchAgents`.
 - Windows: a value of the registry key `Run` of the current user.

None of them starts anything now; they take effect at the next login. A bridge on a server needs a service instead:
see docs/deploy.md.
"""

from __future__ import annotations

import contextlib
import plistlib
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from coign.server.private_file import write_private

NAME = "coign"
RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"


@dataclass(frozen=True)
class StartupFile:
    """A switch that is on while a file is there with this content, which names this program. Changes raise OSError."""

    path: Path
    content: bytes

    def is_on(self) -> bool:
        """Return True if the file names this program; False if it names the place that it was moved from."""
        try:
            return self.path.read_bytes() == self.content
        except OSError:  # it is not there, or is not for us to read
            return False

    def is_set(self) -> bool:
        """Return True if the file is there: the next login starts this program, if perhaps with other arguments."""
        return self.path.is_file()

    def turn_on(self) -> None:
        """Write the file. Its arguments may hold the page's key, so only its owner may read it."""
        write_private(self.path, self.content)

    def turn_off(self) -> None:
        """Remove the file, if it is there."""
        self.path.unlink(missing_ok=True)


@dataclass(frozen=True)
class RunValue:
    """A switch that is on while a value of the registry key `Run` is this command. Changes raise OSError."""

    command: str

    def is_on(self) -> bool:
        """Return True if the value is this command."""
        return self._value() == self.command

    def is_set(self) -> bool:
        """Return True if the value is there: the next login starts this program, if perhaps with other arguments."""
        return self._value() is not None

    def _value(self) -> str | None:
        import winreg  # Windows alone has it

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:  # type: ignore[attr-defined,unused-ignore]
                return str(winreg.QueryValueEx(key, NAME)[0])  # type: ignore[attr-defined,unused-ignore]
        except FileNotFoundError:
            return None

    def turn_on(self) -> None:
        """Write the value."""
        import winreg

        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:  # type: ignore[attr-defined,unused-ignore]
            winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, self.command)  # type: ignore[attr-defined,unused-ignore]

    def turn_off(self) -> None:
        """Delete the value, if it is there."""
        import winreg

        key = winreg.CreateKey(winreg.HKEY_CURRENT_USER, RUN_KEY)  # type: ignore[attr-defined,unused-ignore]
        with key, contextlib.suppress(FileNotFoundError):
            winreg.DeleteValue(key, NAME)  # type: ignore[attr-defined,unused-ignore]


Switch = StartupFile | RunValue


def switch(platform: str, environ: Mapping[str, str], home: Path, command: Sequence[str]) -> Switch:
    """Return the switch of a platform (as `sys.platform` names it) for a command."""
    if platform == "win32":
        return RunValue(subprocess.list2cmdline(command))
    if platform == "darwin":
        return StartupFile(home / "Library" / "LaunchAgents" / f"{NAME}.plist", launch_agent(command))
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return StartupFile(config / "autostart" / f"{NAME}.desktop", desktop_entry(command))


def desktop_entry(command: Sequence[str]) -> bytes:
    r"""Return an XDG desktop entry that runs a command.

    >>> desktop_entry(["/opt/my games/coign", "serve"]).decode().splitlines()[3]
    'Exec="/opt/my games/coign" "serve"'
    """
    words = " ".join(map(_quoted, command))
    lines = ["[Desktop Entry]", "Type=Application", "Name=Coign", f"Exec={words}", "Terminal=false"]
    return "\n".join([*lines, ""]).encode()


def launch_agent(command: Sequence[str]) -> bytes:
    """Return a property list that has launchd run a command at login."""
    return plistlib.dumps({"Label": NAME, "ProgramArguments": list(command), "RunAtLoad": True})


def own_command(platform: str, executable: str, is_frozen: bool) -> list[str]:
    """Return the command that serves as this process does, without a console window on Windows.

    `executable` is the stand-alone program itself where `is_frozen`; else the Python that has Coign.
    """
    if is_frozen:
        return [executable, "serve"]
    python = Path(executable)
    windowless = python.with_name("pythonw.exe")
    if platform == "win32" and windowless.is_file():
        python = windowless
    return [str(python), "-m", "coign", "serve"]


def is_frozen() -> bool:
    """Return True in the stand-alone program."""
    return bool(getattr(sys, "frozen", False))


def _quoted(word: str) -> str:
    """Quote an argument of `Exec`, where a `%` begins a field code."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", word)
    return f'"{escaped}"'.replace("\\", "\\\\").replace("%", "%%")
