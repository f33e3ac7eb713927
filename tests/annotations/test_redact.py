"""The players' view: no hit or chance, and nothing of hidden tokens, walls (some are secret doors) or regions."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from coign.annotations.annotate import annotate
from coign.annotations.redact import SOMEONE, HiddenNames, as_gm, as_player, redact, with_shown
from coign.catalogue.registry import configure
from coign.figures.styles import LIGHT
from coign.protocol import (
    Annotation,
    Chance,
    Contribution,
    CoverFact,
    Defence,
    Evaluate,
    Facts,
    Figure,
    FlankingFact,
    Flat,
    IncludedModifier,
    Mark,
    Modifier,
    Note,
    ObscurementFact,
    Outcome,
    Override,
    Result,
    Roll,
    Shows,
    Total,
)
from coign.protocol.rulings import Words
from coign.rules import sentence
from coign.rules import words as in_words
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import draw

HIDDEN = {"_id": "hid", "name": "Hank", "x": 300, "y": 0, "disposition": -1, "hidden": True}
DOOR = {"_id": "vault", "c": [200, 0, 200, 100], "door": 2, "ds": 0}
FOG = {"_id": "reg", "name": "fog", "hidden": True, "shapes": [], "behaviors": []}
SECRETS = ("hid", "vault", "reg")


def scene(**door: Any) -> Scene:
    drawn = draw("+ + + +", " A B C ", "+ + + +", tokens={"hid": HIDDEN}, walls=[{**DOOR, **door}], regions=[FOG])
    return finish(Scene.read(msgspec.json.encode(drawn)))


FACTS = Facts(
    range=Facts().range,
    cover=CoverFact(
        "dmg", "half", soft=("C", "hid"), by=("wall:vault", "token:hid", "token:C", "region:reg", "floor:reg")
    ),
    obscurement=ObscurementFact(because=("darkvision",)),
    elevation=Facts().elevation,
    flanking=FlankingFact("edge", True, ("hid", "C"), ("west",), ("east",)),
    facing=Facts().facing,
    terrain=Facts().terrain,
)
LABELS = ("token:hid", "wall:vault", "region:reg", "floor:reg", "token:C", "")
MARKS = tuple(Mark("creature", "cover", ((0.0, 0.0),), label) for label in LABELS)
RESULT = Result(
    target="B",
    facts=FACTS,
    modifiers=(Modifier("half-cover", "P30", "Half Cover", Flat(2, "ac"), "on", "2 of 4 lines", "cover", override=3),),
    outcome=Outcome(
        total=Total(19, 19),
        hit=True,
        critical=True,
        chance=Chance(0.5, 0.4),
        flat=Outcome().flat,
    ),
    figure=Figure(MARKS, MARKS, MARKS),
    words=in_words(Outcome(hit=True)),
)


def strings(value: Any) -> list[str]:
    """Return every text in a message, keys included, at any depth."""
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in strings(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def spoken(result: Result) -> set[str]:
    return {secret for secret in SECRETS for text in strings(msgspec.to_builtins(result)) if secret in text}


def test_the_GMs_result_names_every_secret() -> None:
    assert spoken(RESULT) == set(SECRETS)


def test_no_field_of_a_players_result_names_a_secret() -> None:
    assert spoken(redact(RESULT, scene())) == set()


def test_hit_and_chance_are_gone_and_the_players_own_numbers_stay() -> None:
    outcome = redact(RESULT, scene()).outcome
    assert (outcome.hit, outcome.chance) == (None, None)
    assert (outcome.total, outcome.critical) == (Total(19, 19), True)


def test_what_a_player_may_know_stays() -> None:
    result = redact(RESULT, scene())
    assert result.facts is None
    assert [mark.label for mark in result.figure.lines] == ["token:C", ""]
    assert result.modifiers[0].reason == "2 of 4 lines"
    assert result.words == Words(), "what follows `redact` finds the words of what is left"


def asked(occasion: str = "attack", **more: Any) -> Evaluate:
    return Evaluate(**{"id": "q", "scene": "s", "occasion": occasion, "actor": "A", "targets": ("B",), **more})


@pytest.mark.parametrize("part", ["actor", "origin", "target"])
def test_a_hidden_actor_origin_or_target_leaves_nothing(part: str) -> None:
    struck = replace(RESULT, target="hid") if part == "target" else RESULT
    request = asked("save") if part == "target" else asked("save", **{part: "hid"})
    assert redact(struck, scene(), request) == Result(target=None, facts=None, modifiers=(), outcome=Outcome())


@pytest.mark.parametrize("door", [{}, {"ds": 1}, {"ds": 2}, {"door": 1}, {"door": 0}])
def test_a_secret_door_looks_like_any_wall(door: dict[str, int]) -> None:
    assert redact(RESULT, scene(**door)) == redact(RESULT, scene())


def test_the_part_hidden_by_two_walls_is_drawn_as_one() -> None:
    west, east = (((x, 0.0), (x + 50, 0.0), (x + 50, 80.0), (x, 80.0)) for x in (0.0, 50.0))
    figure = Figure(polygons=(Mark("hidden", "cover", west), Mark("target", "", west), Mark("hidden", "cover", east)))
    target, hidden = redact(replace(RESULT, figure=figure), scene()).figure.polygons
    assert (target.role, hidden.role) == ("target", "hidden")
    assert set(hidden.points) == {(0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0)}


def test_players_are_shown_no_light_because_its_edges_show_walls() -> None:
    """Not even the light of a player's own torch: it shines into undiscovered rooms and is cut by secret doors."""
    lit = [Mark(role, "obscurement", ((0.0, 0.0),), "token:C") for role in LIGHT]
    figure = Figure(polygons=(*lit, Mark("target", "", ((0.0, 0.0),))))
    assert [mark.role for mark in redact(replace(RESULT, figure=figure), scene()).figure.polygons] == ["target"]


