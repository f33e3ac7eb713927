"""What conditions and senses do, as far as facts depend on it. Rules choose it by their edition."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from coign.scene.tokens import Token

FEATURE_RANGE = 120.0  # feet: what a feature such as Devil's Sight sees, it sees within this
_NAMES = {"seeInvisible": "see-invisible", "lowLight": "low-light"}


class Traits(msgspec.Struct, frozen=True):
    """The conditions and senses of one edition; `coign/rules/traits.md` has the words of `pierces`.

    Attributes:
        edition: its name.
        unable: statuses with which a creature threatens nothing.
        blind: statuses with which it sees nothing with its eyes.
        pierces: what each sense, and each feature that sees, is not hindered by.
    """

    edition: str = "fifth-2014"
    unable: frozenset[str] = frozenset()
    blind: frozenset[str] = frozenset()
    pierces: Mapping[str, frozenset[str]] = {}

    def able(self, token: Token) -> bool:
        """Tell whether a creature is alive and able to attack."""
        return token.able and self.unable.isdisjoint(token.statuses)

    def blinds(self, token: Token) -> bool:
        """Tell whether a status keeps a creature from seeing."""
        return not self.blind.isdisjoint(token.statuses)

    def pierced(self, token: Token, near: frozenset[str], distance: float, foot: float) -> frozenset[str]:
        """Return the words for what an observer's eyes are not hindered by, in looking at a subject.

        Args:
            near: the senses whose range includes the subject, as `Senses` names them.
            distance: from the observer to the subject, in scene units.
            foot: scene units to the foot.
        """
        names = {_NAMES.get(sense, sense) for sense in near}
        if token.coign.senses.lowLight:
            names.add("low-light")
        if distance <= FEATURE_RANGE * foot + 1e-9:
            names.update(token.coign.feats)
        return frozenset().union(*(self.pierces.get(name, ()) for name in names))
