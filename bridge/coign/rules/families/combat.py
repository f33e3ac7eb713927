"""Combat in Enchanted Realms: dice in the attack pool and points of damage (E1 to E5).

Each die of the pool may hit. If the last die is removed, two are rolled and the worse counts (E3). A pool that loses a
die loses the last one rolled. The new total is that of the die that counts: the best, or under E3 the worst.
A roll made with advantage or disadvantage has its extra die on the table (E13).

A known miss deals no extra damage and takes none away: "if at advantage when successfully striking an opponent". So no
die for damage is asked for. Users who may not know the armour class recognise a miss by the dice alone.

The damage itself is rolled later. Until its total comes back as `rolled: {"damage": [n]}`, the outcome notes what
happens if nothing is left of it; then it is judged (E4).
"""

from __future__ import annotations

import msgspec

from coign.protocol import Chance, FlatTotals, Outcome, PoolChange, Roll, Total
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.odds import to_hit
from coign.rules.outcome import attack_bonus, own_dice, with_notes
from coign.rules.phrases import fixed

NOT_PRIMARY = fixed("not-primary", "not the primary attack: its damage stays as it is")
PRIMARY_ONLY = fixed("primary-only", "only the primary attack's damage changes, once for each target")
DOES_NOT_EXPLODE = fixed(
    "does-not-explode",
    "only the primary attack's damage changes, once for each target; the extra die does not explode",
)
MAY_MISS = fixed("may-miss", "if no damage is left, the attack misses and nothing rides on it")
MAY_MISS_BUT_FOR_20 = fixed(
    "may-miss-but-for-20",
    "if no damage is left, the attack misses and nothing rides on it; a natural 20 deals 1 point all the same",
)
ONE_POINT = fixed("one-point", "a natural 20 deals 1 point, and what rides on the attack applies")
NOTHING_LEFT = fixed("nothing-left", "no damage is left: the attack misses, and nothing rides on it")


class Combat(msgspec.Struct, frozen=True):
    """The combat row of an edition. `damage` is a die or a number, added or taken away."""

    damage: str
    guaranteed: bool = False  # E4: a natural 20 still deals 1 point, and what rides on the attack applies


def fight(combat: Combat, case: Case, label: str, flat: FlatTotals) -> Outcome:
    """Return the outcome of an attack whose label is advantage, disadvantage or plain."""
    roll = case.request.roll
    pool = _pool(roll, label)
    faces = _faces(roll, pool)
    more, armour = attack_bonus(case), case.defence.ac
    need = None if more is None or armour is None else armour + flat.ac - flat.attack - more
    struck = _struck(faces, pool, need)
    damage, points = (None, None) if struck is False else _damage(combat, case, label)
    hit, left = _with_damage(combat, roll, struck, _counting(faces, pool), damage, points)
    result = Outcome(
        label=label,
        flat=msgspec.structs.replace(flat, damage=flat.damage + (points or 0)),
        total=_total(roll, faces, pool, label, flat.attack),
        hit=hit,
        critical=20 in _counting(faces, pool),
        chance=_chance(case, pool, need, flat),
        pool=pool,
        damage=damage,
        to_roll=_to_roll(roll, faces, pool, damage, points),
    )
    return with_notes(result, *left, *(() if struck is False else _on_the_change(case, label, damage)))


def _pool(roll: Roll | None, label: str) -> PoolChange:
    """Return the number of dice without advantage and disadvantage, and with what the label says."""
    made = 1 if roll is None else len(dice.kept(roll)) if roll.mode == "normal" else len(roll.d20) - 1
    before = max(made, 1)
    if label == "advantage":
        return PoolChange(before, before + 1)
    if label == "disadvantage":
        return PoolChange(before, before - 1) if before > 1 else PoolChange(before, 2, "lowest")
    return PoolChange(before, before)


def _faces(roll: Roll | None, pool: PoolChange) -> tuple[int, ...]:
    """Return the rolled dice that belong to the new pool; fewer than `pool.after` while one is missing."""
    if roll is None:
        return ()
    made = dice.kept(roll) if roll.mode == "normal" else tuple(die.value for die in roll.d20)
    return (made + dice.since(roll, "1d20"))[: pool.after] if pool.after > pool.before else made[: pool.after]


