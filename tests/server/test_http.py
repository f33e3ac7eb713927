"""The pages: a fixed dict, the headers, and the buttons that only the person at the bridge can press."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from coign import __version__
from coign.annotations import engine
from coign.scene.scene import Scene
from coign.server import assets
from coign.server.http import Site
from coign.server.metrics import Metrics
from coign.server.origin_check import Gate, Refused
from coign.server.status.answer import Asking, ShownScene, Status
from coign.server.status.buttons import NEAR_ONLY, Button, Program
from coign.session.pairing_book import Key
from coign.session.services import Services
from coign.util.tasks import finish
from support.bridges import ORIGIN, ask, make_services, put, ready
from support.paths import ROOT

HOST = "127.0.0.1:8765"
MODULE = {
    "module.json": b'{"id": "coign", "version": "0"}',
    "scripts/main.mjs": b"export {};",
    "engine/worker.mjs": b"self.onmessage = () => {};",
}
KINDS = {
    "index.html": "text/html",
    "index.mjs": "text/javascript",
    "index.mjs.map": "application/json",
    "sign.svg": "image/svg+xml",
    "geos.js": "text/javascript",
    "python.wasm": "application/wasm",
    "python.zip": "application/zip",
    "names.gz": "application/gzip",
    "packs/try-it/CURRENT": "application/octet-stream",
}
TABLETOP = dict.fromkeys(KINDS, b"<!doctype html>")


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def site(services: Services, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(assets, "module_files", lambda: MODULE)
    monkeypatch.setattr(assets, "tabletop_files", lambda: TABLETOP)
    return Site(services, Metrics(services.worlds), Gate("127.0.0.1", 8765, (), services.desk))


def press(site: Site, button: str, host: str = HOST, **headers: str) -> Response:
    """Press a button of the status page as a browser does."""
    sent = Headers({"Origin": f"http://{host}", **{name.replace("_", "-"): value for name, value in headers.items()}})
    return site.answer(Request(f"/press?key={site.key}&{button}", sent, "POST"), host)


def get(site: Site, path: str, method: str = "GET", **headers: str) -> Response:
    sent = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    return site.answer(Request(path=path, headers=sent, method=method), HOST)


def shown(site: Site, key: str | None = None) -> Status:
    """Return what the status page shows to a visitor with that key, by default the right one."""
    return msgspec.json.decode(get(site, f"/status.json?key={site.key if key is None else key}").body, type=Status)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/status.css", "text/css"),
        ("/status.mjs", "text/javascript"),
        ("/status-texts.json", "application/json"),
        ("/status.json", "application/json"),
        ("/coign.zip", "application/zip"),
        ("/healthz", "text/plain"),
        ("/metrics", "text/plain"),
        ("/module.json", "application/json"),
        ("/module.zip", "application/zip"),
        ("/tabletop/", "text/html"),
        ("/tabletop/index.mjs?v=1", "text/javascript"),
        ("/modules/coign/scripts/main.mjs", "text/javascript"),
        *((f"/tabletop/{path}", kind) for path, kind in KINDS.items()),
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
def test_an_unknown_path_is_not_found(site: Site, path: str) -> None:
    assert get(site, path).status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "get"])
def test_other_methods_than_get_and_head_are_refused(site: Site, method: str) -> None:
    response = get(site, "/", method=method)
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/healthz", "/module.json", "/module.zip"])
def test_health_and_the_module_may_be_read_by_pages_elsewhere(site: Site, path: str) -> None:
    assert get(site, path, Origin="https://foundry.example").headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    "path", ["/", "/status.json", "/metrics", "/tabletop/", "/tabletop/index.mjs", "/coign.log", "/none"]
)
def test_other_pages_may_not(site: Site, path: str) -> None:
    with pytest.raises(Refused):
        get(site, path, Origin="https://foundry.example")
    for ours in ("/", "/status.json"):
        assert "Access-Control-Allow-Origin" not in get(site, ours, Origin=f"http://{HOST}").headers


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
    packed: list[object] = []
    pack = assets.module_zip

    def counted(*about: Any) -> bytes:
        packed.append(about)
        return pack(*about)

    monkeypatch.setattr(assets, "module_zip", counted)
    bodies = {get(site, "/module.zip", Origin="https://evil.example").body for _ in range(5)}
    assert (len(bodies), len(packed)) == (1, 1)


@pytest.mark.parametrize("path", ["/module.zip", "/coign.zip"])
def test_the_files_of_the_zip_are_packed_once_whatever_name_is_used(
    path: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any page can load `/coign.zip` as a picture, and beyond loopback the bridge accepts four billion addresses."""
    packed: list[str] = []
    write = zipfile.ZipFile.writestr

    def counted(archive: zipfile.ZipFile, info: zipfile.ZipInfo, *about: Any) -> None:
        packed.append(info.filename)
        write(archive, info, *about)

    monkeypatch.setattr(zipfile.ZipFile, "writestr", counted)
    for number in range(20):
        site.answer(Request(path, Headers()), f"127.0.0.1:{8765 + number}" if path == "/module.zip" else HOST)
    assert packed.count("scripts/main.mjs") == 1


