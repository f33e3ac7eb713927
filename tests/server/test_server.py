"""The server on real sockets: accepted and refused clients, cut connections, limits and metrics."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import time
import weakref
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from coign.protocol import messages as wire
from coign.server import connection, server
from coign.server.config import Settings
from coign.server.server import Bridge, CannotServe, RunsAlready, world_of
from coign.util import garbage_collection
from support.bridges import SUBPROTOCOLS, FakeEngine, evaluate, hello, make_services, pack, put, survey, token_for
from support.servers import HOST, PAGE, PATIENCE, UPGRADE, close_code, dial, request, running, say


async def test_a_browser_is_answered_from_hello_to_annotation() -> None:
    services = make_services()
    async with running(services) as bridge, dial(bridge) as browser:
        assert browser.subprotocol == "coign.v1"
        assert (await say(browser, hello(token_for(services))))["type"] == "welcome"
        annotation = await say(browser, put(4), evaluate())
        assert (annotation["type"], annotation["revision"]) == ("annotation", 4)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([HOST, PAGE], 101),
        (["Host: localhost:PORT", PAGE], 101),
        ([HOST], 403),  # no Origin: no browser
        ([HOST, "Origin: https://evil.example"], 403),
        ([HOST, "Origin: null"], 403),
        ([HOST, "Origin: http://localhost.evil.example"], 403),
        ([HOST, "Origin: http://localhost:30000 http://evil.example"], 403),
        ([HOST, "Origin: http://localhost:30000.evil.example"], 403),
        ([HOST, "Origin: http://localhost:99999"], 403),
        ([HOST, "Origin: http://localhost:"], 403),
        ([HOST, "Origin: http://[::1]:30000"], 101),
        ([HOST, PAGE, PAGE], 403),
        ([HOST, PAGE, "Origin: https://evil.example"], 403),
        (["Host: rebound.example:PORT", PAGE], 403),
        (["Host: 127.0.0.1:1", PAGE], 403),
        (["Host: 192.168.1.5:PORT", PAGE], 403),
        (["Host: [::1", PAGE], 403),
        ([HOST, HOST, PAGE], 403),
        ([HOST, "Host: evil.example", PAGE], 403),
        ([PAGE], 403),
    ],
)
async def test_host_and_origin_decide_who_gets_in(
    headers: list[str], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with running() as bridge:
        reader, writer = await asyncio.open_connection("127.0.0.1", bridge.port)
        text = "\n".join(["GET /ws/w1 HTTP/1.1", *headers, UPGRADE]).replace("PORT", str(bridge.port))
        writer.write(text.replace("\n", "\r\n").encode() + b"\r\n\r\n")
        answer = await reader.readline()
        assert answer.decode().split()[1] == str(status)
        writer.close()
        await writer.wait_closed()
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("path", ["/ws/", "/ws", "/ws/a/b", "/ws/" + "x" * 300, "/ws/..%2f..%2fetc"])
def test_the_path_names_a_world_or_none(path: str) -> None:
    named = world_of(path)
    assert named is None or named == "../../etc"  # a name like any other: it is looked up in a dict and nowhere else


async def test_a_client_that_speaks_another_protocol_is_turned_away_at_the_handshake() -> None:
    async with running() as bridge:
        with pytest.raises(InvalidStatus, match="400"):
            await dial(bridge, subprotocols=None)


async def test_no_hello_in_time_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coign.session.session.HELLO_SECONDS", 0.05)
    async with running(make_services(asyncio.get_running_loop().time)) as bridge, dial(bridge) as browser:
        assert await close_code(browser) == 4005


async def test_a_bad_token_is_refused_and_the_connection_closed() -> None:
    async with running() as bridge, dial(bridge) as browser:
        assert (await say(browser, hello("wrong")))["code"] == "unauthorised"
        assert await close_code(browser) == 4001


async def test_pairing_is_approved_while_the_browser_waits() -> None:
    services = make_services()
    async with running(services) as bridge, dial(bridge) as browser:
        pairing = await say(browser, {"type": "pair", "world": "w1", "user": "gm", "client": "c1"})
        services.desk.approve(pairing["code"])
        paired = msgspec.json.decode(await browser.recv())
        assert (await say(browser, hello(paired["token"])))["type"] == "welcome"


async def test_the_demo_pairs_its_own_page_and_no_other() -> None:
    services = make_services()
    pair = {"type": "pair", "world": "w1", "user": "gm", "client": "c1"}
    async with running(services, demo=True) as bridge:
        async with dial(bridge, origin=bridge.address) as tabletop:
            paired = await say(tabletop, pair)
            assert (await say(tabletop, hello(paired["token"])))["type"] == "welcome"
        async with dial(bridge) as elsewhere:
            assert (await say(elsewhere, pair))["type"] == "pairing"
    assert services.desk.store.book.pairings == ()


async def test_a_frame_that_is_too_big_is_refused_by_its_header() -> None:
    services = make_services()
    async with running(services) as bridge, dial(bridge) as browser:
        await say(browser, hello(token_for(services)))
        text, masked_and_long = 0x81, 0xFF
        browser.transport.write(bytes([text, masked_and_long]) + (5 << 20).to_bytes(8, "big") + b"mask")
        assert await close_code(browser) == 1009


async def test_a_flood_ends_the_flooder_and_nobody_else() -> None:
    services = make_services()
    async with running(services) as bridge, dial(bridge) as flooder, dial(bridge, "w2") as other:
        await say(flooder, hello(token_for(services)))
        await say(other, hello(token_for(services, world="w2"), world="w2"), put())
        with contextlib.suppress(ConnectionClosed):
            for n in range(1000):
                await flooder.send(pack(evaluate(f"r{n}")), text=True)
        assert await close_code(flooder) == 4008
        assert (await say(other, evaluate()))["type"] == "annotation"


async def test_a_reader_that_has_stalled_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SEND_SECONDS", 0.2)
    services = make_services(limits=wire.Limits(requests_per_second=1e6))
    async with running(services) as bridge:
        browser = await dial(bridge)
        await say(browser, hello(token_for(services)))
        browser.transport.pause_reading()
        echoed = pack({"type": "configure", "rulesets": [], "options": {"known": "x" * 100_000}})
        (session,) = bridge.sessions
        with contextlib.suppress(ConnectionClosed):
            for _ in range(300):
                await browser.send(echoed, text=True)
                assert session.backlog <= connection.BACKLOG + 2  # `configure` is answered, and the scene is sent again
        async with asyncio.timeout(PATIENCE):
            while bridge.sessions:  # noqa: ASYNC110  there is no event for it, and none is needed but here
                await asyncio.sleep(0.01)
        assert b"coign_stalled_total 1.0" in bridge.metrics.text()
        browser.transport.abort()
        await browser.wait_closed()


async def test_nothing_is_worked_on_while_what_there_is_cannot_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser requests a survey, then more answers than the buffers hold, and reads none of them."""
    parts: list[wire.Surveyed] = []

    def slowly(self: Any, scene: Any, message: wire.Survey, setup: Any) -> Iterator[wire.Surveyed]:
        while True:
            time.sleep(0.002)
            parts.append(wire.Surveyed(message.id, len(parts), 10_000, False))
            yield parts[-1]

    monkeypatch.setattr(FakeEngine, "survey", slowly)
    services = make_services(limits=wire.Limits(requests_per_second=1e6))
    async with running(services) as bridge:
        browser = await dial(bridge)
        await say(browser, hello(token_for(services)), put())
        browser.transport.pause_reading()
        (session,) = bridge.sessions
        echoed = pack({"type": "configure", "rulesets": [], "options": {"known": "x" * 150_000}})
        flood = asyncio.create_task(_send_again_and_again(browser, pack(survey()), echoed))
        async with asyncio.timeout(PATIENCE):
            before, still = -1, 0
            while still < 3:  # a busy machine may give us no turn for a while
                still = still + 1 if len(parts) == before else 0
                before = len(parts)
                await asyncio.sleep(0.2)
        started = time.process_time()
        await asyncio.sleep(0.4)
        assert time.process_time() - started < 0.2, "somebody spins"
        assert len(parts) == before > 0
        assert session.busy
        assert session.backlog <= connection.BACKLOG + 2  # `configure` is answered, and the scene is sent again
        flood.cancel()
        browser.transport.abort()
        await browser.wait_closed()