def test_the_place_where_a_line_meets_a_wall_is_not_shown() -> None:
    line = Mark("line-blocked", "cover", ((0.0, 0.0), (40.0, 0.0), (90.0, 0.0)))
    (shown,) = redact(replace(RESULT, figure=Figure(lines=(line,))), scene()).figure.lines
    assert shown.points == ((0.0, 0.0), (90.0, 0.0))


@pytest.mark.parametrize("hit", [True, False])
@pytest.mark.parametrize("chance", [True, False])
def test_players_read_hit_and_chance_where_the_gm_shows_them(hit: bool, chance: bool) -> None:
    told = redact(RESULT, scene())
    told = replace(told, words=in_words(told.outcome, told.modifiers))
    view, full = (Annotation("q", 1, (), (one,)) for one in (told, RESULT))
    (result,) = with_shown(view, full, Shows(hit, chance)).results
    assert (result.outcome.hit, result.outcome.chance) == (hit or None, Chance(0.5, 0.4) if chance else None)
    assert result.words == in_words(result.outcome, result.modifiers)


def test_players_never_read_what_each_modifier_was_worth() -> None:
    shares = (Contribution("high-ground", 0.1),)
    rolled = replace(RESULT, outcome=replace(RESULT.outcome, chance=Chance(0.5, 0.6, shares=shares)))
    view, full = (Annotation("q", 1, (), (one,)) for one in (redact(rolled, scene()), rolled))
    for shows in (Shows(), Shows(hit=True), Shows(chance=True), Shows(hit=True, chance=True)):
        (result,) = with_shown(view, full, shows).results
        assert not (result.outcome.chance or Chance(0, 0)).shares
        assert (result.outcome.chance is not None) is shows.chance


def test_hit_and_chance_stay_secret_where_they_would_betray_a_modifier() -> None:
    more = replace(RESULT, modifiers=(*RESULT.modifiers, replace(RESULT.modifiers[0], id="ambush")))
    view, full = (Annotation("q", 1, (), (one,)) for one in (redact(RESULT, scene()), more))
    assert with_shown(view, full, Shows(True, True)) == view


def test_the_number_of_an_override_is_gone_for_it_counts_those_about_hidden_tokens() -> None:
    assert [one.override for one in redact(RESULT, scene()).modifiers] == [None]


# --- names, which only a GM's own words can have ----------------------------------------------------------------------


def read_by(viewer: str, why: str, *, name: str = "Cara") -> Any:
    """The result of an attack on B, with a modifier by hand that the GM explains; C has this name."""
    drawn = draw("+ + + +", " A B C ", "+ + + +", tokens={"hid": HIDDEN, "C": {"name": name}})
    word = Override(modifier="gm", effect=Flat(-2, "attack"), why=why)
    request = asked(viewer=viewer, overrides=(word,))
    return annotate(finish(Scene.read(msgspec.json.encode(drawn))), request, configure(["combat-modifiers"])).results[0]


def test_a_hidden_name_in_a_GMs_reason_is_replaced_for_players() -> None:
    gm, player = (read_by(viewer, "Hank scares it") for viewer in ("gm", "player"))
    assert gm.modifiers[-1].reason == "the GM: Hank scares it"
    assert player.modifiers[-1].reason == "the GM: someone unseen scares it"
    assert player.modifiers[-1].phrases[0].values == {"why": "someone unseen scares it"}
    assert "Hank" not in sentence(player)


def test_a_hidden_name_in_a_GMs_note_is_replaced_for_players() -> None:
    drawn = draw("+ + + +", " A B C ", "+ + + +", tokens={"hid": HIDDEN})
    word = Override(modifier="gm", effect=Note("Hank waits"), why="a hint")
    request = asked(viewer="player", overrides=(word,))
    scene = finish(Scene.read(msgspec.json.encode(drawn)))
    result = annotate(scene, request, configure(["combat-modifiers"])).results[0]
    assert result.outcome.notes == ("someone unseen waits",)


