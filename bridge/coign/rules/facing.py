"""The conditions and effects of Combat Facing: the areas around a creature, and exceptions from penalties.

`coign.rulesets.combat_facing` has the sentences of the text, the table of rules, and the readings that are ours.
"""

from __future__ import annotations

from coign.protocol import Flat, Movement, Note
from coign.protocol.facts import Arc
from coign.rules.case import Case, Creature
from coign.rules.conditions import by_sight
from coign.rules.monsters import reach_of_attack
from coign.rules.phrases import Said, Template, fixed, noted
from coign.util.names import names_creature

INTO = {"flank": -5, "rear": -10}  # F1
FROM = {"flank": 2, "rear": 4}  # F2
REAR_ATTACK_INTO = {"front": -10, "flank": -5}  # F6, under `rear-attacks: mirrored`
SPOT = {"flank": -5, "rear": -10}  # F8
AWARE_SPOT = {"rear": -5}  # F8, with Combat Awareness
SIDEWAYS = ("flank", "rear")  # F12: areas that cost twice to move into
LEVELS_ABOVE = 4  # F4
# F3: "The standard rules for creatures' immunity to sneak attack still apply": those of v3.5.
IMMUNE_KINDS = ("construct", "elemental", "ooze", "plant", "undead", "incorporeal")

AREA: dict[str, Said] = {area: fixed(f"area-{area}", area) for area in ("front", "flank", "rear")}
SIDE: dict[str, Said] = {side: fixed(f"side-{side}", side) for side in ("left", "right")}
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
IMMUNE = fixed("immune-to-sneak-attacks", "the target is immune to sneak attacks")
ONLY_MELEE = fixed("sneak-only-melee", "from the rear only with a melee weapon")
ONLY_A_ROGUE = Template("only-a-rogue", "from the rear only by a rogue of {levels} levels more than the target has")
NO_OPENING = fixed("no-opening", "the target is not flat-footed, and you are not in its rear area")
FLAT_FOOTED = fixed("flat-footed", "the target is flat-footed")
MELEE_FROM_THE_REAR = fixed("melee-from-the-rear", "in melee from its rear area")
LEVELS_UNKNOWN = Template("levels-unknown", "levels: not known of both, taken as less than {levels} apart")
MOVER_OUT_OF_REACH = fixed("mover-out-of-reach", "the mover is out of reach")
SPOTTED_IN = Template("spotted-in", "it is in your {area} area")
SPOTTED_AWARE = Template("spotted-aware", "it is in your {area} area, with Combat Awareness")
TRIGGER_BEHIND = fixed("trigger-behind", "the trigger must be seen and is in your rear area")
BEHIND_THE_SHIELD = fixed("behind-the-shield", "the attack comes from behind the shield")
PAST_THE_SHIELD = Template("past-the-shield", "the attack comes from the {side}, the shield is on the {shield}")
ROUND_THE_SPELL = Template("round-the-spell", "the shield spell protects the front only; you are in its {area} area")
SIDEWAYS_SQUARES = Template(
    "sideways-squares", "{aside} of {squares} squares entered without turning towards them, at twice the cost"
)
SIDEWAYS_SQUARE = fixed(
    "sideways-square",
    "entered without turning towards it, at twice the cost (a 5-foot step costs what it always does)",
)
TURNED_ONCE = fixed("turned-once", "you have turned once this turn without moving")
TURNED = Template("turned", "you have turned {times} times this turn without moving")
NO_MORE_TURNS = fixed("no-more-turns", "the free turn is used: with a full attack it cannot turn again")
ONE_TURN_MORE = fixed(
    "one-turn-more", "one turn is free, the other is a move action, which a full attack does not leave"
)
TURNS_MORE = Template(
    "turns-more", "one turn is free, the other {turns} are move actions, which a full attack does not leave"
)


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
    unknown = case.actor.coign.rogueLevel is None or _level(case.target) is None
    return LEVELS_UNKNOWN(levels=LEVELS_ABOVE) if unknown else None


def _opening(case: Case) -> str | None:
    if case.target.status("flat-footed"):
        return FLAT_FOOTED
    if case.request.attack.kind != "melee" or attacked_from(case) != "rear":
        return None
    return MELEE_FROM_THE_REAR if unguarded(case) or _outranks(case) else None


def _outranks(case: Case) -> bool:
    """F4: "Only a rogue four levels higher than you": the attacker's levels of rogue, the target's of any class."""
    rogue, level = case.actor.coign.rogueLevel, _level(case.target)
    return rogue is not None and level is not None and rogue - level >= LEVELS_ABOVE


