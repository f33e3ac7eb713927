"""The book of pairings: the browsers that may use the bridge, and the current one-time code.

A `Store` keeps the book. The session needs no more of a store than this file says; the server's keeps the book in a
file (`server/pairing_file.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Protocol

import msgspec


class Key(msgspec.Struct, frozen=True):
    """The owner of a token: a browser (`client`) of a user in a world, served from an address (`origin`)."""

    origin: str
    world: str
    user: str
    client: str


class Entry(msgspec.Struct, frozen=True):
    """One pairing, with the SHA-256 of its token."""

    key: Key
    sha256: str
    label: str = ""
    since: float = 0.0  # seconds since 1970


class Code(msgspec.Struct, frozen=True):
    """A one-time code: good until `expires` (seconds since 1970), for one pairing. `text` is without the dash."""

    text: str = ""
    expires: float = 0.0


class PairingBook(msgspec.Struct, frozen=True):
    """The content of the store."""

    pairings: tuple[Entry, ...] = ()
    code: Code | None = None


Change = Callable[[PairingBook], PairingBook]


class Store(Protocol):
    """The keeper of the book. `problem` says why the last change is not kept for good yet; usually it is empty."""

    problem: str

    @property
    def book(self) -> PairingBook:
        """The current book, with the changes of other processes that share it."""

    def change(self, change: Change) -> None:
        """Change the book.

        `change` may be called several times, with what another process has written meanwhile; the last call counts.
        """

    def write(self) -> None:
        """Try again to keep the changes that are not kept for good yet."""


class MemoryStore:
    """A store that ends with the process."""

    problem = ""

    def __init__(self) -> None:
        self.book = PairingBook()

    def change(self, change: Change) -> None:
        """Change the book."""
        self.book = change(self.book)

    def write(self) -> None:
        """Do nothing: memory needs no second attempt."""


def digest(secret: str) -> str:
    """Return the SHA-256 in hexadecimal. Tokens have 256 random bits, so they need neither salt nor a slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
