"""House rules as tables play them: the value of each is read, judged, shared and refused with a reason."""

from __future__ import annotations

import contextlib
import random
import time
from typing import Any

import pytest
from msgspec.structs import replace

from coign.catalogue.registry import installed
from coign.catalogue.share import from_line, to_line
from coign.errors import BadOption
from coign.protocol import Attack, Company, FacingFact, FlankingFact, Override, Reach
from coign.protocol.facts import RangeFact
from coign.rules.worth import LONGEST, in_words, read
from support.rulings import MELEE, RANGED, above, arcs, ask, cover, creature, flanked, near

FAR = RangeFact(distance=130, in_short_range=False, in_long_range=True, increment=3)
CREATURE = cover("half", against="creature", soft=("C", "D"))
FOES = RangeFact(distance=5, adjacent=True, in_reach=True, company=Company(engaged=("C", "D")))

SURROUNDED = FlankingFact("beside", True, ("C", "D"))
# House rules that tables play: the options, a case in which they count and for how much, and one in which not.
PLAYED: dict[str, tuple[str, dict[str, str], dict[str, Any], int | str, dict[str, Any]]] = {
    "high ground in two steps": (
        "house-rules",
        {"height": "+1@10, +2@20"},
        {"attack": RANGED, "elevation": above(20)},
        2,
        {"attack": RANGED, "elevation": above(5)},
    ),
    "high ground, more at range than in melee": (
        "house-rules",
        {"height": "+1 melee, +2 ranged"},
        {"attack": RANGED, "elevation": above(10)},
        2,
        {"attack": MELEE, "elevation": above(2)},
    ),
    "no high ground for one who flies": (
        "house-rules",
        {"height": "+2 not-flying"},
        {"elevation": above(10)},
        2,
        {"elevation": above(10), "actor": creature("A", locomotion="fly")},
    ),
    "flanking +2, and +4 once three surround it": (
        "house-rules",
        {"flanking": "+2, +4@2"},
        {"flanking": flanked(), "range": FOES},
        4,
        {"range": FOES},
    ),
    "no flanking for one who is smaller": (
        "house-rules-d20",
        {"flanking": "+2 not-smaller"},
        {"flanking": flanked()},
        2,
        {"flanking": flanked(), "target": creature("B", 2.0)},
    ),
    "creatures in the way take 2 each, walls as printed": (
        "house-rules",
        {"creature-cover": "-2 each"},
        {"attack": RANGED, "cover": CREATURE},
        -4,
        {"attack": RANGED},
    ),
    "cover gives advantage on saves": (
        "house-rules",
        {"half-cover-on-saves": "advantage"},
        {"occasion": "save", "cover": cover("half", against="low")},
        "advantage",
        {"occasion": "save"},
    ),
    "point blank +1, doubled within 10 ft": (
        "house-rules-d20",
        {"point-blank": "+1, +2@10"},
        {"attack": RANGED, "range": RangeFact(distance=10, increment=1)},
        2,
        {"attack": RANGED, "range": FAR, "options": {"range-increment": "nothing"}},
    ),
    "range increments take 1 each": (
        "house-rules-d20",
        {"range-increment": "-1 each"},
        {"attack": Attack(kind="ranged", range=Reach(60, 600)), "range": FAR},
        -2,
        {"attack": RANGED, "range": RangeFact(distance=10, increment=1)},
    ),
    "whoever is beside the target flanks it": (
        "house-rules",
        {"flanking": "+2", "flanking-reading": "beside"},
        {"flanking": SURROUNDED, "range": FOES},
        2,
        {"flanking": FlankingFact("beside"), "range": FOES},
    ),
    "only a third one beside it flanks": (
        "house-rules-d20",
        {"flanking": "+2@2", "flanking-reading": "beside"},
        {"flanking": SURROUNDED},
        2,
        {"flanking": FlankingFact("beside", True, ("C",))},
    ),
    "into a melee -2 in fifth edition": (
        "house-rules",
        {"into-melee": "-2"},
        {"attack": RANGED, "range": replace(near(), company=Company(engaged=("C",)))},
        -2,
        {"attack": RANGED, "range": near()},
    ),
    "a target that flies is hard to hit from the ground": (
        "house-rules",
        {"far-shot": "-2@10 flying-target"},
        {"attack": RANGED, "range": near(), "target": creature("B", locomotion="fly")},
        -2,
        {"attack": RANGED, "range": near()},
    ),
    "behind smaller creatures there is no cover": (
        "house-rules",
        {"creature-cover": "-2 not-smaller-blocker"},
        {"attack": RANGED, "cover": CREATURE, "sizes": {"C": 4, "D": 3}},
        -2,
        {"attack": RANGED, "cover": CREATURE, "sizes": {"C": 3, "D": 3}},
    ),
    "only larger creatures are in the way": (
        "house-rules",
        {"creature-cover": "-2 larger-blocker"},
        {"attack": RANGED, "cover": CREATURE, "sizes": {"C": 5, "D": 3}},
        -2,
        {"attack": RANGED, "cover": CREATURE, "sizes": {"C": 4, "D": 4}},
    ),
    "half cover is as good as none in a melee": (
        "house-rules",
        {"half-cover": "-2 not-engaged-target"},
        {"cover": cover("half", against="low"), "range": replace(FOES, company=Company())},
        -2,
        {"cover": cover("half", against="low"), "range": FOES},
    ),
    "from the side +1, from behind a d8": (
        "house-rules",
        {"side": "+1", "rear": "+1d8"},
        {"facing": arcs(out_of="flank")},
        1,
        {"facing": FacingFact("front", "front")},
    ),
}


