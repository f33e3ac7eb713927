"""The pages: a fixed dict, its headers, and the buttons that only the person at the bridge can press."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import msgspec
import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from coign import __version__
from coign.server import assets
from coign.server.http import Site
from coign.server.metrics import Metrics
from coign.server.origin_check import Gate, Refused
from coign.session.pairing_store import Key
from coign.session.services import House
from support.bridges import ORIGIN, make_house, put, ready

HOST = "127.0.0.1:8765"
MODULE = {"module.json": b'{"id": "coign", "version": "0"}', "scripts/main.mjs": b"export {};"}
TABLETOP = {"index.html": b"<!doctype html>", "index.mjs": b""}


@pytest.fixture
def house() -> House:
    return make_house()


@pytest.fixture
def site(house: House, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(assets, "module_files", lambda: MODULE)
    monkeypatch.setattr(assets, "tabletop_files", lambda: TABLETOP)
    return Site(house, Metrics(house.worlds), Gate("127.0.0.1", 8765, (), house.desk))


def get(site: Site, path: str, method: str = "GET", **headers: str) -> Response:
    sent = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    return site.answer(Request(path=path, headers=sent, method=method), HOST)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/status.css", "text/css"),
        ("/healthz", "text/plain"),
        ("/metrics", "text/plain"),
        ("/module.json", "application/json"),
        ("/module.zip", "application/zip"),
        ("/tabletop/", "text/html"),
        ("/tabletop/index.mjs", "text/javascript"),
        ("/tabletop/index.mjs?v=1", "text/javascript"),
        ("/modules/coign/scripts/main.mjs", "text/javascript"),
    ],
)
def test_a_page_is_there_of_its_kind_and_cannot_be_framed_or_sniffed(site: Site, path: str, kind: str) -> None:
    response = get(site, path)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith(kind)
    assert response.headers["Content-Length"] == str(len(response.body))
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors" in response.headers["Content-Security-Policy"]
    head = get(site, path, method="HEAD")
    assert (head.body, head.headers["Content-Type"]) == (b"", response.headers["Content-Type"])


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/tabletop/../server.py", "/tabletop/%2e%2e/server.py", "//etc/passwd", "/modules/coign/",
     "*", "/tabletop/demo.json", "http://127.0.0.1/", ""],
)  # fmt: skip
def test_what_is_not_in_the_dict_is_not_there(site: Site, path: str) -> None:
    assert get(site, path).status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "get"])
def test_nothing_but_get_and_head(site: Site, method: str) -> None:
    response = get(site, "/", method=method)
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/healthz", "/module.json", "/module.zip"])
def test_health_and_the_module_may_be_read_by_pages_elsewhere(site: Site, path: str) -> None:
    assert get(site, path, Origin="https://foundry.example").headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/", "/metrics", "/tabletop/", "/tabletop/index.mjs", "/pair", "/none"])
def test_other_pages_may_not(site: Site, path: str) -> None:
    with pytest.raises(Refused):
        get(site, path, Origin="https://foundry.example")
    assert "Access-Control-Allow-Origin" not in get(site, "/", Origin=f"http://{HOST}").headers


def test_the_manifest_points_at_this_bridge_and_has_its_version(site: Site) -> None:
    fields = msgspec.json.decode(get(site, "/module.json").body)
    assert fields == {
        "id": "coign",
        "version": __version__,
        "manifest": f"http://{HOST}/module.json",
        "download": f"http://{HOST}/module.zip",
    }


def test_the_zip_is_packed_once_however_often_a_page_elsewhere_asks(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, pack = [], assets.module_zip
    monkeypatch.setattr(assets, "module_zip", lambda *about: packed.append(about) or pack(*about))
    bodies = {get(site, "/module.zip", Origin="https://evil.example").body for _ in range(5)}
    assert (len(bodies), len(packed)) == (1, 1)


def test_the_zip_has_the_manifest_at_its_root_and_is_the_same_each_time(site: Site) -> None:
    body = get(site, "/module.zip").body
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == set(MODULE)
        assert archive.read("module.json") == get(site, "/module.json").body
    assert get(site, "/module.zip").body == body


def test_tabletop_without_its_slash_leads_there_and_nowhere_else(site: Site) -> None:
    assert get(site, "/tabletop?v=14").headers["Location"] == "/tabletop/?v=14"
    assert get(site, "/tabletop?//evil.example").headers["Location"] == "/tabletop/"


def test_the_demo_gives_its_own_pages_a_token_for_its_own_address(site: Site, house: House) -> None:
    house.desk.trusted = frozenset({f"http://{HOST}"})
    demo = msgspec.json.decode(get(site, "/tabletop/demo.json").body)
    assert (demo["url"], demo["world"]) == (f"ws://{HOST}", "demo")
    assert house.desk.authorised(Key(f"http://{HOST}", "demo", "anyone", "any browser"), demo["token"])
    assert not house.desk.authorised(Key(ORIGIN, "demo", "anyone", "any browser"), demo["token"])
    with pytest.raises(Refused):
        get(site, "/tabletop/demo.json", Origin=ORIGIN)


# --- the status page --------------------------------------------------------------------------------------------------


def test_the_status_page_says_who_is_there_and_escapes_what_they_said(site: Site, house: House) -> None:
    session = ready(house, user="<b>gm</b>")
    session.receive(msgspec.json.encode(put(scene="<i>s</i>", tokens=[{"_id": "a"}])))
    text = get(site, "/").body.decode()
    assert "&lt;b&gt;gm&lt;/b&gt;" in text
    assert "&lt;i&gt;s&lt;/i&gt; (1 tokens)" in text
    assert "<i>" not in text


def asked(house: House, **changed: Any) -> tuple[str, list[str | None]]:
    answers: list[str | None] = []
    key = Key(ORIGIN, "w1", "gm", "c1")
    return house.desk.ask(key, "<script>", answers.append).code, answers


def test_a_request_is_shown_to_all_and_answered_by_the_person_who_has_the_key(site: Site, house: House) -> None:
    code, _ = asked(house)
    everyone = get(site, "/").body.decode()
    assert f"<code>{code}</code>" in everyone
    assert "<script>" not in everyone
    assert "<button>" not in everyone
    assert "<button>" not in get(site, "/?key=wrong").body.decode()
    assert everyone.count("<form") == 0
    assert get(site, f"/?key={site.key}").body.decode().count("<form") == 3


@pytest.mark.parametrize(("button", "paired"), [("approve", True), ("refuse", False)])
def test_a_button_answers_the_request(site: Site, house: House, button: str, paired: bool) -> None:
    code, answers = asked(house)
    response = get(site, f"/pair?key={site.key}&{button}={code}", Sec_Fetch_Site="same-origin")
    assert (response.status_code, response.headers["Location"]) == (303, f"/?key={site.key}")
    assert [answer is not None for answer in answers] == [paired]


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("approve={code}", {}),
        ("key=&approve={code}", {}),
        ("key=wrong&approve={code}", {}),
        ("key=%ff&approve={code}", {}),
        ("key={key}&approve={code}" + "&x=1" * 20, {}),
        ("key={key}&approve={code}", {"Sec_Fetch_Site": "cross-site"}),
        ("key={key}&approve={code}", {"Sec_Fetch_Site": "same-site"}),  # another port of this machine
        ("key={key}&approve={code}", {"Origin": "https://evil.example"}),
    ],
)
def test_nobody_else_can_press_it(site: Site, house: House, query: str, headers: dict[str, str]) -> None:
    code, answers = asked(house)
    with pytest.raises(Refused):
        get(site, "/pair?" + query.format(key=site.key, code=code), **headers)
    assert answers == []


def test_the_door_is_opened_by_a_button(site: Site, house: House) -> None:
    assert not house.desk.is_open
    get(site, f"/pair?key={site.key}&open=yes")
    assert house.desk.is_open


def test_the_key_is_on_no_page_for_those_who_have_it_not(site: Site) -> None:
    for path in ("/", "/healthz", "/metrics", "/none"):
        assert site.key.encode() not in get(site, path).body
