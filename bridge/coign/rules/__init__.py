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
    effects, words      the effects of modifiers in words; what a roll comes to in words, and what was assumed for it
    checking            what is wrong with a ruleset, in sentences
    examples            a ruleset tried on a few facts, for doctests

A ruleset from another package needs only what this module and `coign.protocol` export.
"""

from coign.facts import FactSheet as FactSheet
from coign.rules import conditions as conditions
from coign.rules.book import (
    Book as Book,
    RuleText as RuleText,
    book as book,
)
from coign.rules.case import (
    NOBODY as NOBODY,
    Case as Case,
    Creature as Creature,
)
from coign.rules.checking import problems as problems
from coign.rules.examples import example as example
from coign.rules.families.d20 import D20 as D20
from coign.rules.families.fifth import FIFTH as FIFTH
from coign.rules.families.pf2e import PF2E as PF2E
from coign.rules.families.pool import (
    SKILL_DIE as SKILL_DIE,
    Edition as Edition,
    Event as Event,
    law as law,
)
from coign.rules.formation import (
    formations as formations,
    shared_save as shared_save,
)
from coign.rules.effects import signed as signed
from coign.rules.judge import judge as judge
from coign.rules.odds import step as step
from coign.rules.options import (
    COVER_OPTIONS as COVER_OPTIONS,
    FLANKING_CORNERS as FLANKING_CORNERS,
    MEASURED_BY_COVER_OPTIONS as MEASURED_BY_COVER_OPTIONS,
    choice as choice,
    switch as switch,
)
from coign.rules.overrides import enmities as enmities
from coign.rules.phrases import phrases_of as phrases_of
from coign.rules.rule import (
    ATTACKS as ATTACKS,
    Finding as Finding,
    Interpretation as Interpretation,
    Law as Law,
    Options as Options,
    Rule as Rule,
    Ruleset as Ruleset,
    Ruling as Ruling,
    When as When,
    by_the_gm as by_the_gm,
)
from coign.rules.setup import (
    Setup as Setup,
    choose as choose,
)
from coign.rules.words import (
    assumed_range as assumed_range,
    assumed_ranged as assumed_ranged,
    sentence as sentence,
    words as words,
)