def _level(creature: Creature) -> float | None:
    return creature.coign.level if creature.coign.level is not None else creature.coign.rogueLevel


def _immune(creature: Creature) -> bool:
    """F3: return whether a creature is immune by the game system, its type, a subtype or a status."""
    if "sneak-attack" in creature.coign.immune or creature.status("incorporeal"):
        return True
    kinds = (creature.coign.creatureType or "", *creature.coign.subtypes)
    return any(names_creature(IMMUNE_KINDS, kind) for kind in kinds)


# --- opportunity, perception, readiness, spells (F7 to F10) -----------------------------------------------------------


def out_of_reach(case: Case) -> str | None:
    """F7: the creature that moves is out of the attacker's reach."""
    return MOVER_OUT_OF_REACH if case.facts.range.in_reach is False else None


def harder_to_spot(case: Case) -> str | None:
    """F8: the creature to be noticed by sight is in a flank or rear area of the observer."""
    area = attacked_area(case)
    all_round = case.actor.feat("all-around-vision") or case.actor.status("all-around-vision")
    if area not in _spot(case) or all_round or not by_sight(case.request):
        return None
    return (SPOTTED_AWARE if _aware(case) else SPOTTED_IN)(area=AREA[area])


def spot_penalty(case: Case) -> Flat:
    """F8: the penalty for noticing a creature in a flank or rear area."""
    return Flat(_spot(case).get(attacked_area(case), 0), "perception")


def _spot(case: Case) -> dict[str, int]:
    return AWARE_SPOT if _aware(case) else SPOT


def _aware(case: Case) -> bool:
    return case.actor.feat("combat-awareness")


def trigger_behind(case: Case) -> str | None:
    """F9: the trigger of a readied action must be seen, and is in the rear area."""
    if case.request.trigger != "sight" or attacked_area(case) != "rear":
        return None
    return TRIGGER_BEHIND


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


# --- shields and movement (F11, F12) ----------------------------------------------------------------------------------


def round_the_shield(case: Case) -> str | None:
    """The attack comes from behind, or from the side without the shield."""
    shield, area = case.target.coign.shield, attacked_from(case)
    if shield is None or not shield.bonus:
        return None
    if area == "rear":
        return BEHIND_THE_SHIELD
    side = case.facts.facing.target_side
    if area == "flank" and side is not None and side != shield.side:
        return PAST_THE_SHIELD(side=SIDE[side], shield=SIDE.get(shield.side, shield.side))
    return None


def shield_lost(case: Case) -> Flat:
    """The shield's bonus to armour class, taken away."""
    shield = case.target.coign.shield
    return Flat(-round(shield.bonus) if shield else 0, "ac")


def round_the_spell(case: Case) -> str | None:
    """The attack comes from a flank or rear area, which the shield spell does not protect."""
    shield, area = case.target.coign.shield, attacked_from(case)
    if shield is None or not shield.spell or area not in FROM:
        return None
    return ROUND_THE_SPELL(area=AREA[area])


def spell_lost(case: Case) -> Flat:
    """The shield spell's bonus to armour class, taken away."""
    shield = case.target.coign.shield
    return Flat(-round(shield.spell) if shield else 0, "ac")


def sideways(case: Case) -> str | None:
    """F12: "It costs two squares of movement to enter a square on your flank or in your rear area"."""
    aside = sum(arc in SIDEWAYS for arc in case.steps)
    if not aside:
        return None
    if len(case.steps) == 1:
        return SIDEWAYS_SQUARE
    return SIDEWAYS_SQUARES(aside=aside, squares=len(case.steps))


def turned(case: Case) -> str | None:
    """F12: a creature with a facing has turned on the spot, and has not moved farther than a 5-foot step."""
    count = case.request.turned
    if count < 1 or case.facts.facing.attacker_facing is None:
        return None
    return TURNED_ONCE if count == 1 else TURNED(times=count)


def turns(case: Case) -> Note:
    """F12: the note that the first turn is free and every other is a move action, impossible with a full attack."""
    match case.request.turned - 1:
        case 0:
            return noted(NO_MORE_TURNS)
        case 1:
            return noted(ONE_TURN_MORE)
        case count:
            return noted(TURNS_MORE(turns=count))


def squares(case: Case) -> Movement:
    """Return the cost of the path, each square by the scene's diagonal rule."""
    costs = case.costs or (1.0,) * len(case.steps)
    doubled = [cost * 2 if arc in SIDEWAYS else cost for cost, arc in zip(costs, case.steps, strict=True)]
    return Movement(squares=round(sum(doubled), 6))
