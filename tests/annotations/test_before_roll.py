"""The place of each modifier of an annotation before the roll, and the parts that all targets of a view share."""

from __future__ import annotations

import msgspec
import pytest

from coign.annotations.annotate import annotating_views
from coign.annotations.before_roll import place_of, placed
from coign.catalogue.registry import configure
from coign.protocol import Flat, Note
from coign.protocol.evaluate import Attack, Evaluate, Viewer
from coign.protocol.messages import Annotation, Result
from coign.protocol.rulings import Effect, Modifier, Outcome, Override, Phrase, Place, State
from coign.util.tasks import finish
from support.maps import draw
from support.paths import DATA
from support.scenes import read

NUMBER, COVER = Flat(1, "attack"), Flat(2, "ac")


class Row(msgspec.Struct):
    occasion: str
    effect: Effect
    place: Place


# The stand-in of the engine in the module's tests (`tests/module/fakes.mjs`) says the same.
PLACES = msgspec.json.decode((DATA / "places.json").read_bytes(), type=list[Row])


@pytest.mark.parametrize("row", PLACES, ids=str)
def test_an_effect_acts_in_the_roll_on_one_target_or_on_the_card(row: Row) -> None:
    assert place_of(row.effect, row.occasion) == row.place


def result(target: str, *modifiers: tuple[str, Effect, State]) -> Result:
    found = tuple(Modifier(name, "R", name, effect, state, "") for name, effect, state in modifiers)
    return Result(target, None, found, Outcome())


def test_what_every_target_has_alike_is_shared_and_what_differs_in_number_or_state_is_not() -> None:
    orc = result("orc", ("high", NUMBER, "on"), ("cover", COVER, "on"), ("rear", NUMBER, "on"), ("off", NUMBER, "off"))
    elf = result("elf", ("cover", Flat(4, "ac"), "on"), ("high", NUMBER, "on"), ("off", NUMBER, "on"))
    shared = [{one.id: one.shared for one in found.modifiers} for found in placed([orc, elf], "attack")]
    assert shared == [
        {"high": True, "cover": False, "rear": False, "off": False},
        {"cover": False, "high": True, "off": False},
    ]


@pytest.mark.parametrize("others", [[], [result("elf")], [result("elf", ("high", NUMBER, "on"))]])
def test_twice_for_one_target_is_not_once_for_each(others: list[Result]) -> None:
    """One line would stand for both, and put only one of them into the roll."""
    orc = result("orc", ("high", NUMBER, "on"), ("high", NUMBER, "on"))
    found = placed([orc, *others], "attack")[0]
    assert [one.shared for one in found.modifiers] == [False, False]


def test_a_note_is_compared_by_what_it_says() -> None:
    notes = [Note("it is dark", (Phrase("dark", {"level": level}),)) for level in ("dim", "dim", "black")]
    same, other = ([result("orc", ("n", notes[0], "on")), result("elf", ("n", note, "on"))] for note in notes[1:])
    assert [placed(pair, "attack")[0].modifiers[0].shared for pair in (same, other)] == [True, False]


# --- in an annotation -------------------------------------------------------------------------------------------------

ROW = draw("+ + + + +", " A   B C ", "+ + + + +", tokens={"A": {"elevation": 20}, "C": {"hidden": True}})


def views(**more: object) -> dict[Viewer, Annotation]:
    """Return both views of an archer's shot at B, whom everybody sees, and at C, whom only the GM sees."""
    request = Evaluate(
        id="q",
        scene="s",
        occasion="attack",
        actor="A",
        targets=("B", "C"),
        attack=Attack(kind="ranged"),
        viewers=("gm", "player"),
        **more,  # type: ignore[arg-type]
    )
    found = finish(annotating_views(read(ROW), request, configure(["partial-advantage"])))
    return {view.viewer: view for view in found}


def by_hand(target: str | None) -> Override:
    return Override(modifier="by-hand", effect=NUMBER, target=target, by="gm")


def test_each_view_shares_what_all_of_its_own_targets_have() -> None:
    """A player does not learn of a hidden target, by which the modifier would not hold for all."""
    shared = {
        viewer: [one.shared for found in view.results for one in found.modifiers if one.id == "by-hand"]
        for viewer, view in views(overrides=(by_hand("B"),)).items()
    }
    assert shared == {"gm": [False], "player": [True]}
    alike = views(overrides=(by_hand(None),))["gm"]
    assert [one.shared for found in alike.results for one in found.modifiers if one.id == "by-hand"] == [True, True]
