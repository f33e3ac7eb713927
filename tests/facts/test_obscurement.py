"""The attacker's view: light and fog, before and after its senses."""

from __future__ import annotations

from typing import Any

import pytest

from coign.protocol import ObscurementFact
from facts.recount_fog import differences
from support.maps import Document, draw, light, region, wall
from support.scenes import BOW, D20, DMG, MELEE, facts, from_point

ROW = ("+ + + +", " A   B ", "+ + + +")


def view(*regions: Document, attack: Any = BOW, by: Any = DMG, night: bool = False, **more: Any) -> ObscurementFact:
    return facts(draw(*ROW, regions=regions, night=night, **more), attack=attack, by=by).obscurement


def fog(column: float, degree: str = "light", width: float = 1, row: float = 0) -> Document:
    return region("coign.obscuring", column, row, width, id=f"fog{column:g}{degree}", degree=degree)


def test_the_shares_in_and_behind_fog_are_those_of_an_independent_count() -> None:
    assert list(differences(40, seed=5)) == []


@pytest.mark.parametrize("y", [0, 100])
def test_darkness_hides_what_the_eye_that_sees_most_past_it_does_not_see(y: int) -> None:
    """A source right between the two hides more than half of B from one corner of A, and nothing from the other."""
    source = light(0, 0, 0, 0) | {"x": 150, "y": y, "config": {"dim": 1.75, "negative": True}}
    found = view(lights=[source])
    assert (found.level, found.touched, found.sight) == ("none", "none", True)


# --- raw --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("darkness", "level", "sees"), [(0, "none", True), (0.5, "lightly", True), (1, "heavily", False)]
)
def test_the_light_on_the_target(darkness: float, level: str, sees: bool) -> None:
    night: dict[str, Any] = {
        "environment": {"darknessLevel": darkness, "globalLight": {"enabled": False, "bright": False}}
    }
    found = view(**night)
    assert (found.raw, found.level, found.touched, found.sight) == (level, level, level, sees)
    assert getattr(found.shares, level) == 1


@pytest.mark.parametrize(
    ("x", "raw", "touched"),
    [
        (-40, "none", "none"),
        (0, "none", "none"),
        (-1, "none", "none"),
        (-3, "none", "heavily"),
        (-45, "none", "heavily"),
        (-55, "heavily", "heavily"),
        (-99, "heavily", "heavily"),
    ],
)
def test_most_of_the_space_decides_and_two_percent_touch_it(x: float, raw: str, touched: str) -> None:
    """A screen shades `x` pixels of B from the west; the lamp is right above B's eastern end."""
    shadow = 0 if x == -40 else -x
    lamp = light(0, 0, 100, 100) | {"x": 200 + shadow, "y": -500}
    found = view(night=True, lights=[lamp], walls=[wall(-900, -300, 200 + shadow, -300)])
    assert (found.raw, found.touched) == (raw, touched)


def test_more_than_half_at_a_level_or_better() -> None:
    """Half bright and half dim is dim; one third each of bright, dim and dark is dim too."""
    east = light(0, 0, 100, 100, walls=True) | {"_id": "sun", "x": 250, "y": -500}
    dim = light(0, 0, 0, 100, walls=False) | {"_id": "moon", "x": 250, "y": -400}
    assert view(night=True, lights=[east, dim], walls=[wall(-900, -300, 255, -300)]).raw == "lightly"
    assert view(night=True, lights=[east, dim], walls=[wall(-900, -300, 245, -300)]).raw == "none"


@pytest.mark.parametrize(("degree", "level", "sees"), [("light", "lightly", True), ("heavy", "heavily", False)])
@pytest.mark.parametrize("column", [1, 2, 1.9, 0.9])
def test_fog_on_the_target_or_in_the_way(column: float, degree: str, level: str, sees: bool) -> None:
    found = view(fog(column, degree))
    assert (found.raw, found.level, found.sight) == (level, level, sees)
    assert found.seen_by_target is sees


def test_fog_beside_the_lines_and_behind_the_target_is_nothing() -> None:
    assert view(fog(3)).raw == "none"
    assert view(fog(1, row=1)).raw == "none"
    assert view(fog(-1, width=1)).raw == "none"


