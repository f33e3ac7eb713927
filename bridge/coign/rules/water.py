"""Fighting in, under and into water: the rules of the printed games about weapons and about cover by the water.

A creature is in the water if it swims, or if a region marked as water reaches its chest, at three quarters of its
height. It is submerged if the water reaches its head. What kind of damage a weapon does is known where
the game system says it (abilities `piercing`, `slashing`, `bludgeoning`), else by the weapon's name.

Sources: System Reference Document 5.1 and 5.2.1, "Underwater Combat"; System Reference Document 3.5 and Pathfinder
Roleplaying Game, "Aquatic Terrain"; Pathfinder Player Core, "Aquatic Combat"; Starfinder Core Rulebook, "Underwater
Combat". The words are ours.
"""

from __future__ import annotations

import math

from coign.protocol import Flat
from coign.rules import positions as by
from coign.rules import traits
from coign.rules.case import EPSILON, Case, Creature
from coign.rules.ignoring import printing
from coign.rules.phrases import Template, fixed
from coign.rules.rule import When
from coign.scene.token_traits import speed_of
from coign.util.names import names_creature

CHEST = 0.75  # of a creature's height
EACH = 5.0  # feet of water through which a missile passes
STABBING = {  # weapons of fifth edition that strike under water as ever
    "fifth-2014": ("dagger", "javelin", "shortsword", "spear", "trident"),
    "fifth-2024": ("dagger", "javelin", "lance", "morningstar", "pike", "rapier", "shortsword", "spear", "trident"),
}
SHOOTING = {"fifth-2014": ("crossbow", "net", "javelin", "spear", "trident", "dart"), "fifth-2024": ()}
PIERCING = (  # weapons that only stab, and bites
    "arrow",
    "bite",
    "bolt",
    "bow",
    "crossbow",
    "dagger",
    "dart",
    "fang",
    "harpoon",
    "javelin",
    "lance",
    "longbow",
    "longspear",
    "pick",
    "ranseur",
    "rapier",
    "short sword",
    "shortbow",
    "shortspear",
    "shortsword",
    "shuriken",
    "siangham",
    "spear",
    "starknife",
    "sting",
    "stinger",
    "trident",
)
LIMBS = ("claw", "tail", "talon", "tentacle")  # with which a creature that has a swim speed strikes as ever

HEAVY_STROKES = fixed("under-water-melee", "you fight under water without a swimming speed")
SLOW_SHOTS = fixed("under-water-ranged", "the shot goes through water")
SHOTS_FAIL = fixed("under-water-beyond", "under water nothing is hit beyond the normal range")
IN_THE_WATER = fixed("target-in-the-water", "the target is in the water, and you are on land")
SUBMERGED = fixed("target-submerged", "the target is under water, and you are on land")
THROWN_IN_WATER = fixed("thrown-in-water", "what is thrown does nothing under water")
THROUGH_WATER = Template("through-water", "through {length} of water")
BLUNTED = fixed("blunted-by-water", "a stroke through water, with what does not stab")
NO_SWIMMER = fixed("no-swim-speed", "the target is in the water and has no swim speed")
STRUCK_UNDER_WATER = fixed("struck-under-water", "an attack made under water")
HALF_DAMAGE = fixed("half-damage-in-water", "half damage")


# --- where they are ---------------------------------------------------------------------------------------------------


def swims(creature: Creature) -> bool:
    """Tell whether a creature has a swim speed."""
    return speed_of(creature.coign, "swim") > 0


def in_water(case: Case, creature: Creature) -> bool:
    """Tell whether the attacker or the target swims, or the water reaches its chest."""
    return creature.swims or _immersed(case, creature) >= CHEST - EPSILON


def submerged(case: Case, creature: Creature) -> bool:
    """Tell whether the water reaches the head of the attacker or the target."""
    return _immersed(case, creature) >= 1 - EPSILON


def _immersed(case: Case, creature: Creature) -> float:
    fact = case.facts.terrain
    return fact.attacker_immersed if creature is case.actor else fact.target_immersed


def _from_land(case: Case) -> bool:
    return in_water(case, case.target) and not in_water(case, case.actor)


def _moves_freely(case: Case) -> bool:
    return any(traits.having(case.actor, printing(case) or "v3.5", "moves-freely"))


# --- from land --------------------------------------------------------------------------------------------------------


