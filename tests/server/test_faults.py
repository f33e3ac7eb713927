"""Faulty clients on real sockets: each is refused or cut off with a known code, and meanwhile another table is
answered. Random faults are in `fuzz/sockets.py`; here each one has a test.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import socket
import time
import zlib
from collections.abc import Iterator

import msgspec
import pytest

from coign.server import server
from coign.server.config import Settings
from coign.server.http import Page
from coign.server.server import Bridge
from coign.session.pairing_book import Key
from support.bridges import evaluate, hello, make_services, token_for
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
PAIR = {"type": "pair", "world": "w1", "user": "gm", "client": "c1"}
TEXT, FINAL, COMPRESSED = 0x1, 0x80, 0x40


# --- who may reach it -------------------------------------------------------------------------------------------------


async def test_it_listens_at_loopback_alone_unless_told_otherwise() -> None:
    async with Bridge(Settings(port=0), make_services()) as bridge:
        assert bridge._server is not None
        for listening in bridge._server.sockets:
            assert ipaddress.ip_address(listening.getsockname()[0]).is_loopback


async def test_beyond_loopback_a_token_is_needed_as_ever() -> None:
    async with running(host="0.0.0.0") as bridge, dial(bridge) as browser:
        assert (await say(browser, evaluate()))["code"] == "bad-message"
        assert await close_code(browser) == 4006


async def test_a_hello_without_a_token_is_no_hello() -> None:
    without = msgspec.json.decode(hello(""))
    del without["token"]
    async with running() as bridge:
        async with dial(bridge) as browser:
            assert (await say(browser, without))["code"] == "bad-message"
            assert await close_code(browser) == 4006
        async with dial(bridge) as browser:
            assert (await say(browser, hello("")))["code"] == "unauthorised"
            assert await close_code(browser) == 4001


async def test_a_used_code_pairs_no_second_browser() -> None:
    services = make_services()
    code = services.desk.issue()
    async with running(services) as bridge:
        async with dial(bridge) as browser:
            assert (await say(browser, {**PAIR, "code": code}))["type"] == "paired"
        async with dial(bridge) as thief:
            assert (await say(thief, {**PAIR, "client": "c2", "code": code}))["code"] == "unauthorised"
            assert await close_code(thief) == 4001
    assert [entry.key.client for entry in services.desk.store.book.pairings] == ["c1"]


async def test_codes_cannot_be_guessed_one_connection_after_another() -> None:
    services = make_services()
    code = services.desk.issue()
    async with running(services) as bridge:
        for _ in range(5):
            async with dial(bridge, origin=EVIL) as thief:
                assert (await say(thief, {**PAIR, "code": "AAAA-AAAA"}))["code"] == "unauthorised"
        async with dial(bridge, origin=EVIL) as thief:
            said = await say(thief, {**PAIR, "code": code})
            assert "too many wrong codes from this address" in said["message"]
        async with dial(bridge) as browser:
            assert (await say(browser, {**PAIR, "code": code}))["type"] == "paired", "the GM's tries are its own"


async def test_a_token_is_worth_nothing_on_a_page_elsewhere() -> None:
    services = make_services()
    elsewhere = "https://foundry.example"
    services.desk.grant(Key(elsewhere, "w1", "gm", "c1"), "another table")
    async with running(services) as bridge, dial(bridge, origin=elsewhere) as browser:
        assert (await say(browser, hello(token_for(services))))["code"] == "unauthorised"
        assert await close_code(browser) == 4001


# --- requests ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["GET / HTTP/1.1", HOST, "X: " + "x" * 20_000], "431"),
        (["GET / HTTP/1.1", HOST, *(f"X-{n}: x" for n in range(200))], "431"),
        (["GET /" + "x" * 20_000 + " HTTP/1.1", HOST], "414"),
        (["POST /pair HTTP/1.1", HOST], "405"),
        (["POST /press?open=yes HTTP/1.1", HOST], "403"),
        (["GET / HTTP/1.1", "Host: \xff"], "403"),
        (["GET / HTTP/1.1", HOST, "Ho st: x"], "400"),
        (["GET /ws/w1 HTTP/1.1", HOST, "Origin: http://local\0host", UPGRADE], "400"),
        (["GET /ws/w1 HTTP/1.1", HOST, PAGE, UPGRADE.replace("13", "12")], "400"),
        (["GET /ws/w1 HTTP/1.1", HOST, PAGE, UPGRADE.replace("Upgrade: websocket", "Upgrade: h2c")], "426"),
        (["GET /ws/w1 HTTP/1.1", HOST, PAGE, UPGRADE.replace("x3JJ", "")], "400"),
    ],
)
async def test_an_invalid_request_is_refused_with_a_status(
    lines: list[str], status: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as bridge:
        answer = await request(bridge, "\n".join(lines))
    assert answer.split()[1] == status
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "text",
    [
        "GET / HTTP/2\n" + HOST,
        "GET / HTTP/1.1\n" + HOST + "\nContent-Length: 5\n\nhello",  # what a form on a page elsewhere would send
        "POST / HTTP/1.1\n" + HOST + "\nTransfer-Encoding: chunked\n\n0",
        "\n\n\n",
        f"GET /healthz HTTP/1.1\n{HOST}\n\nand then no frame",
        f"GET /ws/w1 HTTP/1.1\n{HOST}\n{PAGE}\n{UPGRADE}\n\nand then no frame",
    ],
)
async def test_bytes_that_are_no_request_are_cut_off_silently(text: str, caplog: pytest.LogCaptureFixture) -> None:
    async with running() as bridge:
        assert await request(bridge, text) == ""
        await no_one_is_left(bridge)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_request_a_byte_at_a_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = server.OPEN_SECONDS
    monkeypatch.setattr(server, "OPEN_SECONDS", 0.3)
    async with running() as bridge:
        reader, writer = await asyncio.open_connection("127.0.0.1", bridge.port)
        started = time.monotonic()
        with contextlib.suppress(OSError):  # cut off while it writes
            for sign in b"GET /healthz HTTP/1.1\r\n" * 3:
                writer.write(bytes([sign]))
                await writer.drain()
                await asyncio.sleep(0.02)
        with contextlib.suppress(OSError):
            assert await asyncio.wait_for(reader.read(), longest) == b""
        assert time.monotonic() - started < longest
        writer.transport.abort()
        await no_one_is_left(bridge)


async def test_a_client_that_does_not_read_its_page_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "OPEN_SECONDS", 0.3)
    async with running() as bridge:
        bridge.site._pages["/big"] = Page("text/plain", lambda host: bytes(32 << 20))
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.connect(("127.0.0.1", bridge.port))
            lazy.sendall(f"GET /big HTTP/1.1\r\nHost: 127.0.0.1:{bridge.port}\r\n\r\n".encode())
            await no_one_is_left(bridge)


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raise the limit of open files to a thousand sockets and some more; some systems start with 256."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1500), hard))
    except ValueError:
        pytest.skip(f"no more than {hard} files may be open here")
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_files")
async def test_a_thousand_connections_leave_room_for_the_table_that_was_there() -> None:
    services = measuring_services()
    async with running(services) as bridge, other_table(bridge, services):
        crowd = [await asyncio.open_connection("127.0.0.1", bridge.port) for _ in range(1000)]
        assert len(bridge.lobby) <= bridge.settings.connections + 1
        for _, writer in crowd:
            writer.transport.abort()
        async with asyncio.timeout(PATIENCE):
            while len(bridge.lobby) > 1:  # noqa: ASYNC110  there is no event for it, and none is needed but here
                await asyncio.sleep(0.01)
        assert b'coign_refused_total{why="connections"}' in bridge.metrics.text()


@pytest.fixture
def few_files() -> Iterator[None]:
    """Lower the limit of open files to somewhat more than are open."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 400), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("few_files")
