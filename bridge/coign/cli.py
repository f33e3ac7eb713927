"""The command line: `coign COMMAND ...`; `coign` alone serves.

Exit codes: 0 done, 1 the answer is "no" (a case differs, a check fails), 2 bad usage or input, said in one line on
stderr, 130 interrupted.
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
    "demo": "run it with a table in your browser, no Foundry needed",
    "pair": "make a one-time code to pair with; see or end the pairings there are",
    "module": "install the Foundry module, or say where Foundry can fetch it",
    "doctor": "say why Foundry at some address can or cannot reach the bridge",
    "evaluate": "judge one attack in a scene file, or run worked cases",
    "check": "say what can be read of a scene file, what cannot, and why",
    "rulesets": "list the rule systems and their options",
    "replay": "give a recorded conversation to the bridge again",
}
DEFAULT = ("serve", "--open")
USAGE = """\
usage: coign [COMMAND] [...]

Measures cover, light, height, flanking and facing in a Foundry scene, and judges what they do to a roll.

{commands}

`coign COMMAND --help` says more of each. For example:
  coign                        run the bridge and show its page, with three steps on what to do next
  coign evaluate --scene crypt.json --actor Vala --target Ghoul
"""


class Command(Protocol):
    """What a module of `coign.commands` has."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command. Returns an exit status."""


class _Parser(argparse.ArgumentParser):
    """argparse, but what is wrong is said in one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message}; see `{self.prog} --help`")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    _speak_any_language()
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] in (["-h"], ["--help"], ["help"]):
        print(USAGE.format(commands="\n".join(f"  {name:<10} {what}" for name, what in COMMANDS.items())), end="")
        return 0
    if words[:1] == ["--version"]:
        print(f"coign {version('coign')}")
        return 0
    if not words or words[0].startswith("-"):
        words = [*DEFAULT, *words]
    name = words.pop(0)
    if name not in COMMANDS:
        return _complain(f"there is no command {name}{_meant(name)}")
    try:
        return _run(name, words)
    except CoignError as problem:
        return _complain(str(problem), name)
    except RecursionError:
        return _complain("the input is nested too deep; no scene or case needs more than a dozen levels", name)
    except BrokenPipeError:
        # Whoever read our answers (`| head`) has enough; Python must not try to flush them once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        what = f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)
        return _complain(what, name)
    except KeyboardInterrupt:
        return 130


def _run(name: str, words: Sequence[str]) -> int:
    command = cast(Command, import_module(f"coign.commands.{name}"))
    parser = _Parser(
        prog=f"coign {name}",
        description=command.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    try:
        args = parser.parse_args(words)
    except SystemExit:  # after --help
        return 0
    return command.run(args)


def _speak_any_language() -> None:
    r"""Names in a scene are of any language, and not every terminal's encoding has them: there `\u30c9` stands for what
    it lacks. Files and programs that read on are given UTF-8, on Windows too."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def _complain(problem: str, name: str = "") -> int:
    print(f"coign {name}".rstrip() + f": {' '.join(problem.split())}", file=sys.stderr)
    return 2


def _meant(name: str) -> str:
    close = difflib.get_close_matches(name, COMMANDS, n=1)
    return f"; did you mean {close[0]}?" if close else "; `coign --help` lists them"
