"""Combat Facing, row by row. Arcs are given; `arcs(into, out_of)`: the actor's area, the target's area."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from coign.catalogue.registry import configure
from coign.protocol import Attack, Check, FacingFact, Forbid, Note, Override, Permit, RangeFact
from coign.protocol.facts import Arc
from coign.protocol.rulings import Occasion
from coign.rulesets import BUILT_IN
from support.rulings import (
    MELEE,
    RANGED,
    above,
    arcs,
    ask,
    chance_of,
    cover,
    creature,
    flanked,
    rolled,
    rows,
    the,
    total_of,
)

CF = "combat-facing"
AHEAD = FacingFact("front", "front", attacker_facing=180.0)
SNEAKING = replace(MELEE, abilities=("sneak-attack",))


def with_ability(name: str) -> Attack:
    return replace(MELEE, abilities=(name,))


def called(name: str) -> Attack:
    return replace(MELEE, name=name)


@pytest.mark.parametrize(("area", "penalty"), [("front", 0), ("flank", -5), ("rear", -10)])
@pytest.mark.parametrize("attack", [MELEE, RANGED])
@pytest.mark.parametrize("occasion", ["attack", "opportunity"])
def test_F1_into_your_own_areas(area: Arc, penalty: int, attack: Attack, occasion: Occasion) -> None:
    ruling = ask(CF, occasion, facing=arcs(into=area), attack=attack)
    assert ruling.outcome.flat.attack == penalty
    assert rows(ruling) == (["F1"] if penalty else [])


def test_F1_counts_in_the_total() -> None:
    ruling = ask(CF, facing=arcs(into="flank"), roll=rolled(14, total=19), ac=16)
    assert (total_of(ruling.outcome).after, ruling.outcome.hit) == (14, False)
    assert (chance_of(ruling.outcome).before, chance_of(ruling.outcome).after) == (0.5, 0.25)


@pytest.mark.parametrize(("area", "bonus"), [("front", 0), ("flank", 2), ("rear", 4)])
@pytest.mark.parametrize("attack", [MELEE, RANGED])
def test_F2_from_the_foes_areas(area: Arc, bonus: int, attack: Attack) -> None:
    ruling = ask(CF, facing=arcs(out_of=area), attack=attack)
    assert ruling.outcome.flat.attack == bonus
    assert rows(ruling) == (["F2"] if bonus else [])


def test_F1_and_F2_add_up() -> None:
    ruling = ask(CF, facing=arcs("flank", "rear"))
    assert (rows(ruling), ruling.outcome.flat.attack) == (["F1", "F2"], -1)


@pytest.mark.parametrize(
    ("out_of", "attack", "target", "allowed"),
    [
        ("rear", "melee", {}, True),
        ("rear", "ranged", {}, False),
        ("flank", "melee", {}, False),
        ("front", "melee", {"statuses": ["flat-footed"]}, True),
        ("front", "ranged", {"statuses": ["flatFooted"]}, True),
        ("none", "melee", {"statuses": ["flat-footed"]}, True),  # the phasm
        ("rear", "melee", {"creatureType": "plant"}, False),  # the shambling mound
        ("rear", "melee", {"species": "Shambling Mound"}, False),  # of a game system that states no type
        ("rear", "melee", {"species": "Gray Ooze"}, False),
        ("rear", "melee", {"species": "Shambling Mound", "creatureType": "humanoid"}, True),  # somebody's name
        ("rear", "melee", {"immune": ["sneak-attack"]}, False),
        ("front", "melee", {"immune": ["sneak-attack"], "statuses": ["flat-footed"]}, False),
    ],
)
def test_F3_sneak_attack(out_of: Arc, attack: str, target: dict[str, Any], allowed: bool) -> None:
    struck = replace(SNEAKING, kind=attack)
    ruling = ask(CF, facing=arcs(out_of=out_of), attack=struck, target=creature("B", **target))
    assert the(ruling, "F3").effect == (Permit("sneak-attack") if allowed else Forbid("sneak-attack"))
    assert ruling.outcome.sneak_attack is allowed


def test_F3_is_silent_for_attackers_without_sneak_attack() -> None:
    ruling = ask(CF, facing=arcs(out_of="rear"))
    assert "F3" not in rows(ruling)
    assert ruling.outcome.sneak_attack is None


@pytest.mark.parametrize("area", ["flank", "rear"])
def test_F4_improved_uncanny_dodge_takes_the_bonus(area: Arc) -> None:
    ruling = ask(CF, facing=arcs(out_of=area), target=creature("B", feats=["improved-uncanny-dodge"]))
    assert (rows(ruling), ruling.outcome.flat.attack) == (["F4"], 0)


@pytest.mark.parametrize(("own", "allowed"), [(8, True), (7, False), (None, False)])
def test_F4_only_a_rogue_of_four_levels_more_may_sneak(own: int | None, allowed: bool) -> None:
    dodger = creature("B", feats=["improved-uncanny-dodge"], rogueLevel=4)
    ruling = ask(CF, facing=arcs(out_of="rear"), attack=SNEAKING, actor=creature("A", rogueLevel=own), target=dodger)
    assert ruling.outcome.sneak_attack is allowed
    assert bool(ruling.assumed) is (own is None)


@pytest.mark.parametrize(
    ("ability", "flank", "rear"), [("cleave", 0, -10), ("great-cleave", 0, -10), ("whirlwind-attack", 0, 0)]
)
def test_F5_feats_take_the_penalty_away(ability: str, flank: int, rear: int) -> None:
    assert ask(CF, facing=arcs("flank"), attack=with_ability(ability)).outcome.flat.attack == flank
    assert ask(CF, facing=arcs("rear"), attack=with_ability(ability)).outcome.flat.attack == rear
    assert rows(ask(CF, facing=arcs("flank"), attack=with_ability(ability))) == ["F5"]


def test_F5_mounted_combat_while_mounted() -> None:
    rider = creature("A", feats=["mounted-combat"], statuses=["mounted"])
    assert ask(CF, facing=arcs("flank"), actor=rider).outcome.flat.attack == 0
    assert ask(CF, facing=arcs("rear"), actor=rider).outcome.flat.attack == -10
    afoot = creature("A", feats=["mounted-combat"])
    assert ask(CF, facing=arcs("flank"), actor=afoot).outcome.flat.attack == -5


@pytest.mark.parametrize(
    ("monster", "attack", "front", "flank", "rear"),
    [
        ("Wyvern", "Sting", 0, -5, 0),
        ("Adult Red Dragon", "Tail Slap (Melee)", 0, -5, 0),
        ("Adult Red Dragon", "Wings", 0, 0, -10),
        ("Adult Red Dragon", "Bite", 0, -5, -10),
        ("Squid, Giant", "Tentacles", 0, 0, -10),
        ("Goblin", "Sting", 0, -5, -10),
    ],
)
def test_F6_flank_attacks_and_rear_attacks(monster: str, attack: str, front: int, flank: int, rear: int) -> None:
    penalties: dict[Arc, int] = {"front": front, "flank": flank, "rear": rear}
    for area, penalty in penalties.items():
        ruling = ask(CF, facing=arcs(area), actor=creature("A", name=monster), attack=called(attack))
        assert ruling.outcome.flat.attack == penalty, area


STING: dict[str, Any] = {"actor": creature("A", name="Wyvern"), "attack": called("Sting")}


def test_F6_a_rear_attack_into_the_front_is_forbidden_or_takes_ten() -> None:
    ruling = ask(CF, facing=arcs("front"), **STING)
    assert (ruling.outcome.forbids, ruling.outcome.flat.attack) == (("attack",), 0)
    assert the(ruling, "F6").interpretation == "our reading: rear attacks"
    mirrored = ask(CF, facing=arcs("front"), options={"rear-attacks": "mirrored"}, **STING)
    assert (mirrored.outcome.forbids, mirrored.outcome.flat.attack) == ((), -10)
    assert ask(CF, facing=arcs("rear"), **STING).outcome.forbids == ()


def test_F6_whirlwind_attack_spares_a_rear_attack_too() -> None:
    swept = replace(MELEE, name="Sting", abilities=("whirlwind-attack",))
    assert ask(CF, facing=arcs("front"), actor=creature("A", name="Wyvern"), attack=swept).outcome.flat.attack == 0


def test_F6_by_species_and_the_GMs_word_wins() -> None:
    sting: dict[str, Any] = {"facing": arcs("rear"), "attack": called("Sting")}
    assert ask(CF, actor=creature("A", name="Old Tom", species="Wyvern"), **sting).outcome.flat.attack == 0
    tamed = creature("A", name="Wyvern", attacks={"sting": "flat"})
    assert ask(CF, actor=tamed, **sting).outcome.flat.attack == -10
    lasher = creature("A", name="Goblin", attacks={"Sting": "rear"})
    assert ask(CF, actor=lasher, **sting).outcome.flat.attack == 0


def test_F7_combat_reflexes_on_opportunity_only() -> None:
    quick = creature("A", feats=["combat-reflexes"])
    assert ask(CF, "opportunity", facing=arcs("flank"), actor=quick).outcome.flat.attack == 0
    assert ask(CF, "opportunity", facing=arcs("rear"), actor=quick).outcome.flat.attack == -10
    assert ask(CF, "attack", facing=arcs("flank"), actor=quick).outcome.flat.attack == -5


def test_F7_the_rogue_behind_the_fighter_is_ten_worse_and_two_better() -> None:
    assert ask(CF, "opportunity", facing=arcs("rear", "flank")).outcome.flat.attack == -8


def test_F7_cover_and_reach_as_ever() -> None:
    ruling = ask(CF, "opportunity", cover=cover("cover", reading="d20"))
    assert ruling.outcome.forbids == ("opportunity-attack",)
    beyond = RangeFact(distance=10, adjacent=False, in_reach=False, hindrance="out-of-reach")
    assert ask(CF, "opportunity", range=beyond).outcome.forbids == ("opportunity-attack",)
    assert ask(CF, "opportunity").outcome.forbids == ()


@pytest.mark.parametrize(
    ("feats", "flank", "rear"), [([], -5, -10), (["combat-awareness"], 0, -5), (["all-around-vision"], 0, 0)]
)
def test_F8_spot(feats: list[str], flank: int, rear: int) -> None:
    looker = creature("A", feats=feats)
    assert ask(CF, "perception", facing=arcs("flank"), actor=looker).outcome.flat.perception == flank
    assert ask(CF, "perception", facing=arcs("rear"), actor=looker).outcome.flat.perception == rear
    assert ask(CF, "perception", facing=arcs("none"), actor=looker).modifiers == ()


def test_F8_not_for_listening() -> None:
    assert ask(CF, "perception", facing=arcs("rear"), check=Check(kind="hearing")).modifiers == ()


def test_F9_no_readying_for_what_must_be_seen_behind() -> None:
    assert ask(CF, "ready", facing=arcs("rear")).outcome.forbids == ("ready",)
    assert ask(CF, "ready", facing=arcs("rear"), request={"trigger": "sound"}).modifiers == ()
    assert ask(CF, "ready", facing=arcs("flank")).modifiers == ()


def test_F10_spells() -> None:
    spell = replace(RANGED, spell=True)
    behind = ask(CF, facing=arcs("rear"), attack=spell)
    assert "target" in behind.outcome.forbids
    assert ask(CF, facing=arcs("rear")).outcome.forbids == ()
    aside = ask(CF, "save", facing=arcs("flank"), attack=spell)
    assert "intersection between your space and your front area" in aside.outcome.notes[0]


@pytest.mark.parametrize(
    ("area", "side", "lost"),
    [("rear", None, 3), ("flank", "left", 3), ("flank", "right", 0), ("flank", None, 0), ("front", None, 0)],
)
def test_F11_the_shield_protects_the_front_and_its_own_side(
    area: Arc, side: Literal["left", "right"] | None, lost: int
) -> None:
    bearer = creature("B", shield={"side": "right", "bonus": 3})
    on: dict[str, Any] = {"options": {"shields": True}, "facing": arcs(out_of=area, side=side), "target": bearer}
    assert ask(CF, **on).outcome.flat.ac == -lost
    assert ask(CF, **{**on, "options": {}}).outcome.flat.ac == 0


@pytest.mark.parametrize(("area", "lost"), [("front", 0), ("flank", 4), ("rear", 4)])
def test_F11_the_shield_spell_protects_the_front_only(area: Arc, lost: int) -> None:
    warded = creature("B", shield={"spell": 4})
    ruling = ask(CF, options={"shields": True}, facing=arcs(out_of=area, side="left"), target=warded)
    assert ruling.outcome.flat.ac == -lost


@pytest.mark.parametrize(
    ("steps", "cost"),
    [(["front", "front"], 2), (["front", "flank", "rear"], 5), (["flank"], 2), (["none", "none"], 2)],
)
def test_F12_squares_entered_without_turning(steps: list[Arc], cost: int) -> None:
    ruling = ask(CF, "movement", steps=steps)
    assert ruling.outcome.cost == cost
    assert rows(ruling) == (["F12"] if cost > len(steps) else [])


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (1, "the free turn is used: with a full attack it cannot turn again"),
        (2, "one turn is free, the other is a move action, which a full attack does not leave"),
        (4, "one turn is free, the other 3 are move actions, which a full attack does not leave"),
    ],
)
def test_F12_turning_on_the_spot(times: int, said: str) -> None:
    ruling = ask(CF, request={"turned": times}, facing=AHEAD)
    assert rows(ruling) == ["F12"]
    effect = the(ruling, "F12").effect
    assert isinstance(effect, Note)
    assert effect.text == said
    assert ruling.outcome.flat.attack == 0


def test_F12_is_silent_without_a_turn_or_a_facing() -> None:
    assert rows(ask(CF, request={"turned": 0}, facing=AHEAD)) == []
    assert rows(ask(CF, request={"turned": 2}, facing=FacingFact("none", "front"))) == []


def test_F13_supersedes_flanking_and_nothing_else() -> None:
    ruling = ask([CF, "combat-modifiers"], facing=arcs(out_of="rear"), flanking=flanked(), elevation=above(3))
    assert (sorted(rows(ruling)), ruling.outcome.flat.attack) == (["C1", "F2"], 5)
    assert rows(ask("combat-modifiers", flanking=flanked())) == ["C17"]


def test_F14_the_hex_arcs_are_a_convention() -> None:
    assert configure([CF]).conventions.hex_arcs == "3-2-1"
    assert configure([CF], {"hex-arcs": "1-4-1"}).conventions.hex_arcs == "1-4-1"


def test_total_cover_bars_the_attack() -> None:
    assert ask(CF, cover=cover("total"), facing=arcs("flank")).outcome.label == "blocked"
    assert rows(ask([CF, "combat-modifiers"], cover=cover("total"))) == ["C10"]


def test_the_GM_may_override_arcs() -> None:
    ruling = ask(CF, overrides=[Override(fact="target-arc", value="rear", why="he is looking away")])
    assert (rows(ruling), the(ruling, "F2").override) == (["F2"], 0)
    assert the(ruling, "F2").reason == "the GM: he is looking away"
    assert ruling.facts.facing.target_arc == "rear"


def test_faceless_and_facing_nobody_nothing_is_reported() -> None:
    assert ask(CF, facing=arcs("none", "none")).modifiers == ()
    assert ask(CF).modifiers == ()


ON_HEXES = "our reading of hexes"


@pytest.mark.parametrize(("grid", "mark"), [("hex", ON_HEXES), ("square", ""), ("gridless", "")])
def test_areas_on_hexes_are_marked_as_our_reading(grid: Literal["square", "hex"], mark: str) -> None:
    assert the(ask(CF, facing=arcs("flank"), grid=grid), "F1").interpretation == mark


@pytest.mark.parametrize(("width", "facing", "mark"), [(2, 45.0, True), (2, 90.0, False), (1, 45.0, False)])
def test_large_creatures_on_a_diagonal_are_marked_as_our_reading(width: int, facing: float, mark: bool) -> None:
    fact = replace(arcs("front", "flank"), target_facing=facing)
    ruling = ask(CF, facing=fact, target=creature("B", width))
    assert the(ruling, "F2").interpretation == ("our reading of diagonals" if mark else "")


def test_every_mark_is_four_words_and_explained() -> None:
    marks = [one for ruleset in BUILT_IN for rule in ruleset.info().rules for one in rule.interpretations]
    marks += [one for ruleset in BUILT_IN for one in ruleset.info().interpretations]
    assert marks
    assert all(len(one.mark.split()) == 4 and one.text.endswith(".") for one in marks)


def test_sneak_attack_is_spoken_of_only_where_the_attack_has_it() -> None:
    sneaking = replace(MELEE, abilities=("sneak-attack",))
    front, flank = arcs(), arcs("flank")
    assert [ask(CF, attack=MELEE, facing=arc).outcome.sneak_attack for arc in (front, flank)] == [None, None]
    assert [ask(CF, attack=sneaking, facing=arc).outcome.sneak_attack for arc in (front, flank)] == [False, False]
    assert ask("draw-steel", attack=sneaking, facing=flank).outcome.sneak_attack is None, "these rules know none"
