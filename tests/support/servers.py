"""Helpers for tests of the server: a bridge on a free port, browsers that connect to it, raw requests, and another
table that plays meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from coign.annotations import engine
from coign.server.config import Settings
from coign.server.server import Bridge
from coign.session.services import Services
from support.bridges import ORIGIN, SUBPROTOCOLS, evaluate, hello, make_services, pack, put, token_for

UPGRADE = """Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==
Sec-WebSocket-Version: 13
Sec-WebSocket-Protocol: coign.v1"""
HOST = "Host: 127.0.0.1:PORT"
PATIENCE = 20.0  # seconds for any answer; it takes a thousandth of it
PAGE = f"Origin: {ORIGIN}"
RULES = {"type": "configure", "rulesets": ["partial-advantage"]}
FIGHT: dict[str, Any] = {"tokens": [{"_id": "a", "x": 0, "y": 0}, {"_id": "b", "x": 300, "y": 0}]}
SOON = 5.0  # seconds within which another table is answered; it takes a hundredth of one, and more on a busy machine


@contextlib.asynccontextmanager
async def running(services: Services | None = None, **settings: Any) -> AsyncIterator[Bridge]:
    demo = settings.pop("demo", False)
    async with Bridge(Settings(port=0, **settings), services or make_services(), demo=demo) as bridge:
        yield bridge


def dial(bridge: Bridge, world: str = "w1", origin: str | None = ORIGIN, **more: Any) -> connect:
    return connect(
        f"ws://127.0.0.1:{bridge.port}/ws/{world}",
        **{"origin": origin, "subprotocols": SUBPROTOCOLS, "compression": None, **more},
    )


async def say(browser: ClientConnection, *messages: dict[str, Any] | bytes) -> Any:
    """Send `messages`; return the answer to the last."""
    async with asyncio.timeout(PATIENCE):
        for message in messages:
            await browser.send(message if isinstance(message, bytes) else pack(message), text=True)
            answer = msgspec.json.decode(await browser.recv())
    return answer


async def request(bridge: Bridge, text: str) -> str:
    """Send an HTTP request as it is written; return the whole answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", bridge.port)
    writer.write(text.replace("PORT", str(bridge.port)).replace("\n", "\r\n").encode() + b"\r\n\r\n")
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer.decode(errors="replace")


async def close_code(browser: ClientConnection) -> int:
    """Read to the end of the connection; return its close code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await browser.recv()
    assert browser.close_code is not None
    return browser.close_code


async def welcomed(bridge: Bridge, services: Services, **more: Any) -> ClientConnection:
    browser = await dial(bridge, **more)
    assert (await say(browser, hello(token_for(services))))["type"] == "welcome"
    return browser


@contextlib.asynccontextmanager
async def other_table(bridge: Bridge, services: Services) -> Any:
    """Run an independent table that attacks until the block ends, and assert that each attack is answered in time."""
    async with dial(bridge, "calm") as calm:
        await say(calm, hello(token_for(services, world="calm"), world="calm"), RULES, put(**FIGHT))
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


def measuring_services() -> Services:
    """Return services with the loop's clock, so that the other table does not exceed its rate limit."""
    return make_services(asyncio.get_running_loop().time, engine=engine)


async def no_one_is_left(bridge: Bridge) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(bridge.lobby) or bridge.sessions:  # noqa: ASYNC110  there is no event for it, and none is needed but here
            await asyncio.sleep(0.01)
