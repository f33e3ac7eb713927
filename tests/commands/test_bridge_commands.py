"""The commands that run, pair and install the bridge, as a person types them."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from coign.cli import main
from coign.commands.pair import CannotPair
from coign.commands.serve import serve
from coign.server import assets, config, pairing_file
from coign.server.config import Settings
from coign.server.pairing_file import FileStore
from coign.session.pairing import Desk
from coign.session.pairing_book import Entry, Key, MemoryStore, PairingBook

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests away from the files of the person who runs them."""
    (tmp_path / "config.toml").touch()
    monkeypatch.setenv("COIGN_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("COIGN_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("COIGN_LOG", str(tmp_path / "coign.log"))
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.parametrize("name", ["serve", "demo", "pair", "module", "doctor", "replay"])
def test_help_fits_a_screen_and_has_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"coign {name}" in text.partition("example")[2]
    assert text.count("\n") <= 45


def test_a_code_is_made_and_a_pairing_is_listed_and_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pair"]) == 0
    code = re.search(r"paste ([A-Z2-9]{4}-[A-Z2-9]{4}) within", capsys.readouterr().out)
    assert code is not None
    state = Path(os.environ["COIGN_STATE"]) / "pairings.json"
    assert main(["pair"]) == 0
    assert f"paste {code[1]} within 10 minutes" in capsys.readouterr().out, "a code in force is shown again"
    assert main(["pair", "--list"]) == 0
    assert capsys.readouterr().out == "No browser is paired.\n"
    book = json.loads(state.read_text())
    key = {"origin": "http://localhost:30000", "world": "w1", "user": "gm", "client": "c"}
    state.write_text(json.dumps({**book, "pairings": [{"key": key, "sha256": "0", "label": "Fire\x1bfox"}]}))
    assert main(["pair", "--list"]) == 0
    assert "Fire?fox" in capsys.readouterr().out
    assert main(["pair", "--forget", "nobody"]) == 2
    assert "no pairing of nobody" in capsys.readouterr().err
    assert main(["pair", "--forget", "http://localhost:30000"]) == 0
    assert json.loads(state.read_text())["pairings"] == []


def test_no_code_is_made_if_the_bridge_cannot_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("COIGN_STATE", str(tmp_path / "file"))
    with pytest.raises(CannotPair, match="a code needs a file that the bridge reads too"):
        import_module("coign.commands.pair").run(argparse.Namespace(list=False, forget=None))


def test_a_failure_to_end_a_pairing_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    state = Path(os.environ["COIGN_STATE"]) / "pairings.json"
    Desk(FileStore(state), time.monotonic).grant(Key("http://localhost:30000", "w1", "gm", "c"), "")
    monkeypatch.setattr(pairing_file, "write_private", full)
    assert main(["pair", "--forget", "w1"]) == 2
    told = capsys.readouterr()
    assert "nothing was ended" in told.err
    assert "No space left on device" in told.err
    assert told.out == ""


def test_the_module_is_zipped(tmp_path: Path) -> None:
    assert main(["module", "zip", str(tmp_path / "coign.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "coign.zip") as archive:
        assert "module.json" in archive.namelist()
        assert not [name for name in archive.namelist() if name.endswith((".d.ts", ".md"))]
        assert [name for name in archive.namelist() if name.startswith("engine/") and name.endswith("/worker.mjs")]
    assert main(["module", "zip", str(tmp_path / "light.zip"), "--without-engine"]) == 0
    with zipfile.ZipFile(tmp_path / "light.zip") as archive:
        assert "module.json" in archive.namelist()
        assert not [name for name in archive.namelist() if name.startswith("engine/")]
    assert main(["module", "zip"]) == 2


def test_the_doctor_says_that_nothing_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COIGN_PORT", "1")
    assert main(["doctor", "http://localhost:30000"]) == 1
    said = capsys.readouterr().out
    assert "nothing listens at 127.0.0.1:1\n    -> start the bridge: `coign serve`" in said
    assert "without asking" in said


def test_the_doctor_misses_no_bridge_where_the_browser_computes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COIGN_PORT", "1")
    monkeypatch.setattr(config, "pairings_path", lambda: tmp_path / "pairings.json")
    monkeypatch.setattr(
        assets, "module_files", lambda: {"module.json": b"{}", assets.ENGINE + assets.ENGINE_LIST: b"{}"}
    )
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "no bridge runs here, and none was ever paired: Coign computes in the GM's browser" in said
    assert "this copy of the module computes in the GM's browser" in said

    monkeypatch.setattr(assets, "module_files", lambda: {"module.json": b"{}"})
    assert main(["doctor"]) == 1
    assert "cannot compute in the GM's browser\n    -> pair a bridge" in capsys.readouterr().out


def test_the_doctor_misses_a_bridge_that_was_paired(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COIGN_PORT", "1")
    monkeypatch.setattr(config, "pairings_path", lambda: tmp_path / "pairings.json")
    entry = Entry(Key("http://localhost:30000", "w", "gm", "c"), "0" * 64)
    FileStore(tmp_path / "pairings.json").change(lambda book: PairingBook((entry,), book.code))
    assert main(["doctor"]) == 1
    assert "-> start the bridge: `coign serve`" in capsys.readouterr().out


def test_the_doctor_tries_the_address_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        main(["doctor", f"127.0.0.1:{port}"])
        assert f"a program answers at 127.0.0.1:{port}" in capsys.readouterr().out
    assert main(["doctor", f"http://127.0.0.1:{port}"]) == 1
    assert f"nothing answers at 127.0.0.1:{port} from here" in capsys.readouterr().out
    assert main(["doctor", "http://localhost:99999"]) == 2
    assert "is not the address of a page" in capsys.readouterr().err


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start `coign serve` as a process of its own."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "bridge"), "COIGN_PORT": "0"}
    command = [sys.executable, "-m", "coign", "serve", "--record", str(tmp_path / "evening.jsonl")]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        yield process
        process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
def test_serve_says_what_to_do_next_in_three_lines_and_stops_when_told(
    bridge: subprocess.Popen[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bridge.stdout is not None
    first, second, third = (bridge.stdout.readline() for _ in range(3))
    found = re.search(r"listens at http://127\.0\.0\.1:(\d+)/", first)
    assert found is not None
    assert "/module.json" in second
    code = re.search(r"paste (\S+) \(good until \d\d:\d\d\); or approve here or at http://127", third)
    assert code is not None
    assert main(["pair"]) == 0
    assert f"paste {code[1]} within 10 minutes" in capsys.readouterr().out, "they share one code"
    assert main(["serve", "--port", found[1]]) == 2
    assert f"coign serve: Coign runs here already: http://127.0.0.1:{found[1]}/\n" == capsys.readouterr().err
    bridge.send_signal(signal.SIGTERM)
    assert bridge.wait(10) == 0
    assert bridge.stdout.read() == "coign: going down\n"
    assert main(["replay", str(tmp_path / "evening.jsonl")]) == 0


def test_a_record_from_someone_else_cannot_control_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.jsonl"
    record.write_text(
        '{"coign":"1"}\n{"peer":1,"opened":{"origin":"http://localhost","id":"w1"}}\n'
        '{"peer":1,"out":{"type":"welcome","title":"\u009b31mKeep \u202e Zoë"}}\n',
        encoding="utf-8",
    )
    assert main(["replay", str(record)]) == 1
    assert "31mKeep  Zoë" in (shown := capsys.readouterr().out)
    assert not {"\u009b", "\u202e"} & set(shown)


def test_long_lived_objects_are_left_out_of_collections() -> None:
    frozen: list[int] = []
    before = gc.get_threshold()

    def started(address: str) -> None:
        frozen.append(gc.get_freeze_count())
        assert gc.get_threshold()[:2] == before[:2]
        assert gc.get_threshold()[2] > 1_000_000
        raise KeyboardInterrupt

    try:
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(serve(Settings(port=0), Desk(MemoryStore(), time.monotonic), started=started))
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
    assert frozen[0] > 10_000


def test_serve_says_at_start_which_ruleset_is_left_out_and_why(tmp_path: Path) -> None:
    offered = tmp_path / "site" / "broken-1.0.dist-info"
    offered.mkdir(parents=True)
    (offered / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (offered / "entry_points.txt").write_text("[coign.rulesets]\nbroken = no_such_package:RULESET\n")
    path = os.pathsep.join([str(ROOT / "bridge"), str(tmp_path / "site")])
    command = [sys.executable, "-m", "coign", "serve", "--port", "0"]
    environ = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as serving:
        assert serving.stdout is not None
        found = next(line for line in serving.stdout if line.startswith("Ruleset"))
        serving.terminate()
        serving.communicate(timeout=20)
    assert found.startswith("Ruleset broken (no_such_package:RULESET) is left out: it cannot be loaded: ")
