"""What the tests of the server share: a bridge on a port of its own, browsers that dial it, and raw requests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bridge_kit import ORIGIN, make_house, pack
from coign.config import Settings
from coign.house import House
from coign.server import Bridge

UPGRADE = """Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==
Sec-WebSocket-Version: 13
Sec-WebSocket-Protocol: coign.v1"""
HOST = "Host: 127.0.0.1:PORT"
PATIENCE = 20.0  # seconds for any answer; it takes a thousandth of it
PAGE = f"Origin: {ORIGIN}"


@contextlib.asynccontextmanager
async def running(house: House | None = None, **settings: Any) -> AsyncIterator[Bridge]:
    demo = settings.pop("demo", False)
    async with Bridge(Settings(port=0, **settings), house or make_house(), demo=demo) as bridge:
        yield bridge


def dial(bridge: Bridge, world: str = "w1", origin: str | None = ORIGIN, **more: Any) -> connect:
    return connect(
        f"ws://127.0.0.1:{bridge.port}/ws/{world}",
        **{"origin": origin, "subprotocols": ["coign.v1"], "compression": None, **more},
    )


async def say(browser: ClientConnection, *messages: dict[str, Any] | bytes) -> Any:
    """Say `messages`, and the answer to the last."""
    async with asyncio.timeout(PATIENCE):
        for message in messages:
            await browser.send(message if isinstance(message, bytes) else pack(message), text=True)
            answer = msgspec.json.decode(await browser.recv())
    return answer


async def request(bridge: Bridge, text: str) -> str:
    """Send an HTTP request as it is written, and the whole answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", bridge.port)
    writer.write(text.replace("PORT", str(bridge.port)).replace("\n", "\r\n").encode() + b"\r\n\r\n")
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer.decode(errors="replace")


async def close_code(browser: ClientConnection) -> int:
    """Read to the end, and how it ended."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await browser.recv()
    assert browser.close_code is not None
    return browser.close_code
