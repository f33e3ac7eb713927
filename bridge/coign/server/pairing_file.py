"""The store of pairings: one small file in the user's data folder, readable by its owner alone (on Windows, by the
rules of that folder).

The file holds the SHA-256 of each token and not the token, so that a reader of the file cannot connect. It also holds
the current one-time code, so that `coign pair` and every running bridge show the same code. The code is in plain text:
it lasts ten minutes and pairs one browser, and a program that can read this file could write pairings into it anyway.

Several processes share the file. It is read again after another process has written it. Each change is applied to its
latest content, under a lock beside it, so that no process loses the change of another. A change that cannot be written
(a full disk) is kept in memory, is valid at once, and is written as soon as possible. Until then `problem` says what is
wrong.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from filelock import FileLock

from coign.session.pairing_book import Book, Change

log = logging.getLogger("coign.server.pairing_file")

T = TypeVar("T")
TRIES, PAUSE = 5, 0.01  # seconds; the whole process waits meanwhile
LOCK_SECONDS = 0.2  # for another process to finish its change, which takes milliseconds


class FileStore:
    """The book of pairings in the file `path`.

    `problem` says why the last change is not in the file yet; it is empty if the file is up to date.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        self._book = Book()  # the content of the file, with the changes that are not in it yet
        self._stamp: tuple[int, ...] | None = None
        self._unwritten: list[Change] = []
        self._lock = FileLock(path.with_suffix(".lock"), timeout=LOCK_SECONDS, mode=0o600, poll_interval=PAUSE)

    @property
    def book(self) -> Book:
        """The current book, read again if the file has changed. Raises nothing: a damaged file is set aside."""
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            self._stamp = stamp
            book = _read(self.path) if stamp else Book()
            for change in self._unwritten:
                book = change(book)
            self._book = book
        return self._book

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
                _write(self.path, msgspec.json.format(msgspec.json.encode(self.book)))
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
    try:
        status = path.stat()
    except OSError:
        return None  # no file, or no permission to see it: an empty book either way
    return status.st_mtime_ns, status.st_size, status.st_ino  # each write creates a new file


def _read(path: Path) -> Book:
    try:
        return msgspec.json.decode(_patiently(path.read_bytes), type=Book)
    except OSError as problem:
        log.warning("pairings in %s cannot be read (%s): browsers must pair again", path, problem.strerror or problem)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        aside = path.with_suffix(".bad")
        log.warning("pairings in %s are damaged (%s): set aside as %s; browsers must pair again", path, problem, aside)
        with contextlib.suppress(OSError):  # logged above; a file that cannot be moved is overwritten
            path.replace(aside)
    return Book()


def _write(path: Path, data: bytes) -> None:
    """Write a draft and replace the file by it: a crash leaves no half file, and other users can never read it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        _patiently(lambda: draft.replace(path))
    finally:
        draft.unlink(missing_ok=True)


def _patiently(act: Callable[[], T]) -> T:
    """Try again for a moment: Windows locks a file while `coign pair` or a virus scanner has it open."""
    for _ in range(TRIES):
        with contextlib.suppress(PermissionError):
            return act()
        time.sleep(PAUSE)
    return act()
