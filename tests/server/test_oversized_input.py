"""Messages and scenes that are small to send, but would be big to read or to measure. They are refused or answered, and
meanwhile another table is answered too.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from support.bridges import evaluate, pack, put, survey
from support.servers import FIGHT, PATIENCE, RULES, measuring_services, other_table, running, say, welcomed

HALF = 2 << 20  # bytes: half of what a frame may have


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
async def test_oversized_json_is_refused_and_delays_nobody(bomb: bytes) -> None:
    services = measuring_services()
    async with running(services) as bridge, other_table(bridge, services):
        browser = await welcomed(bridge, services)
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
async def test_an_expensive_scene_is_answered_and_delays_nobody(name: str) -> None:
    services = measuring_services()
    async with running(services) as bridge, other_table(bridge, services):
        browser = await welcomed(bridge, services)
        assert (await say(browser, RULES, put(**{**FIGHT, **BOMBS[name]})))["type"] == "synced"
        assert (await say(browser, evaluate()))["type"] == "annotation"
        await browser.send(pack({**survey(), "places": PLACES}), text=True)
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
async def test_an_oversized_scene_is_refused_before_it_is_measured(scene: dict[str, Any], says: str) -> None:
    services = measuring_services()
    async with running(services) as bridge, await welcomed(bridge, services) as browser:
        answer = await say(browser, put(**scene))
    assert (answer["code"], answer["message"]) == ("too-large", says)


async def test_answers_for_closed_connections_are_not_worked_on() -> None:
    services = measuring_services()
    async with running(services) as bridge, other_table(bridge, services):
        browser = await welcomed(bridge, services)
        await say(browser, RULES, put(**FIGHT))
        await browser.send(pack(survey(squares=20_000)), text=True)
        browser.transport.abort()
        with contextlib.suppress(ConnectionClosed):
            await browser.recv()
        started = time.process_time()
        async with asyncio.timeout(PATIENCE):
            while len(bridge.sessions) > 1:  # noqa: ASYNC110  there is no event for it, and none is needed but here
                await asyncio.sleep(0.01)
        assert time.process_time() - started < 2
