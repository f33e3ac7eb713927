"""Pick the attack that a creature is likely to make, of those that it may make: before a roll nobody has said which.

The last attack is likely, if it is ranged or reaches the target. Else the first melee attack that reaches it is. Else a
ranged one is: the one with the shortest normal range that is enough, or with the longest range if none is enough.
"""

from __future__ import annotations

from msgspec.structs import replace

from coign.facts.query import Query
from coign.protocol.evaluate import Attack, Candidate, Evaluate


def with_likely(request: Evaluate, query: Query) -> Evaluate:
    """Return a request with the likely one of its candidates as its attack, and with what the target has against it.

    `query` has the two creatures where they stand. A request without candidates is left as it is.
    """
    if not request.candidates:
        return request
    picked = _likely(request.candidates, query)
    return replace(request, attack=picked.attack, defence=request.defence | picked.defence, candidates=())


def _likely(candidates: tuple[Candidate, ...], query: Query) -> Candidate:
    """Return the likely candidate of at least one."""

    def reaches(candidate: Candidate) -> bool:
        return candidate.attack.kind == "melee" and replace(query, attack=candidate.attack).in_reach

    ranged = [candidate for candidate in candidates if candidate.attack.kind == "ranged"]
    for candidate in candidates:
        if candidate.last and (candidate in ranged or reaches(candidate)):
            return candidate
    near = next(filter(reaches, candidates), None)
    if near is not None or not ranged:
        return near or candidates[0]
    enough = [candidate for candidate in ranged if _range(candidate) >= query.distance]
    return min(enough, key=_range) if enough else max(ranged, key=_range)


def _range(candidate: Candidate) -> float:
    """Return the normal range of an attack; 0 if it is not known."""
    reach = candidate.attack.range
    return reach.normal or 0.0 if reach is not None else 0.0


def told(attack: Attack) -> Attack:
    """Return an attack without the numbers of its roll, as an answer has it."""
    return replace(attack, bonus=None, dice=(), traitDice=())
