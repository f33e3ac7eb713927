"""Cover that the game system, or another module, has already put into the armour class, counted once.

If it is the degree that was measured, our bonus is set aside. If another effect takes its place (another degree, or a
die or disadvantage instead of the bonus), the system's own bonus is subtracted again. If no rule of ours gives cover,
the system's bonus remains and the outcome notes it. The reason names who applied the cover.
"""

from __future__ import annotations

from coign.protocol import Advantage, Die, Disadvantage, Flat, Note
from coign.rules.case import Case
from coign.rules.rule import ATTACKS, Finding, Rule, Ruleset

APPLIED = "applied-cover"


def count_once(case: Case, findings: list[Finding], ruleset: Ruleset) -> Finding | None:
    """Set our bonus aside, or answer the finding that settles the two."""
    if case.request.occasion not in ATTACKS:
        return None
    degree = applied(case)
    worth = ruleset.cover_ac.get(degree or "")
    if degree is None or worth is None:
        return None
    who = source(case)
    ours = [one for one in findings if one.on and one.rule.figure == "cover" and _replaces(one)]
    if not ours:
        return _finding(
            ruleset, Note(f"the armour class includes {degree} cover (+{worth}), given by {who}"), f"given by {who}"
        )
    same = [one for one in ours if isinstance(one.effect, Flat) and one.effect.value == worth]
    if same:
        for one in same:
            one.set_aside(f"{who} has already added +{worth} for {degree} cover")
        return None
    return _finding(ruleset, Flat(-worth, "ac"), f"{who} added +{worth} for {degree} cover; counted once")


def applied(case: Case) -> str | None:
    """The degree that is already in the armour class: as the roll's data say, else as the token's do."""
    defence = case.request.defence.get(case.target.id)
    return (defence.applied if defence is not None else None) or case.target.coign.appliedCover


def source(case: Case) -> str:
    """Whose cover it is: another module by its title, else the game system."""
    defence = case.request.defence.get(case.target.id)
    return (defence.by if defence is not None else None) or "the game system"


def _replaces(finding: Finding) -> bool:
    effect = finding.effect
    return isinstance(effect, (Die, Disadvantage, Advantage)) or (isinstance(effect, Flat) and effect.to == "ac")


def _finding(ruleset: Ruleset, effect: Flat | Note, reason: str) -> Finding:
    rule = Rule(
        id="applied",
        modifier=APPLIED,
        title="Cover already applied",
        occasions=ATTACKS,
        when=lambda case: reason,
        gives=effect,
        figure="cover",
    )
    return Finding(rule, ruleset.id, effect, reason)
