"""A save that a formation makes together.

"The formation makes its save with the most disadvantaged positioning of the creatures in the formation" (Partial
Advantage, Note on Formations). The member whose position adds least to the roll on average is the one: disadvantage is
worth -3.325 and partial disadvantage -2.5, advantage the same with the other sign, and numbers count as they are. A
creature that the effect cannot reach at all (total cover) does not drag the others down. Attacks stay each creature's
own.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from coign.rules.case import Creature
from coign.rules.outcome import with_notes
from coign.rules.phrases import Template, fixed
from coign.rules.rule import Interpretation, Ruling

# The mean that each adds to a d20: two dice of which one counts, or a d4.
MEANS = {"disadvantage": -3.325, "partial disadvantage": -2.5, "partial advantage": 2.5, "advantage": 3.325}
OUT_OF_REACH = float("inf")
POSITION_OF = Template("position-of", "the formation saves with the position of {who} (our reading: the mean)")
UNSEEN_CREATURE = fixed("unseen-creature", "a creature you cannot see")
OURS = Interpretation(
    "our reading: the mean",
    'The text says "the most disadvantaged positioning". Positions are compared by what they add to the save on '
    "average: -3.325 for disadvantage, -2.5 for partial disadvantage, +2 or +5 for cover.",
)


def shared_save(members: Sequence[tuple[Creature, Ruling]]) -> tuple[Creature, Ruling]:
    """Return the member whose position counts for the formation (the first of equals), and the ruling that names it.

    Raises ValueError for a formation without creatures.
    """
    if not members:
        raise ValueError("a formation has at least one creature")
    worst, ruling = min(members, key=lambda member: mean(member[1]))
    if len(members) == 1:
        return worst, ruling
    who = UNSEEN_CREATURE if worst.hidden else worst.name or worst.id
    return worst, replace(ruling, outcome=with_notes(ruling.outcome, POSITION_OF(who=who)))


def formations(creatures: Sequence[Creature], together: bool = False) -> tuple[tuple[Creature, ...], ...]:
    """Return the groups that save together: all creatures if `together`, else those of one formation name."""
    if together:
        return (tuple(creatures),) if creatures else ()
    groups: dict[str, list[Creature]] = {}
    for creature in creatures:
        groups.setdefault(creature.coign.formation or f"\0{creature.id}", []).append(creature)
    return tuple(tuple(group) for group in groups.values())


def mean(ruling: Ruling) -> float:
    """Return the mean change of a creature's save by its position."""
    if ruling.outcome.label == "blocked":
        return OUT_OF_REACH
    return MEANS.get(ruling.outcome.label, 0.0) + ruling.outcome.flat.save
