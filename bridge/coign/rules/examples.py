"""Try a ruleset on a few facts: for doctests, and for anyone who writes rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from coign.facts import FactSheet
from coign.protocol import Check, CoignToken, Evaluate, Facts, Modifier, Note, Occasion, Override, Roll, Shares
from coign.protocol.evaluate import AttackKind
from coign.rules.case import Case, Creature
from coign.rules.checking import SAMPLE_ATTACKS
from coign.rules.effects import signed
from coign.rules.judge import judge
from coign.rules.rule import Ruleset, Ruling
from coign.rules.setup import choose


def example(ruleset: Ruleset, **asked: Any) -> list[str]:
    """Return the modifiers that count, a line each: row, name, effect and reason. Empty if nothing applies.

    The arguments are those of `ruling`.
    """
    return [_line(modifier) for modifier in ruling(ruleset, **asked).modifiers if modifier.state == "on"]


def ruling(
    ruleset: Ruleset,
    *,
    over: Ruleset | None = None,
    occasion: Occasion = "attack",
    kind: AttackKind = "melee",
    name: str = "",
    abilities: tuple[str, ...] = (),
    options: Mapping[str, Any] | None = None,
    overrides: tuple[Override, ...] = (),
    roll: Roll | None = None,
    check: Check | None = None,
    actor: Mapping[str, Any] | None = None,
    target: Mapping[str, Any] | None = None,
    **facts: Mapping[str, Any],
) -> Ruling:
    """Return the ruling of one ruleset on A attacking B, or on another occasion.

    Args:
        ruleset: The only one installed.
        over: The printed game that it lies over.
        options: Options of the ruleset and their values.
        actor, target: Fields of `CoignToken` for each.
        facts: Fields of a fact, by the fact's name: `elevation={"difference": 2, "standing": True}`. Everything else
            is as in an empty, bright room.
    """
    request = Evaluate(
        id="example",
        scene="example",
        occasion=occasion,
        actor="A",
        targets=("B",),
        attack=msgspec.structs.replace(SAMPLE_ATTACKS[kind], name=name, abilities=abilities),
        roll=roll,
        check=check or Check(),
        overrides=overrides,
    )
    case = Case(
        request=request,
        actor=Creature("A", "A", msgspec.convert(actor or {}, CoignToken)),
        target=Creature("B", "B", msgspec.convert(target or {}, CoignToken)),
        facts=_facts(facts),
    )
    chosen = {part.id: part for part in (ruleset, over) if part is not None}
    return judge(choose(tuple(chosen), options or {}, (), 0.0, chosen), case)


def _facts(given: Mapping[str, Mapping[str, Any]]) -> FactSheet:
    empty = Facts()
    changed = {
        name: msgspec.structs.replace(
            getattr(empty, name), **{key: _value(key, field) for key, field in fields.items()}
        )
        for name, fields in given.items()
    }
    return FactSheet.of(msgspec.structs.replace(empty, **changed))


def _value(key: str, value: Any) -> Any:
    """Convert the value of a field; shares may be given as a tuple: none, lightly, heavily."""
    return Shares(*value) if key == "shares" and isinstance(value, tuple) else value


def _line(modifier: Modifier) -> str:
    effect = modifier.effect.text if isinstance(modifier.effect, Note) else signed(modifier.effect)
    return f"{modifier.rule} {modifier.source}: {effect} ({modifier.reason})"
