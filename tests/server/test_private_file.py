"""A file for its owner alone is written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from coign.server.browser import RunningPage
from coign.server.private_file import write_private


def full(_descriptor: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_and_its_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret"
    write_private(path, b"first")
    path.chmod(0o644)
    write_private(path, b"second")
    assert path.read_bytes() == b"second"
    assert [one.name for one in path.parent.iterdir()] == ["secret"], "no draft is left"
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_what_a_crashed_process_left_is_not_written_through(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "secret", tmp_path / "elsewhere"
    elsewhere.write_bytes(b"kept")
    draft = tmp_path / f"secret.{os.getpid()}"
    draft.write_bytes(b"half a file")
    write_private(path, b"first")
    draft.symlink_to(elsewhere)
    write_private(path, b"second")
    assert path.read_bytes() == b"second"
    assert elsewhere.read_bytes() == b"kept"


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, page = tmp_path / "token", RunningPage(tmp_path)
    write_private(path, b"first")
    page.write("http://127.0.0.1:1", "http://127.0.0.1:1/?key=1")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_private(path, b"second")
    page.write("http://127.0.0.1:2", "http://127.0.0.1:2/?key=2")
    assert path.read_bytes() == b"first"
    assert page.read("http://127.0.0.1:1") == "http://127.0.0.1:1/?key=1"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["running.json", "token"]
