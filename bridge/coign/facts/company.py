"""The company of an attacker and its target: enemies beside an archer, and friends who fight the target.

Sources: System Reference Document 5.1 and 5.2.1, "Ranged Attacks in Close Combat"; System Reference Document 3.5 and
Pathfinder Roleplaying Game, "Shooting or Throwing into a Melee". Hidden tokens, things and the dead do not count.
"""

from __future__ import annotations

import math

from coign.facts.query import Query, longest_reach
from coign.facts.readings import Readings
from coign.facts.view import View
from coign.grid.space import Space
from coign.protocol.facts import Company
from coign.scene.tokens import Token


def company(query: Query, readings: Readings) -> Company | None:
    """Measure who is near the attacker and the target of an attack; None without an attack."""
    if query.placed is None:
        return None
    engaged = _engaged(query, readings)
    return Company(
        foes_beside=tuple(sorted(token.id for token in _foes_beside(query, query.placed, readings))),
        engaged=tuple(sorted(token.id for token in engaged)),
        larger=query.target.category - max(friend.category for friend in engaged) if engaged else 0,
        apart=_apart(query),
    )


def _foes_beside(query: Query, archer: Token, readings: Readings) -> list[Token]:
    """Return the enemies adjacent to the attacker that can act and see it."""
    return [
        foe
        for foe in query.creatures_near(query.source, query.scene.grid.distance)
        if query.conventions.traits.able(foe)
        and query.hostile(foe, archer)
        and query.scene.grid.adjacent(foe.space, query.source)
        and readings.sees(View(query.between(foe, archer), foe, readings.cover))
    ]


def _engaged(query: Query, readings: Readings) -> list[Token]:
    """Return the friends of the attacker who fight the target hand to hand."""
    target = query.target
    return [
        friend
        for friend in query.creatures_near(target.space, longest_reach(query.scene))
        if _friends(query, friend) and query.hostile(friend, target) and readings.engaged(query, friend)
    ]


def _friends(query: Query, other: Token) -> bool:
    """Return whether a token is on the attacker's side."""
    actor = query.actor
    return actor is not None and other.disposition == actor.disposition and not query.hostile(other, actor)


def _apart(query: Query) -> float | None:
    """Return the units from the attacker's nearest friend to the part of the target farthest from all friends."""
    grid = query.scene.grid
    friends = [token for token in query.creatures_near(query.space, math.inf) if _friends(query, token)]
    if not friends:
        return None
    parts = [query.space] if grid.is_gridless else _squares(query)
    return max(min(grid.distance_between(friend.space, part) for friend in friends) for part in parts)


def _squares(query: Query) -> list[Space]:
    """Return the squares or hexes of the target's space, each as a space."""
    grid, space = query.scene.grid, query.space
    if len(space.cells) <= 1:
        return [space]
    return [grid.one_cell(cell, bottom=space.bottom, tall=space.height) for cell in space.cells]
