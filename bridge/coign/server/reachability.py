"""Diagnose whether a browser that shows Foundry at some address can reach the bridge, and what to do if it cannot.

It depends on the address and protocol of the page, not on the bridge: since Chrome 147 and Firefox 154 a page from the
public internet needs the person's permission to reach programs on their machine, and a page served over plain http
cannot even ask for it. A page from this machine or the local network can open `ws://127.0.0.1` as before.
`coign.server.reachability` knows the rules; `coign doctor` fetches what there is to fetch.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from urllib.parse import urlsplit

from coign.errors import CoignError


class BadAddress(CoignError):
    """The text is not the address of a page."""

    code = "bad-address"


class Space(Enum):
    """The network that an address is in, by the browsers' classification."""

    LOOPBACK = "this machine"
    LOCAL = "the local network"
    PUBLIC = "the internet"


@dataclass(frozen=True)
class Finding:
    """One result of a diagnosis: whether it is `good`, a sentence (`what`), and what to do about it (`cure`)."""

    good: bool
    what: str
    cure: str = ""


def diagnose(url: str, port: int, resolve: Callable[[str], str] = socket.gethostbyname) -> list[Finding]:
    """Return whether a Foundry page at `url` can reach a bridge at `port` of the GM's machine, as findings.

    `resolve` returns the address of a name. Raises BadAddress.
    """
    try:
        parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
        page = parts.scheme in ("http", "https") and parts.port != 0 and parts.hostname
    except ValueError:
        page = None
    if not page:
        raise BadAddress(
            f"{url} is not the address of a page; paste what the browser shows, like http://localhost:30000"
        )
    origin = f"{parts.scheme}://{parts.netloc}"
    try:
        space = _space(page, resolve)
    except (OSError, ValueError, TypeError):  # the last two: it is no name at all, like "a..b"
        return [Finding(False, f"the name {page} is not known here", "check its spelling")]
    where = Finding(True, f"{origin} comes from {space.value}, over {parts.scheme}")
    safari = "" if parts.scheme == "http" else "Safari refuses ws:// from https pages; use Chrome, Edge or Firefox"
    match (space, parts.scheme):
        case (Space.PUBLIC, "http"):
            return [where, _unreachable(port)]
        case (Space.PUBLIC, "https"):
            return [where, _asks(port), *([Finding(True, safari)] if safari else []), _first_pairing(origin)]
        case (Space.LOCAL, _):
            opens = Finding(True, f"browsers open ws://127.0.0.1:{port} from it without asking")
            return [where, opens, *([Finding(True, safari)] if safari else []), _first_pairing(origin)]
        case _:
            return [where, Finding(True, f"browsers open ws://127.0.0.1:{port} from it without asking")]


def _space(host: str, resolve: Callable[[str], str]) -> Space:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = ipaddress.ip_address("127.0.0.1" if host == "localhost" else resolve(host))
    if address.is_loopback:
        return Space.LOOPBACK
    return Space.PUBLIC if address.is_global else Space.LOCAL


def _unreachable(port: int) -> Finding:
    return Finding(
        False,
        "browsers let no page from the internet over plain http reach a program on this machine, and do not even ask",
        "open Foundry by http://localhost:30000 or by its address on your network if it runs there; or give it https; "
        f"or let its web server pass wss://.../ws/ on to a bridge beside it (port {port}); "
        "or use no bridge: Coign computes in the GM's browser",
    )


def _asks(port: int) -> Finding:
    return Finding(
        True,
        f"the browser asks once whether the page may reach apps on this device, and then opens ws://127.0.0.1:{port}",
        "press Connect in Coign's settings and allow it; where it was blocked before, allow it in the permissions of "
        "the site, by the icon left of the address",
    )


def _first_pairing(origin: str) -> Finding:
    return Finding(
        True,
        f"pages at {origin} may ask to be paired while the bridge has a one-time code in force",
        f"run `coign pair` for one; or put {origin} into `origins` in the settings",
    )
