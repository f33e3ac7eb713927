"""The pictures of the docs are noted with what they show, so that a change says which are older."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import pictures

from support.paths import ROOT


def test_every_picture_is_noted_and_taken_by_one_script() -> None:
    globs = [(folder, files) for folder in pictures.LANGUAGES.values() for files, _ in pictures.SHOTS.values()]
    noted = {file for folder, files in globs for file in (ROOT / folder).glob(files)}
    assert noted == set((ROOT / "docs").rglob("*.webp"))
    script = (ROOT / "tests/browser/screenshots.mjs").read_text(encoding="utf-8")
    english = re.search(r"\n  en: \{(.*?)\n  \},", script, re.DOTALL)
    assert english
    assert set(re.findall(r"^    (\w+)[,:]", english[1], re.MULTILINE)) == set(pictures.SHOTS)


def test_every_source_is_there() -> None:
    sources = {pattern for _, patterns in pictures.SHOTS.values() for pattern in patterns}
    assert [pattern for pattern in sources if not list(ROOT.glob(pattern))] == []


def test_a_changed_style_makes_a_picture_older(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a")
    (tmp_path / "b.css").write_text("b")
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    before = pictures.digest(("*.css",), "en"), pictures.digest(("b.css",), "en")
    (tmp_path / "a.css").write_text("c")
    after = pictures.digest(("*.css",), "en"), pictures.digest(("b.css",), "en")
    assert (before[0] != after[0], before[1] == after[1]) == (True, True)
