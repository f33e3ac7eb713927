"""Which of the GM's words counts, and what it decides.

An override speaks of one modifier or one fact, to a scope. Of those that fit the case the narrowest wins, and of two
as narrow the later one:

    roll  >  pair  >  token  >  scene  >  world

`state: "measured"` gives the question back to the scene (a way out of a wider word). An override with an `effect` adds
a modifier by hand, and another override of the same id, as narrow or narrower, may switch it off.

| fact | value | what it decides |
| --- | --- | --- |
| cover | a degree of either table | the degree; line of effect with it |
| obscurement | `none`, `lightly`, `heavily` | the level, and with it whether the target is seen |
| flanking (or flanked) | true, false | whether the pair flanks |
| standing | true, false | whether the actor stands on something |
| difficult, attacker-difficult | true, false | the terrain under the target, under the actor |
| target-arc (or arcs), attacker-arc | an arc | where each stands around the other |
| enemy | true, false | whether a pair of tokens are enemies, for the measurement of flanking |

`state: "off"` is the word for none of it. A modifier is named by its id: that of a rule of any rule system there is,
or of one that the GM added; words on rules that are not in use wait for their day. Overrides that came with the request
are numbered from 0; those of the configuration go on counting after them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec

from coign.errors import BadMessage
from coign.protocol import Evaluate, Override
from coign.protocol.facts import Arc, Degree, Level
from coign.rules.case import Case
from coign.rules.phrases import Template, fixed

_YES_OR_NO = (True, False)
FACTS: dict[str, tuple[Any, ...]] = {
    "cover": get_args(Degree),
    "obscurement": get_args(Level),
    "flanking": _YES_OR_NO,
    "flanked": _YES_OR_NO,
    "standing": _YES_OR_NO,
    "difficult": _YES_OR_NO,
    "attacker-difficult": _YES_OR_NO,
    "arcs": get_args(Arc),
    "target-arc": get_args(Arc),
    "attacker-arc": get_args(Arc),
    "enemy": _YES_OR_NO,
}
BY_GM_BECAUSE = Template("by-gm-because", "the GM: {why}")
BY_GM = fixed("by-gm", "set by the GM")
NARROWNESS = {"world": 0, "scene": 1, "token": 2, "pair": 3, "roll": 4}
BY_HAND = ("gm", "by-hand")  # how ids begin that are given to what a GM adds; it may be gone before words on it are


class Modifiers(msgspec.Struct, frozen=True):
    """Ids that an override may name: `offered` are those of the rule systems in use, in order."""

    offered: tuple[str, ...] = ()
    installed: frozenset[str] = frozenset()


class Word(msgspec.Struct, frozen=True):
    """One override that fits the case, and its number."""

    override: Override
    number: int

    @property
    def narrowness(self) -> int:
        return NARROWNESS[self.override.scope]

    def reason(self) -> str:
        return BY_GM_BECAUSE(why=self.override.why) if self.override.why else BY_GM


class Words(msgspec.Struct, frozen=True):
    """Every word that counts in a case: on modifiers by id, on facts by name, and what the GM adds by hand."""

    modifiers: dict[str, Word] = {}
    facts: dict[str, Word] = {}
    by_hand: tuple[Word, ...] = ()


UNSAID = Words()


def heard(case: Case, configured: Sequence[Override], known: Modifiers) -> Words:
    """What the GM says of this case. Raises BadMessage where an override of the request cannot be obeyed."""
    if not case.request.overrides and not configured:
        return UNSAID
    check(case.request.overrides, known, configured)
    modifiers: dict[str, Word] = {}
    facts: dict[str, Word] = {}
    by_hand: list[Word] = []
    for word in sorted(_fitting(case, configured), key=lambda word: word.narrowness):  # stable: later ones win
        said = word.override
        if said.effect is not None:
            by_hand.append(word)
        elif said.modifier is not None:
            modifiers[said.modifier] = word
        elif said.fact is not None:
            facts[_spelt(said.fact)] = word
    return Words(modifiers, facts, tuple(word for word in by_hand if not _silenced(word, modifiers)))


def enmities(request: Evaluate, configured: Sequence[Override] = ()) -> dict[frozenset[str], bool]:
    """The GM's word on who is whose enemy, by pairs of token ids; for the measurement of flanking."""
    said: dict[frozenset[str], bool] = {}
    everything = sorted([*configured, *request.overrides], key=lambda one: NARROWNESS[one.scope])
    for one in everything:
        if one.fact != "enemy" or one.actor is None or one.target is None:
            continue
        if one.scene is not None and one.scene != request.scene:
            continue
        pair = frozenset((one.actor, one.target))
        if one.state == "measured":
            said.pop(pair, None)
        else:
            said[pair] = one.state == "on" and one.value is not False
    return said


def check(overrides: Sequence[Override], known: Modifiers, others: Sequence[Override] = ()) -> None:
    """Raises BadMessage that says which override cannot be obeyed, and what would be right; `others` stand beside."""
    added = {one.modifier for one in (*overrides, *others) if one.effect is not None}
    for number, override in enumerate(overrides):
        wrong = _wrong(override)
        if wrong is None and override.modifier is not None and override.modifier not in added:
            wrong = _unknown(override.modifier, known)
        if wrong is not None:
            raise BadMessage(f"overrides[{number}]: {wrong}", path=f"$.overrides[{number}]")


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
    values = FACTS.get(_spelt(override.fact))
    if values is None:
        return f"no fact {override.fact}; there are {', '.join(FACTS)}"
    if override.state != "on" or any(type(override.value) is type(one) and override.value == one for one in values):
        return None
    if values is _YES_OR_NO and override.value is None:  # switched on, and that is all there is to say
        return None
    return f"{override.fact} cannot be {override.value!r}; there are {', '.join(str(one).lower() for one in values)}"


def _spelt(fact: str) -> str:
    return fact.replace("_", "-")


def _fitting(case: Case, configured: Sequence[Override]) -> Iterator[Word]:
    asked = case.request.overrides
    for number, override in enumerate(asked):
        if _fits(override, case):
            yield Word(override, number)
    for number, override in enumerate(configured, start=len(asked)):
        if override not in asked and _fits(override, case):  # the same word twice is one word
            yield Word(override, number)


def _fits(override: Override, case: Case) -> bool:
    actor, target = case.actor.id, case.target.id
    return (
        (override.scene is None or override.scene == case.request.scene)
        and (override.actor is None or override.actor == actor)
        and (override.target is None or override.target == target)
        and (override.token is None or override.token in (actor, target))
    )


def _silenced(word: Word, modifiers: dict[str, Word]) -> bool:
    """Whether a word added by hand is given back: by itself, or by a word on it that is at least as narrow."""
    if word.override.state == "measured":
        return True
    other = modifiers.get(word.override.modifier or "")
    return other is not None and other.override.state == "measured" and other.narrowness >= word.narrowness
