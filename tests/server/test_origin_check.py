"""The origin check: the names of the bridge. Its effect on real requests is tested in test_server.py."""

from __future__ import annotations

import pytest
from websockets.datastructures import Headers

from coign.server.origin_check import Gate, Refused
from coign.session.pairing import Desk
from coign.session.pairing_book import MemoryStore
from support.bridges import Clock


def gate(host: str = "127.0.0.1", *names: str) -> Gate:
    return Gate(host, 8765, names, Desk(MemoryStore(), Clock()))


@pytest.mark.parametrize(
    ("host", "names", "asked", "known"),
    [
        ("127.0.0.1", (), "127.0.0.1:8765", True),
        ("127.0.0.1", (), "LOCALHOST:8765", True),
        ("127.0.0.1", (), "[::1]:8765", True),
        ("127.0.0.1", (), "127.0.0.1", False),  # port 80 is another program
        ("127.0.0.1", (), "10.0.0.7:8765", False),
        ("127.0.0.1", (), "evil.example:8765", False),
        ("127.0.0.1", (), "127.0.0.1.evil.example:8765", False),
        ("127.0.0.1", (), "127.0.0.1:8765:8765", False),
        ("127.0.0.1", (), "user@127.0.0.1:8765", False),
        ("127.0.0.1", (), " 127.0.0.1:8765", False),
        ("127.0.0.1", (), "", False),
        ("127.0.0.1", ("foundry.example",), "foundry.example", True),  # a proxy keeps the name it was asked by
        ("127.0.0.1", ("foundry.example:8443",), "foundry.example:8443", True),
        ("127.0.0.1", ("foundry.example:8443",), "foundry.example", False),
        ("0.0.0.0", (), "192.168.1.5:8765", True),
        ("0.0.0.0", (), "[fd00::5]:8765", True),
        ("0.0.0.0", (), "gm-laptop.lan:8765", False),  # a name can be made to point here
        ("0.0.0.0", ("gm-laptop.lan",), "gm-laptop.lan:8765", True),
        ("192.168.1.5", (), "192.168.1.5:8765", True),
    ],
)
def test_the_accepted_host_names(host: str, names: tuple[str, ...], asked: str, known: bool) -> None:
    try:
        gate(host, *names).check_host(Headers({"Host": asked}))
        assert known
    except Refused:
        assert not known


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("127.1.2.3", True), ("0.0.0.0", False), ("::", False),
     ("192.168.1.5", False), ("gm-laptop.lan", False), ("", False)],
)  # fmt: skip
def test_whether_only_this_machine_can_reach_an_address(host: str, local: bool) -> None:
    assert gate(host).is_local is local


@pytest.mark.parametrize(
    ("host", "name"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("fd00::5", "[fd00::5]")],
)
def test_an_address_to_click_has_brackets_around_ipv6(host: str, name: str) -> None:
    assert gate(host).shown_name == name


def test_a_page_is_for_people_who_ask_for_it_and_for_our_own_pages() -> None:
    gate().check_page(Headers(), "127.0.0.1:8765")
    gate().check_page(Headers({"Origin": "http://127.0.0.1:8765"}), "127.0.0.1:8765")
    with pytest.raises(Refused):
        gate().check_page(Headers({"Origin": "http://127.0.0.1:30000"}), "127.0.0.1:8765")


@pytest.mark.parametrize(
    ("host", "asked", "headers", "near"),
    [
        *(("127.0.0.1", name, {}, True) for name in ("127.0.0.1", "localhost", "[::1]", "LOCALHOST")),
        ("127.0.0.1", "foundry.example", {}, False),
        ("0.0.0.0", "127.0.0.1", {}, False),
        *(
            ("127.0.0.1", "127.0.0.1", {name: "by a proxy"}, False)
            for name in ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via", "via")
        ),
    ],
)
def test_near_is_who_asks_this_machine_by_its_own_name_and_not_through_a_proxy(
    host: str, asked: str, headers: dict[str, str], near: bool
) -> None:
    assert gate(host).is_near(Headers(headers), f"{asked}:8765") is near
