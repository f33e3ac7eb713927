"""dev.py: what it does where something is missing, and that one failure hides no other."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def dev() -> Any:
    spec = spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_step_runs_and_what_failed_is_named(dev: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ran: list[str] = []

    def fail() -> None:
        ran.append("fail")
        raise dev.Failed("the reason")

    with pytest.raises(dev.Failed, match="1 of 2 failed: first"):
        dev.run_all({"first": fail, "second": lambda: ran.append("second")})
    assert ran == ["fail", "second"]
    assert "failed: the reason" in capsys.readouterr().err


def test_a_program_that_fails_or_is_not_there_is_a_failure(dev: Any) -> None:
    dev.run(sys.executable, "-c", "pass")
    with pytest.raises(dev.Failed, match="ended with 3"):
        dev.run(sys.executable, "-c", "raise SystemExit(3)")
    with pytest.raises(dev.Failed, match="there is no no-such-program"):
        dev.run("no-such-program")


def test_without_chromium_it_says_what_to_do(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COIGN_CHROMIUM", raising=False)
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    with pytest.raises(dev.Failed, match="install one, or say where it is: COIGN_CHROMIUM="):
        dev.chromium()


def test_chromium_is_installed_where_we_may(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.delenv("COIGN_CHROMIUM", raising=False)
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
    there = {"apt-get": "/usr/bin/apt-get"}
    monkeypatch.setattr(dev.shutil, "which", there.get)

    def run(*command: str, env: dict[str, str]) -> None:
        installed.append(command[1])
        if command[1] == "install":
            there["chromium"] = "/usr/bin/chromium"

    monkeypatch.setattr(dev, "run", run)
    assert dev.chromium() == "/usr/bin/chromium"
    assert installed == ["update", "install"]


def test_a_chromium_that_is_named_is_taken(dev: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COIGN_CHROMIUM", "/opt/mine")
    assert dev.chromium() == "/opt/mine"


def test_a_folder_without_tests_is_a_failure(dev: Any) -> None:
    with pytest.raises(dev.Failed, match=re.escape("no *.test.mjs in docs")):
        dev.node_tests("docs")


def test_the_readme_leads_nowhere_that_is_not_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
