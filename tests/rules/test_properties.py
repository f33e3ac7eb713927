"""Properties of every ruling, on facts that hypothesis makes up."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coign.catalogue.registry import configure
from coign.protocol import (
    D20,
    Advantage,
    Attack,
    Defence,
    Die,
    Disadvantage,
    Effect,
    Evaluate,
    Facts,
    FlankingFact,
    Flat,
    IncludedModifier,
    MissChance,
    Modifier,
    ObscurementFact,
    Outcome,
    Override,
    Roll,
)
from coign.protocol.evaluate import Mode
from coign.protocol.facts import Arc, CoverFact, ElevationFact, FacingFact, RangeFact, TerrainFact
from coign.protocol.rulings import Occasion
from coign.rules import Case, Creature, FactSheet, Rule, Ruling, Setup, judge
from coign.rules.readings.for_facts import conventions
from coign.rules.setup import Asked
from support.rulings import ask

SYSTEMS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (
        ("partial-advantage",),
        {"half-cover": True, "three-quarters-cover": True, "lightly-obscured": True, "difficult-terrain": True},
    ),
    (("partial-advantage",), {}),
    (("combat-facing", "combat-modifiers"), {"shields": True}),
    (("combat-modifiers", "combat-facing"), {}),
    (("enchanted-realms",), {"rear-arc": True, "attacker-difficult": True}),
    (("coign-of-vantage",), {"rear-arc": True}),
)
SETUPS = tuple(configure(names, options) for names, options in SYSTEMS)
ARCS: st.SearchStrategy[Arc] = st.sampled_from(["front", "flank", "rear", "none"])
OCCASIONS: st.SearchStrategy[Occasion] = st.sampled_from(
    ["attack", "opportunity", "save", "check", "perception", "stealth", "ready", "movement"]
)


@st.composite
def facts(draw: st.DrawFn, degrees: tuple[str, ...]) -> Facts:
    yes = st.booleans()
    sight = draw(yes)
    return Facts(
        range=RangeFact(draw(st.integers(0, 60)), draw(yes), in_reach=draw(yes), in_short_range=draw(yes)),
        cover=CoverFact("dmg", draw(st.sampled_from(degrees)), adjacent_melee=draw(yes)),
        obscurement=ObscurementFact(
            level=draw(st.sampled_from(["none", "lightly", "heavily"])), sight=sight, seen_by_target=draw(yes)
        ),
        elevation=ElevationFact(0, draw(yes), 0, draw(st.integers(-20, 20)), target_height=5),
        flanking=FlankingFact("edge", draw(yes)),
        facing=FacingFact(draw(ARCS), draw(ARCS), target_side=draw(st.sampled_from(["left", "right"]))),
        terrain=TerrainFact(draw(yes), draw(yes)),
    )


@st.composite
def rolls(draw: st.DrawFn) -> Roll:
    faces = draw(st.lists(st.integers(1, 20), min_size=1, max_size=3))
    mode: Mode = draw(st.sampled_from(["normal", "advantage", "disadvantage"])) if len(faces) == 2 else "normal"
    kept = {"advantage": max, "disadvantage": min}.get(mode)
    counted = faces if kept is None else [kept(faces)]
    place = None if kept is None else faces.index(kept(faces))
    dice = tuple(D20(face, place in (None, n)) for n, face in enumerate(faces))
    total = draw(st.none() | st.integers(-2, 10).map(lambda bonus: sum(counted) + bonus))
    since: dict[str, tuple[int, ...]] = draw(
        st.sampled_from([{}, {"1d4": (3,)}, {"1d4": (1,), "1d20": (12,), "1d100": (15,), "1d3": (2,)}])
    )
    return Roll(dice, mode=mode, total=total, rerolled=draw(st.booleans()), rolled=since)


@st.composite
def cases(draw: st.DrawFn) -> tuple[int, Case]:
    """Draw the number of one of SETUPS (a set-up is long to print), and a case for it."""
    which = draw(st.integers(0, len(SETUPS) - 1))
    request = Evaluate(
        id="q",
        scene="s",
        occasion=draw(OCCASIONS),
        actor="A",
        targets=("B",),
        attack=Attack(
            kind=draw(st.sampled_from(["melee", "ranged"])),
            abilities=draw(st.sampled_from([(), ("sneak-attack",), ("cleave",)])),
        ),
        roll=draw(st.none() | rolls()),
        defence={"B": Defence(draw(st.none() | st.integers(5, 25)))},
        removesAdvantage=draw(st.booleans()),
        removesDisadvantage=draw(st.booleans()),
    )
    degrees = SETUPS[which].rulesets[0].degrees
    case = Case(request=request, actor=Creature("A"), target=Creature("B"), facts=FactSheet.of(draw(facts(degrees))))
    return which, case


def reordered(setup: Setup, order: Any) -> Setup:
    """Return a set-up that tries its rules in reverse order."""
    shuffled = {
        key: Asked(tuple(order(list(asked.bars))), tuple(order(list(asked.rules))), tuple(order(list(asked.late))))
        for key, asked in setup.by_occasion.items()
    }
    return msgspec.structs.replace(setup, by_occasion=shuffled)


def essence(outcome: Outcome) -> Outcome:
    """Return the outcome with its lists in a fixed order."""
    lists = {name: tuple(sorted(getattr(outcome, name))) for name in ("permits", "forbids", "notes")}
    return msgspec.structs.replace(outcome, **lists)


@settings(max_examples=120, deadline=None)
@given(asked=cases(), random=st.randoms(use_true_random=False))
def test_the_outcome_does_not_depend_on_the_order_of_the_rules(asked: tuple[int, Case], random: Any) -> None:
    setup, case = SETUPS[asked[0]], asked[1]
    shuffled = reordered(setup, lambda rules: random.sample(rules, len(rules)))
    assert essence(judge(shuffled, case).outcome) == essence(judge(setup, case).outcome)


@settings(max_examples=200, deadline=None)
@given(asked=cases())
def test_with_everything_switched_off_the_roll_is_as_it_was_made(asked: tuple[int, Case]) -> None:
    setup, case = SETUPS[asked[0]], asked[1]
    everything = {rule.modifier for ruleset in setup.rulesets for rule in ruleset.rules}
    words = tuple(Override(modifier=modifier, state="off") for modifier in sorted(everything))
    request = msgspec.structs.replace(case.request, overrides=words, removesAdvantage=False, removesDisadvantage=False)
    ruling = judge(setup, msgspec.structs.replace(case, request=request))
    outcome, roll = ruling.outcome, request.roll
    assert all(one.state == "off" for one in ruling.modifiers)
    assert outcome.label in ("plain", roll.mode if roll is not None else "plain")
    assert (outcome.dice, outcome.damage, outcome.miss_chance, outcome.to_roll) == (None, None, None, ())
    if outcome.total is not None:
        assert outcome.total.after == outcome.total.before
    if outcome.chance is not None:
        assert outcome.chance.after == outcome.chance.before


@settings(max_examples=300, deadline=None)
@given(asked=cases())
def test_invariants_of_every_ruling(asked: tuple[int, Case]) -> None:
    setup, case = SETUPS[asked[0]], asked[1]
    ruling = judge(setup, case)
    outcome = ruling.outcome
    assert ruling == judge(setup, case)
    assert all(one.reason and one.source and one.ruleset in setup.ids for one in ruling.modifiers)
    assert all(
        "not counted: " in one.reason or one.aside == "counted" for one in ruling.modifiers if one.state == "set-aside"
    )
    assert not (set(outcome.permits) & set(outcome.forbids))
    assert outcome.hit is None or case.request.occasion in ("attack", "opportunity")
    assert outcome.chance is None or 0 <= outcome.chance.after <= 1
    assert (
        "partial" not in outcome.label
        or case.request.roll is None
        or case.request.roll.mode == "normal"
        or (case.request.removesAdvantage or case.request.removesDisadvantage)
    )
    msgspec.json.encode(outcome)


@given(face=st.integers(1, 20), total=st.integers(1, 40), ac=st.integers(-10, 60))
def test_a_natural_20_hits_and_a_natural_1_misses_in_every_family(face: int, total: int, ac: int) -> None:
    for names, options in SYSTEMS:
        outcome = ask(names, options=options, roll=Roll((D20(face),), total=total), ac=ac).outcome
        assert outcome.hit is (face == 20 or (face != 1 and total >= ac))


@pytest.mark.parametrize("ruleset", ["fifth-edition-2014", "pathfinder-1e", "pathfinder-2e", "combat-modifiers"])
def test_a_total_without_its_dice_hits_by_its_margin(ruleset: str) -> None:
    hits = [ask(ruleset, ac=15, roll=Roll((), total=total)).outcome.hit for total in (25, 15, 14)]
    assert hits == [True, True, False]
    assert ask(ruleset, ac=15, roll=Roll(())).outcome.hit is None, "nothing is known of the roll"


# --- in the roll, or after it -----------------------------------------------------------------------------------------

EVERY_DIE = {"1d4": (3,), "1d20": (12,), "1d100": (15,), "1d3": (2,)}
FOREIGN = Modifier("gone", "GM", "Gone", Flat(2, "attack"), "on", "")


def put_in(case: Case, modifiers: list[Modifier]) -> Case:
    """The case as if these modifiers had been in the roll before the same dice fell."""
    roll = case.request.roll
    assert roll is not None
    included, defence = [], case.request.defence["B"]
    kinds = {type(one.effect) for one in modifiers} & {Advantage, Disadvantage}
    total = roll.total
    for one in modifiers:
        value: float | None = None
        match one.effect:
            case Die(dice, _):
                value = 3
                total = None if total is None else total + (-3 if dice.startswith("-") else 3)
            case MissChance():
                value = 15
            case Flat(number, "ac"):
                defence = msgspec.structs.replace(defence, ac=None if defence.ac is None else defence.ac + number)
            case Flat(number, _):
                total = None if total is None else total + number
        included.append(IncludedModifier(one.id, one.effect, None, value))
    fallen = msgspec.structs.replace(roll, total=total, included=tuple(included))
    if kinds:
        fallen = with_sides(roll, fallen, kinds)
    request = msgspec.structs.replace(case.request, roll=fallen, defence={"B": defence})
    return msgspec.structs.replace(case, request=request)


def with_sides(bare: Roll, fallen: Roll, kinds: Set[type[Any]]) -> Roll:
    """The roll with the dice that the system rolls when advantage, disadvantage or both are put into it."""
    sides = {bare.mode, *({Advantage: "advantage", Disadvantage: "disadvantage"}[kind] for kind in kinds)} - {"normal"}
    mode = sides.pop() if len(sides) == 1 else "normal"
    faces = [die.value for die in bare.d20] if mode != "normal" else [bare.d20[0].value]
    faces += [12] if mode != "normal" and len(faces) == 1 else []
    kept = faces[0] if mode == "normal" else max(faces) if mode == "advantage" else min(faces)
    was = sum(die.value for die in bare.d20 if die.kept)
    dice = tuple(D20(face, place == faces.index(kept)) for place, face in enumerate(faces))
    total = None if fallen.total is None else fallen.total - was + kept
    rolled = dict(fallen.rolled)
    if len(bare.d20) > len(dice):  # the second die is the next one that is rolled
        rolled["1d20"] = (bare.d20[1].value,)
    own = None if len(kinds) == 1 and "normal" in (mode, bare.mode) else bare.mode  # otherwise it does not follow
    return msgspec.structs.replace(fallen, d20=dice, mode=mode, total=total, rolled=rolled, own=own)


def can_be_in(case: Case, effect: Effect) -> bool:
    """Return whether a system can put an effect into the roll."""
    roll, own = case.request.roll, case.request.occasion
    attack = own in ("attack", "opportunity")
    match effect:
        case Advantage() | Disadvantage():
            one_die = roll is not None and (len(roll.d20) == 1 or roll.mode != "normal")
            return one_die and own in ("attack", "opportunity", "save", "perception") and effect.to == TO[own]
        case Die(_, to):
            return to == TO.get(own)
        case Flat(_, to):
            return to == TO.get(own) or (attack and to == "ac")
        case MissChance():
            return attack
    return False


TO = {"attack": "attack", "opportunity": "attack", "save": "save", "check": "check", "perception": "perception"}


@settings(max_examples=250, deadline=None)
@given(asked=cases(), data=st.data())
def test_in_the_roll_or_after_it_the_verdict_is_the_same(asked: tuple[int, Case], data: st.DataObject) -> None:
    setup, case = SETUPS[asked[0]], asked[1]
    roll = msgspec.structs.replace(data.draw(rolls().filter(lambda roll: roll.total is not None)), rolled=EVERY_DIE)
    occasion = data.draw(st.sampled_from(["attack", "attack", "opportunity", case.request.occasion]))
    request = msgspec.structs.replace(case.request, roll=roll, occasion=occasion, defence={"B": Defence(15)})
    case = msgspec.structs.replace(case, request=request)
    possible = [one for one in (*judge(setup, case).modifiers, FOREIGN) if can_be_in(case, one.effect)]
    chosen = [one for one in {one.id: one for one in possible}.values() if data.draw(st.integers(0, 3))]
    off = [one for one in chosen if not data.draw(st.integers(0, 3))]
    words = tuple(Override(modifier=one.id, state="off") for one in off if one is not FOREIGN)
    case = msgspec.structs.replace(case, request=msgspec.structs.replace(case.request, overrides=words))
    fallen = put_in(case, chosen)

    after, inside = judge(setup, case), judge(setup, fallen)
    without_marks = [msgspec.structs.replace(one, included=False) for one in inside.modifiers if one.id != "gone"]
    assert without_marks == list(after.modifiers)
    known = {one.id for one in chosen}
    assert all(one.included == (one.id in known) for one in inside.modifiers)
    assert as_of(inside.outcome, None) == as_of(after.outcome, None)
    if inside.outcome.total is not None:
        assert fallen.request.roll is not None
        assert inside.outcome.total.before == fallen.request.roll.total


def as_of(outcome: Outcome, before: float | None) -> Outcome:
    """The outcome, with another total before it, which is that of the dice as they fell."""
    if outcome.total is None:
        return outcome
    return msgspec.structs.replace(outcome, total=msgspec.structs.replace(outcome.total, before=before))


def test_the_shuffle_really_changes_the_order() -> None:
    setup = reordered(SETUPS[0], lambda rules: rules[::-1])
    first: Rule = setup.asked("attack", "melee").rules[0][0]
    assert first.id == "P33"
    assert isinstance(judge(setup, Case(request=_plain(), actor=Creature("A"))), Ruling)
    assert (setup.conventions, setup.readings) == conventions(cover="dmg", flanking="edge")


def _plain() -> Evaluate:
    return Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=())
