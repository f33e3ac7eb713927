"""Write what is made from the rule systems and the design: pages in docs/, and files of the module.

usage: python -m tools.generated [--check]

With --check, write nothing; list the files that are not up to date and exit with 1 if there are any. The practice
table and the docs have copies of the design tokens, because each is served without the others.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import statements

from coign.rules import traits
from coign.rules.ignoring import TABLE
from coign.util.design import css, javascript
from coign.util.generated_files import remade, write

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "python3 dev.py generate"
PRINTED_RULES = ROOT / "docs" / "printed-rules.md"
NAMES = ROOT / "foundry-module" / "scripts" / "systems" / "ignoring-names.mjs"
IGNORING = """\

## What ignores cover and the like

The module finds a feat, spell or item in a world of any language: by the game system's identifier, else by the English
name that Babele keeps, else by its place in the compendium, and by its name last. What is noted elsewhere counts beside
this table: *Ignores* on a token's sheet, Simple Cover 5e's property and flags, midi-qol's flags, the flag of Simbul's
Cover Calculator, and the range increments that pf2e leaves out.

| name | edition | source | ignores |
| --- | --- | --- | --- |
"""
TRAITS = """\

## What conditions, kinds of creatures and senses do

The page `bridge/coign/rules/traits.md` explains the words. What a condition gives to a roll counts where the option
*Conditions of creatures* says that Coign gives it: from the start in fifth edition, whose system `dnd5e` leaves it to
the table. `pf1` and `pf2e` count it by themselves.

| name | edition | source | gives | held by |
| --- | --- | --- | --- | --- |
"""
HEAD_OF_NAMES = """\
/**
 * Names of what ignores cover and the like.
 * Made from `ignoring.md` and `traits.md` in `bridge/coign/rules/` by `python3 dev.py generate`; do not edit.
 */
"""
SHORT = 70  # characters of a list that certainly fits in one line
LISTS = (
    ("IGNORING_FEATS", ("feat",), "Feats and features that a creature has, of both tables."),
    ("IGNORING_ABILITIES", ("ability", "attack"), "Actions, spells and weapons, and the effects that they leave."),
    ("IGNORING_GEAR", ("gear",), "Gear in use."),
    ("EFFECTS", ("effect",), "Effects on a creature that count as statuses."),
)


def tokens() -> dict[Path, str]:
    """Return the files of the design tokens with their texts."""
    sheets = ("foundry-module/styles/tokens.css", "bridge/tabletop/tokens.css", "docs/tokens.css")
    return {ROOT / path: css() for path in sheets} | {ROOT / "foundry-module/scripts/util/tokens.mjs": javascript()}


def printed_rules() -> dict[Path, str]:
    """Return docs/printed-rules.md with its two tables, and the names of both, which the module reads from sheets."""
    ignoring = [f"| {row.name} | {row.edition} | {row.source} | {', '.join(row.ignores)} |\n" for row in TABLE]
    gives = [
        f"| {row.name} ({row.kind}) | {row.edition} | {row.source} | {', '.join(row.gives)} | `{row.case}` |\n"
        for row in traits.TABLE
    ]
    tables = "".join((IGNORING, *ignoring, TRAITS, *gives))
    return {PRINTED_RULES: remade(PRINTED_RULES, "tables", COMMAND, tables), NAMES: names()}


def names() -> str:
    """Make the module's lists of names: one for each place where it looks for them."""
    kinds = {*((row.name, row.where) for row in TABLE), *((row.name, row.kind) for row in traits.TABLE)}
    lists = [(title, sorted({name for name, kind in kinds if kind in where}), text) for title, where, text in LISTS]
    return HEAD_OF_NAMES + "".join(
        f"\n/** {text} */\nexport const {title} = new Set({in_lines(found)});\n" for title, found, text in lists
    )


def in_lines(found: list[str]) -> str:
    """Write names as the module's formatter does: in one line if they fit, else one a line."""
    short = ", ".join(f'"{name}"' for name in found)
    return f"[{short}]" if len(short) < SHORT else "[\n" + "".join(f'  "{name}",\n' for name in found) + "]"


def main(arguments: list[str]) -> int:
    """Write the files, or compare them. Returns an exit status."""
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    return write(tokens() | statements.pages() | printed_rules(), COMMAND, check=bool(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
