"""The pages on the bridge's port: a fixed dict, built at the start, and nothing that is made out of a request's path.

    /                 what the bridge is doing       /healthz       200, or 503 while it drains
    /status.css                                      /metrics       for Prometheus
    /pair             the buttons of the page at /   /module.json   the Foundry module of this bridge's version
    /tabletop/...     the stand-in for Foundry       /module.zip
    /modules/coign/...  the module's files, where a page that plays Foundry looks for them
    /tabletop/demo.json  how that page connects, under `coign demo` only

GET and HEAD only. `/healthz` and the module may be read by pages elsewhere; nothing else may. To requests that may come
from another machine nothing but those is shown without the key (`?key=...`) that the person at the bridge has, and the
tabletop not at all.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from pathlib import PurePosixPath
from urllib.parse import parse_qs

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from coign.server import assets, status_page
from coign.server.metrics import Metrics
from coign.server.origin_check import Gate, Refused
from coign.session.services import House

TEXT, HTML, CSS, ZIP = "text/plain; charset=utf-8", assets.KINDS[".html"], assets.KINDS[".css"], "application/zip"
STRICT = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
# The tabletop plays Foundry: it runs the module and draws with PIXI, which compiles its shaders' uniforms with eval.
TABLETOP = (
    "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self' ws://{host}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_QUERY = re.compile(r"[A-Za-z0-9=&._~%+\-]{0,300}")


@dataclass(frozen=True)
class Page:
    """One entry of the dict: `body` is made when it is asked for; `shared` pages may be read by pages elsewhere."""

    kind: str
    body: Callable[[str], bytes]  # told the request's Host
    policy: str = STRICT
    shared: bool = False

    def headers(self, host: str) -> dict[str, str]:
        """Return the security headers of the page, for the host it is served under."""
        headers = {"Content-Security-Policy": self.policy.format(host=host)}
        if self.policy is TABLETOP:
            headers["X-Frame-Options"] = "SAMEORIGIN"  # a table of several clients shows each in a frame
        if self.shared:
            headers |= {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
        return headers


class Site:
    """The pages of one server. `key` is what the person who started it was shown, where the settings name none."""

    def __init__(self, house: House, metrics: Metrics, gate: Gate, key: str = "") -> None:
        self._house = house
        self._gate = gate
        self.key = key or secrets.token_urlsafe(16)
        self.draining = False
        self._pages = self._fixed(metrics)

    def answer(self, request: Request, host: str) -> Response:
        """The answer to a request that is not for a WebSocket. `host` was checked. Raises Refused."""
        if request.method not in ("GET", "HEAD"):
            return _response(HTTPStatus.METHOD_NOT_ALLOWED, TEXT, b"GET and HEAD only\n", {"Allow": "GET, HEAD"})
        path, _, query = request.path.partition("?")
        page = self._pages.get(path)
        if page is None or not page.shared:
            self._gate.check_page(request.headers, host)
            if not path.startswith("/modules/coign/") and not self._gate.is_near(request.headers, host):
                self._check_far(path, query)
        if path == "/tabletop":
            kept = f"?{query}" if query and _QUERY.fullmatch(query) else ""
            return _response(HTTPStatus.PERMANENT_REDIRECT, TEXT, b"", {"Location": f"/tabletop/{kept}"})
        if path == "/pair":
            return self._pair(request, query)
        if path == "/tabletop/demo.json" and self._house.desk.trusted:
            return _response(HTTPStatus.OK, assets.KINDS[".json"], self._demo(host))
        if path == "/":
            key = _field(query, "key")
            body = status_page.render(self._house, key if self._is_key(key) else None).encode()
            response = _response(HTTPStatus.OK, HTML, body)
        elif page is not None:
            unwell = path == "/healthz" and self.draining
            status = HTTPStatus.SERVICE_UNAVAILABLE if unwell else HTTPStatus.OK
            response = _response(status, page.kind, page.body(host), page.headers(host))
        else:
            response = _response(HTTPStatus.NOT_FOUND, TEXT, b"there is no such page; see /\n")
        return _without_body(response) if request.method == "HEAD" else response

    def _pair(self, request: Request, query: str) -> Response:
        """A button of the status page was pressed."""
        self._gate.check_person(request.headers)
        key = _field(query, "key")
        if not self._is_key(key):
            raise Refused("this needs the key that the bridge printed when it started")
        desk = self._house.desk
        if code := _field(query, "approve"):
            desk.approve(code)
        elif code := _field(query, "refuse"):
            desk.refuse(code)
        elif _field(query, "open"):
            desk.open()
        return _response(HTTPStatus.SEE_OTHER, TEXT, b"", {"Location": status_page.page_address(key)})

    def _check_far(self, path: str, query: str) -> None:
        """Raise Refused unless this page may be shown to another machine."""
        if path.startswith("/tabletop"):
            raise Refused("the tabletop is for the machine that the bridge runs on")
        if not self._is_key(_field(query, "key")):
            raise Refused("beyond its own machine the bridge shows this only with the key that it printed: ?key=...")

    def _demo(self, host: str) -> bytes:
        """What the demo's page needs to connect. Only pages from here may read it, and its token is good only there."""
        return msgspec.json.encode({"url": f"ws://{host}", "world": "demo", "token": self._house.desk.demo_token})

    def _is_key(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(errors="replace"), self.key.encode())

    def _health(self) -> bytes:
        return f"coign {self._house.server} {'is going down' if self.draining else 'ok'}\n".encode()

    def _fixed(self, metrics: Metrics) -> dict[str, Page]:
        module, tabletop = assets.module_files(), assets.tabletop_files()
        pages = {
            "/healthz": Page(TEXT, lambda host: self._health(), shared=True),
            "/status.css": Page(CSS, lambda host: status_page.STYLE),
            "/metrics": Page(CONTENT_TYPE_LATEST, lambda host: metrics.text()),
        }

        @lru_cache(maxsize=8)  # eight milliseconds each time; any page elsewhere may ask, and as often as it likes
        def packed(host: str) -> bytes:
            return assets.module_zip(module, f"http://{host}")

        if "module.json" in module:
            pages["/module.json"] = Page(
                assets.KINDS[".json"], lambda host: assets.manifest(module, f"http://{host}"), shared=True
            )
            pages["/module.zip"] = Page(ZIP, packed, shared=True)
        for root, files in (("/modules/coign/", module), ("/tabletop/", tabletop)):
            for path, body in files.items():
                pages[root + path] = _file(path, body)
        if "index.html" in tabletop:
            pages["/tabletop/"] = pages["/tabletop/index.html"]
        return pages


def _file(path: str, body: bytes) -> Page:
    return Page(assets.KINDS[PurePosixPath(path).suffix], lambda host: body, policy=TABLETOP)


def _response(status: HTTPStatus, kind: str, body: bytes, extra: dict[str, str] | None = None) -> Response:
    headers = {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Connection": "close",
        "Cache-Control": "no-store",
        "Content-Security-Policy": STRICT,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        **(extra or {}),
    }
    return Response(status.value, status.phrase, Headers(headers), body)


def refusal(why: Refused) -> Response:
    """403, and in plain words what was wrong."""
    return _response(HTTPStatus.FORBIDDEN, TEXT, f"{why}\n".encode())


def unavailable(why: str) -> Response:
    """503: another time, or another node."""
    return _response(HTTPStatus.SERVICE_UNAVAILABLE, TEXT, f"{why}\n".encode(), {"Retry-After": "5"})


def _without_body(response: Response) -> Response:
    return Response(response.status_code, response.reason_phrase, response.headers, b"")


def _field(query: str, name: str) -> str:
    """A field of a query, empty where it is missing or the query is no query."""
    try:
        return parse_qs(query, max_num_fields=10).get(name, [""])[0]
    except ValueError:
        return ""
