"""The effect that a modifier added by hand has on an occasion.

An override for one roll acts on that roll, whatever it is: "advantage on the attack", added to a save, is advantage on
the save. An override for a token, a scene or the world acts only on the rolls that its effect names.
"""

from __future__ import annotations

import msgspec

from coign.errors import BadMessage
from coign.protocol import Advantage, Damage, Die, Disadvantage, Effect, Flat, FlatCheck, MissChance, Pool
from coign.rules.outcome import ROLLS_TO
from coign.rules.overrides import FittingOverride
from coign.rules.rule import ATTACKS
from coign.rules.sentence import signed

OF_ATTACKS = ("ac", "damage")  # only for attacks
OCCASIONS = {  # in settled, for errors
    "attack": "an attack",
    "opportunity": "an attack of opportunity",
    "save": "a save",
    "check": "a check",
    "perception": "a perception check",
    "stealth": "a stealth check",
    "movement": "movement",
    "ready": "a readied action",
}


def acting(fitting: FittingOverride, occasion: str) -> Effect | None:
    """Return the effect as it acts on the occasion; None if the override is about other rolls.

    Raises BadMessage for an override of this roll that cannot act on it.
    """
    effect = fitting.override.effect
    if effect is None:
        return None
    found = _on(effect, occasion, own_roll=fitting.override.scope == "roll")
    if found is None and fitting.override.scope == "roll" and fitting.override.state == "on":
        raise BadMessage(
            f"overrides[{fitting.number}]: {signed(effect)} cannot act on {OCCASIONS[occasion]}; {_possible(occasion)}",
            path=f"$.overrides[{fitting.number}].effect",
        )
    return found


def _on(effect: Effect, occasion: str, own_roll: bool) -> Effect | None:
    if isinstance(effect, MissChance | FlatCheck | Damage | Pool):
        return effect if occasion in ATTACKS else None
    if not isinstance(effect, Flat | Die | Advantage | Disadvantage):
        return effect
    rolled = ROLLS_TO.get(occasion, ())
    if effect.to in rolled or (effect.to in OF_ATTACKS and occasion in ATTACKS):
        return effect
    if effect.to in OF_ATTACKS or not rolled or not own_roll:
        return None
    return msgspec.structs.replace(effect, to=rolled[0])


def _possible(occasion: str) -> str:
    rolled = ROLLS_TO.get(occasion)
    return f"an effect on it has to: {rolled[0]}" if rolled else "nothing is rolled there"
