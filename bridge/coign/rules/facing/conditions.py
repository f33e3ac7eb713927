"""The conditions and effects of Combat Facing on attacks, sneak attacks and spells (F1 to F7, F10)."""

from __future__ import annotations

from coign.protocol import Flat
from coign.protocol.facts import Arc
from coign.rules.case import Case, Creature
from coign.rules.facing.monsters import reach_of_attack
from coign.rules.phrases import Said, Template, fixed
from coign.rules.rule import When
from coign.rules.traits import LEVELS_ABOVE, immune_to_precision, level_of, outranks
from coign.util.names import names_creature

INTO = {"flank": -5, "rear": -10}  # F1
FROM = {"flank": 2, "rear": 4}  # F2
REAR_ATTACK_INTO = {"front": -10, "flank": -5}  # F6, under `rear-attacks: mirrored`
AREA: dict[str, Said] = {area: fixed(f"area-{area}", area) for area in ("front", "flank", "rear")}
IN_YOUR_AREA = Template("in-your-area", "the target is in your {area} area")
IN_ITS_AREA = Template("in-its-area", "you are in its {area} area")
SPARED_BY = Template("spared-by", "{what}; the target is in your {area} area")
WHIRLWIND = fixed("whirlwind", "Whirlwind Attack")
CLEAVE = fixed("cleave", "the extra attack of Cleave")
MOUNTED_COMBAT = fixed("mounted-combat", "Mounted Combat: your steed's flank")
COMBAT_REFLEXES = fixed("combat-reflexes", "Combat Reflexes: the target is in your flank area")
REACHES_AREA = Template("reaches-area", "the attack {attack} reaches the {area} area")
GOES_TO_THE_REAR = Template(
    "goes-to-the-rear", "the attack {attack} goes to the rear, and the target is in your {area} area"
)
# F3: "The standard rules for creatures' immunity to sneak attack still apply": those of v3.5.
# Where nothing states a type, by the creature's name; the shambling mound is the text's example.
IMMUNE_BY_NAME = ("construct", "elemental", "ooze", "plant", "undead", "incorporeal", "shambling mound")
IMMUNE = fixed("immune-to-sneak-attacks", "the target is immune to sneak attacks")
ONLY_MELEE = fixed("sneak-only-melee", "from the rear only with a melee weapon")
ONLY_A_ROGUE = Template("only-a-rogue", "from the rear only by a rogue of {levels} levels more than the target has")
NO_OPENING = fixed("no-opening", "the target is not flat-footed, and you are not in its rear area")
FLAT_FOOTED = fixed("flat-footed", "the target is flat-footed")
MELEE_FROM_THE_REAR = fixed("melee-from-the-rear", "in melee from its rear area")
LEVELS_UNKNOWN = Template("levels-unknown", "levels: not known of both, taken as less than {levels} apart")


# --- where they stand -------------------------------------------------------------------------------------------------


def attacked_area(case: Case) -> Arc:
    """Return the actor's own area in which the target is; `none` if the actor is faceless."""
    return case.facts.facing.attacker_arc


def attacked_from(case: Case) -> Arc:
    """Return the target's area in which the actor is; `none` if the target is faceless."""
    return case.facts.facing.target_arc


def unguarded(case: Case) -> bool:
    """F4: the target has no Improved Uncanny Dodge."""
    return not case.target.feat("improved-uncanny-dodge")


# --- attacking (F1, F5, F6) -------------------------------------------------------------------------------------------


def everywhere(case: Case) -> bool:
    """F5: the attacker has the feat Whirlwind Attack, or the attack is one."""
    return case.ability("whirlwind-attack") or case.actor.feat("whirlwind-attack")


def spared(case: Case) -> str | None:
    """F5: a feat or ability removes the penalty for the target's area."""
    area = attacked_area(case)
    if area not in INTO or spell_behind(case) is not None:
        return None
    if everywhere(case):
        return WHIRLWIND
    if area == "rear":
        return None
    if case.ability("cleave") or case.ability("great-cleave"):
        return CLEAVE
    if case.actor.rides and case.actor.feat("mounted-combat"):
        return MOUNTED_COMBAT
    return None


