"""Combat Facing: front, flank and rear areas, for d20 v3.5 on squares and hexes.

Source: Unearthed Arcana, "Combat Facing" and "Hex Grid" (System Reference Document). Which squares lie in which area,
on squares and on hexes (F14), is measured by the facing fact. Bonuses are untyped and add up: into your own flank at a
foe's rear is -5 + 4.

>>> from coign.rules import example
>>> example(COMBAT_FACING, facing={"attacker_arc": "flank"})
['F1 Facing and Attacking: -5 attack (the target is in your flank area)']
>>> example(COMBAT_FACING, facing={"attacker_arc": "front"})
[]
>>> example(COMBAT_FACING, actor={"feats": ["whirlwind-attack"]}, facing={"attacker_arc": "rear"})
['F5 Feats and Class Features: no penalty into this area (Whirlwind Attack; the target is in your rear area)']
>>> example(COMBAT_FACING, facing={"target_arc": "rear"})
['F2 Opponent Facing: +4 attack (you are in its rear area)']
>>> example(COMBAT_FACING, target={"feats": ["improved-uncanny-dodge"]}, facing={"target_arc": "rear"})
['F4 Improved Uncanny Dodge: no +2 from its flank, no +4 from its rear (you are in its rear area)']
>>> example(COMBAT_FACING, name="Sting", actor={"species": "Wyvern"}, facing={"attacker_arc": "front"})
['F6 Rear Attacks: no attack (the attack Sting goes to the rear, and the target is in your front area)']
>>> example(COMBAT_FACING, name="Bite", actor={"species": "Wyvern"}, facing={"attacker_arc": "front"})
[]

Our readings of what the text leaves open, or of figures that our copy of it lost:

- F4: "a rogue four levels higher than you" compares levels of rogue with the target's level, whatever its class.
- F6: an attack out of the rear goes to the rear "not front squares": into the front it is forbidden, into the flank it
  takes -5. Under `rear-attacks: mirrored` it takes -10 into the front, as an ordinary attack does into the rear.
- F7: an attack of opportunity is an attack like any other, areas read where the mover stands when it provokes. Cover
  and reach forbid it as usual.
- F8: the text says that Combat Awareness "eliminates this penalty", the feat itself says 0 and -5. The feat counts.
- F10: an effect that is saved against and starts at the caster is targeted at whom it may hit.
- F11: a foe on a flank whose side is unknown is taken to be on the shield's side.
"""

from __future__ import annotations

from coign.protocol import Blocked, Forbid, Permit
from coign.rules import ATTACKS, D20, Case, Interpretation, Passage, Ruleset
from coign.rules import conditions as is_
from coign.rules.facing import actions as acting
from coign.rules.facing import conditions as by
from coign.rules.facing import sneak_attacks as sneak
from coign.rules.options import one_of, switch
from coign.rules.phrases import fixed, noted


def on_hexes(case: Case) -> bool:
    """Return whether the map has hexes."""
    return case.grid == "hex"


def large_on_a_diagonal(case: Case) -> bool:
    """Return whether a large creature faces a corner, for which the text's figure is lost."""
    fact = case.facts.facing
    pairs = ((case.actor, fact.attacker_facing), (case.target, fact.target_facing))
    return any(one.width > 1 and facing is not None and facing % 90 != 0 for one, facing in pairs)


OURS = (
    Interpretation(
        "our reading of hexes",
        "The text's figure for hexes is lost in every copy we could find. Three hexes in front, two at the flanks and "
        "one behind is our reading; the option `Areas on hexes` has the other.",
        on_hexes,
    ),
    Interpretation(
        "our reading of diagonals",
        "The text's figure for large creatures is lost. One that faces a corner has the squares at that corner and "
        "beside it in front, by the angle from its nearest own square.",
        large_on_a_diagonal,
    ),
)
REAR_ATTACK_OURS = Interpretation(
    "our reading: rear attacks",
    'The text says "into rear squares, not front squares" and gives no number: forbidden into the front, -5 into the '
    "flank, as the option `Rear attacks into the front` says.",
)

