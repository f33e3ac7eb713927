"""House rules for SWADE: cover by the share of the body, illumination by level, gang-up by count, range by bracket.

Source: your table. Every number is an option, and no text of the book is used. An attack is a trait die with its wild
die, of which the better counts, against a target number that the system knows: so the numbers that count change a
total, and hit and raises stay the system's word.

>>> from coign.rules import example
>>> half = {"degree": "half", "exposure": 0.5, "against": "solid"}
>>> example(HOUSE_RULES_SWADE, kind="ranged", cover=half)
['W2 Half hidden: -4 attack (50 % of it is hidden)']
>>> example(HOUSE_RULES_SWADE, kind="ranged", options={"half-hidden": "-3"}, cover=half)
['W2 Half hidden: -3 attack (50 % of it is hidden)']
>>> example(HOUSE_RULES_SWADE, flanking={"with_": ["C", "D"]})
['W8 Gang up: +2 attack (others who fight it with you: 2)']
>>> example(HOUSE_RULES_SWADE, kind="ranged", flanking={"with_": ["C", "D"]})
[]
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from coign.protocol import Chance, CoverFact, FactName, Flat, Form, Outcome
from coign.protocol.evaluate import AttackKind
from coign.rules import Case, Finding, Ruleset, RuleText, outcome
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.case import EPSILON
from coign.rules.families import house_rows as rows
from coign.rules.families.house import STACKING, Position, law
from coign.rules.families.stacking import OPPOSITE, only_best
from coign.rules.odds import acing
from coign.rules.options import of_cover
from coign.rules.phrases import Template, fixed
from coign.rules.rule import When
from coign.util.tables import tables

ID = "house-rules-swade"
RAISE = 4  # so far above the target number
MOST_HELPERS = 4  # of a gang-up: as many as its bonus counts at first
VULNERABLE, IS_VULNERABLE = 2, ("vulnerable", "bound")  # added to attacks on a target with one of these
OFFERED = tuple(f"{number:+d}" for number in (-1, -2, -3, -4, -5, -6, -8, -10, 1, 2))
HIDES: dict[str, float] = {"half": 0.5, "three-quarters": 0.75, "total": 1.0}  # the least of each degree
STEPS: dict[str, float] = {
    "light-cover": 0.25,
    "medium-cover": 0.5,
    "heavy-cover": 0.75,
    "near-total": 0.9,
}  # the same in the game's words
COVER, MEASURED_BY = of_cover("invisible-walls", "windows", "lying-creatures")

PRONE_FAR = Template("prone-so-far", "the target is prone, and {distance} away")
PRONE_IS_COVER = fixed("prone-is-cover", "prone and cover do not add up: only the greater one counts")
FAR = 3  # spaces, from which on a prone target is harder to hit
HIDDEN = Template("so-much-hidden", "{share} of it is hidden")


def hidden(least: float, below: float) -> When:
    """A condition: at least this share of the target is hidden, and less than the next one.

    Cover that the GM has marked on the map hides the share that its degree names.
    """

    def when(case: Case) -> str | None:
        fact = case.facts.cover
        share = share_hidden(fact)
        inside = fact.effect and least <= share + EPSILON and share + EPSILON < below
        return HIDDEN(share=f"{100 * share:.0f} %") if inside else None

    return when


def share_hidden(fact: CoverFact) -> float:
    """Return the hidden share of the target: what is measured, or what the degree that a GM has named says, if more."""
    return max(1 - fact.exposure, (HIDES | STEPS).get(fact.degree, 0.0))


def step(fact: CoverFact) -> str:
    """Return the degree of cover in the game's words.

    >>> step(CoverFact(exposure=0.6)), step(CoverFact(exposure=0.05)), step(CoverFact(exposure=0.9))
    ('light-cover', 'near-total', 'none')
    """
    if not fact.effect:
        return "total"
    share = share_hidden(fact) + EPSILON
    return max((name for name, least in STEPS.items() if least <= share), key=STEPS.__getitem__, default="none")


def ganged_up(case: Case) -> str | None:
    """Others fight the target hand to hand with the attacker."""
    number = helpers(case)
    return rows.HELPED(number=number) if number else None


def helpers(case: Case) -> int:
    """Return how many others are beside the target, as far as they count.

    Each friend of the target beside it and beside the attacker takes one of them away.
    """
    fact = case.facts.flanking
    return min(MOST_HELPERS, max(0, len(fact.with_) - len(fact.guards)))


def prone_far(case: Case) -> str | None:
    """The target lies on the ground, at least three spaces away."""
    away = case.facts.range.distance
    return (
        PRONE_FAR(distance=case.length(away)) if by.lies(case.target) and away >= FAR * case.space - EPSILON else None
    )


CONDITIONS: dict[str, When] = {
    "quarter-hidden": hidden(STEPS["light-cover"], STEPS["medium-cover"]),
    "half-hidden": hidden(STEPS["medium-cover"], STEPS["heavy-cover"]),
    "mostly-hidden": hidden(STEPS["heavy-cover"], STEPS["near-total"]),
    "nearly-hidden": hidden(STEPS["near-total"], 2.0),
    "dim": by.obscured_to("lightly"),
    "dark": by.obscured_to("heavily"),
    "unseen": is_.out_of_sight,
    "gang-up": ganged_up,
    "medium-range": by.in_increment(2, 2),
    "far-range": by.in_increment(3, 4),
    "into-melee": by.into_melee,
    "higher": is_.standing_above(5.0),
    "target-prone": prone_far,
}


def _position(cells: dict[str, str]) -> Position:
    name, counted = cells["name"], cells["name"] == "gang-up"
    figure = msgspec.convert(cells["fact"] or None, FactName | None)
    passage = RuleText(cells["row"], name, cells["title"], cells["text"], figure)
    form = Form(("nothing", "number", "blocked"), words=("each",) if counted else ())
    attack = msgspec.convert(cells["attack"] or None, AttackKind | None)
    return Position(
        passage, CONDITIONS[name], form, OFFERED, cells["worth"], attack, count=helpers if counted else None
    )


POSITIONS = tuple(map(_position, tables(Path(__file__).with_suffix(".md"))["Positions"]))
COVERING = ("quarter-hidden", "half-hidden", "mostly-hidden", "nearly-hidden", "target-prone")
_ONE_COVER = only_best(
    lambda finding: "cover" if finding.rule.modifier in COVERING else None,
    lambda finding: -_plus(finding),
    PRONE_IS_COVER,
)
_LAW = law(ID, "other", _ONE_COVER)


def _plus(finding: Finding) -> int:
    """Return what a modifier adds to the attack."""
    return finding.effect.value if isinstance(finding.effect, Flat) else 0


def _conclude(case: Case, findings: list[Finding], label: str) -> Outcome:
    """Add the numbers to the total; the rest is the system's."""
    result = outcome.unjudged(_LAW.conclude(case, findings, label))
    return result if label in (*OPPOSITE, "blocked") else msgspec.structs.replace(result, chance=_chance(case, result))


