"""Check a ruleset and report each problem as a sentence: the rule, and the values it may have.

A ruleset is checked when it is loaded. Names (occasions, figures, the family, options, effect targets) are compared
with those that exist; every condition is tried on a few sample cases, for which it has to answer with a sentence or
with None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect

from coign.facts import FactSheet
from coign.protocol import (
    Attack,
    Choice,
    CoignToken,
    Deed,
    Degree,
    Effect,
    Evaluate,
    FactName,
    Facts,
    Family,
    Forbid,
    Occasion,
    Permit,
    Reach,
    To,
)
from coign.protocol.vocabulary import ATTACK_KINDS
from coign.rules.case import Case, Creature
from coign.rules.readings import for_facts as readings
from coign.rules.rule import Options, Rule, Ruleset

OCCASIONS, FIGURES, FAMILIES = get_args(Occasion), get_args(FactName), get_args(Family)
TARGETS, DEEDS, DEGREES = get_args(To), get_args(Deed), get_args(Degree)
FACTS = inspect.type_info(Facts)
# An attack of each kind, in reach and in range.
SAMPLE_ATTACKS: dict[str, Attack] = {
    "melee": Attack(kind="melee", reach=5.0),
    "ranged": Attack(kind="ranged", range=Reach(60, 240)),
}
SAMPLES = 10  # as many as the longest list of words that a fact may choose from


def problems(ruleset: Ruleset) -> list[str]:
    """Return each problem of a ruleset as a sentence; empty if it can be used."""
    if commas := list(_forgotten_commas(ruleset)):
        return commas
    return list(
        dict.fromkeys([*_of_the_whole(ruleset), *(fault for rule in ruleset.rules for fault in _of(rule, ruleset))])
    )


def _forgotten_commas(ruleset: Ruleset) -> Iterator[str]:
    """Yield a sentence for each field whose single value is in brackets without the comma that makes a tuple."""
    for field in msgspec.structs.fields(Ruleset):
        value = getattr(ruleset, field.name)
        if get_origin(field.type) is tuple and not isinstance(value, tuple | list):
            kind = type(value).__name__
            yield f"the ruleset: {field.name} is one {kind} and no tuple; a comma is missing after it: ({kind}(...),)"
    for rule in ruleset.rules if isinstance(ruleset.rules, tuple | list) else ():
        if not isinstance(rule, Rule):
            yield f"the ruleset: rules has a {type(rule).__name__} that is no rule: {str(rule)[:60]}"


# --- names ------------------------------------------------------------------------------------------------------------


def _of_the_whole(ruleset: Ruleset) -> Iterator[str]:
    yield from _unknown("the ruleset: family", [ruleset.family], FAMILIES)
    if ruleset.law.family != ruleset.family and ruleset.family in FAMILIES:
        yield f"the ruleset: family {ruleset.family!r}, but its law is that of {ruleset.law.family!r}"
    yield from _unknown("the ruleset: convention", ruleset.conventions, readings.NAMES)
    yield from _unknown("the ruleset: convention set by an option", ruleset.measured_by.values(), readings.NAMES)
    options = [option.name for option in ruleset.options]
    yield from _unknown("the ruleset: measured_by names option", ruleset.measured_by, options)
    yield from _unknown("the ruleset: degree", (*ruleset.degrees, *ruleset.cover_ac), DEGREES)
    for option in ruleset.options:
        if option.bounds is not None:
            yield from _outside(option.name, option.default, option.bounds)
            continue
        allowed = option.values or (True, False)
        yield from _unknown(f"option {option.name}: default", [option.default], allowed)
        yield from _unknown(f"option {option.name}: label for", option.labels, option.values or ("true", "false"))
    if not ruleset.rules:
        yield "the ruleset: has no rules"


def _outside(name: str, default: bool | float | str, bounds: tuple[float, float]) -> Iterator[str]:
    least, greatest = bounds
    if isinstance(default, (bool, str)) or not least <= default <= greatest:
        yield f"option {name}: default {default!r} is no number from {least:g} to {greatest:g}"


def _of(rule: Rule, ruleset: Ruleset) -> Iterator[str]:
    where = f"rule {rule.id} ({rule.modifier})"
    if isinstance(rule.occasions, str):
        yield f"{where}: occasions is {rule.occasions!r}; it is a tuple, such as ({rule.occasions!r},)"
        return
    if not rule.occasions:
        yield f"{where}: has no occasion; there are {_listed(OCCASIONS)}"
    yield from _unknown(f"{where}: occasion", rule.occasions, OCCASIONS)
    if rule.figure is not None:
        yield from _unknown(f"{where}: figure", [rule.figure], FIGURES)
    if rule.attack is not None:
        yield from _unknown(f"{where}: attack", [rule.attack], ATTACK_KINDS)
    if rule.after is not None:
        yield from _unknown(f"{where}: after", [rule.after], ruleset.law.labels)
    yield from _of_option(where, rule, ruleset)
    if not callable(rule.gives):
        yield from _of_effect(where, rule.gives)
    yield from _of_condition(where, rule, ruleset.id, ruleset.options)


def _of_option(where: str, rule: Rule, ruleset: Ruleset) -> Iterator[str]:
    if rule.option is None:
        return
    name, value = rule.option
    match = next((option for option in ruleset.options if option.name == name), None)
    if match is None:
        yield from _unknown(f"{where}: option", [name], [option.name for option in ruleset.options])
    else:
        yield from _unknown(f"{where}: value of option {name}", [value], match.values or (True, False))


def _of_effect(where: str, effect: Any) -> Iterator[str]:
    if not isinstance(effect, get_args(Effect)):
        yield f"{where}: gives {effect!r}; it gives an effect, such as Flat(2, 'attack')"
        return
    to = getattr(effect, "to", None)
    if to is not None:
        yield from _unknown(f"{where}: effect on", [to], TARGETS)
    if isinstance(effect, Permit | Forbid):
        yield from _unknown(f"{where}: permits or forbids", [effect.what], DEEDS)


def _unknown(what: str, values: Iterable[Any], known: Iterable[Any]) -> Iterator[str]:
    """Yield a sentence for each value that is not among the known ones; True is not 1."""
    known = tuple(known)
    for value in values:
        if not any(type(value) is type(choice) and value == choice for choice in known):
            yield f"{what} {value!r} is unknown; there are {_listed(known) or 'none'}"


def _listed(known: Iterable[Any]) -> str:
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in known)


# --- conditions -------------------------------------------------------------------------------------------------------


def _of_condition(where: str, rule: Rule, ruleset: str, choices: Iterable[Choice]) -> Iterator[str]:
    """Try a rule on sample cases, up to the first problem."""
    options = {ruleset: {choice.name: choice.default for choice in choices}}
    for case in _samples(rule, options):
        occasion = case.request.occasion
        try:
            reason = rule.when(case)
            effect = rule.effect(case) if reason is not None else None
        except Exception as problem:  # a foreign ruleset may raise anything; the sentence reports it
            yield f"{where}: fails on {occasion}: {type(problem).__name__}: {problem}"
            return
        if reason is not None and (not isinstance(reason, str) or not reason.strip()):
            yield f"{where}: `when` answers {reason!r} on {occasion}; it answers with the reason as a sentence, or None"
            return
        if effect is not None and callable(rule.gives):
            wrong = list(_of_effect(where, effect))
            if wrong:
                yield from wrong
                return


def _samples(rule: Rule, options: Mapping[str, Options]) -> Iterator[Case]:
    named = SAMPLE_ATTACKS.get(rule.attack or "")
    attacks = [named] if named is not None else list(SAMPLE_ATTACKS.values())
    sheets = [FactSheet.of(facts) for facts in (Facts(), *(_telling(FACTS, n) for n in range(SAMPLES)))]
    for occasion, attack, facts in product(rule.occasions, attacks, sheets):
        if occasion in OCCASIONS:
            request = Evaluate(id="sample", scene="sample", occasion=occasion, actor="A", targets=("B",), attack=attack)
            case = Case(request=request, actor=_creature("A"), target=_creature("B"), facts=facts, options=options)
            walk = {"steps": ("front", "rear"), "costs": (1.0, 1.0)} if occasion == "movement" else {}
            yield msgspec.structs.replace(case, **walk)


def _telling(kind: inspect.Type, n: int) -> Any:
    """Return a value of a type by which rules tend to hold; of several words or lengths the n-th."""
    match kind:
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return 1 + n
        case inspect.FloatType():
            return (30.0, 5.0, 0.5)[n % 3]
        case inspect.StrType():
            return "C"
        case inspect.LiteralType(values):
            return values[n % len(values)]
        case inspect.VarTupleType(item):
            return (_telling(item, n),)
        case inspect.UnionType(types):
            return next(_telling(member, n) for member in types if not isinstance(member, inspect.NoneType))
        case inspect.StructType(fact, fields):
            return fact(**{field.name: _telling(field.type, n) for field in fields})
    raise TypeError(f"there is no sample of {kind}")


def _creature(key: str) -> Creature:
    return Creature(key, key, CoignToken(reach=5.0, height=5.0))
