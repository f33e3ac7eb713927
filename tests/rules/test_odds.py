"""The exact chance to hit, compared with a count of all results of the dice, and what modifiers add to it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from coign.protocol import Advantage, Attack, Chance, Disadvantage, Override
from coign.protocol.evaluate import Beside
from coign.protocol.rulings import Flat
from coign.rules.families.draw_steel import odds as of_tiers
from coign.rules.odds import Fortune, acing, by_total, critically, degree, step, to_hit
from coign.rules.roll import Keep
from support.rulings import ask, chance_of, rolled

pytestmark = pytest.mark.repeats

NEEDS = st.integers(-5, 30)
TEXTS = ["partial-advantage", "fifth-edition-2014", "pathfinder-2e"]


def hits(face: int, score: int, need: int) -> bool:
    return face == 20 or (face != 1 and score >= need)


def share(outcomes: list[bool]) -> float:
    return float(Fraction(sum(outcomes), len(outcomes)))


@pytest.mark.parametrize(
    ("need", "chance"), [(11, 0.5), (2, 0.95), (1, 0.95), (-40, 0.95), (20, 0.05), (21, 0.05), (1e6, 0.05), (10.5, 0.5)]
)
def test_one_d20(need: float, chance: float) -> None:
    assert to_hit(need) == chance


def test_the_worked_example_of_partial_advantage() -> None:
    assert to_hit(11, beside=(4,)) == 0.625


@given(need=NEEDS)
def test_d20_and_a_d4(need: int) -> None:
    both = list(product(range(1, 21), range(1, 5)))
    assert to_hit(need, beside=(4,)) == share([hits(face, face + four, need) for face, four in both])
    assert to_hit(need, beside=(-4,)) == share([hits(face, face - four, need) for face, four in both])


@given(need=NEEDS, degrees=st.booleans())
def test_several_dice_beside_two_d20_are_shared_by_both(need: int, degrees: bool) -> None:
    def struck(face: int, score: int) -> bool:
        return degree(face, score, need) > 0 if degrees else hits(face, score, need)

    faces, four, six = range(1, 21), range(1, 5), range(1, 7)
    sums = Counter(c + d - e for c, d, e in product(four, four, six))
    ways: list[tuple[Keep, Any]] = [("highest", max), ("lowest", min)]
    for keep, chosen in ways:
        kept = Counter(chosen(a, b) for a, b in product(faces, faces))
        every = product(kept.items(), sums.items())
        found = [hit for (face, n), (beside, m) in every for hit in [struck(face, face + beside)] * (n * m)]
        assert to_hit(need, beside=(4, 4, -6), dice=2, keep=keep, degrees=degrees) == share(found)


@given(need=st.integers(-15, 40))
def test_a_die_beside_the_d20_may_make_a_critical_hit(need: int) -> None:
    found = [degree(face, face + four, need) > 1 for face, four in product(range(1, 21), range(1, 5))]
    assert critically(need, beside=(4,)) == share(found)


@given(need=NEEDS)
def test_two_d20(need: int) -> None:
    pairs = list(product(range(1, 21), repeat=2))
    assert to_hit(need, dice=2, keep="highest") == share([hits(max(p), max(p), need) for p in pairs])
    assert to_hit(need, dice=2, keep="lowest") == share([hits(min(p), min(p), need) for p in pairs])


@given(need=NEEDS)
def test_a_pool_hits_with_any_of_its_dice(need: int) -> None:
    threes = product(range(1, 21), repeat=3)
    assert to_hit(need, dice=3) == share([any(hits(face, face, need) for face in faces) for faces in threes])


@given(need=NEEDS, miss=st.sampled_from([0, 20, 50, 100]))
def test_a_miss_chance_is_rolled_apart(need: int, miss: int) -> None:
    assert to_hit(need, miss=miss) == pytest.approx(to_hit(need) * (1 - miss / 100), abs=1e-15)


@given(need=NEEDS, miss=st.sampled_from([20, 50]))
def test_a_miss_chance_that_is_rolled_twice_needs_two_misses(need: int, miss: int) -> None:
    both = [first <= miss and second <= miss for first, second in product(range(1, 101), repeat=2)]
    assert to_hit(need, miss=miss, twice=True) == pytest.approx(to_hit(need) * (1 - share(both)), abs=1e-15)


@given(need=NEEDS, dice=st.integers(1, 3))
def test_a_lucky_creature_rolls_one_1_again(need: int, dice: int) -> None:
    """The last face is that of the die that is rolled again, if one of the others shows a 1."""
    ways: list[tuple[Keep, Any]] = [("highest", max), ("lowest", min)]
    for keep, chosen in ways:
        found = []
        for *faces, again in product(range(1, 21), repeat=min(dice, 2) + 1):
            if 1 in faces:
                faces[faces.index(1)] = again
            found.append(hits(chosen(faces), chosen(faces), need))
        assert to_hit(need, dice=min(dice, 2), keep=keep, fortune=Fortune(lucky=True)) == share(found)


@given(need=NEEDS)
def test_elven_accuracy_rolls_the_lower_of_two_dice_again(need: int) -> None:
    accurate = Fortune(third=True)
    found = []
    for one, other, again in product(range(1, 21), repeat=3):
        counting = max(max(one, other), again)
        found.append(hits(counting, counting, need))
    assert to_hit(need, dice=2, keep="highest", fortune=accurate) == share(found)
    assert to_hit(need, fortune=accurate) == to_hit(need)
    assert to_hit(need, dice=2, keep="lowest", fortune=accurate) == to_hit(need, dice=2, keep="lowest")


def of_one_die(need: int, sides: int) -> Fraction:
    """The chance of one die that is rolled again while it shows its highest face, face by face."""
    again = of_one_die(need - sides, sides) if need > sides else Fraction(1)
    return sum((Fraction(face >= need) for face in range(1, sides)), again) / sides


@given(
    need=st.integers(-6, 40),
    dice=st.sampled_from([(4,), (6,), (12,), (4, 6), (8, 6), (12, 6)]),
    beside=st.sampled_from([(), (4,), (-4,)]),
)
def test_dice_that_ace_and_the_wild_die(need: int, dice: tuple[int, ...], beside: tuple[int, ...]) -> None:
    total = Fraction(0)
    for extra in [face if sides > 0 else -face for sides in beside for face in range(1, abs(sides) + 1)] or [0]:
        missed = Fraction(1)
        for sides in dice:
            missed *= 1 - of_one_die(need - extra, sides)
        both_ones = Fraction(1, dice[0] * dice[-1]) if len(dice) == 2 and need - extra <= 1 else 0
        total += (1 - missed - both_ones) / (4 if beside else 1)
    assert acing(need, dice, beside=beside) == float(total)


@given(need=NEEDS, accuracy=st.integers(-3, 3), beside=st.sampled_from([(), (4,), (-4,)]))
def test_of_several_d6_the_highest_is_added_or_taken_away(need: int, accuracy: int, beside: tuple[int, ...]) -> None:
    found = []
    fours = [face if sides > 0 else -face for sides in beside for face in range(1, 5)] or [0]
    for face, four, *sixes in product(range(1, 21), fours, *[range(1, 7)] * abs(accuracy)):
        six = max(sixes, default=0) * (1 if accuracy > 0 else -1)
        found.append(face + four + six >= need)
    assert by_total(need, accuracy=accuracy, beside=beside) == share(found)


@given(bonus=st.integers(-3, 8), balance=st.integers(-2, 2))
def test_the_tiers_of_a_power_roll(bonus: int, balance: int) -> None:
    """An edge adds 2, two edges raise the tier; 11 or less is tier 1, 17 or more tier 3; a natural 19 is tier 3."""
    found = []
    for first, second in product(range(1, 11), repeat=2):
        natural = first + second
        total = natural + bonus + {1: 2, -1: -2}.get(balance, 0)
        tier = (total > 11) + (total > 16) + {2: 1, -2: -1}.get(balance, 0)
        found.append(2 if natural >= 19 else max(0, min(2, tier)))
    assert of_tiers(bonus, balance) == tuple(share([tier == one for tier in found]) for one in range(3))


@given(
    need=NEEDS, keep=st.sampled_from([None, "highest", "lowest"]), beside=st.sampled_from([(), (4,), (-4,), (6, -4)])
)
def test_a_harder_target_is_never_easier_to_hit(need: int, keep: Keep | None, beside: tuple[int, ...]) -> None:
    easier, harder = (to_hit(n, beside=beside, dice=2, keep=keep) for n in (need, need + 1))
    assert 0 < harder <= easier < 1


def test_no_dice_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one d20, not 0"):
        to_hit(10, dice=0)


def degree_by_the_book(face: int, need: int) -> int:
    """Critical success 3, success 2, failure 1, critical failure 0: by the total, then one step for a 20 or a 1."""
    by_total = 3 if face >= need + 10 else 2 if face >= need else 0 if face <= need - 10 else 1
    return max(0, min(3, by_total + {20: 1, 1: -1}.get(face, 0)))


@given(need=st.integers(-25, 45))
def test_in_four_degrees_a_natural_20_and_a_natural_1_move_the_result_by_one(need: int) -> None:
    degrees = [degree_by_the_book(face, need) for face in range(1, 21)]
    assert to_hit(need, degrees=True) == share([one >= 2 for one in degrees])
    assert critically(need) == share([one == 3 for one in degrees])


@pytest.mark.parametrize(("ac", "bonus", "face", "hit"), [(40, 5, 20, False), (30, 15, 20, True), (5, 20, 1, True)])
def test_the_card_of_pathfinder_2_judges_by_degrees_too(ac: int, bonus: int, face: int, hit: bool) -> None:
    found = ask("pathfinder-2e", ac=ac, roll=rolled(face, total=face + bonus)).outcome
    assert found.hit is hit
    assert chance_of(found).after == to_hit(ac - bonus, degrees=True)


def test_before_the_roll_the_bonus_of_the_attack_gives_the_chance_that_the_card_has() -> None:
    before = ask("partial-advantage", ac=16, attack=Attack(bonus=5)).outcome
    card = ask("partial-advantage", ac=16, roll=rolled(10, total=15)).outcome
    assert chance_of(before).after == chance_of(card).after == 0.5
    assert ask("partial-advantage", ac=16).outcome.chance is None
    assert ask("partial-advantage", attack=Attack(bonus=5)).outcome.chance is None


def test_before_and_after_the_roll_the_attacks_own_dice_count_as_dice() -> None:
    before = ask("fifth-edition-2014", ac=16, attack=Attack(bonus=5, dice=(4, -6))).outcome
    beside = (Beside(4, 4), Beside(-6, -1))
    card = ask("fifth-edition-2014", ac=16, roll=replace(rolled(10, total=18), beside=beside)).outcome
    assert chance_of(before).after == chance_of(card).after == to_hit(11, beside=(4, -6))
    assert card.hit is True


def test_a_modifier_adds_what_the_chance_would_lack_without_it() -> None:
    """Two numbers, and what one of them sets aside: without the greater bonus the lesser counts."""
    given = [
        Override(modifier="luck", effect=Flat(2, "attack"), why="luck"),
        Override(modifier="rain", effect=Flat(-3, "attack"), why="rain"),
    ]
    found = ask("partial-advantage", ac=16, attack=Attack(bonus=5), overrides=given, explained=True).outcome
    assert [(one.modifier, one.points) for one in chance_of(found).because] == [("rain", -0.15), ("luck", 0.1)]
    assert chance_of(ask("partial-advantage", ac=16, attack=Attack(bonus=5), overrides=given).outcome).because == ()


NUMBERS = st.builds(Flat, st.integers(-6, 6).filter(bool), st.just("attack"))
CHANGES = st.one_of(NUMBERS, st.just(Advantage("attack")), st.just(Disadvantage("attack")))


@given(effects=st.lists(CHANGES, max_size=4), ac=st.integers(8, 24), text=st.sampled_from(TEXTS))
def test_the_shares_of_the_modifiers_are_their_means_over_all_orders(
    effects: list[Flat | Advantage | Disadvantage], ac: int, text: str
) -> None:
    given = [Override(modifier=f"m{n}", effect=effect, why="test") for n, effect in enumerate(effects)]

    def chance(overrides: list[Override]) -> Chance:
        return chance_of(ask(text, ac=ac, roll=rolled(10, total=15), overrides=overrides, explained=True).outcome)

    found = chance(given)
    shares = {one.modifier: one.points for one in found.shares}
    assert sum(shares.values()) == pytest.approx(found.after - found.before, abs=1e-9)
    orders = [list(order) for order in permutations(given)]
    for one in given:
        places = [order.index(one) for order in orders]
        gains = [
            chance(order[: place + 1]).after - chance(order[:place]).after
            for order, place in zip(orders, places, strict=True)
        ]
        assert shares.get(one.modifier or "", 0) == pytest.approx(sum(gains) / len(gains), abs=1e-9)


@given(values=st.lists(st.integers(-3, 3).filter(bool), min_size=9, max_size=11))
def test_with_more_than_eight_modifiers_the_rest_have_one_share_together(values: list[int]) -> None:
    given = [Override(modifier=f"m{n}", effect=Flat(one, "attack"), why="test") for n, one in enumerate(values)]
    found = chance_of(ask(TEXTS[0], ac=15, roll=rolled(10, total=15), overrides=given, explained=True).outcome)
    assert sum(one.points for one in found.shares) == pytest.approx(found.after - found.before, abs=1e-9)
    assert {one.modifier for one in found.shares} <= {"", *(f"m{n}" for n in range(8))}


@given(chance=st.fractions(0, 1))
def test_only_what_is_certain_or_impossible_is_called_so(chance: Fraction) -> None:
    found = step(float(chance))
    assert (found == 0) == (float(chance) == 0)
    assert (found == 10) == (float(chance) == 1)
    assert abs(found - 10 * float(chance)) <= 1
