"""The rule systems: ours, one a file, and those that other packages bring.

Somebody else's installs as a Python package that names its `Ruleset` under the entry point group `coign.rulesets`:

    [project.entry-points."coign.rulesets"]
    my-rules = "my_package:RULESET"

One that cannot be loaded is logged and left out; it never keeps the bridge from starting.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from coign.rules import Ruleset

from .coign_of_vantage import COIGN_OF_VANTAGE
from .combat_facing import COMBAT_FACING
from .combat_modifiers import COMBAT_MODIFIERS
from .enchanted_realms import ENCHANTED_REALMS
from .partial_advantage import PARTIAL_ADVANTAGE

GROUP = "coign.rulesets"
BUILT_IN: tuple[Ruleset, ...] = (
    PARTIAL_ADVANTAGE,
    COMBAT_FACING,
    ENCHANTED_REALMS,
    COIGN_OF_VANTAGE,
    COMBAT_MODIFIERS,
)

_log = logging.getLogger(__name__)


@cache
def installed() -> dict[str, Ruleset]:
    """Every rule system by id: ours first, others by the name of their entry point."""
    found = {ruleset.id: ruleset for ruleset in BUILT_IN}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        ruleset = _load(entry)
        if ruleset is None:
            continue
        if ruleset.id in found:
            _log.warning("ruleset %s of %s is left out: there is one of that id already", ruleset.id, entry.value)
            continue
        found[ruleset.id] = ruleset
    return found


def _load(entry: EntryPoint) -> Ruleset | None:
    try:
        ruleset = entry.load()
    except Exception:  # somebody else's module may fail in any way; the log has how
        _log.exception("ruleset %s cannot be loaded from %s", entry.name, entry.value)
        return None
    if not isinstance(ruleset, Ruleset):
        _log.error(
            "%s is no Ruleset but %s; the entry point names the wrong thing", entry.value, type(ruleset).__name__
        )
        return None
    return ruleset
