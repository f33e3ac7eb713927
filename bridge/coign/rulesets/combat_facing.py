"""Combat Facing: front, flank and rear areas, for d20 v3.5 on squares and hexes.

Source: Unearthed Arcana, "Combat Facing" and "Hex Grid" (System Reference Document). Which squares lie in which area,
on squares and on hexes (F14), is measured by the facing fact. Bonuses are untyped and add up: into your own flank at a
foe's rear is -5 + 4.

Readings taken where the text leaves one open or our copy of it lost its figures:

- F6: an attack out of the rear goes to the rear *instead of* the front, so into the front it takes what an ordinary one
  takes into the rear, -10, and into the flank -5.
- F7: an attack of opportunity is an attack like any other, arcs read where the mover stands when it provokes. Cover
  and reach forbid it as ever.
- F8: the text says that Combat Awareness "eliminates this penalty", the feat itself says 0 and -5. The feat.
- F10: an effect that is saved against and starts at the caster counts as targeted when the target is in its rear area.
- F11: a foe on a flank whose side is unknown is taken to be on the shield's side.
"""

from __future__ import annotations

from coign.protocol import Blocked, Choice, Forbid, Note, Permit
from coign.rules import D20, Rule, Ruleset
from coign.rules import conditions as is_
from coign.rulesets import facing as by
from coign.rulesets.partial_advantage import ATTACKS

# The core rules on cover that facing leaves as they are; a ruleset with its own rules on cover supersedes them.
TOTAL_COVER, COVER = "core-total-cover", "core-cover"

# fmt: off
RULES = (
    Rule(id="F-total", modifier=TOTAL_COVER, title="Total Cover", occasions=(*ATTACKS, "save"),
         when=is_.covered("total"), gives=Blocked(), figure="cover"),
    Rule(id="F1", modifier="facing-own", title="Facing and Attacking", occasions=ATTACKS,
         when=by.into_own_area, gives=by.penalty_into, figure="facing"),
    Rule(id="F2", modifier="facing-foe", title="Opponent Facing", occasions=ATTACKS,
         when=by.from_foes_area, gives=by.bonus_from, figure="facing"),
    Rule(id="F3", modifier="sneak-attack", title="Sneak Attacks", occasions=ATTACKS,
         when=by.may_sneak, gives=Permit("sneak-attack"), figure="facing"),
    Rule(id="F3", modifier="no-sneak-attack", title="Sneak Attacks", occasions=ATTACKS,
         when=by.may_not_sneak, gives=Forbid("sneak-attack"), figure="facing", assumes=by.levels_assumed),
    Rule(id="F4", modifier="improved-uncanny-dodge", title="Improved Uncanny Dodge", occasions=ATTACKS,
         when=by.uncanny, gives=Note("Improved Uncanny Dodge: no bonus from flank or rear"), figure="facing"),
    Rule(id="F5", modifier="facing-feats", title="Feats and Class Features", occasions=ATTACKS,
         when=by.no_penalty, gives=Note("no penalty for attacking into this area"), figure="facing"),
    Rule(id="F6", modifier="area-attack", title="Flank Attacks, Rear Attacks", occasions=ATTACKS,
         when=by.reaching_attack, gives=Note("no penalty for this attack into this area"), figure="facing"),
    Rule(id="F6", modifier="rear-attack", title="Rear Attacks", occasions=ATTACKS,
         when=by.rear_attack_forward, gives=by.penalty_forward, figure="facing"),
    Rule(id="F7", modifier="combat-reflexes", title="Combat Reflexes", occasions=("opportunity",),
         when=by.reflexes, gives=Note("no penalty for an attack of opportunity into the flank area"), figure="facing"),
    Rule(id="F7", modifier="out-of-reach", title="Attacks of Opportunity", occasions=("opportunity",),
         when=by.out_of_reach, gives=Forbid("opportunity-attack"), figure="range"),
    Rule(id="F7", modifier=COVER, title="Attacks of Opportunity", occasions=("opportunity",),
         when=is_.covered("cover", "improved"), gives=Forbid("opportunity-attack"), figure="cover"),
    Rule(id="F8", modifier="facing-spot", title="Spot Checks", occasions=("perception",),
         when=by.harder_to_spot, gives=by.spot_penalty, figure="facing"),
    Rule(id="F9", modifier="readied-behind", title="Readied Actions", occasions=("ready",),
         when=by.trigger_behind, gives=Forbid("ready"), figure="facing"),
    Rule(id="F10", modifier="spell-behind", title="Spellcasting", occasions=("attack", "save"),
         when=by.spell_behind, gives=Forbid("target"), figure="facing"),
    Rule(id="F10", modifier="spell-origin", title="Spellcasting", occasions=("attack", "save"),
         when=by.spell_aside,
         gives=Note("a line or cone starts at an intersection between your space and your front area"),
         figure="facing"),
    Rule(id="F11", modifier="shieldless", title="Shields", occasions=ATTACKS, option=("shields", True),
         when=by.round_the_shield, gives=by.shield_lost, figure="facing"),
    Rule(id="F11", modifier="shield-spell", title="Shields", occasions=ATTACKS, option=("shields", True),
         when=by.round_the_spell, gives=by.spell_lost, figure="facing"),
    Rule(id="F12", modifier="moving-aside", title="Moving Backward or Sideways", occasions=("movement",),
         when=by.sideways, gives=by.squares, figure="facing"),
    Rule(id="F12", modifier="changing-facing", title="Changing Facing", occasions=("attack",),
         when=by.turned, gives=by.turns, figure="facing"),
)
# fmt: on

COMBAT_FACING = Ruleset(
    id="combat-facing",
    title="Combat Facing",
    family="d20",
    source="Unearthed Arcana, Combat Facing and Hex Grid (d20 v3.5, System Reference Document)",
    law=D20,
    rules=RULES,
    options=(
        Choice(
            name="hex-arcs",
            default="3-2-1",
            values=("3-2-1", "1-4-1"),
            help="How many of the six hexes round a creature are front, flank and rear.",
        ),
        Choice(name="shields", default=False, help="A shield protects from the front and its own side only."),
    ),
    measured_by={"hex-arcs": "hex_arcs"},
    supersedes=("flanking",),
    degrees=("none", "soft", "cover", "improved", "total"),
)
