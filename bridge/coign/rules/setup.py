"""Choosing rule systems: which combine, which options they take, and how they want things measured.

Rulesets of one family combine, in order; two editions of one system exclude each other. A ruleset supersedes modifiers
of the others by id, and nothing else of them. Everything that does not depend on a case is worked out here, once, so
that judging only asks the rules that can hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, cast

import msgspec

from coign.errors import BadOption, UnknownRuleset
from coign.facts.conventions import Conventions
from coign.protocol import Blocked, Choice, Evaluate, Override, RulesetInfo

from .applied import APPLIED
from .overrides import Modifiers, check
from .rule import Law, Rule, Ruleset, Value

Bound = tuple[Rule, str]  # a rule, and the id of the ruleset it belongs to

# How a family wants things measured where none of its rulesets names a reading.
FAMILY_READINGS: dict[str, dict[str, object]] = {
    "d20": {"cover": "d20", "degrees": "d20", "flanking": "opposite", "senses": "d20"},
}


class Asked(msgspec.Struct, frozen=True):
    """The rules of one occasion: those that bar the attack, the others, and those that wait for the roll's standing."""

    bars: tuple[Bound, ...] = ()
    rules: tuple[Bound, ...] = ()
    late: tuple[Bound, ...] = ()


_NONE_ASKED = Asked()


class Setup(msgspec.Struct, frozen=True):
    """Rule systems chosen and ready. `options` holds every option of each, with its value."""

    rulesets: tuple[Ruleset, ...]
    options: dict[str, dict[str, Value]]
    overrides: tuple[Override, ...]
    conventions: Conventions
    by_occasion: dict[tuple[str, str], Asked]
    modifiers: Modifiers  # what an override may name
    cover: Ruleset | None  # the one that says what a game system's own cover is worth

    @property
    def law(self) -> Law:
        return self.rulesets[0].law

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(ruleset.id for ruleset in self.rulesets)

    def asked(self, occasion: str, kind: str) -> Asked:
        return self.by_occasion.get((occasion, kind), _NONE_ASKED)

    def for_request(self, request: Evaluate) -> Setup:
        """This setup, with the rulesets and options that a request brings on top of it."""
        if request.rulesets is None and request.options is None:
            return self
        names = request.rulesets if request.rulesets is not None else self.ids
        kept: dict[str, dict[str, Value]] = {name: dict(self.options.get(name, {})) for name in names}
        return _configure(names, [kept, request.options or {}], self.overrides, self.conventions.facing_offset)


def catalogue() -> tuple[RulesetInfo, ...]:
    """Every installed rule system: ours, then those of other packages."""
    return tuple(ruleset.info() for ruleset in _installed().values())


def configure(
    rulesets: Sequence[str],
    options: Mapping[str, Any] | None = None,
    overrides: Sequence[Override] = (),
    facing_offset: float = 0.0,
) -> Setup:
    """Rule systems, by id and in order, with their options.

    `options` is {option: value} where only one of the rulesets has that option, or {ruleset: {option: value}}.
    Raises UnknownRuleset, BadOption where rulesets do not combine, an option does not exist or a value is not among
    those it takes, and BadMessage where an override cannot be obeyed.
    """
    setup = _configure(rulesets, [options or {}], overrides, facing_offset)
    check(overrides, setup.modifiers)
    return setup


def _configure(
    names: Sequence[str], options: Sequence[Mapping[str, Any]], overrides: Sequence[Override], facing_offset: float
) -> Setup:
    installed = _installed()
    chosen = _combined(tuple(_find(name, installed) for name in dict.fromkeys(names)), installed)
    values = {one.id: {choice.name: choice.default for choice in one.options} for one in chosen}
    for given in options:
        _take(given, chosen, installed, values)
    return Setup(
        rulesets=chosen,
        options=values,
        overrides=tuple(overrides),
        conventions=_conventions(chosen, values, facing_offset),
        by_occasion=_by_occasion(chosen, values),
        modifiers=_modifiers(chosen, installed),
        cover=next((one for one in chosen if one.cover_ac), None),
    )


def _installed() -> dict[str, Ruleset]:
    # Rule systems are written in terms of this layer and stand above it. They are found by name, ours as anyone's.
    return cast("dict[str, Ruleset]", import_module("coign.rulesets").installed())


def _find(name: str, installed: Mapping[str, Ruleset]) -> Ruleset:
    if name not in installed:
        raise UnknownRuleset(name, list(installed))
    return installed[name]


