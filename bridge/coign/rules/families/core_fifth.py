"""The core rules of fifth edition that both printings share, as passages and rules; figures by the printing.

Sources: System Reference Document 5.1 and 5.2.1, both under CC BY 4.0 (see NOTICE.md). The words are ours.
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Disadvantage, Flat, Forbid, Permit
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules import traits, water
from coign.rules.book import book
from coign.rules.case import CLOSE, Case
from coign.rules.options import COVER_OPTIONS, MEASURED_BY_COVER_OPTIONS
from coign.rules.phrases import fixed, noted
from coign.rules.rule import ATTACKS, Rule, When
from coign.util.names import names_creature

CORE = book(__file__)
HALF, THREE_QUARTERS = 2, 5  # to armour class and Dexterity saves
COVER_AC = {"half": HALF, "three-quarters": THREE_QUARTERS}
MEASURED_BY = {**CORE.measured_by, **MEASURED_BY_COVER_OPTIONS}
OPTIONS = (*CORE.options, *COVER_OPTIONS)
CRITICAL = fixed("critical-near", "a hit is a critical hit")
FAILS = fixed("save-fails", "the save fails")
SAVES_WORSE = Disadvantage("save")
WITH, AGAINST = Advantage("attack"), Disadvantage("attack")
NOBODY_BESIDE = fixed("nobody-beside", "no advantage, and nobody who helps is beside the target")
TOO_NEAR = fixed("too-near-for-a-lance", "a lance within 5 ft")
HAS_ADVANTAGE = fixed("has-advantage", "the roll has advantage")
HAS_DISADVANTAGE = fixed("has-disadvantage", "the roll has disadvantage")
COMPANY_FOR = frozenset({"pack-tactics", "sneak-attack"})  # features that ask who is beside the target


def core_rules(letter: str, edition: str, document: str) -> tuple[Rule, ...]:
    """Make the core rules of one printing.

    Args:
        letter: How the ids of the rules begin: "G", "H".
        edition: The printing, as `coign.rules.ignoring` names it.
        document: The document that the rules are in, for their texts.
    """
    of = by.always(edition)
    groups = ("conditions", "coign")
    checks_worse = traits.attackers(edition, "checks-disadvantage")

    text = book(__file__, document, letter=letter)
    grappled = text["grappled"].on_attack(traits.held_by_another(edition), AGAINST, option=groups)
    return (
        *((grappled,) if edition == "fifth-2024" else ()),
        text["total-cover"].on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
        text["out-of-range"].on_attack(is_.either(by.out_of_range, beyond_its_one_range), Blocked(), attack="ranged"),
        text["unseen-target"].on_attack(by.unless_ignored("unseen-target", of, by.unseen_or_hidden_target), AGAINST),
        text["unseen-attacker"].on_attack(by.unless_ignored("unseen-attacker", of, by.unseen_or_hidden_attacker), WITH),
        text["long-range"].on_attack(
            by.unless_ignored("long-range", of, by.beyond_normal_range), AGAINST, attack="ranged"
        ),
        text["foe-beside"].on_attack(by.unless_ignored("foe-beside", of, by.foe_beside), AGAINST, attack="ranged"),
        text["not-threatened"].on(("opportunity",), is_.not_threatened, Forbid("opportunity-attack")),
        text["unseen-not-threatened"].on(("opportunity",), by.unseen_or_hidden_target, Forbid("opportunity-attack")),
        text["pack-tactics"].on_attack(pack_tactics(edition), WITH),
        *(
            text["sneak-attack"].on_attack(when, gives("sneak-attack"), after=label)
            for when, gives, labels in SNEAK_ATTACKS[edition]
            for label in labels
        ),
        text["underwater-range"].on_attack(water.out_of_range_under_water, Blocked(), attack="ranged"),
        text["underwater"].on_attack(water.hindered_in_melee(edition), AGAINST, attack="melee"),
        text["underwater"].on_attack(water.hindered_at_range(edition), AGAINST, attack="ranged"),
        text["attacker-condition"].on_attack(traits.attackers(edition, "disadvantage"), AGAINST, option=groups),
        text["target-condition"].on_attack(traits.targets(edition, "attacked-with-advantage"), WITH, option=groups),
        text["target-condition"].on_attack(seen(traits.targets(edition, "outlined")), WITH, option=groups),
        text["blurred"].on_attack(traits.blurred(edition), AGAINST, option=groups),
        *((text["lance"].on_attack(too_near_for_a_lance, AGAINST, attack="melee"),) if edition == "fifth-2014" else ()),
        text["critical-near"].on_attack(traits.hit_critically(edition), noted(CRITICAL), option=groups),
        text["dodge"].on_attack(traits.dodged(edition), AGAINST, option=groups),
        text["attacker-prone"].on_attack(by.attacker_lies, AGAINST),
        text["target-prone"].on_attack(by.target_lies_near, WITH),
        text["target-prone"].on_attack(by.target_lies_far, AGAINST),
        text["saver-condition"].on_save(traits.targets(edition, "dexterity-disadvantage"), SAVES_WORSE, option=groups),
        text["saver-condition"].on(
            ("save",), traits.targets(edition, "saves-disadvantage"), SAVES_WORSE, option=groups
        ),
        text["saver-condition"].on(
            ("save",),
            is_.both(is_.save_with("str", "dex"), traits.targets(edition, "strength-dexterity-fail")),
            noted(FAILS),
            assumes=is_.dexterity_assumed,
            option=groups,
        ),
        text["saver-dodges"].on_save(traits.dodges_effect(edition), Advantage("save"), option=groups),
        text["checker-condition"].on(("perception",), checks_worse, Disadvantage("perception"), option=groups),
        text["checker-condition"].on(("stealth",), checks_worse, Disadvantage("stealth"), option=groups),
        text["checker-condition"].on(("check",), checks_worse, Disadvantage("check"), option=groups),
        text["heavily-obscured"].on(("perception",), by.to_the_eye(is_.unseen_target), noted(by.SIGHT_FAILS)),
        text["lightly-obscured"].on(
            ("perception",),
            by.unless_ignored("lightly", of, by.to_the_eye(by.obscured_to("lightly"))),
            Disadvantage("perception"),
        ),
        text["half-cover"].on_attack(by.covered(of, "half"), Flat(HALF, "ac")),
        text["half-cover"].on_save(by.covered(of, "half"), Flat(HALF, "save")),
        text["three-quarters-cover"].on_attack(by.covered(of, "three-quarters"), Flat(THREE_QUARTERS, "ac")),
        text["three-quarters-cover"].on_save(by.covered(of, "three-quarters"), Flat(THREE_QUARTERS, "save")),
    )


# --- states and weapons -----------------------------------------------------------------------------------------------


def seen(condition: When) -> When:
    """Limit a condition to attackers who see the target."""
    return lambda case: None if by.unseen_or_hidden_target(case) is not None else condition(case)


def too_near_for_a_lance(case: Case) -> str | None:
    """The attack is made with a lance, within 5 feet."""
    lance = case.ability("lance") or names_creature(("lance",), case.request.attack.name)
    return TOO_NEAR if lance and case.within(CLOSE) else None


# --- range ------------------------------------------------------------------------------------------------------------


def beyond_its_one_range(case: Case) -> str | None:
    """The target is beyond the range of an attack that has only one."""
    fact, ranged = case.facts.range, case.request.attack.range
    if ranged is None or ranged.long is not None or fact.in_short_range is not False:
        return None
    return by.BEYOND_LONG(distance=case.length(fact.distance), range=case.length(ranged.normal or 0.0))


# --- others beside the target -----------------------------------------------------------------------------------------


def pack_tactics(edition: str) -> When:
    """A condition: the attacker has Pack Tactics, and a friend who is able to act is beside the target."""

    def when(case: Case) -> str | None:
        company = case.facts.range.company
        if company is None or not company.friends_beside or not any(traits.having(case.actor, edition, "pack-tactics")):
            return None
        return is_.BESIDE_IT(who=case.name(company.friends_beside[0], by.A_FRIEND))

    return when


def sneaks(condition: When) -> When:
    """Limit a condition to attacks that may be sneak attacks."""
    return lambda case: condition(case) if case.ability("sneak-attack") else None


def distracted(friends: bool) -> When:
    """A condition: another enemy of the target, or a friend of the attacker's, is beside it and able to act."""

    def when(case: Case) -> str | None:
        company = case.facts.range.company
        neighbours = () if company is None else company.friends_beside if friends else company.beside_target
        return is_.BESIDE_IT(who=case.name(neighbours[0], is_.ANOTHER_ENEMY)) if neighbours else None

    return when


def _sneak_attacks(friends: bool) -> tuple[tuple[When, type[Permit | Forbid], tuple[str, ...]], ...]:
    """Return when a roll by its label may, and may not, be a sneak attack. Partial advantage has a rule of its own."""
    helped = distracted(friends)
    return (
        (sneaks(lambda case: HAS_ADVANTAGE), Permit, ("advantage",)),
        (sneaks(lambda case: HAS_DISADVANTAGE), Forbid, ("disadvantage",)),
        (sneaks(helped), Permit, WITHOUT_EITHER),
        (sneaks(lambda case: NOBODY_BESIDE if helped(case) is None else None), Forbid, WITHOUT_EITHER),
    )


WITHOUT_EITHER = ("plain", "partial disadvantage")
SNEAK_ATTACKS = {"fifth-2014": _sneak_attacks(friends=False), "fifth-2024": _sneak_attacks(friends=True)}
