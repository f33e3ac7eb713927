"""The assumptions made about an attack, as sentences for the card.

>>> assumed_range("reach", 5, "ft")
'reach 5 ft: none given'
>>> assumed_range(None, 5, "ft") is None
True
>>> assumed_ranged(30, 5, "ft")
'a ranged attack: the target is 30 ft away, and the reach is 5 ft'
"""

from __future__ import annotations

from typing import Literal

from coign.rules.phrases import Template, fixed

REACH = Template("reach-assumed", "reach {reach}: none given")
RANGED = Template("ranged-assumed", "a ranged attack: the target is {distance} away, and the reach is {reach}")
NO_RANGE = fixed("range-unknown", "range unknown: none given, so short range is not judged")


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