async def test_without_a_descriptor_left_strangers_are_cut_and_the_table_that_was_there_is_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    services = measuring_services()
    held: list[int] = []
    async with running(services) as bridge, other_table(bridge, services):
        strangers = [await asyncio.open_connection("127.0.0.1", bridge.port) for _ in range(3)]
        late = socket.socket()
        late.setblocking(False)
        try:
            with contextlib.suppress(OSError):
                while True:
                    held.append(os.dup(late.fileno()))
            await asyncio.get_running_loop().sock_connect(late, ("127.0.0.1", bridge.port))
            for reader, _ in strangers:
                assert await asyncio.wait_for(reader.read(), 5) == b"", "a stranger is cut"
        finally:
            for number in held:
                os.close(number)
            late.close()
            for _, writer in strangers:
                writer.transport.abort()
    said = [record for record in caplog.records if "can be accepted" in record.getMessage()]
    assert len(said) == 1
    assert "out of system resource" not in caplog.text


# --- frames -----------------------------------------------------------------------------------------------------------


def masked(payload: bytes, flags: int = FINAL | TEXT) -> bytes:
    """Return a frame as a browser sends it, with a mask of zeros."""
    size = len(payload)
    head = bytes([flags, 0x80 | size]) if size < 126 else bytes([flags, 0xFF]) + size.to_bytes(8, "big")
    return head + bytes(4) + payload


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (masked(b"x", FINAL | COMPRESSED | TEXT), 1002),  # compression was not negotiated
        (masked(b"x", FINAL | 0x3), 1002),
        (bytes([FINAL | TEXT, 1]) + b"x", 1002),  # not masked
        (masked(b"x", 0x0), 1002),  # a continuation without a beginning
        (masked(b"x" * (3 << 20), TEXT) + masked(b"x" * (3 << 20), FINAL), 1009),  # too big in two parts
        (masked(b"x" * 200, FINAL | 0x9), 1002),  # a ping that carries too much
    ],
)
async def test_an_invalid_frame_ends_the_connection_with_a_code(frames: bytes, code: int) -> None:
    services = make_services()
    async with running(services) as bridge:
        browser = await welcomed(bridge, services)
        browser.transport.write(frames)
        assert await close_code(browser) == code


async def test_nothing_is_compressed_on_this_machine() -> None:
    services = make_services()
    async with running(services) as bridge, await welcomed(bridge, services, compression="deflate") as browser:
        assert browser.response is not None
        assert "Sec-WebSocket-Extensions" not in browser.response.headers


async def test_a_small_frame_that_becomes_a_big_one_is_refused() -> None:
    services = measuring_services()
    deflate = zlib.compressobj(wbits=-15)
    bomb = (deflate.compress(b" " * (64 << 20)) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\x00\x00\xff\xff")
    assert len(bomb) < 100_000
    async with running(services, compress=True) as bridge, other_table(bridge, services):
        browser = await welcomed(bridge, services, compression="deflate")
        browser.transport.write(masked(bomb, FINAL | COMPRESSED | TEXT))
        assert await close_code(browser) == 1009
