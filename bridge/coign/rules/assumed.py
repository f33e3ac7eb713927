"""The assumptions made about an attack, as sentences for the card.

>>> assumed_range("reach", 5, "ft")
'reach 5 ft: none given'
>>> assumed_range(None, 5, "ft") is None
True
"""

from __future__ import annotations

from typing import Literal

from coign.rules.phrases import Template, fixed

REACH = Template("reach-assumed", "reach {reach}: none given")
NO_RANGE = fixed("range-unknown", "range unknown: none given, so short range is not judged")


def assumed_range(missing: Literal["reach", "range"] | None, reach: float, units: str) -> str | None:
    """Return the assumption about reach or range that a request leaves out; None if it leaves out neither."""
    if missing is None:
        return None
    return NO_RANGE if missing == "range" else REACH(reach=f"{reach:g} {units or 'units'}")
