"""Many bridges behind a real HAProxy, with the configuration in `deploy/`: worlds stay at their bridge, a bridge that
drains or dies moves only its own worlds, and these lose nothing.

`Gm` plays a world's browser: it keeps its scene, as Foundry does, and reconnects when its connection ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from coign.server.pairing_file import FileStore
from coign.session.pairing import Desk
from coign.session.pairing_book import Key
from support.bridges import ORIGIN, SUBPROTOCOLS, hello, pack
from support.maps import draw
from support.paths import ROOT

BRIDGES = 3
WORLDS = [f"world-{n}" for n in range(24)]
PROBE = "probe"  # the world by which each bridge's epoch is read
PATIENCE = 20.0  # seconds to wait for anything


@pytest.fixture(scope="module")
def haproxy() -> str:
    """Return the path of HAProxy; install it if that is allowed."""
    found = shutil.which("haproxy")
    if not found and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", "haproxy"]):
            subprocess.run(["apt-get", *command], env=quietly, check=False, capture_output=True)
        found = shutil.which("haproxy")
    if not found:
        pytest.skip("HAProxy is not installed, and only root on Debian can be helped: apt install haproxy")
    return found


class Fleet:
    """Bridges, each a process of its own, behind HAProxy."""

    def __init__(self, haproxy: str, folder: Path) -> None:
        self.port, *self.ports = free_ports(1 + BRIDGES)
        desk = Desk(FileStore(folder / "pairings.json"), time.monotonic)
        self.tokens = {world: desk.grant(Key(ORIGIN, world, "gm", "c1"), "test") for world in [*WORLDS, PROBE]}
        env = {**os.environ, "COIGN_STATE": str(folder), "PYTHONPATH": str(ROOT / "bridge"), "COIGN_DRAIN": "4"}
        self.bridges = [
            subprocess.Popen(
                [sys.executable, "-m", "coign", "serve", "--port", str(port), "--hosts", "coign.test", "--log", "-"],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            for port in self.ports
        ]
        self._haproxy_program = haproxy
        self._haproxy: subprocess.Popen[bytes] | None = None
        self.places: dict[str, int] = {}  # epoch of a bridge -> its place in the list

    async def up(self) -> None:
        """Start the bridges first: HAProxy considers them healthy until a check fails."""
        for port in self.ports:
            await eventually(lambda port=port: health(port), 200)
        self.places = {await self._epoch(port): n for n, port in enumerate(self.ports)}
        self._start_haproxy()
        await eventually(lambda: health(self.port), 200)

    async def _epoch(self, port: int) -> str:
        """Return the epoch by which a bridge identifies itself in `welcome`."""
        address = f"ws://127.0.0.1:{port}/ws/{PROBE}"
        async with connect(address, origin=ORIGIN, subprotocols=SUBPROTOCOLS, compression=None) as straight:
            await straight.send(hello(self.tokens[PROBE], world=PROBE), text=True)
            return str(msgspec.json.decode(await straight.recv())["epoch"])

    def bridge_of(self, browser: Gm) -> subprocess.Popen[bytes]:
        return self.bridges[self.places[browser.node]]

    def _start_haproxy(self) -> None:
        names = {f"BRIDGE_{n}": f"127.0.0.1:{port}" for n, port in enumerate(self.ports, 1)}
        self._haproxy = subprocess.Popen(
            [self._haproxy_program, "-db", "-f", str(ROOT / "deploy" / "haproxy.cfg")],
            env={**os.environ, **names, "BIND": f"127.0.0.1:{self.port}", "PUBLIC_NAME": "coign.test"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        for process in (self._haproxy, *self.bridges):
            if process is not None:
                process.kill()
                process.wait(timeout=10)


@pytest.fixture
def fleet(haproxy: str, tmp_path: Path) -> Iterator[Fleet]:
    fleet = Fleet(haproxy, tmp_path)
    try:
        yield fleet
    finally:
        fleet.stop()


class Gm:
    """One world's browser. `node` is the epoch of the bridge that welcomed it last."""

    def __init__(self, fleet: Fleet, world: str) -> None:
        self._fleet, self.world = fleet, world
        self.scene = draw("+ + + +", " A  |B ", "+ +-+ +")
        self.scene["name"] = world
        self.socket: ClientConnection | None = None
        self.node = ""
        self.closed_with: int | None = None

    async def come(self) -> None:
        """Connect, with as many attempts as needed, and send the scene: by its hash, or whole if the bridge asks for
        it.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(OSError, EOFError, InvalidHandshake, ConnectionClosed):
                    await self._come()
                    return
                await asyncio.sleep(0.05)

    async def _come(self) -> None:
        address = f"ws://coign.test:{self._fleet.port}/ws/{self.world}"
        self.socket = await connect(
            address, host="127.0.0.1", port=self._fleet.port, origin=ORIGIN, subprotocols=SUBPROTOCOLS, compression=None
        )
        welcome = await self.ask(hello(self._fleet.tokens[self.world], world=self.world))
        assert welcome["type"] == "welcome"
        self.node = welcome["epoch"]
        await self.ask(pack({"type": "configure", "rulesets": ["partial-advantage"]}))
        put = {"type": "scene.put", "scene": "s", "revision": 1, "hash": self.world}
        if (await self.ask(pack(put)))["type"] == "resync":
            assert (await self.ask(pack({**put, "data": self.scene})))["type"] == "synced"

    async def ask(self, message: bytes) -> dict[str, Any]:
        assert self.socket is not None
        await self.socket.send(message, text=True)
        answer: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
        return answer

    async def attack(self) -> dict[str, Any]:
        """Return the annotation of an attack, without its time."""
        request = {"type": "evaluate", "id": "r", "scene": "s", "occasion": "attack", "actor": "A", "targets": ["B"]}
        answer = await self.ask(pack(request))
        answer.pop("elapsed_us", None)
        return answer

    async def until_closed(self) -> None:
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self.socket.recv()
        self.closed_with = self.socket.close_code

    async def go(self) -> None:
        if self.socket is not None:
            await self.socket.close()


@contextlib.asynccontextmanager
async def tables(fleet: Fleet) -> AsyncIterator[list[Gm]]:
    """Connect a browser for every world."""
    await fleet.up()
    browsers = [Gm(fleet, world) for world in WORLDS]
    for browser in browsers:
        await browser.come()
    try:
        yield browsers
    finally:
        for browser in browsers:
            await browser.go()


async def test_worlds_are_spread_and_stay_where_they_are(fleet: Fleet) -> None:
    async with tables(fleet) as browsers:
        first = {browser.world: browser.node for browser in browsers}
        assert len(set(first.values())) == BRIDGES
        for browser in browsers:
            await browser.go()
            await browser.come()
        assert {browser.world: browser.node for browser in browsers} == first


async def test_a_bridge_that_drains_moves_its_own_worlds_and_no_other(fleet: Fleet) -> None:
    async with tables(fleet) as browsers:
        before = {browser.world: (browser.node, await browser.attack()) for browser in browsers}
        leaving = browsers[0].node
        drained = fleet.bridge_of(browsers[0])
        drained.send_signal(signal.SIGTERM)
        assert (await browsers[0].attack()) == before[browsers[0].world][1]  # it is served until it is asked to leave
        moving = [browser for browser in browsers if browser.node == leaving]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(browser.until_closed() for browser in moving))
        assert {browser.closed_with for browser in moving} == {1012}
        for browser in browsers:
            if browser not in moving:
                await browser.go()
            await browser.come()
        for browser in browsers:
            node, attack = before[browser.world]
            assert (browser.node == node) == (node != leaving), browser.world
            assert await browser.attack() == attack
        assert drained.wait(timeout=PATIENCE) == 0


async def test_a_bridge_that_drains_takes_no_new_world_while_it_still_serves_its_old_ones(fleet: Fleet) -> None:
    await fleet.up()
    browser, newcomer = Gm(fleet, WORLDS[0]), Gm(fleet, WORLDS[0])
    await browser.come()
    fleet.bridge_of(browser).send_signal(signal.SIGTERM)
    port = fleet.ports[fleet.places[browser.node]]
    await eventually(lambda: health(port), 503)
    await newcomer.come()
    assert newcomer.node != browser.node
    assert (await browser.attack())["type"] == "annotation"
    await browser.go()
    await newcomer.go()


async def test_the_worlds_of_a_killed_bridge_are_back_with_nothing_lost(fleet: Fleet) -> None:
    async with tables(fleet) as browsers:
        before = {browser.world: (browser.node, await browser.attack()) for browser in browsers}
        dead = browsers[0].node
        fleet.bridge_of(browsers[0]).kill()
        struck = [browser for browser in browsers if browser.node == dead]
        started = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(browser.until_closed() for browser in struck))
        await asyncio.gather(*(browser.come() for browser in struck))
        assert time.monotonic() - started < PATIENCE / 2
        for browser in browsers:
            node, attack = before[browser.world]
            assert (browser.node == node) == (node != dead), browser.world  # the other worlds stay
            assert await browser.attack() == attack


async def test_pages_meant_for_the_person_at_a_bridge_are_not_served_to_the_network(fleet: Fleet) -> None:
    await fleet.up()
    assert await health(fleet.port, "/healthz") == 200
    for path in ("/", "/metrics", "/press?open=1", "/tabletop/", "/ws"):
        assert await health(fleet.port, path) == 404, path


# --- small parts ------------------------------------------------------------------------------------------------------


async def health(port: int, path: str = "/healthz") -> int:
    """Return the status of a page; 0 if nothing answers."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: coign.test\r\nConnection: close\r\n\r\n".encode())
        line = await reader.readline()
        writer.close()
        return int(line.split()[1])
    except (OSError, IndexError):
        return 0


async def eventually(ask: Any, wanted: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await ask() != wanted:  # noqa: ASYNC110  nobody tells us; asking is the only way
            await asyncio.sleep(0.1)


def free_ports(count: int) -> list[int]:
    """Return ports that are free at the moment."""
    with contextlib.ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in taken]