def test_the_fog_that_the_attacker_stands_in_is_in_the_way() -> None:
    assert view(fog(0)).raw == "lightly"
    assert view(fog(0, "heavy")).sight is False


@pytest.mark.parametrize("degree", ["light", "heavy"])
def test_who_is_in_an_area_to_look_out_of_sees_out_of_it_and_in_it(degree: str) -> None:
    def thicket(column: float, width: float = 1) -> ObscurementFact:
        said: dict[str, Any] = {"degree": degree, "from": "outside"}
        return view(region("coign.obscuring", column, 0, width, **said))

    hides = "lightly" if degree == "light" else "heavily"
    assert (thicket(0).level, thicket(0).seen_by_target) == ("none", degree == "light"), "A is in it"
    assert (thicket(2).level, thicket(2).seen_by_target) == (hides, True), "B is in it"
    assert (thicket(1).level, thicket(1).seen_by_target) == (hides, degree == "light"), "it is in between"
    assert (thicket(0, 3).level, thicket(0, 3).seen_by_target) == ("none", True), "both are in it"
    assert thicket(0.6, 0.4).level == hides, "the middle of A is outside"
    assert view(fog(0, degree)).level == hides, "of any other nobody looks out"


def test_only_lines_to_the_square_that_the_attacker_chose_count() -> None:
    """The attacker picks the square that it sees best: fog before other squares counts only if it is on them."""
    row = ("+ + + + + +", " A     B B ", "+ + + + + +", "       B B ", "+ + + + + +")
    haze = region("coign.obscuring", 2, 1, 1, 1, degree="light")
    assert facts(draw(*row, regions=[haze])).obscurement.raw == "none"
    under = region("coign.obscuring", 4, 1, 1, 1, degree="light")
    found = facts(draw(*row, regions=[under])).obscurement
    assert (found.raw, found.touched) == ("none", "lightly")  # a quarter of its space lies in it


def test_fog_on_the_way_counts_by_the_lines_that_pass_it() -> None:
    """A haze before the southern part of B is on half of the lines from A's best corner, and a larger one on all."""
    for height, raw, touched in ((0.2, "none", "lightly"), (1.1, "lightly", "lightly")):
        haze = region("coign.obscuring", 1.9, 1 - height, 0.05, height + 0.1, id="haze", degree="light")
        found = view(haze)
        assert (found.raw, found.touched) == (raw, touched)
        assert found.sight


@pytest.mark.parametrize(
    ("share", "level", "touched", "sight"),
    [
        (0.01, "none", "none", True),
        (0.03, "none", "heavily", True),
        (0.49, "none", "heavily", True),
        (0.51, "heavily", "heavily", True),
        (0.97, "heavily", "heavily", True),
        (0.985, "heavily", "heavily", False),
    ],
)
def test_thick_fog_over_a_part_of_the_target(share: float, level: str, touched: str, sight: bool) -> None:
    """The fog comes from behind B, so that the rest of B is seen."""
    found = view(region("coign.obscuring", 3 - share, -3, 5, 7, id="cloud", degree="heavy"))
    assert (found.level, found.touched, found.sight) == (level, touched, sight)


def test_what_lies_behind_thick_fog_is_hidden_from_the_best_point() -> None:
    """A fog bank between them hides half of B from A's northern corners, and more from the others."""
    bank = region("coign.obscuring", 1.2, 0.5, 0.5, 4, id="bank", degree="heavy")
    found = view(bank)
    assert (found.level, found.touched, found.sight) == ("none", "heavily", True)


def test_two_patches_of_fog_add_up() -> None:
    """Each by itself covers a third of B, or is on half of the lines from A's best corner, and changes no level."""
    west, east = (region("coign.obscuring", x, 0, 0.34, 1, id=f"mist{x}", degree="light") for x in (2.0, 2.66))
    north = region("coign.obscuring", 1.9, -0.1, 0.05, 0.4, id="north", degree="light")
    south = region("coign.obscuring", 1.9, 0.8, 0.05, 0.4, id="south", degree="light")
    for one, other in ((west, east), (north, south)):
        assert [view(one).raw, view(other).raw, view(one, other).raw] == ["none", "none", "lightly"]


