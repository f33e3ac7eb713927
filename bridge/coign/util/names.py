"""Compare the names of creatures as rule texts and bestiaries write them.

>>> names_creature(("lantern archon",), "Archon, Lantern")
True
>>> names_creature(("mimic",), "Mimicry Teacher")
False
"""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST = 200  # characters of a name that are compared, and kept in the cache


def names_creature(entries: tuple[str, ...], name: str) -> bool:
    """Return whether a name has every word of one of `entries`, in any order and case.

    Plurals match too: "Formians" matches "formian".
    """
    return _names(entries, name[:LONGEST])


@lru_cache(maxsize=4096)
def _names(entries: tuple[str, ...], name: str) -> bool:
    words = words_of(name)
    return any(all(word in words or f"{word}s" in words for word in words_of(entry)) for entry in entries)


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name in lower case. Commas, hyphens, apostrophes and digits separate words."""
    return _words(name[:LONGEST])


@lru_cache(maxsize=4096)
def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", name.lower()))
