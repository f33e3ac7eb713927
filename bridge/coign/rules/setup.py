"""The rule systems in use: their options, their conventions of measurement, and the rules for each occasion.

Rulesets of one family combine, in order; two editions of one system exclude each other. Options are checked against
those that each ruleset offers, including options of systems not in use: a world keeps them.

A text may lie over a printed game (`Ruleset.over`). Its conventions come first, whatever the order of the list. The
game keeps every rule that none of the text's replaces, and the options that both have; its rules come first when a case
is judged. Rules that only restate the game (`Rule.alone`) are left to it.

A rule replaces only modifiers of other rulesets, by id, and only where it is asked itself. Everything that does not
depend on a case is computed here once, so that judging only asks the rules that can hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, cast

import msgspec

from coign.errors import BadOption, UnknownRuleset
from coign.facts import Conventions
from coign.protocol import NOTHING_SHOWN, Blocked, Choice, Evaluate, Override, Shows
from coign.protocol.vocabulary import ATTACK_KINDS
from coign.rules.counted import APPLIED
from coign.rules.overrides import Modifiers, check
from coign.rules.readings.for_facts import BookReadings, conventions
from coign.rules.rule import Law, Rule, Ruleset, Value
from coign.rules.worth import read
from coign.util.lazy import lazy

Values = dict[str, dict[str, Value]]  # of every option of each ruleset chosen, by their ids
Bound = tuple[Rule, str]  # a rule, and the id of the ruleset it belongs to

# The conventions of a family if none of its rulesets names a reading.
FAMILY_READINGS: dict[str, dict[str, object]] = {
    "pathfinder-2e": {"cover": "centre", "flanking": "opposite", "whole_spaces": True, "senses": "pathfinder-2"},
    "draw-steel": {"cover": "area", "flanking": "opposite", "whole_spaces": True, "senses": "draw-steel"},
    "d20": {"cover": "d20", "degrees": "d20", "flanking": "opposite", "senses": "d20", "obstacle_rule": "printed"},
}


class Asked(msgspec.Struct, frozen=True):
    """The rules of one occasion: those that bar the attack, the others, and those that depend on the roll's label."""

    bars: tuple[Bound, ...] = ()
    rules: tuple[Bound, ...] = ()
    late: tuple[Bound, ...] = ()


class Setup(msgspec.Struct, frozen=True, dict=True):
    """The chosen rule systems, ready for use. `options` has every option of each, with its value."""

    rulesets: tuple[Ruleset, ...]
    options: Values
    overrides: tuple[Override, ...]
    conventions: Conventions
    readings: BookReadings
    by_occasion: dict[tuple[str, str], Asked]
    modifiers: Modifiers  # modifiers that an override may name
    cover: Ruleset | None  # the ruleset that defines the value of a game system's own cover
    installed: Mapping[str, Ruleset]  # by id, all from which a request may choose
    shows: Shows = NOTHING_SHOWN

    @property
    def law(self) -> Law:
        """The law of the family that the rulesets belong to."""
        return self.rulesets[0].law

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the rulesets, in their order."""
        return tuple(ruleset.id for ruleset in self.rulesets)

    @lazy
    def settable(self) -> dict[str, tuple[bool | str, ...]]:
        """The facts that a rule of the rulesets reads, with the values that a GM may set."""
        choices: dict[str, tuple[bool | str, ...]] = {}
        for ruleset in self.rulesets:
            partly = self.options[ruleset.id].get("partial-cover", True) is True  # else as any cover
            for fact, values in ruleset.forcible().items():
                values = values if partly else tuple(value for value in values if value != "partial-cover")
                choices[fact] = tuple(dict.fromkeys((*choices.get(fact, ()), *values)))
        return choices

    def asked(self, occasion: str, kind: str) -> Asked:
        """Return the rules to try on an occasion, for a kind of attack or check."""
        return self.by_occasion.get((occasion, kind), Asked())

    def for_request(self, request: Evaluate) -> Setup:
        """Return this setup with the rulesets and options of a request applied."""
        if request.rulesets is None and request.options is None:
            return self
        names = request.rulesets if request.rulesets is not None else self.ids
        values: Values = {name: dict(self.options.get(name, {})) for name in names}
        options = [values, request.options or {}]
        return _set_up(names, options, self.overrides, self.conventions.facing_offset, self.installed, self.shows)


def choose(
    names: Sequence[str],
    options: Mapping[str, Any],
    overrides: Sequence[Override],
    facing_offset: float,
    installed: Mapping[str, Ruleset],
    shows: Shows = NOTHING_SHOWN,
) -> Setup:
    """Choose installed rule systems by id, in order, with their options.

    `options` is {option: value} if only one of the rulesets has that option, or {ruleset: {option: value}}.
    Raises UnknownRuleset, BadOption if rulesets do not combine, an option does not exist or does not take a value, and
    BadMessage if an override cannot be applied.
    """
    setup = _set_up(names, [options], overrides, facing_offset, installed, shows)
    check(dict(enumerate(overrides)), setup.modifiers)
    return setup


def _set_up(
    names: Sequence[str],
    options: Sequence[Mapping[str, Any]],
    overrides: Sequence[Override],
    facing_offset: float,
    installed: Mapping[str, Ruleset],
    shows: Shows,
) -> Setup:
    rulesets, values = chosen(names, options, installed)
    measured_by, readings = conventions(**_named(rulesets, values, facing_offset))
    return Setup(
        rulesets=rulesets,
        options=values,
        overrides=tuple(overrides),
        conventions=measured_by,
        readings=readings,
        by_occasion=_by_occasion(rulesets, values),
        modifiers=_modifiers(rulesets, installed),
        cover=next((ruleset for ruleset in rulesets if ruleset.cover_ac), None),
        installed=installed,
        shows=shows,
    )


def _named(rulesets: tuple[Ruleset, ...], values: Values, facing_offset: float) -> dict[str, Any]:
    """Return the reading that an option sets, else that of the first ruleset that names one, else the family's."""
    named: dict[str, Any] = {"facing_offset": facing_offset}
    for ruleset in rulesets:
        for option, field in ruleset.measured_by.items():
            value = values[ruleset.id].get(option, "default")
            if value != "default":
                named.setdefault(field, _shares(str(value)) if field == "area_thresholds" else value)
    for ruleset in rulesets:
        for field, reading in ruleset.conventions.items():
            named.setdefault(field, reading)
    return {**FAMILY_READINGS.get(rulesets[0].family, {}), **named}


