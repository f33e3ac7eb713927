"""The result of a roll in words: one table for card, map, dialog, report and terminal; and its assumptions.

`words` has each text as a phrase, which the module translates and lays out. `sentence` joins them in English, for the
terminal and for the title of a drawing.

>>> assumed_range("reach", 5, "ft")
'reach 5 ft: none given'
>>> assumed_range(None, 5, "ft") is None
True
>>> assumed_ranged(30, 5, "ft")
'a ranged attack: the target is 30 ft away, and the reach is 5 ft'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from coign.protocol import Blocked, Chance, Damage, Flat, MissChance, Modifier, Movement, Outcome, Phrase, Result
from coign.protocol.rulings import To, Verdict, Words
from coign.rules.effects import signed
from coign.rules.phrases import Said, Template, english, fixed

# The name of an outcome stands under its label, so that the module also finds it for the squares of a heat map.
NAMES = {
    label: fixed(f"outcome-{label.replace(' ', '-')}", name)
    for label, name in {
        "plain": "Plain roll",
        "partial advantage": "Partial advantage",
        "partial disadvantage": "Partial disadvantage",
        "advantage": "Advantage",
        "disadvantage": "Disadvantage",
        "blocked": "Cannot be targeted",
        "edge": "Edge",
        "double edge": "Double edge",
        "bane": "Bane",
        "double bane": "Double bane",
    }.items()
}
HIT, MISS, CRITICAL = (fixed(f"verdict-{kind}", kind) for kind in ("hit", "miss", "critical"))
MISS_BY = Template("verdict-miss-by", "miss by {by}")
TIER, TIER_BECOMES = Template("tier", "tier {tier}"), Template("tier-becomes", "tier {before} → {after}")
CRITICAL_TIER = Template("tier-critical", "{tier}, critical")

TOTAL, TOTAL_BECOMES = Template("total", "{total}"), Template("total-becomes", "{before} → {after}")
WITH_DIE, WITHOUT_DIE = Template("total-plus", "{total} + {dice}"), Template("total-minus", "{total} − {dice}")
SECOND = Template("second", "{face} or {die}")
SECOND_AND = Template("second-and", "{second}, {bonus}")
ROLL = Template("roll-next", "Roll {dice}")
KEEP = {
    "highest": fixed("keep-highest", "two dice, the higher counts"),
    "lowest": fixed("keep-lowest", "two dice, the lower counts"),
}
POOL = Template("pool-becomes", "{after}d20 instead of {before}d20")

CHANCE, CHANCE_BECOMES = Template("chance", "{after} %"), Template("chance-becomes", "{before} → {after} %")
TIERS = Template("chance-tiers", "tiers 1 / 2 / 3: {tiers} %")
BEST = {
    "critical": Template("chance-critical", "{after} % (critical {best} %)"),
    "raise": Template("chance-raise", "{after} % (raise {best} %)"),
}
HITS = Template("odds", "A hit: {odds}")
ODDS = tuple(
    fixed(f"odds-{step}", name)
    for step, name in enumerate(
        (
            *("impossible", "hardly ever", "very unlikely", "unlikely", "rather unlikely", "as likely as not"),
            *("rather likely", "likely", "very likely", "almost certain", "certain"),
        )
    )
)

REACH = Template("reach-assumed", "reach {reach}: none given")
RANGED = Template("ranged-assumed", "a ranged attack: the target is {distance} away, and the reach is {reach}")
NO_RANGE = fixed("range-unknown", "range unknown: none given, so short range is not judged")


def words(outcome: Outcome, modifiers: Iterable[Modifier] = ()) -> Words:
    """Return an outcome in words for a reader. They contain nothing that the outcome does not."""
    return Words(
        verdict=_verdict(outcome),
        total=_phrase(_total(outcome)),
        chance=_phrase(_chance(outcome.chance)),
        odds=_phrase(_odds(outcome)),
        sums=_phrases(_sums(outcome)),
        follows=_phrases(follows(outcome, modifiers)),
        roll=_still_to_roll(outcome),
    )


def follows(outcome: Outcome, modifiers: Iterable[Modifier] = ()) -> tuple[str, ...]:
    """Return what the modifiers come to, beside the total: sums, further dice, miss chance, damage, movement.

    What a single one of these modifiers says is left out, but for damage, which is still to be rolled.
    """
    on = [
        (type(modifier.effect), getattr(modifier.effect, "to", None))
        for modifier in modifiers
        if modifier.state == "on"
    ]
    pool, miss, movement = outcome.pool, outcome.miss_chance, outcome.movement
    keep = outcome.keep if outcome.second is None else outcome.second.keep
    sums = [
        effect
        for effect in _flats(outcome)
        if on.count((Flat, effect.to)) != 1 and not (effect.to == "damage" and outcome.damage)
    ]
    return (
        *map(signed, sums),
        *([KEEP[keep]] if keep else ()),
        *([POOL(before=str(pool.before), after=str(pool.after))] if pool and pool.before != pool.after else ()),
        *([KEEP[pool.keep]] if pool and pool.keep else ()),
        *([signed(MissChance(miss))] if miss and on.count((MissChance, None)) != 1 else ()),
        *([signed(Damage(outcome.damage))] if outcome.damage else ()),
        *([signed(Movement(movement))] if movement is not None and on.count((Movement, None)) != 1 else ()),
    )


def sentence(result: Result) -> str:
    """Return the modifiers that count with their reasons, then what they come to; or "Nothing applies."."""
    outcome, phrases = result.outcome, result.words
    counting = "; ".join(_modifier(modifier) for modifier in result.modifiers if modifier.state == "on")
    name = "" if outcome.label == "plain" else name_of(outcome)
    if not counting and not name:
        head = "Nothing counts" if result.modifiers else "Nothing applies"
    elif counting.startswith(f"{name}:"):  # the sources of Enchanted Realms have such names
        head = counting
    else:
        head = ": ".join(part for part in (name, counting) if part)
    total = outcome.total
    changed = outcome.second is not None or (total is not None and total.after not in (None, total.before))
    parts = [
        head,
        *(english(phrase) for phrase in phrases.follows),
        ROLL(dice=", ".join(phrases.roll)) if phrases.roll and outcome.second is None else "",
        english(phrases.total) if phrases.total is not None and changed else "",
        english(phrases.verdict.phrase) if phrases.verdict is not None else "",
        *outcome.notes,
    ]
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)


def name_of(outcome: Outcome) -> str:
    """Return the name of an outcome; a ruleset of another package may have labels of its own."""
    return NAMES.get(outcome.label) or outcome.label.capitalize()


def assumed_range(missing: Literal["reach", "range"] | None, reach: float, units: str) -> str | None:
    """Return the assumption about reach or range that a request leaves out; None if it leaves out neither."""
    if missing is None:
        return None
    return NO_RANGE if missing == "range" else REACH(reach=_length(reach, units))


def assumed_ranged(distance: float, reach: float, units: str) -> str:
    """Return the assumption that an attack of unknown kind is ranged."""
    return RANGED(distance=_length(distance, units), reach=_length(reach, units))


def _length(length: float, units: str) -> str:
    return f"{round(length, 2):g} {units or 'units'}"


def _modifier(modifier: Modifier) -> str:
    effect = "" if isinstance(modifier.effect, Blocked) else signed(modifier.effect)
    return f"{modifier.source} ({effect}; {modifier.reason})" if effect else f"{modifier.source} ({modifier.reason})"


def _phrases(texts: Iterable[str]) -> tuple[Phrase, ...]:
    return tuple(phrase for text in texts if isinstance(text, Said) for phrase in text.phrases)


def _phrase(text: Said | None) -> Phrase | None:
    return None if text is None else text.phrases[0]


def _verdict(outcome: Outcome) -> Verdict | None:
    """Return hit or miss, or the tier of a power roll; None if the outcome has neither."""
    tiers, margin = outcome.tiers, outcome.margin
    if tiers is not None and tiers.after:
        before = tiers.before or tiers.after
        tier = TIER(tier=before) if before == tiers.after else TIER_BECOMES(before=before, after=tiers.after)
        short = CRITICAL if outcome.critical else TIER(tier=tiers.after)
        return Verdict("tier", (CRITICAL_TIER(tier=tier) if outcome.critical else tier).phrases[0], short.phrases[0])
    if outcome.critical and outcome.hit is not False:
        return Verdict("critical", CRITICAL.phrases[0])
    if outcome.hit is None:
        return None
    if outcome.hit:
        return Verdict("hit", HIT.phrases[0])
    if margin is not None and margin < 0:
        return Verdict("miss", MISS_BY(by=-margin).phrases[0], MISS.phrases[0])
    return Verdict("miss", MISS.phrases[0])


def _total(outcome: Outcome) -> Said | None:
    """Return the total before and after, or the two dice of which one will count; None if no total is known."""
    second, total, die = outcome.second, outcome.total, outcome.dice
    if second is not None:
        die_text = SECOND(face=second.face, die=second.die.removeprefix("1"))
        return SECOND_AND(second=die_text, bonus=f"{second.bonus:+g}") if second.bonus else die_text
    if total is None or total.before is None:
        return None
    if total.after is not None:
        changed = total.before != total.after
        return TOTAL_BECOMES(before=total.before, after=total.after) if changed else TOTAL(total=total.after)
    if not die:
        return TOTAL(total=total.before)
    return (WITHOUT_DIE if die.startswith("-") else WITH_DIE)(total=total.before, dice=die.lstrip("-+"))


def _chance(chance: Chance | None) -> Said | None:
    if chance is None:
        return None
    if chance.tiers is not None:
        return _tiers(chance)
    before, after = _percent(chance.before), _percent(chance.after)
    return CHANCE(after=after) if before == after else CHANCE_BECOMES(before=before, after=after)


def _odds(outcome: Outcome) -> Said | None:
    """Return the chance of an attack before its roll, for a player as a word; None if it is not known."""
    chance = outcome.chance
    if outcome.odds is not None:
        return HITS(odds=ODDS[outcome.odds])
    if chance is None:
        return None
    if chance.tiers is not None:
        return _tiers(chance)
    after = _percent(chance.after)
    return BEST[chance.better](after=after, best=_percent(chance.critical)) if chance.critical else CHANCE(after=after)


def _tiers(chance: Chance) -> Said:
    return TIERS(tiers=" / ".join(str(_percent(tier)) for tier in chance.tiers or ()))


def _percent(share: float) -> int:
    """Return a share in whole per cents. Only what is impossible or certain reads 0 or 100.

    >>> [_percent(share) for share in (0, 0.001, 0.125, 0.999, 1)]
    [0, 1, 13, 99, 100]
    """
    return min(99, max(1, int(100 * share + 0.5))) if 0 < share < 1 else int(100 * share)


def _flats(outcome: Outcome) -> list[Flat]:
    """Return the sums of the numbers that are not zero."""
    flat = outcome.flat
    sums: dict[To, int] = {
        "attack": flat.attack,
        "ac": flat.ac,
        "save": flat.save,
        "check": flat.check,
        "stealth": flat.stealth,
        "perception": flat.perception,
        "damage": flat.damage,
    }
    return [Flat(value, to) for to, value in sums.items() if value]


def _sums(outcome: Outcome) -> Sequence[str]:
    """Return what all numbers and miss chances come to, for a card that shows no lines."""
    miss = outcome.miss_chance
    return [signed(effect) for effect in (*_flats(outcome), *([MissChance(miss)] if miss else ()))]


def _still_to_roll(outcome: Outcome) -> tuple[str, ...]:
    """Return the dice to roll, without the one beside the d20 once it cannot change hit or miss any more."""
    beside = None if outcome.hit is None or outcome.dice is None else outcome.dice.removeprefix("-")
    return tuple(die for die in outcome.to_roll if die != beside)
