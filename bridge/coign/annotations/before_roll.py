"""The place of a modifier before the roll: the roll, its target or the card, and whether it holds for every target.

One roll is compared with the armour class of each target. So a number, a die or an advantage goes into the roll only if
it holds for all of them. A change of armour class goes to its own target, and so do edges and banes. Anything else (a
miss chance, total cover, dice of a pool) has its place on the card alone.

>>> from coign.protocol import Blocked, Flat
>>> [place_of(effect, "attack") for effect in (Flat(2, "attack"), Flat(2, "ac"), Flat(2, "save"), Blocked())]
['roll', 'target', 'card', 'card']
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from coign.protocol.messages import Result
from coign.protocol.rulings import Bane, Edge, Effect, Flat, Modifier, Place
from coign.protocol.vocabulary import ROLLS_TO


def placed(results: Sequence[Result], occasion: str) -> tuple[Result, ...]:
    """Return the results of one view with the place of each modifier, and whether each target has it once and alike."""
    keys = [[_key(modifier) for modifier in result.modifiers] for result in results]
    first = keys[0] if keys else []
    common = [key for key in first if all(others.count(key) == 1 for others in keys)]
    placed_modifiers = []
    for result, its_keys in zip(results, keys, strict=True):
        modifiers = tuple(
            replace(modifier, place=place_of(modifier.effect, occasion), shared=key in common)
            for modifier, key in zip(result.modifiers, its_keys, strict=True)
        )
        placed_modifiers.append(replace(result, modifiers=modifiers))
    return tuple(placed_modifiers)


def place_of(effect: Effect, occasion: str) -> Place:
    """Return where an effect acts: in the roll, on one target's side of the roll, or only on the card."""
    if isinstance(effect, Edge | Bane) or (isinstance(effect, Flat) and effect.to == "ac"):
        return "target"
    rolled = ROLLS_TO.get(occasion)
    return "roll" if rolled and getattr(effect, "to", None) == rolled[0] else "card"


def _key(modifier: Modifier) -> tuple[str, Effect, str]:
    """Return the key that two targets must share for one line to serve both."""
    return modifier.id, modifier.effect, modifier.state