def test_the_zip_has_the_manifest_at_its_root_and_is_the_same_each_time(site: Site) -> None:
    body = get(site, "/module.zip").body
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        assert set(archive.namelist()) == set(MODULE) - {"engine/worker.mjs"}
        assert archive.read("module.json") == get(site, "/module.json").body
    assert get(site, "/module.zip").body == body


def test_tabletop_without_its_slash_leads_there_and_nowhere_else(site: Site) -> None:
    assert get(site, "/tabletop?v=14").headers["Location"] == "/tabletop/?v=14"
    assert get(site, "/tabletop?//evil.example").headers["Location"] == "/tabletop/"


def test_the_demo_gives_its_own_pages_a_token_for_its_own_address(site: Site, services: Services) -> None:
    services.desk.trusted = frozenset({f"http://{HOST}"})
    demo = msgspec.json.decode(get(site, "/tabletop/demo.json").body)
    assert (demo["url"], demo["world"]) == (f"ws://{HOST}", "demo")
    assert services.desk.authorised(Key(f"http://{HOST}", "demo", "anyone", "any browser"), demo["token"])
    assert not services.desk.authorised(Key(ORIGIN, "demo", "anyone", "any browser"), demo["token"])
    with pytest.raises(Refused):
        get(site, "/tabletop/demo.json", Origin=ORIGIN)


# --- the status page --------------------------------------------------------------------------------------------------


def test_the_status_page_is_the_same_for_everyone_and_runs_only_its_own_script(site: Site, services: Services) -> None:
    before = get(site, "/")
    ready(services, title="The Crypt")
    asked(services)
    assert get(site, f"/?key={site.key}", Accept_Language="de").body == before.body
    policy = before.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert re.findall(rb"<script(?! type=\"module\" src=)|<style| style=| on\w+=", before.body) == []


def test_the_status_says_who_is_there_in_their_own_words(site: Site, services: Services) -> None:
    session = ready(services, user="<b>gm</b>")
    ask(session, put(scene="<i>s</i>", tokens=[{"_id": "a"}]))
    (world,) = shown(site, key="").worlds
    assert world.user == "<b>gm</b>"
    assert world.scenes == (ShownScene("<i>s</i>", {"tokens": 1}),)


def asked(services: Services, **changed: Any) -> tuple[str, list[str | None]]:
    answers: list[str | None] = []
    key = Key(ORIGIN, "w1", "gm", "c1")
    return services.desk.ask(key, "<script>", answers.append).code, answers


def test_a_request_is_shown_to_all_and_answered_by_the_person_who_has_the_key(site: Site, services: Services) -> None:
    code, _ = asked(services)
    everyone = shown(site, key="")
    assert everyone.asks == (Asking("<script>", "gm", "w1", ORIGIN, code),)
    assert (everyone.key, everyone.buttons) == (False, ())
    assert (shown(site, key="wrong").key, shown(site, key="wrong").buttons) == (False, ())
    assert shown(site).key
    assert {"approve", "refuse", "open", "code", "stop"} <= set(shown(site).buttons)


@pytest.mark.parametrize(("button", "paired"), [("approve", True), ("refuse", False)])
def test_a_button_answers_the_request(site: Site, services: Services, button: str, paired: bool) -> None:
    code, answers = asked(services)
    response = press(site, f"{button}={code}", Sec_Fetch_Site="same-origin")
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
        ("key={key}&approve={code}", {"Origin": "null"}),
        ("key={key}&approve={code}", {"Origin": f"http://{HOST}1"}),
        ("key={key}&approve={code}", {"Origin": ""}),
    ],
)
def test_no_other_site_can_press_a_button(site: Site, services: Services, query: str, headers: dict[str, str]) -> None:
    code, answers = asked(services)
    with pytest.raises(Refused):
        get(site, "/press?" + query.format(key=site.key, code=code), "POST", **{"Origin": f"http://{HOST}", **headers})
    assert answers == []


