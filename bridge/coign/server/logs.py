"""The log: warnings on the terminal, and everything in a file that a GM can send with a bug report.

No token and no code is ever logged, and no content of a message. The websockets library is kept to warnings: its debug
messages show whole frames.
"""

from __future__ import annotations

import contextlib
import logging
import platform
import sys
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path

from coign import __version__
from coign.server.config import Settings, log_path

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def start(settings: Settings) -> None:
    """Set up logging for a serving process. If the file cannot be written, warn once and log to the terminal only."""
    root = logging.getLogger()
    root.setLevel(settings.level.upper())
    logging.getLogger("websockets").setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    if sys.stderr is not None:  # None if Windows starts a program without a console
        terminal = logging.StreamHandler(sys.stderr)
        terminal.setLevel(logging.WARNING)
        terminal.setFormatter(logging.Formatter("coign: %(message)s"))
        terminal.addFilter(OncePerSecond())
        root.addHandler(terminal)
    path = log_path(settings)
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = LogFile(path, maxBytes=2 << 20, backupCount=3, encoding="utf-8")
    except OSError as problem:
        logging.getLogger("coign").warning("no log file: %s cannot be written: %s", path, problem.strerror or problem)
        return
    file.setFormatter(logging.Formatter(FORMAT))
    root.addHandler(file)


def for_report(path: Path, most: int) -> bytes:
    """Return at most `most` bytes of the log's end, below a line about program and computer. Raises OSError."""
    head = f"Coign {__version__}, Python {platform.python_version()}, {platform.platform()}\n".encode()
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - most + len(head)))
        return head + file.read(most - len(head))


class OncePerSecond(logging.Filter):
    """A filter that passes the same warning once a second, so that peers cannot fill the terminal.

    The log file has all of them. Errors, which are bugs of the bridge, always pass.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._quiet_until: dict[str, float] = {}  # by the sentence, before its values are filled in

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a message through at most once a second; errors always pass."""
        now = self._clock()
        if record.levelno < logging.ERROR and now < self._quiet_until.get(str(record.msg), now):
            return False
        self._quiet_until[str(record.msg)] = now + 1.0
        return True


class LogFile(RotatingFileHandler):
    """The log file. If it can no longer be written (a full disk), it warns once and stops logging."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's own name
        """Stop logging to a file that cannot be written; a mistake in the message is reported."""
        problem = sys.exception()
        if not isinstance(problem, OSError):
            super().handleError(record)  # a bug in the message
            return
        logging.getLogger().removeHandler(self)
        with contextlib.suppress(OSError):  # what was not written cannot be written now
            self.close()
        why = problem.strerror or problem
        logging.getLogger("coign").warning("the log %s ends here: %s; the bridge goes on", self.baseFilename, why)
