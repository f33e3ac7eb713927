"""Fuzz a server over real sockets: bytes that are not HTTP, malformed handshakes, frames with a wrong length, and
random messages. Meanwhile a well-behaved browser at another table must be answered in time.

At the end the server has released everything: no socket, session or task of the attackers is left, and the log reports
no failure.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from coign.annotations import engine
from coign.protocol import messages as wire
from coign.server.config import Settings
from coign.server.server import Bridge
from fuzz.messages import RandomClient
from support.bridges import ORIGIN, SUBPROTOCOLS, hello, make_services, pack, put, token_for

PATIENCE = 5.0  # seconds for an answer to the well-behaved browser
PATHS = ("/", "/ws/w1", "/ws/", "/healthz", "/metrics", "/press?key=x", "/module.json", "/../x", "*", "/ws/%ff", "//")
HEADERS = ("Host", "Origin", "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Content-Length",
           "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions", "Transfer-Encoding", "X", "")  # fmt: skip
TABLE: dict[str, Any] = {"tokens": [{"_id": "a", "x": 0, "y": 0}, {"_id": "b", "x": 300, "y": 0}]}
ATTACK = {"type": "evaluate", "id": "calm", "scene": "s1", "occasion": "attack", "actor": "a", "targets": ["b"]}


@dataclass
class Found:
    """The result of a run."""

    inputs: int = 0
    ways: dict[str, int] = field(default_factory=dict)
    waited: list[float] = field(default_factory=list)  # seconds until the well-behaved browser was answered


async def run(seed: int, inputs: int) -> Found:
    """Make `inputs` attempts. Raises AssertionError if a check fails."""
    found, pick, failures = Found(), Random(seed), _Failures()
    logging.getLogger().addHandler(failures)  # the libraries' reports as well
    services = make_services(asyncio.get_running_loop().time, engine=engine, limits=wire.Limits(bytes=1 << 20))
    tasks = len(asyncio.all_tasks())
    try:
        async with Bridge(Settings(port=0, connections=40), services) as bridge:
            calm = await _sit_down(bridge, token_for(services, world="calm"))
            mad = Mad(bridge, pick, token_for(services, world="w1"))
            descriptors = _descriptors()
            while found.inputs < inputs:
                ways = pick.choices(mad.ways, k=4)
                await asyncio.gather(*(way() for way in ways))
                for way in ways:
                    found.ways[way.__name__] = found.ways.get(way.__name__, 0) + 1
                found.inputs = mad.said
                found.waited.append(await _ask(calm))
            await calm.close()
            await _until_all_are_gone(bridge)
            assert abs(_descriptors() - descriptors) <= 3, "file descriptors are left open"
    finally:
        logging.getLogger().removeHandler(failures)
    await asyncio.sleep(0.05)
    assert len(asyncio.all_tasks()) <= tasks, "tasks are left running"
    assert not failures.said, failures.said
    return found


async def _sit_down(bridge: Bridge, token: str) -> ClientConnection:
    url = f"ws://127.0.0.1:{bridge.port}/ws/calm"
    calm = await connect(url, origin=ORIGIN, subprotocols=SUBPROTOCOLS, compression=None)
    configure = {"type": "configure", "rulesets": ["partial-advantage"]}
    for message in (hello(token, world="calm"), pack(configure), pack(put(**TABLE))):
        await calm.send(message, text=True)
        await calm.recv()
    return calm


async def _ask(calm: ClientConnection) -> float:
    started = time.perf_counter()
    await calm.send(pack(ATTACK), text=True)
    answer = msgspec.json.decode(await asyncio.wait_for(calm.recv(), PATIENCE))
    if answer.get("code") == "overloaded":  # it sends more requests than a table does
        await asyncio.sleep(0.1)
    else:
        assert answer["type"] == "annotation", answer
    return time.perf_counter() - started


async def _until_all_are_gone(bridge: Bridge) -> None:
    async with asyncio.timeout(20):
        while len(bridge.lobby) or bridge.sessions:  # noqa: ASYNC110  there is no event for it, and none is needed but here
            await asyncio.sleep(0.02)


def _descriptors() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


class _Failures(logging.Handler):
    """Collects logged failures, of Coign or of a library that it uses."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(f"{record.getMessage()} {record.exc_info}")


