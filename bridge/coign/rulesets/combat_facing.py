"""Combat Facing: front, flank and rear areas, for d20 v3.5 on squares and hexes.

Source: Unearthed Arcana, "Combat Facing" and "Hex Grid" (System Reference Document). Which squares lie in which area,
on squares and on hexes (F14), is measured by the facing fact. Bonuses are untyped and add up: into your own flank at a
foe's rear is -5 + 4.

>>> from coign.rules import example
>>> example(COMBAT_FACING, facing={"attacker_arc": "flank"})
['F1 Facing and Attacking: -5 attack (the target is in your flank area)']
>>> example(COMBAT_FACING, facing={"attacker_arc": "front"})
[]
>>> example(COMBAT_FACING, actor={"feats": ["whirlwind-attack"]}, facing={"attacker_arc": "rear"})
['F5 Feats and Class Features: no penalty into this area (Whirlwind Attack; the target is in your rear area)']
>>> example(COMBAT_FACING, facing={"target_arc": "rear"})
['F2 Opponent Facing: +4 attack (you are in its rear area)']
>>> example(COMBAT_FACING, target={"feats": ["improved-uncanny-dodge"]}, facing={"target_arc": "rear"})
['F4 Improved Uncanny Dodge: no +2 from its flank, no +4 from its rear (you are in its rear area)']
>>> example(COMBAT_FACING, name="Sting", actor={"species": "Wyvern"}, facing={"attacker_arc": "front"})
['F6 Rear Attacks: no attack (the attack Sting goes to the rear, and the target is in your front area)']
>>> example(COMBAT_FACING, name="Bite", actor={"species": "Wyvern"}, facing={"attacker_arc": "front"})
[]
"""

from __future__ import annotations

from coign.protocol import Blocked, Forbid, Permit
from coign.rules import ATTACKS, D20, Case, Ruleset, book
from coign.rules import conditions as is_
from coign.rules.facing import actions as acting
from coign.rules.facing import conditions as by
from coign.rules.phrases import fixed, noted


def large_on_a_diagonal(case: Case) -> bool:
    """Return whether a large creature faces a corner, for which the text's figure is lost."""
    fact = case.facts.facing
    pairs = ((case.actor, fact.attacker_facing), (case.target, fact.target_facing))
    return any(creature.width > 1 and facing is not None and facing % 90 != 0 for creature, facing in pairs)


BOOK = book(__file__, concerns={"our reading of hexes": is_.on_hexes, "our reading of diagonals": large_on_a_diagonal})

NO_BONUS = fixed("no-bonus", "no +2 from its flank, no +4 from its rear")
NO_PENALTY = fixed("no-penalty", "no penalty into this area")
NO_PENALTY_FOR_THIS = fixed("no-penalty-for-this", "no penalty for this attack into this area")
NO_PENALTY_WITH_REFLEXES = fixed(
    "no-penalty-with-reflexes", "no penalty for an attack of opportunity into the flank area"
)
SPELL_STARTS = fixed("spell-starts", "a line or cone starts at an intersection between your space and your front area")

RULES = (
    BOOK["core-total-cover"].on((*ATTACKS, "save"), is_.covered("total"), Blocked(), alone=True),
    BOOK["facing-own"].on_attack(by.into_own_area, by.penalty_into),
    BOOK["facing-foe"].on_attack(by.from_foes_area, by.bonus_from),
    BOOK["sneak-attack"].on_attack(by.may_sneak, Permit("sneak-attack")),
    BOOK["no-sneak-attack"].on_attack(by.may_not_sneak, Forbid("sneak-attack"), assumes=by.levels_assumed),
    BOOK["improved-uncanny-dodge"].on_attack(by.uncanny, noted(NO_BONUS)),
    BOOK["facing-feats"].on_attack(by.no_penalty, noted(NO_PENALTY)),
    BOOK["area-attack"].on_attack(by.reaching_attack, noted(NO_PENALTY_FOR_THIS)),
    BOOK["rear-attack"].on_attack(by.rear_attack_into("flank"), by.penalty_forward),
    BOOK["rear-attack"].on_attack(by.rear_attack_into("front"), Forbid("attack"), option=("rear-attacks", "forbid")),
    BOOK["rear-attack"].on_attack(
        by.rear_attack_into("front"), by.penalty_forward, option=("rear-attacks", "mirrored")
    ),
    BOOK["combat-reflexes"].on(("opportunity",), by.reflexes, noted(NO_PENALTY_WITH_REFLEXES)),
    BOOK["not-threatened"].on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack"), alone=True),
    BOOK["core-cover"].on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack"), alone=True),
    BOOK["facing-spot"].on(("perception",), acting.harder_to_spot, acting.spot_penalty),
    BOOK["readied-behind"].on(("ready",), acting.trigger_behind, Forbid("ready")),
    BOOK["spell-behind"].on(("attack", "save"), by.spell_behind, Forbid("target")),
    BOOK["spell-origin"].on(("attack", "save"), by.spell_into("flank"), noted(SPELL_STARTS)),
    BOOK["shieldless"].on_attack(acting.round_the_shield, acting.shield_lost, option=("shields", True)),
    BOOK["shield-spell"].on_attack(acting.round_the_spell, acting.spell_lost, option=("shields", True)),
    BOOK["moving-aside"].on(("movement",), acting.sideways, acting.squares),
    BOOK["changing-facing"].on(("attack",), acting.turned, acting.turns),
)

COMBAT_FACING = Ruleset(
    id="combat-facing",
    title="Combat Facing",
    family="d20",
    source="Unearthed Arcana, Combat Facing and Hex Grid (d20 v3.5, System Reference Document)",
    law=D20,
    rules=RULES,
    options=BOOK.options,
    measured_by=BOOK.measured_by,
    over=("pathfinder-1e",),
    degrees=("none", "soft", "cover", "improved", "total"),
)
