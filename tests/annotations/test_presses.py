"""The decisions of presses: every order of up to four of them on every kind of line, judged by the real rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from coign.annotations.annotate import annotate
from coign.annotations.lines import holds, offers
from coign.annotations.presses import FROM_ANY_STATE, MOVES, NEEDS, pressing
from coign.annotations.ways import WAYS, WIDER_WAYS
from coign.catalogue.registry import configure
from coign.errors import BadMessage
from coign.protocol import Attack, Evaluate, Flat, Line, Override, Press, Pressed, Reach, Result
from coign.protocol.rulings import ScopeChoice
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import draw, wall
from support.scenes import read

FIFTH = configure(["fifth-edition-2014"])
D20 = configure(["combat-modifiers"])
OPEN = read(draw("+ + + + + +", " A       B ", "+ + + + + +"))
HALF_COVER = read(draw("+ + + + + +", " A       B ", "+ + + + + +", walls=[wall(300, 50, 300, 100)]))
BOW = Attack(kind="ranged", range=Reach(60, 240))
SONG = Override(target="B", modifier="by-hand", effect=Flat(2, "attack"), why="a song")
SCOPES: tuple[ScopeChoice, ...] = ("roll", "actor", "target", "pair", "scene", "world")
# The measured scene and the overrides in force at the start of each story.
STORIES: dict[str, tuple[Scene, tuple[Override, ...]]] = {
    "half cover": (HALF_COVER, ()),
    "no cover": (OPEN, ()),
    "off in this scene": (HALF_COVER, (Override("scene", "half-cover", scene="s", state="off"),)),
    "on in this scene": (OPEN, (Override("scene", "half-cover", scene="s"),)),
    "off whenever A attacks": (HALF_COVER, (Override("token", "half-cover", actor="A", state="off"),)),
    "three-quarters in this scene": (
        HALF_COVER,
        (Override("scene", fact="cover", value="three-quarters", scene="s"),),
    ),
    "a number by hand": (OPEN, (SONG,)),
}
BUTTONS = ("turn", "undo", "half", "three-quarters", "more")
MOST = 4  # presses of one order


class Roll:
    """A roll with the overrides that presses have led to."""

    def __init__(self, scene: Scene, overrides: Sequence[Override] = (), setup: Setup = FIFTH, **request: Any) -> None:
        self.scene, self.setup, self.overrides = scene, setup, tuple(overrides)
        usual: dict[str, Any] = {"attack": BOW, "actor": "A", "targets": ("B",), "occasion": "attack"}
        self._request = Evaluate(id="q", scene="s", **usual | request)
        asked = replace(self._request, viewers=(), overrides=self.overrides, figure=False)
        self.result = annotate(scene, asked, setup).results[0]

    def press(self, button: str, target: str | None = "B", **press: Any) -> Pressed:
        """Press a button, and change the overrides as its answer says."""
        answer = self._ask(button, target=target, **press)
        every = (*self.overrides, *self.setup.overrides)
        kept = [(place, one) for place, one in enumerate(every) if place not in answer.remove]
        asked = len(self.overrides)
        self.overrides = (*(one for place, one in kept if place < asked), *answer.add)
        self.setup = replace(self.setup, overrides=tuple(one for place, one in kept if place >= asked))
        self.result = answer.views[0].results[0]
        return answer

    def _ask(self, button: Any, **press: Any) -> Pressed:
        request = replace(self._request, overrides=self.overrides)
        return finish(pressing(self.scene, Press(id="p", request=request, button=button, **press), self.setup))

    @property
    def first(self) -> Line | None:
        return self.result.lines[0] if self.result.lines else None

    def told(self) -> list[tuple[str, str, str]]:
        """Return each line: its name, its state, and whether its modifier counts."""
        states = [one.state for one in self.result.modifiers]
        return [(it.id, it.state, "" if it.modifier is None else states[it.modifier]) for it in self.result.lines]

    def one(self, name: str) -> bool:
        """Press one of the buttons of a story, if it is there; return whether it is."""
        line = self.first
        match name:
            case "turn" if line is not None and line.modifier is not None:
                self.press("turn", modifier=line.id)
            case "undo" if line is not None and line.state != "measured":
                self.press("undo", modifier=line.id)
            case "more" if any(it.number for it in self.result.lines):
                self.press("count", modifier="by-hand", value=1)
            case "half" | "three-quarters":
                self.press("set", fact="cover", value=name)
            case _:
                return False
        return True


class Step(NamedTuple):
    """A press of an order: the roll before and after it."""

    before: Roll
    button: str
    after: Roll


@cache
def steps(story: str) -> list[Step]:
    """Return the presses of every order, each once where several orders have led to the same overrides."""
    scene, said = STORIES[story]
    rolls, found = {said: Roll(scene, said)}, []
    reached = [said]
    for _ in range(MOST):
        new = []
        for overrides, button in product(reached, BUTTONS):
            roll = Roll(scene, overrides)
            if not roll.one(button):
                continue
            if roll.overrides not in rolls:
                rolls[roll.overrides] = roll
                new.append(roll.overrides)
            found.append(Step(rolls[overrides], button, rolls[roll.overrides]))
        reached = new
    return found


@pytest.mark.parametrize("story", STORIES)
def test_every_order_of_up_to_four_presses_ends_in_what_the_last_press_says(story: str) -> None:
    _, said = STORIES[story]
    assert {button for _, button, _ in steps(story)} >= {"turn", "undo", "half", "three-quarters"}
    for before, button, after in steps(story):
        was, lines = before.first, {it.id: it for it in after.result.lines}
        order = (before.overrides, button)
        if button == "turn":
            assert was is not None
            assert lines[was.id].holds is not was.holds, order
            assert (lines[was.id].state == "off") is was.holds, order
        elif button == "undo":
            assert was is not None
            assert was.id not in lines or lines[was.id].state == "measured" or said, order
        elif button == "more":
            (number,) = (it.number for it in before.result.lines if it.number)
            assert lines["by-hand"].number == number + 1, order
        else:
            assert lines[f"{button}-cover"].counts, order
            assert [(one.fact, one.value) for one in after.result.forced] == [("cover", button)], order


@pytest.mark.parametrize("story", STORIES)
def test_what_was_switched_off_is_shown_and_comes_back_as_it_was(story: str) -> None:
    for before, button, after in steps(story):
        if button == "turn" and before.first is not None and before.first.state != "off":
            again = Roll(after.scene, after.overrides)
            assert again.told() == after.told(), "the answer was judged with the change"
            again.one("turn")
            assert again.told() == before.told(), before.overrides


@pytest.mark.parametrize("story", STORIES)
def test_every_press_changes_the_overrides_of_its_own_roll_alone(story: str) -> None:
    scene, said = STORIES[story]
    others = (
        Override("roll", "half-cover", target="C", state="off"),
        Override("pair", "half-cover", actor="A", target="C", state="off"),
        Override("token", "half-cover", token="C", state="off"),
    )
    wide = [one for one in said if one.scope != "roll"]
    for before, button, after in steps(story):
        roll = Roll(scene, (*others, *before.overrides))
        roll.one(button)
        assert roll.overrides == (*others, *after.overrides)
        assert [one for one in after.overrides if one.scope != "roll"] == wide


@pytest.mark.parametrize("scope", SCOPES)
def test_what_a_dialog_is_answered_counts_for_the_roll_whatever_its_scope(scope: ScopeChoice) -> None:
    kept = {"actor": "token", "target": "token"}.get(scope, scope)
    for story in STORIES:
        for roll in {step.after.overrides: step.after for step in steps(story)}.values():
            if roll.first is None or roll.first.modifier is None:
                continue
            name = roll.first.id
            for answer in ("on", "off", "measured"):
                asked = Roll(roll.scene, roll.overrides)
                button = "undo" if answer == "measured" else "turn"
                asked.press(button, modifier=name, value=answer, scope=scope, why="said")
                line = next((it for it in asked.result.lines if it.id == name), None)
                what = (story, roll.overrides, answer)
                if answer == "measured":
                    assert line is None or line.state == "measured" or scope == "roll", what
                    continue
                assert line is not None, what
                assert line.holds is (answer == "on"), what
                assert scope == "roll" or any(
                    one.scope == kept and one.why == "said" for one in (*asked.overrides, *asked.setup.overrides)
                )


@pytest.mark.parametrize("scope", SCOPES)
def test_what_is_undone_for_a_scope_is_measured_there_against_what_is_wider(scope: ScopeChoice) -> None:
    scene, said = STORIES["off in this scene"]
    roll = Roll(scene, said)
    answer = roll.press("undo", modifier="half-cover", scope=scope, why="said")
    kept = {"actor": "token", "target": "token"}.get(scope, scope)
    assert answer.remove == ((0,) if scope == "scene" else ())
    assert (kept, "measured") in [(one.scope, one.state) for one in answer.add] or scope == "scene"
    assert roll.told() == [("half-cover", "measured", "on")]


@pytest.mark.parametrize("scope", SCOPES)
def test_a_fact_set_for_any_scope_counts_for_the_roll(scope: ScopeChoice) -> None:
    kept = {"actor": "token", "target": "token"}.get(scope, scope)
    for scene, said in STORIES.values():
        roll = Roll(scene, said)
        roll.press("set", fact="cover", value="total", scope=scope, by="gm", why="a door", public=True)
        assert [one.value for one in roll.result.forced] == ["total"]
        (new,) = (one for one in roll.overrides if one.by == "gm" and one.scope == kept)
        assert (new.why, new.public) == ("a door", scope in ("scene", "world"))


def test_a_number_is_added_to_the_one_for_the_same_reason() -> None:
    roll = Roll(OPEN)
    add: dict[str, Any] = {"effect": Flat(2, "attack"), "by": "gm"}
    roll.press("add", why="a song", **add)
    roll.press("add", why="a song", **add)
    roll.press("add", why="a table", **add)
    roll.press("add", why="a song", effect=Flat(-1, "ac"))
    assert [(one.effect, one.why) for one in roll.overrides] == [
        (Flat(4, "attack"), "a song"),
        (Flat(2, "attack"), "a table"),
        (Flat(-1, "ac"), "a song"),
    ]
    roll.press("add", why="a song", effect=Flat(-4, "attack"))
    assert [one.effect for one in roll.overrides] == [Flat(2, "attack"), Flat(-1, "ac")], "4 and -4 are none"
    assert len({one.modifier for one in roll.overrides}) == 2
    assert all(one.modifier and one.modifier.startswith("by-hand-") for one in roll.overrides)


def test_a_number_is_counted_past_zero() -> None:
    roll = Roll(OPEN, [SONG])
    steps = [roll.press("count", modifier="by-hand", value=-1).views[0].results[0].lines[0].number for _ in range(3)]
    assert steps == [1, -1, -2]


def test_what_the_rules_set_aside_counts_after_a_press() -> None:
    """A wall nearer to the archer gives no cover by C4; a press gives the cover that it would give."""
    scene = read(draw("+ + + + + +", " A       B ", "+ + + + + +", walls=[wall(240, -500, 240, 80)]))
    roll = Roll(scene, setup=D20)
    aside = next(it for it in roll.result.lines if it.modifier is not None and not it.holds)
    assert aside.state == "measured"
    roll.press("turn", modifier=aside.id)
    assert [one.fact for one in roll.overrides] == ["cover"]
    assert any(it.counts and it.state == "set" for it in roll.result.lines)


def test_a_press_for_all_targets_is_about_each() -> None:
    scene = read(draw("+ + + +", " A   B ", "+ + + +", "     C ", "+ + + +"))
    roll = Roll(scene, targets=("B", "C"))
    first = roll.press("add", target=None, effect=Flat(1, "attack"), why="all")
    second = roll.press("turn", target=None, modifier="by-hand-+1 attack")
    states = [[[one.state for one in it.modifiers] for it in answer.views[0].results] for answer in (first, second)]
    assert states == [[["on"], ["on"]], [["off"], ["off"]]]


def test_a_press_about_what_is_not_there_lets_it_count() -> None:
    roll = Roll(OPEN)
    roll.press("turn", modifier="unseen-attacker", value="on", why="from hiding")
    assert roll.told() == [("unseen-attacker", "set", "on")]
    assert Roll(OPEN).press("undo", modifier="unseen-attacker").add == ()


def test_who_may_read_it_gets_both_views() -> None:
    roll = Roll(HALF_COVER, viewers=("gm", "player"))
    views = roll.press("turn", modifier="half-cover").views
    assert [one.viewer for one in views] == ["gm", "player"]
    assert [[(it.id, it.state, it.settable) for it in one.results[0].lines] for one in views][1] == [
        ("half-cover", "off", ())
    ]


def test_a_press_that_lacks_what_it_is_about_is_refused() -> None:
    for button, needed in NEEDS.items():
        with pytest.raises(BadMessage) as refused:
            Roll(OPEN)._ask(button)
        assert refused.value.detail["path"] == f"$.{needed}"
    with pytest.raises(BadMessage, match="cannot be 'half'"):
        Roll(OPEN).press("set", fact="flanking", value="half")
    with pytest.raises(BadMessage, match="cannot act on a save"):
        Roll(OPEN, occasion="save").press("add", effect=Flat(2, "damage"), why="x")


def test_the_machine_has_a_move_for_every_button_and_a_way_for_every_move() -> None:
    buttons = {button for button, _ in MOVES} | set(FROM_ANY_STATE)
    assert buttons == set(NEEDS)
    assert {state for _, state in MOVES} == {"measured", "set", "off", "aside"}
    aims = {*MOVES.values(), *FROM_ANY_STATE.values()}
    assert aims == set(WAYS) == set(WIDER_WAYS)


def test_what_may_be_added_is_the_laws_for_the_roll_at_hand() -> None:
    partial = configure(["partial-advantage"])
    kinds = {one.kind for one in offers(partial)["attack"].effects}
    assert "die" not in kinds, "an option lets them in"
    allowed = configure(["partial-advantage"], {"dms-best-friend": True})
    assert {one.kind for one in offers(allowed)["attack"].effects} == kinds | {"die"}
    assert {one.to for one in offers(FIFTH)["save"].effects} == {"save"}
    assert "ac" in {one.to for one in offers(FIFTH)["opportunity"].effects}
    both = configure(["combat-modifiers", "combat-facing"])
    assert set(both.settable) >= {"cover", "target-arc"}


def test_a_line_counts_if_it_changes_the_roll_here_or_in_the_game_system() -> None:
    def told(results: Iterable[Result]) -> list[bool]:
        return [it.counts for one in results for it in one.lines]

    roll = Roll(HALF_COVER, counted=("half-cover",))
    assert [(one.state, one.aside) for one in roll.result.modifiers] == [("set-aside", "counted")]
    assert told([roll.result]) == [True]
    assert all(holds(one) for one in roll.result.modifiers)