# The core rules on cover that facing leaves as they are; a ruleset with its own rules on cover supersedes them.
TOTAL_COVER = Passage(
    "F-total",
    "core-total-cover",
    "Total Cover",
    "You cannot attack a target that has total cover (d20 v3.5, Cover).",
    "cover",
)
COVER = Passage(
    "F7",
    "core-cover",
    "Attacks of Opportunity",
    "You can't execute an attack of opportunity against an opponent with cover relative to you (d20 v3.5, Cover).",
    "cover",
)
OUT_OF_REACH = Passage(
    "F7",
    "out-of-reach",
    "Attacks of Opportunity",
    "You threaten the squares into which you can make a melee attack (d20 v3.5, Attacks of Opportunity).",
    "range",
)
OWN_FACING = Passage(
    "F1",
    "facing-own",
    "Facing and Attacking",
    "Characters who don't want to change their facing to point toward a foe can attack into their flank areas at a -5 "
    "penalty and into their rear areas at a -10 penalty. The penalties for making ranged attacks are the same.",
    "facing",
    OURS,
)
FOES_FACING = Passage(
    "F2",
    "facing-foe",
    "Opponent Facing",
    "If you're attacking from a foe's flank area (or the squares beyond it), you get a +2 bonus on the attack roll. If "
    "you're attacking from a foe's rear area (or the squares beyond it), you get a +4 bonus on the attack roll.",
    "facing",
    OURS,
)
SNEAK_ATTACK_TEXT = (
    "A rogue can strike for sneak attack damage whenever her foe is flat-footed or whenever she's attacking with a "
    "melee weapon from the foe's rear area. The standard rules for creatures' immunity to sneak attack still apply."
)
SNEAK_ATTACK = Passage("F3", "sneak-attack", "Sneak Attacks", SNEAK_ATTACK_TEXT, "facing")
NO_SNEAK_ATTACK = Passage("F3", "no-sneak-attack", "Sneak Attacks", SNEAK_ATTACK_TEXT, "facing")
UNCANNY_DODGE = Passage(
    "F4",
    "improved-uncanny-dodge",
    "Improved Uncanny Dodge",
    "No attacker gets the +2 bonus for attacking into your flank or the +4 bonus from attack from behind you. Only a "
    "rogue four levels higher than you can deal sneak attack damage by attacking from a rear square.",
    "facing",
)
FEATS = Passage(
    "F5",
    "facing-feats",
    "Feats and Class Features",
    "Cleave and Great Cleave: the extra attacks can be made into flank areas without penalty. Mounted Combat: into "
    "your steed's flank areas while mounted. Whirlwind Attack: into any area without penalty.",
    "facing",
)
AREA_ATTACK = Passage(
    "F6",
    "area-attack",
    "Flank Attacks, Rear Attacks",
    "Some monsters have attacks that reach flank squares as well as front squares, or rear squares, not front squares. "
    "These creatures take no penalty for making these attacks into flank (rear) squares.",
    "facing",
)
REAR_ATTACK = Passage(
    "F6",
    "rear-attack",
    "Rear Attacks",
    "Some monsters have attacks and abilities that emerge from or attack into rear squares, not front squares.",
    "facing",
    (REAR_ATTACK_OURS,),
)
REFLEXES = Passage(
    "F7",
    "combat-reflexes",
    "Combat Reflexes",
    "Characters with this feat can make attacks of opportunity into their flank areas without penalty.",
    "facing",
)
SPOT = Passage(
    "F8",
    "facing-spot",
    "Spot Checks",
    "Characters take a -5 penalty on Spot checks to perceive things in their flank area (or beyond) and a -10 penalty "
    "on Spot checks in their rear area (or beyond). Combat Awareness: no penalty and -5.",
    "facing",
    OURS,
)
READYING = Passage(
    "F9",
    "readied-behind",
    "Readied Actions",
    "You can't ready an action to respond to a trigger that occurs in your rear area if you have to see it happen. But "
    "you can ready an action for a sound-based trigger.",
    "facing",
)
SPELL_BEHIND = Passage(
    "F10",
    "spell-behind",
    "Spellcasting",
    "A spellcaster can't target anything in his rear area with a spell.",
    "facing",
)
SPELL_ORIGIN = Passage(
    "F10",
    "spell-origin",
    "Spellcasting",
    "Spells that have areas such as lines and cones emerge from any grid intersection between the spellcaster's space "
    "and his front area.",
    "facing",
)
SHIELD = Passage(
    "F11",
    "shieldless",
    "Shields",
    "The shield only adds to the character's AC against attacks coming from his front area and the flank area on the "
    "shield's side, plus any squares that lie beyond those areas.",
    "facing",
)
SHIELD_SPELL = Passage(
    "F11",
    "shield-spell",
    "Shields",
    "The shield spell provides a bonus to AC against attacks from the front area only.",
    "facing",
)
MOVING_ASIDE = Passage(
    "F12",
    "moving-aside",
    "Moving Backward or Sideways",
    "It costs two squares of movement to enter a square on your flank or in your rear area.",
    "facing",
)
CHANGING_FACING = Passage(
    "F12",
    "changing-facing",
    "Changing Facing",
    "If you do not move during your turn, you may change facing once, as a free action. (You can also change facing as "
    "a move action, however, if you aren't using your move action to do something else.)",
    "facing",
)

