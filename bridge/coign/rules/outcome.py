"""The outcome of the modifiers that count, for rules that roll one d20: both of the d20 families.

The order is the table's: whether there is an attack at all, then the d100 of a miss chance, then the d20 with what is
added to it, then hit or miss. A natural 20 hits and a natural 1 misses by the die alone (in four degrees they move the
result by one: `odds`), and only a natural 20 is a critical.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from coign.protocol import (
    Blocked,
    Chance,
    Damage,
    Flat,
    FlatTotals,
    Forbid,
    MissChance,
    Movement,
    Note,
    Outcome,
    Permit,
    Roll,
    SaveDamage,
    SecondDie,
    Total,
)
from coign.protocol.vocabulary import ROLLS_TO
from coign.rules import roll as dice
from coign.rules.case import Case
from coign.rules.odds import Fortune, critically, hits, to_hit
from coign.rules.phrases import Said, Template, fixed, phrases_of
from coign.rules.roll import Keep
from coign.rules.rule import ATTACKS, Finding, Rule

E = TypeVar("E")
KEEP: dict[str, Keep] = {"advantage": "highest", "disadvantage": "lowest"}


def counting(findings: Iterable[Finding], kind: type[E]) -> list[E]:
    """Return the effects of this kind that count."""
    return [finding.effect for finding in findings if finding.on and isinstance(finding.effect, kind)]


def blocked(findings: Iterable[Finding]) -> bool:
    """Return whether a modifier that counts blocks the roll."""
    return bool(counting(findings, Blocked))


def flats(findings: Iterable[Finding]) -> FlatTotals:
    """Add up the numbers that count."""
    sums: dict[str, int] = {}
    for effect in counting(findings, Flat):
        sums[effect.to] = sums.get(effect.to, 0) + effect.value
    return FlatTotals(**sums) if sums else _NO_FLATS


_NO_FLATS = FlatTotals()


def named(findings: Iterable[Finding], kind: type[Permit] | type[Forbid]) -> tuple[str, ...]:
    """Return the abilities that modifiers permit, or forbid, each once."""
    return tuple(dict.fromkeys(effect.what for effect in counting(findings, kind)))


def notes(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the notes of the modifiers that count."""
    texts = [effect for effect in counting(findings, Note) if effect.text]
    return tuple(Said(effect.text, effect.phrases) if effect.phrases else effect.text for effect in texts)


def standing(findings: Iterable[Finding]) -> tuple[tuple[Rule, str], ...]:
    """Return the rules in use that give a sentence for every roll, each with it."""
    return tuple((finding.rule, finding.rule.note) for finding in findings if finding.on and finding.rule.note)


def with_standing(result: Outcome, *said: tuple[Rule, str]) -> Outcome:
    """Return an outcome with further notes, which rules always say."""
    if not said:
        return result
    noted = with_notes(result, *(text for _, text in said))
    places = dict(noted.standing)
    for rule, text in said:
        places[rule.id] = (*places.get(rule.id, ()), noted.notes.index(str(text)))
    return msgspec.structs.replace(noted, standing=places)


def with_notes(result: Outcome, *texts: str) -> Outcome:
    """Return an outcome with further notes, each once, and their phrases."""
    if not texts:
        return result
    phrases = {
        **dict(zip(result.notes, result.phrases, strict=True)),
        **{str(text): phrases_of(text) for text in texts},
    }
    return msgspec.structs.replace(result, notes=tuple(phrases), phrases=tuple(phrases.values()))


def added(flat: FlatTotals, occasion: str) -> int:
    """Return the part of the flat totals that is added to the roll of this occasion."""
    return sum(getattr(flat, to) for to in ROLLS_TO.get(occasion, ()))


def conclude(
    case: Case, findings: Sequence[Finding], label: str, *, mode: str, die: str | None = None, degrees: bool = False
) -> Outcome:
    """The outcome of one d20 in `mode` (normal, advantage, disadvantage), with `die` (`1d4`, `-1d4`) beside it.

    `degrees`: the rule system has four degrees of success (`odds.degree`).
    """
    if label == "blocked":
        return with_notes(Outcome(label=label), *notes(findings))
    roll = case.request.roll
    flat = flats(findings)
    miss = max(counting(findings, MissChance), key=lambda effect: (effect.percent, not effect.twice), default=None)
    face = dice.counting(roll, mode) if roll is not None else None
    after, missing = _after(roll, mode, face, die, added(flat, case.request.occasion))
    allowed, refused = named(findings, Permit), named(findings, Forbid)
    save_damage = next(
        (finding.rule.save_damage for finding in findings if finding.on and finding.rule.save_damage is not None), None
    )
    margin = _margin(case, after, flat)
    result = Outcome(
        label=label,
        dice=die,
        keep=KEEP.get(mode),
        flat=flat,
        total=Total(roll.total, after) if roll is not None and roll.total is not None else None,
        hit=_hit(case, mode, die, flat, miss, degrees=degrees, margin=margin),
        margin=margin,
        critical=face == 20,
        chance=_chance(case, flat, mode, die, miss, degrees),
        miss_chance=None if miss is None else miss.percent,
        sneak_attack=_sneak(case, allowed, refused),
        damage=_damage(findings),
        movement=_movement(findings),
        second=second_die(roll, mode, missing=face is None),
        cost=_cost(case, findings),
        save_damage=save_damage,
        permits=allowed,
        forbids=refused,
        to_roll=_to_roll(roll, mode, missing, miss),
    )
    return with_standing(with_notes(result, *notes(findings), *_on_damage(save_damage)), *standing(findings))


