"""The conditions of Combat Facing on sneak attacks (F3, F4): an opening, immunity, and Improved Uncanny Dodge."""

from __future__ import annotations

from coign.rules.case import Case, Creature
from coign.rules.facing.conditions import AREA, FROM, IN_ITS_AREA, attacked_from, unguarded
from coign.rules.phrases import Template, fixed
from coign.rules.traits import LEVELS_ABOVE, level_of, outranks
from coign.util.names import names_creature

# F3: "The standard rules for creatures' immunity to sneak attack still apply": those of v3.5.
IMMUNE_KINDS = ("construct", "elemental", "ooze", "plant", "undead", "incorporeal")

IMMUNE_BY_NAME = (*IMMUNE_KINDS, "shambling mound")  # the text's example; used where nothing states a type

IMMUNE = fixed("immune-to-sneak-attacks", "the target is immune to sneak attacks")
ONLY_MELEE = fixed("sneak-only-melee", "from the rear only with a melee weapon")
ONLY_A_ROGUE = Template("only-a-rogue", "from the rear only by a rogue of {levels} levels more than the target has")
NO_OPENING = fixed("no-opening", "the target is not flat-footed, and you are not in its rear area")
FLAT_FOOTED = fixed("flat-footed", "the target is flat-footed")
MELEE_FROM_THE_REAR = fixed("melee-from-the-rear", "in melee from its rear area")
LEVELS_UNKNOWN = Template("levels-unknown", "levels: not known of both, taken as less than {levels} apart")


def uncanny(case: Case) -> str | None:
    """F4: Improved Uncanny Dodge takes that bonus away."""
    area = attacked_from(case)
    return None if unguarded(case) or area not in FROM else IN_ITS_AREA(area=AREA[area])


def may_sneak(case: Case) -> str | None:
    """F3: the target's facing or condition permits a sneak attack."""
    return None if not case.ability("sneak-attack") or _immune(case.target) else _opening(case)


def may_not_sneak(case: Case) -> str | None:
    """F3: the attacker has Sneak Attack, and the target is immune or gives no opening."""
    if not case.ability("sneak-attack"):
        return None
    if _immune(case.target):
        return IMMUNE
    if _opening(case) is not None:
        return None
    if attacked_from(case) == "rear":
        if case.request.attack.kind == "ranged":
            return ONLY_MELEE
        return ONLY_A_ROGUE(levels=LEVELS_ABOVE)
    return NO_OPENING


def levels_assumed(case: Case) -> str | None:
    """F4: one of the two levels is unknown, so that the attacker's is assumed to be too low."""
    if unguarded(case) or not case.ability("sneak-attack") or attacked_from(case) != "rear":
        return None
    unknown = case.actor.coign.rogueLevel is None or level_of(case.target) is None
    return LEVELS_UNKNOWN(levels=LEVELS_ABOVE) if unknown else None


def _opening(case: Case) -> str | None:
    if case.target.status("flat-footed"):
        return FLAT_FOOTED
    if case.request.attack.kind != "melee" or attacked_from(case) != "rear":
        return None
    return MELEE_FROM_THE_REAR if unguarded(case) or outranks(case) else None


def _immune(creature: Creature) -> bool:
    """F3: return whether a creature is immune by the game system, its type, a subtype or a status, else by its name."""
    if "sneak-attack" in creature.coign.immune or creature.status("incorporeal"):
        return True
    if creature.coign.creatureType is None:
        return names_creature(IMMUNE_BY_NAME, creature.coign.species or creature.name)
    return any(names_creature(IMMUNE_KINDS, kind) for kind in (creature.coign.creatureType, *creature.coign.subtypes))
