"""Publishing: the address in one place, the manifest as a listing needs it, and the request to Foundry's list."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml  # type: ignore[import-untyped]
from tools import publish

from coign import __version__
from coign.server import assets
from support.paths import ROOT

OURS = "https://github.com/somebody/coign"


@pytest.fixture
def manifest(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    links = {"Repository": OURS, "Documentation": "https://pages.example/"}
    monkeypatch.setattr(assets, "_link", links.__getitem__)
    fields: dict[str, Any] = msgspec.json.decode(assets.manifest(assets.module_files()))
    return fields | {"compatibility": {"minimum": "13.348", "verified": "14"}}


class Foundry(HTTPServer):
    """A fake of the package release API: it keeps what it was asked, and answers as the real one is documented to."""

    asked: dict[str, Any]
    token: str | None
    answer: tuple[int, dict[str, Any]] = (200, {"status": "success", "page": "https://foundryvtt.com/packages/coign"})


class Handler(BaseHTTPRequestHandler):
    server: Foundry

    def do_POST(self) -> None:
        self.server.token = self.headers["Authorization"]
        self.server.asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status, body = self.server.answer
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "60")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def foundry(monkeypatch: pytest.MonkeyPatch) -> Iterator[Foundry]:
    monkeypatch.setenv(publish.TOKEN, "fvttp_secret")
    with Foundry(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def at(server: Foundry) -> str:
    return f"http://127.0.0.1:{server.server_port}/"


def test_the_manifest_has_what_a_listing_shows(manifest: dict[str, Any]) -> None:
    assert [name for name in publish.REQUIRED if not manifest.get(name)] == []
    assert manifest["manifest"] == f"{OURS}/releases/latest/download/module.json"
    assert manifest["download"] == f"{OURS}/releases/download/v{__version__}/module.zip"
    assert [one["id"] for one in manifest["relationships"]["recommends"]] == ["lib-wrapper"]
    assert manifest["flags"]["coign"]["site"] == "https://pages.example/"
    for one in manifest["media"]:
        name = one["url"].removeprefix(f"{OURS}/raw/v{__version__}/")
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_release_is_announced_with_the_manifest_of_its_version(
    manifest: dict[str, Any], foundry: Foundry, dry_run: bool
) -> None:
    assert publish.announce(manifest, at(foundry), dry_run) == 0
    assert foundry.token == "fvttp_secret"
    assert foundry.asked == {
        "id": "coign",
        "dry-run": dry_run,
        "release": {
            "version": __version__,
            "manifest": f"{OURS}/releases/download/v{__version__}/module.json",
            "notes": f"{OURS}/blob/v{__version__}/CHANGELOG.md",
            "compatibility": {"minimum": "13.348", "verified": "14", "maximum": ""},
        },
    }


def test_the_workflow_tries_it_and_then_announces_it(
    manifest: dict[str, Any], foundry: Foundry, tmp_path: Path
) -> None:
    """Its lines are run as they stand, with the fake in place of Foundry's list."""
    (file := tmp_path / "module.json").write_bytes(msgspec.json.encode(manifest))
    workflow = yaml.safe_load((ROOT / ".github/workflows/announce.yml").read_text(encoding="utf-8"))
    (steps,) = (job["steps"] for job in workflow["jobs"].values())
    (announcing,) = (step for step in steps if "dev.py announce" in step.get("run", ""))
    assert announcing["env"] == {publish.TOKEN: "${{ secrets.FOUNDRY_RELEASE_TOKEN }}"}
    tried = []
    for line in announcing["run"].splitlines():
        words = line.removeprefix("python dev.py ").replace("module.json", str(file)).split()
        assert publish.main([*words, "--to", at(foundry)]) == 0
        tried.append(foundry.asked["dry-run"])
    assert tried == [True, False]


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (400, {"status": "error", "errors": {"manifest": ["wrong"]}}, "wrong"),
        (429, {"status": "error"}, "try again in 60 s"),
        (200, {"status": "error", "errors": {}}, "errors"),
    ],
)
def test_a_refusal_is_told(
    manifest: dict[str, Any], foundry: Foundry, status: int, body: dict[str, Any], said: str
) -> None:
    foundry.answer = (status, body)
    with pytest.raises(SystemExit, match=said):
        publish.announce(manifest, at(foundry), False)


