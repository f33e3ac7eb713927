"""The server on real sockets, and those who come to do harm: each is turned away or cut, by a known code, and meanwhile
another table is answered. What a fuzzer says at random is in `fuzz/outside.py`; here each fault is tried by name.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import time
import zlib
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from bridge_kit import evaluate, hello, make_house, pack, put, survey, token_for
from coign import server
from coign.config import Settings
from coign.engine import MeasuringEngine
from coign.house import House
from coign.pairing_store import Key
from coign.server import Bridge
from coign.web import Page
from server_kit import HOST, PAGE, UPGRADE, close_code, dial, request, running, say

PAIR = {"type": "pair", "world": "w1", "user": "gm", "client": "c1"}
RULES = {"type": "configure", "rulesets": ["partial-advantage"]}
FIGHT = {"tokens": [{"_id": "a", "x": 0, "y": 0}, {"_id": "b", "x": 300, "y": 0}]}
SOON = 1.0  # seconds within which another table is answered; it takes a hundredth of it
TEXT, FINAL, COMPRESSED = 0x1, 0x80, 0x40


@contextlib.asynccontextmanager
async def other_table(bridge: Bridge, house: House) -> Any:
    """A table that has nothing to do with it, and attacks until the block ends: it must be answered all the while."""
    async with dial(bridge, "calm") as calm:
        await say(calm, hello(token_for(house, world="calm"), world="calm"), RULES, put(**FIGHT))
        over = asyncio.Event()

        async def play() -> None:
            while not over.is_set():
                async with asyncio.timeout(SOON):
                    answer = await say(calm, evaluate())
                assert answer["type"] == "annotation", answer
                await asyncio.sleep(0.05)

        playing = asyncio.create_task(play())
        try:
            yield
        finally:
            over.set()
            await playing


def measuring_house() -> House:
    """On the loop's own clock: whoever plays meanwhile must not run out of requests."""
    return make_house(asyncio.get_running_loop().time, engine=MeasuringEngine())


async def no_one_is_left(bridge: Bridge) -> None:
    async with asyncio.timeout(10):
        while bridge.sockets or bridge.sessions:  # noqa: ASYNC110  there is no event for it, and none is needed but here
            await asyncio.sleep(0.01)


# --- who may reach it -------------------------------------------------------------------------------------------------


async def test_it_listens_at_loopback_alone_unless_told_otherwise() -> None:
    async with Bridge(Settings(port=0), make_house()) as bridge:
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


async def test_a_code_that_was_used_is_good_for_nobody_else() -> None:
    house = make_house()
    code = house.desk.issue()
    async with running(house) as bridge:
        async with dial(bridge) as browser:
            assert (await say(browser, {**PAIR, "code": code}))["type"] == "paired"
        async with dial(bridge) as thief:
            assert (await say(thief, {**PAIR, "client": "c2", "code": code}))["code"] == "unauthorised"
            assert await close_code(thief) == 4001
    assert [entry.key.client for entry in house.desk.store.book.pairings] == ["c1"]


async def test_codes_cannot_be_guessed_one_connection_after_another() -> None:
    house = make_house()
    code = house.desk.issue()
    async with running(house) as bridge:
        for _ in range(5):
            async with dial(bridge) as thief:
                assert (await say(thief, {**PAIR, "code": "AAAA-AAAA"}))["code"] == "unauthorised"
        async with dial(bridge) as browser:
            said = await say(browser, {**PAIR, "code": code})
    assert "no one-time code is in force" in said["message"]


async def test_a_token_is_worth_nothing_on_a_page_elsewhere() -> None:
    house = make_house()
    elsewhere = "https://foundry.example"
    house.desk.grant(Key(elsewhere, "w1", "gm", "c1"), "another table")
    async with running(house) as bridge, dial(bridge, origin=elsewhere) as browser:
        assert (await say(browser, hello(token_for(house))))["code"] == "unauthorised"
        assert await close_code(browser) == 4001


