"""The conditions and effects of Combat Facing on attacks and spells: areas around both creatures, and exceptions."""

from __future__ import annotations

from coign.protocol import Flat
from coign.protocol.facts import Arc
from coign.rules.case import Case
from coign.rules.facing.monsters import reach_of_attack
from coign.rules.phrases import Said, Template, fixed

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
MOVER_OUT_OF_REACH = fixed("mover-out-of-reach", "the mover is out of reach")


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
    if case.actor.status("mounted") and case.actor.feat("mounted-combat"):
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


def rear_attack_into_the_front(case: Case) -> str | None:
    """F6: "into rear squares, not front squares"."""
    return _rear_attack_into("front", case)


def rear_attack_into_the_flank(case: Case) -> str | None:
    """F6: an attack made for the rear area goes into a flank area."""
    return _rear_attack_into("flank", case)


def _rear_attack_into(area: Arc, case: Case) -> str | None:
    if attacked_area(case) != area or spared_penalty(case):
        return None
    if reach_of_attack(case.actor, case.request.attack.name) != "rear":
        return None
    return GOES_TO_THE_REAR(attack=case.request.attack.name, area=AREA[area])


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


# --- opportunity, perception, readiness, spells (F7 to F10) -----------------------------------------------------------


def out_of_reach(case: Case) -> str | None:
    """F7: the creature that moves is out of the attacker's reach."""
    return MOVER_OUT_OF_REACH if case.facts.range.in_reach is False else None


# --- spells (F10) -----------------------------------------------------------------------------------------------------


def spell_behind(case: Case) -> str | None:
    """F10: a spell is aimed into the caster's rear area."""
    return IN_YOUR_AREA(area=AREA["rear"]) if _casts_at(case, "rear") else None


def spell_aside(case: Case) -> str | None:
    """F10: a spell is aimed into one of the caster's flank areas."""
    return IN_YOUR_AREA(area=AREA["flank"]) if _casts_at(case, "flank") else None


def _casts_at(case: Case, area: Arc) -> bool:
    """Return whether a spell starts at the caster and goes into this area of the caster."""
    spell = case.request.attack.spell or case.ability("spell")
    return spell and case.request.origin in (None, case.actor.id) and attacked_area(case) == area
