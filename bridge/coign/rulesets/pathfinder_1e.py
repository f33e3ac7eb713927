"""Pathfinder, first edition, and d20 v3.5 as an option: the combat modifiers as the core rules print them.

Sources, Open Game Content under the Open Game License 1.0a (see NOTICE.md): Pathfinder Roleplaying Game Reference
Document, and System Reference Document 3.5, both "Combat Modifiers"; the words are ours.

>>> from coign.protocol import Company
>>> from coign.rules import example
>>> example(PATHFINDER_1E, kind="ranged", cover={"degree": "soft", "against": "creature"})
['J4 Soft Cover: +4 AC (a creature in the way)']
>>> example(PATHFINDER_1E, occasion="save", cover={"degree": "soft", "against": "creature"})
[]
>>> shot = {"kind": "ranged", "range": {"company": Company(engaged=("C",), apart=5.0)}}
>>> example(PATHFINDER_1E, **shot)
['J14 Shooting into a Melee: -4 attack (a friend is in melee with the target)']
>>> example(PATHFINDER_1E, actor={"feats": ["precise-shot"]}, **shot)
[]
>>> ogre = {"kind": "ranged", "range": {"company": Company(engaged=("C",), larger=2, apart=5.0)}}
>>> example(PATHFINDER_1E, **ogre)
['J14 Shooting into a Melee: -2 attack (a friend is in melee with the target, which is 2 sizes larger)']
>>> example(PATHFINDER_1E, options={"edition": "v3.5"}, **ogre)
['J14 Shooting into a Melee: -4 attack (a friend is in melee with the target)']
>>> example(PATHFINDER_1E, kind="ranged", range={"distance": 130.0, "increment": 3})
['J17 Range Increments: -4 attack (in range increment 3)']

Where v3.5 differs, by the option `edition`: it has no partial cover, the target's size does not lessen the penalty for
shooting into a melee, and Far Shot does not halve range penalties (it lengthens the increment, which the game system
does).

Our readings of what the text leaves open:

- Higher ground is a floor at least half the height of the target's space above it, or a steed's back higher than that.
- Partial cover is "subject to the GM's discretion": the option `partial-cover` is off at first.
- An attacker that the target cannot see, for whatever reason, has the +2 of an invisible one.
- In adjacent melee concealment needs most of the target's space in it.
"""

from __future__ import annotations

from coign.protocol import Blocked, Flat, Forbid, MissChance, SaveDamage
from coign.rules import ATTACKS, D20, Case, Passage, Ruleset
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.case import EPSILON
from coign.rules.ignoring import ignored
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS, one_of, switch
from coign.rules.phrases import Template, fixed, noted
from coign.rules.rule import When
from coign.rulesets import combat_modifiers as shared
from coign.util.names import names_creature

ID = "pathfinder-1e"
APART = 10.0  # feet between a friend and the part of the target that is aimed at
PRONE_WEAPONS = ("crossbow", "shuriken", "musket", "pistol")  # that can be used while prone

SOURCE = "Pathfinder RPG Reference Document and SRD 3.5, Combat Modifiers"


def _passage(number: int, modifier: str, title: str, text: str, figure: str | None = None) -> Passage:
    return Passage(f"J{number}", modifier, title, f"{text} ({SOURCE}).", figure)  # type: ignore[arg-type]