def test_darkness_and_fog_add_up() -> None:
    """The lamp lights a part of B's western 40 %, and thick fog covers 39 % of B there: almost nothing can be seen."""
    lamp = light(0, 0, 0, 0) | {"x": 200, "y": 50, "config": {"bright": 2, "dim": 2, "angle": 360}}
    cloud = region("coign.obscuring", 2, 0, 0.39, 1, id="cloud", degree="heavy")
    dark = view(night=True, lights=[lamp])
    assert dark.sight
    assert not view(cloud, night=True, lights=[lamp]).sight


@pytest.mark.parametrize(("mode", "modifier", "level"), [(0, 0.0, "none"), (0, 0.5, "lightly"), (0, 1.0, "heavily")])
def test_regions_that_change_the_darkness(mode: int, modifier: float, level: str) -> None:
    """The region covers the eastern three-quarters of B, in a moonless night without lamps."""
    found = view(
        region("adjustDarknessLevel", 2.25, 0, mode=mode, modifier=modifier),
        environment={"darknessLevel": 1, "globalLight": {"enabled": False}},
    )
    assert (found.level, found.shares.heavily) == (level, 0.25 if modifier < 1 else 1.0)


def test_in_adjacent_melee_only_fog_on_the_target_counts() -> None:
    row = ("+ + +", " A B ", "+ + +")
    for attack, column, level in ((MELEE, 0, "none"), (BOW, 0, "lightly"), (MELEE, 1, "lightly")):
        found = facts(draw(*row, regions=[fog(column)]), attack=attack).obscurement
        assert found.raw == level


def test_in_adjacent_melee_thick_fog_hides_what_is_in_it_and_nothing_behind() -> None:
    """A strip over the tenth of B's square that is nearest to A."""
    strip = region("coign.obscuring", 1.0, 0.0, 0.1, 1.0, degree="heavy")
    for attack, level in ((MELEE, "none"), (BOW, "heavily")):
        found = facts(draw("+ + +", " A B ", "+ + +", regions=[strip]), attack=attack).obscurement
        assert (found.raw, found.touched) == (level, "heavily")


def test_sight_is_lost_where_no_more_than_two_percent_can_be_seen_and_effect_is_not() -> None:
    for gap, seen in ((1.5, False), (4, True)):
        screen = wall(399, -900, 399, 100 - gap)
        found = facts(draw("+ + + + + +", " A       B ", "+ + + + + +", walls=[screen]))
        assert (found.obscurement.sight, found.cover.sight, found.cover.effect) == (seen, True, True)
        assert 0 < found.cover.exposure < 0.1


def test_a_haze_under_the_line_is_not_in_it() -> None:
    low = fog(5) | {"elevation": {"bottom": 0, "top": 2}}
    row = ("+ + + + + + + + +", " A             B ", "+ + + + + + + + +")
    assert facts(draw(*row, regions=[low])).obscurement.raw == "lightly"
    up = {"A": {"elevation": 60}}
    assert facts(draw(*row, regions=[low], tokens=up)).obscurement.raw == "none"


# --- line of sight ----------------------------------------------------------------------------------------------------


def test_a_curtain_and_a_wall_stop_sight() -> None:
    for kind in "s|":
        found = view(walls=[wall(150, -900, 150, 900, kind)])
        assert (found.sight, found.seen_by_target, found.level) == (False, False, "none")
        assert "no-line-of-sight" in found.because


def test_through_a_one_way_window_one_sees_and_the_other_does_not() -> None:
    """`dir` 1 stops lines from the east: A looks through, B does not."""
    mirror = wall(150, -900, 150, 900, dir=1)
    found = view(walls=[mirror])
    assert (found.sight, found.seen_by_target) == (True, False)
    found = view(walls=[mirror | {"dir": 2}])
    assert (found.sight, found.seen_by_target) == (False, True)


def test_sight_through_a_slit_is_mutual() -> None:
    """A sees a strip of B between its corners and its centre, and can be seen from that strip."""
    row = ("+ + + + + + + +", " A           B ", "+ + + + + + + +")
    slit = [wall(599, -900, 599, 30), wall(599, 34, 599, 900)]
    found = facts(draw(*row, walls=slit)).obscurement
    assert (found.sight, found.seen_by_target) == (True, True)
    arrow = [wall(599, -900, 599, 30), wall(599, 31, 599, 900)]
    found = facts(draw(*row, walls=arrow)).obscurement
    assert (found.sight, found.seen_by_target) == (False, False), "a fiftieth of the space is not seen"


