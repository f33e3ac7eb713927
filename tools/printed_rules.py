"""The two tables of docs/printed-rules.md: what ignores cover and the like, and what conditions and senses do.

Their names are made for the module too, which reads them from sheets and rolls.
"""

from __future__ import annotations

from pathlib import Path

from coign.rules import traits
from coign.rules.ignoring import TABLE
from coign.util.generated_files import remade

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "printed-rules.md"
NAMES = ROOT / "foundry-module" / "scripts" / "systems" / "ignoring-names.mjs"
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
HEAD_IGNORING = "| name | edition | source | ignores |\n| --- | --- | --- | --- |\n"
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


def tables() -> str:
    """Make the page's tables."""
    return ignoring() + of_traits()


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
    return {PAGE: remade(PAGE, "tables", "python3 dev.py generate", tables()), NAMES: names()}
