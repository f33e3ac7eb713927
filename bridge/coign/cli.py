"""The command line: `coign COMMAND ...`; `coign` alone runs the bridge.

Exit codes: 0 done; 1 the answer is "no" (a case differs, a check fails); 2 bad usage or input, with one line on stderr;
130 interrupted.
"""

from __future__ import annotations

import argparse
import difflib
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import NoReturn, Protocol, cast

from coign.commands import BadUsage
from coign.errors import CoignError

COMMANDS = {
    "serve": "run the bridge; `coign` alone does that and shows its page in your browser",
    "demo": "run the bridge with a table in your browser, no Foundry needed",
    "pair": "make a one-time code for pairing; list or end pairings",
    "module": "install the Foundry module, or write it as a zip",
    "doctor": "explain why Foundry at some address can or cannot reach the bridge",
    "evaluate": "judge one attack in a scene file, or run worked cases",
    "check": "report what in a scene file can be read, what cannot, and why",
    "report": "read the report of a practice fight: what a Foundry does otherwise than the stand-in",
    "rulesets": "list the rule systems and their options",
    "replay": "replay a recorded session and compare the answers",
}
DEFAULT = ("serve", "--open")
USAGE = """\
usage: coign [COMMAND] [...]

Measures cover, light, height, flanking and facing in a Foundry scene, and judges how they change a roll.

{commands}

`coign COMMAND --help` says more of each. For example:
  coign                        run the bridge and show its page, with three steps on what to do next
  coign evaluate --scene crypt.json --actor Vala --target Ghoul
"""


class Command(Protocol):
    """The interface of a module in `coign.commands`."""

    __doc__: str | None
    EXAMPLE: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command and return its exit code."""


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message}; see `{self.prog} --help`")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _use_any_language()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] in (["-h"], ["--help"], ["help"]):
        print(USAGE.format(commands="\n".join(f"  {name:<10} {text}" for name, text in COMMANDS.items())), end="")
        return 0
    if arguments[:1] == ["--version"]:
        print(f"coign {version('coign')}")
        return 0
    if not arguments or arguments[0].startswith("-"):
        arguments = [*DEFAULT, *arguments]
    name = arguments.pop(0)
    if name not in COMMANDS:
        return _report(f"there is no command {name}{_suggestion(name)}")
    try:
        return _run(name, arguments)
    except CoignError as problem:
        return _report(str(problem), name)
    except RecursionError:
        return _report("the input is nested too deeply; no scene or case needs more than a dozen levels", name)
    except BrokenPipeError:
        # The reader (`| head`) has closed the pipe; Python must not flush to it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        return _report(f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem), name)
    except KeyboardInterrupt:
        return 130


def _run(name: str, arguments: Sequence[str]) -> int:
    command = cast(Command, import_module(f"coign.commands.{name}"))
    parser = _Parser(
        prog=f"coign {name}",
        description=command.__doc__,
        epilog=command.EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    try:
        args = parser.parse_args(arguments)
    except SystemExit:  # after --help
        return 0
    return command.run(args)


def _use_any_language() -> None:
    r"""Print names of any language: as UTF-8 to files and pipes, on Windows too.

    A terminal whose encoding lacks a character shows its escape: `\u30c9`.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def _report(problem: str, name: str = "") -> int:
    print(f"coign {name}".rstrip() + f": {' '.join(problem.split())}", file=sys.stderr)
    return 2


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, COMMANDS, n=1)
    return f"; did you mean {close[0]}?" if close else "; `coign --help` lists them"
