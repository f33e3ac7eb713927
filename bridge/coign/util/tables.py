"""Tables in Markdown pages, which a person reads as a page and the bridge as data."""

from __future__ import annotations

from pathlib import Path

DITTO = "〃"  # a cell with it has the text of the cell above


def tables(page: Path) -> dict[str, list[dict[str, str]]]:
    """Return the rows of each table, by the heading above it; a row is its cells by the names of the columns.

    Everything else on the page is for people. Raises ValueError for a row that has more or fewer cells than columns,
    and for a ditto mark with nothing above it.
    """
    sections: dict[str, list[dict[str, str]]] = {}
    heading = ""
    columns: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|"):
            columns = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not columns:
            columns, rows = cells, sections.setdefault(heading, [])
        elif set(line) <= set("|-: "):
            continue
        elif len(cells) != len(columns):
            raise ValueError(f"{page.name}, line {number}: {len(cells)} cells, and {len(columns)} columns")
        elif DITTO in cells and not rows:
            raise ValueError(f"{page.name}, line {number}: nothing is above {DITTO}")
        else:
            named = zip(columns, cells, strict=True)
            rows.append({name: rows[-1][name] if cell == DITTO else cell for name, cell in named})
    return sections
