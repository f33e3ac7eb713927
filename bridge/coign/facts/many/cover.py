"""The degrees of cover from many places, read off what lies between each of them and the target."""

from __future__ import annotations

import numpy as np

from coign.facts import choice
from coign.facts.many.aim import Aim
from coign.facts.many.outlook import Outlook
from coign.facts.many.places import Places
from coign.facts.obstacles import union
from coign.facts.query import Query
from coign.geometry.lines import Mask
from coign.protocol.facts import CoverFact

ROUNDING = 1e-9  # of a square


class CoverMap:
    """Cover of the target of a query, from other places of the same height."""

    def __init__(self, query: Query) -> None:
        self._aim = Aim(query)
        reading = query.conventions.cover
        degrees = choice.D20 if self._aim.d20 else choice.DMG
        self._facts = [CoverFact(reading, degree) for degree in degrees[:-1]]
        self._none = CoverFact(reading, "total", exposure=0.0, effect=False, sight=False)

    def facts(self, places: Places) -> list[CoverFact | None]:
        """From each place the degree of cover and whether there is line of effect; None: to be measured by itself."""
        if self._aim.one_by_one:
            return [None] * len(places)
        part = Outlook(self._aim, places)
        seen, hidden = part.effect
        hidden = hidden & ~part.special
        ranks = np.full(len(places), -1)
        judged = seen & ~part.special
        if judged.any():
            ranks[judged] = self._ranks(part, judged)[judged]
        return [
            self._none if none else self._facts[rank] if rank >= 0 else None
            for none, rank in zip(hidden.tolist(), ranks.tolist(), strict=True)
        ]

    def _ranks(self, part: Outlook, judged: Mask) -> choice.Ints:
        """(n,) the least degree that a corner and a square give; -1 where that has to be measured."""
        each, met = self._aim.target.inset.shape[1], part.met
        corners, squares = len(met.solid), len(self._aim.target.inset)
        if self._aim.d20:
            ranks = self._d20(part, corners, squares, each)
        else:
            ranks = choice.dmg_ranks(met, met.soft, corners, squares, each)
        ranks = ranks.reshape(part.count, -1, squares)
        best = np.where(part.usable.T[:, :, None], ranks, len(choice.D20)).min(axis=(1, 2))
        best[best == len(choice.D20)] = len(choice.DMG) - 2  # no corner to look from
        if self._aim.d20:
            self._improve(part, ranks, best, judged)
        return np.asarray(best)

    def _d20(self, part: Outlook, corners: int, squares: int, each: int) -> choice.Ints:
        """(n * s, squares) degrees from afar; cover may turn out improved."""
        met = part.met

        def by_square(mask: Mask) -> Mask:
            return np.asarray(mask.reshape(corners, squares, each).any(axis=2))

        covered = by_square(union(met.solid, met.low, met.half))
        for square in range(squares) if len(part.rows) else ():
            covered[:, square] |= part.between(square).T.ravel()
        ranks = np.where(covered, 2, 0 if met.soft is None else by_square(met.soft).astype(int))
        for mask in (met.window, met.three_quarters):
            if mask is not None:
                ranks = np.maximum(ranks, by_square(mask) * 3)
        return np.asarray(ranks)

    def _improve(self, part: Outlook, ranks: choice.Ints, best: choice.Ints, judged: Mask) -> None:
        """Cover is improved where no corner sees more than a quarter of a square; where rounding, or what was not
        worked out, might decide, that is left open."""
        covered = judged & (best == 2)
        if not covered.any():
            return
        squares = range(ranks.shape[2])
        shares = np.stack([part.exposed(covered, square) for square in squares], axis=2)  # (s, v, squares)
        counts = part.usable[:, covered, None] & (ranks[covered].transpose(1, 0, 2) == 2)
        more, less = shares > choice.IMPROVED_EXPOSURE + ROUNDING, shares < choice.IMPROVED_EXPOSURE - ROUNDING
        plain, improved = (counts & more).any(axis=(0, 2)), (less | ~counts).all(axis=(0, 2))
        best[covered] = np.where(plain, 2, np.where(improved, 3, -1))
