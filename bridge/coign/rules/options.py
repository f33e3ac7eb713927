"""Options that several rulesets share, and the fields of the measuring conventions that they set.

A ruleset lists the options in `options`, and merges the table of the same name into `measured_by`. The options are rows
of `options.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from coign.protocol import Choice, OptionGroup
from coign.util.tables import tables


def switch(
    name: str, title: str, help: str, *, on: str, off: str, default: bool = False, group: OptionGroup = ""
) -> Choice:
    """An option that is on or off; `on` and `off` say in a few words what each position means."""
    labels = {"true": on, "false": off}
    return Choice(name=name, default=default, help=help, title=title, labels=labels, group=group)


def choice(name: str, title: str, help: str, **labels: str) -> Choice:
    """An option with several values, the first of which is the default. `_` in a name stands for `-` in the value."""
    values = {value.replace("_", "-"): label for value, label in labels.items()}
    return one_of(name, title, help, values)


def one_of(name: str, title: str, help: str, labels: dict[str, str], group: OptionGroup = "") -> Choice:
    """An option with several values, the first of which is the default, each with its label."""
    return Choice(
        name=name,
        default=next(iter(labels)),
        help=help,
        values=tuple(labels),
        title=title,
        labels=dict(labels),
        group=group,
    )


def read_options(rows: Iterable[Mapping[str, str]]) -> tuple[Choice, ...]:
    """Make options from the rows of a table: option, title, values, help, and perhaps group.

    >>> row = {"option": "glass", "title": "Glass", "values": "clear: no; solid: yes", "help": "Glass walls."}
    >>> read_options([row])[0].labels
    {'clear': 'no', 'solid': 'yes'}
    >>> read_options([{**row, "values": "off: no; on: yes"}])[0].default
    False
    """
    return tuple(_read(row) for row in rows)


def _read(row: Mapping[str, str]) -> Choice:
    name, title, help = row["option"], row["title"], row["help"]
    group = msgspec.convert(row.get("group", ""), OptionGroup)
    labels = dict(value.split(": ", 1) for value in row["values"].split("; "))
    if set(labels) == {"on", "off"}:
        default = next(iter(labels)) == "on"
        return switch(name, title, help, on=labels["on"], off=labels["off"], default=default, group=group)
    return one_of(name, title, help, labels, group)


_SHARED = tables(Path(__file__).with_suffix(".md"))
(FLANKING_CORNERS,) = read_options(_SHARED["Flanking"])
COVER_OPTIONS = read_options(_SHARED["Cover"])
MEASURED_BY_COVER_OPTIONS = {row["option"]: row["sets"] for row in _SHARED["Cover"]}


def of_cover(*names: str) -> tuple[tuple[Choice, ...], dict[str, str]]:
    """Return those of the options on cover, for texts that leave the others out, and the conventions that they set."""
    options = tuple(option for option in COVER_OPTIONS if option.name in names)
    return options, {option.name: MEASURED_BY_COVER_OPTIONS[option.name] for option in options}
