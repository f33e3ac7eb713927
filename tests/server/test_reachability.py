"""The doctor's rules about browsers: the pages that may reach the bridge, by their address."""

from __future__ import annotations

import contextlib
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coign.server.reachability import BadAddress, diagnose

ADDRESSES = {"foundry.example": "8.8.4.4", "gm-laptop.lan": "192.168.1.5"}


def resolve(name: str) -> str:
    try:
        return ADDRESSES[name]
    except KeyError:
        raise OSError("unknown") from None


@pytest.mark.parametrize(
    ("url", "reachable", "says"),
    [
        ("http://localhost:30000", True, "without asking"),
        ("localhost:30000", True, "comes from this machine"),
        ("http://127.0.0.1:30000/game", True, "comes from this machine"),
        ("http://192.168.1.5:30000", True, "without asking"),
        ("http://gm-laptop.lan:30000", True, "comes from the local network"),
        ("http://100.101.102.103:30000", True, "comes from the local network"),  # a private overlay network
        ("https://192.168.1.5", True, "Safari refuses"),
        ("https://foundry.example/game", True, "the browser asks once"),
        ("https://8.8.8.8", True, "the browser asks once"),
        ("http://8.8.8.8:30000", False, "do not even ask"),
        ("http://no.such.name", False, "is not known here"),
    ],
)
def test_where_a_page_comes_from_decides(url: str, reachable: bool, says: str) -> None:
    findings = diagnose(url, 8765, resolve)
    assert all(finding.good for finding in findings) is reachable
    assert any(says in finding.what for finding in findings)
    assert all(finding.cure for finding in findings if not finding.good)


@pytest.mark.parametrize("url", ["", "file:///etc/passwd", "ws://127.0.0.1", "http://", "http://[::1"])
def test_an_address_of_no_page_is_reported(url: str) -> None:
    with pytest.raises(BadAddress, match="is not the address of a page"):
        diagnose(url, 8765, resolve)


PIECES = [
    "http://",
    "https://",
    "//",
    "a..b",
    "[",
    "]",
    "::1",
    ":99999",
    ":-1",
    ":x",
    "\0",
    "é" * 70,
    "x" * 300,
    "%",
    "@",
]
MORE = ["?", " ", "localhost", "127.0.0.1", "\ud800", "1" * 400, "/", ".", "[v1.x]", "０.０.０.０", "xn--"]


@given(st.lists(st.sampled_from(PIECES + MORE), min_size=1, max_size=4).map("".join))
def test_any_text_gets_a_sentence(text: str) -> None:
    def resolve(name: str) -> str:
        if name.isascii() and len(name) < 60 and ".." not in name and "\0" not in name:
            raise OSError(-2, "Name or service not known")
        return socket.gethostbyname(name)  # which refuses what is no name, without a question to the network

    with contextlib.suppress(BadAddress):
        assert all(finding.what for finding in diagnose(text, 8765, resolve))