async def _send_again_and_again(browser: ClientConnection, first: bytes, then: bytes) -> None:
    with contextlib.suppress(ConnectionClosed):
        await browser.send(first, text=True)
        while True:
            await browser.send(then, text=True)


async def test_a_survey_in_progress_does_not_delay_another_table() -> None:
    services = make_services()
    async with running(services) as bridge, dial(bridge) as busy, dial(bridge, "w2") as other:
        await say(busy, hello(token_for(services)), put())
        await say(other, hello(token_for(services, world="w2"), world="w2"), put())
        await busy.send(pack(survey(squares=5000)), text=True)
        first = msgspec.json.decode(await busy.recv())
        annotation = await say(other, evaluate())
        assert (first["done"], annotation["type"]) == (False, "annotation")
        parts = 1
        while not msgspec.json.decode(await busy.recv())["done"]:
            parts += 1
        assert parts == 4999


async def test_connections_beyond_the_cap_are_cut_and_there_is_room_again_later() -> None:
    async with running(connections=3) as bridge:
        opened = [await dial(bridge, f"w{n}") for n in range(3)]
        for n, browser in enumerate(opened):
            await say(browser, hello(token_for(bridge.services, world=f"w{n}"), world=f"w{n}"))
        with pytest.raises((OSError, EOFError, InvalidHandshake)):
            await dial(bridge)
        for browser in opened:
            await browser.close()
        async with dial(bridge) as browser:
            assert browser.protocol.state.name == "OPEN"


