"""A table's own rules as one line of text: the ruleset's id, and each option that is not at its default.

    house-rules: flanking=+2; height=+1; half-cover=-1d4

Other characters than letters, digits and plain signs are percent-encoded.

>>> from coign.catalogue.registry import installed
>>> line = to_line("house-rules", {"flanking": "+2", "half-cover": "-1d4"}, installed())
>>> line
'house-rules: flanking=+2; half-cover=-1d4'
>>> from_line(line, installed())
Shared(ruleset='house-rules', options={'flanking': '+2', 'half-cover': '-1d4'}, id=None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from coign.errors import BadOption
from coign.protocol import Shared
from coign.rules import Ruleset
from coign.rules.rule import Value
from coign.rules.setup import chosen

PLAIN = "+!'()*@, "  # signs that are not encoded, in addition to those that no URL encodes


def to_line(ruleset: str, options: Mapping[str, Any], installed: Mapping[str, Ruleset]) -> str:
    """Write a ruleset and its options as a line. Raises UnknownRuleset, and BadOption for an option or a value."""
    _, values = chosen([ruleset], [{ruleset: dict(options)}], installed)
    now = values[ruleset]
    changed = [option.name for option in installed[ruleset].options if now[option.name] != option.default]
    return f"{ruleset}: {'; '.join(f'{name}={_written(now[name])}' for name in changed)}".strip()


def from_line(line: str, installed: Mapping[str, Ruleset]) -> Shared:
    """Read a line. Raises UnknownRuleset, and BadOption for any other text or a value that an option does not take.

    The detail of BadOption names the `part` of the line that is wrong, if it has parts at all.
    """
    ruleset, sign, rest = line.strip().partition(":")
    if not sign:
        raise BadOption(f"{line.strip()!r} is not a line of shared rules, such as house-rules: flanking=+2", line=line)
    parts = {part.partition("=")[0].strip(): part.strip() for part in rest.split(";") if part.strip()}
    try:
        given = dict(_setting(part, installed.get(ruleset)) for part in parts.values())
        _, values = chosen([ruleset], [{ruleset: given}], installed)
    except BadOption as problem:
        problem.detail["part"] = parts[problem.detail["option"]]
        raise
    return Shared(ruleset, {name: values[ruleset][name] for name in given})


def _setting(text: str, ruleset: Ruleset | None) -> tuple[str, Value]:
    """Read `option=value`: `true` and `false` for a switch, a number for an option with bounds, else a word."""
    name, sign, value = (part.strip() for part in text.partition("="))
    if not sign:
        raise BadOption(f"{text!r} is not of the form option=value", option=name)
    value = unquote(value)
    choice = next((option for option in ruleset.options if option.name == name), None) if ruleset is not None else None
    if choice is None or choice.values:
        return name, value
    if choice.bounds is not None:
        return name, _number(value)
    return name, {"true": True, "false": False}.get(value, value)


def _number(text: str) -> Value:
    """Read a number; leave any other text as it is, for the option to refuse."""
    try:
        return float(text)
    except ValueError:
        return text


def _written(value: Value) -> str:
    text = str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)
    return quote(text, safe=PLAIN)