def unjudged(result: Outcome) -> Outcome:
    """Return an outcome that tells neither hit nor critical: both are the game system's word."""
    return msgspec.structs.replace(result, hit=None, critical=False, margin=None, chance=None)


def second_die(roll: Roll | None, mode: str, missing: bool, die: str = "1d20") -> SecondDie | None:
    """Return the second die still to be rolled, of which the better or worse counts; None if no die is missing."""
    keep = KEEP.get(mode)
    faces = dice.kept(roll) if roll is not None else ()
    if keep is None or not missing or not faces:
        return None
    return SecondDie(die, keep, faces[0], dice.bonus(roll))


def path_cost(case: Case) -> float | None:
    """The cost of the path in squares, by the scene's diagonal rule and no rule of a text; None without a path."""
    return round(sum(case.costs), 6) if case.costs else len(case.steps) or None


def _on_damage(save: SaveDamage | None) -> tuple[str, ...]:
    if save is None:
        return ()
    failed, made = (_SHARES.get(share) or _SHARE(share=f"{100 * share:.0f} %") for share in (save.failed, save.made))
    return (_DAMAGE_ON_SAVE(failed=failed, made=made),)


_DAMAGE_ON_SAVE = Template("damage-on-save", "{failed} damage on a failed save, {made} damage on a made one")
_SHARES = {1.0: fixed("full", "full"), 0.5: fixed("half", "half"), 0.0: fixed("no", "no")}
_SHARE = Template("share-of", "{share} of the")


def _after(
    roll: Roll | None, mode: str, face: int | None, die: str | None, flat: int
) -> tuple[float | None, str | None]:
    """Return the new total, or the die missing for it. A natural 20 ignores a subtracted die (P9)."""
    if roll is None:
        return None, None
    extra = 0
    if die is not None and not (die.startswith("-") and face == 20):
        name = die.lstrip("-")
        rolled = dice.since(roll, name)
        if not rolled:
            return None, name
        extra = -rolled[0] if die.startswith("-") else rolled[0]
    if mode == roll.mode:  # the same dice count as were counted
        return (None if roll.total is None else roll.total + extra + flat), None
    plus = dice.bonus(roll)
    return (None if face is None or plus is None else face + plus + extra + flat), None


def _hit(
    case: Case,
    mode: str,
    die: str | None,
    flat: FlatTotals,
    miss: MissChance | None,
    *,
    degrees: bool,
    margin: float | None,
) -> bool | None:
    """Return hit or miss; None while a die that is still to be rolled can change it.

    Of a total without its dice the margin tells: a message that keeps no dice does keep a natural 1 or 20 (`D35E`).
    """
    roll = case.request.roll
    if case.request.occasion not in ATTACKS or roll is None:
        return None
    missed = False if miss is None else _missed(roll, miss)
    if missed:
        return False
    if dice.kept(roll):
        struck = _struck(case, roll, mode, die, flat, degrees)
    else:
        struck = None if margin is None else margin >= 0
    return None if struck and missed is None else struck


def _missed(roll: Roll, miss: MissChance) -> bool | None:
    """Return whether the attack misses by chance; None while a die for it is missing. Of two only the higher counts."""
    needed = 2 if miss.twice else 1
    fallen = (*dice.since(roll, "1d100"), *dice.since(roll, "2d100"))[:needed]
    if any(face > miss.percent for face in fallen):
        return False
    return True if len(fallen) == needed else None


def _struck(case: Case, roll: Roll, mode: str, die: str | None, flat: FlatTotals, degrees: bool) -> bool | None:
    """Return whether the d20 and its bonuses hit; None if that depends on a die that is still to be rolled."""
    armour, plus = case.defence.ac, dice.bonus(roll)
    answers = set()
    for face in _possible_faces(roll, mode):
        is_known = armour is not None and plus is not None
        if face in (1, 20) and not (degrees and is_known):
            answers.add(face == 20)
        elif armour is None or plus is None:
            return None
        else:
            need = armour + flat.ac - flat.attack - plus
            answers |= {hits(face, face + extra, need, degrees=degrees) for extra in _possible_extras(roll, die)}
    return answers.pop() if len(answers) == 1 else None


