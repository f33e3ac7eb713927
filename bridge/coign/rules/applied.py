"""Cover that the game system, or another module, has already added to the armour class.

Such cover must count once. If it has the measured degree, our bonus is set aside. If our rules give another effect
(another degree, or a die or disadvantage instead of the bonus), the system's own bonus is subtracted. If no rule of
ours gives cover, the system's bonus remains and the outcome notes it. The reason names the source of the cover.
"""

from __future__ import annotations

from typing import get_args

from coign.protocol import Advantage, Degree, Die, Disadvantage, Flat, Note
from coign.rules.case import Case
from coign.rules.phrases import Template, fixed, noted
from coign.rules.rule import ATTACKS, Finding, Rule, Ruleset

APPLIED, APPLIED_TITLE = "applied-cover", "Cover already applied"
INCLUDED = Template("cover-included", "the armour class includes {degree} cover (+{worth}), given by {who}")
GIVEN_BY = Template("given-by", "given by {who}")
ALREADY = Template("cover-already", "{who} has already added +{worth} for {degree} cover")
COUNTED_ONCE = Template("cover-counted-once", "{who} added +{worth} for {degree} cover; counted once")
THE_SYSTEM = fixed("the-game-system", "the game system")
DEGREE = {degree: fixed(f"degree-{degree}", "ordinary" if degree == "cover" else degree) for degree in get_args(Degree)}


def count_once(case: Case, findings: list[Finding], ruleset: Ruleset) -> Finding | None:
    """Set our bonus aside, or return the finding that corrects for both."""
    if case.request.occasion not in ATTACKS:
        return None
    degree = applied(case)
    worth = ruleset.cover_ac.get(degree or "")
    if degree is None or worth is None:
        return None
    who = source(case)
    ours = [one for one in findings if one.on and one.rule.figure == "cover" and _replaces(one)]
    if not ours:
        included = INCLUDED(degree=DEGREE[degree], worth=worth, who=who)
        return _finding(ruleset, noted(included), GIVEN_BY(who=who))
    same = [one for one in ours if isinstance(one.effect, Flat) and one.effect.value == worth]
    if same:
        for one in same:
            one.set_aside(ALREADY(who=who, worth=worth, degree=DEGREE[degree]))
        return None
    return _finding(ruleset, Flat(-worth, "ac"), COUNTED_ONCE(who=who, worth=worth, degree=DEGREE[degree]))


def applied(case: Case) -> str | None:
    """Return the degree that is already in the armour class: by the roll's data, else by the token's."""
    defence = case.request.defence.get(case.target.id)
    return (defence.applied if defence is not None else None) or case.target.coign.appliedCover


def source(case: Case) -> str:
    """Return the source of the cover: another module's title, else the game system."""
    defence = case.request.defence.get(case.target.id)
    return (defence.by if defence is not None else None) or THE_SYSTEM


def _replaces(finding: Finding) -> bool:
    effect = finding.effect
    return isinstance(effect, (Die, Disadvantage, Advantage)) or (isinstance(effect, Flat) and effect.to == "ac")


def _finding(ruleset: Ruleset, effect: Flat | Note, reason: str) -> Finding:
    rule = Rule(
        id="applied",
        modifier=APPLIED,
        title=APPLIED_TITLE,
        occasions=ATTACKS,
        when=lambda case: reason,
        gives=effect,
        figure="cover",
    )
    return Finding(rule, ruleset.id, effect, reason)
