"""From a request to an annotation: the places measured from, the parts that are shown, and real scenes."""

from __future__ import annotations

import gc
import math
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely.errors import GEOSException

from coign.annotations import judging, redact
from coign.annotations.annotate import annotate, annotating_views
from coign.catalogue.registry import configure
from coign.errors import UnknownToken
from coign.facts import FactSheet
from coign.facts.cover import measurement as cover
from coign.figures import marks
from coign.protocol import (
    D20,
    Annotation,
    Attack,
    Change,
    Defence,
    Evaluate,
    Figure,
    Flat,
    IncludedModifier,
    Override,
    Point,
    Reach,
    Result,
    Roll,
)
from coign.rules import Case, Ruling, Setup, judge, sentence
from coign.scene.scene import Scene
from coign.util.tasks import Task, finish
from support.maps import Document, draw, encode, light, region, wall
from support.paths import DATA
from support.random_scenes import move, scenes
from support.scenes import examples, read

SCENES = sorted((DATA / "scenes").glob("*.json"))
ROW = ("+ + + + +", " A     B ", "+ + + + +")
PARTIAL = configure(["partial-advantage"])
MODIFIERS = configure(["combat-modifiers"])
FACING = configure(["combat-facing", "combat-modifiers"])
BOW = Attack(kind="ranged", range=Reach(60, 240))


def ask(scene: Document | Scene, setup: Any = MODIFIERS, **request: Any) -> Annotation:
    usual: dict[str, Any] = {"id": "q", "scene": "s", "occasion": "attack", "actor": "A", "targets": ("B",)}
    usual["attack"] = BOW
    return annotate(scene if isinstance(scene, Scene) else read(scene), Evaluate(**usual | request), setup, revision=7)


def one(scene: Document | Scene, setup: Any = MODIFIERS, **request: Any) -> Result:
    (result,) = ask(scene, setup, **request).results
    return result


def degree(*args: Any, **request: Any) -> str:
    facts = one(*args, **request).facts
    assert facts is not None
    return facts.cover.degree


# --- who sees whom ---------------------------------------------------------------------------------------------------


def test_two_creatures_almost_wholly_in_darkness_do_not_see_each_other() -> None:
    """Light touches both spaces; in fifth edition neither sees the other, and the two rules cancel."""
    scene = draw(*ROW, lights=[light(1.5, 0, 0, 6)], night=True)
    found = one(scene, PARTIAL)
    assert found.facts is not None
    seen = found.facts.obscurement
    assert (seen.level, seen.level_to_target, seen.sight, seen.seen_by_target) == ("heavily", "heavily", True, True)
    assert {row.rule: row.state for row in found.modifiers} == dict.fromkeys(
        ("P-unseen-target", "P-unseen-attacker"), "set-aside"
    )
    assert found.outcome.label == "plain"


# --- the request ------------------------------------------------------------------------------------------------------


def test_the_annotation_says_what_it_answers() -> None:
    found = ask(draw(*ROW))
    assert (found.id, found.scene, found.occasion, found.revision) == ("q", "s", "attack", 7)
    assert found.rulesets == ("combat-modifiers",)
    assert found.elapsed_us > 0


def test_one_result_for_each_target_in_order() -> None:
    scene = draw("+ + + + +", " A B   E ", "+ + + + +")
    assert [result.target for result in ask(scene, targets=("E", "B")).results] == ["E", "B"]


def test_a_rule_reads_the_scene_and_its_tokens_but_no_hidden_name(monkeypatch: pytest.MonkeyPatch) -> None:
    cases: list[Case] = []

    def noted(setup: Setup, case: Case, *, explained: bool) -> Ruling:
        cases.append(case)
        return judge(setup, case, explained=explained)

    monkeypatch.setattr(judging, "judge", noted)
    metres = {"type": 0, "distance": 1.5, "units": "m"}
    ask(draw("+ + + + +", " A B H G ", "+ + + + +", tokens={"H": {"hidden": True}, "G": {"width": 2}}, grid=metres))
    (case,) = cases
    assert (case.grid, case.space, case.units, case.foot) == ("gridless", 1.5, "m", 0.3)
    assert [dict(case.names), len(case.names)] == [{"A": "A", "B": "B", "G": "G"}, 3]
    assert [dict(case.sizes), len(case.sizes)] == [{"A": 4, "B": 4, "H": 4, "G": 5}, 4]


