"""Lancer: what the map says of cover, in the words of the game; the numbers are options.

Source: facts of the game Lancer (Massif Press), and the words and numbers that its system in Foundry uses: soft cover
is one difficulty, hard cover two, and melee attacks that are not thrown, tech attacks and seeking weapons ignore both.
No text of the book is used. Nothing is added to a total: difficulty is a die of its own, which the system rolls.

>>> from coign.rules import example
>>> example(LANCER, kind="ranged", cover={"degree": "soft", "against": "low"})
['V1 Soft cover: 1 difficulty (behind a low wall)']
>>> example(LANCER, kind="ranged", cover={"degree": "hard", "against": "solid"})
['V2 Hard cover: 2 difficulty (behind a wall)']
>>> example(LANCER, kind="melee", cover={"degree": "hard", "against": "solid"})
[]
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from coign.protocol import Blocked, Note, Outcome
from coign.rules import ATTACKS, Case, Finding, Law, Passage, Ruleset, outcome
from coign.rules import conditions as is_
from coign.rules.families.stacking import DICE_BY_HAND, NUMBERS_BY_HAND, die_beside, one_die, stack
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS, in_group, one_of
from coign.rules.phrases import Template, fixed, noted
from coign.rules.rule import When

ID = "lancer"
NEXT_TO = 0.5  # spaces: an obstacle stands on the edge of the target's space, or up to the middle of the next one

LINE_OF_SIGHT = Passage(
    "V0", "total-cover", "No line of sight", "From no space of the attacker's any of the target's is seen.", "cover"
)
SOFT = Passage("V1", "soft-cover", "Soft cover", "Something obscures the target, or obstructs a part of it.", "cover")
HARD = Passage(
    "V2", "hard-cover", "Hard cover", "The target is next to what is solid and hides it, and is not flanked.", "cover"
)
ONE, DIFFICULTY = fixed("one-difficulty", "1 difficulty"), Template("so-many-difficulty", "{number} difficulty")

WORTH = {"1": "1 difficulty", "2": "2 difficulty", "3": "3 difficulty", "nothing": "nothing"}


OPTIONS = (
    *in_group(
        "cover",
        one_of("soft-cover", "Soft cover", SOFT.text, {"1": WORTH["1"], **WORTH}),
        one_of("hard-cover", "Hard cover", HARD.text, {"2": WORTH["2"], **WORTH}),
        one_of(
            "melee-cover",
            "Cover in melee",
            "Whether cover counts for melee attacks that are not thrown.",
            {"never": "never", "always": "as for any attack"},
        ),
        one_of(
            "creatures",
            "Characters in the way",
            "Whether a character between attacker and target gives cover.",
            {"nothing": "no cover", "soft": "soft cover"},
        ),
    ),
    *(option for option in COVER_OPTIONS if option.name in ("invisible-walls", "windows")),
)


def _counts(name: str) -> Callable[[Case], bool]:
    def counts(case: Case) -> bool:
        attack = case.request.attack
        melee = attack.kind == "melee" and case.option(ID, "melee-cover") == "never"
        return not melee and "cover" not in attack.ignores and case.option(ID, name) != "nothing"

    return counts


def _covered(name: str, degree: str) -> When:
    counts = _counts(name)

    def when(case: Case) -> str | None:
        fact = case.facts.cover
        if not counts(case) or fact.degree != degree:
            return None
        if fact.against == "creature" and case.option(ID, "creatures") == "nothing":
            return None
        return is_.cover_in_words(case)

    return when


def _difficulty(name: str) -> Callable[[Case], Note]:
    def gives(case: Case) -> Note:
        number = case.option(ID, name)
        return noted(ONE if number == "1" else DIFFICULTY(number=str(number)))

    return gives


def _conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Add what a GM adds by hand, and judge neither hit nor critical: both are the system's."""
    found = outcome.conclude(case, findings, label, mode="normal", die=die_beside(findings))
    return msgspec.structs.replace(found, hit=None, critical=False, margin=None, chance=None)


LANCER = Ruleset(
    id=ID,
    title="Lancer",
    family="other",
    source="Facts of the game, and the words of its system in Foundry",
    law=Law(stack(one_die), _conclude, "other", by_hand=(*NUMBERS_BY_HAND, *DICE_BY_HAND)),
    rules=(
        LINE_OF_SIGHT.on(ATTACKS, is_.covered("total"), Blocked()),
        HARD.on_attack(_covered("hard-cover", "hard"), _difficulty("hard-cover")),
        SOFT.on_attack(_covered("soft-cover", "soft"), _difficulty("soft-cover")),
    ),
    options=OPTIONS,
    conventions={"cover": "dmg", "degrees": "hard", "near": NEXT_TO},
    measured_by={
        name: sets for name, sets in MEASURED_BY_COVER_OPTIONS.items() if name in ("invisible-walls", "windows")
    },
    degrees=("none", "soft", "hard", "total"),
)
