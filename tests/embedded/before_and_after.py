"""Compare this clone with another revision: the annotations of the same cases for both viewers, and the cards of some.

usage: python3 dev.py engine-cases --with REVISION [--all]

Differences are counted by kind: the fields that differ in an annotation, or what one card has in the place of what the
other has. Each kind is shown with its first case.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CARDS = 300
ROLL = {"d20": [{"value": 11, "kept": True}], "mode": "normal", "total": 17}
ARMOUR = {"ac": 15}
ANSWER = "import sys; from embedded.answers import answers; print(*answers(sys.stdin.buffer.read()), sep='\\n')"
VARIES = re.compile(r"\d+(\.\d+)?|(?<==\")[^\"<]*")  # numbers, and the values of attributes
PIECE = re.compile(r"<[^>]*>|[^<]+")  # of HTML: a tag, or the text between two
SHOWN = 160  # characters of an example

Difference = tuple[str, str]  # its kind, and an example


def main(revision: str, cases: list[dict[str, Any]]) -> int:
    """Compare all answers to these cases, and the cards of some of them. Returns an exit status."""
    asked = [seen_by(with_roll(case), viewer) for case in cases for viewer in ("gm", "player")]
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder, "other")
        check_out(revision, other)
        before, after = (answers_of(root, asked) for root in (other, ROOT))
        judged = [n for n, one in enumerate(after) if one.startswith("{") and before[n].startswith("{")]
        drawn = judged[:: max(1, len(judged) // CARDS)][:CARDS]
        cards = [cards_of(root, [lines[n] for n in drawn]) for root, lines in ((other, before), (ROOT, after))]
    answers = told("annotations", map(answers_differ, before, after), len(asked))
    return told("cards", map(cards_differ, *cards), len(cards[0])) or answers


def with_roll(case: dict[str, Any]) -> dict[str, Any]:
    """Give an attack a roll and its targets an armour class, as every card of one has them."""
    request = case["request"]
    if request.get("occasion", "attack") != "attack" or "roll" in request:
        return case
    defence = dict.fromkeys(request.get("targets", ()), ARMOUR) | request.get("defence", {})
    return case | {"request": request | {"roll": ROLL, "defence": defence}}


def seen_by(case: dict[str, Any], viewer: str) -> dict[str, Any]:
    """Return a case as it is asked for one viewer."""
    return case | {"request": case["request"] | {"viewer": viewer}}


# --- both sides -------------------------------------------------------------------------------------------------------


def check_out(revision: str, folder: Path) -> None:
    """Write the files of a revision into a folder."""
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(folder, filter="data")


def answers_of(root: Path, cases: list[dict[str, Any]]) -> list[str]:
    """Return what the engine of a clone answers, a line for each case."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(root / "tests"), str(root / "bridge")))}
    given = "\n".join(map(json.dumps, cases)).encode()
    done = subprocess.run([sys.executable, "-c", ANSWER], env=env, input=given, capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def cards_of(root: Path, annotations: list[str]) -> list[str]:
    """Return the cards that the module of a clone shows, in English and in German, as HTML."""
    command = ("node", ROOT / "tests" / "embedded" / "cards.mjs", root)
    done = subprocess.run(command, input="\n".join(annotations).encode(), capture_output=True, check=True)
    return done.stdout.decode().splitlines()


# --- differences ------------------------------------------------------------------------------------------------------


def told(what: str, differences: Iterable[list[Difference]], count: int) -> int:
    """Print the kinds of differences, the most frequent first. Returns 1 if there are any."""
    kinds: dict[str, list[str]] = defaultdict(list)
    alike = 0
    for found in differences:
        alike += not found
        for kind, example in dict(found).items():
            kinds[kind].append(example)
    print(f"{alike} of {count} {what} are alike")
    for kind, examples in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(f"{len(examples):6} x {kind}\n           {examples[0]}")
    return 1 if kinds else 0


def answers_differ(before: str, after: str) -> list[Difference]:
    """Return the fields that differ between two answers.

    >>> answers_differ('{"a": [1, {"b": 2}]}', '{"a": [1, {"b": 3, "c": 4}]}')
    [('a.b', '2 -> 3'), ('a.c', 'missing -> 4')]
    >>> answers_differ("UnknownToken: x", '{"a": 1}')
    [('(whole)', '"UnknownToken: x" -> {"a": 1}')]
    """
    if before == after:
        return []
    parsed = [json.loads(one) if one.startswith("{") else one for one in (before, after)]
    return [
        (path.lstrip(".") or "(whole)", " -> ".join(map(shown, pair))) for path, *pair in changes(parsed[0], parsed[1])
    ]


MISSING: Any = object()


def changes(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the path and both values of each field that differs; lists of one length are compared item by item."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            yield from changes(one.get(key, MISSING), other.get(key, MISSING), f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for pair in zip(one, other, strict=True):
            yield from changes(*pair, path)
    elif one != other:
        yield path, one, other


def shown(value: Any) -> str:
    """Return a value as short text."""
    return "missing" if value is MISSING else json.dumps(value, ensure_ascii=False)[:SHOWN]


def cards_differ(before: str, after: str) -> list[Difference]:
    """Return what one card has in the place of what the other has; not counting attributes as kinds.

    >>> cards_differ("<p>+2</p>", "<p>+3</p><b>!</b>")
    [('+# -> +#', '+2 -> +3'), ('nothing -> <b>!</b>', 'nothing -> <b>!</b>')]
    """
    if before == after:
        return []
    one, other = (PIECE.findall(text) for text in (before, after))
    found = []
    for action, start, end, from_, to in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if action != "equal":
            texts = ["".join(one[start:end])[:SHOWN] or "nothing", "".join(other[from_:to])[:SHOWN] or "nothing"]
            found.append((VARIES.sub("#", " -> ".join(texts)), " -> ".join(texts)))
    return found