def _shares(percents: str) -> tuple[float, ...]:
    """Convert `50/25` to shares of one."""
    return tuple(int(percent) / 100 for percent in percents.split("/"))


def _by_occasion(rulesets: tuple[Ruleset, ...], values: Values) -> dict[tuple[str, str], Asked]:
    games_first = sorted(rulesets, key=lambda ruleset: _lies_over(ruleset, rulesets))
    rules_bound = [
        (rule, ruleset.id)
        for ruleset in games_first
        for rule in ruleset.rules
        if _in_force(rule, ruleset, rulesets, values)
    ]
    by_occasion: dict[tuple[str, str], list[Bound]] = {}
    for bound in rules_bound:
        for key in product(bound[0].occasions, (bound[0].attack,) if bound[0].attack else ATTACK_KINDS):
            by_occasion.setdefault(key, []).append(bound)
    return {key: _sorted(_not_replaced(rules)) for key, rules in by_occasion.items()}


def _not_replaced(rules: Sequence[Bound]) -> list[Bound]:
    """Return the rules of one occasion that no other ruleset's rule for it replaces."""
    replaced = [(modifier, by) for rule, by in rules for modifier in rule.replaces]
    return [
        (rule, ruleset)
        for rule, ruleset in rules
        if not any(modifier == rule.modifier and by != ruleset for modifier, by in replaced)
    ]


def _modifiers(rulesets: Sequence[Ruleset], installed: Mapping[str, Ruleset]) -> Modifiers:
    offered = dict.fromkeys(rule.modifier for ruleset in rulesets for rule in ruleset.rules)
    return Modifiers(
        tuple(offered),
        frozenset({APPLIED, *(rule.modifier for ruleset in installed.values() for rule in ruleset.rules)}),
    )


def _in_force(rule: Rule, ruleset: Ruleset, rulesets: Sequence[Ruleset], values: Values) -> bool:
    if rule.alone and _lies_over(ruleset, rulesets):
        return False
    return rule.option is None or values[ruleset.id][rule.option[0]] == rule.option[1]


def _lies_over(ruleset: Ruleset, rulesets: Iterable[Ruleset]) -> bool:
    """Return whether a ruleset lies over a printed game among the chosen ones."""
    return any(other.id in ruleset.over for other in rulesets)


def _sorted(rules: Sequence[Bound]) -> Asked:
    bars = tuple(rule for rule in rules if isinstance(rule[0].gives, Blocked))
    late = tuple(rule for rule in rules if rule[0].after is not None)
    return Asked(bars, tuple(rule for rule in rules if rule not in bars and rule not in late), late)


# --- the choice of rule systems and of their options ------------------------------------------------------------------


