"""The company of an attacker and its target: enemies beside an archer, and others who fight the target.

Sources: System Reference Document 5.1 and 5.2.1, "Ranged Attacks in Close Combat", "Sneak Attack" and "Pack Tactics";
System Reference Document 3.5 and Pathfinder Roleplaying Game, "Shooting or Throwing into a Melee". Hidden tokens,
things and the dead do not count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from coign.facts.query import HAND_TO_HAND, Query, longest_reach
from coign.facts.readings import Readings, Use
from coign.grid.space import Space
from coign.protocol.facts import Company
from coign.scene.tokens import Token


def company(query: Query, readings: Readings) -> Company | None:
    """Measure the creatures near the attacker and the target; None if no rule needs them, or without an attacker."""
    conventions, archer = query.conventions, query.placed
    for_feature = _has_feature(query)
    asked = conventions.melee_company if query.melee else conventions.company
    if archer is None or not (asked or for_feature):
        return None
    engaged = _engaged(query, readings) if asked else []
    beside = _threatening(query, query.target, readings, "beside") if for_feature else []
    return Company(
        foes_beside=_ids(_threatening(query, archer, readings, "archer")) if asked else (),
        engaged=_ids(engaged),
        larger=query.target.category - max(friend.category for friend in engaged) if engaged else 0,
        apart=_apart(query) if asked else None,
        beside_target=_ids(beside),
        friends_beside=_ids(one for one in beside if _is_friend(query, one)),
    )


def _has_feature(query: Query) -> bool:
    """Return whether the attack or the attacker has a feature that depends on creatures beside the target."""
    asking, actor = query.conventions.company_for, query.actor
    return bool(asking) and not asking.isdisjoint((*query.attack.abilities, *(actor.coign.feats if actor else ())))


def _threatening(query: Query, victim: Token, readings: Readings, use: Use) -> list[Token]:
    """Return the creatures next to a token, except the attacker, that threaten it in this sense of the rules."""
    grid = query.scene.grid
    return [
        foe
        for foe in query.creatures_near(query.squares_of(victim), grid.distance)
        if foe.id != victim.id and readings.threatens(query.between(foe, victim, HAND_TO_HAND), use)
    ]


def _engaged(query: Query, readings: Readings) -> list[Token]:
    """Return the friends of the attacker who fight the target hand to hand: one of the two threatens the other."""
    target = query.target
    return [
        friend
        for friend in query.creatures_near(query.target_squares, longest_reach(query.scene))
        if _is_friend(query, friend)
        and any(
            readings.threatens(query.between(one, other, HAND_TO_HAND), "engaged")
            for one, other in ((friend, target), (target, friend))
        )
    ]


def _is_friend(query: Query, other: Token) -> bool:
    """Return whether a token is on the attacker's side."""
    actor = query.actor
    return actor is not None and other.disposition == actor.disposition and not query.hostile(other, actor)


def _apart(query: Query) -> float | None:
    """Return the units from the attacker's nearest friend to the part of the target farthest from all friends."""
    grid = query.scene.grid
    friends = [token for token in query.creatures_near(query.space, math.inf) if _is_friend(query, token)]
    if not friends:
        return None
    parts = [query.space] if grid.is_gridless else _squares(query)
    return max(min(grid.distance_between(query.squares_of(friend), part) for friend in friends) for part in parts)


def _squares(query: Query) -> list[Space]:
    """Return the squares or hexes of the target's space, each as a space."""
    grid, space = query.scene.grid, query.space
    if len(space.cells) <= 1:
        return [space]
    return [grid.one_cell(cell, bottom=space.bottom, tall=space.height) for cell in space.cells]


def _ids(tokens: Iterable[Token]) -> tuple[str, ...]:
    return tuple(sorted(token.id for token in tokens))
