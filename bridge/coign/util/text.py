"""Text from strangers, made safe to print and to put into a picture."""

from __future__ import annotations

import unicodedata

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # turn the direction of what follows


def printable(text: str) -> str:
    r"""Remove control characters, with which a name could steer a terminal or make a picture invalid.

    >>> printable("Gob\x1b[31mlin")
    'Gob[31mlin'
    >>> printable("Zoë 🧝‍♀️")
    'Zoë 🧝‍♀️'
    """
    if text.isprintable():
        return text
    return "".join(one for one in text if unicodedata.category(one) not in ("Cc", "Cs") and one not in _TURNING)
