"""Read the report of a practice fight: each difference between a Foundry and the stand-in, as a sentence.

*Play the Practice Fight* in *Test My Set-Up* writes the file. Exit code 1 where something differs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Literal

import msgspec

from coign.commands import BadUsage
from coign.util.terminal import BOLD, DIM, Paint, read_bytes
from coign.util.text import printable

EXAMPLE = """\
example:
  coign report coign-practice-fight.json
"""
MOST_LINES = 20  # of the console


class Checks(msgspec.Struct, frozen=True):
    """The part of *Check Everything*: the checks that failed, with what each found."""

    failed: dict[str, str] = {}


class PageProblem(msgspec.Struct, frozen=True):
    """An error or a warning of the page, without its words."""

    level: str
    step: str
    fault: str


class Report(msgspec.Struct, frozen=True):
    """A report as the module writes it. The module leaves out what is too long, and adds a text that mentions it.

    Attributes:
        differences: a sentence each; None: there is no stand-in for this version and game system.
        left: kinds of documents that could not be removed.
    """

    kind: Literal["coign practice fight"]
    format: Literal[1]
    versions: dict[str, str]
    differences: list[str] | None = None
    not_played: dict[str, str] = msgspec.field(default={}, name="notPlayed")
    checks: Checks | str = Checks()
    lines: list[PageProblem] | str = []
    left: list[str] = []


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign report`."""
    parser.add_argument("report", metavar="FILE", help="the report of a practice fight; - is stdin")


def run(args: argparse.Namespace) -> int:
    """Print what differs. Return 1 if something does."""
    try:
        report = msgspec.json.decode(read_bytes(args.report), type=Report)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadUsage(f"{printable(args.report)} is no report of a practice fight: {problem}") from problem
    paint = Paint()
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    print(paint(printable(versions), BOLD))
    for title, sentences in _parts(report):
        print(paint(f"\n{title}", DIM))
        print("\n".join(f"  {printable(sentence)}" for sentence in sentences))
    return 1 if report.differences else 0


def _parts(report: Report) -> Iterator[tuple[str, list[str]]]:
    """Yield a title and its sentences for each part that has something to say."""
    if report.differences is None:
        yield "Compared", ["with nothing: there is no stand-in for this version and game system"]
    else:
        yield "Differs from the stand-in", report.differences or ["in nothing"]
    lines = report.lines if isinstance(report.lines, list) else []
    failed = report.checks.failed if isinstance(report.checks, Checks) else {}
    parts = {
        "Not played": [f"{step}: {why}" for step, why in report.not_played.items()],
        "Checks that failed": [f"{name}: {count}" for name, count in failed.items()],
        "Errors and warnings of the page": [f"{line.step}: {line.level}, {line.fault}" for line in lines[:MOST_LINES]],
        "Could not be removed": report.left,
    }
    yield from ((title, sentences) for title, sentences in parts.items() if sentences)
