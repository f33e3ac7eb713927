"""Make a one-time code for the module to pair with, or see and end the pairings there are."""

from __future__ import annotations

import argparse
import time

import msgspec

from coign.errors import CoignError
from coign.server import config
from coign.server.pairing_file import FileStore
from coign.session.pairing import issue_code, shown_code
from coign.session.pairing_book import Entry, PairingBook
from coign.util.terminal import Paint, table
from coign.util.text import harmless

EXAMPLE = """\
examples:
  coign pair                      the code that running bridges show too, or a new one for ten minutes
  coign pair --list
  coign pair --forget http://localhost:30000
"""


class CannotPair(CoignError):
    """The pairings cannot be written, or none matches. For the person at the terminal."""

    code = "cannot-pair"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign pair`."""
    actions = parser.add_mutually_exclusive_group()
    actions.add_argument("--list", action="store_true", help="the browsers that are paired")
    actions.add_argument("--forget", metavar="WHO", help="end the pairings of that address, world, user or browser")


def run(args: argparse.Namespace) -> int:
    """Show a one-time code, list the pairings, or end some. Return an exit status. Raises CannotPair."""
    store = FileStore(config.pairings_path())
    if args.list:
        print(_listed(store.book.pairings))
    elif args.forget:
        _forget(store, args.forget)
    else:
        now = time.time()
        code = issue_code(store, now)
        if store.problem:
            raise CannotPair(
                f"a code needs a file that the bridge reads too, and {store.path} cannot be written ({store.problem}); "
                "approve the browser at the bridge instead"
            )
        minutes = max(1, round((code.expires - now) / 60))
        print(
            f"In Foundry, as GM, open Coign's settings, press Connect and paste {shown_code(code)} "
            f"within {minutes} minute{'s' if minutes > 1 else ''}."
        )
    return 0


def _listed(pairings: tuple[Entry, ...]) -> str:
    if not pairings:
        return "No browser is paired."
    heads = ("address", "world", "user", "since", "label")
    rows = [
        (
            *map(harmless, (pairing.key.origin, pairing.key.world, pairing.key.user)),
            _date(pairing.since),
            harmless(pairing.label),
        )
        for pairing in pairings
    ]
    return table([heads, *rows], Paint(), styles=[("1",)])


def _forget(store: FileStore, who: str) -> None:
    def kept(book: PairingBook) -> tuple[Entry, ...]:
        return tuple(
            pairing for pairing in book.pairings if who not in (*msgspec.structs.astuple(pairing.key), pairing.label)
        )

    count = len(store.book.pairings) - len(kept(store.book))
    if not count:
        raise CannotPair(f"no pairing of {who}; `coign pair --list` lists them")
    store.change(lambda book: PairingBook(kept(book), book.code))
    if store.problem:
        raise CannotPair(
            f"nothing was ended: {store.path} cannot be written ({store.problem}); make room and try again"
        )
    print(
        f"{count} {'pairing' if count == 1 else 'pairings'} ended; a connection that is open is closed by its bridge."
    )


def _date(since: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(since))
