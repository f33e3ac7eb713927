"""Taking the names of hidden tokens out of a text, in time that hardly depends on how many there are.

A regular expression of two thousand names tries each of them at every letter. Here the names are sorted, so that those
that may stand at a place of the text are found by halving.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

SOMEONE = "someone unseen"
_WORD_STARTS = re.compile(r"(?<!\w)\S")
_IN_A_WORD = re.compile(r"\w")


class HiddenNames:
    """Names that a text must not speak. Where one stands as whole words, the longest that fits is replaced.

    >>> HiddenNames(["Orc", "Orc Chief"]).remove("Orc Chief and Orcish Orc")
    'someone unseen and Orcish someone unseen'
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted({name.strip() for name in names} - {""})
        self._longest = max(map(len, self._names), default=0)
        self._shorter = _shorter(self._names)

    def remove(self, text: str) -> str:
        """The text with each of the names replaced by "someone unseen"."""
        if not self._names:
            return text
        parts, done = [], 0
        for start in _WORD_STARTS.finditer(text):
            name = self._name_at(text, start.start()) if start.start() >= done else ""
            if name:
                parts += [text[done : start.start()], SOMEONE]
                done = start.start() + len(name)
        return "".join(parts) + text[done:]

    def _name_at(self, text: str, start: int) -> str:
        """Find the longest name at a place of the text that ends where a word ends; empty if there is none.

        A name that the rest of the text begins with comes before that rest in order, and whatever comes between the two
        begins with that name as well: so it is the last name before the rest, or one that this name begins with.
        """
        at = bisect_right(self._names, text[start : start + self._longest]) - 1
        while at >= 0:
            name = self._names[at]
            if text.startswith(name, start) and not _IN_A_WORD.match(text, start + len(name)):
                return name
            at = self._shorter[at]
        return ""


def _shorter(names: list[str]) -> list[int]:
    """For each of some sorted names where the longest other stands that it begins with; -1 for none."""
    found: list[int] = []
    beginnings: list[int] = []
    for n, name in enumerate(names):
        while beginnings and not name.startswith(names[beginnings[-1]]):
            beginnings.pop()
        found.append(beginnings[-1] if beginnings else -1)
        beginnings.append(n)
    return found
