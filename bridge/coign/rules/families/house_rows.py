"""The rows of the house rules: what the option of each position is called, what it asks, and what it offers.

One table for every family, the page `house_rows.md`. A ruleset takes its rows and gives each a number, the condition as
its books have it, and the effect that its printed rules give; a row that two families have reads the same in both.

>>> from coign.rules import positions as by
>>> rear = position("rear", "K3", by.from_area("rear"))
>>> rear.passage.id, rear.name, rear.default
('K3', 'rear', 'nothing')
>>> position("cover", "L5", by.covered(by.always("pathfinder-1"), "cover"), "ac+4").options[0].values[:3]
('ac+4', 'nothing', 'ac+1')
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

import msgspec

from coign.protocol import Blocked, Choice, Condition, FactName, Forbid, Form, Measure, WorthKind
from coign.protocol.evaluate import AttackKind
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.book import RuleText
from coign.rules.case import EPSILON, Case
from coign.rules.families.house import NOTHING, STANDARD, Position
from coign.rules.options import one_of
from coign.rules.phrases import Template
from coign.rules.rule import ATTACKS, Rule, When
from coign.util.tables import tables

AWAY = Template("so-far-away", "{distance} away")
HELPED = Template("helped-by", "others who fight it with you: {number}")
NUMBERS = tuple(f"{number:+d}" for number in (1, 2, 3, 4, 5, 10, -1, -2, -3, -4, -5, -10))
OFFERED: dict[str, tuple[str, ...]] = {  # the values that the rule chooser lists, by the page's words
    "worth": (*NUMBERS, "+1d4", "-1d4", "+1d6", "-1d6", *STANDARD),
    "armour": tuple(f"ac{number:+d}" for number in (1, 2, 3, 4, 5, 8, 10)),
    "miss": ("miss-20", "miss-50"),
    "blocked": ("blocked",),
    "same": ("same",),
    "": (),
}
KINDS: dict[str, tuple[WorthKind, ...]] = {
    "worth": ("number", "die", "advantage", "disadvantage"),
    "armour": ("ac",),
    "miss": ("miss",),
    "blocked": ("blocked",),
    "same": ("same",),
    "": (),
}
ROWS = {cells["row"]: cells for cells in tables(Path(__file__).with_suffix(".md"))["Rows"]}
WHO_FLANKS = {  # where a table may choose
    "opposite": "on opposite sides or corners",
    "edge": "on different sides",
    "beside": "anywhere beside the target",
}
COUNTED = ("helpers", "creatures", "increment")  # of which a number may count once for each


def position(
    row: str,
    number: str,
    when: When,
    default: str = NOTHING,
    *,
    details: tuple[Choice, ...] = (),
    more: Literal["", "miss"] = "",
    aside: When | None = None,
) -> Position:
    """Make a ruleset's position of a row: its number there, the condition as its books have it, and its default worth.

    `more` is a kind of worth that only this ruleset offers; the rest is as in `Position`.
    """
    cells = ROWS[row]
    own, at = cells["values"].split(", "), msgspec.convert(cells["at"], Measure)
    attack = msgspec.convert(cells["attack"] or None, AttackKind | None)
    left = {*(("attack",) if attack else ()), *(("each",) if at not in COUNTED else ())}
    left |= set() if at == "creatures" else {"blocker"}
    measured, count = MEASURES[at]
    return Position(
        RuleText(number, row, cells["title"], cells["text"], msgspec.convert(cells["fact"] or None, FactName | None)),
        when,
        Form(
            tuple(dict.fromkeys(("nothing", *(kind for word in (*own, more) for kind in KINDS[word])))),
            at,
            tuple(word for word in get_args(Condition) if word not in left),
        ),
        tuple(value for word in (more, *own) for value in OFFERED[word]),
        default,
        attack,
        measured if count is None or measured is None else lambda so_many: is_.both(when, measured(so_many)),
        count,
        cells["saves"] == "yes",
        details,
        aside,
    )


def within(feet: float) -> When:
    """A condition: the target is at most so many feet away."""
    return lambda case: AWAY(distance=_away(case)) if _feet_away(case) <= feet + EPSILON else None


def beyond(feet: float) -> When:
    """A condition: the target is at least so many feet away."""
    return lambda case: AWAY(distance=_away(case)) if _feet_away(case) >= feet - EPSILON else None


def _feet_away(case: Case) -> float:
    return case.facts.range.distance / case.foot


def _away(case: Case) -> str:
    return case.length(case.facts.range.distance)


def behind_creatures(case: Case) -> str | None:
    """The target's cover, whatever its degree, comes from a creature."""
    fact = case.facts.cover
    return is_.cover_in_words(case) if fact.against == "creature" and fact.degree not in ("none", "total") else None


def _helped_by(number: float) -> When:
    return lambda case: HELPED(number=helpers(case)) if helpers(case) >= number else None


def helpers(case: Case) -> int:
    """Return how many others fight the target hand to hand, whether they stand opposite the attacker or not."""
    company = case.facts.range.company
    return len({*case.facts.flanking.with_, *(company.engaged if company is not None else ())} - {case.actor.id})


def _so_many_in_the_way(number: float) -> When:
    return lambda case: is_.cover_in_words(case) if len(case.facts.cover.soft) >= number else None


# What the number behind an @ asks for, and how many a number for each counts.
MEASURES: dict[Measure, tuple[Callable[[float], When] | None, Callable[[Case], int] | None]] = {
    "": (None, None),
    "above": (is_.standing_above, None),
    "within": (within, None),
    "beyond": (beyond, None),
    "helpers": (_helped_by, helpers),
    "creatures": (_so_many_in_the_way, lambda case: max(1, len(case.facts.cover.soft))),
    "increment": (by.in_increment, lambda case: (case.facts.range.increment or 1) - 1),
}


def total_cover(number: str) -> Rule:
    """Make the rule that every ruleset of house rules begins with: total cover bars attacks and saves."""
    text = "What cannot be reached at all cannot be attacked."
    passage = RuleText(number, "total-cover", "Total cover", text, "cover", replaces=("core-total-cover",))
    return passage.on((*ATTACKS, "save"), is_.covered("total"), Blocked())


def not_threatened(number: str) -> Rule:
    """Make the rule on attacks of opportunity: who makes them is able to act, and has the target in reach."""
    text = "An attack of opportunity is made by one who is able to act, against one within reach."
    passage = RuleText(number, "not-threatened", "Attacks of opportunity", text, "range")
    return passage.on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack"))


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


def who_flanks(*readings: str) -> Choice:
    """Make the option of where two attackers have to be to flank; the first reading is its default."""
    labels = {reading: WHO_FLANKS[reading] for reading in readings}
    return one_of("flanking-reading", "Who flanks", "Where two attackers have to be.", labels)


def cover_saves(save: str, first: str) -> Choice:
    """Make the option of what cover adds to a kind of save: "Dexterity". `first` is its default."""
    labels = {"same": "the same number", "half": "half of it", "nothing": "nothing"}
    labels = {value: labels[value] for value in dict.fromkeys((first, *labels))}
    title, help = f"Cover and {save} saves", "What a number on armour class adds to the save."
    return one_of("cover-saves", title, help, labels)
