"""The printed game that a rule text lies over, and what that game's feats and spells ignore of the text's own rows.

A text that is used alone knows only its own words. Over a printed game it knows that game's exceptions as well: a
Sharpshooter's arrow ignores half cover, whatever half cover is worth.
"""

from __future__ import annotations

from coign.rules.case import Case
from coign.rules.ignoring import Edition, ignored
from coign.rules.rule import When

FIFTH: dict[str, Edition] = {
    "fifth-edition-2014": "fifth-2014",
    "fifth-edition-2024": "fifth-2024",
    "house-rules": "fifth-2014",
}
D20 = "pathfinder-1e"


def printing(case: Case) -> Edition | None:
    """Return the printed game in use, as `coign.rules.ignoring` names it; None if a text is used alone."""
    if D20 in case.options:
        return "v3.5" if case.option(D20, "edition") == "v3.5" else "pathfinder-1"
    return next((edition for ruleset, edition in FIFTH.items() if ruleset in case.options), None)


def ignores(case: Case, word: str) -> bool:
    """Return whether the printed game in use lets this attack, save or check ignore something."""
    edition = printing(case)
    return edition is not None and word in ignored(case, edition)


def unless_printed(word: str, condition: When) -> When:
    """A condition that nothing in the printed game in use makes the attack ignore."""
    return lambda case: None if ignores(case, word) else condition(case)


def only_if_printed(word: str, condition: When) -> When:
    """A condition that counts only where something in the printed game in use makes the attack ignore `word`."""
    return lambda case: condition(case) if ignores(case, word) else None
