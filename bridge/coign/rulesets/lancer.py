"""Lancer: cover by the map, in the words of the game; the numbers are options.

Source: facts of the game Lancer (Massif Press), and the words and numbers that its system in Foundry uses: soft cover
is one difficulty, hard cover two, and melee attacks that are not thrown, tech attacks and seeking weapons ignore both.
No text of the book is used. Nothing is added to a total: difficulty is a die of its own, which the system rolls. Before
the roll, the chance counts the difficulty of the cover together with the attack's own accuracy and difficulty: of the
d6 that are left the highest counts. From 20 on a hit is a critical one, but not of a tech attack.

>>> from coign.rules import example
>>> example(LANCER, kind="ranged", cover={"degree": "soft", "against": "low"})
['V1 Soft cover: 1 difficulty (behind a low wall)']
>>> example(LANCER, kind="ranged", cover={"degree": "hard", "against": "solid"})
['V2 Hard cover: 2 difficulty (solid terrain next to it hides it)']
>>> example(LANCER, kind="melee", cover={"degree": "hard", "against": "solid"})
[]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from coign.protocol import Blocked, Chance, Note, Outcome
from coign.rules import Case, Finding, Law, Ruleset, book, outcome
from coign.rules import conditions as is_
from coign.rules.families.stacking import DICE_BY_HAND, NUMBERS_BY_HAND, die_beside, one_die, stack
from coign.rules.odds import by_total
from coign.rules.options import of_cover
from coign.rules.phrases import Template, fixed, noted
from coign.rules.rule import When

ID = "lancer"
DEGREES = ("soft-cover", "hard-cover")
CRITICAL = 20  # the least total of a critical hit
DIE, DAMAGE = DICE_BY_HAND
ACCURACY = replace(DIE, usual=(-6, 6))  # a die of difficulty, one of accuracy
NEXT_TO = 0.5  # spaces: an obstacle is on the edge of the target's space, or up to the middle of the next one

BOOK = book(__file__)
COVER, MEASURED_BY = of_cover("invisible-walls", "windows")
NEXT_TO_IT = fixed("terrain-next-to-it", "solid terrain next to it hides it")
OBSCURED = fixed("something-obscures-it", "something on the way obscures it")
ONE, DIFFICULTY = fixed("one-difficulty", "1 difficulty"), Template("so-many-difficulty", "{number} difficulty")


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
        if degree == "hard" and fact.against == "solid":
            return NEXT_TO_IT
        return OBSCURED if fact.against == "area" and not fact.by else is_.cover_in_words(case)

    return when


def _difficulty(name: str) -> Callable[[Case], Note]:
    def gives(case: Case) -> Note:
        number = case.option(ID, name)
        return noted(ONE if number == "1" else DIFFICULTY(number=str(number)))

    return gives


def _conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Add what a GM adds by hand; the rest is the system's."""
    result = outcome.unjudged(outcome.conclude(case, findings, label, mode="normal", die=die_beside(findings)))
    covers = {finding.rule.modifier for finding in findings if finding.on} & set(DEGREES)
    difficulty = sum(int(case.option(ID, name)) for name in covers)
    return result if label == "blocked" else replace(result, chance=_chance(case, result, difficulty))


def _chance(case: Case, result: Outcome, difficulty: int) -> Chance | None:
    """Return the chance of a hit before the roll; None if the bonus or what it meets is not known."""
    roll, attack, meets = case.request.roll, case.request.attack, case.defence.ac
    if (roll is not None and roll.d20) or attack.bonus is None or meets is None:
        return None
    need = meets - attack.bonus
    accuracy = sum((sides > 0) - (sides < 0) for sides in attack.dice) + case.defence.edges - case.defence.banes
    beside = () if result.dice is None else (int(result.dice.replace("1d", "")),)
    after, least = need + result.flat.ac - result.flat.attack, CRITICAL - attack.bonus - result.flat.attack
    chance = partial(by_total, accuracy=accuracy - difficulty, beside=beside)
    return Chance(
        before=by_total(need, accuracy=accuracy),
        after=chance(after),
        critical=None if attack.spell else chance(max(after, least)),
    )


LANCER = Ruleset(
    id=ID,
    title="Lancer",
    family="other",
    source="Facts of the game, and the words of its system in Foundry",
    law=Law(stack(one_die), _conclude, "other", by_hand=(*NUMBERS_BY_HAND, ACCURACY, DAMAGE)),
    rules=(
        BOOK["total-cover"].on_attack(is_.covered("total"), Blocked()),
        BOOK["hard-cover"].on_attack(_covered("hard-cover", "hard"), _difficulty("hard-cover")),
        BOOK["soft-cover"].on_attack(_covered("soft-cover", "soft"), _difficulty("soft-cover")),
    ),
    options=(*BOOK.options, *COVER),
    conventions={"cover": "dmg", "degrees": "hard", "near": NEXT_TO},
    measured_by=MEASURED_BY,
    degrees=("none", "soft", "hard", "total"),
)
