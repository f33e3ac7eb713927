"""Rules and how they are judged.

    rule, book          the records that a ruleset is written in, and the pages of tables beside it
    case                one question: the facts, the request, actor and target
    conditions          conditions that several rule texts share; also `positions`, `facing/`, `ignoring`
    options             options that several rulesets share
    families/           how the modifiers of each family combine, and what its rulesets share
    readings/           how a rulebook grades measured facts: degrees of cover, obstacles, threat
    roll, odds, outcome the dice; the chance to hit; what the modifiers that count come to on one d20
    setup               which rulesets combine, the options they take, and the rules in force
    overrides, forced   which of the GM's overrides counts; facts with an override applied
    counted             what is in the roll or the armour class already, so that it counts once
    judge               the steps from a case to a ruling
    formation           a save that several creatures make as one
    sentence            a ruling in one line, and what was assumed for it
    checking            what is wrong with a ruleset, in sentences
    examples            a ruleset tried on a few facts, for doctests

A ruleset from another package needs only what this module and `coign.protocol` export.
"""

from coign.facts import FactSheet
from coign.rules import conditions
from coign.rules.book import Book, Passage, book
from coign.rules.case import NOBODY, Case, Creature
from coign.rules.checking import problems
from coign.rules.examples import example
from coign.rules.families.d20 import D20
from coign.rules.families.fifth import FIFTH
from coign.rules.families.pf2e import PF2E
from coign.rules.families.pool import SKILL_DIE, Edition, Event, law
from coign.rules.formation import formations, shared_save
from coign.rules.judge import judge
from coign.rules.odds import step
from coign.rules.options import (
    COVER_OPTIONS,
    DMG_OPTIONS,
    FLANKING_CORNERS,
    MEASURED_BY_COVER_OPTIONS,
    MEASURED_BY_DMG_OPTIONS,
    choice,
    switch,
)
from coign.rules.overrides import enmities
from coign.rules.phrases import phrases_of
from coign.rules.rule import ATTACKS, Finding, Interpretation, Law, Options, Rule, Ruleset, Ruling, When, by_the_gm
from coign.rules.sentence import assumed_range, assumed_ranged, sentence, signed
from coign.rules.setup import Setup, choose

__all__ = [
    "ATTACKS",
    "COVER_OPTIONS",
    "D20",
    "DMG_OPTIONS",
    "FIFTH",
    "FLANKING_CORNERS",
    "MEASURED_BY_COVER_OPTIONS",
    "MEASURED_BY_DMG_OPTIONS",
    "NOBODY",
    "PF2E",
    "SKILL_DIE",
    "Book",
    "Case",
    "Creature",
    "Edition",
    "Event",
    "FactSheet",
    "Finding",
    "Interpretation",
    "Law",
    "Options",
    "Passage",
    "Rule",
    "Ruleset",
    "Ruling",
    "Setup",
    "When",
    "assumed_range",
    "assumed_ranged",
    "book",
    "by_the_gm",
    "choice",
    "choose",
    "conditions",
    "enmities",
    "example",
    "formations",
    "judge",
    "law",
    "phrases_of",
    "problems",
    "sentence",
    "shared_save",
    "signed",
    "step",
    "switch",
]
