"""A save that a formation makes as one.

"The formation makes its save with the most disadvantaged positioning of the creatures in the formation" (Partial
Advantage, Note on Formations). From worst to best: disadvantage, partial disadvantage, a plain roll, partial advantage,
advantage; then the lowest bonus. Whom the effect cannot reach at all (total cover) does not drag the others down.
Attacks stay each creature's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from coign.rules.case import Creature
from coign.rules.rule import Ruling

FROM_WORST = ("disadvantage", "partial disadvantage", "plain", "partial advantage", "advantage", "blocked")


def shared_save(members: Sequence[tuple[Creature, Ruling]]) -> tuple[Creature, Ruling]:
    """The member whose position the formation saves with (the first of equals), and the ruling for all, which says so.

    Raises ValueError for a formation of nobody.
    """
    if not members:
        raise ValueError("a formation has at least one creature")
    worst, ruling = min(members, key=lambda member: _standing(member[1]))
    if len(members) == 1:
        return worst, ruling
    who = "a creature you cannot see" if worst.hidden else worst.name or worst.id
    outcome = replace(ruling.outcome, notes=(*ruling.outcome.notes, f"the formation saves with the position of {who}"))
    return worst, replace(ruling, outcome=outcome)


def formations(creatures: Sequence[Creature], together: bool = False) -> tuple[tuple[Creature, ...], ...]:
    """The groups that save as one: all of them if the request says so, else those of one formation name."""
    if together:
        return (tuple(creatures),) if creatures else ()
    groups: dict[str, list[Creature]] = {}
    for creature in creatures:
        groups.setdefault(creature.coign.formation or f"\0{creature.id}", []).append(creature)
    return tuple(tuple(group) for group in groups.values())


def _standing(ruling: Ruling) -> tuple[int, int]:
    return FROM_WORST.index(ruling.outcome.label), ruling.outcome.flat.save