@pytest.mark.parametrize("names", [{"actor": "Z"}, {"targets": ("B", "Z")}, {"occasion": "save", "origin": "Z"}])
def test_a_token_that_is_not_there_is_named(names: Document) -> None:
    with pytest.raises(UnknownToken, match="no token Z in scene s"):
        ask(draw(*ROW), **names)


def test_hidden_dead_and_own_tokens_can_be_targets() -> None:
    for changes in ({"hidden": True}, {"coign": {"statuses": ["dead"]}}):
        assert degree(draw(*ROW, tokens={"B": changes})) == "none"
    assert degree(draw(*ROW), targets=("A",)) == "none"


def test_nothing_in_the_scene_changes() -> None:
    scene = read(draw(*ROW, walls=[wall(250, -300, 250, 50)]))
    first, second = (msgspec.structs.replace(ask(scene), elapsed_us=0) for _ in range(2))
    assert first == second


# --- from where -------------------------------------------------------------------------------------------------------


def test_a_preview_measures_from_another_place() -> None:
    scene = draw(*ROW, walls=[wall(250, -300, 250, 100)])
    assert degree(scene) == "total"
    assert degree(scene, at=Point(200, 200)) != "total"
    up = one(scene, at=Point(0, 0, 40)).facts
    assert up is not None
    assert (up.elevation.attacker, up.range.distance) == (40, 40)


@given(
    drawn=scenes(),
    torch=st.builds(
        lambda bright, angle, negative: {"bright": bright, "dim": 2 * bright, "angle": angle, "negative": negative},
        st.integers(1, 20),
        st.sampled_from([360, 360, 90]),
        st.sampled_from([False, False, True]),
    ),
    x=st.integers(0, 14).map(lambda half: 50 * half),
    y=st.integers(0, 14).map(lambda half: 50 * half),
)
@examples(0.3)
def test_a_preview_moves_the_carried_light_too(drawn: Document, torch: Document, x: int, y: int) -> None:
    """The light at both places is cached separately: requests in any order get the right one."""
    bearer = next(token for token in drawn["tokens"] if token["_id"] == "A")
    bearer["light"] = torch
    scene = read(drawn)
    at = Point(x, y, scene.ground_for(scene.tokens["A"], x, y))
    preview, here, again = (one(scene, at=there).facts for there in (at, None, at))
    assert preview == again
    assert here == one(read(drawn)).facts
    moved = move(drawn, "A", x, y, bearer["elevation"])
    finish(scene.change([Change("Token", "update", token["_id"], msgspec.Raw(encode(token))) for token in moved]))
    assert preview == one(scene).facts


@pytest.mark.parametrize(("x", "level"), [(0, "heavily"), (100, "lightly"), (200, "none")])
def test_a_torch_that_is_dragged_nearer_lights_the_target(x: int, level: str) -> None:
    """The attacker itself is lit by its torch at any place."""
    scene = draw(*ROW, tokens={"A": {"light": {"bright": 5, "dim": 10, "angle": 360}}}, night=True)
    facts = one(scene, at=Point(x, 0)).facts
    assert facts is not None
    assert (facts.obscurement.raw, facts.obscurement.seen_by_target) == (level, True)


def test_a_darkness_that_is_dragged_away_leaves_the_light() -> None:
    """The lamp is beside B, and so is A with its darkness."""
    gloom = {"A": {"light": {"bright": 0, "dim": 10, "angle": 360, "negative": True}}}
    rows = ("+ + + + +", "     A B ", "+ + + + +")
    scene = read(draw(*rows, tokens=gloom, lights=[light(3, 0, 30, 30)], night=True))
    found = [one(scene, at=at).facts for at in (None, Point(0, 0), Point(200, 0))]
    assert [facts and facts.obscurement.raw for facts in found] == ["heavily", "none", "heavily"]


