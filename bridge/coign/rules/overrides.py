"""Overrides: which of the GM's decisions on modifiers and facts counts in a case.

An override is about one modifier or one fact, and has a scope. Of those that fit the case the narrowest counts, and of
two as narrow the later one:

    roll  >  pair  >  token  >  scene  >  world

A fact and the modifiers that rest on it are one subject: who sets half cover after switching cover off has half cover.

`state: "measured"` returns a fact or modifier to the measurement, whatever a wider override decides. An override with
an `effect` adds a modifier by hand; another one of the same id, as narrow or narrower, may switch it off.

| fact | value | effect |
| --- | --- | --- |
| cover | a degree of either table | the degree, and with it the line of effect |
| obscurement | `none`, `lightly`, `heavily` | the level, and with it whether the target is seen |
| flanking (or flanked) | true, false | whether the pair flanks |
| standing | true, false | whether the actor has a standing elevation |
| difficult, attacker-difficult | true, false | the terrain under the target, under the actor |
| target-arc (or arcs), attacker-arc | an arc | the area around the target, around the attacker |
| enemy | true, false | whether two tokens are enemies, for the measurement of flanking |

`state: "off"` means none of it. A modifier is named by its id: that of a rule of any installed ruleset, or of one that
the GM added; overrides of rules that are not in use are kept and do nothing. The overrides of a request are numbered
from 0, and those of the configuration after them.

A modifier added by hand for one roll acts on that roll, whatever it is: "advantage on the attack", added to a save, is
advantage on the save. One for a token, a scene or the world acts only on the rolls that its effect names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from coign.errors import BadMessage
from coign.protocol import (
    Advantage,
    Bane,
    Damage,
    Die,
    Disadvantage,
    Edge,
    Effect,
    Evaluate,
    Flat,
    FlatCheck,
    MissChance,
    Note,
    Override,
    Pool,
)
from coign.protocol.vocabulary import FORCIBLE, OF_ATTACKS, ROLLS_TO
from coign.rules.case import Case
from coign.rules.effects import signed
from coign.rules.phrases import Template, fixed
from coign.rules.rule import ATTACKS

BY_GM_BECAUSE = Template("by-gm-because", "the GM: {why}")
BY_GM = fixed("by-gm", "set by the GM")
NARROWNESS = {"world": 0, "scene": 1, "token": 2, "pair": 3, "roll": 4}
OCCASIONS = {  # in words, for errors
    "attack": "an attack",
    "opportunity": "an attack of opportunity",
    "save": "a save",
    "check": "a check",
    "perception": "a perception check",
    "stealth": "a stealth check",
    "movement": "movement",
    "ready": "a readied action",
}
# First letters of the ids of modifiers that a GM adds, which may be gone while overrides of them remain.
BY_HAND = ("gm", "by-hand")


class Modifiers(msgspec.Struct, frozen=True):
    """Ids that an override may name: `offered` are those of the rule systems in use, in order."""

    offered: tuple[str, ...] = ()
    installed: frozenset[str] = frozenset()


class FittingOverride(msgspec.Struct, frozen=True):
    """One override that fits the case, and its number."""

    override: Override
    number: int
    private: bool = False  # the reader of this answer may not see its reason
    rank: int = 0  # of two about the same subject the one of the higher rank counts

    @property
    def why(self) -> str:
        """The GM's reason; empty if none was given or if the reader may not see it."""
        return "" if self.private else self.override.why

    @property
    def narrowness(self) -> int:
        """The rank of the override's scope: a narrower scope wins."""
        return NARROWNESS[self.override.scope]

    def reason(self) -> str:
        """Return the text for the card: that the GM decided it, and why if a reason was given."""
        if self.override.name:
            return self.why or self.override.name
        return BY_GM_BECAUSE(why=self.why) if self.why else BY_GM


class OverridesInForce(msgspec.Struct, frozen=True):
    """The overrides that count in a case: of modifiers by id, of facts by name, and modifiers added by hand."""

    modifiers: dict[str, FittingOverride] = {}
    facts: dict[str, FittingOverride] = {}  # without those that return a fact to the measurement
    by_hand: tuple[FittingOverride, ...] = ()

    def switches_off(self, modifier: str) -> bool:
        """Return whether the GM has switched a modifier off."""
        fitting = self.modifiers.get(modifier)
        return fitting is not None and fitting.override.state == "off"


NO_OVERRIDES = OverridesInForce()


def in_force(case: Case, configured: Sequence[Override], known: Modifiers) -> OverridesInForce:
    """Gather the overrides that count in this case. Raises BadMessage if one of the request's cannot be obeyed."""
    if not case.request.overrides and not configured:
        return NO_OVERRIDES
    fittings = list(_fitting(case, configured))
    own = {fitting.number: fitting.override for fitting in fittings if fitting.number < len(case.request.overrides)}
    check(own, known, configured, claimed=_claimed(case.request))
    modifiers: dict[str, FittingOverride] = {}
    facts: dict[str, FittingOverride] = {}
    by_hand: list[FittingOverride] = []
    ordered = sorted(fittings, key=lambda fitting: fitting.narrowness)  # stable: later ones win
    for rank, ranked in enumerate(ordered):
        fitting = msgspec.structs.replace(ranked, rank=rank)
        override = fitting.override
        if override.effect is not None:
            by_hand.append(fitting)
        elif override.modifier is not None:
            modifiers[override.modifier] = fitting
        elif override.fact is not None:
            facts[_spelt(override.fact)] = fitting
    forced = {name: fitting for name, fitting in facts.items() if fitting.override.state != "measured"}
    return OverridesInForce(
        modifiers, forced, tuple(fitting for fitting in by_hand if not _silenced(fitting, modifiers))
    )


