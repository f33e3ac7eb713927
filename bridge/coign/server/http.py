"""The pages on the bridge's port: a fixed dict, built at the start; no page is made from a request's path.

    /                 the status page                /healthz       200, or 503 while it drains
    /status.css, /status.mjs, /status-texts.json, /icon.svg: its parts, the same for everyone as the page is
    /status.json      what it shows to this visitor  /metrics       for Prometheus
    /press            its buttons                    /module.json   the Foundry module of this bridge's version
    /coign.log        the log, for a bug report      /module.zip    the same as a zip, to be updated from here
    /tabletop/...     the stand-in for Foundry       /coign.zip     the same as a zip, to be uploaded elsewhere
    /modules/coign/...  the module's files, where a page that plays Foundry looks for them
    /tabletop/demo.json  how that page connects, under `coign demo` only

Only GET and HEAD are allowed, and POST for the buttons: from our own page, with the key and an empty body. Pages
elsewhere may read `/healthz` and the module, and nothing else. A request that may come from another machine needs the
key of the person at the bridge (`?key=...`) for anything else, and never gets the tabletop or the log.
The status page cannot add the key to the addresses of its style and its script, so there the key in `Referer` counts.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from urllib.parse import parse_qs, urlencode

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from coign.server import assets, logs
from coign.server.metrics import Metrics
from coign.server.origin_check import Gate, Refused
from coign.server.status import answer
from coign.server.status.answer import Visitor
from coign.server.status.buttons import NEAR_ONLY, Program, press
from coign.session.services import Services
from coign.util import design

TEXT, ZIP = "text/plain; charset=utf-8", "application/zip"
STRICT = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
STATUS = f"{STRICT}; script-src 'self'; connect-src 'self'; img-src 'self'"
LOG_BYTES = 512 << 10  # the end of the log that is downloaded: less than a connection may leave unsent
# The tabletop plays Foundry: it runs the module and draws with PIXI, which compiles its shaders' uniforms with eval.
TABLETOP = (
    "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self' ws://{host}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
STATUS_FOLDER = Path(__file__).parent / "status"
STATUS_PARTS = ("/status.css", "/status.mjs", "/icon.svg")  # which the status page loads by itself
DRAINING = "is going down"  # what `/healthz` says meanwhile
_QUERY = re.compile(r"[A-Za-z0-9=&._~%+\-]{0,300}")


@dataclass(frozen=True)
class Page:
    """One entry of the dict: `body` is made for each request; pages elsewhere may read `shared` pages."""

    kind: str
    body: Callable[[str], bytes]  # called with the request's Host
    policy: str = STRICT
    shared: bool = False

    def headers(self, host: str) -> dict[str, str]:
        """Return the security headers of the page, for the host it is served under."""
        headers = {"Content-Security-Policy": self.policy.format(host=host)}
        if self.policy is TABLETOP:
            headers["X-Frame-Options"] = "SAMEORIGIN"  # a table of several clients shows each in a frame
        if self.policy is STATUS:
            headers["Referrer-Policy"] = "same-origin"  # else its forms send no origin, and it no key for its parts
        if self.shared:
            headers |= {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
        return headers


class Site:
    """The pages of one server. `key` is the settings' key, or one that the person who started it was shown; `program`
    is the serving process; with `engine` the page that plays Foundry can compute by itself."""

    def __init__(
        self,
        services: Services,
        metrics: Metrics,
        gate: Gate,
        key: str = "",
        program: Program | None = None,
        engine: bool = False,
    ) -> None:
        self._services = services
        self._gate = gate
        self._program = program or Program()
        self.key = key or secrets.token_urlsafe(16)
        self.draining = False
        self._pages = self._fixed(metrics, engine)

    def answer(self, request: Request, host: str) -> Response:
        """Answer a request that is not for a WebSocket. `host` was checked. Raises Refused."""
        path, _, query = request.path.partition("?")
        if (request.method == "POST") != (path == "/press") or request.method not in ("GET", "HEAD", "POST"):
            allowed = "POST" if path == "/press" else "GET, HEAD"
            return _response(HTTPStatus.METHOD_NOT_ALLOWED, TEXT, f"{allowed} only\n".encode(), {"Allow": allowed})
        if path == "/press":
            return self._press(request, host, query)
        known = self._pages.get(path)
        if known is None or not known.shared:
            self._gate.check_page(request.headers, host)
            if not path.startswith("/modules/coign/") and not self._gate.is_near(request.headers, host):
                self._check_far(path, query, request.headers)
        if path == "/tabletop":
            suffix = f"?{query}" if query and _QUERY.fullmatch(query) else ""
            return _response(HTTPStatus.PERMANENT_REDIRECT, TEXT, b"", {"Location": f"/tabletop/{suffix}"})
        if path == "/tabletop/demo.json" and self._services.desk.trusted:
            return _response(HTTPStatus.OK, assets.KINDS[".json"], self._demo(host))
        if path in ("/status.json", "/coign.log"):
            response = self._for_visitor(path, query, self._visitor(request, host, query))
        elif known is not None:
            unwell = path == "/healthz" and self.draining
            status = HTTPStatus.SERVICE_UNAVAILABLE if unwell else HTTPStatus.OK
            response = _response(status, known.kind, known.body(host), known.headers(host))
        else:
            response = _response(HTTPStatus.NOT_FOUND, TEXT, b"there is no such page; see /\n")
        if request.method == "HEAD":
            response.body = b""
        return response

    def _press(self, request: Request, host: str, query: str) -> Response:
        """Act on a button of the status page, pressed on our own page and with the key. Raises Refused."""
        self._gate.check_form(request.headers, host)
        visitor = self._visitor(request, host, query)
        if not visitor.has_key:
            raise Refused("this needs the key that the bridge printed when it started")
        action, value = next(((name, value) for name, value in _fields(query).items() if name != "key"), ("", ""))
        if action in NEAR_ONLY and not visitor.near:
            raise Refused("this is for the machine that the bridge runs on")
        where = press(self._services, self._program, action, value)
        if where == "/stopped":
            return _response(HTTPStatus.OK, TEXT, b"Coign has stopped\n")
        if where:
            where += f"#{urlencode({'key': self.key})}"  # a fragment is not sent: the table's link back to this page
        return _response(HTTPStatus.SEE_OTHER, TEXT, b"", {"Location": where or self.status_page})

    @property
    def status_page(self) -> str:
        """The path of the status page with its buttons."""
        return f"/?{urlencode({'key': self.key})}"

    def _visitor(self, request: Request, host: str, query: str) -> Visitor:
        return Visitor(self._is_key(_field(query, "key")), self._gate.is_near(request.headers, host))

    def _for_visitor(self, path: str, query: str, visitor: Visitor) -> Response:
        """Return the status for the page, or a part of it for the person at this machine. Raises Refused."""
        if path == "/status.json":
            status = answer.status(self._services, self._program, visitor)
            return _response(HTTPStatus.OK, assets.KINDS[".json"], msgspec.json.encode(status))
        if not (visitor.has_key and visitor.near):
            raise Refused("this is for the person at the bridge, who has its key: ?key=...")
        if self._program.log is not None and self._program.log.is_file():
            attached = {"Content-Disposition": 'attachment; filename="coign.log"'}
            return _response(HTTPStatus.OK, TEXT, logs.for_report(self._program.log, LOG_BYTES), attached)
        return _response(HTTPStatus.NOT_FOUND, TEXT, b"there is none\n")

    def _check_far(self, path: str, query: str, headers: Headers) -> None:
        """Raise Refused unless this page may be shown to another machine."""
        if path.startswith("/tabletop"):
            raise Refused("the tabletop is for the machine that the bridge runs on")
        named = [query]
        if path in STATUS_PARTS:
            named += [address.partition("?")[2] for address in headers.get_all("Referer")]
        if not any(self._is_key(_field(fields, "key")) for fields in named):
            raise Refused("beyond its own machine the bridge shows this only with the key that it printed: ?key=...")

    def _demo(self, host: str) -> bytes:
        """Return what the demo's page needs to connect. Only the bridge's own pages may read it or use its token."""
        return msgspec.json.encode({"url": f"ws://{host}", "world": "demo", "token": self._services.desk.demo_token})

    def _is_key(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(errors="replace"), self.key.encode())

    def _health(self) -> bytes:
        return f"coign {self._services.server} {DRAINING if self.draining else 'ok'}\n".encode()

    def _fixed(self, metrics: Metrics, engine: bool) -> dict[str, Page]:
        served, tabletop = assets.module_files(), assets.tabletop_files()
        module = assets.without_engine(served)  # who installs it from here has a bridge

        def read(name: str) -> bytes:
            return (STATUS_FOLDER / name).read_bytes()

        pages = {
            "/healthz": Page(TEXT, lambda host: self._health(), shared=True),
            "/": _file("index.html", read("index.html"), STATUS),
            "/status.css": _file("page.css", design.css().encode() + read("page.css")),
            "/status.mjs": _file("page.mjs", read("page.mjs")),
            "/status-texts.json": _file("texts.json", read("texts.json")),
            "/icon.svg": _file("icon.svg", design.ICON.encode()),
            "/metrics": Page(CONTENT_TYPE_LATEST, lambda host: metrics.text()),
        }

        # Packing takes eight milliseconds, and any page elsewhere may request a zip at any rate and under many names.
        @cache
        def packed() -> bytes:
            return assets.pack(module)

        @lru_cache(maxsize=8)
        def zip_for(address: str | None) -> bytes:
            return assets.module_zip(module, address, packed())

        if "module.json" in module:
            pages["/module.json"] = Page(
                assets.KINDS[".json"], lambda host: assets.manifest(module, f"http://{host}"), shared=True
            )
            pages["/module.zip"] = Page(ZIP, lambda host: zip_for(f"http://{host}"), shared=True)
            pages["/coign.zip"] = Page(ZIP, lambda host: zip_for(None))
        for root, files in (("/modules/coign/", served if engine else module), ("/tabletop/", tabletop)):
            for path, body in files.items():
                pages[root + path] = _file(path, body, TABLETOP)
        if "index.html" in tabletop:
            pages["/tabletop/"] = pages["/tabletop/index.html"]
        return pages


def _file(path: str, body: bytes, policy: str = STRICT) -> Page:
    return Page(assets.KINDS.get(PurePosixPath(path).suffix, assets.BINARY), lambda host: body, policy)


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
    """Return 403 with the reason as a sentence."""
    return _response(HTTPStatus.FORBIDDEN, TEXT, f"{why}\n".encode())


def unavailable() -> Response:
    """Return 503 while the bridge drains: try again later, or another node."""
    return _response(HTTPStatus.SERVICE_UNAVAILABLE, TEXT, f"the bridge {DRAINING}\n".encode(), {"Retry-After": "5"})


def _field(query: str, name: str) -> str:
    """Return a field of a query, empty if it is missing or the query is malformed."""
    return _fields(query).get(name, "")


def _fields(query: str) -> dict[str, str]:
    """Return the fields of a query, the first of each name; none if the query is malformed."""
    try:
        return {name: values[0] for name, values in parse_qs(query, max_num_fields=10).items()}
    except ValueError:
        return {}