def test_a_helper_sees_by_the_torch_that_is_dragged_in() -> None:
    """C flanks B only if it sees it."""
    torch = {"A": {"light": {"bright": 5, "dim": 5, "angle": 360}}}
    scene = draw("+ + + + + +", " A     B C ", "+ + + + + +", tokens=torch, night=True)
    facts = [one(scene, at=at, attack=Attack(kind="melee", reach=5)).facts for at in (None, Point(200, 0))]
    assert [found and found.flanking.flanked for found in facts] == [False, True]


def test_a_save_is_measured_from_the_effects_origin() -> None:
    scene = draw("+ + + + +", " A     B ", "+ + + + +", "       C ", "+ + + + +", walls=[wall(250, -300, 250, 100)])
    assert degree(scene, occasion="save") == "total"
    assert degree(scene, occasion="save", origin="C") == "none"
    assert degree(scene, occasion="save", origin=Point(290, 50)) == "none"
    assert degree(scene, occasion="save", origin=Point(200, 50)) == "total"


@pytest.mark.parametrize(
    ("elevation", "ledge", "exposure"),
    [
        pytest.param(0.0, None, 0.6, id="at 2.5 ft, half a square over the ground"),
        pytest.param(None, None, 0.6, id="without an elevation"),
        pytest.param(1.0, None, 0.3, id="at an elevation of its own"),
        pytest.param(0.0, 10, 1.0, id="over a ledge, at 12.5 ft"),
    ],
)
def test_a_burst_is_half_a_square_above_its_ground(elevation: float | None, ledge: int | None, exposure: float) -> None:
    """A wall of 2.25 ft, half way to B's middle, hides what of B is lower than 4.5 ft less the burst's height."""
    fence = wall(200, -300, 200, 400, flags={"wall-height": {"top": 2.25}})
    ground = [region("coign.ground", 0, 0, elevation=ledge)] if ledge else []
    scene = draw(*ROW, walls=[fence], regions=ground)
    found = one(scene, occasion="save", origin=Point(50, 50, elevation)).facts
    assert found is not None
    assert found.cover.exposure == pytest.approx(exposure, abs=0.02)


def test_hiding_is_measured_from_the_observer() -> None:
    """A hides behind a low wall beside it, and B looks for A."""
    parapet = wall(110, -300, 110, 400) | {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}}
    assert degree(draw(*ROW, walls=[parapet]), occasion="stealth") == "cover"
    assert degree(draw(*ROW, walls=[parapet]), occasion="perception") == "none"


def test_a_preview_counts_for_hiding_and_for_a_spells_origin() -> None:
    """A is in the open; one square to the south, behind the wall, B would see nothing of it."""
    screen = wall(150, 100, 150, 400)
    scene = draw("+ + + + +", " A     B ", "+ + + + +", "         ", "+ + + + +", walls=[screen])
    behind = Point(0, 200)
    for occasion in ("stealth", "save"):
        assert degree(scene, occasion=occasion) == "none"
        assert degree(scene, occasion=occasion, at=behind) == "total"
    assert degree(scene, occasion="save", origin=Point(50, 50), at=behind) == "none"  # an effect's own origin stays


def test_movement_and_readying_measure_no_target() -> None:
    for occasion in ("movement", "ready"):
        for result in ask(draw(*ROW), FACING, occasion=occasion, targets=(), path=(Point(100, 0),)).results:
            assert (result.target, result.facts) == (None, None)


@pytest.mark.parametrize(
    ("grid", "cost"),
    [
        ({"diagonals": 0}, 3.0),
        ({"diagonals": 1}, round(1 + 2 * math.sqrt(2), 6)),
        ({"diagonals": 2}, 4.0),
        ({"diagonals": 3}, 5.0),
        ({"diagonals": 4}, 4.0),
        ({"type": 0}, round(1 + 2 * math.sqrt(2), 6)),
    ],
)
def test_a_path_costs_squares_by_the_scenes_diagonal_rule(grid: Document, cost: float) -> None:
    scene = draw(*ROW) | {"grid": {"size": 100, "distance": 5, "units": "ft", "type": 1, **grid}}
    path = (Point(100, 0), Point(200, 100), Point(300, 200))
    (result,) = ask(scene, occasion="movement", targets=(), path=path).results
    assert result.outcome.cost == cost


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_no_figure_is_drawn_if_nothing_applies() -> None:
    plain = one(draw(*ROW))
    assert (plain.modifiers, plain.figure.lines, plain.figure.polygons) == ((), (), ())
    assert plain.outcome.label == "plain"


