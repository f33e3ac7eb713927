"""`coign doctor`, on whatever somebody pastes as the address of Foundry."""

from __future__ import annotations

import http.client
import re
import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from coign.cli import main

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
def test_any_text_gets_a_sentence(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", text])
    said = capsys.readouterr()
    assert code in (0, 1, 2)
    assert re.search(r"\w+ \w+", said.err if code == 2 else said.out), "something is said in words"
    assert "Traceback" not in said.out + said.err
