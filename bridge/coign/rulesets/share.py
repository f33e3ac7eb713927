"""Chosen rules as one line of text, to be copied from one table to another.

    Coign rules 1: house-rules flanking=+2 height=+1 half-cover=-1d4; combat-facing shields=true

After the mark come the rulesets in order, separated by semicolons: the id, then `option=value` for each option that is
not at its default, separated by spaces. Ids, names and values have neither spaces nor semicolons, so that any language
splits a line with two splits.

>>> from coign.rulesets.registry import installed
>>> line = to_line(["house-rules"], {"house-rules": {"flanking": "+2", "half-cover": "-1d4"}}, installed())
>>> line
'Coign rules 1: house-rules flanking=+2 half-cover=-1d4'
>>> from_line(line, installed())
Shared(rulesets=('house-rules',), options={'house-rules': {'flanking': '+2', 'half-cover': '-1d4'}})
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from coign.errors import BadOption
from coign.protocol import Choice
from coign.rules import Ruleset
from coign.rules.rule import Value
from coign.rules.setup import choose

MARK = "Coign rules 1:"


class Shared(msgspec.Struct, frozen=True):
    """The content of a line: the rulesets in order, and the options of each that are not at their defaults."""

    rulesets: tuple[str, ...]
    options: dict[str, dict[str, Value]]


def to_line(rulesets: Sequence[str], options: Mapping[str, Any], installed: Mapping[str, Ruleset]) -> str:
    """Write rulesets and their options as a line. Raises UnknownRuleset, and BadOption for an option or a value."""
    chosen = choose(rulesets, options, (), 0.0, installed)
    parts = []
    for ruleset in chosen.rulesets:
        values = chosen.options[ruleset.id]
        changed = [f"{one.name}={_written(values[one.name])}" for one in ruleset.options if _changed(one, values)]
        parts.append(" ".join([ruleset.id, *changed]))
    return f"{MARK} {'; '.join(parts)}"


def from_line(line: str, installed: Mapping[str, Ruleset]) -> Shared:
    """Read a line. Raises UnknownRuleset, and BadOption for another text or a value that an option does not take."""
    text = " ".join(line.split())
    if not text.startswith(MARK):
        raise BadOption(f'shared rules begin with "{MARK}"', line=line)
    options: dict[str, dict[str, Any]] = {}
    for part in text.removeprefix(MARK).split(";"):
        ruleset, *settings = part.split() or [""]
        options[ruleset] = dict(_setting(setting, installed.get(ruleset)) for setting in settings)
    chosen = choose(list(options), options, (), 0.0, installed)
    return Shared(
        chosen.ids, {key: {name: chosen.options[key][name] for name in given} for key, given in options.items()}
    )


def _setting(text: str, ruleset: Ruleset | None) -> tuple[str, Value]:
    """Read `option=value`: `true` and `false` for a switch, a number for an option with bounds, else a word."""
    name, sign, value = text.partition("=")
    if not sign:
        raise BadOption(f"{text!r} is not of the form option=value", option=name)
    choices = {} if ruleset is None else {choice.name: choice for choice in ruleset.options}
    if name in choices and choices[name].bounds is not None:
        return name, _number(value)
    return name, {"true": True, "false": False}.get(value, value)


def _number(text: str) -> Value:
    """Read a number; leave any other text as it is, for the option to refuse."""
    try:
        return float(text)
    except ValueError:
        return text


def _changed(choice: Choice, values: Mapping[str, Value]) -> bool:
    return values[choice.name] != choice.default


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else value
