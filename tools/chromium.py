"""Print the path of a Chromium, Chrome or Edge for the browser tests; install Debian's package if none is found.

Chromium's headless shell comes first: the same engine without the windows around it, which takes a third less time.
This program installs only where there is apt-get, only as root, and not if COIGN_SYSTEM_PACKAGES is "no"; it prints
what it is about to install first, on stderr. COIGN_CHROMIUM names a browser in another place.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

INSTALLED = (
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
UPDATE = ("apt-get", "update", "-qq")
INSTALL = ("apt-get", "install", "-qq", "-y", "--no-install-recommends")
PACKAGES = ("chromium-headless-shell", "chromium")  # the first that the system has


def main() -> int:
    """Print the path on stdout. Returns an exit status: 1 if there is no browser."""
    path = os.environ.get("COIGN_CHROMIUM") or installed()
    if not path and may_install():
        say("No Chromium found.")
        apt_get(*UPDATE).check_returncode()
        for package in PACKAGES:
            say(f"About to install the system package `{package}`: {' '.join(INSTALL)} {package}")
            if apt_get(*INSTALL, package).returncode == 0:
                break
        path = installed()
    if not path:
        say("The browser tests need Chromium, Chrome or Edge, and none was found.")
        say("Install one (on Debian, as root: `apt-get install chromium`), or set COIGN_CHROMIUM to the path of one.")
        return 1
    print(path)
    return 0


def installed() -> str | None:
    """Return the path of the first browser of the list that is on this computer."""
    return next(filter(None, map(shutil.which, INSTALLED)), None)


def apt_get(*command: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command without questions; what it prints goes to stderr."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def may_install() -> bool:
    """Tell whether the system has apt-get, we are root, and system packages are allowed."""
    allowed = os.environ.get("COIGN_SYSTEM_PACKAGES") != "no"
    return allowed and shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def say(text: str) -> None:
    """Print to stderr: stdout is for the path alone."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