def test_the_target_looks_back_along_lines_of_its_own() -> None:
    """A strip of fog is before the northern half of B: A sees the other half, and B looks past the fog."""
    strip = region("coign.obscuring", 1.9, -0.1, 0.09, 0.6, id="strip", degree="heavy")
    found = view(strip)
    assert (found.level, found.sight, found.seen_by_target) == ("none", True, True)


def test_an_attacker_inside_fog_sees_an_adjacent_target_and_is_not_seen() -> None:
    row = ("+ + + +", " A B   ", "+ + + +")
    found = facts(draw(*row, regions=[fog(0, "heavy")]), attack=MELEE).obscurement
    assert (found.level, found.sight, found.seen_by_target) == ("none", True, False)
    found = facts(draw(*row, regions=[fog(0, "heavy")]), attack=BOW).obscurement
    assert (found.level, found.sight, found.seen_by_target) == ("heavily", False, False)


def test_a_bank_of_fog_above_the_line_hides_nothing() -> None:
    """A hovers half inside the fog; from its other half, the lines to B far below pass under the fog."""
    bank = fog(0.5, "heavy", width=0.5) | {"elevation": {"bottom": 10, "top": 30}}
    found = view(bank, tokens={"A": {"elevation": 10}, "B": {"elevation": -60}})
    assert (found.level, found.sight) == ("none", True)


# --- senses -----------------------------------------------------------------------------------------------------------

DIM = {"environment": {"darknessLevel": 0.5, "globalLight": {"enabled": False, "bright": False}}}
DARK = {"environment": {"darknessLevel": 1, "globalLight": {"enabled": False, "bright": False}}}


def sensing(senses: Document, *regions: Document, by: Any = DMG, **more: Any) -> ObscurementFact:
    tokens = {"A": {"coign": {"senses": senses, "statuses": more.pop("statuses", [])}}} | more.pop("tokens", {})
    return view(*regions, by=by, tokens=tokens, **more)


@pytest.mark.parametrize(
    ("scene", "fifth", "d20"), [(DIM, ("none", True), ("none", True)), (DARK, ("lightly", True), ("none", True))]
)
def test_darkvision(scene: Document, fifth: Any, d20: Any) -> None:
    """Within its range, in fifth edition dark counts as dim and dim as bright; in d20 neither matters."""
    for by, expected in ((DMG, fifth), (D20, d20)):
        found = sensing({"darkvision": 60}, by=by, **scene)
        assert ((found.level, found.sight), found.touched) == (expected, found.level)
        assert found.because == ("darkvision",)
        near = sensing({"darkvision": 5}, by=by, **scene)
        assert near.level == near.raw
    assert sensing({"darkvision": 10}, **DARK).level == "lightly", "B is 10 ft away"


@pytest.mark.parametrize(("diagonals", "away"), [(0, 10), (1, 14.2), (3, 20), (4, 15)])
def test_the_range_of_a_sense_is_measured_as_distance_is(diagonals: int, away: float) -> None:
    """B stands two squares away across the corner: 10, 14.1, 20 or 15 ft by the scene's rule for diagonals."""
    grid = {"type": 1, "size": 100, "distance": 5, "units": "ft", "diagonals": diagonals}
    there = {"B": {"y": 200}}
    for sight, level in ((away, "lightly"), (away - 0.5, "heavily")):
        assert sensing({"darkvision": sight}, grid=grid, tokens=there, **DARK).level == level
        assert sensing({"blindsight": sight}, grid=grid, tokens=there, **DARK).sight is (level == "lightly")


def test_darkvision_helps_against_no_fog() -> None:
    assert sensing({"darkvision": 60}, fog(2, "heavy"), **DARK).level == "heavily"
    assert sensing({"darkvision": 60}, fog(2), **DIM).level == "lightly"


def test_truesight_needs_no_light_and_finds_the_invisible() -> None:
    unseen = {"B": {"coign": {"statuses": ["invisible"]}}}
    found = sensing({"truesight": 30}, tokens=unseen, **DARK)
    assert (found.level, found.sight) == ("none", True)
    assert sensing({"truesight": 5}, tokens=unseen).sight is False