def test_cover_is_drawn_and_its_source_is_named() -> None:
    found = one(draw(*ROW, walls=[wall(250, -300, 250, 60) | {"_id": "screen"}]))
    assert {mark.label for mark in found.figure.lines if mark.role == "wall"} == {"wall:screen"}
    assert sentence(found)


def test_assumptions_are_reported_for_attacks() -> None:
    assert one(draw(*ROW), attack=Attack(kind="ranged")).assumed == (
        "range unknown: none given, so short range is not judged",
    )
    assert one(draw(*ROW), occasion="perception", attack=Attack(kind="ranged")).assumed == ()


def test_a_gm_overrides_who_are_enemies() -> None:
    scene = draw("+ + + +", " A B C ", "+ + + +", tokens={"C": {"disposition": 0}})
    blade = Attack(kind="melee", reach=5)

    def flanked(*overrides: Override) -> bool:
        facts = one(scene, PARTIAL, attack=blade, overrides=overrides).facts
        assert facts is not None
        return facts.flanking.flanked

    assert flanked() is False
    assert flanked(Override(fact="enemy", actor="C", target="B", value=True)) is True
    assert flanked(Override(fact="enemy", actor="C", target="B", value=True, scene="elsewhere")) is False


# --- real scenes ------------------------------------------------------------------------------------------------------

MOST_PAIRS = 250


@pytest.mark.repeats
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_pairs_of_tokens_in_real_scenes(path: Path) -> None:
    """Test every pair of a small scene and many of a big one, under rulesets that use every fact."""
    scene = finish(Scene.read(path.read_bytes()))
    pairs = list(permutations(scene.tokens, 2))
    for n, (actor, target) in enumerate(random.Random(1).sample(pairs, min(len(pairs), MOST_PAIRS))):
        setup = (PARTIAL, MODIFIERS, FACING)[n % 3]
        attack = (BOW, Attack(kind="melee"))[n % 2]
        check(one(scene, setup, actor=actor, targets=(target,), attack=attack))


@pytest.mark.parametrize("setup", [PARTIAL, MODIFIERS, FACING], ids=lambda setup: setup.ids[0])
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_an_attack_leaves_no_cyclic_garbage(setup: Any, night: bool) -> None:
    """Its measurements are freed at once with their last reference, without the garbage collector."""
    walls = [wall(220, 0, 220, 60), wall(250, 10, 250, 90, door=1)]
    scene = read(draw("+ + + + +", " A C   B ", "+ + + + +", walls=walls, lights=[light(1, 0, 5, 20)], night=night))
    ask(scene, setup)
    gc.collect()
    gc.disable()
    try:
        ask(scene, setup)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.repeats
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_random_places_in_real_scenes(path: Path) -> None:
    """Place two tokens anywhere among the walls and lights, on the grid and off it."""
    raw, chance = msgspec.json.decode(path.read_bytes()), random.Random(2)
    grid = finish(Scene.read(path.read_bytes())).grid
    xs, ys = _spread(raw)
    for n in range(12):
        strangers = []
        for letter in "AB":
            x, y = chance.choice(xs) + chance.randint(-3, 3) * grid.size, chance.choice(ys) + chance.randint(-3, 3)
            side = chance.choice([1, 1, 2, 0.5])
            strangers.append({"_id": letter, "x": x, "y": y, "width": side, "height": side, "disposition": n % 3 - 1})
        scene = finish(Scene.read(msgspec.json.encode(raw | {"tokens": [*(raw.get("tokens") or []), *strangers]})))
        for actor, target in ("AB", "BA"):
            check(one(scene, (PARTIAL, MODIFIERS)[n % 2], actor=actor, targets=(target,)))