# --- requests ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["GET / HTTP/1.1", HOST, "X: " + "x" * 20_000], "431"),
        (["GET / HTTP/1.1", HOST, *(f"X-{n}: x" for n in range(200))], "431"),
        (["GET /" + "x" * 20_000 + " HTTP/1.1", HOST], "414"),
        (["POST /pair HTTP/1.1", HOST], "405"),
        (["GET /pair?open=yes HTTP/1.1", HOST], "403"),
        (["GET / HTTP/1.1", "Host: \xff"], "403"),
        (["GET /ws/w1 HTTP/1.1", HOST, PAGE, UPGRADE.replace("13", "12")], "400"),
        (["GET /ws/w1 HTTP/1.1", HOST, PAGE, UPGRADE.replace("Upgrade: websocket", "Upgrade: h2c")], "426"),
        (["GET /ws/w1 HTTP/1.1", HOST, PAGE, UPGRADE.replace("x3JJ", "")], "400"),
    ],
)
async def test_a_request_that_is_none_is_refused_by_its_status(
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
        "GET / HTTP/1.1\n" + HOST + "\nHo st: x",
        "\n\n\n",
        f"GET /healthz HTTP/1.1\n{HOST}\n\nand then no frame",
        f"GET /ws/w1 HTTP/1.1\n{HOST}\n{PAGE}\n{UPGRADE}\n\nand then no frame",
    ],
)
async def test_what_is_no_request_is_cut_without_a_word_and_without_a_trace_in_the_log(
    text: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as bridge:
        assert await request(bridge, text) == ""
        await no_one_is_left(bridge)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_request_a_byte_at_a_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
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
            assert await asyncio.wait_for(reader.read(), 2) == b""
        assert time.monotonic() - started < 2
        writer.transport.abort()
        await no_one_is_left(bridge)


async def test_who_asks_for_a_page_and_does_not_take_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "OPEN_SECONDS", 0.3)
    async with running() as bridge:
        bridge.site._pages["/big"] = Page("text/plain", lambda host: bytes(32 << 20))
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.connect(("127.0.0.1", bridge.port))
            lazy.sendall(f"GET /big HTTP/1.1\r\nHost: 127.0.0.1:{bridge.port}\r\n\r\n".encode())
            await no_one_is_left(bridge)


async def test_a_thousand_connections_leave_room_for_the_table_that_was_there() -> None:
    house = measuring_house()
    async with running(house) as bridge, other_table(bridge, house):
        crowd = [await asyncio.open_connection("127.0.0.1", bridge.port) for _ in range(1000)]
        assert bridge.sockets <= bridge.settings.connections + 1
        for _, writer in crowd:
            writer.transport.abort()
        async with asyncio.timeout(10):
            while bridge.sockets > 1:  # noqa: ASYNC110  there is no event for it, and none is needed but here
                await asyncio.sleep(0.01)
        assert b'coign_refused_total{why="connections"}' in bridge.metrics.text()


# --- frames -----------------------------------------------------------------------------------------------------------


def masked(payload: bytes, flags: int = FINAL | TEXT) -> bytes:
    """A frame as a browser sends it, with a mask of zeros."""
    size = len(payload)
    head = bytes([flags, 0x80 | size]) if size < 126 else bytes([flags, 0xFF]) + size.to_bytes(8, "big")
    return head + bytes(4) + payload


async def welcomed(bridge: Bridge, house: House, **more: Any) -> ClientConnection:
    browser = await dial(bridge, **more)
    assert (await say(browser, hello(token_for(house))))["type"] == "welcome"
    return browser


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (masked(b"x", FINAL | COMPRESSED | TEXT), 1002),  # nothing was agreed on
        (masked(b"x", FINAL | 0x3), 1002),
        (bytes([FINAL | TEXT, 1]) + b"x", 1002),  # not masked
        (masked(b"x", 0x0), 1002),  # the rest of nothing
        (masked(b"x" * (3 << 20), TEXT) + masked(b"x" * (3 << 20), FINAL), 1009),  # too big in two parts
        (masked(b"x" * 200, FINAL | 0x9), 1002),  # a ping that carries too much
    ],
)
async def test_a_frame_that_is_none_ends_the_connection_by_its_code(frames: bytes, code: int) -> None:
    house = make_house()
    async with running(house) as bridge:
        browser = await welcomed(bridge, house)
        browser.transport.write(frames)
        assert await close_code(browser) == code


async def test_nothing_is_compressed_on_this_machine() -> None:
    house = make_house()
    async with running(house) as bridge, await welcomed(bridge, house, compression="deflate") as browser:
        assert browser.response is not None
        assert "Sec-WebSocket-Extensions" not in browser.response.headers


