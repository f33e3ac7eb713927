"""Combat Modifiers: higher ground, cover, concealment and flanking for v3.5 and first-edition Pathfinder.

Source: the text of that name. C4, C5, C9, C16 and C18 say what blocks a line, which square is chosen, what a sense sees
through and who threatens: they are in the measurement, which this ruleset steers by its conventions (`obstacle-rule`).
C12, only the best of cover, soft cover and improved cover, is the group `cover` under the family's law.

Readings taken where the text leaves one open:

- C1: "above half the target's occupied square" is half the height of its space or more. "From the back of a mount": the
  steed's back, half the height of its space above it, if the rider's own token is not higher.
- C6 and C15 forbid; what is not threatened is not attacked.
- C8: "inadequate to make a stealth check": soft cover alone does not let a creature hide; concealment beside it does.
- C11: "half damage on a successful save attack, and no damage on a failed save attack" speaks of the effect's success
  and failure, so: half on a failed save, none on a made one. "Full cover provides +10 on stealth" is improved cover.
- C13 is said once: concealment by what stands between, by light that touches the target, or of the creature itself.
"""

from __future__ import annotations

from coign.protocol import Blocked, Choice, Flat, Forbid, MissChance, Note, SaveDamage
from coign.rules import D20, Case, Rule, Ruleset
from coign.rules import conditions as is_
from coign.rules.case import EPSILON
from coign.rulesets.partial_advantage import ATTACKS, MEASURED_BY, MEASURING

CONCEALMENT, TOTAL_CONCEALMENT = 20, 50  # percent


# --- higher ground ----------------------------------------------------------------------------------------------------


def higher_ground(case: Case) -> str | None:
    fact = case.facts.elevation
    needed = fact.target_height / 2 or case.feet(2.5)
    mounted = fact.steed_back is not None and fact.steed_back > fact.attacker
    difference = (fact.steed_back or 0.0) - fact.target if mounted else fact.difference
    if difference < needed - EPSILON:
        return None
    above = f"{case.length(difference)} above" + (" on your mount's back" if mounted else "")
    return f"{above}, needs {case.length(needed)}: half the height of the target's space"


def height_assumed(case: Case) -> str | None:
    return None if case.facts.elevation.target_height else "height of the target's space: unknown, taken as 5 ft"


# fmt: off
POSITION = (
    Rule(id="C1", modifier="high-ground", title="Attacking From Higher Ground", occasions=ATTACKS,
         when=higher_ground, gives=Flat(1, "attack"), figure="elevation", assumes=height_assumed),
    Rule(id="C17", modifier="flanking", title="Flanking", occasions=ATTACKS, attack="melee",
         when=is_.flanked, gives=Flat(2, "attack"), figure="flanking"),
)
# fmt: on


# --- cover ------------------------------------------------------------------------------------------------------------


def cover_from_afar(case: Case) -> str | None:
    return None if case.facts.cover.adjacent_melee else is_.covered("cover")(case)


def cover_at_arms_length(case: Case) -> str | None:
    return is_.covered("cover")(case) if case.facts.cover.adjacent_melee else None


def behind_cover(case: Case) -> str | None:
    """Cover that keeps a creature from being threatened; soft cover does not."""
    return is_.covered("cover", "improved")(case)


def soft_cover_only(case: Case) -> str | None:
    if case.facts.cover.degree != "soft" or is_.obscured(case) is not None:
        return None
    return "creatures in the way are no place to hide"


# fmt: off
COVER = (
    Rule(id="C10", modifier="total-cover", title="Total Cover", occasions=(*ATTACKS, "save"),
         when=is_.covered("total"), gives=Blocked(), figure="cover"),
    Rule(id="C2", modifier="cover", title="Cover", occasions=ATTACKS,
         when=cover_from_afar, gives=Flat(4, "ac"), figure="cover", group="cover"),
    Rule(id="C3", modifier="cover", title="Cover", occasions=ATTACKS, attack="melee",
         when=cover_at_arms_length, gives=Flat(4, "ac"), figure="cover", group="cover"),
    Rule(id="C6", modifier="cover-not-threatened", title="Cover and Attacks of Opportunity",
         occasions=("opportunity",),
         when=behind_cover, gives=Forbid("opportunity-attack"), figure="cover"),
    Rule(id="C7", modifier="cover", title="Cover and Reflex Saves", occasions=("save",),
         when=is_.both(is_.dexterity_save, is_.covered("cover")), gives=Flat(2, "save"), figure="cover", group="cover",
         assumes=is_.dexterity_assumed),
    Rule(id="C8", modifier="soft-cover", title="Soft Cover", occasions=ATTACKS,
         when=is_.covered("soft"), gives=Flat(2, "ac"), figure="cover", group="cover"),
    Rule(id="C8", modifier="soft-cover", title="Soft Cover", occasions=("save",),
         when=is_.both(is_.dexterity_save, is_.covered("soft")), gives=Flat(1, "save"), figure="cover", group="cover",
         assumes=is_.dexterity_assumed),
    Rule(id="C8", modifier="soft-cover", title="Soft Cover", occasions=("stealth",),
         when=soft_cover_only, gives=Forbid("hide"), figure="cover"),
    Rule(id="C11", modifier="improved-cover", title="Improved Cover", occasions=ATTACKS,
         when=is_.covered("improved"), gives=Flat(8, "ac"), figure="cover", group="cover"),
    Rule(id="C11", modifier="improved-cover", title="Improved Cover", occasions=("save",),
         when=is_.both(is_.dexterity_save, is_.covered("improved")), gives=Flat(4, "save"), figure="cover",
         group="cover", assumes=is_.dexterity_assumed, save_damage=SaveDamage(failed=0.5, made=0.0)),
    Rule(id="C11", modifier="improved-cover", title="Improved Cover", occasions=("stealth",),
         when=is_.covered("improved"), gives=Flat(10, "stealth"), figure="cover"),
)
# fmt: on