def _chance(case: Case, result: Outcome) -> Chance | None:
    """Return the chance of a success before the roll, and that of a raise; None if the dice are not known.

    Attacks on a vulnerable target have 2 more; the 2 less of a distracted attacker are in the bonus.
    """
    roll, attack, meets = case.request.roll, case.request.attack, case.defence.ac
    rolled = roll is not None and roll.total is not None
    if rolled or not attack.traitDice or attack.bonus is None or meets is None:
        return None
    need = meets - attack.bonus - (VULNERABLE if any(map(case.target.status, IS_VULNERABLE)) else 0)
    beside = () if result.dice is None else (int(result.dice.replace("1d", "")),)
    after, misses = need + result.flat.ac - result.flat.attack, (result.miss_chance or 0) / 100
    return Chance(
        before=acing(need, attack.traitDice),
        after=acing(after, attack.traitDice, beside=beside) * (1 - misses),
        critical=acing(after + RAISE, attack.traitDice, beside=beside) * (1 - misses),
        better="raise",
    )


HOUSE_RULES_SWADE = Ruleset(
    id=ID,
    title="House rules (SWADE)",
    family="other",
    source="Your own table",
    law=msgspec.structs.replace(_LAW, conclude=_conclude),
    rules=(
        rows.total_cover("W0"),
        rows.not_threatened("W0"),
        *(rule for position in POSITIONS for rule in position.rules(ID)),
    ),
    options=(*(option for position in POSITIONS for option in position.options), *STACKING, *COVER),
    conventions={"cover": "area", "flanking": "beside", "threat": "swade", "company": True, "melee_company": True},
    measured_by=MEASURED_BY,
    degrees=("none", *STEPS, "total"),
    step=step,
    shared=True,
)