def _spread(raw: Document) -> tuple[list[float], list[float]]:
    """Return the positions of a scene's documents."""
    ends = [one["c"] for one in raw.get("walls") or [] if isinstance(one.get("c"), list)]
    spots = [(x, y) for x0, y0, x1, y1 in ends for x, y in ((x0, y0), (x1, y1))]
    spots += [(one["x"], one["y"]) for one in raw.get("tokens") or []] or [(0, 0)]
    return [x for x, _ in spots], [y for _, y in spots]


def check(result: Result) -> None:
    facts = result.facts
    assert facts is not None
    assert 0 <= facts.cover.exposure <= 1
    assert (facts.cover.exposure > 1e-6) is facts.cover.effect
    assert facts.cover.effect or facts.cover.degree == "total"
    assert facts.cover.effect or not facts.cover.sight
    assert facts.cover.blocked == facts.cover.lines.count(False)
    assert sum(msgspec.structs.astuple(facts.obscurement.shares)) == pytest.approx(1)
    assert facts.range.distance >= 0
    assert msgspec.json.encode(result)


def test_a_region_and_its_polygons_give_the_same_result() -> None:
    """A streamed scene and its export give the same result."""
    hedge = region("coign.cover", 2, 0, id="hedge", degree="half")
    streamed = hedge | {"polygons": [[200, 0, 300, 0, 300, 100, 200, 100]], "shapes": []}
    assert degree(draw(*ROW, regions=[hedge])) == degree(draw(*ROW, regions=[streamed])) == "cover"


@pytest.mark.parametrize("far", [1e5, 9.9e6])
def test_a_region_of_darkness_far_beyond_the_map_costs_no_verdict(far: float) -> None:
    behaviour = {"_id": "b", "type": "adjustDarknessLevel", "disabled": False, "system": {"mode": 0, "modifier": 1}}
    for shape in (
        {"type": "rectangle", "x": far, "y": far, "width": 100, "height": 100},
        {"type": "circle", "x": 0, "y": 0, "radius": far},
        {"type": "polygon", "points": [far, far, far + 1, far, far, far + 1]},
        {"type": "line", "x": 0, "y": 0, "length": far, "width": 0.5, "rotation": 77},
    ):
        night = region("coign.cover", 0, 0, id="night") | {"shapes": [shape], "behaviors": [behaviour]}
        assert degree(draw(*ROW, regions=[night])) == degree(draw(*ROW))


def test_the_behaviours_of_a_hidden_region_are_off_whoever_else_sees_it() -> None:
    hedge = region("coign.cover", 2, 0, id="hedge", degree="half")
    assert [degree(draw(*ROW, regions=[hedge | {"visibility": shown}])) for shown in (0, 1, 2)] == ["cover"] * 3
    assert degree(draw(*ROW, regions=[hedge | {"hidden": True}])) == degree(draw(*ROW))


# --- two views of one measurement -------------------------------------------------------------------------------------

VIEWS = ("gm", "player")


def viewed(scene: Scene, setup: Setup, **fields: Any) -> dict[str, Annotation]:
    asked = {"id": "q", "scene": "s", "occasion": "attack", "actor": "A", "targets": ("B", "E"), "viewers": VIEWS}
    request = Evaluate(**{**asked, **fields})
    found = finish(annotating_views(scene, request, setup))
    assert [one.viewer for one in found] == [*dict.fromkeys(request.viewers)]
    return {one.viewer: msgspec.structs.replace(one, elapsed_us=0) for one in found}


@pytest.mark.parametrize("name", ["partial-advantage", "combat-modifiers", "enchanted-realms"])
@pytest.mark.parametrize("occasion", ["attack", "save", "stealth", "perception"])
def test_both_views_equal_those_of_separate_requests(name: str, occasion: str) -> None:
    rows = ("+ + + + + +", " A C   B E ", "+ + + + + +", "   D   %   ", "+ + + + + +")
    setup, defence = configure([name]), {"B": Defence(ac=15.0), "E": Defence(ac=12.0)}
    hidden = {"D": {"hidden": True}}
    scene = read(draw(*rows, tokens=hidden, walls=[wall(250, 20, 250, 60)]))
    found = viewed(scene, setup, occasion=occasion, defence=defence, formation=True)
    apart = viewed(scene, setup, occasion=occasion, defence=defence)
    assert [one.facts for one in found["gm"].results] == [one.facts for one in apart["gm"].results]
    for viewer, asked in (("gm", defence), ("player", {})):
        how: Any = {"occasion": occasion, "defence": asked, "formation": True, "viewer": viewer}
        request = Evaluate(id="q", scene="s", actor="A", targets=("B", "E"), **how)
        assert msgspec.structs.replace(annotate(scene, request, setup), elapsed_us=0) == found[viewer]


