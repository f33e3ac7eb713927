"""Remove the names of hidden tokens from a text, in time that hardly depends on their number.

A regular expression of two thousand names tries each of them at every letter. Here the names are sorted, and a binary
search finds those that may begin at a place of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from coign.scene.scene import Scene

SOMEONE = "someone unseen"
_WORD_STARTS = re.compile(r"(?<!\w)\S")
_IN_A_WORD = re.compile(r"\w")


class HiddenNames:
    """Names that a text must not contain. At each place the longest name that matches whole words is replaced.

    >>> HiddenNames(["Orc", "Orc Chief"]).remove("Orc Chief and Orcish Orc")
    'someone unseen and Orcish someone unseen'
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted({name.strip() for name in names} - {""})
        self._longest = max(map(len, self._names), default=0)
        self._shorter = _shorter(self._names)

    @classmethod
    def of(cls, scene: Scene) -> HiddenNames:
        """Return the names of a scene's hidden tokens that no visible token has."""
        shown = {token.name for token in scene.tokens.values() if not token.hidden}
        return cls({token.name for token in scene.tokens.values() if token.hidden} - shown)

    def remove(self, text: str) -> str:
        """Return the text with each of the names replaced by "someone unseen"."""
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
        """Find the longest name at a place of the text that ends at the end of a word; empty without one.

        A prefix of the rest of the text sorts before it, and every name between the two has the same prefix. So the
        name is the last one that sorts before the rest of the text, or a prefix of that one.
        """
        at = bisect_right(self._names, text[start : start + self._longest]) - 1
        while at >= 0:
            name = self._names[at]
            if text.startswith(name, start) and not _IN_A_WORD.match(text, start + len(name)):
                return name
            at = self._shorter[at]
        return ""


def _shorter(names: list[str]) -> list[int]:
    """Return for each sorted name the index of its longest proper prefix among them; -1 without one."""
    found: list[int] = []
    beginnings: list[int] = []
    for n, name in enumerate(names):
        while beginnings and not name.startswith(names[beginnings[-1]]):
            beginnings.pop()
        found.append(beginnings[-1] if beginnings else -1)
        beginnings.append(n)
    return found
