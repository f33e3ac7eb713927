"""The doctor's rules about browsers: the pages that may reach the bridge, by their address."""

from __future__ import annotations

import pytest

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
