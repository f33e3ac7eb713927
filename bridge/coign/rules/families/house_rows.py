"""The rows of the house rules: what the option of each position is called, what it asks, and what it offers.

One table for every family. A ruleset takes its rows and gives each a number, the condition as its books have it, and
the effect that its printed rules give; a row that two families have reads the same in both.

>>> from coign.rules import positions as by
>>> rear = REAR.numbered("K3", by.from_behind)
>>> rear.passage.id, rear.name, rear.default
('K3', 'rear', 'nothing')
>>> COVER.numbered("L5", by.covered(by.always("pathfinder-1"), "cover"), "ac+4").option.values[:3]
('ac+4', 'nothing', 'ac+1')
"""

from __future__ import annotations

import msgspec

from coign.protocol import Blocked, Choice, FactName
from coign.rules import conditions as is_
from coign.rules.case import Case
from coign.rules.families.house import ARMOUR, DICE, MISS, NOTHING, NUMBERS, STANDARD, Position
from coign.rules.options import one_of
from coign.rules.passage import Passage
from coign.rules.rule import ATTACKS, Rule, When

WORTH = (*NUMBERS, *DICE, *STANDARD)
COVER_WORTH = (*ARMOUR, *WORTH, "blocked")


class Row(msgspec.Struct, frozen=True):
    """A position without its number, its condition and its default."""

    name: str
    title: str
    text: str
    figure: FactName | None
    values: tuple[str, ...] = WORTH
    attack: str | None = None
    saves: bool = False  # as in `Position`

    def numbered(
        self,
        number: str,
        when: When,
        default: str = NOTHING,
        *,
        details: tuple[Choice, ...] = (),
        more: tuple[str, ...] = (),
    ) -> Position:
        """Make the position of a ruleset; `more` are values that only this ruleset offers, listed first."""
        passage = Passage(number, self.name, self.title, self.text, self.figure)
        return Position(passage, when, (*more, *self.values), default, self.attack, self.saves, details)


HEIGHT = Row("height", "Higher ground", "The attacker stands above the target.", "elevation")
FLANKING = Row("flanking", "Flanking", "Two attackers have the target between them.", "flanking", attack="melee")
REAR = Row("rear", "From behind", "The attacker is in the target's rear area.", "facing")

HALF_COVER = Row("half-cover", "Half cover", "The target has half cover.", "cover", COVER_WORTH, saves=True)
THREE_QUARTERS_COVER = Row(
    "three-quarters-cover",
    "Three-quarters cover",
    "The target has three-quarters cover.",
    "cover",
    COVER_WORTH,
    saves=True,
)
SOFT_COVER = Row("soft-cover", "Soft cover", "A creature is in the way.", "cover", COVER_WORTH)
COVER = Row("cover", "Cover", "The target has cover.", "cover", COVER_WORTH, saves=True)
IMPROVED_COVER = Row(
    "improved-cover", "Improved cover", "The target has improved cover.", "cover", COVER_WORTH, saves=True
)

LIGHTLY_OBSCURED = Row(
    "lightly-obscured", "Lightly obscured target", "Dim light, thin fog and the like.", "obscurement"
)
CONCEALMENT = Row("concealment", "Concealment", "Dim light, fog and the like.", "obscurement", (*MISS, *WORTH))
UNSEEN_TARGET = Row(
    "unseen-target", "Unseen target", "The attacker cannot see the target.", "obscurement", (*WORTH, "blocked")
)
UNSEEN_ATTACKER = Row("unseen-attacker", "Unseen attacker", "The target cannot see the attacker.", "obscurement")

DIFFICULT_GROUND = Row("difficult-ground", "Target in difficult ground", "The target stands in it.", "terrain")
ADJACENT_ARCHER = Row(
    "adjacent-archer", "Enemy next to an archer", "An enemy that can act sees the archer.", "range", attack="ranged"
)
LONG_RANGE = Row(
    "long-range",
    "Long range",
    "The target is beyond the normal range.",
    "range",
    (*WORTH, "blocked"),
    attack="ranged",
)
INTO_MELEE = Row("into-melee", "Shooting into a melee", "A friend fights the target.", "range", attack="ranged")

PRONE_NEAR = Row("prone-near", "Prone target within 5 ft", "The target lies on the ground.", None)
PRONE_FAR = Row("prone-far", "Prone target farther off", "The target lies on the ground.", None)
ATTACKER_PRONE = Row("attacker-prone", "Prone attacker", "The attacker lies on the ground.", None)


def total_cover(number: str) -> Rule:
    """Make the rule that every ruleset of house rules begins with: total cover bars attacks and saves."""
    text = "What cannot be reached at all cannot be attacked."
    passage = Passage(number, "total-cover", "Total cover", text, "cover")
    return passage.on((*ATTACKS, "save"), is_.covered("total"), Blocked())


def higher(ruleset: str) -> When:
    """A condition: the attacker stands as high above the target as the options of `heights` ask for."""

    def when(case: Case) -> str | None:
        needed = case.option(ruleset, f"height-{case.request.attack.kind}")
        return None if needed == "never" else is_.standing_above(float(needed))(case)

    return when


def heights(*, melee: str, ranged: str) -> tuple[Choice, ...]:
    """Make the options of the height that attacks in melee and at range need, from their defaults."""
    return (
        _height("height-melee", "Height needed in melee", melee),
        _height("height-ranged", "Height needed at range", ranged),
    )


def _height(name: str, title: str, first: str) -> Choice:
    values = dict.fromkeys((first, "2", "5", "10", "15", "20", "30", "never"))
    labels = {value: "no such rule" if value == "never" else f"{value} ft or more" for value in values}
    return one_of(name, title, "How far above the target the attacker has to stand.", labels)


def cover_saves(save: str, first: str) -> Choice:
    """Make the option of what cover adds to a kind of save: "Dexterity". `first` is its default."""
    labels = {"same": "the same number", "half": "half of it", "nothing": "nothing"}
    labels = {value: labels[value] for value in dict.fromkeys((first, *labels))}
    title, help = f"Cover and {save} saves", "What a number on armour class adds to the save."
    return one_of("cover-saves", title, help, labels)
