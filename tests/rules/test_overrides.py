"""Overrides: the one that counts, and the measured facts and modifiers that it replaces."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from coign.catalogue.registry import configure
from coign.errors import BadMessage
from coign.protocol import Advantage, Die, Effect, Evaluate, Facts, Flat, MissChance, Override, TerrainFact
from coign.protocol.rulings import Occasion, Scope
from coign.rules import Case, Creature, enmities, judge
from support.maps import draw
from support.rulings import above, arcs, ask, cover, creature, difficult, flanked, rolled, rows, seen, the
from support.scenes import facts

PA, CM, RAW = "partial-advantage", "combat-modifiers", "fifth-edition-2014"
SCOPES: tuple[Scope, ...] = ("world", "scene", "token", "pair", "roll")


def test_a_modifier_switched_off_is_shown_and_does_not_count() -> None:
    word = Override(modifier="high-ground", state="off", why="the ledge crumbles")
    ruling = ask(PA, elevation=above(2), overrides=[word])
    shown = the(ruling, "P21")
    assert (shown.state, shown.override) == ("off", 0)
    assert shown.reason == "2 ft above, needs 2 ft; switched off by the GM: the ledge crumbles"
    assert ruling.outcome.label == "plain"


def test_a_modifier_switched_on_counts_though_nothing_was_measured() -> None:
    ruling = ask(PA, overrides=[Override(modifier="flanking", why="the rats help")])
    assert (rows(ruling), the(ruling, "P23").reason) == (["P23"], "the GM: the rats help")
    assert ruling.outcome.label == "partial advantage"


def test_switched_on_where_it_holds_keeps_the_measured_reason() -> None:
    ruling = ask(PA, elevation=above(2), overrides=[Override(modifier="high-ground")])
    assert (the(ruling, "P21").reason, the(ruling, "P21").override) == ("2 ft above, needs 2 ft", 0)


def test_an_unknown_modifier_is_reported_with_the_known_ones() -> None:
    said = r"overrides\[0\]: no modifier hgih-ground; there are total-cover, high-ground, flanking, cover"
    words = [Override(modifier="hgih-ground", state="off")]
    with pytest.raises(BadMessage, match=said):
        ask(CM, overrides=words)
    with pytest.raises(BadMessage, match=said):
        configure([CM], overrides=words)


@pytest.mark.parametrize("modifier", ["target-obscured", "applied-cover", "by-hand-1d4", "gm"])
def test_overrides_of_unused_rules_or_removed_additions_have_no_effect(modifier: str) -> None:
    assert ask(CM, overrides=[Override(modifier=modifier, state="off")]).modifiers == ()


def test_an_override_of_an_added_modifier_counts() -> None:
    rain = Override(scope="world", modifier="rain", effect=Flat(-2, "attack"), why="rain")
    ruling = ask(CM, overrides=[Override(modifier="rain", state="off")], configured=[rain])
    assert [one.state for one in ruling.modifiers] == ["off"]


def test_an_override_about_something_else_has_no_effect() -> None:
    assert ask(PA, overrides=[Override(modifier="flanking", state="off")]).modifiers == ()


@pytest.mark.parametrize("narrow", range(1, 5))
@pytest.mark.parametrize("narrow_first", [True, False])
def test_the_narrower_override_wins_in_any_order(narrow: int, narrow_first: bool) -> None:
    on = Override(scope=SCOPES[narrow], modifier="high-ground", state="on")
    off = Override(scope=SCOPES[narrow - 1], modifier="high-ground", state="off")
    words = [on, off] if narrow_first else [off, on]
    assert ask(PA, elevation=above(2), overrides=words).outcome.label == "partial advantage"


def test_of_two_overrides_of_one_scope_the_later_wins() -> None:
    words = [Override(modifier="high-ground", state=state) for state in ("off", "on", "off")]
    ruling = ask(PA, elevation=above(2), overrides=words)
    assert (the(ruling, "P21").state, the(ruling, "P21").override) == ("off", 2)


def test_measured_gives_the_question_back_to_the_scene() -> None:
    words = [
        Override(scope="world", modifier="high-ground", state="off"),
        Override(scope="roll", modifier="high-ground", state="measured"),
    ]
    assert ask(PA, elevation=above(2), overrides=words).outcome.label == "partial advantage"
    assert ask(PA, overrides=words).modifiers == ()


@pytest.mark.parametrize(
    ("to", "fits"),
    [
        ({"actor": "A"}, True),
        ({"actor": "B"}, False),
        ({"target": "B"}, True),
        ({"target": "A"}, False),
        ({"token": "A"}, True),
        ({"token": "B"}, True),
        ({"token": "C"}, False),
        ({"scene": "s"}, True),
        ({"scene": "t"}, False),
        ({"actor": "A", "target": "C"}, False),
    ],
)
def test_the_tokens_that_an_override_concerns(to: dict[str, Any], fits: bool) -> None:
    word = Override(scope="world", modifier="high-ground", state="off", **to)
    assert (rows(ask(PA, elevation=above(2), overrides=[word])) == []) is fits


def test_the_configurations_overrides_are_numbered_after_the_requests() -> None:
    world = Override(scope="world", modifier="high-ground", state="off")
    elsewhere = Override(modifier="flanking", state="off")
    ruling = ask(PA, elevation=above(2), overrides=[elsewhere], configured=[world])
    assert (the(ruling, "P21").state, the(ruling, "P21").override) == ("off", 1)


def test_the_same_override_twice_counts_once() -> None:
    word = Override(scope="world", modifier="gm", effect=Flat(2, "attack"), why="blessed ground")
    assert ask(CM, overrides=[word], configured=[word]).outcome.flat.attack == 2


def test_two_numbers_added_by_hand_add_up() -> None:
    words = [
        Override(modifier="gm", effect=Flat(2, "attack"), why="blessed ground"),
        Override(modifier="gm", effect=Flat(-1, "attack"), why="a slippery grip"),
    ]
    assert ask(CM, overrides=words).outcome.flat.attack == 1


def test_a_number_added_by_hand_without_a_reason_is_shown_and_does_not_count() -> None:
    ruling = ask(CM, overrides=[Override(modifier="gm", effect=Flat(2, "attack"))])
    (modifier,) = ruling.modifiers
    assert modifier.state == "set-aside"
    assert modifier.reason.endswith("not counted: a modifier added by hand needs a reason")
    assert ruling.outcome.flat.attack == 0


@pytest.mark.parametrize(("state", "shown"), [("off", ["P34"]), ("measured", [])])
def test_a_modifier_added_by_hand_is_switched_off_or_removed(
    state: Literal["off", "measured"], shown: list[str]
) -> None:
    added = Override(scope="world", modifier="gm-rain", effect=Die("-1d4", "attack"), why="rain")
    ruling = ask(PA, overrides=[Override(modifier="gm-rain", state=state)], configured=[added])
    assert rows(ruling, "off") == shown
    assert ruling.outcome.label == "plain"


def test_a_modifier_for_this_roll_acts_on_it_whatever_it_is() -> None:
    luck = Override(modifier="gm", effect=Die("1d4", "attack"), why="luck")
    for occasion in ("attack", "save", "check", "perception", "stealth"):
        (modifier,) = ask(PA, occasion, overrides=[luck]).modifiers
        assert (modifier.source, modifier.state, modifier.effect) == ("DM's Best Friend", "on", Die("1d4", occasion))


def test_a_modifier_for_the_world_acts_on_the_rolls_it_names_only() -> None:
    rain = Override(scope="world", modifier="gm", effect=Die("-1d4", "attack"), why="rain")
    assert rows(ask(PA, configured=[rain])) == ["P34"]
    assert ask(PA, "save", configured=[rain]).modifiers == ()


@pytest.mark.parametrize(
    ("occasion", "effect", "said"),
    [
        ("save", Flat(2, "ac"), r"overrides\[0\]: \+2 AC cannot act on a save; an effect on it has to: save"),
        ("check", MissChance(20), r"20 % miss chance cannot act on a check"),
        ("movement", Die("1d4", "attack"), r"\+1d4 cannot act on movement; nothing is rolled there"),
    ],
)
def test_a_modifier_that_cannot_act_on_this_roll_is_refused(occasion: Occasion, effect: Effect, said: str) -> None:
    with pytest.raises(BadMessage, match=said):
        ask(PA, occasion, overrides=[Override(modifier="gm", effect=effect, why="luck")])


def test_standard_advantage_by_the_GM_is_not_the_DMs_best_friend() -> None:
    ruling = ask(PA, overrides=[Override(modifier="gm", effect=Advantage("attack"), why="a favour")])
    assert [(one.rule, one.source) for one in ruling.modifiers] == [("GM", "By the GM")]


# --- facts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "value", "path", "expected"),
    [
        ("cover", "three-quarters", "cover.degree", "three-quarters"),
        ("cover", "improved", "cover.degree", "three-quarters"),  # the other table's word
        ("obscurement", "heavily", "obscurement.sight", False),
        ("obscurement", "lightly", "obscurement.level", "lightly"),
        ("flanking", True, "flanking.flanked", True),
        ("flanked", True, "flanking.flanked", True),
        ("standing", False, "elevation.standing", False),
        ("difficult", True, "terrain.target_difficult", True),
        ("attacker_difficult", True, "terrain.attacker_difficult", True),
        ("target-arc", "rear", "facing.target_arc", "rear"),
        ("attacker-arc", "flank", "facing.attacker_arc", "flank"),
    ],
)
def test_a_forced_fact_stands_in_the_ruling(fact: str, value: Any, path: str, expected: Any) -> None:
    ruling = ask(PA, overrides=[Override(fact=fact, value=value)])
    bundle, field = path.split(".")
    assert getattr(getattr(ruling.facts, bundle), field) == expected


def test_a_forced_fact_shows_the_lost_modifiers_and_its_override() -> None:
    words = [Override(modifier="flanking", state="off"), Override(fact="cover", value="none", why="an illusion")]
    ruling = ask(CM, cover=cover("cover", reading="d20", lines=(True, False, True, True), blocked=1), overrides=words)
    (gone,) = ruling.modifiers
    assert (gone.rule, gone.state, gone.override) == ("C2", "off", 1)
    assert gone.reason.endswith("blocked by a wall, from your best corner; the GM: an illusion")
    assert ruling.outcome.flat.ac == 0


def test_an_override_of_a_modifier_wins_over_one_of_the_fact() -> None:
    words = [Override(fact="cover", value="none"), Override(modifier="cover", why="no illusion at all")]
    ruling = ask(CM, cover=cover("cover", reading="d20"), overrides=words)
    assert (the(ruling, "C2").state, the(ruling, "C2").override) == ("on", 1)


def test_a_forced_degree_shows_no_other_degree_as_taken_away() -> None:
    ruling = ask(CM, cover=cover("cover", reading="d20"), overrides=[Override(fact="cover", value="improved")])
    assert [(one.rule, one.state, one.override) for one in ruling.modifiers] == [("C11", "on", 0)]


def test_a_fact_switched_off_is_none() -> None:
    measured: dict[str, Any] = {
        "cover": cover("half"),
        "flanking": flanked(),
        "terrain": difficult(),
        "obscurement": seen("lightly"),
    }
    words = [Override(fact=fact, state="off") for fact in ("cover", "flanking", "difficult", "obscurement")]
    options = {"difficult-terrain": True, "lightly-obscured": True}
    assert len(ask(PA, options=options, **measured).modifiers) == 4
    ruling = ask(PA, options=options, overrides=words, **measured)
    assert {(one.state, one.override) for one in ruling.modifiers} == {("off", n) for n in range(4)}
    assert ruling.outcome.label == "plain"


def test_a_rule_that_rests_on_a_forced_fact_says_so() -> None:
    ruling = ask(PA, overrides=[Override(fact="cover", value="half", why="he crouches behind the cart")])
    assert the(ruling, "P30").reason == "the GM: he crouches behind the cart"
    assert the(ruling, "P30").override == 0
    assert ruling.facts.cover.lines == ()


def test_a_rule_that_rests_on_what_was_measured_does_not() -> None:
    forced = [Override(fact="attacker-arc", value="flank")]
    ruling = ask("combat-facing", facing=arcs(out_of="rear"), overrides=forced)
    assert (the(ruling, "F1").override, the(ruling, "F2").override) == (0, None)


def test_less_than_total_cover_lets_one_see_what_the_wall_hid() -> None:
    walled: dict[str, Any] = {"cover": cover("total", sight=False), "obscurement": seen(sight=False, by_target=False)}
    ruling = ask(PA, overrides=[Override(fact="cover", value="half")], **walled)
    assert (ruling.facts.cover.effect, ruling.facts.cover.sight) == (True, True)
    assert rows(ruling) == ["P30"]


def test_a_d20_ruleset_reads_the_other_tables_degrees_as_its_own() -> None:
    assert rows(ask(CM, overrides=[Override(fact="cover", value="three-quarters")])) == ["C11"]


def test_a_forced_arc_in_combat_facing() -> None:
    ruling = ask("combat-facing", facing=arcs(), overrides=[Override(fact="arcs", value="flank")])
    assert ruling.outcome.flat.attack == 2


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        (Override(fact="cover", value="quarter"), "overrides[0]: cover cannot be 'quarter'; there are none, half"),
        (Override(fact="standing", value="yes"), "overrides[0]: standing cannot be 'yes'; there are true, false"),
        (Override(fact="mood", value=True), "overrides[0]: no fact mood; there are cover, obscurement"),
        (Override(), "overrides[0]: an override names a modifier or a fact, this one neither"),
        (Override(modifier="flanking", fact="cover"), "overrides[0]: an override names a modifier or a fact, this one"),
    ],
)
def test_a_bad_override_says_where_and_what_would_be_right(override: Override, sentence: str) -> None:
    with pytest.raises(BadMessage) as raised:
        ask(PA, overrides=[override])
    assert sentence in str(raised.value)
    with pytest.raises(BadMessage):
        configure([PA], None, [override])


def _measured_to_judge(request: Evaluate) -> set[str]:
    """Judge by Combat Facing in an empty room, and return the names of the facts that were measured for it."""
    sheet = facts(draw("+ + +", " A B ", "+ + +"))
    case = Case(request=request, actor=Creature("A"), target=Creature("B"), facts=sheet)
    ruling = judge(configure(["combat-facing"]), case)
    assert {one.state for one in ruling.modifiers} <= {"on"}
    return vars(sheet).keys() & set(Facts.__struct_fields__)


def test_facts_that_no_rule_needs_are_not_measured() -> None:
    assert _measured_to_judge(Evaluate(id="q", scene="s", occasion="perception", actor="A", targets=("B",))) == {
        "facing"
    }


def test_a_forced_fact_leaves_the_others_unmeasured() -> None:
    assert _measured_to_judge(_asked(Override(fact="target-arc", value="rear"))) <= {"facing", "cover"}


def test_a_corrected_sheet_measures_nothing_itself_and_leaves_the_measured_one_as_it_is() -> None:
    sheet = facts(draw("+ + +", " A B ", "+ + +"))
    corrected = sheet.corrected({"terrain": lambda measured: TerrainFact(not measured.terrain.target_difficult)})
    assert (corrected.terrain.target_difficult, sheet.terrain.target_difficult) == (True, False)
    assert corrected.cover is sheet.cover


# --- who is whose enemy -----------------------------------------------------------------------------------------------


def _asked(*overrides: Override) -> Evaluate:
    return Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), overrides=overrides)


def test_enmities_by_pair_the_narrower_word_first() -> None:
    world = Override(scope="world", fact="enemy", actor="C", target="B", value=False)
    roll = Override(scope="roll", fact="enemy", actor="C", target="B", value=True)
    assert enmities(_asked(roll), [world]) == {frozenset("BC"): True}
    assert enmities(_asked(), [world]) == {frozenset("BC"): False}


def test_enmities_of_another_scene_or_given_back_are_none() -> None:
    elsewhere = Override(fact="enemy", actor="C", target="B", scene="t", value=True)
    back = Override(fact="enemy", actor="C", target="B", state="measured")
    world = Override(scope="world", fact="enemy", actor="C", target="B", value=True)
    assert enmities(_asked(elsewhere)) == {}
    assert enmities(_asked(back), [world]) == {}


@pytest.mark.parametrize(
    ("scope", "public", "told"),
    [("scene", False, False), ("world", False, False), ("scene", True, True), ("token", False, True)],
)
def test_players_do_not_read_the_reason_of_a_scene_or_world(scope: Any, public: bool, told: bool) -> None:
    spy = Override(modifier="spy", effect=Flat(2, "attack"), why="Elena is a spy", scope=scope, public=public)
    off = Override(modifier="high-ground", state="off", why="the roof is an illusion", scope=scope, public=public)

    def reasons(viewer: str) -> str:
        ruling = ask(PA, overrides=[spy, off], request={"viewer": viewer}, elevation=above(2))
        return " ".join(row.reason for row in ruling.modifiers)

    assert "Elena is a spy" in reasons("gm")
    assert "the roof is an illusion" in reasons("gm")
    assert ("Elena" in reasons("player"), "illusion" in reasons("player")) == (told, told)


def test_a_modifier_whose_reason_is_private_counts_all_the_same() -> None:
    spy = Override(modifier="spy", effect=Flat(2, "attack"), why="Elena is a spy", scope="scene")
    assert ask(PA, overrides=[spy], request={"viewer": "player"}).outcome.flat.attack == 2


# --- what the game system has already applied -------------------------------------------------------------------------


def test_cover_that_is_in_the_armour_class_is_counted_once() -> None:
    ruling = ask(PA, cover=cover("half"), ac=17, applied="half", roll=rolled(12, total=17))
    assert rows(ruling, "set-aside") == ["P30"]
    assert "the game system has already added +2" in the(ruling, "P30").reason
    assert (ruling.outcome.flat.ac, ruling.outcome.hit) == (0, True)


def test_another_degree_than_the_one_applied_takes_its_place() -> None:
    assert ask(PA, cover=cover("three-quarters"), ac=17, applied="half").outcome.flat.ac == 3


def test_a_die_instead_of_the_bonus_takes_the_applied_bonus_out() -> None:
    ruling = ask(PA, options={"half-cover": True}, cover=cover("half"), ac=17, applied="half")
    assert (ruling.outcome.flat.ac, ruling.outcome.dice) == (-2, "-1d4")


def test_the_systems_cover_counts_if_none_is_measured() -> None:
    ruling = ask(PA, ac=17, applied="half")
    assert ruling.outcome.flat.ac == 0
    assert "the armour class includes half cover (+2), given by the game system" in ruling.outcome.notes[0]


def test_cover_of_another_module_is_counted_once_and_named() -> None:
    ruling = ask(PA, cover=cover("half"), ac=17, applied="half", by="Simple Cover 5e", roll=rolled(12, total=17))
    assert "Simple Cover 5e has already added +2 for half cover" in the(ruling, "P30").reason
    assert (ruling.outcome.flat.ac, ruling.outcome.hit) == (0, True)


def test_none_applied_is_no_cover_whatever_status_the_token_bears() -> None:
    ruling = ask(PA, cover=cover("half"), ac=15, applied="none", target=creature("B", appliedCover="half"))
    assert ruling.outcome.flat.ac == 2


def test_facts_are_what_was_given_where_nothing_is_forced() -> None:
    ruling = ask(PA, elevation=above(2))
    assert ruling.facts.measured is None
    assert ruling.facts.elevation == above(2)


# --- a fact and what rests on it ---


def test_a_degree_that_is_set_later_counts_though_its_modifier_was_switched_off() -> None:
    off = Override(modifier="half-cover", state="off")
    half = Override(fact="cover", value="half")
    assert [one.state for one in ask(RAW, cover=cover("half"), overrides=[off, half]).modifiers] == ["on"]
    assert [one.state for one in ask(RAW, cover=cover("half"), overrides=[half, off]).modifiers] == ["off"]


def test_a_degree_for_this_roll_counts_where_a_whole_scene_has_its_modifier_off() -> None:
    off = Override(scope="scene", modifier="half-cover", state="off")
    half = Override(fact="cover", value="half")
    for words in ([off, half], [half, off]):
        assert [one.state for one in ask(RAW, overrides=words).modifiers] == ["on"]


def test_a_fact_that_is_set_is_told_beside_the_measured_one() -> None:
    half = Override(fact="cover", value="half", why="a barrel")
    (told,) = ask(RAW, cover=cover("three-quarters"), overrides=[half]).forced
    assert (told.fact, told.value, told.measured, told.override) == ("cover", "half", "three-quarters", 0)
    assert told.reason
    assert ask(RAW, cover=cover("half"), overrides=[Override(modifier="half-cover", state="off")]).forced == ()
    (none,) = ask(RAW, cover=cover("half"), overrides=[Override(fact="cover", state="off")]).forced
    assert (none.value, none.measured) == (None, "half")


def test_why_a_modifier_is_set_aside_is_told() -> None:
    by_the_law = ask(PA, elevation=above(2), flanking=flanked(), roll=rolled(12, total=17))
    assert [one.aside for one in by_the_law.modifiers] == ["", "law"]
    by_the_system = ask(PA, elevation=above(2), request={"counted": ("high-ground",)})
    assert [one.aside for one in by_the_system.modifiers] == ["counted"]