def _combined(chosen: tuple[Ruleset, ...], installed: Mapping[str, Ruleset]) -> tuple[Ruleset, ...]:
    if not chosen:
        raise BadOption(f"no ruleset is chosen; there are {', '.join(installed)}", known=list(installed))
    first = chosen[0]
    for other in chosen[1:]:
        allowed = [one.id for one in installed.values() if one is not first and _combine(first, one)]
        if not _combine(first, other):
            beside = f"combines with {', '.join(allowed)}" if allowed else "combines with no other"
            raise BadOption(f"{other.id} does not combine with {first.id}, which {beside}", allowed=allowed)
    return chosen


def _combine(one: Ruleset, other: Ruleset) -> bool:
    return one.family == other.family and other.id not in one.excludes and one.id not in other.excludes


def _take(
    given: Mapping[str, Any],
    chosen: tuple[Ruleset, ...],
    installed: Mapping[str, Ruleset],
    values: dict[str, dict[str, Value]],
) -> None:
    """Check the options given, in either form, and put them in place."""
    for name, value in given.items():
        if isinstance(value, Mapping):
            ruleset = _find(name, installed)
            for option, inner in value.items():
                checked = _checked(ruleset, option, inner)
                if ruleset.id in values:  # options of rulesets not in use are kept by the world, and checked
                    values[ruleset.id][option] = checked
            continue
        owners = [one for one in chosen if any(choice.name == name for choice in one.options)]
        if len(owners) > 1:
            ids = [one.id for one in owners]
            say = f"{{{ids[0]}: {{{name}: ...}}}}"
            raise BadOption(f"{' and '.join(ids)} both have an option {name}; say which: {say}", option=name)
        if not owners:
            known = [choice.name for one in chosen for choice in one.options]
            there = f"there are {', '.join(known)}" if known else "they have none"
            raise BadOption(f"no option {name} in {', '.join(one.id for one in chosen)}; {there}", option=name)
        values[owners[0].id][name] = _checked(owners[0], name, value)


def _checked(ruleset: Ruleset, name: str, value: Any) -> Value:
    choice: Choice | None = next((one for one in ruleset.options if one.name == name), None)
    if choice is None:
        known = [one.name for one in ruleset.options]
        there = f"there are {', '.join(known)}" if known else "it has none"
        raise BadOption(f"no option {name} in {ruleset.id}; {there}", option=name, known=known)
    allowed: tuple[Value, ...] = choice.values or (True, False)
    if any(value is one or (isinstance(value, str) and value == one) for one in allowed):
        return cast(Value, value)
    words = ", ".join(str(one).lower() for one in allowed)
    raise BadOption(
        f"option {name} of {ruleset.id} takes {words}, not {value!r}", option=name, value=value, allowed=list(allowed)
    )


def _conventions(
    chosen: tuple[Ruleset, ...], values: Mapping[str, Mapping[str, Value]], facing_offset: float
) -> Conventions:
    """The first ruleset that names a reading gives it, by its option or its text; else the family does."""
    named: dict[str, Any] = {"facing_offset": facing_offset}
    for ruleset in chosen:
        for option, field in ruleset.measured_by.items():
            value = values[ruleset.id][option]
            if value != "default":
                named.setdefault(field, _shares(str(value)) if field == "area_thresholds" else value)
        for field, reading in ruleset.conventions.items():
            named.setdefault(field, reading)
    return Conventions(**{**FAMILY_READINGS.get(chosen[0].family, {}), **named})


def _shares(percents: str) -> tuple[float, ...]:
    """`50/25` as shares of one."""
    return tuple(int(percent) / 100 for percent in percents.split("/"))


def _by_occasion(
    chosen: tuple[Ruleset, ...], values: Mapping[str, Mapping[str, Value]]
) -> dict[tuple[str, str], Asked]:
    found: dict[tuple[str, str], list[Bound]] = {}
    for ruleset in chosen:
        superseded = {modifier for other in chosen if other is not ruleset for modifier in other.supersedes}
        for rule in ruleset.rules:
            if rule.modifier in superseded or not _in_force(rule, values[ruleset.id]):
                continue
            for occasion in rule.occasions:
                for kind in ("melee", "ranged") if rule.attack is None else (rule.attack,):
                    found.setdefault((occasion, kind), []).append((rule, ruleset.id))
    return {key: _sorted(rules) for key, rules in found.items()}


def _modifiers(chosen: Sequence[Ruleset], installed: Mapping[str, Ruleset]) -> Modifiers:
    offered = dict.fromkeys(rule.modifier for ruleset in chosen for rule in ruleset.rules)
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
