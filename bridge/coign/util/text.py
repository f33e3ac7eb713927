"""Make text from other people safe to print and to draw; and names in the spelling of JavaScript."""

from __future__ import annotations

import re
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


def harmless(text: str) -> str:
    """Replace each character that a terminal may obey, or that nobody can see, by a question mark."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def camel(name: str) -> str:
    """Return a name in camel case.

    >>> camel("for-area"), camel("TRY_LATER")
    ('forArea', 'tryLater')
    """
    first, *more = re.split("[-_]", name.lower())
    return first + "".join(map(str.capitalize, more))
