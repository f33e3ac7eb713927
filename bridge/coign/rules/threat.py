"""Decide whether one creature threatens another, for flanking, attacks of opportunity, archers and shots into a melee.

The page `threat.md` lists for each game the conditions of each of these uses, with their source. `coign.rules.traits`
knows which creatures cannot act, which take no reactions, and whose reach includes the second diagonal.

>>> TABLE["combat-modifiers"]["flanking"].asks
('enemy', 'able', 'armed', 'reach', 'effect', 'cover')
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from coign.facts.cover import measurement
from coign.facts.query import Query
from coign.facts.readings import Use
from coign.facts.view import View
from coign.protocol.facts import Hindrance
from coign.rules.case import plain
from coign.rules.readings import obscurement
from coign.rules.readings.conventions import CoverConventions
from coign.rules.readings.cover import read_cover
from coign.rules.traits import statuses_that_give
from coign.scene.tokens import Token
from coign.util.tables import tables
from coign.util.tasks import finish

Word = Literal["enemy", "able", "react", "mobile", "armed", "adjacent", "reach", "effect", "sight", "cover"]


class Asks(msgspec.Struct, frozen=True):
    """One row: the conditions of one sense of "threatens", in the order in which they are tested, and their source."""

    use: Use
    asks: tuple[Word, ...]
    source: str


_PAGE = tables(Path(__file__).with_suffix(".md"))
TABLE: dict[str, dict[Use, Asks]] = {
    game: {
        row.use: row for row in (msgspec.convert({**cells, "asks": cells["asks"].split(", ")}, Asks) for cells in rows)
    }
    for game, rows in _PAGE.items()
    if rows and "asks" in rows[0]
}


class Grounds(msgspec.Struct, frozen=True):
    """The tables and conventions by which a game decides about threat.

    Attributes:
        game: The table of `threat.md`.
        edition: Whose conditions keep a creature from acting, as `coign.rules.traits` has them.
        by: The conventions by which cover is graded.
    """

    game: str
    edition: str
    by: CoverConventions


def hindrance(pair: Query, use: Use, grounds: Grounds) -> Hindrance | None:
    """Return the reason why the attacker of a query does not threaten its target in this sense; None if it does."""
    actor = pair.placed
    if actor is None:
        return "unable"
    for word in TABLE[grounds.game][use].asks:
        holds, otherwise = WORDS[word]
        if not holds(pair, actor, grounds):
            return otherwise
    return None


def threatens(pair: Query, use: Use, grounds: Grounds) -> bool:
    """Return whether the attacker of a query threatens its target in this sense of the rules."""
    return hindrance(pair, use, grounds) is None


# --- what is asked ----------------------------------------------------------------------------------------------------


def _able(pair: Query, actor: Token, grounds: Grounds) -> bool:
    return actor.able and not _has(actor, grounds, "unable")


def _reacts(pair: Query, actor: Token, grounds: Grounds) -> bool:
    """Tell whether it may attack out of turn; Combat Reflexes lets the flat-footed do so."""
    if _has(actor, grounds, "no-reactions"):
        return False
    reflexes = any(plain(feat) == plain("combat-reflexes") for feat in actor.coign.feats)
    return reflexes or not _has(actor, grounds, "no-reactions-but-reflexes")


def _mobile(pair: Query, actor: Token, grounds: Grounds) -> bool:
    return not any(_has(creature, grounds, "immobile") for creature in (actor, pair.target))


def _has(token: Token, grounds: Grounds, word: str) -> bool:
    return not statuses_that_give(grounds.edition, word).isdisjoint(map(plain, token.statuses))


def _sees(pair: Query, actor: Token, grounds: Grounds) -> bool:
    return obscurement.sees(View(pair, actor, lambda measured: read_cover(measured, grounds.by)))


def _uncovered(pair: Query, actor: Token, grounds: Grounds) -> bool:
    """Tell whether the target has no cover, as the d20 family grades it. Soft cover counts by an option (C6)."""
    graded = replace(grounds.by, cover="d20", degrees="d20")
    degree = finish(read_cover(measurement.measure(pair), graded)).fact.degree
    return degree == "none" or (degree == "soft" and not grounds.by.soft_cover_bars)


# Each word, and what it is called if it does not hold.
WORDS: dict[Word, tuple[Callable[[Query, Token, Grounds], bool], Hindrance]] = {
    "enemy": (lambda pair, actor, grounds: pair.hostile(actor, pair.target), "no-enemy"),
    "able": (_able, "unable"),
    "react": (_reacts, "no-reaction"),
    "mobile": (_mobile, "immobile"),
    "armed": (lambda pair, actor, grounds: actor.coign.armed is not False, "unarmed"),
    "adjacent": (lambda pair, actor, grounds: pair.adjacent, "out-of-reach"),
    "reach": (lambda pair, actor, grounds: pair.in_reach, "out-of-reach"),
    "effect": (lambda pair, actor, grounds: pair.effect, "no-line-of-effect"),
    "sight": (_sees, "unseen"),
    "cover": (_uncovered, "cover"),
}