TOTAL_COVER = _passage(1, "total-cover", "Total Cover", "Without line of effect there is no attack", "cover")
COVER = _passage(2, "cover", "Cover", "Cover adds 4 to AC", "cover")
COVER_SAVES = _passage(3, "cover", "Cover and Reflex Saves", "Cover from its origin adds 2 to the Reflex save", "cover")
SOFT_COVER = _passage(
    4, "soft-cover", "Soft Cover", "Creatures in the way of a ranged attack add 4 to AC and nothing to saves", "cover"
)
PARTIAL_COVER = _passage(
    5, "cover", "Partial Cover", "With more than half of the target visible cover adds 2 to AC, 1 to Reflex", "cover"
)
IMPROVED_COVER = _passage(
    6,
    "improved-cover",
    "Improved Cover",
    "An arrow slit or the like adds 8 to AC, 4 to Reflex with improved evasion, and 10 to Stealth",
    "cover",
)
NOT_THREATENED = _passage(
    7,
    "cover-not-threatened",
    "Cover and Attacks of Opportunity",
    "No attack of opportunity is made against an opponent with cover",
    "cover",
)
CONCEALMENT = _passage(8, "concealment", "Concealment", "An attack has a miss chance of 20 %", "obscurement")
OWN_CONCEALMENT = _passage(
    9, "own-concealment", "Concealment", "Some effects conceal the creature itself", "obscurement"
)
TOTAL_CONCEALMENT = _passage(
    10,
    "total-concealment",
    "Total Concealment",
    "What cannot be seen cannot be attacked; in the right square the miss chance is 50 %",
    "obscurement",
)
UNSEEN_NOT_THREATENED = _passage(
    11,
    "unseen-not-threatened",
    "Total Concealment and Attacks of Opportunity",
    "No attack of opportunity is made against an opponent with total concealment",
    "obscurement",
)
HIGHER_GROUND = _passage(12, "high-ground", "Higher Ground", "On higher ground: +1 in melee, +0 ranged", "elevation")
FLANKING = _passage(13, "flanking", "Flanking", "Flanking gives +2 in melee", "flanking")
INTO_MELEE = _passage(
    14,
    "into-melee",
    "Shooting into a Melee",
    "A ranged attack on a target engaged with a friend takes -4, or -2 if the target is two sizes larger, and nothing "
    "if it is three sizes larger or the part aimed at is 10 feet from every friend",
    "range",
)
ATTACKER_PRONE = _passage(
    15, "attacker-prone", "Prone", "Prone: -4 on melee attacks, and most ranged weapons cannot be used"
)
TARGET_PRONE = _passage(16, "target-prone", "Prone Target", "A prone target has -4 AC in melee, +4 against ranged")
INCREMENTS = _passage(
    17, "range-increments", "Range Increments", "Each range increment beyond the first takes 2 from the attack", "range"
)
UNSEEN_ATTACKER = _passage(
    18,
    "unseen-attacker",
    "Invisible Attacker",
    "An attacker that the defender cannot see has +2, and the defender loses its Dexterity bonus to AC",
    "obscurement",
)

PARTLY = Template("partly-covered", "{cover}; {share} of it is in view")
MOUNT_ABOVE = Template("on-a-higher-mount", "{above} above on your mount's back")
ENGAGED_LARGER = Template("engaged-larger", "{who} is in melee with the target, which is {sizes} sizes larger")
ROLL_AGAIN = fixed("roll-chance-again", "Blind-Fight: roll a miss by the chance once more")
LOSES_DEXTERITY = fixed("loses-dexterity", "the defender loses its Dexterity bonus to AC")


# --- conditions -------------------------------------------------------------------------------------------------------


def edition(case: Case) -> str:
    """The edition in use, as `coign.rules.ignoring` names it."""
    return "v3.5" if case.option(ID, "edition") == "v3.5" else "pathfinder-1"


def partly_covered(case: Case) -> str | None:
    """The target has cover, and more than half of it is in view."""
    fact = case.facts.cover
    allowed = case.option(ID, "partial-cover") is True and edition(case) == "pathfinder-1"
    if not allowed or fact.degree != "cover" or fact.exposure <= 0.5 or not fact.lines:
        return None
    if "partial" in ignored(case, edition(case)):
        return None
    return PARTLY(cover=is_.cover_in_words(case), share=f"{fact.exposure:.0%}")


def fully_covered(case: Case) -> str | None:
    """The target has cover that is not partial."""
    return None if partly_covered(case) is not None else by.covered(edition, "cover")(case)


