"""Show a page to the person at this computer: after a double click on the program, its page is all that they see."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import webbrowser
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from coign.server.private_file import write_private

log = logging.getLogger("coign.server.browser")

PROBLEM = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Coign</title>
<h1>Coign could not start</h1><p>{why}</p>
"""


def can_show(platform: str, environ: Mapping[str, str]) -> bool:
    """Return True if there is a desktop. Without one, Python would start a browser in the terminal."""
    return platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def show(address: str) -> bool:
    """Open a page in the person's browser. Return whether the browser could be started."""
    if not can_show(sys.platform, os.environ):
        return False
    with _outer_libraries():
        return webbrowser.open(address)


def show_problem(folder: Path, why: str) -> bool:
    """Explain in the browser why the bridge did not start, if there is no terminal. Return whether it was shown."""
    path = folder / "problem.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(PROBLEM.format(why=escape(why)), encoding="utf-8")
    except OSError as problem:
        log.warning("cannot show the problem as a page: %s", problem)
        return False
    return show(path.as_uri())


class RunningPage:
    """The address of the page of the bridge that runs, with its key, in a file that only its owner may read.

    A second start of the program opens that page.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "running.json"

    def write(self, address: str, page: str) -> None:
        """Keep the page of the bridge at `address`. If that fails, a second start opens the page without its key."""
        try:
            write_private(self._path, json.dumps({"address": address, "page": page}).encode())
        except OSError as problem:
            log.warning("the page's address cannot be kept in %s: %s", self._path, problem.strerror or problem)

    def read(self, address: str) -> str:
        """Return the page of the bridge at `address`; only the address if its page is not known."""
        try:
            state = json.loads(self._path.read_text(encoding="utf-8"))
            return str(state["page"]) if state["address"] == address else address
        except (OSError, ValueError, KeyError, TypeError):
            return address

    def remove(self) -> None:
        """Forget the page, because its bridge stops."""
        with contextlib.suppress(OSError):  # what cannot be removed is of no use to anybody either: the key has changed
            self._path.unlink(missing_ok=True)


@contextlib.contextmanager
def _outer_libraries() -> Iterator[None]:
    """Give programs that we start the libraries of the system, not those packed into the stand-alone program."""
    bundled = os.environ.get("LD_LIBRARY_PATH")
    outer = os.environ.get("LD_LIBRARY_PATH_ORIG")
    if not getattr(sys, "frozen", False) or bundled is None:
        yield
        return
    if outer is None:
        del os.environ["LD_LIBRARY_PATH"]
    else:
        os.environ["LD_LIBRARY_PATH"] = outer
    try:
        yield
    finally:
        os.environ["LD_LIBRARY_PATH"] = bundled
