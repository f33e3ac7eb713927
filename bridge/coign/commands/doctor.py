"""Explain where Coign computes, why Foundry at some address can or cannot reach the bridge, and what to do about it."""

from __future__ import annotations

import argparse
import http.client
import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from coign.errors import CoignError
from coign.server import assets, config
from coign.server.pairing_file import FileStore
from coign.util.terminal import GREEN, RED, Paint
from coign.util.text import harmless

EXAMPLE = """\
examples:
  coign doctor
  coign doctor https://my-game.example/game
"""
WAIT = 2.0  # seconds for a program to answer
THIS_MACHINE, LOCAL_NETWORK, INTERNET = (
    "this machine",
    "the local network",
    "the internet",
)  # as browsers tell them apart


class BadAddress(CoignError):
    """The text is not the address of a page."""

    code = "bad-address"


@dataclass(frozen=True)
class Diagnosis:
    """One thing that was looked at: whether it is `good`, a sentence (`what`), and what to do about it (`cure`)."""

    good: bool
    what: str
    cure: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign doctor`."""
    parser.add_argument("url", nargs="?", help="where the browser shows Foundry")


def run(args: argparse.Namespace) -> int:
    """Return 0 if all diagnoses are good, else 1."""
    settings = config.load()
    paired = len(FileStore(config.pairings_path()).book.pairings)
    diagnoses = [*_about_here(settings, paired), bridge_at(settings.port, wanted=bool(paired or args.url))]
    if args.url:
        url = args.url.encode(errors="replace").decode()  # what cannot be shown cannot be an address
        diagnoses += [*diagnose(url, settings.port), *page_at(url)]
    paint = Paint()
    for diagnosis in diagnoses:
        mark = paint("ok ", GREEN) if diagnosis.good else paint("no ", RED)
        print(f"{mark} {harmless(diagnosis.what)}" + (f"\n    -> {harmless(diagnosis.cure)}" if diagnosis.cure else ""))
    return 0 if all(diagnosis.good for diagnosis in diagnoses) else 1


def _about_here(settings: config.Settings, paired: int) -> list[Diagnosis]:
    path = config.config_path()
    files = assets.module_files()
    has_engine = assets.has_engine(files)
    return [
        Diagnosis(True, f"settings: {path if path.exists() else f'all defaults ({path} would change them)'}"),
        Diagnosis(True, f"log: {config.log_path(settings) or 'none'}"),
        Diagnosis(True, f"pairings: {paired}, in {config.pairings_path()}"),
        Diagnosis(bool(files), f"the Foundry module: {assets.module_folder() or 'missing; reinstall'}"),
        Diagnosis(
            has_engine or bool(paired),
            f"this copy of the module {'computes' if has_engine else 'cannot compute'} in the GM's browser",
            "" if has_engine or paired else "pair a bridge with it, or take the module from a release: that one can",
        ),
    ]


def bridge_at(port: int, wanted: bool) -> Diagnosis:
    """Tell whether a bridge answers on this machine. That none runs is a fault only if one is `wanted`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        text = answer.read(200).decode(errors="replace").strip()
    except ConnectionRefusedError:
        if not wanted:
            return Diagnosis(True, "no bridge runs here, and none was ever paired: Coign computes in the GM's browser")
        return Diagnosis(False, f"nothing listens at 127.0.0.1:{port}", "start the bridge: `coign serve`")
    except (OSError, http.client.HTTPException) as problem:
        sentence = f"what listens at 127.0.0.1:{port} does not answer: {problem}"
        return Diagnosis(False, sentence, f"try --port {port + 1}")
    finally:
        connection.close()
    if text.startswith("coign "):
        return Diagnosis(answer.status == http.client.OK, f"a bridge answers at 127.0.0.1:{port}: {text}")
    return Diagnosis(False, f"another program listens at 127.0.0.1:{port}", f"start the bridge with --port {port + 1}")


def page_at(url: str) -> list[Diagnosis]:
    """Tell whether a program accepts connections at the address of a page; nothing if its name is not known here."""
    parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    where = f"{host}:{port}"
    try:
        socket.create_connection((host, port), timeout=WAIT).close()
    except (socket.gaierror, ValueError, TypeError):
        return []  # the diagnosis has reported it
    except OSError as problem:
        cure = "start Foundry, or check the address; if only the browser's machine can reach it, ignore this"
        return [Diagnosis(False, f"nothing answers at {where} from here: {problem}", cure)]
    return [Diagnosis(True, f"a program answers at {where}")]


def diagnose(url: str, port: int, resolve: Callable[[str], str] = socket.gethostbyname) -> list[Diagnosis]:
    """Return whether a Foundry page at `url` can reach a bridge at `port` of the GM's machine, as diagnoses.

    It depends on the address and protocol of the page, not on the bridge: since Chrome 147 and Firefox 154 a page from
    the public internet needs the person's permission to reach programs on their machine, and a page served over plain
    http cannot even ask for it. A page from this machine or the local network can open `ws://127.0.0.1` as before.

    `resolve` returns the address of a name. Raises BadAddress.
    """
    try:
        parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
        page = parts.scheme in ("http", "https") and parts.port != 0 and parts.hostname
    except ValueError:
        page = None
    if not page:
        raise BadAddress(
            f"{harmless(url)} is not the address of a page; paste what the browser shows, like http://localhost:30000"
        )
    origin = f"{parts.scheme}://{parts.netloc}"
    try:
        network = _network(page, resolve)
    except (OSError, ValueError, TypeError):  # the last two: it is no name at all, like "a..b"
        return [Diagnosis(False, f"the name {page} is not known here", "check its spelling")]
    diagnoses = [Diagnosis(True, f"{origin} comes from {network}, over {parts.scheme}")]
    if network != INTERNET:
        diagnoses.append(Diagnosis(True, f"browsers open ws://127.0.0.1:{port} from it without asking"))
    elif parts.scheme == "https":
        asks = "the browser asks once whether the page may reach apps on this device"
        cure = (
            "press Connect in Coign's settings and allow it; where it was blocked before, allow it in the permissions "
            "of the site, by the icon left of the address"
        )
        diagnoses.append(Diagnosis(True, f"{asks}, and then opens ws://127.0.0.1:{port}", cure))
    else:
        sentence = "browsers let no page from the internet over plain http reach a program on this machine"
        cure = (
            "open Foundry by http://localhost:30000 or by its address on your network if it runs there; or give it "
            f"https; or let its web server pass wss://.../ws/ on to a bridge beside it (port {port}); "
            "or use no bridge: Coign computes in the GM's browser"
        )
        return [*diagnoses, Diagnosis(False, f"{sentence}, and do not even ask", cure)]
    if network != THIS_MACHINE:
        if parts.scheme == "https":
            diagnoses.append(Diagnosis(True, "Safari refuses ws:// from https pages; use Chrome, Edge or Firefox"))
        sentence = f"pages at {origin} may ask to be paired while the bridge has a one-time code in force"
        diagnoses.append(
            Diagnosis(True, sentence, f"run `coign pair` for one; or put {origin} into `origins` in the settings")
        )
    return diagnoses


def _network(host: str, resolve: Callable[[str], str]) -> str:
    """Return the network that a host is in. Raises OSError, ValueError, TypeError if its name is not known."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = ipaddress.ip_address("127.0.0.1" if host == "localhost" else resolve(host))
    if address.is_loopback:
        return THIS_MACHINE
    return INTERNET if address.is_global else LOCAL_NETWORK
