"""The installed rulesets: the built-in ones and those of other packages.

A package offers its `Ruleset` under the entry point group `coign.rulesets`:

    [project.entry-points."coign.rulesets"]
    my-rules = "my_package:RULESET"

A ruleset that cannot be used is left out, with the reasons; it never prevents the bridge from starting.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec

from coign.protocol import NOTHING_SHOWN, Override, RulesetInfo, Shows
from coign.rules import Ruleset, Setup, choose, problems
from coign.rulesets import BUILT_IN

GROUP = "coign.rulesets"

_log = logging.getLogger(__name__)


class LeftOut(msgspec.Struct, frozen=True):
    """A ruleset that was left out: its entry point's name and value, and every reason as a sentence."""

    name: str
    value: str
    reasons: tuple[str, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """The rulesets that can be used, by id, and those that were left out."""

    rulesets: Mapping[str, Ruleset]
    refused: tuple[LeftOut, ...] = ()


def catalogue() -> tuple[RulesetInfo, ...]:
    """Describe every installed ruleset: ours, then those of other packages."""
    return tuple(ruleset.info() for ruleset in installed().values())


def configure(
    rulesets: Sequence[str],
    options: Mapping[str, Any] | None = None,
    overrides: Sequence[Override] = (),
    facing_offset: float = 0.0,
    shows: Shows = NOTHING_SHOWN,
) -> Setup:
    """Choose installed rulesets by id, in order; options and errors are those of `rules.choose`."""
    return choose(rulesets, options or {}, overrides, facing_offset, installed(), shows)


def installed() -> Mapping[str, Ruleset]:
    """Return every usable ruleset by id: the built-in ones first, others by the name of their entry point."""
    return loaded().rulesets


def refused() -> tuple[LeftOut, ...]:
    """Return the rulesets of other packages that were left out, with the reasons."""
    return loaded().refused


@cache
def loaded() -> Catalogue:
    """Load the rulesets of all installed packages, once."""
    rulesets = {ruleset.id: ruleset for ruleset in BUILT_IN}
    left_out = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        ruleset, reasons = _load(entry)
        if ruleset is not None and ruleset.id in rulesets:
            reasons = [f"there is a ruleset {ruleset.id} already"]
        if ruleset is None or reasons:
            left_out.append(LeftOut(entry.name, entry.value, tuple(reasons)))
            _log.error("ruleset %s (%s) is left out: %s", entry.name, entry.value, "; ".join(reasons))
        else:
            rulesets[ruleset.id] = ruleset
    return Catalogue(rulesets, tuple(left_out))


def check(package: str) -> dict[str, list[str]]:
    """Check each ruleset of a package; return its problems by the ruleset's id, empty if it can be used.

    `package` is a module ("coign_mud"), an object in it ("coign_mud:MUD"), or the name of an entry point. Raises
    LookupError if there is no ruleset.
    """
    entries = [entry for entry in entry_points(group=GROUP) if package in (entry.name, entry.module, entry.value)]
    if entries:
        return {entry.name: _load(entry)[1] for entry in entries}
    module, _, name = package.partition(":")
    try:
        values = vars(import_module(module.replace("-", "_")))
    except Exception as problem:  # a foreign module may raise anything; the sentence reports it
        raise LookupError(f"{package} cannot be imported: {type(problem).__name__}: {problem}") from None
    rulesets = _rulesets([values[name]] if name in values else [] if name else values.values())
    if not rulesets:
        raise LookupError(f"{package} has no Ruleset; one is made with coign.rules.Ruleset(...)")
    return {ruleset.id: problems(ruleset) for ruleset in rulesets}


def _rulesets(values: Iterable[object]) -> list[Ruleset]:
    return list({value.id: value for value in values if isinstance(value, Ruleset)}.values())


def _load(entry: EntryPoint) -> tuple[Ruleset | None, list[str]]:
    """Load the ruleset of an entry point; return it and its problems."""
    try:
        ruleset = entry.load()
    except Exception as problem:  # a foreign module may raise anything; the log has the traceback
        _log.debug("ruleset %s cannot be loaded", entry.name, exc_info=True)
        return None, [f"it cannot be loaded: {type(problem).__name__}: {problem}"]
    if not isinstance(ruleset, Ruleset):
        return None, [f"{entry.value} is a {type(ruleset).__name__}; the entry point has to name a Ruleset"]
    return ruleset, problems(ruleset)