def test_a_button_opens_pairing(site: Site, services: Services) -> None:
    assert not services.desk.is_open
    press(site, "open=yes")
    assert services.desk.is_open


def test_no_page_shows_the_key_to_those_who_lack_it(site: Site) -> None:
    for path in ("/", "/status.json", "/healthz", "/metrics", "/none"):
        assert site.key.encode() not in get(site, path).body


def test_a_button_without_an_origin_is_not_ours(site: Site, services: Services) -> None:
    code, answers = asked(services)
    with pytest.raises(Refused):
        get(site, f"/press?key={site.key}&approve={code}", "POST")
    assert answers == []


def test_a_link_presses_no_button(site: Site, services: Services) -> None:
    asked(services)
    response = get(site, f"/press?key={site.key}&open=yes")
    assert (response.status_code, response.headers["Allow"], services.desk.is_open) == (405, "POST", False)


def test_a_form_of_the_page_may_say_where_it_comes_from(site: Site) -> None:
    """Under the policy no-referrer, browsers send `Origin: null` with a form, and the button would be refused."""
    assert get(site, "/").headers["Referrer-Policy"] == "same-origin"


def test_a_code_is_shown_with_how_long_it_is_good(site: Site, services: Services) -> None:
    assert (shown(site).code, "code" in shown(site).buttons) == ("", True)
    press(site, "code=yes")
    assert (shown(site).code, shown(site).minutes) == (services.desk.code, 10)
    assert services.desk.code
    assert (shown(site, key="").code, shown(site, key="").minutes) == ("", 0)


def test_only_who_has_the_key_sees_that_pairing_is_open(site: Site) -> None:
    press(site, "open=yes")
    assert shown(site).open
    assert not shown(site, key="").open


@pytest.mark.parametrize("path", ["/status.css", "/status.mjs", "/icon.svg"])
def test_elsewhere_the_parts_of_the_page_need_its_key_as_their_referer(services: Services, path: str) -> None:
    far = site_of(services, "0.0.0.0")
    for referer in ("", f"http://{HOST}/", f"http://{HOST}/?key=wrong", f"http://{HOST}/#key={far.key}"):
        with pytest.raises(Refused):
            get(far, path, Referer=referer)
    assert get(far, path, Referer=f"http://{HOST}/?key={far.key}").status_code == 200
    assert get(far, f"{path}?key={far.key}").status_code == 200


@pytest.mark.parametrize("path", ["/", "/status.json", "/status-texts.json", "/metrics", "/coign.zip"])
def test_elsewhere_a_referer_opens_nothing_else(services: Services, path: str) -> None:
    far = site_of(services, "0.0.0.0")
    with pytest.raises(Refused):
        get(far, path, Referer=f"http://{HOST}/?key={far.key}")
    assert get(far, f"{path}?key={far.key}").status_code in (200, 404)


# --- the person at this machine ---------------------------------------------------------------------------------------

FIGHT: dict[str, Any] = {
    "tokens": [{"_id": "a", "name": "Vala", "x": 0, "y": 0}, {"_id": "b", "name": "<b>Ghoul</b>", "x": 300, "y": 0}]
}
ROLL = {"type": "evaluate", "id": "r1", "scene": "s1", "occasion": "attack", "actor": "a", "targets": ["b"], "roll": {}}
RULES = {"type": "configure", "rulesets": ["partial-advantage"]}


def site_of(services: Services, host: str = "127.0.0.1", **program: Any) -> Site:
    gate = Gate(host, 8765, (), services.desk)
    return Site(services, Metrics(services.worlds), gate, program=Program(origins=lambda: gate.own_origins, **program))


def fought(*messages: dict[str, Any]) -> Services:
    services = make_services(engine=engine)
    ask(ready(services, title="The <i>Crypt</i>"), RULES, put(**FIGHT), *messages)
    return services


def test_worlds_are_shown_by_name_with_their_rules() -> None:
    (world,) = shown(site_of(fought()), key="").worlds
    assert (world.title, world.practice) == ("The <i>Crypt</i>", False)
    assert world.rules == ("Partial Advantage and Tactical Position",)
    assert shown(site_of(fought()), key="").installed
    assert shown(site_of(make_services()), key="").worlds == ()