def worth(ruleset: str, options: dict[str, str], more: dict[str, Any]) -> int | str:
    more = dict(more)
    ruling = ask(ruleset, more.pop("occasion", "attack"), options={**options, **more.pop("options", {})}, **more)
    return ruling.outcome.flat.attack or ruling.outcome.label


@pytest.mark.parametrize("name", PLAYED)
def test_house_rules_that_tables_play(name: str) -> None:
    ruleset, options, counts, expected, does_not = PLAYED[name]
    assert worth(ruleset, options, counts) == expected
    assert worth(ruleset, options, does_not) == "plain"


@pytest.mark.parametrize("name", PLAYED)
def test_each_is_one_line_to_share(name: str) -> None:
    ruleset, options, *_ = PLAYED[name]
    line = to_line(ruleset, options, installed())
    assert from_line(line, installed()).options == options
    assert "%" not in line


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("height", "+0", "'+0' is no worth here; there are nothing, number, die, advantage, disadvantage"),
        ("height", "ac+2", "'ac+2' is no worth here"),
        ("height", "+1@", "'+1@' is no worth, such as +2 or +1@10 melee"),
        ("rear", "+1@10", "nothing is counted here, so '+1@10' cannot have @10"),
        ("height", "+1 drunk", "'drunk' is no condition here; there are melee, ranged, weapon, spell"),
        ("height", "+1 melee ranged", "'ranged' is no condition here"),
        ("flanking", "+1 melee", "'melee' is no condition here"),
        ("height", "+1," * 7, "a house rule has at most 6 cases"),
    ],
)
def test_a_wrong_value_is_refused_with_a_reason(option: str, value: str, reason: str) -> None:
    with pytest.raises(BadOption, match="option") as caught:
        ask("house-rules", options={option: value})
    assert reason in str(caught.value)


def test_every_offered_value_is_of_its_form_and_has_words() -> None:
    for ruleset in ("house-rules", "house-rules-d20"):
        for option in installed()[ruleset].options:
            if option.form is not None:
                assert all(in_words(value, option.form) for value in option.values)


@pytest.mark.parametrize(
    ("option", "value", "counts", "not_any_more"),
    [
        ("point-blank", "+1", 30, 31),
        ("point-blank", "+1@10", 10, 11),
        ("far-shot", "+1", 60, 59),
        ("far-shot", "+1@90", 90, 89),
        ("height", "+1 ranged", 10, 9),
    ],
)
def test_a_number_of_feet_is_the_last_that_counts(option: str, value: str, counts: int, not_any_more: int) -> None:
    def plus(feet: int) -> int:
        away, higher = RangeFact(distance=feet), above(feet)
        ruling = ask("house-rules", options={option: value}, attack=RANGED, range=away, elevation=higher)
        return ruling.outcome.flat.attack

    assert (plus(counts), plus(not_any_more)) == (1, 0)


def test_of_several_cases_the_one_that_asks_for_most_counts() -> None:
    def height(value: str, difference: float) -> int:
        return ask("house-rules", options={"height": value}, elevation=above(difference)).outcome.flat.attack

    assert [height("+3@30, +1@10, +2@20", feet) for feet in (5, 10, 25, 40)] == [0, 1, 2, 3]
    assert height("nothing@30, +1", 40) == 0
    assert height("+1 ranged, +5", 40) == 5


@pytest.mark.parametrize(("value", "total"), [("nothing", 0), ("+1@10, +2@20", 1), ("+3 melee", 3)])
def test_a_game_master_who_forces_a_rule_gets_the_case_that_asks_for_least(value: str, total: int) -> None:
    forced = [Override(scope="world", modifier="height", state="on")]
    ruling = ask("house-rules", options={"height": value}, overrides=forced, attack=RANGED)
    assert ruling.outcome.flat.attack == total


def test_hostile_lines_cost_nothing() -> None:
    draw = random.Random(26)
    forms = [one.form for one in installed()["house-rules"].options if one.form is not None]
    pieces = ["+1", "@", "1" * 40, " melee", ",", " ", "a" * 99, "not-", "-1d", "é", "\x00", "٣", "--", "@@9"]
    texts = ["".join(draw.choices(pieces, k=draw.randint(1, 400))) for _ in range(1500)]
    texts += ["+1" + " melee" * 50_000, "+1@1" * 90_000, "," * 1_000_000, " " * 1_000_000, "+٣", "+1@٣"]
    begun = time.process_time()
    for text in texts:
        with contextlib.suppress(BadOption):
            worths = read(text, draw.choice(forms))
            assert len(text) <= LONGEST
            assert all(one.number.isascii() for one in worths)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(("word", "spell"), [("weapon", False), ("spell", True)])
def test_a_case_for_weapons_does_not_count_for_spells_and_the_other_way_round(word: str, spell: bool) -> None:
    def plus(is_spell: bool) -> int | str:
        attack = replace(RANGED, spell=is_spell)
        return worth("house-rules", {"height": f"+3 {word}"}, {"elevation": above(10), "attack": attack})

    assert (plus(spell), plus(not spell)) == (3, "plain")
