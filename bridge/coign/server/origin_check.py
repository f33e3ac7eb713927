"""Check the `Host` and `Origin` of each request before anything else of it is read.

Programs on this machine are trusted, but any page of the web that its browser shows may try to open a connection to
127.0.0.1. Two headers that a page cannot forge keep such pages out.
 - `Host` is the address that the browser connects to. It reveals a page whose own name points at 127.0.0.1 (DNS
   rebinding). Names of loopback and names in the settings are accepted; a bridge that listens beyond loopback also
   accepts any literal address, which cannot be rebound.
 - `Origin` is the address that the page was served from; the desk decides which may connect.
A header that is missing, repeated or malformed is refused like a wrong one.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from websockets.datastructures import Headers

from coign.session.pairing import Desk

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")  # added by a proxy
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._\-]{1,253})(?::(?P<port>\d{1,5}))?")


class Refused(Exception):
    """A request that is refused; the sentence is for the log and the answer."""


@dataclass
class Gate:
    """The checks of one server. It listens at `host` and `port`; a proxy or network may know it by `names`."""

    host: str
    port: int
    names: tuple[str, ...]
    desk: Desk

    def check_host(self, headers: Headers) -> str:
        """Return the Host of a request as it was sent: `127.0.0.1:8765`. Raises Refused."""
        hosts = headers.get_all("Host")
        match = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if match is None:
            raise Refused("a request needs one Host header, of the form name:port")
        name, port = match["name"].lower(), int(match["port"] or 80)
        if name in self.names or f"{name}:{port}" in self.names:
            return hosts[0]
        known = name in LOOPBACK or name == self.host or (not self.is_local and _is_literal(name))
        if known and port == self.port:
            return hosts[0]
        raise Refused(f"this bridge does not go by the name {hosts[0]}; see `hosts` in the settings")

    def check_origin(self, headers: Headers) -> str:
        """Return the Origin of a request to open a connection. Raises Refused."""
        origins = headers.get_all("Origin")
        if len(origins) != 1:
            raise Refused("a connection needs one Origin header, as every browser sends it")
        if not self.desk.may_connect(origins[0]):
            raise Refused(f"pages at {origins[0][:100]!a} are not paired with this bridge; open it for pairing first")
        return origins[0]

    def check_page(self, headers: Headers, host: str) -> None:
        """Raise Refused if a page of another site requests a page of the bridge."""
        if any(origin not in _own(host) for origin in headers.get_all("Origin")):
            raise Refused("this is for pages of the bridge itself")

    def check_form(self, headers: Headers, host: str) -> None:
        """Check that a button was pressed on our own page, by the headers that browsers send with forms. Raises
        Refused."""
        origins = headers.get_all("Origin")
        sites = headers.get_all("Sec-Fetch-Site")
        if len(origins) != 1 or origins[0] not in _own(host) or any(site != "same-origin" for site in sites):
            raise Refused("this is for buttons on the bridge's own page")

    def is_near(self, headers: Headers, host: str) -> bool:
        """Tell whether a request can only come from this machine: the server listens at loopback, the request names
        loopback, and no proxy has forwarded it."""
        name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
        return self.is_local and name.lower() in LOOPBACK and not any(map(headers.get_all, FORWARDED))

    @property
    def is_local(self) -> bool:
        """Tell whether only this machine can reach us."""
        host = self.host
        return host == "localhost" or (_is_literal(host) and ipaddress.ip_address(host.strip("[]")).is_loopback)

    @property
    def shown_name(self) -> str:
        """The name to show in addresses: a literal, because some browsers reach loopback only by a literal."""
        if self.host in ("localhost", "0.0.0.0", "::", ""):  # noqa: S104  compared only
            return "127.0.0.1"
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def own_origins(self) -> frozenset[str]:
        """The origins of the bridge's own pages, as seen from this machine."""
        return frozenset(f"http://{name}:{self.port}" for name in LOOPBACK)


def _own(host: str) -> tuple[str, str]:
    """Return the origins of our own pages under this Host: of this server, or of a proxy with TLS in front of it."""
    return f"http://{host}", f"https://{host}"


def _is_literal(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
