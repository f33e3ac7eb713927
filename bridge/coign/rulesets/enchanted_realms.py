"""Enchanted Realms, Complete Rules: Advantage. The rules that both editions share live here.

Source: Enchanted Realms Rulebook, Complete Rules, "Advantage". E13 and E14, how advantages stack and cancel, and E3 to
E5 in combat are the law (`coign.rules.pool`, `coign.rules.combat`); here are the numbers of this edition.

The text names "superior position or tactical dominance", terrain, magic and the round before, and measures none of
them. Mapped to facts, each with a switch: higher ground and flanking as Partial Advantage measures them, a foe slowed
by terrain, an attack from behind (off: it needs facing); against one, cover short of total or obscurement, and being
slowed oneself (off). Anything else is the GM's word. Total cover bars the attack. Reactions, stealth and spells have no
row of their own in this edition and are rolled as checks.
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Choice, Disadvantage
from coign.rules import Case, Edition, Event, Rule, Ruleset, law
from coign.rules import conditions as is_
from coign.rules.combat import Combat
from coign.rulesets.partial_advantage import (
    ATTACKS,
    FLANKING_CORNERS,
    MEASURED_BY,
    MEASURING,
    flanking,
    high_ground_melee,
    high_ground_ranged,
)


def from_behind(case: Case) -> str | None:
    return "you stand in the target's rear area" if case.facts.facing.target_arc == "rear" else None


# fmt: off
TACTICS = (
    Rule(id="E-total", modifier="total-cover", title="Total Cover", occasions=(*ATTACKS, "save"),
         when=is_.covered("total"), gives=Blocked(), figure="cover"),
    Rule(id="E1", modifier="high-ground", title="Higher Ground", occasions=ATTACKS, attack="ranged",
         option=("high-ground", True),
         when=high_ground_ranged, gives=Advantage("attack"), figure="elevation"),
    Rule(id="E1", modifier="high-ground", title="Higher Ground", occasions=ATTACKS, attack="melee",
         option=("high-ground", True),
         when=high_ground_melee, gives=Advantage("attack"), figure="elevation"),
    Rule(id="E1", modifier="flanking", title="Flanking", occasions=ATTACKS, option=("flanking", True),
         when=flanking, gives=Advantage("attack"), figure="flanking"),
    Rule(id="E1", modifier="rear-arc", title="Attack from Behind", occasions=ATTACKS, option=("rear-arc", True),
         when=from_behind, gives=Advantage("attack"), figure="facing"),
    Rule(id="E1", modifier="target-difficult", title="Target in Difficult Terrain", occasions=ATTACKS,
         option=("target-difficult", True),
         when=is_.target_difficult, gives=Advantage("attack"), figure="terrain"),
    Rule(id="E2", modifier="target-covered", title="Target Behind Cover", occasions=ATTACKS,
         option=("target-covered", True),
         when=is_.covered("half", "three-quarters", "soft", "cover", "improved"), gives=Disadvantage("attack"),
         figure="cover"),
    Rule(id="E2", modifier="target-obscured", title="Target Obscured", occasions=ATTACKS,
         option=("target-covered", True),
         when=is_.obscured, gives=Disadvantage("attack"), figure="obscurement"),
    Rule(id="E2", modifier="attacker-difficult", title="Attacker in Difficult Terrain", occasions=ATTACKS,
         option=("attacker-difficult", True),
         when=is_.actor_difficult, gives=Disadvantage("attack"), figure="terrain"),
)
# fmt: on

OPTIONS = (
    Choice(name="high-ground", default=True, help="Attacking from higher ground gives advantage."),
    Choice(name="flanking", default=True, help="Flanking gives advantage."),
    Choice(name="rear-arc", default=False, help="Attacking from behind gives advantage; needs facing."),
    Choice(name="target-difficult", default=True, help="A target slowed by terrain gives advantage."),
    Choice(name="target-covered", default=True, help="A target behind cover, or obscured, gives disadvantage."),
    Choice(name="attacker-difficult", default=False, help="Attacking from difficult terrain gives disadvantage."),
    FLANKING_CORNERS,
    *MEASURING,
)

BETTER_OR_WORSE = Event(two="1d20")  # E6
COMPETITION = Event(two="1d12")  # E7


def edition(*, id: str, title: str, source: str, numbers: Edition, excludes: str) -> Ruleset:
    """One edition: the shared rules with its own numbers."""
    return Ruleset(
        id=id,
        title=title,
        family="enchanted-realms",
        source=source,
        law=law(numbers),
        rules=TACTICS,
        options=OPTIONS,
        conventions={"flanking": "edge"},
        measured_by={"flanking-corners": "corners", **MEASURED_BY},
        excludes=(excludes,),
        degrees=("none", "half", "three-quarters", "total"),
    )


ENCHANTED_REALMS = edition(
    id="enchanted-realms",
    title="Enchanted Realms: Advantage",
    source='Enchanted Realms Rulebook, Complete Rules, "Advantage"',
    numbers=Edition(
        combat=Combat(damage="1d3"),
        events={"check": BETTER_OR_WORSE, "save": BETTER_OR_WORSE, "competition": COMPETITION},
    ),
    excludes="coign-of-vantage",
)
