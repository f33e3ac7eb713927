"""Generated files: only those that differ are written, and a check writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from coign.util.generated_files import write


def test_only_the_files_that_differ_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {tmp_path / "same.md": "one\n", tmp_path / "new" / "other.md": "two\n"}
    (tmp_path / "same.md").write_text("one\n", encoding="utf-8")
    before = (tmp_path / "same.md").stat().st_mtime_ns
    assert write(files, "make", check=True) == 1
    assert capsys.readouterr().err == f"{Path('new/other.md')} is stale: run make\n"
    assert not (tmp_path / "new").exists()
    assert write(files, "make", check=False) == 0
    assert capsys.readouterr().out == f"wrote {Path('new/other.md')}\n"
    assert (tmp_path / "new" / "other.md").read_bytes() == b"two\n"
    assert (tmp_path / "same.md").stat().st_mtime_ns == before
    assert write(files, "make", check=True) == 0