def _possible_faces(roll: Roll, mode: str) -> tuple[int, ...]:
    """The lowest and the highest face that may count; one if it is known. The roll has dice."""
    face = dice.counting(roll, mode)
    if face is not None:
        return (face,)
    first = dice.kept(roll)[0]
    return (first, 20) if mode == "advantage" else (1, first)


def _possible_extras(roll: Roll, die: str | None) -> tuple[int, ...]:
    """Return the least and the most that the additional die adds to the d20."""
    if die is None:
        return (0,)
    name, sign = die.lstrip("-"), -1 if die.startswith("-") else 1
    rolled = dice.since(roll, name)[:1] or (1, int(name.rpartition("d")[2]))
    return tuple(sign * value for value in rolled)


def _margin(case: Case, after: float | None, flat: FlatTotals) -> float | None:
    armour = case.defence.ac
    if case.request.occasion not in ATTACKS or armour is None or after is None:
        return None
    return after - armour - flat.ac


def attack_bonus(case: Case) -> float | None:
    """Return what the roll added to its dice; before the roll, what the request says of the attack. None: unknown."""
    roll = case.request.roll
    return dice.bonus(roll) if roll is not None and roll.d20 else case.request.attack.bonus


def own_dice(case: Case) -> tuple[tuple[int, ...], float]:
    """Return the sides of the attack's own dice beside the d20, negative if subtracted, and what they have added."""
    roll = case.request.roll
    if roll is None or not roll.d20:
        return case.request.attack.dice, 0
    return tuple(die.sides for die in roll.beside), sum(die.value for die in roll.beside)


def _chance(
    case: Case, flat: FlatTotals, mode: str, die: str | None, miss: MissChance | None, degrees: bool
) -> Chance | None:
    armour, plus = case.defence.ac, attack_bonus(case)
    if plus is None or armour is None or case.request.occasion not in ATTACKS:
        return None
    beside, shown = own_dice(case)
    before = armour - plus + shown
    need = before + flat.ac - flat.attack
    own, keep = KEEP.get(dice.own_mode(case.request.roll)), KEEP.get(mode)
    all_beside, many = beside if die is None else (*beside, int(die.replace("1d", ""))), 2 if keep else 1
    percent, twice = (0, False) if miss is None else (miss.percent, miss.twice)
    fortune = Fortune(third=case.ability("elven-accuracy"), lucky=case.actor.feat("halfling-luck"))
    return Chance(
        before=to_hit(before, beside=beside, dice=2 if own else 1, keep=own, degrees=degrees, fortune=fortune),
        after=to_hit(
            need, beside=all_beside, dice=many, keep=keep, miss=percent, twice=twice, degrees=degrees, fortune=fortune
        ),
        critical=critically(need, beside=all_beside, dice=many, keep=keep) if degrees else None,
    )


def _to_roll(roll: Roll | None, mode: str, die: str | None, miss: MissChance | None) -> tuple[str, ...]:
    if roll is None:
        return ()
    wanted = []
    if miss is not None and _missed(roll, miss) is None:
        wanted.append("2d100" if miss.twice else "1d100")
    if roll.d20 and dice.counting(roll, mode) is None:
        wanted.append("1d20")
    if die is not None:
        wanted.append(die)
    return tuple(wanted)


def _sneak(case: Case, allowed: tuple[str, ...], refused: tuple[str, ...]) -> bool | None:
    if "sneak-attack" not in (*allowed, *refused) or not case.ability("sneak-attack"):
        return None
    return "sneak-attack" not in refused


def _damage(findings: Iterable[Finding]) -> str | None:
    """Return the dice that the damage gains and loses, `+1d6 -1d4`; None if there are none."""
    dice = [effect.dice for effect in counting(findings, Damage)]
    return " ".join(text if text.startswith("-") else f"+{text.lstrip('+')}" for text in dice) or None


def _movement(findings: Iterable[Finding]) -> float | None:
    factors = (effect.factor for effect in counting(findings, Movement))
    return min((factor for factor in factors if factor is not None), default=None)


def _cost(case: Case, findings: Iterable[Finding]) -> float | None:
    """Squares of movement for the path asked about: by the rule that costs most, else by the scene alone."""
    known = [effect.squares for effect in counting(findings, Movement) if effect.squares is not None]
    return max(known) if known else path_cost(case)
