"""Make text from other people safe to print and to draw."""

from __future__ import annotations

import unicodedata

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # change the direction of the text


def printable(text: str) -> str:
    r"""Remove control characters, which could control a terminal or make a picture invalid.

    >>> printable("Gob\x1b[31mlin")
    'Gob[31mlin'
    >>> printable("Zoë 🧝‍♀️")
    'Zoë 🧝‍♀️'
    """
    if text.isprintable():
        return text
    return "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs") and sign not in _BIDI)
