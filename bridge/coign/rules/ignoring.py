"""Feats, spells and weapons that ignore cover, concealment or another hindrance: a table, and how its rows apply.

A row counts for an attack or save if the attack, one of its abilities, or a feat of the creature has its name. What a
token or an attack brings by itself (`ignores`) counts beside the table. The module reads these names from sheets and
rolls: `foundry-module/scripts/systems/ignoring-names.mjs` is made from this table. The words are degrees of cover and
these:

    concealment, total-concealment    the miss chance, and that of what cannot be seen at all
    rerolled                          a miss by chance is rolled once
    concealed, hidden                 Pathfinder 2: no flat check
    lessened, keen                    Pathfinder 2: flat checks of 5 instead of 11; of 9 and 3 instead of 11 and 5
    long-range                        disadvantage beyond the normal range
    second-increment, third-increment, fifth-increment
                                      the penalties up to that range increment
    far-shot                          half of every range penalty
    foe-beside                        disadvantage next to an enemy
    into-melee                        the penalty for shooting into a melee
    unseen-target                     disadvantage against a target that the attacker cannot see
    unseen-attacker, flanking         what an attacker gains against the creature that has the row
    lightly                           dim light and the like, for checks that rely on sight

>>> [row.source for row in TABLE if row.name == "sacred-flame"]
['System Reference Document 5.1, Sacred Flame', 'System Reference Document 5.2.1, Sacred Flame']
"""

from __future__ import annotations

from typing import Literal

import msgspec

from coign.rules.case import EPSILON, Case, Creature
from coign.util.names import names_creature

Edition = Literal["fifth-2014", "fifth-2024", "v3.5", "pathfinder-1", "pathfinder-2"]
Kind = Literal["any", "ranged", "ranged-weapon", "ranged-spell", "melee", "spell", "save", "perception"]
Where = Literal["feat", "ability", "attack", "gear"]


class Ignoring(msgspec.Struct, frozen=True):
    """One row: a name, its rules and their source, and what the attack ignores because of it.

    Attributes:
        where: `feat`: its holder always; `ability`: attacks made with it; `attack`: the name of a weapon or spell;
            `gear`: while it is in use.
        only: The attacks that it is about.
        holder: Whose it is: the attacker's, or that of the creature that is attacked.
        within: In feet; farther off it does nothing.
        weapon: A word that the attack's name has, such as "crossbow".
    """

    name: str
    edition: Edition
    source: str
    where: Where
    only: Kind
    ignores: tuple[str, ...]
    holder: Literal["actor", "target"] = "actor"
    within: float | None = None
    weapon: str = ""


PARTIAL = ("half", "three-quarters")
D20_COVER = ("soft", "partial", "cover", "improved")
PF2_COVER = ("lesser", "standard", "greater")

PHB14 = "Player's Handbook (2014)"
PHB24 = "Player's Handbook (2024)"
SRD51 = "System Reference Document 5.1"
SRD52 = "System Reference Document 5.2.1"
SRD35 = "System Reference Document 3.5"
CRB, APG, BESTIARY = "Pathfinder Core Rulebook", "Advanced Player's Guide", "Pathfinder Bestiary"
PC1, PC2 = "Pathfinder Player Core", "Pathfinder Player Core 2"
CRB2, APG2 = "Pathfinder Core Rulebook (second edition)", "Advanced Player's Guide (second edition)"

