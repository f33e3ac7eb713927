"""The reading of obscurement: the level that a measured view comes to, and whether the observer sees the subject.

Sources: System Reference Document 5.1, "Vision and Light"; System Reference Document 3.5, "Vision and Light" and
"Concealment". They give no shares, so these are ours: the level is that of more than half of the space, a level touches
the space if it covers more than 2 % of it, and sight is lost where no more than that can be seen.
"""

from __future__ import annotations

from coign.facts.stature import steed_of
from coign.facts.view import Obscured, View
from coign.protocol.facts import Level, ObscurementFact, Sight
from coign.scene.tokens import ALOFT

MOST = 0.5  # of the space or of the lines to it: the level of more than this is the level of the whole
TOUCHED = 0.02  # of the space: smaller obscured shares are ignored, and a smaller visible share is not seen
PINPOINTED_BY_SCENT = 5.0  # feet: farther off, scent tells of a presence alone
FEELING: tuple[Sight, ...] = ("tremorsense", "blindsense", "scent")  # senses that tell where an unseen subject is
LEVELS: tuple[Level, ...] = ("none", "lightly", "heavily")


def read_obscurement(mine: View, theirs: View | None) -> ObscurementFact:
    """Grade the attacker's view of the target, and the target's of the attacker; None if that is a point."""
    raw, _ = _levels(mine.obscured)
    level, touched = _own_levels(mine)
    return ObscurementFact(
        raw=LEVELS[raw],
        level=LEVELS[level],
        touched=LEVELS[touched],
        wholly=LEVELS[_level_of_all(mine)],
        sight=sees(mine),
        seen_by_target=theirs is None or sees(theirs),
        level_to_target=LEVELS[_own_levels(theirs)[0]] if theirs is not None and may_look(theirs) else "none",
        shares=mine.shares,
        because=tuple(_reasons(mine)),
    )


def sees(view: View) -> bool:
    """Tell whether the observer sees the subject, by its eyes or by blindsight."""
    return view.blindsight or _looks(view)


def may_look(view: View) -> bool:
    """Tell whether the observer's eyes may see the subject, by whatever light."""
    return not (view.is_invisible or view.is_blinded or view.seen <= TOUCHED)


def _looks(view: View) -> bool:
    """Return whether the observer sees with its eyes."""
    return may_look(view) and view.own_shares.heavily < 1 - TOUCHED and view.visible > TOUCHED


def _levels(obscured: Obscured) -> tuple[int, int]:
    """Return the level of most of the space, and the worst that touches it, as ranks from 0 to 2."""
    heavily, any_level, lines = obscured
    level = 2 if heavily > MOST else 1 if any_level > MOST or lines > MOST else 0
    touched = 2 if heavily > TOUCHED else 1 if any_level > TOUCHED or lines else 0
    return level, max(level, touched)


def _own_levels(view: View) -> tuple[int, int]:
    """Return the levels of obscurement after the observer's senses.

    Dim light between the two counts as touching a space that is itself not obscured.
    """
    if view.blindsight:
        return 0, 0
    level, touched = _levels(view.own_obscured)
    between = view.own_obscured.any_level <= TOUCHED and _unlit_between(view)
    return level, max(touched, 1 if between else 0)


def _level_of_all(view: View) -> int:
    """Return the level, as a rank, that all of the space has to the observer's senses."""
    heavily, any_level, lines = view.own_obscured
    if view.blindsight:
        return 0
    return 2 if heavily >= 1 - TOUCHED else 1 if any_level >= 1 - TOUCHED or lines >= 1 - TOUCHED else 0


def _unlit_between(view: View) -> bool:
    """Return whether the lines to the subject pass dim light or darkness, for tables that count it (C13)."""
    return view.bright_between < 1 - TOUCHED


def _reasons(view: View) -> list[Sight]:
    """Return the reasons for the observer's sight, if it is not the light alone."""
    reasons: list[Sight] = []
    is_dim = view.shares.lightly + view.shares.heavily > TOUCHED
    if is_dim and "truesight" in view.near:
        reasons.append("truesight")
    elif is_dim and "darkvision" in view.near:
        reasons.append("darkvision")
    elif view.senses.lowLight and view.own_shares != view.shares:
        reasons.append("low-light")
    dark = view.in_darkness.area
    if dark and dark > TOUCHED * view.body.own.area:
        reasons.append("magical-darkness")
    if view.is_blinded:
        reasons.append("blinded")
    if "invisible" in view.subject.statuses:
        reasons.append("invisible" if view.is_invisible else "invisible-but-found")
    if view.seen <= TOUCHED:
        reasons.append("no-line-of-sight")
    if not is_dim and _unlit_between(view):
        reasons.append("unlit-between")
    if view.blindsight:
        reasons.append("blindsight")
    elif not _looks(view):
        reasons += [sense for sense in FEELING if _feels(view, sense)]
    return reasons


def _feels(view: View, sense: Sight) -> bool:
    """Return whether a sense pinpoints the subject: tremorsense on the ground alone, scent beside the observer."""
    query = view.query
    if sense not in view.near:
        return False
    if sense == "scent":
        return query.distance <= PINPOINTED_BY_SCENT * query.scene.grid.foot + 1e-9
    mover = steed_of(query.scene, view.subject) or view.subject
    aloft = sense == "tremorsense" and mover.locomotion in ALOFT
    return not aloft and (sense == "blindsense" or view.effect)
