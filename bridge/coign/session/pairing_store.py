"""Where pairings are kept: one small file in the user's own place, readable by its owner alone (on Windows, as all in
that place, by its folder's rules).

It holds no token, only the SHA-256 of each: whoever reads it cannot connect with what it says. The same file carries
the one-time code in force, so that `coign pair` and every running bridge show one and the same. The code is there in
plain text: it lasts ten minutes, pairs one browser, and who may read this file may write pairings into it anyway.

The file belongs to all processes that use it. It is read again whenever another has written it, and a change is made to
what the file says at that moment. A change that cannot be written (a full disk) is kept in memory, counts at once, and
is written as soon as it can be; until then `problem` says what is wrong.
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
    """One pairing, with the SHA-256 of its token."""

    key: Key
    sha256: str
    label: str = ""
    since: float = 0.0  # seconds since 1970


class Code(msgspec.Struct, frozen=True):
    """A one-time code: good until `expires` (seconds since 1970), for one pairing. `text` is without the dash."""

    text: str = ""
    expires: float = 0.0


class Book(msgspec.Struct, frozen=True):
    """Everything that the store keeps."""

    pairings: tuple[Entry, ...] = ()
    code: Code | None = None


Change = Callable[[Book], Book]


class Store:
    """The book of pairings. Without a `path` it lasts as long as the process.

    `problem` says why the last change is not in the file yet; it is empty where all is.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.problem = ""
        self._book = Book()  # what the file says, and the changes that are not in it yet
        self._stamp: tuple[int, ...] | None = None
        self._unwritten: list[Change] = []

    @property
    def book(self) -> Book:
        """The book as it stands, read again where the file has changed. Raises nothing: a bad file is set aside."""
        if self.path is None:
            return self._book
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            self._stamp = stamp
            book = _read(self.path) if stamp else Book()
            for change in self._unwritten:
                book = change(book)
            self._book = book
        return self._book

    def change(self, change: Change) -> None:
        """Change the book, in the file too where that can be written.

        Where it cannot, `problem` says why; the change holds in this process all the same, and `write` tries again.
        """
        self._book = change(self.book)
        if self.path is not None:
            self._unwritten.append(change)
            self.write()

    def write(self) -> None:
        """Write what is not in the file yet. A failure is logged once, until writing works again."""
        if self.path is None or not self._unwritten:
            return
        book = self.book
        try:
            _write(self.path, msgspec.json.format(msgspec.json.encode(book)))
        except OSError as problem:
            if not self.problem:
                log.warning(
                    "pairings cannot be kept in %s (%s): changes hold until this bridge stops, and are written as soon "
                    "as they can be; make room, or make the folder writable",
                    self.path,
                    problem.strerror or problem,
                )
            self.problem = str(problem.strerror or problem)
            return
        if self.problem:
            log.warning("pairings are kept in %s again", self.path)
        self.problem, self._unwritten, self._stamp = "", [], _stamp(self.path)


def digest(secret: str) -> str:
    """SHA-256 in hexadecimal. Tokens have 256 random bits, so that no salt and no slow hash is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _stamp(path: Path) -> tuple[int, ...] | None:
    try:
        status = path.stat()
    except OSError:
        return None  # no file yet, or none that we may see: an empty book either way
    return status.st_mtime_ns, status.st_size, status.st_ino  # each write makes a new file


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
