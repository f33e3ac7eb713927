"""Where pairings are kept: one small file in the user's own place, readable by its owner alone (on Windows, as all in
that place, by its folder's rules).

It holds no token, only the SHA-256 of each: whoever reads it cannot connect with what it says. The same file carries
the one-time code of the moment (its hash as well), so that `coign pair` can make one for a bridge that is already
running. The file is read again whenever another process has written it.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

log = logging.getLogger("coign.session.pairing")

T = TypeVar("T")
TRIES, PAUSE = 5, 0.01  # seconds; nobody else is served meanwhile


class Key(msgspec.Struct, frozen=True):
    """Who a token belongs to: this browser (`client`) of this user in this world, served from this address."""

    origin: str
    world: str
    user: str
    client: str


class Entry(msgspec.Struct, frozen=True):
    key: Key
    sha256: str
    label: str = ""
    since: float = 0.0  # seconds since 1970


class Code(msgspec.Struct, frozen=True):
    """A one-time code: good until `expires` (seconds since 1970), for one pairing and `tries` attempts."""

    sha256: str
    expires: float
    tries: int


class Book(msgspec.Struct, frozen=True):
    pairings: tuple[Entry, ...] = ()
    code: Code | None = None


class Store:
    """The book of pairings. Without a `path`, or where the path cannot be written, it lasts as long as the process."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._book = Book()
        self._stamp: tuple[int, int] | None = None

    @property
    def book(self) -> Book:
        """The book as it stands, read again where the file has changed. Raises nothing: a bad file is set aside."""
        if self.path is None:
            return self._book
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            self._stamp = stamp
            self._book = _read(self.path) if stamp else Book()
        return self._book

    def write(self, book: Book) -> None:
        """Keep `book`. Where it cannot be written the reason is logged, and the book lasts until the bridge stops."""
        self._book = book
        if self.path is None:
            return
        try:
            _write(self.path, msgspec.json.format(msgspec.json.encode(book)))
            self._stamp = _stamp(self.path)
        except OSError as problem:
            log.warning(
                "pairings cannot be kept in %s (%s): they last until this bridge stops; "
                "make the folder writable, or name another with COIGN_STATE",
                self.path,
                problem.strerror or problem,
            )
            self.path = None


def digest(secret: str) -> str:
    """SHA-256 in hexadecimal. Tokens have 256 random bits, so that no salt and no slow hash is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None  # no file yet, or none that we may see: an empty book either way
    return status.st_mtime_ns, status.st_size


def _read(path: Path) -> Book:
    try:
        return msgspec.json.decode(_patiently(path.read_bytes), type=Book)
    except OSError as problem:
        log.warning("pairings in %s cannot be read (%s): browsers must pair again", path, problem.strerror or problem)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        aside = path.with_suffix(".bad")
        log.warning("pairings in %s are damaged (%s): set aside as %s; browsers must pair again", path, problem, aside)
        with contextlib.suppress(OSError):  # said above; a file that cannot be moved is written over
            path.replace(aside)
    return Book()


def _write(path: Path, data: bytes) -> None:
    """Write beside the file and then over it: no crash leaves half a file, and at no moment can others read it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        _patiently(lambda: draft.replace(path))
    finally:
        draft.unlink(missing_ok=True)


def _patiently(act: Callable[[], T]) -> T:
    """Windows lets nobody touch a file that `coign pair` or a virus scanner has open; a moment later it is free."""
    for _ in range(TRIES):
        with contextlib.suppress(PermissionError):
            return act()
        time.sleep(PAUSE)
    return act()
