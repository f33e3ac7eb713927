"""Feats, spells and weapons that ignore cover, concealment or another hindrance: a table, and how its rows apply.

The table is the page `ignoring.md`, which says what its columns mean. What a token or an attack brings by itself
(`ignores`) counts beside it. A text that is used alone knows only its own words. Over a printed game (`printing`) it
knows that game's exceptions as well: a Sharpshooter's arrow ignores half cover, whatever half cover is worth.

The module reads the names from sheets and rolls: `foundry-module/scripts/systems/ignoring-names.mjs` is made from this
table.

>>> [row.source for row in TABLE if row.name == "sacred-flame"]
['System Reference Document 5.1, Sacred Flame', 'System Reference Document 5.2.1, Sacred Flame']
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeVar, get_args

import msgspec

from coign.rules.case import Case, Creature
from coign.util.names import names_creature
from coign.util.tables import tables

PrintedEdition = Literal["fifth-2014", "fifth-2024", "v3.5", "pathfinder-1", "pathfinder-2", "draw-steel", "swade"]
Kind = Literal["any", "ranged", "ranged-weapon", "ranged-spell", "melee", "spell", "save", "perception"]
Where = Literal["feat", "ability", "attack", "gear"]
R = TypeVar("R")
EditionOf = Callable[[Case], str | None]  # the edition whose rows count in a case, or None

# The printed games, by ruleset. Pathfinder's has both of its editions.
FIFTH: dict[str, PrintedEdition] = {
    "fifth-edition-2014": "fifth-2014",
    "fifth-edition-2024": "fifth-2024",
    "house-rules": "fifth-2014",
}
D20 = "pathfinder-1e"


class Ignoring(msgspec.Struct, frozen=True):
    """One row: a name, its rules and their source, and what the attack ignores because of it."""

    name: str
    edition: PrintedEdition
    source: str
    where: Where
    only: Kind
    ignores: tuple[str, ...]
    holder: Literal["actor", "target"] = "actor"
    within: float | None = None  # in feet
    weapon: str = ""  # a word that the attack's name has


def by_edition(page: Path, kind: type[R], words: str) -> dict[str, tuple[R, ...]]:
    """Read the page of a table for each edition: rows of a kind, whose column `words` is a list."""
    names = {}
    for edition, rows in tables(page).items():
        if edition in get_args(PrintedEdition):
            given = ({name: cell for name, cell in row.items() if cell} for row in rows)
            cells = ({**row, "edition": edition, words: row[words].split(", ")} for row in given)
            names[edition] = tuple(msgspec.convert(row, kind, strict=False) for row in cells)
    return names


_BY_EDITION = by_edition(Path(__file__).with_suffix(".md"), Ignoring, "ignores")
TABLE = tuple(row for rows in _BY_EDITION.values() for row in rows)


def ignored(case: Case, edition: str) -> frozenset[str]:
    """Return the words for all that this attack, save or check ignores by the rules of an edition."""
    own = case.request.attack.ignores + case.actor.coign.ignores
    return frozenset(own).union(*(row.ignores for row in _BY_EDITION[edition] if _counts(row, case)))


def printing(case: Case) -> PrintedEdition | None:
    """Return the edition of the printed game in use; None if a text is used alone."""
    if D20 in case.options:
        return "v3.5" if case.option(D20, "edition") == "v3.5" else "pathfinder-1"
    return next((edition for ruleset, edition in FIFTH.items() if ruleset in case.options), None)


def ignores(case: Case, edition: EditionOf, word: str) -> bool:
    """Return whether the rules of an edition let this attack, save or check ignore something."""
    printed = edition(case)
    return printed is not None and word in ignored(case, printed)


def _counts(row: Ignoring, case: Case) -> bool:
    holder = case.actor if row.holder == "actor" else case.target
    if not _is_about(row.only, case) or not _is_named(row, case, holder):
        return False
    if row.within is not None and not case.within(row.within):
        return False
    return not row.weapon or names_creature((row.weapon,), case.request.attack.name)


def _is_named(row: Ignoring, case: Case, holder: Creature) -> bool:
    """Return whether the creature, or the attack it makes, has the name of a row."""
    if row.where == "feat" and holder.feat(row.name):
        return True
    if row.holder == "target":
        return False
    if row.where == "attack":
        return names_creature((row.name.replace("-", " "),), case.request.attack.name) or case.ability(row.name)
    return case.ability(row.name)


def _is_about(only: Kind, case: Case) -> bool:
    attack, occasion = case.request.attack, case.request.occasion
    if only in ("save", "perception") or occasion in ("save", "perception"):
        return only == occasion
    match only:
        case "ranged":
            return attack.kind == "ranged"
        case "ranged-weapon":
            return attack.kind == "ranged" and not attack.spell
        case "spell":
            return attack.spell
        case "ranged-spell":
            return attack.kind == "ranged" and attack.spell
        case "melee":
            return attack.kind == "melee"
    return True
