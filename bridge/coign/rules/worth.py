"""The worth of a house rule, as text: one or more cases, each with its conditions.

    +2                       a number on the attack; ac+4: on the armour class
    -1d4, advantage          a die beside the d20; advantage, disadvantage
    miss-20, blocked         a miss chance in percent; there is no such attack
    nothing, same            no effect; as the cover itself
    +1@10, +2@20             two cases: from 10 ft up, and from 20 ft up (what is counted depends on the row)
    +1 melee, +2 ranged      another worth in melee than at range
    +1 not-flying            only if the attacker does not fly
    -4 engaged-target        only if a friend of the attacker fights the target hand to hand
    ac+2 larger-blocker      only if a creature in the way is larger than the target
    -2@2 each                for each that is counted

The case with the farthest number that is reached counts; of equals, the first whose conditions hold. `HOUSE` in the
vocabulary of the wire has the grammar, so that the module's rule chooser writes the same text.

>>> from coign.protocol import Form
>>> height = Form(("nothing", "number", "die"), "above", ("attack", "flying"))
>>> [(one.effect("attack"), one.at) for one in read("+1@10, +1d6@20 melee", height)]
[(Die(dice='1d6', to='attack'), 20), (Flat(value=1, to='attack'), 10)]
>>> read("+1 mounted", height)
Traceback (most recent call last):
coign.errors.BadOption: 'mounted' is no condition here; there are melee, ranged, flying, not-flying
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from coign.errors import BadOption
from coign.protocol import Advantage, Blocked, Die, Disadvantage, Effect, Flat, Form, MissChance, To, WorthKind
from coign.protocol.vocabulary import CASE, CONDITIONS, MOST_CASES, WORTHS
from coign.rules.case import Case

LONGEST = 300  # characters
_CASE = re.compile(CASE, re.ASCII)
_WORTHS = {kind: re.compile(pattern, re.ASCII) for kind, pattern in WORTHS.items()}


class Worth(msgspec.Struct, frozen=True):
    """One case of a value: what it is worth, from which number on, and the words that have to hold."""

    kind: WorthKind
    number: str = ""
    at: int | None = None
    words: tuple[str, ...] = ()

    def effect(self, to: To, count: int = 1) -> Effect | None:
        """Return its effect on a roll, of which `each` counts so many; None if it has none."""
        match self.kind:
            case "advantage":
                return Advantage(to)
            case "disadvantage":
                return Disadvantage(to)
            case "number" | "ac":
                value = int(self.number) * (count if "each" in self.words else 1)
                return Flat(value, "ac" if self.kind == "ac" else to)
            case "die":
                return Die(self.number.removeprefix("+"), to)
            case "miss":
                return MissChance(int(self.number))
            case "blocked":
                return Blocked()
        return None

    def holds(self, case: Case) -> bool:
        """Return whether its condition words hold. What is unknown does not hold."""
        return all(_true(word, case) for word in self.words)


@lru_cache(maxsize=512)
def read(text: str, form: Form) -> tuple[Worth, ...]:
    """Read a value in the order in which its cases are tried. Raises BadOption with the reason."""
    parts = [part.strip() for part in text.split(",", MOST_CASES)]
    if len(text) > LONGEST or len(parts) > MOST_CASES:
        raise BadOption(f"a house rule has at most {MOST_CASES} cases and {LONGEST} characters", value=text[:LONGEST])
    nearest_first = form.at == "within"
    cases = [_read(part, form) for part in parts]
    return tuple(sorted(cases, key=lambda worth: _rank(worth, nearest_first)))


def _rank(worth: Worth, nearest_first: bool) -> float:
    if worth.at is None:
        return 0.0 if not nearest_first else float("inf")
    return worth.at if nearest_first else -worth.at


def _read(part: str, form: Form) -> Worth:
    match = _CASE.match(part)
    if not match:
        raise BadOption(f"{part!r} is no worth, such as +2 or +1@10 melee", value=part)
    wording, at, words = match[1], match[2], tuple(match[3].split())
    if at and not form.at:
        raise BadOption(f"nothing is counted here, so {part!r} cannot have @{at}", value=part)
    _check_words(words, form)
    for kind in form.worths:
        if parts := _WORTHS[kind].fullmatch(wording):
            return Worth(kind, parts[1] if parts.re.groups else "", int(at) if at else None, words)
    raise BadOption(f"{wording!r} is no worth here; there are {', '.join(form.worths)}", value=part)


def _check_words(words: tuple[str, ...], form: Form) -> None:
    left = {group: CONDITIONS[group] for group in form.words}
    for word in words:
        group = next((name for name, known in left.items() if word in known), None)
        if group is None:
            known = ", ".join(word for name in form.words for word in CONDITIONS[name]) or "none"
            raise BadOption(f"{word!r} is no condition here; there are {known}", value=word)
        del left[group]  # a second word of a group says the same, or cannot hold


def _true(word: str, case: Case) -> bool:
    attack = case.request.attack
    actor, target = case.actor, case.target
    wanted, condition = not word.startswith("not-"), word.removeprefix("not-")
    match condition:
        case "melee" | "ranged":
            return attack.kind == condition
        case "weapon" | "spell":
            return bool(attack.spell) == (condition == "spell")
        case "flying":
            return actor.flies == wanted
        case "mounted":
            return actor.rides == wanted
        case "smaller":
            return (actor.category < target.category) == wanted
        case "larger":
            return (actor.category > target.category) == wanted
        case "flying-target":
            return target.flies == wanted
        case "engaged-target":
            company = case.facts.range.company
            return company is not None and bool(company.engaged) == wanted
        case "smaller-blocker" | "larger-blocker":
            return _largest_in_the_way(case, larger=condition == "larger-blocker") == wanted
    return True  # "each" is no condition


def _largest_in_the_way(case: Case, *, larger: bool) -> bool | None:
    """Tell whether the largest creature in the way is larger, or smaller, than the target; None without a creature."""
    sizes = [case.sizes[creature] for creature in case.facts.cover.soft if creature in case.sizes]
    if not sizes:
        return None
    return max(sizes) > case.target.category if larger else max(sizes) < case.target.category


def in_words(text: str, form: Form) -> str:
    """Describe a value in English, for the command line."""
    return "; ".join(_in_words(worth, form) for worth in read(text, form))


def _in_words(worth: Worth, form: Form) -> str:
    texts = {
        "same": "as the cover itself",
        "number": f"{worth.number} on the {form.to}",
        "die": f"{worth.number} on the {form.to}",
        "ac": f"{worth.number} AC",
        "miss": f"{worth.number} % miss chance",
        "blocked": "no such attack",
    }.get(worth.kind, worth.kind)
    at = f"{form.at} {worth.at}" if worth.at is not None else ""
    return ", ".join(part for part in (texts, at, *worth.words) if part)
