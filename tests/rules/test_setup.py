"""Set-ups: the rule systems that combine, their options, and their conventions of measurement."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from coign.catalogue.registry import catalogue, configure, installed
from coign.errors import BadOption, UnknownRuleset
from coign.protocol import Choice, Evaluate
from coign.rules import Ruleset
from coign.rules.readings.for_facts import NAMES, conventions
from coign.rules.setup import chosen
from coign.rulesets import BUILT_IN


def test_the_catalogue_begins_with_the_built_in_ones_in_their_order() -> None:
    ids = [ruleset.id for ruleset in BUILT_IN]
    assert [info.id for info in catalogue()][: len(ids)] == ids


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda ruleset: ruleset.id)
def test_what_welcome_says_of_each(ruleset: Any) -> None:
    info = ruleset.info()
    keys = [(rule.id, rule.modifier) for rule in info.rules]
    assert len(keys) == len(set(keys))
    assert all(rule.title and rule.occasions for rule in info.rules)
    for option in info.options:
        assert option.help.endswith(".")
        if option.bounds is not None:
            assert option.bounds[0] <= float(option.default) <= option.bounds[1]
        else:
            assert option.default in (option.values or (True, False))
    assert info.excludes == ruleset.excludes


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda ruleset: ruleset.id)
def test_rules_ask_for_options_that_exist(ruleset: Any) -> None:
    names = {option.name for option in ruleset.options}
    assert {rule.option[0] for rule in ruleset.rules if rule.option} <= names
    assert set(ruleset.measured_by) <= names
    assert {*ruleset.conventions, *ruleset.measured_by.values()} <= set(NAMES)


def test_an_unknown_ruleset_is_named() -> None:
    with pytest.raises(UnknownRuleset, match="no ruleset fate; installed are partial-advantage, combat-facing"):
        configure(["fate"])


@pytest.mark.parametrize(
    ("rulesets", "sentence"),
    [
        ([], "no ruleset is chosen; there are partial-advantage, "),
        (
            ["combat-facing", "partial-advantage"],
            "partial-advantage does not combine with combat-facing, which combines with combat-modifiers",
        ),
        (
            ["enchanted-realms", "coign-of-vantage"],
            "coign-of-vantage does not combine with enchanted-realms, which combines with no other",
        ),
    ],
)
def test_the_error_for_a_bad_combination_names_good_ones(rulesets: list[str], sentence: str) -> None:
    with pytest.raises(BadOption) as raised:
        configure(rulesets)
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"half-cover": "yes"}, "option half-cover of partial-advantage takes true, false, not 'yes'"),
        ({"half-cover": 1}, "takes true, false, not 1"),
        ({"flanking-corners": "none"}, "takes strict, shared, not 'none'"),
        ({"flanking-corners": True}, "takes strict, shared, not True"),
        ({"shields": True}, "no option shields in partial-advantage; there are flanking-corners, half-cover"),
        ({"combat-facing": {"half-cover": True}}, "no option half-cover in combat-facing; there are hex-arcs, shields"),
    ],
)
def test_a_wrong_option_says_what_would_be_right(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as raised:
        configure(["partial-advantage"], options)
    assert sentence in str(raised.value)


def test_a_number_within_its_bounds() -> None:
    base = BUILT_IN[0]
    numbered = replace(base, options=(Choice("height", 10, "How high.", bounds=(0, 50)),))
    installed = {base.id: numbered}
    _, values = chosen([base.id], [{"height": 2.5}], installed)
    assert values == {base.id: {"height": 2.5}}
    for wrong in (51, True, "10"):
        with pytest.raises(BadOption, match=f"takes a number from 0 to 50, not {wrong!r}"):
            chosen([base.id], [{"height": wrong}], installed)


def test_options_flat_or_by_ruleset() -> None:
    flat = configure(["combat-facing", "combat-modifiers"], {"shields": True, "obstacle-rule": "all"})
    nested = configure(
        ["combat-facing", "combat-modifiers"],
        {"combat-facing": {"shields": True}, "combat-modifiers": {"obstacle-rule": "all"}},
    )
    assert flat.options == nested.options
    assert flat.options["combat-facing"] == {"hex-arcs": "3-2-1", "shields": True, "rear-attacks": "forbid"}


def test_options_of_a_ruleset_not_in_use_are_kept_out() -> None:
    setup = configure(["partial-advantage"], {"combat-facing": {"shields": True}})
    assert set(setup.options) == {"partial-advantage"}


def test_every_option_is_listed_with_its_default() -> None:
    options = configure(["partial-advantage"]).options["partial-advantage"]
    assert options["half-cover"] is False
    assert options["cover-reading"] == "default"


@pytest.mark.parametrize(
    ("rulesets", "cover", "flanking", "senses"),
    [
        (["partial-advantage"], "dmg", "edge", "fifth-2014"),
        (["combat-modifiers"], "d20", "opposite", "v3.5"),
        (["combat-facing"], "d20", "opposite", "v3.5"),
        (["combat-facing", "combat-modifiers"], "d20", "opposite", "v3.5"),
        (["enchanted-realms"], "dmg", "edge", "fifth-2014"),
        (["pathfinder-2e"], "centre", "opposite", "pathfinder-2"),
        (["draw-steel"], "area", "opposite", "draw-steel"),
    ],
)
def test_the_readings(rulesets: list[str], cover: str, flanking: str, senses: str) -> None:
    setup = configure(rulesets)
    named = setup.readings.by.cover, setup.conventions.flanking, setup.conventions.traits.edition
    assert named == (cover, flanking, senses)
    # Their flanking is between the centres of the two spaces, however large.
    assert setup.conventions.whole_spaces is (senses in ("pathfinder-2", "draw-steel"))


def test_conventions_follow_options() -> None:
    setup = configure(["partial-advantage"], {"flanking-corners": "shared", "cover-reading": "area"}, (), 90.0)
    assert (setup.conventions, setup.readings) == conventions(cover="area", corners="shared", facing_offset=90.0)
    area = configure(["combat-modifiers"], {"cover-reading": "area"}).readings.by
    assert (area.cover, area.degrees) == ("area", "d20")


def test_a_request_brings_its_own_on_top() -> None:
    setup = configure(["partial-advantage"], {"half-cover": True})
    asked = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=())
    assert setup.for_request(asked) is setup
    more = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=(), options={"lightly-obscured": True})
    both = setup.for_request(more).options["partial-advantage"]
    assert (both["half-cover"], both["lightly-obscured"]) == (True, True)
    other = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=(), rulesets=("combat-modifiers",))
    assert setup.for_request(other).ids == ("combat-modifiers",)


LAYERS = [(text, game) for text in BUILT_IN for game in text.over]


@pytest.mark.parametrize(("text", "game"), LAYERS, ids=lambda one: getattr(one, "id", one))
def test_a_text_replaces_only_what_its_printed_games_have(text: Ruleset, game: str) -> None:
    known = {rule.modifier for one in BUILT_IN if one is not text and one.family == text.family for rule in one.rules}
    assert text.family == installed()[game].family
    assert {modifier for rule in text.rules for modifier in rule.replaces} <= known


@pytest.mark.parametrize(("text", "game"), LAYERS, ids=lambda one: getattr(one, "id", one))
def test_a_printed_game_keeps_every_rule_that_the_text_does_not_replace(text: Ruleset, game: str) -> None:
    alone, layered = configure([game]), configure([text.id, game])
    replaced = {modifier for rule in text.rules for modifier in rule.replaces}
    for key, asked in alone.by_occasion.items():
        kept = layered.by_occasion[key]
        for before, after in ((asked.bars, kept.bars), (asked.rules, kept.rules), (asked.late, kept.late)):
            left = [(rule.id, ruleset) for rule, ruleset in after if ruleset == game]
            assert left == [(rule.id, of) for rule, of in before if (rule.id, of) in left]
            assert {rule.modifier for rule, of in before if (rule.id, of) not in left} <= replaced


@pytest.mark.parametrize(("text", "game"), LAYERS, ids=lambda one: getattr(one, "id", one))
def test_a_text_lies_over_a_printed_game_in_any_order_of_the_list(text: Ruleset, game: str) -> None:
    one, other = configure([text.id, game]), configure([game, text.id])
    assert one.ids == other.ids == (text.id, game)
    assert (one.by_occasion, one.conventions, one.options) == (other.by_occasion, other.conventions, other.options)


# Of each text over each printed game, with every switch on: the game's modifiers that it replaces, and its own rules
# that it leaves to the game.
SIGHT = {"P-unseen", "P-unseen-attacker", "P-unseen-target"}
IN_PLACE = {
    ("partial-advantage", "fifth-edition-2014"): (
        {"flanking", "half-cover", "three-quarters-cover"},
        {"P-total", "P30", "P31", "P32", *SIGHT},
    ),
    ("partial-advantage", "fifth-edition-2024"): (
        {"half-cover", "three-quarters-cover"},
        {"P-total", "P30", "P31", "P32", *SIGHT},
    ),
    ("combat-facing", "pathfinder-1e"): ({"flanking", "no-sneak-attack", "sneak-attack"}, {"F-total", "F7"}),
    ("combat-modifiers", "pathfinder-1e"): (
        {
            *("concealment", "own-concealment", "total-concealment", "high-ground", "flanking"),
            *("cover", "improved-cover", "soft-cover", "total-cover"),
            *("not-threatened", "cover-not-threatened", "unseen-not-threatened"),
        },
        set[str](),
    ),
}


@pytest.mark.parametrize(("text", "game"), LAYERS, ids=lambda one: getattr(one, "id", one))
def test_a_text_takes_the_place_of_these_rules_and_leaves_these_to_the_printed_game(text: Ruleset, game: str) -> None:
    def rules(*names: str) -> dict[str, set[tuple[str, str, str]]]:
        found: dict[str, set[tuple[str, str, str]]] = {text.id: set(), game: set()}
        on = {name: {one.name: True for one in installed()[name].options if one.default is False} for name in names}
        for (occasion, _), asked in configure(names, on).by_occasion.items():
            for rule, ruleset in (*asked.bars, *asked.rules, *asked.late):
                found[ruleset].add((rule.id, rule.modifier, occasion))
        return found

    both = rules(text.id, game)
    replaced = {modifier for _, modifier, _ in rules(game)[game] - both[game]}
    assert (replaced, {rule for rule, *_ in rules(text.id)[text.id] - both[text.id]}) == IN_PLACE[text.id, game]


def test_what_restates_the_printed_game_is_left_to_it() -> None:
    rules = [
        rule
        for asked in configure(["partial-advantage", "fifth-edition-2024"]).by_occasion.values()
        for rule in (*asked.bars, *asked.rules, *asked.late)
    ]
    assert not any(rule.alone for rule, _ in rules)
    assert [rule.id for rule, of in rules if rule.modifier == "total-cover" and of == "partial-advantage"] == []


def test_options_that_both_have_are_those_of_the_printed_game() -> None:
    both = ["partial-advantage", "fifth-edition-2014"]
    assert configure(both, {"cover-reading": "area"}).readings.by.cover == "area"
    assert configure(both, {"fifth-edition-2014": {"lying-creatures": "cover"}}).conventions.lying_creatures == "cover"
    kept = configure(both, {"partial-advantage": {"lying-creatures": "cover"}})
    assert kept.conventions.lying_creatures == "none"
    assert "lying-creatures" not in kept.options["partial-advantage"]
    alone = kept.for_request(
        Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), rulesets=("partial-advantage",))
    )
    assert alone.options["partial-advantage"]["lying-creatures"] == "none"


def test_two_printings_do_not_combine_under_a_text() -> None:
    with pytest.raises(BadOption, match="fifth-edition-2024 does not combine with fifth-edition-2014"):
        configure(["partial-advantage", "fifth-edition-2014", "fifth-edition-2024"])


def test_partial_cover_can_be_set_only_where_the_rules_grade_it() -> None:
    def settable(partial: bool) -> tuple[bool | str, ...]:
        return configure(["pathfinder-1e"], {"partial-cover": partial}).settable["cover"]

    assert [value for value in settable(True) if value not in settable(False)] == ["partial-cover"]
    assert "cover" in settable(False)
