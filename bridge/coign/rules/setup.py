"""The rule systems in use: their options, their conventions of measurement, and the rules for each occasion.

A ruleset supersedes only modifiers of the others, by id. Everything that does not depend on a case is computed here
once, so that judging only asks the rules that can hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from coign.facts.conventions import Conventions
from coign.protocol import Blocked, Evaluate, Override
from coign.rules.applied import APPLIED
from coign.rules.choosing import Values, chosen
from coign.rules.overrides import Modifiers, check
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.for_facts import conventions, cover_conventions
from coign.rules.rule import Law, Rule, Ruleset, Value

Bound = tuple[Rule, str]  # a rule, and the id of the ruleset it belongs to

# The conventions of a family if none of its rulesets names a reading.
FAMILY_READINGS: dict[str, dict[str, object]] = {
    "pathfinder-2e": {"cover": "centre", "flanking": "opposite", "flankers": "able", "senses": "d20"},
    "d20": {"cover": "d20", "degrees": "d20", "flanking": "opposite", "senses": "d20"},
}


class Asked(msgspec.Struct, frozen=True):
    """The rules of one occasion: those that bar the attack, the others, and those that depend on the roll's label."""

    bars: tuple[Bound, ...] = ()
    rules: tuple[Bound, ...] = ()
    late: tuple[Bound, ...] = ()


_NONE_ASKED = Asked()


class Setup(msgspec.Struct, frozen=True):
    """The chosen rule systems, ready for use. `options` has every option of each, with its value."""

    rulesets: tuple[Ruleset, ...]
    options: Values
    overrides: tuple[Override, ...]
    conventions: Conventions
    cover_conventions: CoverConventions
    by_occasion: dict[tuple[str, str], Asked]
    modifiers: Modifiers  # modifiers that an override may name
    cover: Ruleset | None  # the ruleset that defines the value of a game system's own cover
    installed: Mapping[str, Ruleset]  # by id, all from which a request may choose

    @property
    def law(self) -> Law:
        """The law of the family that the rulesets belong to."""
        return self.rulesets[0].law

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the rulesets, in their order."""
        return tuple(ruleset.id for ruleset in self.rulesets)

    def asked(self, occasion: str, kind: str) -> Asked:
        """Return the rules to try on an occasion, for a kind of attack or check."""
        return self.by_occasion.get((occasion, kind), _NONE_ASKED)

    def for_request(self, request: Evaluate) -> Setup:
        """Return this setup with the rulesets and options of a request applied."""
        if request.rulesets is None and request.options is None:
            return self
        names = request.rulesets if request.rulesets is not None else self.ids
        kept: Values = {name: dict(self.options.get(name, {})) for name in names}
        options = [kept, request.options or {}]
        return _set_up(names, options, self.overrides, self.conventions.facing_offset, self.installed)


def choose(
    names: Sequence[str],
    options: Mapping[str, Any],
    overrides: Sequence[Override],
    facing_offset: float,
    installed: Mapping[str, Ruleset],
) -> Setup:
    """Choose installed rule systems by id, in order, with their options.

    `options` is {option: value} if only one of the rulesets has that option, or {ruleset: {option: value}}.
    Raises UnknownRuleset, BadOption if rulesets do not combine, an option does not exist or does not take a value, and
    BadMessage if an override cannot be applied.
    """
    setup = _set_up(names, [options], overrides, facing_offset, installed)
    check(overrides, setup.modifiers)
    return setup


def _set_up(
    names: Sequence[str],
    options: Sequence[Mapping[str, Any]],
    overrides: Sequence[Override],
    facing_offset: float,
    installed: Mapping[str, Ruleset],
) -> Setup:
    rulesets, values = chosen(names, options, installed)
    named = _named(rulesets, values, facing_offset)
    return Setup(
        rulesets=rulesets,
        options=values,
        overrides=tuple(overrides),
        conventions=conventions(**named),
        cover_conventions=cover_conventions(named),
        by_occasion=_by_occasion(rulesets, values),
        modifiers=_modifiers(rulesets, installed),
        cover=next((one for one in rulesets if one.cover_ac), None),
        installed=installed,
    )


def _named(rulesets: tuple[Ruleset, ...], values: Values, facing_offset: float) -> dict[str, Any]:
    """Return the reading of the first ruleset that names one, by its option or its text; else the family's."""
    named: dict[str, Any] = {"facing_offset": facing_offset}
    for ruleset in rulesets:
        for option, field in ruleset.measured_by.items():
            value = values[ruleset.id][option]
            if value != "default":
                named.setdefault(field, _shares(str(value)) if field == "area_thresholds" else value)
        for field, reading in ruleset.conventions.items():
            named.setdefault(field, reading)
    return {**FAMILY_READINGS.get(rulesets[0].family, {}), **named}


def _shares(percents: str) -> tuple[float, ...]:
    """Convert `50/25` to shares of one."""
    return tuple(int(percent) / 100 for percent in percents.split("/"))


def _by_occasion(rulesets: tuple[Ruleset, ...], values: Values) -> dict[tuple[str, str], Asked]:
    found: dict[tuple[str, str], list[Bound]] = {}
    for ruleset in rulesets:
        superseded = {modifier for other in rulesets if other is not ruleset for modifier in other.supersedes}
        for rule in ruleset.rules:
            if rule.modifier in superseded or not _in_force(rule, values[ruleset.id]):
                continue
            for occasion in rule.occasions:
                for kind in ("melee", "ranged") if rule.attack is None else (rule.attack,):
                    found.setdefault((occasion, kind), []).append((rule, ruleset.id))
    return {key: _sorted(rules) for key, rules in found.items()}


def _modifiers(rulesets: Sequence[Ruleset], installed: Mapping[str, Ruleset]) -> Modifiers:
    offered = dict.fromkeys(rule.modifier for ruleset in rulesets for rule in ruleset.rules)
    return Modifiers(
        tuple(offered),
        frozenset({APPLIED, *(rule.modifier for ruleset in installed.values() for rule in ruleset.rules)}),
    )


def _in_force(rule: Rule, values: Mapping[str, Value]) -> bool:
    return rule.option is None or values[rule.option[0]] == rule.option[1]


def _sorted(rules: Sequence[Bound]) -> Asked:
    bars = tuple(one for one in rules if isinstance(one[0].gives, Blocked))
    late = tuple(one for one in rules if one[0].after is not None)
    return Asked(bars, tuple(one for one in rules if one not in bars and one not in late), late)
