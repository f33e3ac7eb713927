"""The shell of a session in the browser: texts in, texts out, no pairing. It runs the same natively."""

from __future__ import annotations

import re
import weakref
from typing import Any

import msgspec
import pytest

from coign.embedded.page_session import PageSession
from coign.protocol.vocabulary import CloseCode
from fuzz.messages import RandomClient
from support.bridges import hello, token_for
from support.maps import CELL, draw
from support.servers import dial, measuring_services, running

HELLO: dict[str, Any] = msgspec.json.decode(hello("", world="w"))
OWN = re.compile(r'"(epoch|server)":"[^"]*"|"elapsed_us":\d+')  # what differs between any two bridges
SCENE = draw("+ + + +", " A . B ", "+ + + +", " . . . ", "+ + + +")


class Page:
    """The page's end of a line."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.got: list[dict[str, Any]] = []
        self.closed: list[tuple[int, str]] = []
        self.line = PageSession(
            "http://a.test", "w", self._take, lambda code, reason: self.closed.append((code, reason))
        )

    def _take(self, text: str) -> None:
        self.texts.append(text)
        self.got.append(msgspec.json.decode(text))

    def says(self, message: dict[str, Any]) -> bool:
        return self.line.receive(msgspec.json.encode(message).decode())

    def says_and_waits(self, message: dict[str, Any]) -> None:
        """A slow machine reads a scene in several turns."""
        more = self.says(message)
        while more:
            more = self.line.step()

    def types(self) -> list[str]:
        return [message["type"] for message in self.got]


def test_hello_needs_no_pairing() -> None:
    page = Page()
    assert not page.says(HELLO)
    assert page.types() == ["welcome"]
    page.says(HELLO | {"token": "of a bridge that was used before"})
    assert page.types() == ["welcome", "error"], "hello comes once"


def test_a_message_that_ends_the_session_closes_the_line() -> None:
    page = Page()
    page.says(HELLO | {"versions": [99]})
    assert page.types() == ["error"]
    assert [code for code, _ in page.closed] == [CloseCode.BAD_VERSION]
    page.says(HELLO)
    assert page.types() == ["error"], "nothing follows the end"


def test_a_survey_is_worked_on_in_steps() -> None:
    page = Page()
    page.says(HELLO)
    page.says({"type": "configure", "rulesets": ["partial-advantage"]})
    page.says_and_waits({"type": "scene.put", "scene": "s", "revision": 1, "hash": "h", "data": SCENE})
    assert page.types() == ["welcome", "configured", "synced"]
    asked = {"type": "evaluate", "id": "v", "scene": "s", "occasion": "attack", "actor": "A", "targets": ["B"]}
    squares = [[column * CELL, CELL] for column in range(3)] * 40
    more = page.says({"type": "survey", "id": "v", "request": asked, "places": squares})
    steps = 0
    while more:
        more = page.line.step()
        steps += 1
    assert set(page.types()[3:]) == {"surveyed"}
    assert page.got[-1]["done"]
    assert steps > 1, "what the page says meanwhile is heard between two steps"


async def test_a_page_hears_what_a_bridge_says_to_the_byte() -> None:
    attack = {"type": "evaluate", "scene": "s", "occasion": "attack", "actor": "A", "targets": ["B"]}
    conversation: list[dict[str, Any]] = [
        {"type": "configure", "rulesets": ["partial-advantage"], "options": {"no-such": 1}},
        {"type": "configure", "rulesets": ["partial-advantage"]},
        attack | {"id": "early"},
        {"type": "scene.put", "scene": "s", "revision": 1, "hash": "h", "data": SCENE},
        attack | {"id": "e1"},
        attack | {"id": "e2", "actor": "nobody"},
        {"type": "scene.patch", "scene": "s", "base": 7, "revision": 8, "hash": "h", "changes": []},
        {"type": "no-such"},
        HELLO,
    ]
    services = measuring_services()
    page, said = Page(), []
    async with running(services) as bridge, dial(bridge, "w") as browser:
        for message in [HELLO | {"token": token_for(services, world="w")}, *conversation]:
            await browser.send(msgspec.json.encode(message), text=True)
            said.append(await browser.recv())
            page.says_and_waits(message)
    assert [OWN.sub("", text) for text in page.texts] == [OWN.sub("", str(text)) for text in said]
    assert {"welcome", "configured", "synced", "resync", "annotation", "error"} <= set(page.types())


def hostile(seed: int) -> list[str]:
    """Return what a page may pass on of what players wrote: every text that is no survey, which is answered later."""
    client = RandomClient(seed)
    client.revision = 1
    said = [client.message().decode(errors="ignore") for _ in range(60)]
    return [text for text in said if "survey" not in text and "pair" not in text]


@pytest.mark.parametrize("seed", range(4))
async def test_a_page_hears_what_a_bridge_says_to_whatever_it_sends(seed: int) -> None:
    start: list[dict[str, Any]] = [
        {"type": "configure", "rulesets": ["partial-advantage"]},
        {"type": "scene.put", "scene": "s", "revision": 1, "hash": "h", "data": SCENE},
    ]
    texts = [*(msgspec.json.encode(one).decode() for one in start), *hostile(seed)]
    end = msgspec.json.encode({"type": "configure", "rulesets": [], "id": "the end"}).decode()
    services = measuring_services()
    page = Page()
    said: list[str] = []
    async with running(services) as bridge, dial(bridge, "w") as browser:
        for text in [msgspec.json.encode(HELLO | {"token": token_for(services, world="w")}).decode(), *texts, end]:
            await browser.send(text, text=True)
        while not said or '"id":"the end"' not in said[-1]:
            said.append(str(await browser.recv()))
    for text in [msgspec.json.encode(HELLO).decode(), *texts, end]:
        more = page.line.receive(text)
        while more:
            more = page.line.step()
    assert [OWN.sub("", text) for text in page.texts] == [OWN.sub("", text) for text in said]
    assert page.closed == []
    assert page.types().count("error") > 5


def test_what_is_larger_than_a_frame_ends_nothing() -> None:
    """The module sends nothing so large (`message-size.mjs`); if it did, no network would cut it here."""
    page = Page()
    page.says(HELLO)
    page.says({"type": "configure", "rulesets": ["partial-advantage"]})
    page.says_and_waits({"type": "scene.put", "scene": "s", "revision": 1, "hash": "h", "data": SCENE})
    token = {"_id": "A", "x": 0, "y": 0, "coign": {"formation": "x" * (5 << 20)}}
    change = {"document": "Token", "action": "update", "id": "A", "data": token}
    page.says_and_waits(
        {"type": "scene.patch", "scene": "s", "base": 1, "revision": 2, "hash": "h", "changes": [change]}
    )
    assert page.got[-1]["skipped"] == [["token", "coign: 5242896 bytes, 65536 at most: default used"]]
    attack = {"type": "evaluate", "id": "e", "scene": "s", "occasion": "attack", "actor": "A", "targets": ["B"]}
    page.says_and_waits(attack)
    assert (page.types()[-2:], page.closed) == (["synced", "annotation"], [])


def test_a_sweep_frees_what_refers_to_itself() -> None:
    class Knot:
        itself: Any

    knot = Knot()
    knot.itself, gone = knot, weakref.ref(knot)
    del knot
    Page().line.sweep()
    assert gone() is None