def chosen(
    names: Sequence[str], options: Sequence[Mapping[str, Any]], installed: Mapping[str, Ruleset]
) -> tuple[tuple[Ruleset, ...], Values]:
    """Return the rulesets of these names, and the value of each of their options; the last value given counts.

    Raises UnknownRuleset, and BadOption if rulesets do not combine, an option does not exist or does not take a value.
    """
    rulesets = _combined(tuple(_find(name, installed) for name in dict.fromkeys(names)), installed)
    rulesets = tuple(sorted(rulesets, key=lambda ruleset: not _lies_over(ruleset, rulesets)))
    values: Values = {ruleset.id: dict(_defaults(ruleset, rulesets)) for ruleset in rulesets}
    for given in options:
        _take(given, rulesets, installed, values)
    return rulesets, values


def _defaults(ruleset: Ruleset, rulesets: Iterable[Ruleset]) -> Iterator[tuple[str, Value]]:
    """Yield the options of a ruleset with their defaults, less those that it leaves to the game that it lies over."""
    left = {name for game in rulesets if game.id in ruleset.over for name in game.measured_by}
    for choice in ruleset.options:
        if choice.name not in left:
            yield choice.name, choice.default


def _find(name: str, installed: Mapping[str, Ruleset]) -> Ruleset:
    if name not in installed:
        raise UnknownRuleset(name, list(installed))
    return installed[name]


def _combined(rulesets: tuple[Ruleset, ...], installed: Mapping[str, Ruleset]) -> tuple[Ruleset, ...]:
    if not rulesets:
        raise BadOption(f"no ruleset is chosen; there are {', '.join(installed)}", known=list(installed))
    for first, other in combinations(rulesets, 2):
        if not _combine(first, other):
            allowed = [
                ruleset.id for ruleset in installed.values() if ruleset is not first and _combine(first, ruleset)
            ]
            beside = f"combines with {', '.join(allowed)}" if allowed else "combines with no other"
            raise BadOption(f"{other.id} does not combine with {first.id}, which {beside}", allowed=allowed)
    return rulesets


def _combine(first: Ruleset, second: Ruleset) -> bool:
    return (
        first.family == second.family != "other" and second.id not in first.excludes and first.id not in second.excludes
    )


def _take(
    given: Mapping[str, Any], rulesets: tuple[Ruleset, ...], installed: Mapping[str, Ruleset], values: Values
) -> None:
    """Check the options given, in either form, and put them in place."""
    for name, value in given.items():
        if isinstance(value, Mapping):
            ruleset = _find(name, installed)
            for option, inner in value.items():
                checked = _checked(ruleset, option, inner)
                if option in values.get(ruleset.id, {}):  # a world keeps the options that are not in use
                    values[ruleset.id][option] = checked
            continue
        owners = [ruleset for ruleset in rulesets if name in values[ruleset.id]]
        if len(owners) > 1:
            ids = [ruleset.id for ruleset in owners]
            say = f"{{{ids[0]}: {{{name}: ...}}}}"
            raise BadOption(f"{' and '.join(ids)} both have an option {name}; say which: {say}", option=name)
        if not owners:
            known = [choice.name for ruleset in rulesets for choice in ruleset.options]
            there = f"there are {', '.join(known)}" if known else "they have none"
            raise BadOption(
                f"no option {name} in {', '.join(ruleset.id for ruleset in rulesets)}; {there}", option=name
            )
        values[owners[0].id][name] = _checked(owners[0], name, value)


def _checked(ruleset: Ruleset, name: str, value: Any) -> Value:
    choice: Choice | None = next((option for option in ruleset.options if option.name == name), None)
    if choice is None:
        known = [option.name for option in ruleset.options]
        there = f"there are {', '.join(known)}" if known else "it has none"
        raise BadOption(f"no option {name} in {ruleset.id}; {there}", option=name, known=known)
    if choice.bounds is not None:
        return _within(choice, choice.bounds, ruleset, value)
    allowed: tuple[Value, ...] = choice.values or (True, False)
    if any(value is choice or (isinstance(value, str) and value == choice) for choice in allowed):
        return cast(Value, value)
    if choice.form is not None and isinstance(value, str):
        try:
            read(value, choice.form)
        except BadOption as problem:
            raise BadOption(f"option {name} of {ruleset.id}: {problem}", option=name, value=value) from None
        return value
    words = ", ".join(str(choice).lower() for choice in allowed)
    raise BadOption(
        f"option {name} of {ruleset.id} takes {words}, not {value!r}", option=name, value=value, allowed=list(allowed)
    )


def _within(choice: Choice, bounds: tuple[float, float], ruleset: Ruleset, value: Any) -> Value:
    least, greatest = bounds
    if isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= greatest:
        return value
    raise BadOption(
        f"option {choice.name} of {ruleset.id} takes a number from {least:g} to {greatest:g}, not {value!r}",
        option=choice.name,
        value=value,
        bounds=list(bounds),
    )
