"""The log: its contents after everything that a bridge does, the secrets that it never has, and a full disk."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import msgspec
import pytest

from coign.server import logs
from coign.server.config import Settings
from coign.server.recording import Recorder
from coign.server.server import Bridge
from coign.session import pairing
from support.bridges import Clock, evaluate, hello, make_services, put, ready
from support.servers import HOST, close_code, dial, request, say

PAIR = {"type": "pair", "world": "w1", "user": "gm", "client": "c1"}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return the log of a bridge at its most detailed level."""
    path = tmp_path / "coign.log"
    logs.start(Settings(level="debug", log=str(path)))
    return path


async def live(record: Path) -> tuple[set[str], str]:
    """Run a bridge through everything that can happen; return the secrets that were sent, and the metrics."""
    services = make_services(asyncio.get_running_loop().time)
    recorder = Recorder(record, services.clock, "0", services.epoch)
    code = services.desk.issue()
    async with Bridge(Settings(port=0), services, recorder) as bridge:
        key = bridge.site.key
        async with dial(bridge) as browser:
            await say(browser, {**PAIR, "code": "QQQQ-WWWW"})
        async with dial(bridge) as browser:
            token = (await say(browser, {**PAIR, "code": code}))["token"]
            assert (await say(browser, hello(token)))["type"] == "welcome"
            await say(browser, put(), evaluate(), evaluate(actor="nobody"), evaluate(actor="trap"))
            await say(browser, hello(token), b'{"type":"hello","token":"' + token.encode())
        async with dial(bridge) as browser:
            assert (await say(browser, {**PAIR, "client": "c2"}))["code"] == "7391"
            assert "303" in await request(
                bridge, f"POST /press?key={key}&approve=7391 HTTP/1.1\n{HOST}\nOrigin: http://127.0.0.1:PORT"
            )
            other = msgspec.json.decode(await browser.recv())["token"]
            await say(browser, hello("guessed-" + other, client="c2"))
            assert await close_code(browser) == 4001
        await request(bridge, f"GET /?key={key} HTTP/1.1\n{HOST}\nOrigin: https://evil.example")
        await request(bridge, f"GET /ws/w1?token={token} HTTP/1.1\n{HOST}\nOrigin: https://evil.example")
        metrics = bridge.metrics.text().decode()
    recorder.close()
    return {token, other, code, code.replace("-", ""), "QQQQ-WWWW", key}, metrics


def test_no_secret_of_a_whole_life_is_in_the_log_the_record_or_on_the_terminal(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "_short_code", lambda: "7391")
    secrets, metrics = asyncio.run(live(tmp_path / "evening.jsonl"))
    record = (tmp_path / "evening.jsonl").read_text()
    for happened in ("hello from 'gm' of 'w1'", "refused: pages at 'https://evil.example'", "ZeroDivisionError"):
        assert happened in log.read_text()
    places = {"log": log.read_text(), "record": record, "terminal": capsys.readouterr().err, "metrics": metrics}
    for place, said in places.items():
        assert not [secret for secret in secrets if secret in said], place
    assert "7391" not in log.read_text()
    assert record.count('"taken out of the record"') == 8  # each token and code, in requests and in answers


def test_a_browser_cannot_write_lines_of_its_own_into_the_log(log: Path) -> None:
    services = make_services()
    forged = "gm\n2026-01-01 00:00:00 CRITICAL coign: all is lost \x1b[31m"
    ready(services, user=forged)
    assert len(log.read_text().splitlines()) == 1
    assert "\x1b" not in log.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_log_that_cannot_be_written_any_more_is_reported_once(capsys: pytest.CaptureFixture[str]) -> None:
    logs.start(Settings(level="info", log="/dev/full"))
    for _ in range(3):
        logging.getLogger("coign.session.session").info("hello")
    logging.getLogger("coign.session.session").warning("and this the terminal still has")
    said = capsys.readouterr().err
    assert said.count("coign: the log /dev/full ends here: No space left on device; the bridge goes on\n") == 1
    assert "coign: and this the terminal still has" in said
    assert "Traceback" not in said


def test_a_log_file_that_cannot_be_made_is_reported_and_done_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    logs.start(Settings(log=str(tmp_path / "file" / "coign.log")))
    logging.getLogger("coign").warning("this the terminal has")
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("coign: no log file: ")
    assert second == "coign: this the terminal has"


def test_the_terminal_hears_of_what_matters_alone(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("coign.server.server").info("refused: nobody need know at once")
    logging.getLogger("websockets.server").debug("< TEXT a whole frame")
    assert capsys.readouterr().err == ""
    assert "whole frame" not in log.read_text()
    assert "nobody need know" in log.read_text()


def test_the_same_warning_is_on_the_terminal_once_a_second() -> None:
    clock = Clock()
    once = logs.OncePerSecond(clock)

    def shown(text: str, level: int = logging.WARNING) -> bool:
        return once.filter(logging.LogRecord("coign", level, "", 0, text, (), None))

    assert [shown("world %s: cut") for _ in range(3)] == [True, False, False]
    assert shown("the record ends here")
    assert [shown("a failure of ours", logging.ERROR) for _ in range(2)] == [True, True]
    clock.now += 1.0
    assert shown("world %s: cut")
