"""Hostile clients attack a running bridge: each attack fails, and the GM is served meanwhile.

Attacks by the content of a message or a scene are in `test_oversized_input.py` and `tests/session/test_step_length.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from coign.server import assets, guarded_connection, server
from coign.server.guarded_connection import FRAMES_AT_ONCE, MOST_UNSENT, STRANGERS
from coign.server.server import Bridge
from coign.session.pairing_book import PairingBook
from coign.session.services import Services
from support.bridges import evaluate, hello, make_services, put, token_for
from support.servers import (
    HOST,
    PAGE,
    PATIENCE,
    UPGRADE,
    close_code,
    dial,
    measuring_services,
    no_one_is_left,
    other_table,
    request,
    running,
    say,
    welcomed,
)

EVIL = "https://evil.example"
PING = bytes([0x89, 0x80]) + bytes(4)
LOUD_PING = bytes([0x89, 0x80 | 125]) + bytes(4 + 125)


@contextlib.asynccontextmanager
async def gm_is_let_in(bridge: Bridge, services: Services, within: float = 2.0) -> AsyncIterator[ClientConnection]:
    """Connect as the GM with a token, and assert that the answer is in time."""
    async with asyncio.timeout(within):
        browser = await welcomed(bridge, services)
    yield browser
    assert (await say(browser, put(), evaluate()))["type"] == "annotation"
    await browser.close()


# --- memory -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paired", [False, True], ids=["stranger", "paired"])
async def test_pongs_that_nobody_reads_cost_no_more_than_a_megabyte(
    paired: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A peer that never reads sends pings within the rate, each answered with as many bytes."""
    monkeypatch.setattr("coign.server.guarded_connection.FRAMES_AT_ONCE", 1_000_000)
    monkeypatch.setattr("coign.server.guarded_connection.FRAMES_PER_SECOND", 1_000_000)
    services, most = make_services(), 0
    async with running(services) as bridge:
        browser = await dial(bridge)
        if paired:
            await say(browser, hello(token_for(services)))
        assert bridge._server is not None
        (theirs,) = bridge._server.all_connections
        browser.transport.pause_reading()
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not browser.transport.is_closing() and not theirs.transport.is_closing():
                    browser.transport.write(LOUD_PING * 2000)
                    most = max(most, theirs.transport.get_write_buffer_size())
                    await asyncio.sleep(0)
        assert theirs.transport.is_closing(), "it was cut"
        assert most <= MOST_UNSENT + (8 << 10)
        assert b'coign_refused_total{why="unsent"} 1.0' in bridge.metrics.text()
        browser.transport.abort()
        await no_one_is_left(bridge)


async def test_a_file_of_the_engine_is_served_whole_and_readers_that_stop_cost_no_more_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    big = bytes(range(256)) * (40 << 10)  # 10 MiB, as the longest file of the engine
    monkeypatch.setattr(guarded_connection, "MOST_UNREAD", 24 << 20)
    monkeypatch.setattr(assets, "module_files", lambda: {"module.json": b"{}", "engine/big.wasm": big})
    request = b"GET /modules/coign/engine/big.wasm HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    async with running(demo=True) as bridge, asyncio.timeout(20):
        port = int(bridge.address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request.replace(b"127.0.0.1", f"127.0.0.1:{port}".encode()))
        answer = await reader.read(-1)
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"Content-Type: application/wasm" in answer
        assert answer.endswith(big)
        writer.close()
        stalled = [await asyncio.open_connection("127.0.0.1", port, limit=1 << 10) for _ in range(5)]
        for _, each in stalled:
            each.write(request.replace(b"127.0.0.1", f"127.0.0.1:{port}".encode()))
        while b'coign_refused_total{why="unsent"}' not in bridge.metrics.text():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        for _, each in stalled:
            each.close()


async def test_a_stranger_cannot_send_a_whole_scene_as_its_first_message() -> None:
    async with running() as bridge, dial(bridge) as browser:
        await browser.send(b"x" * (20 << 10), text=True)
        assert await close_code(browser) == 1009


async def test_compressed_frames_that_nobody_has_asked_for_yet_are_not_all_inflated() -> None:
    services = measuring_services()
    async with running(services, compress=True) as bridge, other_table(bridge, services):
        browser = await welcomed(bridge, services, compression="deflate")
        for _ in range(60):  # a kilobyte each, a megabyte each when inflated; all of them are there at once
            browser.protocol.send_text(b" " * (1 << 20))
        browser.transport.write(b"".join(browser.protocol.data_to_send()))
        async with asyncio.timeout(PATIENCE):
            assert await close_code(browser) == 1006
        assert b'coign_refused_total{why="unread"} 1.0' in bridge.metrics.text()


