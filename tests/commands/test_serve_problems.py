"""`coign serve` as a process of its own, on a machine with problems: it reports each one in a sentence and serves as
well as it can.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

from coign.cli import main
from support.bridges import ORIGIN, SUBPROTOCOLS, evaluate, hello, pack, put

ROOT = Path(__file__).parents[2]
ROOM = 200_000  # bytes of a full disk: the greeting with the texts of all rules, and some answers
PAIR = {"type": "pair", "world": "w1", "user": "gm", "client": "c1"}
FIGHT: dict[str, Any] = {"tokens": [{"_id": "a", "x": 0, "y": 0}, {"_id": "b", "x": 300, "y": 0}]}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="hardships of other systems")


@dataclass
class Serving:
    """A running bridge, its port and the one-time code it showed."""

    process: subprocess.Popen[str]
    port: int
    code: str

    def stop(self) -> tuple[str, str]:
        """Stop it as a service manager does; return its output since it began to serve: stdout and stderr."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=20)


@contextlib.contextmanager
def serving(*flags: str, places: dict[str, str], **more: Any) -> Iterator[Serving]:
    """Start `coign serve` in an environment whose only variables of Coign are `places`."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("COIGN_", "XDG_"))}
    process = subprocess.Popen(
        [sys.executable, "-m", "coign", "serve", "--port", "0", *flags],
        env={**clean, "PYTHONPATH": str(ROOT / "bridge"), **places},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )
    try:
        assert process.stdout is not None
        said = "".join(process.stdout.readline() for _ in range(3))
        port, code = re.search(r":(\d+)/ ", said), re.search(r"paste ([A-Z2-9]{4}-[A-Z2-9]{4}) ", said)
        assert port, said
        assert code, said
        yield Serving(process, int(port[1]), code[1])
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def browser(bridge: Serving) -> Iterator[Any]:
    """Pair a browser by the code and yield a function that sends a message and returns the answer."""
    address = f"ws://127.0.0.1:{bridge.port}/ws/w1"
    with connect(address, origin=ORIGIN, subprotocols=SUBPROTOCOLS, compression=None) as socket:

        def say(message: dict[str, Any] | bytes) -> Any:
            socket.send(message if isinstance(message, bytes) else pack(message), text=True)
            return msgspec.json.decode(socket.recv(timeout=20))

        token = say({**PAIR, "code": bridge.code})["token"]
        assert say(hello(token))["type"] == "welcome"
        assert say({"type": "configure", "rulesets": ["partial-advantage"]})["type"] == "configured"
        yield say


def closed_folder(tmp_path: Path) -> str:
    """Return a folder that this user may not write to. Root may write to any except the kernel's."""
    if os.geteuid():
        tmp_path.chmod(0o500)
        return str(tmp_path)
    with contextlib.suppress(OSError):
        Path("/sys/coign").mkdir()
        pytest.skip("root may write everywhere here")
    return "/sys"


def test_it_serves_without_a_writable_home_and_reports_that(tmp_path: Path) -> None:
    home = closed_folder(tmp_path)
    with serving(places={"HOME": home}) as bridge:
        with browser(bridge) as say:
            assert say(put(**FIGHT))["type"] == "synced"
            assert say(evaluate())["type"] == "annotation"
        _, complaints = bridge.stop()
    assert bridge.process.returncode == 0
    log, pairings, page = sorted(complaints.splitlines())  # "no log ...", "pairings ...", "the page's ..."
    assert re.fullmatch(rf"coign: no log file: {home}/.*/coign\.log cannot be written: .+", log)
    assert re.fullmatch(rf"coign: the page's address cannot be kept in {home}/.*: .+", page)
    assert re.fullmatch(
        rf"coign: pairings cannot be kept in {home}/.*: changes last until this bridge stops, .+", pairings
    )


def test_a_full_disk_ends_the_record_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    resource = pytest.importorskip("resource")
    record = tmp_path / "evening.jsonl"
    places = {"HOME": str(tmp_path), "COIGN_STATE": str(tmp_path / "state")}

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))  # the nearest to a full disk that needs no disk

    with serving("--record", str(record), "--log", "-", places=places, preexec_fn=no_room) as bridge:
        with browser(bridge) as say:
            assert say(put(**FIGHT))["type"] == "synced"
            for _ in range(60):
                assert say(evaluate())["type"] == "annotation"
        said, complaints = bridge.stop()
    assert bridge.process.returncode == 0
    assert said == "coign: going down\n"
    assert complaints == f"coign: the record {record} ends here: File too large; the bridge goes on\n"
    assert record.stat().st_size == ROOM
    assert main(["replay", str(record)]) == 0
    assert int(capsys.readouterr().out.split()[0]) > 5  # answers that were on it, all the same


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_record_that_cannot_be_written_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COIGN_STATE", str(tmp_path))
    assert main(["serve", "--port", "0", "--log", "-", "--record", "/dev/full"]) == 2
    said = capsys.readouterr().err
    assert said == "coign serve: cannot record to /dev/full: No space left on device; name another file\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_at_the_terminal_prints_no_traceback(tmp_path: Path, number: int) -> None:
    """A thread of its own reads answers from the terminal, and still waits for a line when all else has ended."""
    pty = pytest.importorskip("pty")
    try:
        mine, theirs = pty.openpty()
    except OSError as problem:
        pytest.skip(f"there are no terminals to be had here: {problem}")
    try:
        places = {"HOME": str(tmp_path), "COIGN_STATE": str(tmp_path)}
        command = [sys.executable, "-m", "coign", "serve", "--port", "0", "--log", "-"]
        environ = {**os.environ, "PYTHONPATH": str(ROOT / "bridge"), **places}
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=environ, stdin=theirs, stdout=pipe, stderr=pipe, text=True) as process:
            assert process.stdout is not None
            for _ in range(3):
                process.stdout.readline()
            time.sleep(0.3)  # until the thread listens, which nothing reports
            process.send_signal(number)
            said, complaints = process.communicate(timeout=20)
        assert (process.returncode, said, complaints) == (0, "coign: going down\n", "")
    finally:
        os.close(mine)
        os.close(theirs)


@pytest.mark.parametrize("option", ["--case", "--cases", "--scene"])
def test_json_nested_too_deep_is_reported_in_one_line(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = tmp_path / "deep.json"
    deep.write_bytes(b'{"scene":' + b"[" * 100_000 + b"]" * 100_000 + b',"request":{}}')
    given = ["--actor", "a", "--target", "b"] if option == "--scene" else []
    assert main(["evaluate", option, str(deep), *given]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
