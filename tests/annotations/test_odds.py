"""Tests that the odds before a roll are those of its card, and what the dice come to if every face is tried.

Random attacks in random scenes. Where odds meet cards, twenty attacks share one measurement, in every fourth scene:
`pytest --scenes 20000 tests/annotations/test_odds.py -k cards` compares 100,000.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from coign.annotations.annotate import annotating
from coign.annotations.cases import read_request
from coign.catalogue.registry import configure
from coign.figures.marks import Drawing
from coign.protocol import Defence, Evaluate, Flat, Outcome, Override, Result, Roll, Shows
from coign.rules import Setup, step
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import encode
from support.secrets import SYSTEMS, a_request, a_scene

pytestmark = pytest.mark.repeats

ATTACKS = 20  # of one measurement
OWN_DICE: list[tuple[int, ...]] = [(), (), (4,), (-4,), (4, -6), (6, 6, 4)]
SETUPS = [configure(names, {}) for names in SYSTEMS]


@pytest.fixture
def seeds(pytestconfig: pytest.Config) -> range:
    return range(int(pytestconfig.getoption("--scenes")))


def an_attack(seed: int) -> tuple[Scene, Evaluate, Setup, int]:
    """An attack on one target before its roll, with its bonus and the armour class; and the bonus."""
    dice = Random(seed)
    drawn, bonus = a_scene(dice), dice.randint(-2, 15)
    request: dict[str, Any] = a_request(dice, drawn) | {"occasion": "attack", "roll": None}
    request["targets"] = request["targets"][:1]
    request["attack"] |= {"bonus": bonus, "dice": dice.choice([[], [4], [-4]])}
    request["defence"] = {request["targets"][0]: {"ac": dice.randint(8, 30)}}
    scene = finish(Scene.read(encode(drawn)))
    return scene, read_request(request, scene), dice.choice(SETUPS), bonus


def judged(
    scene: Scene, request: Evaluate, setup: Setup, drawings: dict[str, Drawing] | None = None, **changes: Any
) -> Result:
    """Judge an attack. Requests that differ in the roll alone may share `drawings`: they are measured once."""
    asked = msgspec.structs.replace(request, figure=False, **changes)
    (result,) = finish(annotating(scene, asked, setup, drawings=drawings)).results
    return result


def rolled(request: Evaluate, **roll: Any) -> dict[str, Any]:
    return {
        "roll": msgspec.convert({"d20": [], **roll}, Roll),
        "attack": msgspec.structs.replace(request.attack, bonus=None, dice=()),
    }


def test_the_odds_before_a_roll_are_the_cards(seeds: range) -> None:
    known = 0
    for seed in seeds[::4]:
        scene, request, setup, _ = an_attack(seed)
        request = msgspec.structs.replace(request, figure=False)
        drawings: dict[str, Drawing] = {}
        for nth in range(ATTACKS):
            asked, roll = another_attack(Random(f"{seed} {nth}"), request)
            before, card = (
                finish(annotating(scene, one, setup, drawings=drawings)).results[0].outcome for one in (asked, roll)
            )
            assert before.label == card.label, (seed, nth)
            if before.chance is None or card.chance is None:
                assert before.chance is card.chance, (seed, nth)
                continue
            known += 1
            assert (before.chance.before, before.chance.after) == (card.chance.before, card.chance.after), (seed, nth)
    assert known > ATTACKS * len(seeds) / 12  # not all are blocked


def another_attack(dice: Random, request: Evaluate) -> tuple[Evaluate, Evaluate]:
    """Draw a bonus with dice, an armour class with cover in it, and what a GM says: before and after the roll."""
    (target,) = request.targets
    bonus, face = dice.randint(-5, 25), dice.randint(1, 20)
    given = [Override(modifier="gm", effect=Flat(dice.randint(-5, 5), "attack"), why="luck", state="on")]
    defence = Defence(ac=dice.randint(5, 40), applied=dice.choice([None, None, "none", "half"]))
    own = dice.choice(OWN_DICE)
    asked = msgspec.structs.replace(
        request,
        attack=msgspec.structs.replace(request.attack, bonus=bonus, dice=own),
        defence={target: defence},
        overrides=(*request.overrides, *dice.choice([[], given])),
    )
    values = [thrown(dice, one) for one in own]
    shown = [{"sides": one, "value": value} for one, value in zip(own, values, strict=True)]
    total = face + bonus + sum(values)
    return asked, msgspec.structs.replace(asked, **rolled(asked, d20=[{"value": face}], total=total, beside=shown))


def thrown(dice: Random, sides: int) -> int:
    """Throw a die; one of negative sides is subtracted."""
    return dice.randint(1, sides) if sides > 0 else -dice.randint(1, -sides)


def test_the_odds_are_the_share_of_all_dice_that_hit(seeds: range) -> None:
    """Every face of each d20, of the die beside it and of a flat check is rolled, and the card's verdict is counted."""
    for seed in seeds[::20]:
        scene, request, setup, bonus = an_attack(seed)
        drawings: dict[str, Drawing] = {}
        found = judged(scene, request, setup, drawings).outcome
        if found.chance is None or found.pool is not None:  # a pool's damage may still turn a hit into a miss
            continue
        more = [[(name, value) for value in range(1, sides + 1)] for name, sides in further(found)]
        (own,) = request.attack.dice or (0,)
        shown = [value if own > 0 else -value for value in range(1, 5)] if own else [0]
        verdicts = []
        for face, value, others in product(range(1, 21), shown, list(product(*more))):
            since = {"1d100": [100], **{name: [value] for name, value in others}}
            beside = [{"sides": own, "value": value}] if own else []
            made = rolled(request, d20=[{"value": face}], total=face + bonus + value, rolled=since, beside=beside)
            verdicts.append(judged(scene, request, setup, drawings, **made).outcome.hit)
        assert None not in verdicts, seed
        percent = (100 - (found.miss_chance or 0)) / 100
        assert found.chance.after == pytest.approx(percent * verdicts.count(True) / len(verdicts)), seed


def further(outcome: Outcome) -> list[tuple[str, int]]:
    """The dice beside the first d20, with their sizes. The d100 of a miss chance passes: it is counted as a factor."""
    die = [(outcome.dice.lstrip("-"), int(outcome.dice.rpartition("d")[2]))] if outcome.dice else []
    check = [("1d20", 20)] if outcome.keep or outcome.flat_check else []
    return [*die, *check]


def test_a_player_reads_a_step_of_the_chance_unless_the_number_may_be_known(seeds: range) -> None:
    steps = set()
    for seed in seeds:
        scene, request, setup, _ = an_attack(seed)
        open_setup = msgspec.structs.replace(setup, shows=Shows(chance=True))
        (gm, plain, open_) = (
            judged(scene, request, shown, viewer=viewer).outcome
            for viewer, shown in (("gm", setup), ("player", setup), ("player", open_setup))
        )
        assert plain.chance is None
        assert gm.odds is None
        assert open_.odds is None
        if gm.chance is not None and open_.chance is not None:
            assert plain.odds == step(open_.chance.after), seed
            steps.add(plain.odds)
        after = judged(scene, request, open_setup, viewer="player", **rolled(request, d20=[{"value": 9}]))
        assert (after.outcome.chance, after.outcome.odds) == (None, None)
    assert len(steps) > 5
