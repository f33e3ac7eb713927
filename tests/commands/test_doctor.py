"""`coign doctor`, on whatever somebody pastes as the address of Foundry."""

from __future__ import annotations

import contextlib
import http.client
import re
import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from coign.cli import main
from coign.commands.doctor import BadAddress, diagnose

PIECES = [
    *("http://", "https://", "HTTP:", "ws://", "//", "file:///etc/passwd", "javascript:1", "localhost", "127.0.0.1"),
    *(
        "[::1]",
        "[",
        "]",
        "[v1.x]",
        ":99999",
        ":-1",
        ":x",
        ":",
        "a..b",
        "..",
        "xn--",
        "０.０.０.０",
        "é" * 70,
        "x" * 300,
    ),
    *("1" * 400, "\0", "\n", "\ud800", "\x1b[31m", "%", "@", "?", "#", "/", "=", " ", "{}", "-h", "--", "-1"),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=5).map("".join) | st.text(st.characters(), max_size=60)


@pytest.fixture
def no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the doctor away from the network and from the files of the person who runs the tests."""

    def refuse(*_: object) -> NoReturn:
        raise ConnectionRefusedError(111, "Connection refused")

    def resolve(name: str, *more: Any, **options: Any) -> Any:
        name.encode("idna")  # raises what the real one does for what is no name
        if "\0" not in name and not re.fullmatch(r"[0-9a-f.:]+", name):
            raise socket.gaierror(-2, "Name or service not known")
        return found(name, *more, **options)  # an address, or what it refuses: no question to the network

    found = socket.getaddrinfo
    (tmp_path / "config.toml").touch()
    for variable, name in {"CONFIG": "config.toml", "STATE": "state", "LOG": "coign.log"}.items():
        monkeypatch.setenv(f"COIGN_{variable}", str(tmp_path / name))
    monkeypatch.setattr(http.client.HTTPConnection, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "gethostbyname", lambda name: resolve(name, 80)[0][4][0])
    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.mark.usefixtures("no_network")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=TEXTS)
@example(text="")
@example(text="http://[fe80::1%25eth0]:30000")
@example(text="http://user:pass@localhost")
@example(text="//:0")
@example(text="http://\x1b]0;title\x07.example")
def test_any_text_gets_a_sentence(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", text])
    said = capsys.readouterr()
    assert code in (0, 1, 2)
    assert re.search(r"\w+ \w+", said.err if code == 2 else said.out), "something is said in words"
    assert "Traceback" not in said.out + said.err
    assert (said.out + said.err).replace("\n", "").isprintable(), "nothing that a terminal obeys"


# --- which pages may reach the bridge, by their address ---------------------------------------------------------------

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


ADDRESS_PIECES = [
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


@given(st.lists(st.sampled_from(ADDRESS_PIECES + MORE), min_size=1, max_size=4).map("".join))
def test_any_text_gets_a_diagnosis(text: str) -> None:
    def resolve(name: str) -> str:
        if name.isascii() and len(name) < 60 and ".." not in name and "\0" not in name:
            raise OSError(-2, "Name or service not known")
        return socket.gethostbyname(name)  # which refuses what is no name, without a question to the network

    with contextlib.suppress(BadAddress):
        assert all(finding.what for finding in diagnose(text, 8765, resolve))
