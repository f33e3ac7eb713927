"""The settings of measurement that rulesets choose, and what conditions and senses do in each edition of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import astuple

from coign.protocol.documents import Senses
from coign.scene.tokens import Token

FEATURE_RANGE = 120.0  # feet: what a feature such as Devil's Sight sees, it sees within this
COMMON_SENSES = Senses()
_RANGED = ("darkvision", "blindsight", "blindsense", "tremorsense", "scent", "truesight", "seeInvisible")
_NAMES = {"seeInvisible": "see-invisible", "lowLight": "low-light"}


class Traits(msgspec.Struct, frozen=True):
    """The conditions and senses of one edition; `coign/rules/traits.md` has the words of `pierces`.

    Attributes:
        edition: its name.
        blind: statuses with which a creature sees nothing with its eyes.
        shows: the kinds of hiding that fail for a creature with a status, by status, in the same words.
        pierces: the kinds of hiding that do not hinder a sense or a feature, by its name.
        reach_by_diagonals: whether reach on squares has its own count: every second diagonal is double, but a reach of
            two squares takes in the second diagonal.
    """

    edition: str = "fifth-2014"
    blind: frozenset[str] = frozenset()
    pierces: Mapping[str, frozenset[str]] = {}
    shows: Mapping[str, frozenset[str]] = {}
    reach_by_diagonals: bool = False

    def blinds(self, token: Token) -> bool:
        """Tell whether a status keeps a creature from seeing."""
        return not self.blind.isdisjoint(token.statuses)

    def shown(self, token: Token) -> frozenset[str]:
        """Return the kinds of hiding that fail for a creature because of its statuses, as words."""
        return frozenset().union(*[self.shows.get(status, ()) for status in token.statuses])

    def pierced(self, token: Token, near: frozenset[str], distance: float, foot: float) -> frozenset[str]:
        """Return the kinds of hiding that do not hinder an observer who looks at a subject, as words.

        Args:
            near: the senses whose range includes the subject, as `Senses` names them.
            distance: from the observer to the subject, in scene units.
            foot: scene units to the foot.
        """
        if not (near or token.coign.feats or token.coign.senses.lowLight):
            return frozenset()
        names = {_NAMES.get(sense, sense) for sense in near}
        if token.coign.senses.lowLight:
            names.add("low-light")
        if distance <= FEATURE_RANGE * foot + 1e-9:
            names.update(token.coign.feats)
        return frozenset().union(*(self.pierces.get(name, ()) for name in names))


class Conventions(msgspec.Struct, frozen=True):
    """Settings of measurement that do not come from the scene. Rulesets choose them; facts apply them."""

    flanking: Literal["edge", "opposite", "beside"] = "edge"
    corners: Literal["strict", "shared"] = "strict"  # P23's `flanking-corners`
    traits: Traits = Traits()  # what conditions and senses do
    hex_arcs: Literal["3-2-1", "1-4-1"] = "3-2-1"
    invisible_walls: Literal["clear", "solid"] = "clear"  # walls that stop movement only
    windows: Literal["slit", "threshold"] = "slit"  # whether windows are solid beyond their threshold
    lying_creatures: Literal["none", "cover"] = "none"  # whether the prone and unconscious give cover
    darkness_sources: Literal["deep", "plain"] = "deep"  # plain: eyes that see in the dark see through them
    concealment_lines: bool = False  # whether lines through dim or dark squares in between conceal (C13)
    whole_spaces: bool = False  # `opposite`: the line runs between the centres of the two spaces
    company: bool = False  # whether to measure who is near the two
    melee_company: bool = False  # whether in melee, too
    company_for: frozenset[str] = frozenset()  # abilities and feats for which it is measured in any case
    facing_offset: float = 0.0  # degrees, added to every token's rotation


def near_enough(senses: Senses, distance: float) -> frozenset[str]:
    """Return the special senses whose range includes a distance in units."""
    if senses == COMMON_SENSES:
        return frozenset()
    ranges = zip(_RANGED, astuple(senses), strict=False)
    return frozenset([name for name, far in ranges if far and far >= distance - 1e-9])  # one of range 0 finds nothing
