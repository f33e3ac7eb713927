"""The choice of rule systems: which of them combine, and the values of their options.

Rulesets of one family combine, in order; two editions of one system exclude each other. Options are checked against
those that each ruleset offers, including options of systems not in use: a world keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from coign.errors import BadOption, UnknownRuleset
from coign.protocol import Choice
from coign.rules.rule import Ruleset, Value

Values = dict[str, dict[str, Value]]  # of every option of each ruleset chosen, by their ids


def chosen(
    names: Sequence[str], options: Sequence[Mapping[str, Any]], installed: Mapping[str, Ruleset]
) -> tuple[tuple[Ruleset, ...], Values]:
    """Return the rulesets of these names, and the value of each of their options; the last value given counts.

    Raises UnknownRuleset, and BadOption if rulesets do not combine, an option does not exist or does not take a value.
    """
    rulesets = _combined(tuple(_find(name, installed) for name in dict.fromkeys(names)), installed)
    values: Values = {one.id: {choice.name: choice.default for choice in one.options} for one in rulesets}
    for given in options:
        _take(given, rulesets, installed, values)
    return rulesets, values


def _find(name: str, installed: Mapping[str, Ruleset]) -> Ruleset:
    if name not in installed:
        raise UnknownRuleset(name, list(installed))
    return installed[name]


def _combined(rulesets: tuple[Ruleset, ...], installed: Mapping[str, Ruleset]) -> tuple[Ruleset, ...]:
    if not rulesets:
        raise BadOption(f"no ruleset is chosen; there are {', '.join(installed)}", known=list(installed))
    first = rulesets[0]
    for other in rulesets[1:]:
        allowed = [one.id for one in installed.values() if one is not first and _combine(first, one)]
        if not _combine(first, other):
            beside = f"combines with {', '.join(allowed)}" if allowed else "combines with no other"
            raise BadOption(f"{other.id} does not combine with {first.id}, which {beside}", allowed=allowed)
    return rulesets


def _combine(one: Ruleset, other: Ruleset) -> bool:
    return one.family == other.family != "other" and other.id not in one.excludes and one.id not in other.excludes


def _take(
    given: Mapping[str, Any],
    rulesets: tuple[Ruleset, ...],
    installed: Mapping[str, Ruleset],
    values: Values,
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
        owners = [one for one in rulesets if any(choice.name == name for choice in one.options)]
        if len(owners) > 1:
            ids = [one.id for one in owners]
            say = f"{{{ids[0]}: {{{name}: ...}}}}"
            raise BadOption(f"{' and '.join(ids)} both have an option {name}; say which: {say}", option=name)
        if not owners:
            known = [choice.name for one in rulesets for choice in one.options]
            there = f"there are {', '.join(known)}" if known else "they have none"
            raise BadOption(f"no option {name} in {', '.join(one.id for one in rulesets)}; {there}", option=name)
        values[owners[0].id][name] = _checked(owners[0], name, value)


def _checked(ruleset: Ruleset, name: str, value: Any) -> Value:
    choice: Choice | None = next((one for one in ruleset.options if one.name == name), None)
    if choice is None:
        known = [one.name for one in ruleset.options]
        there = f"there are {', '.join(known)}" if known else "it has none"
        raise BadOption(f"no option {name} in {ruleset.id}; {there}", option=name, known=known)
    if choice.bounds is not None:
        return _within(choice, choice.bounds, ruleset, value)
    allowed: tuple[Value, ...] = choice.values or (True, False)
    if any(value is one or (isinstance(value, str) and value == one) for one in allowed):
        return cast(Value, value)
    words = ", ".join(str(one).lower() for one in allowed)
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