async def test_half_a_request_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = server.OPEN_SECONDS
    monkeypatch.setattr(server, "OPEN_SECONDS", 0.1)
    async with running() as bridge:
        reader, writer = await asyncio.open_connection("127.0.0.1", bridge.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127")
        assert await asyncio.wait_for(reader.read(), longest) == b""
        writer.close()
        await writer.wait_closed()


async def test_behind_a_web_server_it_goes_by_that_ones_name_and_under_a_path() -> None:
    services, foundry = make_services(), Origin("https://foundry.example")
    token = token_for(services, origin=foundry)
    async with running(services, hosts=("foundry.example",)) as bridge:
        address = "ws://foundry.example/coign/ws/w1"
        more: dict[str, Any] = {"host": "127.0.0.1", "port": bridge.port, "compression": None}
        async with connect(address, origin=foundry, subprotocols=SUBPROTOCOLS, **more) as browser:
            assert (await say(browser, hello(token)))["type"] == "welcome"
        assert "403" in await request(bridge, "GET /coign/ws/w1 HTTP/1.1\nHost: other.example")


@pytest.mark.parametrize(
    ("number", "health", "kind", "says"),
    [
        (errno.EADDRINUSE, "", CannotServe, "port 80 is taken by another program; try --port 81"),
        (10048, "", CannotServe, "port 80 is taken by another program; try --port 81"),  # Windows' number
        (errno.EADDRINUSE, "nginx", CannotServe, "port 80 is taken by another program; try --port 81"),
        (errno.EADDRINUSE, "coign 1.0 ok", RunsAlready, "Coign runs here already: http://127.0.0.1:80/"),
        (
            errno.EADDRINUSE,
            "coign 1.0 is going down",
            CannotServe,
            "the bridge that has port 80 is stopping; start again when it is gone",
        ),
        (errno.EACCES, "coign 1.0 ok", CannotServe, "port 80 is not for ordinary users; try --port 8765"),
        (10013, "", CannotServe, "port 80 is not for ordinary users; try --port 8765"),
        (errno.EINVAL, "", CannotServe, "cannot listen at 127.0.0.1, port 80: no such address"),
    ],
)
async def test_an_address_that_cannot_be_used_is_named_with_a_cure(
    number: int, health: str, kind: type[CannotServe], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise OSError(number, "no such address")

    monkeypatch.setattr(server, "_health", lambda address: health if address == "http://127.0.0.1:80" else "")
    monkeypatch.setattr(server, "serve", refuse)
    with pytest.raises(CannotServe) as problem:
        async with Bridge(Settings(port=80), make_services()):
            pass
    assert (type(problem.value), str(problem.value)) == (kind, says)


async def test_a_port_that_is_taken_is_named_with_a_cure() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=rf"port {port} is taken by another program; try --port {port + 1}"):
            async with Bridge(Settings(port=port), make_services()):
                pass


async def test_events_are_counted_in_the_metrics() -> None:
    services = make_services()
    async with running(services) as bridge:
        async with dial(bridge) as browser:
            await say(browser, hello(token_for(services)), put(), evaluate(actor="nobody"), evaluate())
        text = await request(bridge, f"GET /metrics HTTP/1.1\n{HOST}")
        assert 'coign_errors_total{code="unknown-token"} 1.0' in text
        assert 'coign_sent_total{type="annotation"} 1.0' in text
        assert "coign_annotate_seconds_count 1.0" in text


async def test_cyclic_garbage_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`coign serve` leaves full collections to the bridge, so that none happens during an attack."""
    monkeypatch.setattr(garbage_collection, "SECONDS", 0.01)

    class Knot:
        itself: object

    knot = Knot()
    knot.itself = knot
    left = weakref.ref(knot)
    gc.disable()
    try:
        del knot
        async with running():
            for _ in range(200):
                if left() is None:
                    break
                await asyncio.sleep(0.01)
        assert left() is None
    finally:
        gc.enable()
