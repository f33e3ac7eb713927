"""Write the Foundry module from this copy of coign as a zip."""

from __future__ import annotations

import argparse
from pathlib import Path

from coign import __version__
from coign.server import assets

EXAMPLE = """\
examples:
  coign module zip coign.zip                       to unpack into Data/modules/coign of a Foundry
  coign module zip coign.zip --without-engine      the same, 9 MB smaller, for those who always have a bridge

A Foundry that can reach a running bridge installs it by itself: Install Module, http://127.0.0.1:8765/module.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign module`."""
    parser.add_argument("what", choices=("zip",), metavar="zip", help="write the module as a zip")
    parser.add_argument("file", metavar="FILE.zip", type=Path, help="the zip to write")
    parser.add_argument("--without-engine", action="store_true", help="leave out what computes in the GM's browser")


def run(args: argparse.Namespace) -> int:
    """Write the module's zip. Return an exit status."""
    files = assets.module_files()
    args.file.write_bytes(assets.module_zip(assets.without_engine(files) if args.without_engine else files))
    print(f"wrote {args.file}, version {__version__}")
    return 0
