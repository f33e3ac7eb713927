"""Write a file that only its owner may read (on Windows, by the rules of its folder)."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
TRIES, PAUSE = 5, 0.01  # seconds; the whole process waits meanwhile


def write_private(path: Path, data: bytes) -> None:
    """Write a draft and replace the file by it: a crash leaves no half file, and other users can never read it.

    A folder that is missing is made, for its owner alone as well. Raises OSError, and then leaves the file as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)  # of a process that crashed and had the same number
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # else a crash may leave an empty file under the new name
        patiently(lambda: draft.replace(path))
    finally:
        draft.unlink(missing_ok=True)


def patiently(act: Callable[[], T]) -> T:
    """Try again for a moment: Windows locks a file while `coign pair` or a virus scanner has it open."""
    for _ in range(TRIES):
        with contextlib.suppress(PermissionError):
            return act()
        time.sleep(PAUSE)
    return act()
