"""Open a table in your browser: a map, fighters, a chat log and the real module, without Foundry or any set-up."""

from __future__ import annotations

import argparse
import asyncio
import time
import webbrowser

from coign.commands.serve import serve
from coign.server import config, logs
from coign.session.pairing import Desk
from coign.session.pairing_book import MemoryStore

PORT = 8766  # beside a bridge that serves Foundry
EXAMPLE = """\
example:
  coign demo --no-browser --port 9000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign demo`."""
    parser.add_argument("--port", metavar="N", default=PORT, help=f"port to listen at ({PORT}; 0: any that is free)")
    parser.add_argument("--no-browser", action="store_true", help="only say where the table is")


def run(args: argparse.Namespace) -> int:
    """Serve the demo's table until stopped. Return an exit status."""
    # On this machine only, whatever the settings say: the table's own page needs no pairing.
    settings = config.load({"host": "127.0.0.1", "port": args.port, "log": "-", "record": "", "drain": 0})
    logs.start(settings)

    def started(address: str) -> None:
        if not args.no_browser:
            webbrowser.open(f"{address}/tabletop/")

    asyncio.run(serve(settings, Desk(MemoryStore(), time.monotonic), demo=True, started=started))
    return 0