def test_the_invisible_are_not_seen_unless_they_are_found() -> None:
    unseen = {"B": {"coign": {"statuses": ["Invisible"]}}}
    assert sensing({}, tokens=unseen).sight is False
    assert sensing({"seeInvisible": 60}, tokens=unseen).sight is True
    assert sensing({"seeInvisible": 60}, tokens=unseen, **DARK).sight is False
    assert sensing({"blindsight": 60}, tokens=unseen, **DARK).sight is True
    assert sensing({}, statuses=["invisible"]).sight is True
    assert sensing({}, statuses=["invisible"]).seen_by_target is False


def test_the_blinded_see_nothing_but_by_blindsight() -> None:
    assert sensing({}, statuses=["blinded"]).sight is False
    assert sensing({}, statuses=["blinded"]).seen_by_target is True
    assert sensing({"truesight": 60}, statuses=["blinded"]).sight is False
    assert sensing({"blindsight": 60}, statuses=["blinded"]).sight is True


def test_blindsight_needs_line_of_effect_and_range_only() -> None:
    found = sensing({"blindsight": 10}, fog(2, "heavy"), **DARK)
    assert (found.level, found.sight, found.raw) == ("none", True, "heavily")
    assert sensing({"blindsight": 5}, **DARK).sight is False
    assert sensing({"blindsight": 60}, walls=[wall(150, -900, 150, 900)]).sight is False
    assert sensing({"blindsight": 60}, walls=[wall(150, -900, 150, 900, "s")]).sight is True


def test_tremorsense_feels_what_touches_the_ground_and_sees_nothing() -> None:
    found = sensing({"tremorsense": 60}, **DARK)
    assert (found.sight, found.level) == (False, "heavily")
    assert found.because == ("tremorsense",)
    flying = {"B": {"coign": {"locomotion": "fly"}}}
    assert sensing({"tremorsense": 60}, tokens=flying, **DARK).because == ()
    griffon = {"B": {"coign": {"mount": "H"}}, "H": {"x": 200, "y": 0, "disposition": -1} | flying["B"]}
    assert sensing({"tremorsense": 60}, tokens=griffon, **DARK).because == ()
    assert sensing({"tremorsense": 60}, walls=[wall(150, -900, 150, 900)]).because == ("no-line-of-sight",)


def test_blindsense_finds_the_square_and_no_more() -> None:
    found = sensing({"blindsense": 60}, **DARK)
    assert (found.sight, found.level) == (False, "heavily")
    assert found.because == ("blindsense",)


def test_low_light_vision_doubles_the_radii_of_lights() -> None:
    lamp = light(0, 0, 5, 10) | {"x": -50}
    assert sensing({}, by=D20, night=True, lights=[lamp]).level == "heavily"
    keen = sensing({"lowLight": True}, by=D20, night=True, lights=[lamp])
    assert (keen.raw, keen.shares.heavily) == ("heavily", 1), "the light is what it is, whoever looks"
    assert (keen.level, keen.because) == ("lightly", ("low-light",))
    assert sensing({"lowLight": True}, night=True, lights=[lamp]).level == "heavily", "fifth edition has no such sense"


def test_the_target_looks_back_with_its_own_senses_into_the_attackers_light() -> None:
    lamp = light(2, 0, 5, 5)
    found = view(night=True, lights=[lamp])
    assert (found.sight, found.seen_by_target) == (True, False), "B stands in the light, A in the dark"
    keen = {"B": {"coign": {"senses": {"darkvision": 60}}}}
    assert view(night=True, lights=[lamp], tokens=keen).seen_by_target is True


def test_a_torch_that_moves_with_its_bearer() -> None:
    torch = {"B": {"light": {"bright": 20, "dim": 40}}}
    assert view(night=True).sight is False
    found = view(night=True, tokens=torch)
    assert (found.sight, found.level) == (True, "none")
    assert view(night=True, tokens={"A": torch["B"]}).level == "none"


def test_a_point_of_origin_sees_with_common_eyes() -> None:
    found = from_point(draw(*ROW, night=True), 50, 50).obscurement
    assert (found.level, found.sight, found.seen_by_target) == ("heavily", False, True)
