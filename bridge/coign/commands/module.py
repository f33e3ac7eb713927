"""Install the Foundry module from this copy of coign, or write it as a zip."""

from __future__ import annotations

import argparse
from pathlib import Path

from coign import __version__
from coign.commands import BadUsage
from coign.server import assets
from coign.server.module_install import find_modules, install

EXAMPLE = """\
examples:
  coign module install                             into Foundry's data folder on this machine
  coign module install --data /srv/foundry/data    into another
  coign module zip coign.zip                       for a Foundry elsewhere
  coign module zip coign.zip --without-engine      the same, 9 MB smaller, for those who always have a bridge

A Foundry that can reach a running bridge installs it by itself: Install Module, http://127.0.0.1:8765/module.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign module`."""
    parser.add_argument(
        "what", choices=("install", "zip"), metavar="{install,zip}", help="copy it into Foundry's data, or write a zip"
    )
    parser.add_argument("file", nargs="?", metavar="FILE.zip", type=Path, help="the zip to write")
    parser.add_argument("--without-engine", action="store_true", help="leave out what computes in the GM's browser")
    parser.add_argument("--data", metavar="FOLDER", help="Foundry's user data folder, where it is not found by itself")


def run(args: argparse.Namespace) -> int:
    """Install the module into Foundry's data, or write its zip. Return an exit status. Raises BadUsage."""
    if args.what == "zip":
        if args.file is None:
            raise BadUsage("name the zip to write: `coign module zip coign.zip`")
        files = assets.module_files()
        args.file.write_bytes(assets.module_zip(assets.without_engine(files) if args.without_engine else files))
        print(f"wrote {args.file}, version {__version__}")
        return 0
    target, before = install(find_modules(args.data))
    outcome = "installed" if before is None else "installed anew" if before == __version__ else f"updated from {before}"
    print(f"{outcome}: {target}, version {__version__}")
    print("In Foundry, enable Coign under Manage Modules in your world; restart Foundry where it does not show it yet.")
    return 0