def test_players_read_the_tier_that_the_gm_reads() -> None:
    """The armour class of a defence is a secret; the edges and banes of a power roll are visible in its message."""
    roll = Roll(d20=(D20(5), D20(5)), total=10.0)
    hill = read(draw(*ROW, tokens={"A": {"elevation": 20}}))
    defence = {"B": Defence(ac=15.0, edges=1)}
    views = viewed(hill, configure(["draw-steel"]), targets=("B",), roll=roll, defence=defence)
    gm, player = (view.results[0].outcome for view in views.values())
    assert gm.tiers is not None
    assert (player.total, player.tiers, player.label) == (gm.total, gm.tiers, gm.label)


@pytest.mark.parametrize("hidden", [False, True])
def test_a_players_view_does_not_tell_how_long_it_took(hidden: bool) -> None:
    scene = read(draw("+ + +", " A B ", "+ + +", tokens={"A": {"hidden": hidden}}))
    request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), viewers=("gm", "player"))
    gm, player = finish(annotating_views(scene, request, configure(["combat-modifiers"])))
    assert gm.elapsed_us > 0
    assert (player.elapsed_us, len(player.results)) == (0, 0 if hidden else 1)


BY_A_WALL = draw("+ + + + +", " A     B ", "+ + + + +", tokens={"A": {"elevation": 10}}, walls=[wall(250, 20, 250, 60)])


