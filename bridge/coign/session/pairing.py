"""Pairing: how a browser comes to hold the token without which the bridge tells nothing.

Two ways:
 - *ask*: the browser asks, both sides show the same short code, and a person at the bridge approves that code;
 - *redeem*: the person at the bridge reads out a one-time code, and the browser hands it in.
A token has 256 random bits and is good for one browser of one user in one world, at the address that world is served
from. What a browser at another address could do with a stolen one is nothing.

Which addresses (`Origin`s) may open a connection at all:
 - one that has been paired;
 - one on this machine (`http://localhost:30000`), which may ask at any time;
 - one named in the settings;
 - any other only while pairing is open: for ten minutes after the bridge started, or after a person opened it.
An address that may ask has nothing yet: a request shows a code and waits for a person.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from coign.errors import Overloaded, Unauthorised
from coign.session.pairing_store import Book, Code, Entry, Key, Store, digest

OPEN_SECONDS = 600.0  # how long a one-time code lasts, and strangers may ask
ASK_SECONDS = 120.0  # how long a request waits for a person
CODE_TRIES = 5
ASKS_AT_ONCE = 3
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # nothing that reads like something else
ORIGIN = re.compile(r"https?://[A-Za-z0-9.\-_\[\]:]{1,253}")

Answer = Callable[[str | None], None]  # told the token, or None for "no"


@dataclass(frozen=True)
class Ask:
    """A browser that waits for a person. `code` is shown on both sides; `answer` is told what came of it."""

    key: Key
    label: str
    code: str
    expires: float
    answer: Answer


class Desk:
    """Where pairing is asked for, granted and checked. `clock` gives seconds since 1970.

    `named` origins may always ask. `trusted` ones (the demo's own page) are paired without asking, in memory alone, and
    any browser there may use `demo_token`.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        named: tuple[str, ...] = (),
        trusted: frozenset[str] = frozenset(),
    ) -> None:
        self.store = store
        self.trusted = trusted
        self.demo_token = secrets.token_urlsafe(32)
        self.noticed: Callable[[Ask], None] = lambda ask: None  # the shell sets it, to show the request to a person
        self._named = named
        self._clock = clock
        self._memory = Store()
        self._asks: dict[str, Ask] = {}
        self._open_until = 0.0

    # --- the door -----------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Let browsers at any address ask, for the next ten minutes."""
        self._open_until = self._clock() + OPEN_SECONDS

    @property
    def is_open(self) -> bool:
        """Whether strangers may ask: a person opened the door, or a one-time code is still good."""
        return self._clock() < self._open_until or self._good_code() is not None

    def may_connect(self, origin: str) -> bool:
        """Whether a page at `origin` may open a connection, be it to use a token or to ask for one."""
        if not ORIGIN.fullmatch(origin):
            return False
        return (
            is_loopback(origin)
            or origin in self._named
            or origin in self.trusted
            or any(entry.key.origin == origin for entry in self.store.book.pairings)
            or self.is_open
        )

    def authorised(self, key: Key, token: str) -> bool:
        """Whether `token` is the one given to exactly this browser, user, world and origin."""
        offered = digest(token).encode()
        found = key.origin in self.trusted and hmac.compare_digest(digest(self.demo_token).encode(), offered)
        for entry in (*self.store.book.pairings, *self._memory.book.pairings):
            same = hmac.compare_digest(entry.sha256.encode(), offered)
            found |= same and entry.key == key
        return found

    # --- asking -------------------------------------------------------------------------------------------------------

    def ask(self, key: Key, label: str, answer: Answer) -> Ask:
        """Put a request before the person at the bridge. Raises Overloaded where too many wait already."""
        for stale in [ask for ask in self.waiting() if ask.key == key]:
            self.withdraw(stale)
        if len(self._asks) >= ASKS_AT_ONCE:
            raise Overloaded(f"{ASKS_AT_ONCE} browsers wait to be paired already; answer them at the bridge first")
        code = _short_code()
        while code in self._asks:
            code = _short_code()
        ask = Ask(key, label, code, self._clock() + ASK_SECONDS, answer)
        self._asks[code] = ask
        self.noticed(ask)
        return ask

    def waiting(self) -> list[Ask]:
        """The requests that a person may answer now, the oldest first."""
        now = self._clock()
        self._asks = {code: ask for code, ask in self._asks.items() if ask.expires > now}
        return list(self._asks.values())

    def approve(self, code: str) -> Ask | None:
        """Yes to the request of that code: its browser gets a token. None where no such request waits."""
        ask = self._settle(code)
        if ask is not None:
            ask.answer(self.grant(ask.key, ask.label))
        return ask

    def refuse(self, code: str) -> Ask | None:
        """No to the request of that code. None where no such request waits."""
        ask = self._settle(code)
        if ask is not None:
            ask.answer(None)
        return ask

    def withdraw(self, ask: Ask) -> None:
        """The browser is gone, or asks anew. Nobody is told."""
        if self._asks.get(ask.code) is ask:
            del self._asks[ask.code]

    def _settle(self, code: str) -> Ask | None:
        return self._asks.pop(code, None) if any(ask.code == code for ask in self.waiting()) else None

    # --- one-time codes -----------------------------------------------------------------------------------------------

    def issue(self) -> str:
        """A new one-time code, in place of the one before."""
        return issue_code(self.store, self._clock())

    def redeem(self, key: Key, label: str, offered: str) -> str:
        """The token for a one-time code. Raises Unauthorised, and counts the try."""
        code = self._good_code()
        if code is None:
            raise Unauthorised(
                "no one-time code is in force; make one with `coign pair` and paste it within ten minutes"
            )
        book = self.store.book
        if not hmac.compare_digest(digest(_plain(offered)).encode(), code.sha256.encode()):
            left = code.tries - 1
            spent = Code(code.sha256, code.expires, left) if left else None
            self.store.write(Book(book.pairings, spent))
            after = f"{left} more {'try' if left == 1 else 'tries'}" if left else "make a new one with `coign pair`"
            raise Unauthorised(f"that is not the one-time code that the bridge shows; {after}", tries=left)
        self.store.write(Book(book.pairings))
        return self.grant(key, label)

    def grant(self, key: Key, label: str) -> str:
        """A new token for this browser, in place of any it had. For callers who have seen a person's yes."""
        token = secrets.token_urlsafe(32)
        store = self._memory if key.origin in self.trusted else self.store
        others = tuple(entry for entry in store.book.pairings if entry.key != key)
        store.write(Book((*others, Entry(key, digest(token), label, self._clock())), store.book.code))
        return token

    def _good_code(self) -> Code | None:
        code = self.store.book.code
        return code if code and code.tries > 0 and code.expires > self._clock() else None


def issue_code(store: Store, now: float) -> str:
    """A new one-time code in `store`, as text to show: `K7QF-2MXA`. The bridge that reads the store will take it."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    store.write(Book(store.book.pairings, Code(digest(letters), now + OPEN_SECONDS, CODE_TRIES)))
    return f"{letters[:4]}-{letters[4:]}"


def is_loopback(origin: str) -> bool:
    """Whether a page at `origin` was served by this very machine."""
    try:
        host = urlsplit(origin).hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False  # a name, or no address at all


def _plain(code: str) -> str:
    """A code as people type it, with or without the dash, in any case."""
    return re.sub(r"[^A-Z0-9]", "", code.upper())


def _short_code() -> str:
    return f"{secrets.randbelow(10_000):04}"
