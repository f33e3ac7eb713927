"""Shutdown and restart of the server: clients are informed, none is waited for, and their scenes come back."""

from __future__ import annotations

import asyncio
import time

import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import InvalidStatus

from coign.annotations import engine
from coign.server import server
from support.bridges import hello, make_services, pack, put, put_hash, survey, token_for
from support.servers import HOST, close_code, dial, request, running, say


async def test_a_restart_asks_clients_to_reconnect_and_restores_the_scene() -> None:
    services = make_services()
    token = token_for(services)
    async with running(services) as bridge:
        browser = await dial(bridge)
        await say(browser, hello(token), put(5))
    assert await close_code(browser) == 1012
    again = make_services(store=services.desk.store, epoch="epoch-2")
    async with running(again) as bridge, dial(bridge) as browser:
        assert (await say(browser, hello(token)))["epoch"] == "epoch-2"
        assert (await say(browser, put_hash(5, "h1")))["type"] == "resync"
        assert (await say(browser, put(5)))["revision"] == 5


async def test_a_big_scene_is_back_within_a_second_of_its_browser_on_a_bridge_that_has_started_anew() -> None:
    services = make_services(engine=engine)
    token = token_for(services)
    walls = [
        {"_id": f"w{n}", "c": [100 * (n % 50), 100 * (n // 50), 100 * (n % 50) + 70, 100 * (n // 50)]}
        for n in range(2000)
    ]
    scene = put(5, walls=walls, tokens=[{"_id": f"t{n}", "x": 50 * n, "y": 0} for n in range(100)])
    async with running(services) as bridge, dial(bridge) as browser:
        before = await say(browser, hello(token), scene)
    again = make_services(store=services.desk.store, epoch="epoch-2", engine=engine)
    async with running(again) as bridge:
        started = time.process_time()  # of bridge and browser: other work on the machine does not count
        async with dial(bridge) as browser:
            await say(browser, hello(token), put_hash(5, "h1"))
            assert await say(browser, scene) == before
        assert time.process_time() - started < 1


async def test_going_down_in_the_middle_of_a_survey_waits_for_none_of_it() -> None:
    services = make_services()
    async with running(services) as bridge:
        browser = await dial(bridge)
        await say(browser, hello(token_for(services)), put())
        await browser.send(pack(survey(squares=5000)), text=True)
        assert not msgspec.json.decode(await browser.recv())["done"]
        reading = asyncio.create_task(close_code(browser))
        started = time.monotonic()
    assert time.monotonic() - started < server.CLOSE_SECONDS
    assert await reading == 1012
    assert not services.worlds.held()


async def test_a_browser_that_does_not_answer_does_not_delay_the_shutdown(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = server.CLOSE_SECONDS
    monkeypatch.setattr(server, "CLOSE_SECONDS", 0.2)
    services = make_services()
    async with running(services) as bridge:
        browser = await dial(bridge)
        await say(browser, hello(token_for(services)), put())
        browser.transport.pause_reading()
        started = time.monotonic()
    assert time.monotonic() - started < longest
    browser.transport.abort()


async def test_health_turns_bad_while_it_drains() -> None:
    async with running() as bridge:
        assert "200 OK" in await request(bridge, f"GET /healthz HTTP/1.1\n{HOST}")
        bridge.site.draining = True
        assert "503 Service Unavailable" in await request(bridge, f"GET /healthz HTTP/1.1\n{HOST}")
        with pytest.raises(InvalidStatus, match="503"):
            await dial(bridge)


async def test_a_bridge_that_wants_the_port_is_told_that_the_other_one_is_stopping() -> None:
    async with running() as bridge:
        settings = replace(bridge.settings, port=bridge.port)
        with pytest.raises(server.RunsAlready, match="runs here already"):
            await server.Bridge(settings, make_services()).__aenter__()
        bridge.site.draining = True
        with pytest.raises(server.CannotServe, match=f"port {bridge.port} is stopping; start again when it is gone"):
            await server.Bridge(settings, make_services()).__aenter__()
