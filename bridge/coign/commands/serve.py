"""Run the bridge: wait for Foundry and answer its requests. `coign` alone does the same."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from coign import __version__
from coign.annotations import engine
from coign.catalogue.registry import refused
from coign.server import browser, config, logs
from coign.server.browser import RunningPage
from coign.server.config import Settings
from coign.server.console import Console
from coign.server.pairing_file import FileStore
from coign.server.recording import Recorder
from coign.server.server import Bridge, CannotServe, RunsAlready
from coign.session.pairing import Desk
from coign.session.services import Services
from coign.session.worlds import Worlds
from coign.util import garbage_collection as garbage

EXAMPLE = """\
examples:
  coign serve                          for a Foundry on this machine, or one on the internet over https
  coign serve --port 9000              where 8765 is taken
  coign serve --host 192.168.1.5       for browsers on other machines of your network

Every flag is a setting too: in the file that `coign doctor` names, or as a variable (COIGN_PORT).
"""

WARNING = (
    "Warning: others on your network can reach this bridge at {host}. Only paired browsers are let in, but what they "
    "say is not encrypted; on a network you do not trust, put a TLS proxy before it."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign serve`."""
    add = parser.add_argument
    add("--host", metavar="ADDRESS", help="address to listen at (127.0.0.1: this machine only)")
    add("--port", metavar="N", help=f"port to listen at ({config.PORT}; 0: any that is free)")
    add("--hosts", metavar="NAME", action="append", help="a further name that browsers know this bridge by")
    add("--origins", metavar="URL", action="append", help="an address of Foundry that may ask to be paired at any time")
    add("--connections", metavar="N", help="how many connections at most (64)")
    add("--compress", action=argparse.BooleanOptionalAction, help="compress; worth it across the internet")
    add("--record", metavar="FILE", help="write all that is said to FILE, for `coign replay`")
    add("--key", metavar="TEXT", help="key of the bridge's own page and of /metrics beyond this machine")
    add("--drain", metavar="SECONDS", help="when stopped, say so on /healthz for so long before going")
    add("--log", metavar="FILE", help="log file (- for none)")
    add("--config", metavar="FILE", help="settings file, in place of the one that `coign doctor` names")
    add("--data", metavar="FOLDER", help="folder of the pairings, in place of the usual one")
    add("--open", action="store_true", help="show the bridge's page in the browser, as `coign` alone does")
    add("--level", choices=("debug", "info", "warning", "error"), help="what is worth logging (info)")


def run(args: argparse.Namespace) -> int:
    """Serve until stopped. Return an exit status. Raises CannotServe, CannotRecord."""
    config.use_places(args.config, args.data)
    settings = config.load({name: getattr(args, name) for name in Settings.__struct_fields__})
    logs.start(settings)
    desk = Desk(FileStore(config.pairings_path()), time.monotonic, named=settings.origins)
    page = browser.RunningPage(config.state_path())
    try:
        asyncio.run(serve(settings, desk, page=page, show=args.open))
    except RunsAlready as problem:
        if args.open and browser.show(page.read(problem.detail["address"])):
            print(f"{problem}, and its page is in your browser")
            return 0
        raise
    except CannotServe as problem:
        if args.open and not (sys.stdout and sys.stdout.isatty()):
            browser.show_problem(config.state_path(), str(problem))
        raise
    return 0


async def serve(
    settings: Settings,
    desk: Desk,
    demo: bool = False,
    started: Callable[[str], object] = lambda address: None,
    page: RunningPage | None = None,
    show: bool = False,
) -> None:
    """Serve until a signal to stop; call `started` with the address. Raises CannotServe, CannotRecord.

    `page` keeps the address of the status page while the bridge runs; with `show` the person's browser opens it.
    """
    services = Services(engine, desk, Worlds(time.monotonic), time.monotonic, __version__)
    garbage.settle()
    with contextlib.ExitStack() as stack:
        recorder = None
        if settings.record:
            recorder = Recorder(Path(settings.record), services.clock, __version__, services.epoch)
            stack.callback(recorder.close)
        async with Bridge(settings, services, recorder, demo) as bridge:
            console = Console(desk)
            print(welcome(bridge, desk, demo), flush=True)
            for ruleset in refused():
                print(f"Ruleset {ruleset.name} ({ruleset.value}) is left out: {'; '.join(ruleset.reasons)}", flush=True)
            console.listen()
            showing = asyncio.create_task(console.show())
            started(bridge.address)
            address = bridge.address + bridge.site.status_page
            if page is not None:
                page.write(bridge.address, address)
                stack.callback(page.remove)
            if show:
                await asyncio.to_thread(browser.show, address)
            try:
                await _told_to_stop(bridge.stop)
            finally:
                showing.cancel()
                print("coign: going down", flush=True)


def welcome(bridge: Bridge, desk: Desk, demo: bool = False) -> str:
    """Return three lines with the next steps, after a warning if others can reach the bridge."""
    address, page = bridge.address, bridge.address + bridge.site.status_page
    if demo:
        return f"Coign's table is at {address}/tabletop/ (Ctrl+C ends it)"
    paired = len(desk.store.book.pairings)
    if paired:
        browsers = "1 browser is paired" if paired == 1 else f"{paired} browsers are paired"
        pairing = f"{browsers}; to pair another run `coign pair`, or open {page}"
    else:
        until = time.strftime("%H:%M", time.localtime(time.time() + desk.code_seconds)) if desk.issue() else ""
        code = f"{desk.code} (good until {until})"
        pairing = f"As GM open Coign's settings, press Connect and paste {code}; or approve here or at {page}"
    lines = [
        f"Coign {__version__} listens at {address}/ (Ctrl+C stops it; `coign --help` says what else it does)",
        f"1. In Foundry's setup, Install Module: paste {address}/module.json",
        f"2. {pairing}",
    ]
    return "\n".join(lines if bridge.gate.is_local else [WARNING.format(host=bridge.settings.host), *lines])


async def _told_to_stop(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers: there Ctrl+C cancels us, and leaving `async with` stops the bridge as well.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    await stop.wait()
