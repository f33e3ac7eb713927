"""Rules, and judging by them: what a rule system is written in, and what becomes of its rules on a case.

    case         one question: the facts, the request, actor and target
    rule         Rule, Ruleset, Law, Finding, Ruling: the records
    conditions   measures that several rule texts share
    choosing     which rule systems combine, and the options they take; `setup` makes them ready
    overrides    which of the GM's words counts; `forced` puts it in place of a fact
    judge        the steps from a case to a ruling
    fifth, d20, pool    the families' laws of stacking; `outcome` and `combat` add up what is left
    formation    a save made as one
    sentence     a ruling in one line

A rule system of somebody else's needs only what is exported here.
"""

from coign.rules.case import NOBODY, NOTHING, Case, Creature, Measured
from coign.rules.d20 import D20
from coign.rules.fifth import FIFTH
from coign.rules.formation import formations, shared_save
from coign.rules.judge import judge
from coign.rules.overrides import enmities
from coign.rules.pool import SKILL_DIE, Edition, Event, law
from coign.rules.rule import Finding, Law, Options, Rule, Ruleset, Ruling, When
from coign.rules.sentence import sentence, signed
from coign.rules.setup import Setup, choose

__all__ = [
    "D20",
    "FIFTH",
    "NOBODY",
    "NOTHING",
    "SKILL_DIE",
    "Case",
    "Creature",
    "Edition",
    "Event",
    "Finding",
    "Law",
    "Measured",
    "Options",
    "Rule",
    "Ruleset",
    "Ruling",
    "Setup",
    "When",
    "choose",
    "enmities",
    "formations",
    "judge",
    "law",
    "sentence",
    "shared_save",
    "signed",
]
