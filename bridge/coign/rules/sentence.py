"""A ruling as one sentence, for screen readers, the collapsed card and the terminal; and what was assumed for it.

>>> assumed_range("reach", 5, "ft")
'reach 5 ft: none given'
>>> assumed_range(None, 5, "ft") is None
True
>>> assumed_ranged(30, 5, "ft")
'a ranged attack: the target is 30 ft away, and the reach is 5 ft'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from coign.protocol import Blocked, Modifier, Outcome
from coign.rules.effects import signed
from coign.rules.phrases import Template, fixed

REACH = Template("reach-assumed", "reach {reach}: none given")
RANGED = Template("ranged-assumed", "a ranged attack: the target is {distance} away, and the reach is {reach}")
NO_RANGE = fixed("range-unknown", "range unknown: none given, so short range is not judged")


def sentence(outcome: Outcome, modifiers: Sequence[Modifier]) -> str:
    """Return the modifiers that count with their reasons, then the effect on the roll; or "Nothing applies."."""
    counting = "; ".join(_modifier(one) for one in modifiers if one.state == "on")
    label = _label(outcome)
    if not counting and outcome.label == "plain":
        head = "Nothing applies." if not modifiers else "Nothing counts."
    elif counting.startswith(f"{label}:"):  # the sources of Enchanted Realms have such names
        head = f"{counting}."
    else:
        head = f"{label}: {counting}." if counting else f"{label}."
    return " ".join([head, *_results(outcome)])


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


def _label(outcome: Outcome) -> str:
    if outcome.label == "blocked":
        return "Cannot be targeted"
    return "Modified" if outcome.label == "plain" else outcome.label.capitalize()


def _modifier(one: Modifier) -> str:
    effect = "" if isinstance(one.effect, Blocked) else signed(one.effect)
    return f"{one.source} ({effect}; {one.reason})" if effect else f"{one.source} ({one.reason})"


def _results(outcome: Outcome) -> list[str]:
    found = []
    if outcome.pool is not None and outcome.pool.before != outcome.pool.after:
        keep = f", keep the {outcome.pool.keep}" if outcome.pool.keep else ""
        found.append(f"Pool {outcome.pool.before} to {outcome.pool.after}{keep}.")
    if outcome.damage is not None:
        found.append(f"Damage {outcome.damage}.")
    second = outcome.second
    if second is not None:
        higher = "higher" if second.keep == "highest" else "lower"
        plus = f", and {second.bonus:+g}" if second.bonus else ""
        found.append(f"{second.face} or the new {second.die[1:]}, the {higher}{plus}.")
    elif outcome.to_roll:
        found.append(f"Roll {', '.join(outcome.to_roll)}.")
    total = outcome.total
    if total is not None and total.after is not None and total.after != total.before:
        found.append(f"{total.before:g} becomes {total.after:g}.")
    tiers = outcome.tiers
    if tiers is not None:
        changed = tiers.before not in (None, tiers.after)
        found.append(f"Tier {tiers.before} becomes {tiers.after}." if changed else f"Tier {tiers.after}.")
    if outcome.hit is not None:
        found.append("Hit." if outcome.hit else "Miss.")
    return found + [f"{note[0].upper()}{note[1:]}." for note in outcome.notes if note]
