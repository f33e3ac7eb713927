"""Threat: the creatures that a target has to watch.

Source: Combat Modifiers, Flanking (C17, C18). A creature threatens a target if it is armed, able to act and within
reach, and the target has no cover from it. Soft cover does not stop a threat. Neither does concealment, which only bars
the opportunity attack.
"""

from __future__ import annotations

from msgspec.structs import replace

from coign.facts.cover import measurement
from coign.facts.query import Query, reach_of
from coign.protocol.evaluate import Attack
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.cover import read_cover
from coign.scene.tokens import Token


def threatens(query: Query, helper: Token, by: CoverConventions) -> bool:
    """Return whether a token threatens the target of a query (C18), with cover graded as in the d20 family."""
    scene, target = query.scene, query.target
    if helper.coign.armed is False or not helper.able:
        return False
    reach = reach_of(helper, scene)
    attack = Attack(kind="melee", reach=reach)
    mine = Query(scene, helper, target, helper.space, attack, query.conventions, query.enemies)
    if mine.distance > reach + 1e-9:
        return False
    cover = read_cover(measurement.measure(mine), replace(by, cover="d20", degrees="d20"))
    return cover.fact.degree in ("none", "soft")