def test_a_name_that_visible_tokens_share_is_no_secret() -> None:
    assert read_by("player", "Hank scares it", name="Hank").modifiers[-1].reason == "the GM: Hank scares it"


@pytest.mark.parametrize("name", ["north", "2", "the target"])
def test_a_hidden_name_is_not_found_by_what_is_missing_from_our_own_words(name: str) -> None:
    plain, named = (
        draw("+ + + +", " A|B C ", "+ + + +", tokens={"hid": {**HIDDEN, "name": one}}) for one in ("Hank", name)
    )
    told = [
        annotate(finish(Scene.read(msgspec.json.encode(one))), asked(viewer="player"), configure(["combat-modifiers"]))
        for one in (plain, named)
    ]
    assert told[0] == told[1]


# --- one request for two views ----------------------------------------------------------------------------------------

ASKED = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B", "C"))
ABOUT_B, ABOUT_C = (Override(modifier="high-ground", state="off", target=key) for key in "BC")


@pytest.mark.parametrize(
    ("marked", "left"),
    [
        ({"secret": ("C",)}, {"targets": ("B",)}),
        ({"targets": ("hid", "B")}, {"targets": ("B",)}),
        ({"targets": ("gone", "B")}, {"targets": ("gone", "B")}),
        ({"overrides": (ABOUT_B, replace(ABOUT_C, secret=True))}, {"overrides": (ABOUT_B,)}),
        ({"overrides": (ABOUT_B, replace(ABOUT_C, target="hid"))}, {"overrides": (ABOUT_B,)}),
        ({"overrides": (ABOUT_B, ABOUT_C), "secret": ("C",)}, {"overrides": (ABOUT_B,), "targets": ("B",)}),
        (
            {"overrides": (Override(fact="enemy", value=True, actor="hid", target="B", scope="pair"),)},
            {"overrides": ()},
        ),
        ({"overrides": (Override(fact="cover", value="half", token="hid", scope="token"),)}, {"overrides": ()}),
        ({"defence": {"B": Defence(ac=15.0)}}, {"defence": {}}),
        ({"defence": {"B": Defence(15.0, edges=1, banes=2)}}, {"defence": {"B": Defence(edges=1, banes=2)}}),
        (
            {"defence": {"B": Defence(15.0, "half", "A module"), "hid": Defence(12.0, "half")}},
            {"defence": {"B": Defence(None, "half", "A module")}},
        ),
    ],
)
def test_a_player_is_asked_about_what_is_not_secret(marked: dict[str, Any], left: dict[str, Any]) -> None:
    kept = as_player(replace(ASKED, **marked), scene())
    assert kept == replace(ASKED, viewer="player", **left)


@pytest.mark.parametrize(
    "marked",
    [
        {"secret": ("A",)},
        {"actor": "hid"},
        {"secret": ("B", "C")},
        {"targets": ("hid",)},
        {"origin": "C", "secret": ("C",)},
    ],
)
def test_nothing_is_left_to_ask_a_player_about(marked: dict[str, Any]) -> None:
    assert as_player(replace(ASKED, **marked), scene()) is None


def test_what_an_armour_class_refutes_is_taken_out_for_gms_alone() -> None:
    cover = IncludedModifier("cover", Flat(2, "ac"), "B")
    high = IncludedModifier("high", Flat(1, "attack"))
    lied = replace(ASKED, roll=Roll(included=(replace(cover, refuted=True), high)))
    assert as_gm(lied).roll == Roll(included=(high,))
    player = as_player(lied, scene())
    assert player is not None
    assert player.roll == lied.roll
    assert as_gm(ASKED) == ASKED


# --- names in a text: the same result as by a plain regular expression, and never slow --------------------------------


words = st.text("ab -(é", max_size=6)


@given(st.lists(words, max_size=8), st.text("ab -(é", max_size=30))
def test_the_result_equals_that_of_a_plain_pattern(names: list[str], text: str) -> None:
    wanted = sorted({name.strip() for name in names} - {""}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in wanted) or r"(?!)")
    assert HiddenNames(names).remove(text) == pattern.sub(SOMEONE, text)


class Counting(str):
    """A text that counts the comparisons with names."""

    looks = 0

    def startswith(self, *args: object) -> bool:
        Counting.looks += 1
        return super().startswith(*args)  # type: ignore[arg-type]


def test_two_thousand_long_names_cost_a_few_comparisons_for_each_word() -> None:
    names = ["a " * k + "!" + "x" * 100 + str(n) for n in range(50) for k in range(40)]
    text = Counting("a " * 500)
    Counting.looks = 0
    assert HiddenNames(names).remove(text) == text
    assert Counting.looks <= 2 * 500


def test_names_that_begin_alike_cost_one_comparison_each() -> None:
    names = ["a" + " a" * k for k in range(60)]
    text = Counting("a a b " * 100)
    Counting.looks = 0
    assert HiddenNames(names).remove(text) == f"{SOMEONE} b " * 100
    assert Counting.looks <= 300 * 60