def test_without_a_token_or_a_verified_version_nothing_is_sent(
    manifest: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(publish.TOKEN, raising=False)
    with pytest.raises(SystemExit, match="is not set"):
        publish.announce(manifest, "http://nowhere.invalid/", True)
    with pytest.raises(SystemExit, match=r"compatibility\.verified"):
        publish.announce(manifest | {"compatibility": {"minimum": "13"}}, "http://nowhere.invalid/", True)


def shown(page: Path) -> str:
    """Return what a reader sees of a page."""
    return re.sub(r"<!--.*?-->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_every_page_names_the_address_of_the_project() -> None:
    assert publish.check(ROOT, published=False) == 0


def test_before_there_is_an_address_no_page_shows_one() -> None:
    if any(publish.addresses(ROOT)):
        pytest.skip("the project has its address")
    for page in publish.pages(ROOT):
        assert not re.search(r"OWNER|github\.com/[\w.-]+/coign\b", shown(page)), page
    assert "OWNER" not in (ROOT / publish.PROJECT).read_text(encoding="utf-8")


def test_the_address_is_set_by_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "docs" / "de").mkdir(parents=True)
    for page in (*publish.pages(ROOT), ROOT / publish.PROJECT):
        if "systems" not in page.parts:
            copy = tmp_path / page.relative_to(ROOT)
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(page.read_bytes())
    assert publish.check(tmp_path, published=True) == 1
    early = {page: shown(page) for page in publish.pages(tmp_path) if publish.EARLY.search(page.read_text("utf-8"))}
    assert {"README.md", "install.md", "no-card.md"} <= {page.name for page in early}
    assert publish.write_address(tmp_path, OURS) == 0
    assert publish.check(tmp_path, published=True) == 0
    for page, before in early.items():
        text = page.read_text(encoding="utf-8")
        assert not re.search("YOU|first release -->", text), page
        assert shown(page) == text, page
        assert f"{OURS}/" in text, page
        assert text != before, page
    moved = "https://github.com/somebody-else/coign"
    assert publish.write_address(tmp_path, moved, "https://elsewhere.example/") == 0
    assert publish.addresses(tmp_path) == (moved, "https://elsewhere.example/")
    assert publish.check(tmp_path, published=True) == 0
    (tmp_path / "README.md").write_text(f"{OURS}/releases", encoding="utf-8")
    assert publish.check(tmp_path, published=True) == 1
    with pytest.raises(SystemExit):
        publish.write_address(tmp_path, "somewhere")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (None, "https://somebody.github.io/coign/"),
        ("https://coign.example", "https://coign.example/"),
        ("https://example.org/play/coign/", "https://example.org/play/coign/"),
    ],
)
def test_the_address_of_the_site_is_set_beside_it_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str | None, written: str
) -> None:
    (tmp_path / "docs").mkdir()
    for name in ("README.md", publish.PROJECT):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    assert publish.write_address(tmp_path, OURS, given) == 0
    assert publish.addresses(tmp_path)[1] == written
    assert publish.check(tmp_path, published=True) == 0
    project = tmp_path / publish.PROJECT
    for left in ("https://pages.example", ""):
        project.write_text(re.sub("Documentation = .*", f'Documentation = "{left}"', project.read_text()))
        assert publish.check(tmp_path, published=True) == 1
        assert "the address of the site" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="HOST"):
        publish.write_address(tmp_path, OURS, "coign.example")


def test_each_page_that_a_window_leads_to_is_on_the_site_in_both_languages() -> None:
    scripts = (ROOT / "foundry-module" / "scripts").rglob("*.mjs")
    named = {page for file in scripts for page in re.findall(r'static HELP = "([^"]+)"', file.read_text("utf-8"))}
    assert len(named) >= 3
    for folder in (ROOT / "docs", ROOT / "docs" / "de"):
        assert [page for page in named if not (folder / f"{page}.md").is_file()] == []


def test_a_copy_without_an_address_was_not_published(monkeypatch: pytest.MonkeyPatch) -> None:
    class Links:
        def get_all(self, name: str) -> None:
            return None

    monkeypatch.setattr(assets, "metadata", lambda name: Links())
    assert assets.release_manifest() == ""
    manifest = msgspec.json.decode(assets.manifest(assets.module_files()))
    assert "site" not in manifest.get("flags", {}).get("coign", {})