@pytest.mark.parametrize(("host", "user"), [("127.0.0.1", "Gamemaster"), ("0.0.0.0", "user0000")])
def test_a_user_is_shown_by_name_on_this_machine_only(host: str, user: str) -> None:
    services = make_services()
    ready(services, user="user0000", userName="Gamemaster")
    site = site_of(services, host)
    assert [world.user for world in shown(site).worlds] == [user]


def test_a_world_without_rules_is_shown_as_such() -> None:
    services = make_services(engine=engine)
    ready(services, title="The Crypt")
    assert [(world.title, world.rules) for world in shown(site_of(services)).worlds] == [("The Crypt", ())]


def test_the_practice_table_is_no_foundry(site: Site, services: Services) -> None:
    services.desk.trusted = frozenset({ORIGIN})
    ready(services, title="Coign demo")
    assert [world.practice for world in shown(site).worlds] == [True]
    assert not shown(site).installed


def test_the_log_is_for_this_machine_and_needs_the_key(tmp_path: Path) -> None:
    (tmp_path / "coign.log").write_text("a line")
    services = fought(ROLL)
    near, far = (site_of(services, host, log=tmp_path / "coign.log") for host in ("127.0.0.1", "0.0.0.0"))
    with pytest.raises(Refused):
        get(near, "/coign.log")
    with pytest.raises(Refused):
        get(far, f"/coign.log?key={far.key}")
    assert get(near, f"/coign.log?key={near.key}").status_code == 200
    assert (shown(near).log, shown(far).log, shown(near, key="").log) == (True, False, False)
    for site, key in ((far, far.key), (near, "")):
        for page in ("/", "/status.json"):
            assert b"Ghoul" not in get(site, f"{page}?key={key}").body


def test_the_log_is_downloaded_from_its_end_below_the_versions(tmp_path: Path) -> None:
    path = tmp_path / "coign.log"
    path.write_text("old\n" * 300_000 + "the last line\n")
    site = site_of(make_services(), log=path)
    response = get(site, f"/coign.log?key={site.key}")
    assert "attachment" in response.headers["Content-Disposition"]
    assert len(response.body) == 512 << 10
    assert response.body.startswith(f"Coign {__version__}, Python ".encode())
    assert response.body.endswith(b"the last line\n")


@pytest.mark.parametrize("button", ["practice=yes", "stop=yes"])
def test_what_concerns_this_machine_is_done_from_this_machine(button: str) -> None:
    stopped: list[bool] = []
    services = make_services()
    site = site_of(services, "0.0.0.0", stop=lambda: stopped.append(True))
    with pytest.raises(Refused):
        press(site, button)
    assert (stopped, services.desk.trusted) == ([], frozenset())


def test_the_stop_button_stops_the_bridge() -> None:
    stopped: list[bool] = []
    response = press(site_of(make_services(), stop=lambda: stopped.append(True)), "stop=yes")
    assert (response.status_code, stopped) == (200, [True])
    assert b"has stopped" in response.body


def test_no_other_button_does_anything(site: Site) -> None:
    for button in ("", "dance=yes", "key=x"):
        with pytest.raises(Refused):
            press(site, button)


def test_the_practice_table_is_opened_by_a_button() -> None:
    site = site_of(make_services())
    assert get(site, "/tabletop/demo.json").status_code == 404
    assert press(site, "practice=yes").headers["Location"] == f"/tabletop/#key={site.key}"
    assert get(site, "/tabletop/demo.json").status_code == 200


def test_the_demo_shows_no_code() -> None:
    services = make_services()
    services.desk.issue()
    status = shown(site_of(services, is_demo=True))
    assert (status.demo, status.code, "code" in status.buttons) == (True, "", False)


def test_every_button_that_is_shown_can_be_pressed() -> None:
    near, far = (site_of(make_services(), host) for host in ("127.0.0.1", "0.0.0.0"))
    assert set(shown(near).buttons) == set(get_args(Button))
    assert set(shown(far).buttons) == set(get_args(Button)) - set(NEAR_ONLY)
    for button in shown(near).buttons:
        assert press(near, f"{button}=on").status_code in (200, 303)


def test_the_zip_to_upload_elsewhere_is_not_updated_from_this_machine(site: Site) -> None:
    with zipfile.ZipFile(io.BytesIO(get(site, "/coign.zip").body)) as archive:
        assert b"127.0.0.1" not in archive.read("module.json")


