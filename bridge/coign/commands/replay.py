"""Replay a record of `coign serve --record`, and list the answers that differ now."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from coign.annotations import engine
from coign.server.replay import Replay, read
from coign.util.terminal import DIM, RED, Paint
from coign.util.text import printable

EXAMPLE = """\
example:
  coign serve --record evening.jsonl
  coign replay evening.jsonl
"""
SHOWN = 10  # differences: the first ones matter most


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign replay`."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the record")
    parser.add_argument("--json", action="store_true", help="each difference as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Return 0 if every answer is the same, else 1."""
    with args.file.open("rb") as file:
        lines = read(file)
    replay, different, paint = Replay(engine), 0, Paint()
    for difference in replay.run(lines):
        different += 1
        then, now = _shown(difference.then), _shown(difference.now)
        if args.json:
            print(msgspec.json.encode(difference).decode())
        elif different <= SHOWN:
            print(paint(f"line {difference.line}", RED), f"then {then}\n     now  {now}", sep="\n     ")
    if not args.json:
        verdict = "all the same" if not different else f"{different} different"
        print(paint(f"{replay.compared} answers, {verdict}", DIM))
    return 1 if different else 0


def _shown(answer: dict[str, Any] | None) -> str:
    """Return an answer as JSON without control characters: the record may come from anyone."""
    return printable(msgspec.json.encode(answer).decode())