NO_BONUS = fixed("no-bonus", "no +2 from its flank, no +4 from its rear")
NO_PENALTY = fixed("no-penalty", "no penalty into this area")
NO_PENALTY_FOR_THIS = fixed("no-penalty-for-this", "no penalty for this attack into this area")
NO_PENALTY_WITH_REFLEXES = fixed(
    "no-penalty-with-reflexes", "no penalty for an attack of opportunity into the flank area"
)
SPELL_STARTS = fixed("spell-starts", "a line or cone starts at an intersection between your space and your front area")

RULES = (
    TOTAL_COVER.on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    OWN_FACING.on_attack(by.into_own_area, by.penalty_into),
    FOES_FACING.on_attack(by.from_foes_area, by.bonus_from),
    SNEAK_ATTACK.on_attack(sneak.may_sneak, Permit("sneak-attack")),
    NO_SNEAK_ATTACK.on_attack(sneak.may_not_sneak, Forbid("sneak-attack"), assumes=sneak.levels_assumed),
    UNCANNY_DODGE.on_attack(sneak.uncanny, noted(NO_BONUS)),
    FEATS.on_attack(by.no_penalty, noted(NO_PENALTY)),
    AREA_ATTACK.on_attack(by.reaching_attack, noted(NO_PENALTY_FOR_THIS)),
    REAR_ATTACK.on_attack(by.rear_attack_into_the_flank, by.penalty_forward),
    REAR_ATTACK.on_attack(by.rear_attack_into_the_front, Forbid("attack"), option=("rear-attacks", "forbid")),
    REAR_ATTACK.on_attack(by.rear_attack_into_the_front, by.penalty_forward, option=("rear-attacks", "mirrored")),
    REFLEXES.on(("opportunity",), by.reflexes, noted(NO_PENALTY_WITH_REFLEXES)),
    OUT_OF_REACH.on(("opportunity",), by.out_of_reach, Forbid("opportunity-attack")),
    COVER.on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
    SPOT.on(("perception",), acting.harder_to_spot, acting.spot_penalty),
    READYING.on(("ready",), acting.trigger_behind, Forbid("ready")),
    SPELL_BEHIND.on(("attack", "save"), by.spell_behind, Forbid("target")),
    SPELL_ORIGIN.on(
        ("attack", "save"),
        by.spell_aside,
        noted(SPELL_STARTS),
    ),
    SHIELD.on_attack(acting.round_the_shield, acting.shield_lost, option=("shields", True)),
    SHIELD_SPELL.on_attack(acting.round_the_spell, acting.spell_lost, option=("shields", True)),
    MOVING_ASIDE.on(("movement",), acting.sideways, acting.squares),
    CHANGING_FACING.on(("attack",), acting.turned, acting.turns),
)

OPTIONS = (
    one_of(
        "hex-arcs",
        "Areas on hexes",
        "How many of the six hexes round a creature are front, flank and rear.",
        {
            "3-2-1": "three in front, two at the flanks, one behind",
            "1-4-1": "one in front, four at the flanks, one behind",
        },
    ),
    switch(
        "shields",
        "Shields and facing",
        "The variant of the variant: which attacks a shield protects against.",
        on="a shield protects from the front and its own side only",
        off="a shield protects from every side",
    ),
    one_of(
        "rear-attacks",
        "Rear attacks into the front",
        "Some monsters have attacks that go to the rear, not to the front.",
        {"forbid": "cannot be made into the front area", "mirrored": "take -10 into the front area"},
    ),
)

COMBAT_FACING = Ruleset(
    id="combat-facing",
    title="Combat Facing",
    family="d20",
    source="Unearthed Arcana, Combat Facing and Hex Grid (d20 v3.5, System Reference Document)",
    law=D20,
    rules=RULES,
    options=OPTIONS,
    measured_by={"hex-arcs": "hex_arcs"},
    supersedes=("flanking",),
    degrees=("none", "soft", "cover", "improved", "total"),
)
