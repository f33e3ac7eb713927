"""The store of pairings: one small file in the user's data folder, readable by its owner alone (on Windows, by the
rules of that folder).

The file holds the SHA-256 of each token and not the token, so that a reader of the file cannot connect. It also holds
the current one-time code, so that `coign pair` and every running bridge show the same code. The code is in plain text:
it lasts ten minutes and pairs one browser, and a program that can read this file could write pairings into it anyway.

Several processes share the file. It is read again after another process has written it. Each change is applied to its
latest content, under a lock beside it, so that no process loses the change of another. A change that cannot be written
(a full disk) is kept in memory, is valid at once, and is written as soon as possible. Until then `problem` says what is
wrong.

A file that cannot be read for a moment (no descriptor is left, another program has locked it) ends no pairing: the book
stays as it was read last, and nothing is written until the file has been read. Entries are read one by one, so that one
bad field costs one pairing. The file has the number of its format. A version reads the files of later ones, and leaves
out what it does not know.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from filelock import FileLock

from coign.server.private_file import PAUSE, patiently, write_private
from coign.session.pairing_book import Change, Code, Entry, PairingBook

log = logging.getLogger("coign.server.pairing_file")

T = TypeVar("T")
FORMAT = 1
LOOK_AGAIN_SECONDS = 1.0  # until a file that could not be read is read again
LOCK_SECONDS = 0.2  # for another process to finish its change, which takes milliseconds


class File(msgspec.Struct, frozen=True):
    """The content of the file. A later version may add fields; `format` counts up if it changes what they mean."""

    pairings: tuple[Entry, ...]
    code: Code | None
    format: int = FORMAT


class _RawFile(msgspec.Struct, frozen=True):
    """The content of the file before its entries are read."""

    pairings: tuple[Any, ...] = ()
    code: Any = None


class FileStore:
    """The book of pairings in the file `path`.

    `problem` says why the last change is not in the file yet; it is empty if the file is up to date.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path = path
        self.problem = ""
        self._clock = clock
        self._book = PairingBook()  # the content of the file, with the changes that are not in it yet
        self._stamp: tuple[int, ...] | None = None
        self._unread = ""  # why the file as it is now could not be read
        self._look_again = 0.0  # when an unreadable file is read again
        self._unwritten: list[Change] = []
        self._lock = FileLock(path.with_suffix(".lock"), timeout=LOCK_SECONDS, mode=0o600, poll_interval=PAUSE)

    @property
    def book(self) -> PairingBook:
        """The current book, read again if the file has changed. Raises nothing: a damaged file is set aside."""
        if not self._unread or self._clock() >= self._look_again:
            try:
                self._read_again()
            except OSError as problem:
                self._look_again = self._clock() + LOOK_AGAIN_SECONDS
                why = problem.strerror or str(problem)
                if why != self._unread:
                    log.warning("pairings in %s cannot be read (%s): those read before stay valid", self.path, why)
                self._unread = why
        return self._book

    def _read_again(self) -> None:
        """Read the file if it has changed. Raises OSError, and then keeps the book as it is."""
        stamp = _stamp(self.path)
        if stamp != self._stamp or self._unread:
            book = _read(self.path) if stamp else PairingBook()
            if self._unread:
                log.warning("pairings in %s can be read again", self.path)
            self._stamp, self._unread = stamp, ""
            for change in self._unwritten:
                book = change(book)
            self._book = book

    def change(self, change: Change) -> None:
        """Change the book and write the file.

        `change` may be called several times, with what another process has written meanwhile; the last call counts. If
        the file cannot be written, `problem` says why; the change is valid in this process, and `write` tries again.
        """
        self._book = change(self.book)
        self._unwritten.append(change)
        self.write()

    def write(self) -> None:
        """Write the changes that are not in the file yet. Log a failure once, until writing works again."""
        if not self._unwritten:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._lock:
                book = self.book
                if self._unread:
                    raise OSError(self._unread)
                write_private(self.path, msgspec.json.format(msgspec.json.encode(File(book.pairings, book.code))))
                self._stamp = _stamp(self.path)
        except OSError as problem:  # also if another process holds the lock for too long
            if not self.problem:
                log.warning(
                    "pairings cannot be kept in %s (%s): changes last until this bridge stops, and are written as soon "
                    "as possible; make room, or make the folder writable",
                    self.path,
                    problem.strerror or problem,
                )
            self.problem = str(problem.strerror or problem)
            return
        if self.problem:
            log.warning("pairings are kept in %s again", self.path)
        self.problem, self._unwritten = "", []


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Return a mark that differs between versions of the file; None without a file. Raises OSError."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino  # each write creates a new file


def _read(path: Path) -> PairingBook:
    """Read the file entry by entry. A file that is no book at all is set aside. Raises OSError."""
    data = patiently(path.read_bytes)
    try:
        raw = msgspec.json.decode(data, type=_RawFile)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        aside = path.with_suffix(".bad")
        log.warning("pairings in %s are damaged (%s): set aside as %s; browsers must pair again", path, problem, aside)
        with contextlib.suppress(OSError):  # logged above; a file that cannot be moved is overwritten
            path.replace(aside)
        return PairingBook()
    entries = [_converted(entry, Entry) for entry in raw.pairings]
    pairings = tuple(entry for entry in entries if entry is not None)
    if len(pairings) < len(entries):
        log.warning(
            "%d of %d pairings in %s cannot be read and are left out", len(entries) - len(pairings), len(entries), path
        )
    return PairingBook(pairings, _converted(raw.code, Code))


def _converted(raw: object, kind: type[T]) -> T | None:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        return None
