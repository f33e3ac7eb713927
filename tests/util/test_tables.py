"""Markdown tables as data: headings, ditto marks, and rows that do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from coign.util.tables import tables

PAGE = """\
# A page

Prose, and | a bar | in it.

## Walls

| kind | height | says |
| ---- | ------ | --- |
| low  | 3 | stops a boot |
| high | | 〃 |

More prose.

## Empty

| kind |
| --- |
"""


def write(folder: Path, text: str) -> Path:
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    return page


def test_each_table_is_found_by_its_heading(tmp_path: Path) -> None:
    found = tables(write(tmp_path, PAGE))
    assert list(found) == ["Walls", "Empty"]
    assert found["Walls"][0] == {"kind": "low", "height": "3", "says": "stops a boot"}
    assert found["Empty"] == []


def test_a_ditto_mark_repeats_the_cell_above_and_an_empty_cell_stays_empty(tmp_path: Path) -> None:
    assert tables(write(tmp_path, PAGE))["Walls"][1] == {"kind": "high", "height": "", "says": "stops a boot"}


def test_a_row_with_a_cell_too_many_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"page\.md, line 9: 4 cells, and 3 columns"):
        tables(write(tmp_path, PAGE.replace("| low  | 3 |", "| low  | 3 | 4 |")))


def test_a_ditto_mark_in_the_first_row_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line 9: nothing is above"):
        tables(write(tmp_path, PAGE.replace("| low  | 3 |", "| low  | 〃 |")))