FIFTH_2014 = (
    Ignoring("sharpshooter", "fifth-2014", f"{PHB14}, Sharpshooter", "feat", "ranged-weapon", (*PARTIAL, "long-range")),
    Ignoring("spell-sniper", "fifth-2014", f"{PHB14}, Spell Sniper", "feat", "ranged-spell", PARTIAL),
    Ignoring("crossbow-expert", "fifth-2014", f"{PHB14}, Crossbow Expert", "feat", "ranged", ("foe-beside",)),
    Ignoring("gunner", "fifth-2014", "Tasha's Cauldron of Everything, Gunner", "feat", "ranged", ("foe-beside",)),
    Ignoring("alert", "fifth-2014", f"{PHB14}, Alert", "feat", "any", ("unseen-attacker",), holder="target"),
    Ignoring("skulker", "fifth-2014", f"{PHB14}, Skulker", "feat", "perception", ("lightly",)),
    Ignoring("feral-senses", "fifth-2014", f"{PHB14}, Ranger, Feral Senses", "feat", "any", ("unseen-target",)),
    Ignoring(
        "close-quarters-shooter",
        "fifth-2014",
        "Unearthed Arcana: Light, Dark, Underdark!, Close Quarters Shooter",
        "feat",
        "ranged",
        (*PARTIAL, "foe-beside"),
        within=30.0,
    ),
    Ignoring("sacred-flame", "fifth-2014", f"{SRD51}, Sacred Flame", "attack", "save", PARTIAL),
    Ignoring("seeking-arrow", "fifth-2014", "Xanathar's Guide to Everything, Seeking Arrow", "ability", "any", PARTIAL),
    Ignoring("seeking-arrow", "fifth-2014", "Xanathar's Guide to Everything, Seeking Arrow", "attack", "save", PARTIAL),
    Ignoring(
        "enhanced-arcane-focus",
        "fifth-2014",
        "Tasha's Cauldron of Everything, Enhanced Arcane Focus",
        "gear",
        "spell",
        ("half",),
    ),
    Ignoring("wand-of-the-war-mage", "fifth-2014", f"{SRD51}, Wand of the War Mage", "gear", "spell", ("half",)),
    Ignoring("sworn-enemy", "fifth-2014", f"{SRD51}, Oathbow", "ability", "ranged", (*PARTIAL, "long-range")),
    Ignoring(
        "gunslinger",
        "fifth-2014",
        "Waterdeep: Dragon Heist, Drow Gunslinger",
        "feat",
        "ranged",
        (*PARTIAL, "long-range", "foe-beside"),
        weapon="pistol",
    ),
)
FIFTH_2024 = (
    Ignoring(
        "sharpshooter",
        "fifth-2024",
        f"{PHB24}, Sharpshooter",
        "feat",
        "ranged-weapon",
        (*PARTIAL, "long-range", "foe-beside"),
    ),
    Ignoring("spell-sniper", "fifth-2024", f"{PHB24}, Spell Sniper", "feat", "spell", (*PARTIAL, "foe-beside")),
    Ignoring(
        "crossbow-expert",
        "fifth-2024",
        f"{PHB24}, Crossbow Expert",
        "feat",
        "ranged",
        ("foe-beside",),
        weapon="crossbow",
    ),
    Ignoring("sacred-flame", "fifth-2024", f"{SRD52}, Sacred Flame", "attack", "save", PARTIAL),
    Ignoring("wand-of-the-war-mage", "fifth-2024", f"{SRD52}, Wand of the War Mage", "gear", "spell", ("half",)),
    Ignoring("sworn-enemy", "fifth-2024", f"{SRD52}, Oathbow", "ability", "ranged", (*PARTIAL, "long-range")),
)
V35 = (
    Ignoring("precise-shot", "v3.5", f"{SRD35}, Precise Shot", "feat", "ranged", ("into-melee",)),
    Ignoring(
        "improved-precise-shot",
        "v3.5",
        f"{SRD35}, Improved Precise Shot",
        "feat",
        "ranged",
        (*D20_COVER, "concealment"),
    ),
    Ignoring("seeking", "v3.5", f"{SRD35}, Seeking", "attack", "ranged", ("concealment", "total-concealment")),
    Ignoring("seeker-arrow", "v3.5", f"{SRD35}, Arcane Archer", "ability", "ranged", (*D20_COVER, "concealment")),
    Ignoring("phase-arrow", "v3.5", f"{SRD35}, Arcane Archer", "ability", "ranged", (*D20_COVER, "concealment")),
    Ignoring("true-strike", "v3.5", f"{SRD35}, True Strike", "ability", "any", ("concealment", "total-concealment")),
    Ignoring("blind-fight", "v3.5", f"{SRD35}, Blind-Fight", "feat", "melee", ("unseen-attacker",), holder="target"),
    Ignoring("blind-fight", "v3.5", f"{SRD35}, Blind-Fight", "feat", "melee", ("rerolled",)),
    Ignoring(
        "improved-uncanny-dodge",
        "v3.5",
        f"{SRD35}, Improved Uncanny Dodge",
        "feat",
        "any",
        ("flanking",),
        holder="target",
    ),
)
PATHFINDER_1 = (
    Ignoring("precise-shot", "pathfinder-1", f"{CRB}, Precise Shot", "feat", "ranged", ("into-melee",)),
    Ignoring(
        "improved-precise-shot",
        "pathfinder-1",
        f"{CRB}, Improved Precise Shot",
        "feat",
        "ranged",
        (*D20_COVER, "concealment"),
    ),
    Ignoring("far-shot", "pathfinder-1", f"{CRB}, Far Shot", "feat", "ranged", ("far-shot",)),
    Ignoring("seeking", "pathfinder-1", f"{CRB}, Seeking", "attack", "ranged", ("concealment", "total-concealment")),
    Ignoring("seeker-arrow", "pathfinder-1", f"{CRB}, Arcane Archer", "ability", "ranged", (*D20_COVER, "concealment")),
    Ignoring("phase-arrow", "pathfinder-1", f"{CRB}, Arcane Archer", "ability", "ranged", (*D20_COVER, "concealment")),
    Ignoring(
        "true-strike", "pathfinder-1", f"{CRB}, True Strike", "ability", "any", ("concealment", "total-concealment")
    ),
    Ignoring(
        "blind-fight", "pathfinder-1", f"{CRB}, Blind-Fight", "feat", "melee", ("unseen-attacker",), holder="target"
    ),
    Ignoring("blind-fight", "pathfinder-1", f"{CRB}, Blind-Fight", "feat", "melee", ("rerolled",)),
    Ignoring("improved-blind-fight", "pathfinder-1", f"{APG}, Improved Blind-Fight", "feat", "melee", ("concealment",)),
    Ignoring(
        "greater-blind-fight",
        "pathfinder-1",
        f"{APG}, Greater Blind-Fight",
        "feat",
        "melee",
        ("concealment", "lessened"),
    ),
    Ignoring("trick-shot", "pathfinder-1", f"{APG}, Zen Archer", "ability", "ranged", ("concealment",)),
    Ignoring(
        "improved-uncanny-dodge",
        "pathfinder-1",
        f"{CRB}, Improved Uncanny Dodge",
        "feat",
        "any",
        ("flanking",),
        holder="target",
    ),
    Ignoring(
        "all-around-vision",
        "pathfinder-1",
        f"{BESTIARY}, All-Around Vision",
        "feat",
        "any",
        ("flanking",),
        holder="target",
    ),
)
PATHFINDER_2 = (
    Ignoring("sure-strike", "pathfinder-2", f"{PC1}, Sure Strike", "ability", "any", ("concealed", "hidden")),
    Ignoring("true-strike", "pathfinder-2", f"{CRB2}, True Strike", "ability", "any", ("concealed", "hidden")),
    Ignoring("hunt-prey", "pathfinder-2", f"{PC1}, Hunt Prey", "ability", "ranged", ("second-increment",)),
    Ignoring("masterful-hunter", "pathfinder-2", f"{PC1}, Masterful Hunter", "ability", "ranged", ("third-increment",)),
    Ignoring("legendary-shot", "pathfinder-2", f"{PC1}, Legendary Shot", "ability", "ranged", ("fifth-increment",)),
    Ignoring("hunters-aim", "pathfinder-2", f"{PC1}, Hunter's Aim", "ability", "ranged", ("concealed", "lesser")),
    Ignoring("penetrating-shot", "pathfinder-2", f"{PC1}, Penetrating Shot", "ability", "ranged", ("lesser",)),
    Ignoring(
        "targeting-shot", "pathfinder-2", f"{PC1}, Targeting Shot", "ability", "ranged", ("concealed", *PF2_COVER)
    ),
    Ignoring("blind-fight", "pathfinder-2", f"{PC1}, Blind-Fight", "feat", "any", ("concealed", "lessened")),
    Ignoring(
        "blind-fight",
        "pathfinder-2",
        f"{PC1}, Blind-Fight",
        "feat",
        "any",
        ("unseen-attacker",),
        holder="target",
    ),
    Ignoring("keen-eyes", "pathfinder-2", f"{PC1}, Halfling, Keen Eyes", "feat", "any", ("keen",)),
    Ignoring("incredible-aim", "pathfinder-2", f"{PC1}, Incredible Aim", "ability", "ranged", ("concealed",)),
    Ignoring("snipers-aim", "pathfinder-2", "Guns & Gears, Sniper's Aim", "ability", "ranged", ("concealed",)),
    Ignoring("archers-aim", "pathfinder-2", f"{PC2}, Archer's Aim", "ability", "ranged", ("concealed", "lessened")),
    Ignoring("homing-shot", "pathfinder-2", f"{PC2}, Homing Shot", "ability", "ranged", ("concealed", *PF2_COVER)),
    Ignoring("seeker-arrow", "pathfinder-2", f"{APG2}, Seeker Arrow", "ability", "ranged", ("concealed", *PF2_COVER)),
    Ignoring(
        "phase-arrow",
        "pathfinder-2",
        f"{APG2}, Phase Arrow",
        "ability",
        "ranged",
        ("concealed", "hidden", *PF2_COVER),
    ),
    Ignoring(
        "all-around-vision",
        "pathfinder-2",
        "Pathfinder Monster Core, All-Around Vision",
        "feat",
        "any",
        ("flanking",),
        holder="target",
    ),
)
TABLE: tuple[Ignoring, ...] = (*FIFTH_2014, *FIFTH_2024, *V35, *PATHFINDER_1, *PATHFINDER_2)
_BY_EDITION = {
    "fifth-2014": FIFTH_2014,
    "fifth-2024": FIFTH_2024,
    "v3.5": V35,
    "pathfinder-1": PATHFINDER_1,
    "pathfinder-2": PATHFINDER_2,
}


