"""Threat: the creatures that a target has to watch, and those that fight it hand to hand.

Sources: Combat Modifiers, Flanking (C17, C18). A creature threatens a target if it is armed, able to act and within
reach, and the target has no cover from it. Soft cover stops a threat only by the option `soft-cover-bars`. Concealment
stops none, and only bars the opportunity attack. System Reference Document 3.5 and Pathfinder Roleplaying Game,
"Shooting or Throwing into a Melee": two enemies are engaged if either threatens the other. Here reach alone decides,
whatever cover is between.
"""

from __future__ import annotations

from msgspec.structs import replace

from coign.facts.cover import measurement
from coign.facts.query import Query, can_strike, reach_of
from coign.protocol.evaluate import Attack
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.cover import read_cover
from coign.scene.tokens import Token
from coign.util.tasks import finish


def threatens(query: Query, helper: Token, by: CoverConventions) -> bool:
    """Return whether a token threatens the target of a query (C18), with cover graded as in the d20 family."""
    scene, target = query.scene, query.target
    attack = Attack(kind="melee", reach=reach_of(helper, scene))
    mine = Query(scene, helper, target, helper.space, attack, query.conventions, query.enemies)
    if not can_strike(helper, mine.distance, scene, query.conventions.traits):
        return False
    cover = finish(read_cover(measurement.measure(mine), replace(by, cover="d20", degrees="d20")))
    return cover.fact.degree == "none" or (cover.fact.degree == "soft" and not by.soft_cover_bars)


def engaged(query: Query, friend: Token) -> bool:
    """Return whether the target of a query and a friend of the attacker, its enemy, are engaged: one can strike the
    other."""
    distance = query.scene.grid.distance_between(friend.space, query.space)
    traits = query.conventions.traits
    return any(can_strike(token, distance, query.scene, traits) for token in (friend, query.target))
