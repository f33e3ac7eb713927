"""The current roll: the die that counts, its bonus, and dice rolled later that belong to it.

`Roll.total` is the sum of the kept dice and the bonus, as virtual tabletops give it; so the bonus is the difference.
Dice that an outcome asked for come back in `Roll.rolled`, by the name under which they were asked for.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from coign.protocol import Advantage, Disadvantage, Mode, Roll

Keep = Literal["highest", "lowest"]


def kept(roll: Roll, of: int | None = None) -> tuple[int, ...]:
    """Return the dice that count in the roll as made; with `of`, only those known to have that many sides."""
    return tuple(die.value for die in roll.d20 if die.kept and of in (None, die.sides))


def sides(roll: Roll | None) -> int | None:
    """Return the size of the roll's dice; None if it is not known."""
    return next((die.sides for die in roll.d20), None) if roll is not None else None


def bonus(roll: Roll | None) -> float | None:
    """Return the bonus that was added to the dice; None if the total or the dice are not known."""
    if roll is None or roll.total is None:
        return None
    dice = kept(roll)
    return roll.total - sum(dice) if dice else None


def since(roll: Roll | None, dice: str) -> tuple[int, ...]:
    """Return the dice rolled later under this name, such as `1d4`."""
    return roll.rolled.get(dice, ()) if roll is not None else ()


def own_mode(roll: Roll | None) -> Mode:
    """The mode of the roll without the advantage and disadvantage that were put into it (`Roll.included`).

    Where it is not given, a roll made with the included advantage had none of its own, and a plain roll that includes
    advantage alone had disadvantage, which cancelled it; and the other way round.
    """
    if roll is None or roll.own is not None:
        return "normal" if roll is None or roll.own is None else roll.own
    kinds = {type(modifier.effect) for modifier in roll.included} & {Advantage, Disadvantage}
    if len(kinds) != 1:
        return roll.mode
    included: Mode = "advantage" if Advantage in kinds else "disadvantage"
    if roll.mode == included:
        return "normal"
    return "disadvantage" if included == "advantage" else "advantage"


@cache
def spelled(text: str) -> str:
    """Return one spelling for the same dice: `+1d4`, `d4`, and the typographic minus.

    >>> spelled("+1d4"), spelled("d6"), spelled("\u2212d4")
    ('1d4', '1d6', '-1d4')
    """
    text = text.replace("−", "-").replace(" ", "").lstrip("+")
    return text.replace("d", "1d", 1) if text.startswith(("d", "-d")) else text


def counting(roll: Roll, mode: str, die: str = "1d20") -> int | None:
    """Return the die that counts in this mode; None while a second one is still to be rolled.

    A roll made with two dice whose advantage does not stand counts its first die, as if the second had not been rolled.
    """
    dice = kept(roll)
    if not dice:
        return None
    if mode == roll.mode:
        return dice[0]
    if mode == "normal":
        return roll.d20[0].value
    values = dice if roll.mode == "normal" else tuple(die.value for die in roll.d20)
    values = (*values, *since(roll, die))[:2]
    if len(values) < 2:
        return None
    return max(values) if mode == "advantage" else min(values)