def test_a_published_copy_names_the_release(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(site, key="").release == ""
    monkeypatch.setattr(assets, "_repository", lambda: "https://forge.example/coign")
    release = "https://forge.example/coign/releases/latest/download/module"
    assert shown(site, key="").release == f"{release}.json"
    fields = msgspec.json.decode(assets.manifest(MODULE))
    assert fields["manifest"] == f"{release}.json"
    assert fields["download"] == f"https://forge.example/coign/releases/download/v{__version__}/module.zip"


@pytest.mark.parametrize("demo", [False, True])
def test_the_engine_is_served_to_the_demo_alone(
    monkeypatch: pytest.MonkeyPatch, services: Services, demo: bool
) -> None:
    """A person who installs the module from a bridge has a bridge, and needs no engine."""
    monkeypatch.setattr(assets, "module_files", lambda: MODULE)
    site = Site(services, Metrics(services.worlds), Gate("127.0.0.1", 8765, (), services.desk), engine=demo)
    assert (get(site, "/modules/coign/engine/worker.mjs").status_code == 200) is demo
    with zipfile.ZipFile(io.BytesIO(get(site, "/module.zip").body)) as archive:
        assert not [name for name in archive.namelist() if name.startswith("engine/")]


def test_an_engine_lies_in_a_folder_of_its_own_that_the_manifest_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any other byte or name in it makes another folder, so that no browser mixes the parts of two engines."""
    monkeypatch.setattr(assets, "module_folder", lambda: tmp_path)
    (tmp_path / "module.json").write_text('{"id": "coign"}')
    (tmp_path / "engine" / "runtime").mkdir(parents=True)
    (tmp_path / "engine" / "runtime" / "files.json").write_text("{}")
    homes = []
    for name, text in (("a.mjs", "1"), ("a.mjs", "2"), ("b.mjs", "2"), ("a.mjs", "1")):
        (part := tmp_path / "engine" / name).write_text(text)
        files = assets.module_files()
        home = msgspec.json.decode(files["module.json"])["flags"]["coign"]["engine"]
        assert sorted(files) == [home + name, f"{home}runtime/files.json", "module.json"]
        homes.append(home)
        part.unlink()
    assert (len(set(homes)), homes[0]) == (3, homes[3])


@pytest.mark.parametrize(
    ("variable", "read"), [("COIGN_MODULE", assets.module_files), ("COIGN_TABLETOP", assets.tabletop_files)]
)
def test_a_build_is_read_with_its_packs_and_without_what_no_page_loads(
    variable: str, read: Callable[[], dict[str, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.setattr(assets, "PIXI", ())
    served = {*KINDS, "lang/en.json", "coign.css", "packs/try-it/5.ldb"}
    for path in served | {
        "stamp",
        "README.md",
        "types/wire.d.ts",
        ".git/config.json",
        "_draft/a.mjs",
        "old/packs/CURRENT",
    }:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    assert read() == {path: path.encode() for path in served}


# --- the page's texts -------------------------------------------------------------------------------------------------

FOLDER = ROOT / "bridge/coign/server/status"
TEXTS = msgspec.json.decode((FOLDER / "texts.json").read_bytes(), type=dict[str, tuple[str, str]])
VALUES = re.compile(r"\{(\w+)\}")
NAMED = re.compile(r"""(?:say\(|data-say=|data-label=)"([\w-]+)\"""")


def test_every_text_of_the_page_is_in_both_languages_with_the_same_values() -> None:
    for name, (english, german) in TEXTS.items():
        assert sorted(VALUES.findall(english)) == sorted(VALUES.findall(german)), name
        assert english.count("*") == german.count("*"), name
        assert english.count("*") % 2 == 0, name


def test_the_page_has_every_text_that_it_says_and_says_every_text_that_it_has() -> None:
    page, script = ((FOLDER / name).read_text("utf-8") for name in ("index.html", "page.mjs"))
    said = set(NAMED.findall(page + script))
    made = {f"{step}-title" for step in ("install", "pair", "rules")}
    made |= {name for way in ("here", "elsewhere", "forge", "anywhere") for name in (way, f"{way}-help")}
    kinds = finish(Scene.read(b"{}")).counts()
    made |= {one for kind in kinds for one in (kind, kind.removesuffix("s"))}
    assert len(said | made) > 60
    assert (said | made) - set(TEXTS) == set()
    assert set(TEXTS) - said - made - set(re.findall(r'"([\w-]+)"', script)) == set()
