"""The core rules of fifth edition that both printings share, as passages and rules; figures by the printing.

Sources: System Reference Document 5.1 and 5.2.1, both under CC BY 4.0 (see NOTICE.md). The words are ours.
"""

from __future__ import annotations

from coign.protocol import Advantage, Blocked, Disadvantage, Flat
from coign.rules import conditions as is_
from coign.rules import positions as by
from coign.rules.options import choice, in_group
from coign.rules.passage import Passage
from coign.rules.phrases import fixed, noted
from coign.rules.rule import ATTACKS, Rule

(CREATURE_LINES,) = in_group(
    "cover",
    choice(
        "creature-lines",
        "Several creatures in the way",
        "Lines to the target that creatures stand on.",
        half="creatures give half cover, however many they are",
        counted="their lines count like those that walls block",
    ),
)
HALF, THREE_QUARTERS = 2, 5  # to armour class and Dexterity saves
WITH, AGAINST = Advantage("attack"), Disadvantage("attack")


def core_rules(letter: str, edition: str, document: str) -> tuple[Rule, ...]:
    """Make the core rules of one printing.

    Args:
        letter: How the ids of the rules begin: "G", "H".
        edition: The printing, as `coign.rules.ignoring` names it.
        document: The document that the rules are in, for their texts.
    """
    of = by.always(edition)

    def passage(number: int, modifier: str, title: str, text: str, clause: str, figure: str | None = None) -> Passage:
        return Passage(f"{letter}{number}", modifier, title, f"{text} ({document}, {clause}).", figure)  # type: ignore[arg-type]

    total = passage(1, "total-cover", "Total Cover", "What has total cover cannot be targeted", "Cover", "cover")
    half = passage(2, "half-cover", "Half Cover", "Half cover adds 2 to AC and Dexterity saves", "Cover", "cover")
    three = passage(
        3,
        "three-quarters-cover",
        "Three-Quarters Cover",
        "Three-quarters cover adds 5 to AC and Dexterity saves",
        "Cover",
        "cover",
    )
    unseen = "Unseen Attackers and Targets"
    target = passage(
        4,
        "unseen-target",
        "Unseen Target",
        "An attack on a target that you cannot see has disadvantage",
        unseen,
        "obscurement",
    )
    attacker = passage(
        5,
        "unseen-attacker",
        "Unseen Attacker",
        "An attack on a creature that cannot see you has advantage",
        unseen,
        "obscurement",
    )
    heavily = passage(
        6,
        "heavily-obscured",
        "Heavily Obscured",
        "You are effectively blind when you look for something in a heavily obscured area",
        "Vision and Light",
        "obscurement",
    )
    lightly = passage(
        7,
        "lightly-obscured",
        "Lightly Obscured",
        "Perception that relies on sight has disadvantage in a lightly obscured area",
        "Vision and Light",
        "obscurement",
    )
    beside = passage(
        8,
        "foe-beside",
        "Ranged Attacks in Close Combat",
        "A ranged attack has disadvantage within 5 feet of an enemy that can see you and is not incapacitated",
        "Ranged Attacks in Close Combat",
        "range",
    )
    long = passage(
        9, "long-range", "Long Range", "An attack beyond the normal range has disadvantage", "Range", "range"
    )
    beyond = passage(
        9,
        "out-of-range",
        "Out of Range",
        "A target beyond the long range cannot be attacked",
        "Range",
        "range",
    )
    own_prone = passage(10, "attacker-prone", "Prone", "A prone creature has disadvantage on attacks", "Prone")
    prone = passage(
        11,
        "target-prone",
        "Prone Target",
        "An attack on a prone creature has advantage within 5 feet of it, else disadvantage",
        "Prone",
    )

    return (
        total.on((*ATTACKS, "save"), is_.covered("total"), Blocked()),
        beyond.on_attack(by.out_of_range, Blocked(), attack="ranged"),
        target.on_attack(by.unless_ignored("unseen-target", of, by.unseen_or_hidden_target), AGAINST),
        attacker.on_attack(by.unless_ignored("unseen-attacker", of, by.unseen_or_hidden_attacker), WITH),
        long.on_attack(by.unless_ignored("long-range", of, by.beyond_normal_range), AGAINST, attack="ranged"),
        beside.on_attack(by.unless_ignored("foe-beside", of, by.foe_beside), AGAINST, attack="ranged"),
        own_prone.on_attack(by.attacker_lies, AGAINST),
        prone.on_attack(by.target_lies_near, WITH),
        prone.on_attack(by.target_lies_far, AGAINST),
        heavily.on(("perception",), by.out_of_sight, noted(fixed("sight-fails", "a check that relies on sight fails"))),
        lightly.on(("perception",), by.unless_ignored("lightly", of, by.lightly_obscured), Disadvantage("perception")),
        half.on_attack(by.covered(of, "half"), Flat(HALF, "ac")),
        half.on_save(by.covered(of, "half"), Flat(HALF, "save")),
        three.on_attack(by.covered(of, "three-quarters"), Flat(THREE_QUARTERS, "ac")),
        three.on_save(by.covered(of, "three-quarters"), Flat(THREE_QUARTERS, "save")),
    )
