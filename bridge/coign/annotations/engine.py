"""The real engine: the functions of `coign.session.services.Engine`, by facts, rules and annotations."""

from __future__ import annotations

from coign.annotations.annotate import annotating as annotating
from coign.annotations.annotate import annotating_views as annotating_views
from coign.annotations.bearings import bearings as bearings
from coign.annotations.heat_map import survey as survey
from coign.annotations.lines import offers as offers
from coign.annotations.presses import pressing as pressing
from coign.catalogue.registry import catalogue as catalogue
from coign.catalogue.registry import configure as configure
from coign.catalogue.registry import installed
from coign.catalogue.share import from_line, to_line
from coign.protocol.messages import Shared
from coign.rules import Setup
from coign.scene.scene import Scene

read = Scene.read


def lines(setup: Setup) -> dict[str, str]:
    """Return the line of text in which a table shares each of its rulesets that can be shared, by its id."""
    shared = [ruleset.id for ruleset in setup.rulesets if ruleset.shared]
    return {name: to_line(name, setup.options[name], setup.installed) for name in shared}


def shared(line: str) -> Shared:
    """Read a line of shared house rules. Raises UnknownRuleset, BadOption."""
    return from_line(line, installed())