def reflexes(case: Case) -> str | None:
    """F7: Combat Reflexes removes the penalty into the flank areas."""
    if attacked_area(case) != "flank" or not case.actor.feat("combat-reflexes"):
        return None
    return COMBAT_REFLEXES


def spared_penalty(case: Case) -> bool:
    """Tell whether a feat or class feature removes the penalty; Whirlwind Attack removes a rear attack's, too."""
    if everywhere(case) or spared(case) is not None:
        return True
    return case.request.occasion == "opportunity" and reflexes(case) is not None


def into_own_area(case: Case) -> str | None:
    """F1: the target is in a flank or rear area of the attacker, and nothing removes the penalty."""
    area = attacked_area(case)
    if area not in INTO or spared_penalty(case) or spell_behind(case) is not None:
        return None
    reach = reach_of_attack(case.actor, case.request.attack.name)
    if reach == "rear" or (reach == "flank" and area == "flank"):
        return None
    return IN_YOUR_AREA(area=AREA[area])


def penalty_into(case: Case) -> Flat:
    """F1: the penalty of an attack into the attacker's own flank or rear area."""
    return Flat(INTO.get(attacked_area(case), 0), "attack")


def no_penalty(case: Case) -> str | None:
    """F5: a feat removes the penalty of an attack into the attacker's own flank or rear area."""
    reason = spared(case)
    return None if reason is None else SPARED_BY(what=reason, area=AREA[attacked_area(case)])


def reaching_attack(case: Case) -> str | None:
    """F6: an attack made for the area in which the target is."""
    area = attacked_area(case)
    reach = reach_of_attack(case.actor, case.request.attack.name)
    if area not in INTO or area != reach:
        return None
    return REACHES_AREA(attack=case.request.attack.name, area=AREA[area])


def rear_attack_into(area: Arc) -> When:
    """F6: an attack made for the rear area goes elsewhere ("into rear squares, not front squares")."""

    def when(case: Case) -> str | None:
        name = case.request.attack.name
        if attacked_area(case) != area or spared_penalty(case) or reach_of_attack(case.actor, name) != "rear":
            return None
        return GOES_TO_THE_REAR(attack=name, area=AREA[area])

    return when


def penalty_forward(case: Case) -> Flat:
    """F6: the penalty of an attack made for the rear area that goes elsewhere."""
    return Flat(REAR_ATTACK_INTO.get(attacked_area(case), 0), "attack")


# --- the foe's facing (F2 to F4) --------------------------------------------------------------------------------------


def from_foes_area(case: Case) -> str | None:
    """F2: the attacker is in a flank or rear area of a target that has no Improved Uncanny Dodge."""
    area = attacked_from(case)
    return IN_ITS_AREA(area=AREA[area]) if area in FROM and unguarded(case) else None


def bonus_from(case: Case) -> Flat:
    """F2: the bonus of an attack from a flank or rear area of the target."""
    return Flat(FROM.get(attacked_from(case), 0), "attack")


def uncanny(case: Case) -> str | None:
    """F4: Improved Uncanny Dodge takes that bonus away."""
    area = attacked_from(case)
    return None if unguarded(case) or area not in FROM else IN_ITS_AREA(area=AREA[area])


# --- sneak attacks (F3, F4) -------------------------------------------------------------------------------------------


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
    if creature.coign.creatureType is None and names_creature(IMMUNE_BY_NAME, creature.coign.species or creature.name):
        return True
    return immune_to_precision(creature, "v3.5")


# --- spells (F10) -----------------------------------------------------------------------------------------------------


def spell_into(area: Arc) -> When:
    """F10: a spell starts at the caster and is aimed into this area of the caster."""

    def when(case: Case) -> str | None:
        spell = case.request.attack.spell or case.ability("spell")
        starts_here = case.request.origin in (None, case.actor.id)
        return IN_YOUR_AREA(area=AREA[area]) if spell and starts_here and attacked_area(case) == area else None

    return when


spell_behind = spell_into("rear")
