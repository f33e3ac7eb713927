"""The rule systems that are installed, ours and those of other packages, and choosing among them.

Somebody else's installs as a Python package that names its `Ruleset` under the entry point group `coign.rulesets`:

    [project.entry-points."coign.rulesets"]
    my-rules = "my_package:RULESET"

One that cannot be loaded is logged and left out; it never keeps the bridge from starting.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from coign.protocol import Override, RulesetInfo
from coign.rules import Ruleset, Setup, choose
from coign.rulesets import BUILT_IN

GROUP = "coign.rulesets"

_log = logging.getLogger(__name__)


def catalogue() -> tuple[RulesetInfo, ...]:
    """Every installed rule system: ours, then those of other packages."""
    return tuple(ruleset.info() for ruleset in installed().values())


def configure(
    rulesets: Sequence[str],
    options: Mapping[str, Any] | None = None,
    overrides: Sequence[Override] = (),
    facing_offset: float = 0.0,
) -> Setup:
    """Rule systems that are installed, by id and in order; `options` and what is raised are those of `rules.choose`."""
    return choose(rulesets, options or {}, overrides, facing_offset, installed())


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