def test_a_figure_is_drawn_once_for_both_views(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def counted(sheet: FactSheet, part: str) -> Task[Figure]:
        drawn.append(part)
        return as_it_is(sheet, part)

    as_it_is = marks._draw
    monkeypatch.setattr(marks, "_draw", counted)
    found = viewed(read(BY_A_WALL), configure(["combat-modifiers"]), targets=("B",))
    assert "cover" in drawn
    assert len(drawn) == len(set(drawn))
    assert all(view.results[0].figure.lines for view in found.values())


def test_a_request_without_figures_gets_the_same_rulings_and_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    scene, setup = read(BY_A_WALL), configure(["combat-modifiers"])
    drawn = viewed(scene, setup, targets=("B",))
    monkeypatch.setattr(marks, "_draw", None)
    bare = viewed(scene, setup, targets=("B",), figure=False)
    for viewer, view in drawn.items():
        (result,) = view.results
        assert result.figure != Figure()
        assert bare[viewer].results == (replace(result, figure=Figure()),)


@pytest.mark.parametrize("error", [GEOSException("TopologyException: side location conflict"), IndexError("of ours")])
@pytest.mark.parametrize("place", [(marks, "_draw"), (marks, "side_view"), (redact, "_figure")])
def test_a_figure_that_cannot_be_drawn_does_not_cost_the_verdict(
    place: tuple[Any, str], error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*_: object) -> Figure:
        raise error

    scene, setup = read(BY_A_WALL), configure(["combat-modifiers"])
    expected = viewed(scene, setup, targets=("B",), figure=False)
    as_it_is = getattr(*place)
    calls = iter([failing])
    monkeypatch.setattr(*place, lambda *args: next(calls, as_it_is)(*args))
    found = viewed(scene, setup, targets=("B",), viewers=("player", "gm"))
    assert {viewer: view.results for viewer, view in found.items()} == {
        viewer: view.results for viewer, view in expected.items()
    }
    (said,) = [one for one in caplog.records if "the figure for B cannot be drawn" in one.getMessage()]
    assert said.exc_info
    assert said.exc_info[1] is error


def test_an_error_that_is_not_the_drawings_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coign.annotations.annotate.Result", None)
    with pytest.raises(TypeError):
        viewed(read(BY_A_WALL), configure(["combat-modifiers"]), targets=("B",))


def test_a_marked_secret_is_in_the_gms_view_alone() -> None:
    scene = read(draw("+ + + + + +", " A C   B E ", "+ + + + + +"))
    setup = configure(["combat-modifiers"])
    friends = Override(fact="enemy", value=False, scope="pair", actor="A", target="B", secret=True)
    lie = IncludedModifier("cover", Flat(2, "ac"), "B", refuted=True)
    rolled = Roll(d20=(D20(11),), total=16.0, included=(lie,))
    defence = {"B": Defence(ac=15.0), "E": Defence(ac=15.0)}
    found = viewed(scene, setup, secret=("E",), overrides=(friends,), roll=rolled, defence=defence)
    plain = replace(rolled, included=(replace(lie, refuted=False),))
    assert found["player"] == viewed(scene, setup, targets=("B",), roll=plain)["player"]
    plain = replace(rolled, included=())
    assert found["gm"] == viewed(scene, setup, roll=plain, overrides=(friends,), defence=defence)["gm"]
    assert [one.target for one in found["gm"].results] == ["B", "E"]


def test_cover_that_the_system_has_applied_counts_once_for_players_too() -> None:
    scene = read(draw("+ + + + + +", " A C   B   ", "+ + + + + +"))
    defence = {"B": Defence(ac=15.0, applied="soft", by="A module")}
    attack = Attack(kind="ranged")
    found = viewed(scene, configure(["pathfinder-1e"]), targets=("B",), attack=attack, defence=defence)
    for view in found.values():
        (modifier,) = view.results[0].modifiers
        assert (modifier.id, modifier.state) == ("soft-cover", "set-aside")
        assert modifier.reason.endswith("A module has already added +4 for soft cover")


def test_two_views_are_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []

    def counted(query: Any) -> Any:
        measured.append(query.target.id)
        return measure(query)

    measure = cover.measure
    monkeypatch.setattr(cover, "measure", counted)
    scene = read(draw("+ + + + + +", " A     B E ", "+ + + + + +"))
    viewed(scene, configure(["partial-advantage"]))
    assert measured == ["B", "E"]


def test_a_players_view_has_no_hidden_targets_or_actors() -> None:
    rows, setup = ("+ + + + + +", " A     B E ", "+ + + + + +"), configure(["partial-advantage"])
    found = viewed(read(draw(*rows, tokens={"E": {"hidden": True}})), setup)
    assert [[one.target for one in found[viewer].results] for viewer in VIEWS] == [["B", "E"], ["B"]]
    for hidden in ({"A": {"hidden": True}}, {"B": {"hidden": True}, "E": {"hidden": True}}):
        found = viewed(read(draw(*rows, tokens=hidden)), setup)
        assert (len(found["gm"].results), found["player"].results) == (2, ())


# --- an attack of unknown kind ----------------------------------------------------------------------------------------


def guessed(occasion: str = "attack", **attack: Any) -> tuple[Result, bool | None]:
    """The result of an attack by A, which nobody has called melee, on B behind C, and whether B is in reach."""
    drawn = draw("+ + + + +", " A C . B ", "+ + + + +")
    result = one(drawn, occasion=occasion, attack=Attack(guessed=True, **attack))
    assert result.facts is not None
    return result, result.facts.range.in_reach


def test_an_attack_of_unknown_kind_is_ranged_beyond_its_reach() -> None:
    result, in_reach = guessed()
    assert result.assumed[0] == "a ranged attack: the target is 15 ft away, and the reach is 5 ft"
    assert (in_reach, [one.rule for one in result.modifiers]) == (None, ["C8"])
    assert result.assumed_phrases[0][0].key == "ranged-assumed"


def test_an_attack_of_unknown_kind_is_in_melee_within_its_reach() -> None:
    result, in_reach = guessed(reach=15)
    assert (in_reach, result.assumed) == (True, ())


def test_an_attack_of_opportunity_is_in_melee_at_any_distance() -> None:
    assert guessed("opportunity")[1] is False


def test_an_attack_that_was_called_ranged_is_ranged_within_reach_too() -> None:
    assert guessed(kind="ranged", reach=15)[1] is None