async def test_a_small_frame_that_becomes_a_big_one_is_refused() -> None:
    house = measuring_house()
    deflate = zlib.compressobj(wbits=-15)
    bomb = (deflate.compress(b" " * (64 << 20)) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\x00\x00\xff\xff")
    assert len(bomb) < 100_000
    async with running(house, compress=True) as bridge, other_table(bridge, house):
        browser = await welcomed(bridge, house, compression="deflate")
        browser.transport.write(masked(bomb, FINAL | COMPRESSED | TEXT))
        assert await close_code(browser) == 1009


# --- messages ---------------------------------------------------------------------------------------------------------

HALF = 2 << 20  # bytes; two of it are what a frame may have


@pytest.mark.parametrize(
    "bomb",
    [
        b"[" * (2 * HALF - 100),
        b'{"a":' * (HALF // 4),
        b'{"type":"scene.put","scene":"s1","revision":9,"data":' + b"[" * HALF + b"]" * (HALF - 100) + b"}",
        b'{"type":"scene.put","scene":"s1","revision":9,"data":{"walls":[' + b"{}," * (HALF // 2) + b"{}]}}",
        b'{"type":"configure","rulesets":[' + b'"x",' * (HALF // 4) + b'"x"]}',
        b'{"type":"' + b"x" * (2 * HALF - 100) + b'"}',
        b'{"type":"cancel","id":' + b"9" * HALF + b"}",
        b'{"type":"cancel",' + b'"id":7,' * (HALF // 4) + b'"id":7}',
        b" " * (2 * HALF - 100),
    ],
    ids=["arrays", "objects", "deep scene", "empty walls", "rulesets", "type", "number", "one field", "blanks"],
)
async def test_json_that_is_a_bomb_is_the_peers_mistake_and_others_do_not_wait_for_it(bomb: bytes) -> None:
    house = measuring_house()
    async with running(house) as bridge, other_table(bridge, house):
        browser = await welcomed(bridge, house)
        answer = await say(browser, bomb)
        assert answer["type"] == "error"
        assert answer["code"] in ("bad-json", "bad-message", "too-large")
        assert len(answer["message"]) < 2000
        answer = await say(browser, RULES, put(**FIGHT), evaluate())
        assert answer["type"] == "annotation", answer
        await browser.close()


CROWD = [{"_id": f"t{n}", "x": 10 * n, "y": 0, "width": 50, "height": 50} for n in range(100)]
STAR = [coordinate for n in range(2000) for coordinate in (5000 * (n % 2), 7 * (n * 7919 % 2000))]
PLACES = [[100 * n, 100 * (7 * n % 40)] for n in range(40)]
BOMBS: dict[str, dict[str, Any]] = {
    "walls that all cross": {"walls": [{"c": [0, n, 4000, 4000 - n]} for n in range(0, 4000, 2)]},
    "creatures all over each other": {"tokens": [*FIGHT["tokens"], *CROWD]},
    "a polygon that crosses itself": {
        "regions": [{"polygons": [STAR], "behaviors": [{"type": "coign.obscuring", "system": {"degree": "heavy"}}]}]
    },
    "lamps everywhere": {
        "walls": [{"c": [10 * n, 0, 10 * n, 3000]} for n in range(300)],
        "lights": [{"x": 9 * n, "y": 50, "config": {"dim": 300, "bright": 200}} for n in range(300)],
        "environment": {"darknessLevel": 1},
    },
    "a creature as big as the map": {
        "tokens": [{"_id": "a", "x": 0, "y": 0, "width": 900, "height": 900}, {"_id": "b", "x": 95_000, "y": 95_000}],
        "walls": [{"c": [91_000, n, 94_000, 97_000 - n]} for n in range(90_000, 97_000, 50)],
    },
}


@pytest.mark.parametrize("name", BOMBS)
async def test_a_scene_that_is_a_bomb_is_answered_and_others_do_not_wait_for_it(name: str) -> None:
    house = measuring_house()
    async with running(house) as bridge, other_table(bridge, house):
        browser = await welcomed(bridge, house)
        assert (await say(browser, RULES, put(**{**FIGHT, **BOMBS[name]})))["type"] == "synced"
        assert (await say(browser, evaluate()))["type"] == "annotation"
        await browser.send(pack({**survey(), "squares": PLACES}), text=True)
        while not msgspec.json.decode(await browser.recv())["done"]:
            pass
        await browser.close()


@pytest.mark.parametrize(
    ("scene", "says"),
    [
        ({"walls": [{"c": [0, 0, 1, 1]}] * 20_001}, "20001 walls in one scene; the bridge takes 20000"),
        ({"tokens": [{"x": 0, "y": 0}] * 2_001}, "2001 tokens in one scene; the bridge takes 2000"),
    ],
)
async def test_more_than_any_map_has_is_refused_before_it_is_measured(scene: dict[str, Any], says: str) -> None:
    house = measuring_house()
    async with running(house) as bridge, await welcomed(bridge, house) as browser:
        answer = await say(browser, put(**scene))
    assert (answer["code"], answer["message"]) == ("too-large", says)


async def test_what_nobody_waits_for_is_not_worked_out() -> None:
    house = measuring_house()
    async with running(house) as bridge, other_table(bridge, house):
        browser = await welcomed(bridge, house)
        await say(browser, RULES, put(**FIGHT))
        await browser.send(pack(survey(squares=20_000)), text=True)
        browser.transport.abort()
        with contextlib.suppress(ConnectionClosed):
            await browser.recv()
        async with asyncio.timeout(2):
            while len(bridge.sessions) > 1:  # noqa: ASYNC110  there is no event for it, and none is needed but here
                await asyncio.sleep(0.01)
