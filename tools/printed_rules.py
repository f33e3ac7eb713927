"""Write docs/printed-rules.md: each rule of the rulesets for printed rules, its clause, and the cases that hold it.

usage: python tools/printed_rules.py [--check]

With --check nothing is written, and the exit status is 1 if the page is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from coign.rules import Ruleset
from coign.rules.ignoring import TABLE
from coign.rulesets import BUILT_IN

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "printed-rules.md"
CASES = ROOT / "tests" / "data" / "cases"
PRINTED = (
    "fifth-edition-2014",
    "fifth-edition-2024",
    "pathfinder-1e",
    "pathfinder-2e",
    "house-rules",
    "house-rules-d20",
)
HEAD = "| | rule | text and clause | held by |\n| --- | --- | --- | --- |\n"
HEAD_IGNORING = "| name | edition | source | ignores |\n| --- | --- | --- | --- |\n"
MARK = "<!-- the tables from here on are made by `python tools/printed_rules.py`; do not edit them -->\n"
MOST = 4  # cases that a row names


def tables() -> str:
    """Make the page's tables: a section for each ruleset, then the table of what ignores what."""
    found = {ruleset.id: ruleset for ruleset in BUILT_IN}
    return MARK + "".join(section(found[key]) for key in PRINTED) + ignoring()


def section(ruleset: Ruleset) -> str:
    """Make the table of one ruleset: a row for each rule, with the cases that expect it in some state."""
    cases = json.loads((CASES / f"{ruleset.id}.json").read_text(encoding="utf-8"))
    rows = [f"\n## {ruleset.title}\n\nSource: {ruleset.source}.\n\n{HEAD}"]
    for row in ruleset.info().rules:
        names = [f"`{case['name']}`" for case in cases if holds(case, row.id)]
        shown = ", ".join(names[:MOST]) + (f" and {len(names) - MOST} more" if len(names) > MOST else "")
        rows.append(f"| {row.id} | {row.title} | {row.text} | {shown} |\n")
    published = sum("source" in case for case in cases)
    if published:
        rows.append(f"\n{published} of {len(cases)} cases are published examples, with their source.\n")
    return "".join(rows)


def holds(case: dict[str, Any], rule: str) -> bool:
    """Return whether a case expects something of a rule."""
    return any(rule in rules for rules in case["expect"].get("modifiers", {}).values())


def ignoring() -> str:
    """Make the table of feats, spells and weapons that ignore something."""
    rows = [f"\n## What ignores cover and the like\n\n{HEAD_IGNORING}"]
    rows += [f"| {row.name} | {row.edition} | {row.source} | {', '.join(row.ignores)} |\n" for row in TABLE]
    return "".join(rows)


def main(arguments: list[str]) -> int:
    """Write or check the page; returns an exit status."""
    before = PAGE.read_text(encoding="utf-8")
    after = before.partition(MARK)[0] + tables()
    if after == before:
        return 0
    if "--check" in arguments:
        print(f"{PAGE.relative_to(ROOT)} is stale: run python tools/printed_rules.py", file=sys.stderr)
        return 1
    PAGE.write_text(after, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
