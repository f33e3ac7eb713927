"""Options that several rulesets share, and the fields of the measuring conventions that they set.

A ruleset lists the options in `options`, and merges the table of the same name into `measured_by`.
"""

from __future__ import annotations

from msgspec.structs import replace

from coign.protocol import Choice, OptionGroup


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


def in_group(group: OptionGroup, *options: Choice) -> tuple[Choice, ...]:
    """Put options into a group of the rule chooser."""
    return tuple(replace(option, group=group) for option in options)


FLANKING_CORNERS = choice(
    "flanking-corners",
    "Flanking from a corner",
    "A creature at a corner of the target lies along both edges that meet there.",
    strict="a pair with an edge in common does not flank",
    shared="a pair flanks if each can be given an edge of its own",
)
COVER_OPTIONS = in_group(
    "measuring",
    choice(
        "cover-reading",
        "How cover is judged",
        "Cover is judged by lines between corners, or by how much of the target can be reached.",
        default="by corner lines, as in the rule book",
        area="by the share of the target that can be reached",
    ),
    one_of(
        "area-thresholds",
        "Shares of the area reading",
        "With cover judged by area: the shares in reach up to which a target has the lesser and the greater cover.",
        {
            "50/25": "up to 50 % and 25 %",
            "75/50": "up to 75 % and 50 %",
            "75/25": "up to 75 % and 25 %",
            "66/33": "up to 66 % and 33 %",
        },
    ),
    choice(
        "invisible-walls",
        "Walls of glass or force",
        "Walls that stop movement only, such as glass or force, and attacks through them.",
        clear="attacks pass through them",
        solid="they stop attacks like any wall",
    ),
    choice(
        "lying-creatures",
        "Creatures that lie on the ground",
        "Prone and unconscious creatures between attacker and target.",
        none="they give no cover",
        cover="they give cover like standing ones",
    ),
)
MEASURED_BY_COVER_OPTIONS = {
    "cover-reading": "cover",
    "area-thresholds": "area_thresholds",
    "invisible-walls": "invisible_walls",
    "lying-creatures": "lying_creatures",
}