def concealed(case: Case) -> str | None:
    """The target is concealed; in adjacent melee most of it has to be."""
    close = case.request.attack.kind == "melee" and case.facts.range.adjacent
    if close and case.facts.obscurement.level == "none":
        return None
    return shared.concealed(case)


def higher(case: Case) -> str | None:
    """The attacker has a floor, or a steed's back, high enough above the target."""
    fact = case.facts.elevation
    needed = fact.target_height / 2 or case.feet(2.5)
    if fact.steed_back is not None and fact.steed_back - fact.target > needed + EPSILON:
        return MOUNT_ABOVE(above=case.length(fact.steed_back - fact.target))
    if not fact.standing or fact.difference < needed - EPSILON:
        return None
    return shared.ABOVE(above=case.length(fact.difference), needed=case.length(needed))


def into_melee(case: Case) -> str | None:
    """A friend fights the target hand to hand, and the shot cannot avoid them."""
    company = case.facts.range.company
    if company is None or not company.engaged or _into_melee_penalty(case) == 0:
        return None
    who = case.name(company.engaged[0], by.A_FRIEND)
    if _into_melee_penalty(case) == -2:
        return ENGAGED_LARGER(who=who, sizes=company.larger)
    return by.ENGAGED(who=who)


def into_melee_penalty(case: Case) -> Flat:
    """The penalty for shooting into a melee."""
    return Flat(_into_melee_penalty(case), "attack")


def _into_melee_penalty(case: Case) -> int:
    company = case.facts.range.company
    if company is None or (company.apart is not None and company.apart >= case.feet(APART) - EPSILON):
        return 0
    if edition(case) == "v3.5":
        return -4
    return 0 if company.larger >= 3 else -2 if company.larger == 2 else -4


def cannot_shoot_prone(case: Case) -> str | None:
    """The attacker is prone, and its weapon cannot be used while prone."""
    attack = case.request.attack
    if attack.spell or any(names_creature((weapon,), attack.name) for weapon in PRONE_WEAPONS):
        return None
    return by.attacker_lies(case)


def beyond_first_increment(case: Case) -> str | None:
    """The target is in the second range increment or farther."""
    increment = case.facts.range.increment
    return None if increment is None or increment < 2 else by.IN_INCREMENT(number=increment)


def increment_penalty(case: Case) -> Flat:
    """The penalty of the range increment: 2 for each beyond the first, or 1 with Far Shot."""
    each = 1 if "far-shot" in ignored(case, edition(case)) else 2
    return Flat(-each * ((case.facts.range.increment or 1) - 1), "attack")


def _unless(word: str, condition: When) -> When:
    return by.unless_ignored(word, edition, condition)


def _only_if(word: str, condition: When) -> When:
    def when(case: Case) -> str | None:
        return condition(case) if word in ignored(case, edition(case)) else None

    return when


WHOLLY = _unless("total-concealment", shared.wholly_concealed)
CONCEALED = _unless("concealment", concealed)
CONCEALED_ITSELF = _unless("concealment", shared.conceals_itself)


def missed_by_chance(case: Case) -> str | None:
    """Some concealment gives the attack a miss chance."""
    return WHOLLY(case) or CONCEALED(case) or CONCEALED_ITSELF(case)


# --- the rules --------------------------------------------------------------------------------------------------------