def _counting(faces: tuple[int, ...], pool: PoolChange) -> tuple[int, ...]:
    """Return the dice that may hit: all of the pool, or the worse of two."""
    if pool.keep != "lowest":
        return faces
    return (min(faces),) if len(faces) == pool.after else ()


def _damage(combat: Combat, case: Case, label: str) -> tuple[str | None, int | None]:
    """Return the change of the damage as dice and, once known, in points. For the primary attack only (E5)."""
    if label == "plain" or not case.request.attack.primary:
        return None, None
    sign = 1 if label == "advantage" else -1
    if combat.damage.isdigit():
        points: int | None = int(combat.damage)
    else:
        points = next(iter(dice.since(case.request.roll, combat.damage)), None)
    return f"{'+' if sign > 0 else '-'}{combat.damage}", None if points is None else sign * points


def _on_the_change(case: Case, label: str, damage: str | None) -> tuple[str, ...]:
    """E5: return the note that names the attack whose damage changes, while the damage is still to be rolled."""
    if label == "plain" or dice.since(case.request.roll, "damage"):
        return ()
    if damage is None:
        return () if case.request.attack.primary else (NOT_PRIMARY,)
    return (DOES_NOT_EXPLODE if "d" in damage and label == "advantage" else PRIMARY_ONLY,)


def _struck(faces: tuple[int, ...], pool: PoolChange, need: float | None) -> bool | None:
    """Return whether the dice hit; None while that is open.

    A missing die cannot change a hit of a pool, or a miss of the worse die.
    """
    if len(faces) == pool.after:
        return _strikes(_counting(faces, pool), need)
    struck = _strikes(faces, need) if faces else None
    return struck if struck is (pool.keep != "lowest") else None


def _with_damage(
    combat: Combat,
    roll: Roll | None,
    struck: bool | None,
    counting: tuple[int, ...],
    damage: str | None,
    points: int | None,
) -> tuple[bool | None, tuple[str, ...]]:
    """Return hit or miss, and E4's note on the remaining damage."""
    if damage is None or not damage.startswith("-"):
        return struck, ()
    dealt = dice.since(roll, "damage")
    if not dealt or points is None:
        return struck, (MAY_MISS_BUT_FOR_20 if combat.guaranteed else MAY_MISS,)
    if dealt[0] + points > 0:
        return struck, ()
    if combat.guaranteed and 20 in counting:
        return struck, (ONE_POINT,)
    return False, (NOTHING_LEFT,)


def _strikes(faces: tuple[int, ...], need: float | None) -> bool | None:
    if 20 in faces:
        return True
    if all(face == 1 for face in faces):
        return False
    return None if need is None else any(face != 1 and face >= need for face in faces)


def _total(roll: Roll | None, faces: tuple[int, ...], pool: PoolChange, label: str, flat: int) -> Total | None:
    if roll is None or roll.total is None:
        return None
    if label == "plain" and roll.mode == "normal":
        return Total(roll.total, roll.total + flat)
    more, counting = dice.bonus(roll), _counting(faces, pool)
    complete = len(faces) == pool.after
    return Total(roll.total, max(counting) + more + flat if complete and more is not None else None)


def _chance(case: Case, pool: PoolChange, need: float | None, flat: FlatTotals) -> Chance | None:
    if need is None:
        return None
    beside, shown = own_dice(case)
    return Chance(
        before=to_hit(need + shown - flat.ac + flat.attack, beside=beside, dice=pool.before),
        after=to_hit(need + shown, beside=beside, dice=pool.after, keep=pool.keep),
    )


def _to_roll(
    roll: Roll | None, faces: tuple[int, ...], pool: PoolChange, damage: str | None, points: int | None
) -> tuple[str, ...]:
    """Return the dice still to be rolled."""
    if roll is None:
        return ()
    wanted = ["1d20"] if roll.d20 and len(faces) < pool.after else []
    if damage is not None and points is None:
        wanted.append(damage[1:])
    return tuple(wanted)