def out_of_the_water(case: Case) -> str | None:
    """The target is in the water and the attacker on land; in melee freedom of movement ignores it."""
    free = case.request.attack.kind == "melee" and _moves_freely(case)
    return IN_THE_WATER if _from_land(case) and not free else None


def below_the_water(case: Case) -> str | None:
    """The target is under water and the attacker, who does not move freely there, on land."""
    return SUBMERGED if _from_land(case) and submerged(case, case.target) and not _moves_freely(case) else None


# --- weapons ----------------------------------------------------------------------------------------------------------


def thrown_into_water(case: Case) -> str | None:
    """The attack is thrown, and one of the two is in the water."""
    wet = in_water(case, case.actor) or in_water(case, case.target)
    return THROWN_IN_WATER if wet and case.ability("thrown") and not case.request.attack.spell else None


def through_water(case: Case) -> str | None:
    """A missile passes 5 ft of water or more: both are in the water."""
    passed = _water_passed(case)
    return THROUGH_WATER(length=case.length(passed)) if passed >= case.feet(EACH) - EPSILON else None


def missile_penalty(case: Case) -> Flat:
    """The penalty for the water that a missile passes: 2 for each 5 ft."""
    return Flat(-2 * math.floor(_water_passed(case) / case.feet(EACH) + EPSILON), "attack")


def _water_passed(case: Case) -> float:
    both = in_water(case, case.actor) and in_water(case, case.target)
    return case.facts.range.distance if both and not case.request.attack.spell else 0.0


def blunted(case: Case) -> str | None:
    """A stroke under water with what does not stab; claws and tails strike as ever for those with a swim speed."""
    attack = case.request.attack
    if attack.spell or _moves_freely(case) or not (in_water(case, case.actor) or submerged(case, case.target)):
        return None
    limb = swims(case.actor) and names_creature(LIMBS, attack.name)
    return None if limb or _stabs(case) else BLUNTED


def _stabs(case: Case) -> bool:
    """Tell whether an attack does piercing damage, or may be made so that it does."""
    if case.ability("piercing"):
        return True
    other = any(map(case.ability, ("slashing", "bludgeoning")))
    return not other and names_creature(PIERCING, case.request.attack.name)


def passes_water(case: Case) -> str | None:
    """Pathfinder 2: an attack that does not stab passes through water."""
    wet = in_water(case, case.actor) or in_water(case, case.target)
    return BLUNTED if wet and not (case.request.attack.spell or _counted(case.actor) or _stabs(case)) else None


def flounders(case: Case) -> str | None:
    """Pathfinder 2: the target is in the water and has no swim speed."""
    wet = in_water(case, case.target) and not (swims(case.target) or _counted(case.target))
    return NO_SWIMMER if wet else None


def halves_increments(case: Case) -> bool:
    """Pathfinder 2: tell whether a shot is made under water, or at what is under water."""
    wet = in_water(case, case.actor) or in_water(case, case.target)
    return wet and case.request.attack.kind == "ranged" and not (case.request.attack.spell or _counted(case.actor))


def _counted(creature: Creature) -> bool:
    """Tell whether the game system's own effect for aquatic combat counts for a creature."""
    return any(traits.having(creature, "pathfinder-2", "water-counted"))


def under_water(case: Case) -> str | None:
    """Starfinder: an attack is made under water."""
    wet = in_water(case, case.actor) and not case.request.attack.spell
    return STRUCK_UNDER_WATER if wet else None


# --- fifth edition ----------------------------------------------------------------------------------------------------


def hindered_in_melee(edition: str) -> When:
    """A condition: the attacker swims without a swimming speed, and not with a weapon that stabs."""
    return lambda case: (
        None if swims(case.actor) or not _fights_there(case, STABBING[edition], edition) else HEAVY_STROKES
    )


def hindered_at_range(edition: str) -> When:
    """A condition: the attacker shoots under water, and the weapon is not made for it."""
    return lambda case: SLOW_SHOTS if _fights_there(case, SHOOTING[edition]) else None


def out_of_range_under_water(case: Case) -> str | None:
    """The attacker shoots under water beyond the weapon's normal range."""
    beyond = _fights_there(case, ()) and by.beyond_normal_range(case) is not None
    return SHOTS_FAIL if beyond else None


def _fights_there(case: Case, fit: tuple[str, ...], edition: str = "") -> bool:
    attack = case.request.attack
    stabs = edition == "fifth-2024" and case.ability("piercing")
    return case.actor.swims and not (attack.spell or stabs or names_creature(fit, attack.name))