RULES = (
    TOTAL_COVER.on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
    INCREMENTS.on_attack(by.out_of_range, Blocked(), attack="ranged"),
    HIGHER_GROUND.on_attack(higher, Flat(1, "attack"), attack="melee", assumes=shared.height_assumed),
    FLANKING.on_attack(_unless("flanking", is_.flanked), Flat(2, "attack"), attack="melee"),
    UNSEEN_ATTACKER.on_attack(
        _unless("unseen-attacker", is_.unseen_attacker),
        Flat(2, "attack"),
        note=LOSES_DEXTERITY,
    ),
    INTO_MELEE.on_attack(_unless("into-melee", into_melee), into_melee_penalty, attack="ranged"),
    INCREMENTS.on_attack(beyond_first_increment, increment_penalty, attack="ranged"),
    ATTACKER_PRONE.on_attack(by.attacker_lies, Flat(-4, "attack"), attack="melee"),
    ATTACKER_PRONE.on_attack(cannot_shoot_prone, Forbid("attack"), attack="ranged"),
    TARGET_PRONE.on_attack(by.target_lies, Flat(-4, "ac"), attack="melee"),
    TARGET_PRONE.on_attack(by.target_lies, Flat(4, "ac"), attack="ranged"),
    COVER.on_attack(fully_covered, Flat(4, "ac"), group="cover"),
    COVER_SAVES.on_save(fully_covered, Flat(2, "save"), group="cover"),
    PARTIAL_COVER.on_attack(partly_covered, Flat(2, "ac"), group="cover"),
    PARTIAL_COVER.on_save(partly_covered, Flat(1, "save"), group="cover"),
    SOFT_COVER.on_attack(by.covered(edition, "soft"), Flat(4, "ac"), group="cover"),
    SOFT_COVER.on(("stealth",), shared.soft_cover_only, Forbid("hide")),
    IMPROVED_COVER.on_attack(by.covered(edition, "improved"), Flat(8, "ac"), group="cover"),
    IMPROVED_COVER.on_save(
        by.covered(edition, "improved"),
        Flat(4, "save"),
        group="cover",
        save_damage=SaveDamage(failed=0.5, made=0.0),
    ),
    IMPROVED_COVER.on(("stealth",), is_.covered("improved"), Flat(10, "stealth")),
    NOT_THREATENED.on(("opportunity",), is_.covered("cover", "improved"), Forbid("opportunity-attack")),
    CONCEALMENT.on_attack(CONCEALED, MissChance(20)),
    OWN_CONCEALMENT.on_attack(CONCEALED_ITSELF, shared.own_miss_chance),
    TOTAL_CONCEALMENT.on_attack(_unless("lessened", WHOLLY), MissChance(50), note=shared.ATTACK_A_SQUARE),
    TOTAL_CONCEALMENT.on_attack(_only_if("lessened", WHOLLY), MissChance(20), note=shared.ATTACK_A_SQUARE),
    CONCEALMENT.on_attack(_only_if("rerolled", missed_by_chance), noted(ROLL_AGAIN)),
    UNSEEN_NOT_THREATENED.on(("opportunity",), shared.wholly_concealed, Forbid("opportunity-attack")),
    TOTAL_CONCEALMENT.on_attack(shared.felt_not_seen, noted(shared.SQUARE_FOUND)),
)

OPTIONS = (
    one_of(
        "edition",
        "Edition",
        "Where the two editions differ, which of them counts.",
        {"pathfinder": "Pathfinder, first edition", "v3.5": "d20 v3.5"},
    ),
    switch(
        "partial-cover",
        "Partial cover",
        "Cover of a target more than half of which is in view (Pathfinder).",
        on="+2 AC and +1 Reflex",
        off="+4 AC and +2 Reflex, as any cover",
    ),
    *COVER_OPTIONS,
)

PATHFINDER_1E = Ruleset(
    id=ID,
    title="Pathfinder (first edition) and d20 v3.5",
    family="d20",
    source="Pathfinder RPG Reference Document, System Reference Document 3.5 (OGL 1.0a)",
    law=D20,
    rules=RULES,
    options=OPTIONS,
    conventions={
        "cover": "d20",
        "degrees": "d20",
        "flanking": "opposite",
        "senses": "d20",
        "obstacle_rule": "low",
        "company": True,
    },
    measured_by=MEASURED_BY_COVER_OPTIONS,
    excludes=("combat-modifiers",),
    supersedes=("core-total-cover", "core-cover"),
    degrees=("none", "soft", "cover", "improved", "total"),
    cover_ac={"soft": 4, "cover": 4, "improved": 8},
)
