"""Size categories of creatures as numbers, so that "two sizes larger" can be counted.

Categories are those of the d20 games: 0 fine, 1 diminutive, 2 tiny, 3 small, 4 medium, 5 large, 6 huge, 7 gargantuan,
8 colossal. A creature whose size is not given has the one that its space on the map suggests.
"""

from __future__ import annotations

from coign.scene.tokens import Token

CATEGORIES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
BY_WIDTH = ((0.5, 2), (1.0, 4), (2.0, 5), (3.0, 6), (5.0, 7))  # spaces across, and the category up to that width


def category(token: Token) -> int:
    """Return the size category of a creature, 0 to 8."""
    size = (token.coign.size or "").lower()
    if size in CATEGORIES:
        return CATEGORIES.index(size)
    across = max(token.width, token.height)
    return next((number for widest, number in BY_WIDTH if across <= widest), len(CATEGORIES) - 1)