def enmities(request: Evaluate, configured: Sequence[Override] = ()) -> dict[frozenset[str], bool]:
    """Gather the overrides of enmity, by pairs of token ids, for the measurement of flanking."""
    by_pair: dict[frozenset[str], bool] = {}
    everything = sorted([*configured, *request.overrides], key=lambda override: NARROWNESS[override.scope])
    for override in everything:
        if override.fact != "enemy" or override.actor is None or override.target is None:
            continue
        if override.scene is not None and override.scene != request.scene:
            continue
        pair = frozenset((override.actor, override.target))
        if override.state == "measured":
            by_pair.pop(pair, None)
        else:
            by_pair[pair] = override.state == "on" and override.value is not False
    return by_pair


def concerns(override: Override, scene: str, actor: str, target: str | None) -> bool:
    """Return whether an override is about a roll; without a `target` it may be about any."""
    return (
        (override.scene is None or override.scene == scene)
        and (override.actor is None or override.actor == actor)
        and (override.target is None or target is None or override.target == target)
        and (override.token is None or override.token in (actor, target))
    )


def acting(fitting: FittingOverride, occasion: str) -> Effect | None:
    """Return the effect as it acts on the occasion; None if the override is about other rolls.

    Raises BadMessage for an override of this roll that cannot act on it.
    """
    effect = fitting.override.effect
    if effect is None:
        return None
    effects = _on(effect, occasion, own_roll=fitting.override.scope == "roll")
    if effects is None and fitting.override.scope == "roll" and fitting.override.state == "on":
        raise BadMessage(
            f"overrides[{fitting.number}]: {signed(effect)} cannot act on {OCCASIONS[occasion]}; {_possible(occasion)}",
            path=f"$.overrides[{fitting.number}].effect",
        )
    return effects


def check(
    numbered: Mapping[int, Override],
    known: Modifiers,
    others: Sequence[Override] = (),
    *,
    claimed: Iterable[str] = (),
) -> None:
    """Raise BadMessage for an override that cannot be obeyed, with the values there are.

    `others` stay in force; `claimed` are the modifiers that somebody says to have put into the roll.
    """
    added = {override.modifier for override in (*numbered.values(), *others) if override.effect is not None} | set(
        claimed
    )
    for number, override in numbered.items():
        wrong = _wrong(override)
        if wrong is None and override.modifier is not None and override.modifier not in added:
            wrong = _unknown(override.modifier, known)
        if wrong is not None:
            raise BadMessage(f"overrides[{number}]: {wrong}", path=f"$.overrides[{number}]")


def _claimed(request: Evaluate) -> Iterator[str]:
    yield from (modifier.modifier for modifier in request.roll.included) if request.roll is not None else ()


def _unknown(modifier: str, known: Modifiers) -> str | None:
    if modifier in known.installed or modifier.startswith(BY_HAND):
        return None
    return f"no modifier {modifier}; there are {', '.join(known.offered)}"


def _wrong(override: Override) -> str | None:
    if (override.modifier is None) == (override.fact is None):
        both = "both" if override.modifier is not None else "neither"
        return f"an override names a modifier or a fact, this one {both}"
    if override.fact is None:
        return None
    values = FORCIBLE.get(_spelt(override.fact))
    if values is None:
        return f"no fact {override.fact}; there are {', '.join(FORCIBLE)}"
    if override.state != "on" or any(
        type(override.value) is type(value) and override.value == value for value in values
    ):
        return None
    if True in values and override.value is None:  # switched on, and that is all there is to say
        return None
    return (
        f"{override.fact} cannot be {override.value!r}; there are {', '.join(str(value).lower() for value in values)}"
    )


def _spelt(fact: str) -> str:
    return fact.replace("_", "-")


def _fitting(case: Case, configured: Sequence[Override]) -> Iterator[FittingOverride]:
    own = case.request.overrides
    for number, override in enumerate((*own, *configured)):
        again = number >= len(own) and override in own  # the same override twice is one
        fits = concerns(override, case.request.scene, case.actor.id, case.target.id)
        if fits and not again:
            yield _readable(override, number, case)


def _readable(override: Override, number: int, case: Case) -> FittingOverride:
    """Return the override with the GM's words as the reader may read them.

    Only GMs may read the reason for a whole scene or world, unless the GM has made it public.
    """
    effect = override.effect
    if isinstance(effect, Note):
        effect = Note(case.readable(effect.text))
    words = msgspec.structs.replace(override, why=case.readable(override.why), effect=effect)
    wide = override.scope in ("scene", "world") and not override.public
    return FittingOverride(words, number, private=wide and case.request.viewer == "player")


def _silenced(fitting: FittingOverride, modifiers: dict[str, FittingOverride]) -> bool:
    """Return whether a modifier added by hand is switched off, by itself or by an override at least as narrow."""
    if fitting.override.state == "measured":
        return True
    other = modifiers.get(fitting.override.modifier or "")
    return other is not None and other.override.state == "measured" and other.narrowness >= fitting.narrowness


def _on(effect: Effect, occasion: str, own_roll: bool) -> Effect | None:
    if isinstance(effect, MissChance | FlatCheck | Damage | Pool):
        return effect if occasion in ATTACKS else None
    if not isinstance(effect, Flat | Die | Advantage | Disadvantage | Edge | Bane):
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
