"""Helpers for tests of the rules: short functions for facts, and for a request.

Facts are given, not measured, so that a test of a rule shows only the facts that matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from coign.catalogue.registry import configure
from coign.protocol import (
    D20,
    Attack,
    Chance,
    Check,
    CoignToken,
    CoverFact,
    Defence,
    ElevationFact,
    Evaluate,
    FacingFact,
    Facts,
    FlankingFact,
    Modifier,
    ObscurementFact,
    Outcome,
    Override,
    Reach,
    Roll,
    TerrainFact,
    Total,
)
from coign.protocol.evaluate import Mode
from coign.protocol.facts import Arc, Degree, Level, RangeFact
from coign.protocol.rulings import Occasion
from coign.rules import Case, Creature, FactSheet, Ruling, judge

# The rulesets of printed games, and those whose players' house rules are put together from options.
PRINTED = (
    "fifth-edition-2014",
    "fifth-edition-2024",
    "pathfinder-1e",
    "pathfinder-2e",
    "starfinder-1e",
    "draw-steel",
    "lancer",
)
PLAYED = (*PRINTED, "house-rules", "house-rules-d20", "house-rules-swade")

MELEE = Attack(kind="melee", reach=5)
RANGED = Attack(kind="ranged", range=Reach(60, 240))
PLAIN = Facts(
    range=RangeFact(distance=5, adjacent=True, in_reach=True),
    cover=CoverFact("dmg", "none", lines=(True,) * 4),
    obscurement=ObscurementFact(),
    elevation=ElevationFact(attacker=0, standing=True, target=0, difference=0, target_height=5),
    flanking=FlankingFact("edge"),
    facing=FacingFact("front", "front"),
    terrain=TerrainFact(),
)


def near() -> RangeFact:
    """Return a range within the short range of a bow."""
    return RangeFact(distance=20, adjacent=False, in_short_range=True)


def above(difference: float, *, standing: bool = True, target_height: float = 5) -> ElevationFact:
    return ElevationFact(difference, standing, 0, difference, target_height=target_height)


def cover(degree: Degree, **more: Any) -> CoverFact:
    return CoverFact(more.pop("reading", "dmg"), degree, effect=degree != "total", **more)


def seen(
    level: Level = "none",
    *,
    sight: bool = True,
    by_target: bool = True,
    touched: Level | None = None,
    to_target: Level = "none",
) -> ObscurementFact:
    return ObscurementFact(
        raw=level,
        level=level,
        touched=touched or level,
        sight=sight,
        seen_by_target=by_target,
        level_to_target=to_target,
    )


def flanked(helper: str = "C") -> FlankingFact:
    return FlankingFact("edge", True, (helper,), ("west",), ("east",))


def arcs(into: Arc = "front", out_of: Arc = "front", side: Literal["left", "right"] | None = None) -> FacingFact:
    """Put the target into the actor's `into` area, and the actor into the target's `out_of` area, on that `side`."""
    return FacingFact(into, out_of, target_side=side)


def difficult(*, actor: bool = False) -> TerrainFact:
    return TerrainFact(target_difficult=not actor, attacker_difficult=actor)


def rolled(
    *faces: int, total: float | None = None, mode: Mode = "normal", kept: int | None = None, **dice: Any
) -> Roll:
    """Return a roll of these d20s, all kept unless `kept` is the place of the only one. `d4=3` adds a rolled d4."""
    rerolled = dice.pop("rerolled", False)
    shown = tuple(D20(face, kept is None or kept == place) for place, face in enumerate(faces))
    since: dict[str, tuple[int, ...]] = {
        name if name == "damage" else f"1{name}": (value,) for name, value in dice.items()
    }
    return Roll(shown, mode=mode, total=total, rerolled=rerolled, rolled=since)


def creature(key: str, width: float = 1.0, **coign: Any) -> Creature:
    name = coign.pop("name", key)
    return Creature(key, name, msgspec.convert(coign, CoignToken), width)


def ask(
    rulesets: str | Sequence[str],
    occasion: Occasion = "attack",
    *,
    options: dict[str, Any] | None = None,
    overrides: Sequence[Override] = (),
    configured: Sequence[Override] = (),
    attack: Attack = MELEE,
    ac: float | None = None,
    applied: str | None = None,
    by: str | None = None,
    stands: Literal["greater", "ours", "theirs"] = "greater",
    edges: int = 0,
    banes: int = 0,
    roll: Roll | None = None,
    check: Check | None = None,
    actor: Creature | None = None,
    target: Creature | None = None,
    foot: float = 1.0,
    steps: Sequence[Arc] = (),
    grid: Literal["square", "hex", "gridless"] = "square",
    request: dict[str, Any] | None = None,
    explained: bool = False,
    sizes: dict[str, int] | None = None,
    **facts: Any,
) -> Ruling:
    """Return the ruling on A attacking B, or on another occasion, with these facts; others are neutral."""
    setup = configure([rulesets] if isinstance(rulesets, str) else rulesets, options, configured)
    asked = Evaluate(
        id="q",
        scene="s",
        occasion=occasion,
        actor="A",
        targets=("B",),
        attack=attack,
        roll=roll,
        defence={}
        if (ac, applied, edges, banes) == (None, None, 0, 0)
        else {"B": Defence(ac, applied, by, stands, edges, banes)},
        check=check or Check(),
        overrides=tuple(overrides),
        **(request or {}),
    )
    case = Case(
        request=asked,
        actor=actor or creature("A"),
        target=target or creature("B"),
        facts=FactSheet.of(msgspec.structs.replace(PLAIN, **facts)),
        foot=foot,
        steps=tuple(steps),
        grid=grid,
        names={"C": "Cara"},
        sizes=sizes or {},
    )
    return judge(setup, case, explained=explained)


def rows(ruling: Ruling, state: str = "on") -> list[str]:
    """Return the rule ids of the modifiers in a state, in order."""
    return [one.rule for one in ruling.modifiers if one.state == state]


def the(ruling: Ruling, rule: str) -> Modifier:
    """Return the only modifier of a rule."""
    (found,) = [one for one in ruling.modifiers if one.rule == rule]
    return found


def total_of(outcome: Outcome) -> Total:
    """Return the total of an outcome, which must have one."""
    assert outcome.total is not None
    return outcome.total


def chance_of(outcome: Outcome) -> Chance:
    """Return the chance to hit of an outcome, which must have one."""
    assert outcome.chance is not None
    return outcome.chance