class Mad:
    """Clients that attack the server or are broken, one method for each kind."""

    def __init__(self, bridge: Bridge, pick: Random, token: str) -> None:
        self.said = 0
        self._bridge = bridge
        self._pick = pick
        self._token = token
        self.ways = [
            self.noise,
            self.half_http,
            self.half_a_handshake,
            self.frames,
            self.frames,
            self.random_messages,
            self.leave,
        ]

    async def noise(self) -> None:
        """Send random bytes."""
        await self._send_raw(self._pick.randbytes(self._pick.choice([1, 20, 300, 20_000])))

    async def half_http(self) -> None:
        """Send a request, or a malformed one."""
        lines = [f"{self._pick.choice(['GET', 'HEAD', 'POST', 'get', '', 'PRI'])} {self._pick.choice(PATHS)} HTTP/1.1"]
        lines += [f"{self._pick.choice(HEADERS)}: {self._value()}" for _ in range(self._pick.randint(0, 8))]
        text = "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")
        behind = self._pick.choice([b"", b"", self._pick.randbytes(30)])
        await self._send_raw(text[: len(text) - self._pick.choice([0, 0, 0, 1, 2, 9])] + behind)

    async def half_a_handshake(self) -> None:
        """Send a handshake with one line missing, doubled or changed."""
        lines = self._handshake()
        at = self._pick.randrange(1, len(lines))
        lines[at : at + 1] = self._pick.choice([[], [lines[at]] * 2, [f"{lines[at].split(':')[0]}: {self._value()}"]])
        await self._send_raw("\r\n".join([*lines, "", ""]).encode("latin-1", "replace"))

    async def frames(self) -> None:
        """Send a good handshake, perhaps a hello, and then malformed frames."""
        frames = [frame(hello(self._token), self._pick)] if self._pick.random() < 0.7 else []
        frames += [self._frame() for _ in range(self._pick.randint(1, 12))]
        self.said += len(frames)
        await self._send_raw("\r\n".join([*self._handshake(), "", ""]).encode() + b"".join(frames), drained=True)

    async def random_messages(self) -> None:
        """Send random messages in well-formed frames."""
        client = RandomClient(self._pick.randrange(1 << 30))
        said = [client.message() for _ in range(self._pick.randint(1, 40))]
        self.said += len(said)
        frames = b"".join(frame(data, self._pick) for data in [hello(self._token), *said])
        await self._send_raw("\r\n".join([*self._handshake(), "", ""]).encode() + frames, drained=True)

    async def leave(self) -> None:
        """Connect and reset the connection at once."""
        _, writer = await asyncio.open_connection("127.0.0.1", self._bridge.port)
        self.said += 1
        writer.transport.abort()

    # --- their parts --------------------------------------------------------------------------------------------------

    def _handshake(self) -> list[str]:
        return [
            "GET /ws/w1 HTTP/1.1",
            f"Host: 127.0.0.1:{self._bridge.port}",
            f"Origin: {ORIGIN}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: coign.v1",
        ]

    def _value(self) -> str:
        values = ["", "127.0.0.1", f"127.0.0.1:{self._bridge.port}", ORIGIN, "websocket", "13", "-1", "9" * 30, "\x00"]
        return self._pick.choice(
            [*values, "a" * 5000, "é", "null", "chunked", "coign.v1", "permessage-deflate", "[::1"]
        )

    def _frame(self) -> bytes:
        pick = self._pick
        payload = pick.choice([b"", b"{}", pick.randbytes(50), b"\xff\xfe", b"[" * 500, pack(ATTACK), b"x" * 70_000])
        return frame(
            payload,
            pick,
            opcode=pick.choice([1, 1, 1, 0, 2, 3, 7, 8, 9, 10, 15]),
            reserved=pick.choice([0, 0, 0, 4, 2, 1]),
            final=pick.random() < 0.8,
            masked=pick.random() < 0.9,
            length=pick.choice([None, None, None, 0, len(payload) + 5, 2 << 20, 1 << 62]),
        )

    async def _send_raw(self, data: bytes, drained: bool = False) -> None:
        """Send data, read for a moment, and disconnect."""
        self.said += 1
        with contextlib.suppress(OSError):  # the server may cut it off at any time
            reader, writer = await asyncio.open_connection("127.0.0.1", self._bridge.port)
            try:
                writer.write(data)
                if drained:
                    await writer.drain()
                with contextlib.suppress(TimeoutError):
                    answer = await asyncio.wait_for(reader.read(1 << 16), self._pick.choice([0.0, 0.01, 0.05]))
                    assert not answer.startswith(b"HTTP/1.1 500"), data
            finally:
                writer.transport.abort()


def frame(
    payload: bytes,
    pick: Random,
    opcode: int = 1,
    reserved: int = 0,
    final: bool = True,
    masked: bool = True,
    length: int | None = None,
) -> bytes:
    """Return a WebSocket frame as a client sends it; `length` replaces its true length."""
    size = len(payload) if length is None else length
    first, bit = (final << 7) | (reserved << 4) | opcode, 0x80 if masked else 0
    if size < 126:
        head = bytes([first, bit | size])
    elif size < 1 << 16:
        head = bytes([first, bit | 126]) + struct.pack("!H", size)
    else:
        head = bytes([first, bit | 127]) + struct.pack("!Q", size)
    if not masked:
        return head + payload
    mask = pick.randbytes(4)
    stream = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return head + mask + (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(payload), "big")


def summary(found: Found) -> dict[str, Any]:
    """Return the counts of attempts, and the waiting times of the well-behaved browser, for people to read."""
    waited = sorted(found.waited)
    return {
        "ways": found.ways,
        "waited, median and longest, ms": [round(1000 * waited[n]) for n in (len(waited) // 2, -1)],
    }
