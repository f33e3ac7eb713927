"""Pairing: how a browser gets the token that it needs to use the bridge.

There are two ways:
 - *ask*: the browser asks, both sides show the same short code, and a person at the bridge approves that code;
 - *redeem*: a person copies a one-time code from the bridge into the browser.
A token has 256 random bits and is valid for one browser of one user in one world, at the address that the world is
served from. A stolen token is useless to a page at any other address.

These addresses (`Origin`s) may open a connection:
 - an address that has been paired;
 - an address on this machine (`http://localhost:30000`), at any time;
 - an address named in the settings;
 - any other address while pairing is open: for ten minutes after the bridge started, or after a person opened it.
Asking alone gives no access: a request shows a code and waits for a person.

Any page of the web may try this, so requests and wrong codes are counted per address. A page can use up its own limit
and no other. A one-time code has 39 random bits, so that guessing it from many addresses is hopeless as well.
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
from coign.session.pairing_book import Code, Entry, Key, MemoryStore, PairingBook, Store, digest

OPEN_SECONDS = 600.0  # how long a one-time code lasts, and pairing stays open
ASK_SECONDS = 120.0  # how long a request waits for a person
CODE_TRIES = 5  # wrong codes from one address, for each one-time code
REQUESTS_PER_ORIGIN = 3  # waiting at a time
REQUESTS_WAITING = 16  # from all addresses
ORIGINS_COUNTED = 1000  # addresses whose wrong codes are remembered
NEARLY_OVER = 60.0  # seconds; a code with less time left is replaced before it is shown
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without characters that look alike
ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.\-_]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(?P<port>\d{1,5}))?")

Answer = Callable[[str | None], None]  # called with the token, or with None if the request is refused


@dataclass(frozen=True)
class Ask:
    """The request of a browser to be paired. Both sides show `code`; `answer` is called with the result."""

    key: Key
    label: str
    code: str
    expires: float
    answer: Answer


class Desk:
    """The desk where pairing is requested, granted and checked.

    clock    monotonic seconds
    wall     seconds since 1970, for times that other processes read
    named    origins that may always ask
    trusted  origins (of the demo's own page) that are paired without asking, in memory only; any browser there may use
             `demo_token`
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        named: tuple[str, ...] = (),
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.trusted: frozenset[str] = frozenset()
        self.demo_token = secrets.token_urlsafe(32)
        self.noticed: Callable[[Ask], None] = lambda ask: None  # the console sets it, to show requests to a person
        self._named = named
        self._clock = clock
        self._wall = wall
        self._memory = MemoryStore()
        self._asks: dict[str, Ask] = {}
        self._open_until = 0.0
        self._seen: tuple[str, float] = ("", 0.0)  # the last one-time code, and when it expires by `clock`
        self._wrong: Counter[str] = Counter()  # wrong tries at that code, by origin

    # --- access -------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Open pairing to browsers at any address for ten minutes."""
        self._open_until = self._clock() + OPEN_SECONDS

    @property
    def is_open(self) -> bool:
        """Tell whether any address may ask: a person opened pairing, or a one-time code is still valid."""
        return self._clock() < self._open_until or bool(self.code)

    def may_connect(self, origin: str) -> bool:
        """Return whether a page at `origin` may open a connection, to use a token or to ask for one."""
        match = ORIGIN.fullmatch(origin)
        if match is None or int(match["port"] or 0) > 65535:
            return False
        return self._is_known(origin) or self.is_open

    def _is_known(self, origin: str) -> bool:
        """Return whether an address may connect at any time. Wrong codes from it are mistyped, and renew the code."""
        return (
            is_loopback(origin)
            or origin in self._named
            or origin in self.trusted
            or any(entry.key.origin == origin for entry in self.store.book.pairings)
        )

    def authorised(self, key: Key, token: str) -> bool:
        """Return whether `token` was issued to exactly this browser, user, world and origin."""
        offered = digest(token).encode()
        valid = key.origin in self.trusted and hmac.compare_digest(digest(self.demo_token).encode(), offered)
        for entry in (*self.store.book.pairings, *self._memory.book.pairings):
            same = hmac.compare_digest(entry.sha256.encode(), offered)
            valid |= same and entry.key == key
        return valid

    def is_paired(self, key: Key) -> bool:
        """Return whether this browser is still paired: a person may end the pairing while it is connected."""
        entries = (*self.store.book.pairings, *self._memory.book.pairings)
        return key.origin in self.trusted or any(entry.key == key for entry in entries)

    # --- asking -------------------------------------------------------------------------------------------------------

    def ask(self, key: Key, label: str, answer: Answer) -> Ask:
        """Add a request for a person at the bridge to answer. Raises Overloaded if too many wait already."""
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
        """Make room for one more request from `origin`.

        If too many wait, the oldest request of the address with the most is refused. Raises Overloaded if that address
        has no more requests than `origin` would have.
        """
        counts = Counter(ask.key.origin for ask in self.waiting())
        if counts[origin] >= REQUESTS_PER_ORIGIN:
            raise Overloaded(
                f"{REQUESTS_PER_ORIGIN} browsers at {origin} already wait to be paired; answer them at the bridge first"
            )
        if counts.total() < REQUESTS_WAITING:
            return
        crowd, most = counts.most_common(1)[0]
        if most <= counts[origin] + 1:
            raise Overloaded(f"{REQUESTS_WAITING} browsers already wait to be paired; answer them at the bridge first")
        oldest = next(ask for ask in self._asks.values() if ask.key.origin == crowd)
        self.refuse(oldest.code)

    def waiting(self) -> list[Ask]:
        """Return the requests that a person can answer now, the oldest first."""
        now = self._clock()
        self._asks = {code: ask for code, ask in self._asks.items() if ask.expires > now}
        return list(self._asks.values())

    def approve(self, code: str) -> Ask | None:
        """Approve the request that shows `code`: its browser gets a token. Return None if no such request waits."""
        ask = self._settle(code)
        if ask is not None:
            ask.answer(self.grant(ask.key, ask.label))
        return ask

    def refuse(self, code: str) -> Ask | None:
        """Refuse the request that shows `code`. Return None if no such request waits."""
        ask = self._settle(code)
        if ask is not None:
            ask.answer(None)
        return ask

    def withdraw(self, ask: Ask) -> None:
        """Remove a request without an answer: its browser has disconnected or asked again."""
        if self._asks.get(ask.code) is ask:
            del self._asks[ask.code]

    def _settle(self, code: str) -> Ask | None:
        return self._asks.pop(code, None) if any(ask.code == code for ask in self.waiting()) else None

    # --- one-time codes -----------------------------------------------------------------------------------------------

    def issue(self, renew: bool = False) -> str:
        """Return the one-time code to show. Make a new one if none is valid, if it expires soon, or on `renew`."""
        if renew or self.code_seconds < NEARLY_OVER:
            issue_code(self.store, self._wall(), renew=True)
        return self.code

    @property
    def code(self) -> str:
        """The current one-time code as it is shown (`K7QF-2MXA`), or empty."""
        code = self._current_code()
        return shown_code(code) if code else ""

    @property
    def code_seconds(self) -> float:
        """The seconds until the one-time code expires; 0 without a code."""
        return self._seen[1] - self._clock() if self._current_code() else 0.0

    def redeem(self, key: Key, label: str, offered: str) -> str:
        """Return a token for a one-time code. Raises Unauthorised, and counts a wrong code for the browser's origin."""
        code = self._current_code()
        if code is None:
            raise Unauthorised(
                "there is no current one-time code; make one with `coign pair` and paste it within ten minutes"
            )
        left = CODE_TRIES - self._wrong[key.origin]
        if left <= 0:
            raise Unauthorised("too many wrong codes from this address; approve the browser at the bridge", tries=0)
        if not hmac.compare_digest(_plain(offered).encode(), code.text.encode()):
            self._wrong[key.origin] += 1
            if left == 1 and self._is_known(key.origin):
                self.issue(renew=True)
                raise Unauthorised(
                    "that was the last try with this one-time code; `coign pair` shows a new one", tries=0
                )
            if len(self._wrong) > ORIGINS_COUNTED:
                del self._wrong[next(iter(self._wrong))]
            left -= 1
            after = f"{left} more {'try' if left == 1 else 'tries'}" if left else "approve the browser at the bridge"
            raise Unauthorised(f"that is not the one-time code that the bridge shows; {after}", tries=left)
        is_mine = False

        def take(book: PairingBook) -> PairingBook:
            nonlocal is_mine
            is_mine = book.code == code
            return PairingBook(book.pairings, None) if is_mine else book

        self.store.change(take)
        if not is_mine:
            raise Unauthorised("that one-time code was used a moment ago; make another with `coign pair`", tries=left)
        return self.grant(key, label)

    def grant(self, key: Key, label: str) -> str:
        """Return a new token for this browser, which replaces any it had. Call it only after a person has approved."""
        token = secrets.token_urlsafe(32)
        entry = Entry(key, digest(token), label, self._wall())
        store = self._memory if key.origin in self.trusted else self.store
        store.change(lambda book: PairingBook((*(old for old in book.pairings if old.key != key), entry), book.code))
        return token

    def _current_code(self) -> Code | None:
        """Return the code in the store unless it has expired.

        From when the code is first seen its time runs by the monotonic clock, which nobody can set.
        """
        code = self.store.book.code
        if code is None or not code.text:
            return None
        if self._seen[0] != code.text:
            left = min(OPEN_SECONDS, code.expires - self._wall())
            self._seen = code.text, self._clock() + left
            self._wrong.clear()
        return code if self._clock() < self._seen[1] else None


def issue_code(store: Store, now: float, renew: bool = False) -> Code:
    """Return the one-time code of `store` at `now` (seconds since 1970).

    Make a new code if none is valid, if it expires soon, or if `renew` is set. Every process that reads the store
    accepts it.
    """
    before = store.book.code
    if before is not None and not renew and _is_fresh(before, now):
        return before
    issued = Code("".join(secrets.choice(ALPHABET) for _ in range(8)), now + OPEN_SECONDS)

    def put(book: PairingBook) -> PairingBook:
        another = book.code if book.code != before else None  # issued by another process meanwhile
        return PairingBook(book.pairings, another if another is not None and _is_fresh(another, now) else issued)

    store.change(put)
    return store.book.code or issued


def _is_fresh(code: Code, now: float) -> bool:
    return bool(code.text) and now + NEARLY_OVER < code.expires <= now + OPEN_SECONDS


def shown_code(code: Code) -> str:
    """Format a one-time code for people: `K7QF-2MXA`."""
    return f"{code.text[:4]}-{code.text[4:]}"


def is_loopback(origin: str) -> bool:
    """Return whether `origin` is an address of this machine."""
    try:
        host = urlsplit(origin).hostname or ""
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False  # a name, or not an address at all


def _plain(code: str) -> str:
    """Normalise a code that a person typed: upper case, without the dash."""
    return re.sub(r"[^A-Z0-9]", "", code.upper())


def _short_code() -> str:
    return f"{secrets.randbelow(10_000):04}"
