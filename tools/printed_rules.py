"""Write docs/printed-rules.md: each rule of the rulesets for printed rules, its clause, and the cases that hold it.

It also writes the names that the module reads from sheets and rolls, for what ignores cover and the like.

usage: python tools/printed_rules.py [--check]

With --check nothing is written, and the exit status is 1 if a file is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from coign.rules import Ruleset, traits
from coign.rules.ignoring import TABLE
from coign.rulesets import BUILT_IN
from coign.util.generated_files import write

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "printed-rules.md"
NAMES = ROOT / "foundry-module" / "scripts" / "systems" / "ignoring-names.mjs"
CASES = ROOT / "tests" / "data" / "cases"
# The rulesets of printed games, and those whose players' house rules are put together from options.
PRINTED = (
    "fifth-edition-2014",
    "fifth-edition-2024",
    "pathfinder-1e",
    "pathfinder-2e",
    "starfinder-1e",
    "draw-steel",
    "lancer",
)
PLAYED = (*PRINTED, "house-rules", "house-rules-d20", "house-rules-swade")
HEAD = "| | rule | text and clause | held by |\n| --- | --- | --- | --- |\n"
FOUND_BY = """\
The module finds a feat, spell or item in a world of any language: by the game system's identifier, else by the English
name that Babele keeps, else by its place in the compendium, and by its name last. What is noted elsewhere counts beside
this table: *Ignores* on a token's sheet, Simple Cover 5e's property and flags, midi-qol's flags, the flag of Simbul's
Cover Calculator, and the range increments that pf2e leaves out.

"""
WORDS_OF_TRAITS = """\
The page `bridge/coign/rules/traits.md` explains the words. What a condition gives to a roll counts where the option
*Conditions of creatures* says that Coign gives it: from the start in fifth edition, whose system `dnd5e` leaves it to
the table. `pf1` and `pf2e` count it by themselves.

"""
HEAD_OF_TRAITS = "| name | edition | source | gives | held by |\n| --- | --- | --- | --- | --- |\n"
HEAD_OF_SOURCES = "\n| source | cases |\n| --- | --- |\n"
HEAD_IGNORING = "| name | edition | source | ignores |\n| --- | --- | --- | --- |\n"
MARK = "<!-- the tables from here on are made by `python tools/printed_rules.py`; do not edit them -->\n"
MOST = 4  # cases that a row names
HEAD_OF_NAMES = """\
/**
 * Names of what ignores cover and the like.
 * Made from `ignoring.md` and `traits.md` in `bridge/coign/rules/` by `python tools/printed_rules.py`; do not edit.
 */
"""
SHORT = 70  # characters of a list that certainly fits in one line
LISTS = (
    ("IGNORING_FEATS", ("feat",), "Feats and features that a creature has, of both tables."),
    ("IGNORING_ABILITIES", ("ability", "attack"), "Actions, spells and weapons, and the effects that they leave."),
    ("IGNORING_GEAR", ("gear",), "Gear in use."),
    ("EFFECTS", ("effect",), "Effects on a creature that count as statuses."),
)


def tables() -> str:
    """Make the page's tables: a section for each ruleset, then the table of what ignores what."""
    found = {ruleset.id: ruleset for ruleset in BUILT_IN}
    return MARK + "".join(section(found[key]) for key in PLAYED) + ignoring() + of_traits()


def section(ruleset: Ruleset) -> str:
    """Make the table of one ruleset: a row for each rule, with the cases that expect it in some state."""
    cases = json.loads((CASES / f"{ruleset.id}.json").read_text(encoding="utf-8"))
    rows = [f"\n## {ruleset.title}\n\nSource: {ruleset.source}.\n\n{HEAD}"]
    for row in ruleset.info().rules:
        names = [f"`{case['name']}`" for case in cases if holds(case, row.id)]
        shown = ", ".join(names[:MOST]) + (f" and {len(names) - MOST} more" if len(names) > MOST else "")
        rows.append(f"| {row.id} | {row.title} | {row.text} | {shown} |\n")
    return "".join(rows) + of_sources(cases)


def of_sources(cases: list[dict[str, Any]]) -> str:
    """Make the table of the books and sections that the cases of a ruleset come from; house rules have none."""
    by_source: dict[str, list[str]] = {}
    for case in cases:
        if "source" in case:
            by_source.setdefault(case["source"], []).append(f"`{case['name']}`")
    if not by_source:
        return ""
    published = sum("example" in case for case in cases)
    rows = [f"| {source} | {', '.join(names)} |\n" for source, names in sorted(by_source.items())]
    return (
        f"\nThe {len(cases)} cases by the passage that each shows; {published} of them are published examples.\n"
        f"{HEAD_OF_SOURCES}{''.join(rows)}"
    )


def holds(case: dict[str, Any], rule: str) -> bool:
    """Return whether a case expects something of a rule."""
    return any(rule in rules for rules in case["expect"].get("modifiers", {}).values())


def ignoring() -> str:
    """Make the table of feats, spells and weapons that ignore something."""
    rows = [f"\n## What ignores cover and the like\n\n{FOUND_BY}{HEAD_IGNORING}"]
    rows += [f"| {row.name} | {row.edition} | {row.source} | {', '.join(row.ignores)} |\n" for row in TABLE]
    return "".join(rows)


def of_traits() -> str:
    """Make the table of what conditions, kinds of creatures and senses do."""
    rows = [f"\n## What conditions, kinds of creatures and senses do\n\n{WORDS_OF_TRAITS}{HEAD_OF_TRAITS}"]
    rows += [
        f"| {row.name} ({row.kind}) | {row.edition} | {row.source} | {', '.join(row.gives)} | `{row.case}` |\n"
        for row in traits.TABLE
    ]
    return "".join(rows)


def names() -> str:
    """Make the module's lists of names: one for each place where it looks for them."""
    lists = [
        (
            title,
            sorted(
                {row.name for row in TABLE if row.where in where}
                | {row.name for row in traits.TABLE if row.kind in where}
            ),
            text,
        )
        for title, where, text in LISTS
    ]
    return HEAD_OF_NAMES + "".join(
        f"\n/** {text} */\nexport const {title} = new Set({in_lines(found)});\n" for title, found, text in lists
    )


def in_lines(found: list[str]) -> str:
    """Write names as the module's formatter does: in one line if they fit, else one a line."""
    short = ", ".join(f'"{name}"' for name in found)
    return f"[{short}]" if len(short) < SHORT else "[\n" + "".join(f'  "{name}",\n' for name in found) + "]"


def made() -> dict[Path, str]:
    """Return each file with its text."""
    return {PAGE: PAGE.read_text(encoding="utf-8").partition(MARK)[0] + tables(), NAMES: names()}


def main(arguments: list[str]) -> int:
    """Write the files, or compare them. Returns an exit status."""
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    return write(made(), "python3 dev.py generate", check=bool(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
