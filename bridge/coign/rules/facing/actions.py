"""The conditions and effects of Combat Facing beside attacks: spotting, readying, shields, movement (F8 to F12)."""

from __future__ import annotations

from coign.protocol import Flat, Movement, Note
from coign.rules.case import Case
from coign.rules.conditions import by_sight
from coign.rules.facing.conditions import AREA, FROM, attacked_area, attacked_from
from coign.rules.phrases import Said, Template, fixed, noted

SPOT = {"flank": -5, "rear": -10}  # F8
AWARE_SPOT = {"rear": -5}  # F8, with Combat Awareness
SIDEWAYS = ("flank", "rear")  # F12: areas that cost twice to move into
SIDE: dict[str, Said] = {side: fixed(f"side-{side}", side) for side in ("left", "right")}
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
