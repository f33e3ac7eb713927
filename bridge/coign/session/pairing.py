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

Any page of the web may try all this, so requests and wrong codes are counted per address: a page can use up its own,
and nobody else's. A one-time code has 39 random bits, so that guessing it from many addresses is hopeless too.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from coign.errors import Overloaded, Unauthorised
from coign.session.pairing_store import Book, Code, Entry, Key, Store, digest

OPEN_SECONDS = 600.0  # how long a one-time code lasts, and strangers may ask
ASK_SECONDS = 120.0  # how long a request waits for a person
CODE_TRIES = 5  # from one address, for one code
REQUESTS_PER_ORIGIN = 3  # that wait at a time
REQUESTS_WAITING = 16  # of all addresses
ORIGINS_COUNTED = 1000  # whose wrong codes are remembered
NEARLY_OVER = 60.0  # seconds: a code that lasts no longer is not worth showing
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
    """Where pairing is asked for, granted and checked.

    `clock` gives seconds and does not go back; `wall` gives seconds since 1970, for what other processes read. `named`
    origins may always ask. `trusted` ones (the demo's own page) are paired without asking, in memory alone, and any
    browser there may use `demo_token`.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        named: tuple[str, ...] = (),
        trusted: frozenset[str] = frozenset(),
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.trusted = trusted
        self.demo_token = secrets.token_urlsafe(32)
        self.noticed: Callable[[Ask], None] = lambda ask: None  # the shell sets it, to show the request to a person
        self._named = named
        self._clock = clock
        self._wall = wall
        self._memory = Store()
        self._asks: dict[str, Ask] = {}
        self._open_until = 0.0
        self._seen: tuple[str, float] = ("", 0.0)  # the one-time code last seen, and when it ends by our own clock
        self._wrong: Counter[str] = Counter()  # wrong tries at that code, by origin

    # --- the door -----------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Let browsers at any address ask, for the next ten minutes."""
        self._open_until = self._clock() + OPEN_SECONDS

    @property
    def is_open(self) -> bool:
        """Whether strangers may ask: a person opened the door, or a one-time code is still good."""
        return self._clock() < self._open_until or bool(self.code)

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

    def is_paired(self, key: Key) -> bool:
        """Whether this browser still has a pairing: it may have been ended while the browser was connected."""
        entries = (*self.store.book.pairings, *self._memory.book.pairings)
        return key.origin in self.trusted or any(entry.key == key for entry in entries)

    # --- asking -------------------------------------------------------------------------------------------------------

    def ask(self, key: Key, label: str, answer: Answer) -> Ask:
        """Put a request before the person at the bridge. Raises Overloaded where too many wait already."""
        for stale in [ask for ask in self.waiting() if ask.key == key]:
            self.withdraw(stale)
        self._make_room(key.origin)
        code = _short_code()
        while code in self._asks:
            code = _short_code()
        ask = Ask(key, label, code, self._clock() + ASK_SECONDS, answer)
        self._asks[code] = ask
        self.noticed(ask)
        return ask

    def _make_room(self, origin: str) -> None:
        """Room for one more request from `origin`: where too many wait, the address with the most gives up its oldest.
        Raises Overloaded where that would be no fairer."""
        counts = Counter(ask.key.origin for ask in self.waiting())
        if counts[origin] >= REQUESTS_PER_ORIGIN:
            raise Overloaded(
                f"{REQUESTS_PER_ORIGIN} browsers at {origin} wait to be paired already; answer them at the bridge first"
            )
        if counts.total() < REQUESTS_WAITING:
            return
        crowd, most = counts.most_common(1)[0]
        if most <= counts[origin] + 1:
            raise Overloaded(f"{REQUESTS_WAITING} browsers wait to be paired already; answer them at the bridge first")
        oldest = next(ask for ask in self._asks.values() if ask.key.origin == crowd)
        self.refuse(oldest.code)

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
        """The one-time code in force, to show; a new one where there is none, or it is nearly over."""
        if self.code_seconds < NEARLY_OVER:
            issue_code(self.store, self._wall(), anew=True)
        return self.code

    @property
    def code(self) -> str:
        """The one-time code in force, as it is shown (`K7QF-2MXA`); empty where there is none."""
        code = self._code_in_force()
        return shown_code(code) if code else ""

    @property
    def code_seconds(self) -> float:
        """How much longer the one-time code is good; 0 where there is none."""
        return self._seen[1] - self._clock() if self._code_in_force() else 0.0

    def redeem(self, key: Key, label: str, offered: str) -> str:
        """The token for a one-time code. Raises Unauthorised, and counts the try against the browser's origin."""
        code = self._code_in_force()
        if code is None:
            raise Unauthorised(
                "no one-time code is in force; make one with `coign pair` and paste it within ten minutes"
            )
        left = CODE_TRIES - self._wrong[key.origin]
        if left <= 0:
            raise Unauthorised("too many wrong codes from this address; approve the browser at the bridge", tries=0)
        if not hmac.compare_digest(_plain(offered).encode(), code.text.encode()):
            self._wrong[key.origin] += 1
            if len(self._wrong) > ORIGINS_COUNTED:
                del self._wrong[next(iter(self._wrong))]
            left -= 1
            after = f"{left} more {'try' if left == 1 else 'tries'}" if left else "approve the browser at the bridge"
            raise Unauthorised(f"that is not the one-time code that the bridge shows; {after}", tries=left)
        self.store.change(lambda book: Book(book.pairings, None if book.code == code else book.code))
        return self.grant(key, label)

    def grant(self, key: Key, label: str) -> str:
        """A new token for this browser, in place of any it had. For callers who have seen a person's yes."""
        token = secrets.token_urlsafe(32)
        entry = Entry(key, digest(token), label, self._wall())
        store = self._memory if key.origin in self.trusted else self.store
        store.change(lambda book: Book((*(one for one in book.pairings if one.key != key), entry), book.code))
        return token

    def _code_in_force(self) -> Code | None:
        """The code in the store while it lasts. From when it was first seen its time runs by our own clock, so that a
        clock on the wall that is put forward or back neither ends nor prolongs it."""
        code = self.store.book.code
        if code is None or not code.text:
            return None
        if self._seen[0] != code.text:
            left = min(OPEN_SECONDS, code.expires - self._wall())
            self._seen = code.text, self._clock() + left
            self._wrong.clear()
        return code if self._clock() < self._seen[1] else None


def issue_code(store: Store, now: float, anew: bool = False) -> Code:
    """The one-time code that `store` has in force at `now` (seconds since 1970); a new one where there is none, or that
    is nearly over, or with `anew`. Every process that reads the store takes it."""
    code = store.book.code
    if anew or code is None or not code.text or not now + NEARLY_OVER < code.expires <= now + OPEN_SECONDS:
        code = Code("".join(secrets.choice(ALPHABET) for _ in range(8)), now + OPEN_SECONDS)
        made = code
        store.change(lambda book: Book(book.pairings, made))
    return code


def shown_code(code: Code) -> str:
    """A one-time code as people read it: `K7QF-2MXA`."""
    return f"{code.text[:4]}-{code.text[4:]}"


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
