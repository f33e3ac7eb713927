"""Modifiers that the game system has already counted, such as flanking in Pathfinder 2: they are set aside.

The module names them in a request's `counted`, by the modifier's id. Cover of some degree in the armour class is
settled in `coign.rules.applied`.
"""

from __future__ import annotations

from collections.abc import Iterable

from coign.rules.case import Case
from coign.rules.phrases import fixed
from coign.rules.rule import Finding

COUNTED = fixed("system-counted", "the game system has counted it already")


def already_counted(case: Case, findings: Iterable[Finding]) -> None:
    """Set aside the modifiers that the request names as counted."""
    names = case.request.counted
    if not names:
        return
    for finding in findings:
        if finding.on and finding.rule.modifier in names:
            finding.set_aside(COUNTED)
