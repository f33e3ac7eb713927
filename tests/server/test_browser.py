"""The page that a double click opens: only on a desktop, with the key of the running bridge."""

from __future__ import annotations

import json
import os
import stat
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from coign.cli import main
from coign.commands import serve
from coign.server import browser
from coign.server.browser import RunningPage
from coign.server.server import CannotServe, RunsAlready

ADDRESS = "http://127.0.0.1:8765"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the list of the pages that are opened, on a simulated desktop."""
    pages: list[str] = []

    def show(page: str) -> bool:
        pages.append(page)
        return True

    monkeypatch.setattr(webbrowser, "open", show)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("COIGN_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COIGN_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("COIGN_LOG", "-")
    (tmp_path / "config.toml").touch()
    return pages


def fails_with(monkeypatch: pytest.MonkeyPatch, problem: CannotServe) -> None:
    async def fail(*about: object, **more: object) -> None:
        raise problem

    monkeypatch.setattr(serve, "serve", fail)


def test_without_a_desktop_no_browser_is_started(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert [browser.can_show(platform, {}) for platform in ("linux", "darwin", "win32")] == [False, True, True]
    assert browser.can_show("linux", {"WAYLAND_DISPLAY": "wayland-0"})
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not browser.show(ADDRESS)
    assert opened == []


def test_the_page_of_a_running_bridge_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    page = RunningPage(tmp_path / "state")
    assert page.read(ADDRESS) == ADDRESS
    page.write(ADDRESS, f"{ADDRESS}/?key=secret")
    assert page.read(ADDRESS) == f"{ADDRESS}/?key=secret"
    assert page.read("http://127.0.0.1:9000") == "http://127.0.0.1:9000"
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "state" / "running.json").stat().st_mode) == 0o600
    page.remove()
    page.remove()
    assert page.read(ADDRESS) == ADDRESS


def test_a_file_that_is_no_page_is_not_opened(tmp_path: Path) -> None:
    for text in ("", "[]", '{"address": 1}', '"x"'):
        (tmp_path / "running.json").write_text(text)
        assert RunningPage(tmp_path).read(ADDRESS) == ADDRESS


def test_a_second_start_opens_the_page_of_the_first(
    opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails_with(monkeypatch, RunsAlready("Coign runs here already", address=ADDRESS))
    RunningPage(tmp_path / "state").write(ADDRESS, f"{ADDRESS}/?key=secret")
    assert main([]) == 0
    assert opened == [f"{ADDRESS}/?key=secret"]
    assert "in your browser" in capsys.readouterr().out
    assert main(["serve"]) == 2
    assert len(opened) == 1


@pytest.mark.parametrize("shows", [True, False])
def test_a_bridge_keeps_its_page_while_it_runs_and_opens_it_if_asked(
    opened: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shows: bool
) -> None:
    file = tmp_path / "state" / "running.json"
    kept: list[dict[str, str]] = []

    async def stop_at_once(_: object) -> None:
        kept.append(json.loads(file.read_text("utf-8")))

    monkeypatch.setattr(serve, "_told_to_stop", stop_at_once)
    assert main(["serve", "--port", "0", *["--open"] * shows]) == 0
    (running,) = kept
    assert running["page"].startswith(f"{running['address']}/?key=")
    assert opened == [running["page"]] * shows
    assert not file.exists()


def test_a_start_that_fails_says_why_in_the_browser(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fails_with(monkeypatch, CannotServe("port 8765 is taken by <another> program"))
    assert main([]) == 2
    (page,) = opened
    assert "taken by &lt;another&gt; program" in Path(url2pathname(urlsplit(page).path)).read_text("utf-8")


@pytest.mark.parametrize("before", [None, "/usr/lib/games"])
def test_the_browser_gets_the_systems_libraries_not_ours(
    opened: list[str], monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    seen: list[str | None] = []
    monkeypatch.setattr("sys.frozen", True, raising=False)

    def show(_: str) -> bool:
        seen.append(os.environ.get("LD_LIBRARY_PATH"))
        return True

    monkeypatch.setattr(webbrowser, "open", show)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/tmp/_MEI1")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if before is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    browser.show(ADDRESS)
    assert (seen, os.environ["LD_LIBRARY_PATH"]) == ([before], "/tmp/_MEI1")
