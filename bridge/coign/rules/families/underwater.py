"""Weapons under water, as fifth edition has it: a creature that swims fights there.

Sources: System Reference Document 5.1, "Underwater Combat", and 5.2.1, "Underwater Combat". Which weapons do piercing
damage (2024) is told by their names.
"""

from __future__ import annotations

from coign.rules import positions as by
from coign.rules.case import Case
from coign.rules.phrases import fixed
from coign.rules.rule import When
from coign.util.names import names_creature

STABBING = {
    "fifth-2014": ("dagger", "javelin", "shortsword", "spear", "trident"),
    "fifth-2024": ("dagger", "javelin", "lance", "morningstar", "pike", "rapier", "shortsword", "spear", "trident"),
}
SHOOTING = {"fifth-2014": ("crossbow", "net", "javelin", "spear", "trident", "dart"), "fifth-2024": ()}
HEAVY_STROKES = fixed("under-water-melee", "you fight under water without a swimming speed")
SLOW_SHOTS = fixed("under-water-ranged", "the shot goes through water")
SHOTS_FAIL = fixed("under-water-beyond", "under water nothing is hit beyond the normal range")


def hindered_in_melee(edition: str) -> When:
    """A condition: the attacker swims without a swimming speed, and not with a weapon that stabs."""

    def when(case: Case) -> str | None:
        swims = isinstance(speed := case.actor.coign.speeds.get("swim"), int | float) and speed > 0
        return None if swims or not _fights_there(case, STABBING[edition]) else HEAVY_STROKES

    return when


def hindered_at_range(edition: str) -> When:
    """A condition: the attacker shoots under water, and the weapon is not made for it."""
    return lambda case: SLOW_SHOTS if _fights_there(case, SHOOTING[edition]) else None


def out_of_range(case: Case) -> str | None:
    """The attacker shoots under water beyond the weapon's normal range."""
    beyond = _fights_there(case, ()) and by.beyond_normal_range(case) is not None
    return SHOTS_FAIL if beyond else None


def _fights_there(case: Case, fit: tuple[str, ...]) -> bool:
    attack = case.request.attack
    return case.actor.swims and not attack.spell and not any(names_creature((one,), attack.name) for one in fit)
