"""Upper estimates of the memory that a scene takes, and the limits for a world and for the process.

The length of its JSON says little about a scene: 20,000 walls of 23 bytes each take 11 MB, and 4 MB of empty objects
take 120 MB. So the estimate counts the parts of the JSON, each at the highest cost of its kind, in bytes:

    a byte                     1
    a value (a comma)         80    a string in a list, or a number
    an object               150    a dict, or a struct
    a list                    64
    a document               500 a wall, 10,000 a token, 800 a light, 2,000 a region, 800 a tile, 300 a level

`tests/session/test_memory.py` compares the estimate with what Python has allocated.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

PER_VALUE, PER_OBJECT, PER_LIST = 80, 150, 64
PER_DOCUMENT = {"walls": 500, "tokens": 10_000, "lights": 800, "regions": 2_000, "tiles": 800, "levels": 300}
MOST_PER_WORLD = 128 << 20
MOST = 512 << 20  # of all scenes of the process, those on shelves included
PROGRAM = 160 << 20  # the process without scenes and connections


def estimate(data: bytes | msgspec.Raw) -> int:
    """Return an upper estimate of the bytes that decoded JSON takes, without the objects built from its documents."""
    text = bytes(data)
    values, objects, lists = (text.count(sign) for sign in (b",", b"{", b"["))
    return len(text) + PER_VALUE * values + PER_OBJECT * objects + PER_LIST * lists


def of_documents(counts: Mapping[str, int]) -> int:
    """Return the bytes of the objects built from documents, by the number of documents in each collection."""
    return sum(PER_DOCUMENT.get(collection, 0) * count for collection, count in counts.items())