# --- concealment ------------------------------------------------------------------------------------------------------


def concealed(case: Case) -> str | None:
    """By light or an area that touches the target or a line to it, for one who sees it all the same."""
    fact = case.facts.obscurement
    if not fact.sight or (fact.touched == "none" and fact.level == "none") or _pierces(case):
        return None
    return f"it is in, or behind, what obscures it ({', '.join(fact.because)})" if fact.because else "it is obscured"


def conceals_itself(case: Case) -> str | None:
    own = case.target.coign.miss
    if not own or not case.facts.obscurement.sight or _pierces(case) or _by_blindsight(case):
        return None
    return f"the creature itself has a miss chance of {own:g} %"


def own_miss_chance(case: Case) -> MissChance:
    return MissChance(round(case.target.coign.miss or 0))


def wholly_concealed(case: Case) -> str | None:
    fact = case.facts
    if fact.obscurement.sight or not fact.cover.effect or _pierces(case):
        return None
    return is_.unseen_target(case)


def felt_not_seen(case: Case) -> str | None:
    """C16: blindsense finds the square and helps no further."""
    reach = case.actor.coign.senses.blindsense
    if not reach or wholly_concealed(case) is None or case.facts.range.distance > reach + EPSILON:
        return None
    return f"blindsense reaches {case.length(reach)}"


def _pierces(case: Case) -> bool:
    return "concealment" in case.actor.coign.ignores


def _by_blindsight(case: Case) -> bool:
    """C16: in its range blindsight ignores concealment; by light and areas the measurement has seen to it."""
    reach = case.actor.coign.senses.blindsight
    return bool(reach) and case.facts.cover.effect and case.facts.range.distance <= (reach or 0.0) + EPSILON


# fmt: off
CONCEALED = (
    Rule(id="C13", modifier="concealment", title="Concealment", occasions=ATTACKS,
         when=concealed, gives=MissChance(CONCEALMENT), figure="obscurement"),
    Rule(id="C13", modifier="own-concealment", title="Concealment", occasions=ATTACKS,
         when=conceals_itself, gives=own_miss_chance, figure="obscurement"),
    Rule(id="C14", modifier="total-concealment", title="Total Concealment", occasions=ATTACKS,
         when=wholly_concealed, gives=MissChance(TOTAL_CONCEALMENT), figure="obscurement"),
    Rule(id="C14", modifier="attack-a-square", title="Total Concealment", occasions=ATTACKS,
         when=wholly_concealed,
         gives=Note("no direct attack: a square is attacked, and the miss chance is that of the right square"),
         figure="obscurement"),
    Rule(id="C15", modifier="unseen-not-threatened", title="Total Concealment", occasions=("opportunity",),
         when=wholly_concealed, gives=Forbid("opportunity-attack"), figure="obscurement"),
    Rule(id="C16", modifier="blindsense", title="Ignoring Concealment", occasions=ATTACKS,
         when=felt_not_seen, gives=Note("blindsense finds its square; the miss chance stays"), figure="obscurement"),
)
# fmt: on

COMBAT_MODIFIERS = Ruleset(
    id="combat-modifiers",
    title="Combat Modifiers",
    family="d20",
    source="Combat Modifiers (d20 v3.5, first-edition Pathfinder)",
    law=D20,
    rules=(*POSITION, *COVER, *CONCEALED),
    options=(
        Choice(
            name="obstacle-rule",
            default="low",
            values=("low", "all"),
            help="Whether height and nearness to an obstacle (C4, C5) matter for low walls only or for all.",
        ),
        *MEASURING,
    ),
    conventions={"cover": "d20", "degrees": "d20", "flanking": "opposite", "senses": "d20"},
    measured_by={"obstacle-rule": "obstacle_rule", **MEASURED_BY},
    degrees=("none", "soft", "cover", "improved", "total"),
    supersedes=("core-total-cover", "core-cover"),  # Combat Facing's, which stand where it is used alone
    cover_ac={"soft": 2, "cover": 4, "improved": 8},
)