async def test_the_parts_of_unfinished_messages_count_as_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader takes each part at once and waits for the last one, which never comes."""
    monkeypatch.setattr(guarded_connection, "MOST_UNREAD", 4 << 20)
    size = 1 << 20
    part = size.to_bytes(8, "big") + bytes(4) + b" " * size
    services = make_services()
    async with running(services) as bridge:
        for world in ("w1", "w2"):
            browser = await dial(bridge, world)
            token = token_for(services, world=world)
            assert (await say(browser, hello(token, world=world)))["type"] == "welcome"
            browser.transport.write(b"\x01\xff" + part)
            for _ in range(2):
                browser.transport.write(b"\x00\xff" + part)
            await asyncio.sleep(0.3)  # until the reader has them
        async with asyncio.timeout(PATIENCE):
            assert await close_code(browser) == 1006
        assert b'coign_refused_total{why="unread"} 1.0' in bridge.metrics.text()


# --- time -------------------------------------------------------------------------------------------------------------


async def test_a_client_that_sends_45_000_pings_is_cut_off() -> None:
    services = measuring_services()
    async with running(services) as bridge, other_table(bridge, services):
        browser = await welcomed(bridge, services)
        browser.transport.write(PING * 45_000)
        assert await close_code(browser) == 1006
        text = bridge.metrics.text()
        assert b'coign_refused_total{why="frames"} 1.0' in text
        await no_one_but(bridge, 1)


async def test_pings_as_a_browser_sends_them_are_answered() -> None:
    services = make_services()
    async with running(services) as bridge, await welcomed(bridge, services) as browser:
        for _ in range(FRAMES_AT_ONCE // 4):
            await (await browser.ping())


async def no_one_but(bridge: Bridge, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(bridge.lobby) > count:  # noqa: ASYNC110  there is no event for it, and none is needed but here
            await asyncio.sleep(0.01)


# --- places -----------------------------------------------------------------------------------------------------------


async def test_sockets_without_hello_do_not_shut_the_gm_out() -> None:
    services = make_services()
    services.desk.open()
    async with running(services, connections=40) as bridge:
        crowd = [await dial(bridge, origin=EVIL) for _ in range(2 * STRANGERS)]
        async with gm_is_let_in(bridge, services):
            left = [one for one in crowd if one.protocol.state.name == "OPEN"]
            assert len(left) <= STRANGERS
        for browser in crowd:
            await browser.close()


async def test_strangers_on_the_gms_own_page_do_not_displace_a_gm_with_a_token() -> None:
    services = make_services()
    async with running(services, connections=40) as bridge, gm_is_let_in(bridge, services) as gm:
        crowd = [await dial(bridge) for _ in range(2 * STRANGERS)]
        await asyncio.sleep(0.05)
        assert gm.protocol.state.name == "OPEN"
        for browser in crowd:
            await browser.close()


async def test_sockets_that_dribble_a_byte_a_second_do_not_shut_the_gm_out() -> None:
    services = make_services()
    async with running(services, connections=8) as bridge:
        crowd = [await asyncio.open_connection("127.0.0.1", bridge.port) for _ in range(8)]
        for _, writer in crowd:
            writer.write(b"G")
        async with gm_is_let_in(bridge, services) as gm:
            more = [await asyncio.open_connection("127.0.0.1", bridge.port) for _ in range(20)]
            await asyncio.sleep(0.05)
            assert gm.protocol.state.name == "OPEN", "who has a token never gives way"
        for _, writer in (*crowd, *more):
            writer.transport.abort()
        await no_one_is_left(bridge)


# --- pairing ----------------------------------------------------------------------------------------------------------


async def test_a_browser_whose_pairing_is_ended_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "WATCH_SECONDS", 0.05)
    services = make_services()
    async with running(services) as bridge:
        browser = await welcomed(bridge, services)
        await asyncio.sleep(0.15)
        assert (await say(browser, put()))["type"] == "synced", "who is paired stays"
        services.desk.store.change(lambda book: PairingBook())
        async with asyncio.timeout(PATIENCE):
            assert "no longer paired" in str(await browser.recv())
            assert await close_code(browser) == 4001


# --- pages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", "403"),
        ("/?key=wrong", "403"),
        ("/metrics", "403"),
        ("/status.css", "403"),
        ("/tabletop/", "403"),
        ("/tabletop/?key=KEY", "403"),
        ("/coign.log", "403"),
        ("/coign.log?key=KEY", "403"),
        ("/status.mjs", "403"),
        ("/status.json", "403"),
        ("/status.json?key=wrong", "403"),
        ("/status-texts.json", "403"),
        ("/nothing", "403"),
        ("/?key=KEY", "200"),
        ("/status.json?key=KEY", "200"),
        ("/metrics?key=KEY", "200"),
        ("/healthz", "200"),
        ("/module.json", "200"),
        ("/module.zip", "200"),
    ],
)
@pytest.mark.parametrize("way", ["another machine", "a proxy"])
async def test_beyond_this_machine_nothing_but_health_and_the_module_is_shown_without_the_key(
    way: str, path: str, status: str
) -> None:
    services = make_services()
    beyond = {"host": "0.0.0.0"} if way == "another machine" else {}
    async with running(services, **beyond) as bridge:
        text = f"GET {path.replace('KEY', bridge.site.key)} HTTP/1.1\n{HOST}"
        answer = await request(bridge, text + ("\nX-Forwarded-For: 203.0.113.9" if way == "a proxy" else ""))
    assert answer.split()[1] == status


async def test_this_machine_needs_no_key_to_look() -> None:
    async with running() as bridge:
        assert (await request(bridge, f"GET / HTTP/1.1\n{HOST}")).split()[1] == "200"


@pytest.mark.parametrize(
    "headers",
    [
        f"{HOST}\nOrigin: {EVIL}",
        f"{HOST}\n{PAGE}",
        f"{HOST}\nOrigin: null",
        f"{HOST}\nOrigin: http://127.0.0.1:PORT\nOrigin: {EVIL}",
        "Host: rebound.example:PORT",
        "Host: rebound.example:PORT\nOrigin: http://rebound.example:PORT",
    ],
    ids=["elsewhere", "Foundry", "a sandbox", "two origins", "a name for 127.0.0.1", "its own page under that name"],
)
@pytest.mark.parametrize("path", ["/", "/status.json", "/metrics"])
async def test_no_page_elsewhere_learns_which_worlds_there_are(path: str, headers: str) -> None:
    services = make_services()
    async with running(services) as bridge, dial(bridge) as gm:
        await say(gm, hello(token_for(services), title="The Crypt"))
        answer = await request(bridge, f"GET {path} HTTP/1.1\n{headers}")
    assert answer.startswith("HTTP/1.1 403 ")
    assert "Crypt" not in answer


async def test_a_tag_in_a_page_elsewhere_sends_no_origin_and_can_read_nothing() -> None:
    services = make_services()
    async with running(services) as bridge, dial(bridge) as gm:
        await say(gm, hello(token_for(services), title="The Crypt"))
        answer = await request(bridge, f"GET /status.json HTTP/1.1\n{HOST}")
    assert "The Crypt" in answer, "programs on this machine may read it"
    assert "\nCross-Origin-Resource-Policy: same-origin" in answer
    assert "\nX-Content-Type-Options: nosniff" in answer
    assert "\nAccess-Control-Allow-Origin" not in answer


# --- the log ----------------------------------------------------------------------------------------------------------


async def test_peers_that_hang_up_at_the_wrong_moment_leave_no_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The peers request several answers and disconnect before these are written."""
    services = make_services()
    async with running(services) as bridge:
        for _ in range(20):
            browser = await welcomed(bridge, services)
            browser.transport.write(PING * 200)
            browser.transport.abort()
        await no_one_is_left(bridge)
    assert "socket.send() raised" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_nul_in_the_origin_is_answered() -> None:
    async with running() as bridge:
        answer = await request(bridge, f"GET /ws/w1 HTTP/1.1\n{HOST}\n{PAGE}\0\n{UPGRADE}")
    assert answer.startswith("HTTP/1.1 400 ")
    assert answer.endswith("a header of this request is malformed\n")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
async def test_all_attacks_together_do_not_grow_the_process() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    services = measuring_services()
    services.desk.open()
    async with running(services) as bridge, other_table(bridge, services):
        before = resident()
        for _ in range(3):
            crowd = [await dial(bridge, origin=EVIL) for _ in range(STRANGERS)]
            for browser in crowd:
                browser.transport.pause_reading()
                browser.transport.write(LOUD_PING * 900)
            await asyncio.sleep(0.2)
            for browser in crowd:
                browser.transport.abort()
        await no_one_but(bridge, 1)
        assert resident() - before < 50 << 20