def ignored(case: Case, edition: str) -> frozenset[str]:
    """Return the words for all that this attack, save or check ignores by the rules of an edition."""
    own = case.request.attack.ignores + case.actor.coign.ignores
    return frozenset(own).union(*(row.ignores for row in _BY_EDITION[edition] if _counts(row, case)))


def _counts(row: Ignoring, case: Case) -> bool:
    holder = case.actor if row.holder == "actor" else case.target
    if not _is_about(row.only, case) or not _is_named(row, case, holder):
        return False
    if row.within is not None and case.facts.range.distance > case.feet(row.within) + EPSILON:
        return False
    return not row.weapon or names_creature((row.weapon,), case.request.attack.name)


def _is_named(row: Ignoring, case: Case, holder: Creature) -> bool:
    """Return whether the creature, or the attack it makes, has the name of a row."""
    if row.where == "feat" and holder.feat(row.name):
        return True
    if row.holder == "target":
        return False
    if row.where == "attack":
        return names_creature((row.name.replace("-", " "),), case.request.attack.name) or case.ability(row.name)
    return case.ability(row.name)


def _is_about(only: Kind, case: Case) -> bool:
    attack, occasion = case.request.attack, case.request.occasion
    if only in ("save", "perception") or occasion in ("save", "perception"):
        return only == occasion
    match only:
        case "ranged":
            return attack.kind == "ranged"
        case "ranged-weapon":
            return attack.kind == "ranged" and not attack.spell
        case "spell":
            return attack.spell
        case "ranged-spell":
            return attack.kind == "ranged" and attack.spell
        case "melee":
            return attack.kind == "melee"
    return True
