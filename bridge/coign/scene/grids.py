"""The grid of a scene, as Foundry has written it in its versions."""

from __future__ import annotations

import math
from collections.abc import Container

from coign.grid.grid import Grid
from coign.grid.hexes import HEX_ODD_R
from coign.protocol.document_reader import Report
from coign.protocol.documents import GridDoc, SceneDoc


def _quiet(subject: str, why: str) -> None:
    """Report nothing."""


def read_grid(doc: SceneDoc, report: Report = _quiet) -> Grid:
    """Read the grid of a scene: an object since v10, a number with flat fields beside it before."""
    grid = doc.grid if isinstance(doc.grid, GridDoc) else GridDoc(
        type=doc.gridType,
        size=doc.grid if isinstance(doc.grid, float | int) else doc.gridSize,
        distance=doc.gridDistance,
        units=doc.gridUnits,
    )  # fmt: skip

    def one_of(value: float | None, field: str, fits: Container[float], usual: int) -> int:
        if value is not None and value not in fits:
            report("grid", f"{field} {value:g} is not one that Foundry has: {usual} used")
        return int(value) if value is not None and value in fits else usual

    def between(value: float | None, field: str, least: float, most: float, usual: float) -> float:
        if value is not None and not least <= value <= most:
            report("grid", f"{field} {value:g} is not between {least:g} and {most:g}: {usual:g} used")
        return float(value) if value is not None and least <= value <= most else usual

    kind, size = one_of(grid.type, "type", range(6), 1), between(grid.size, "size", 1, 10_000, 100.0)
    if kind >= HEX_ODD_R and _legacy_hexes(doc):
        size *= math.sqrt(3) / 2
    return Grid(
        kind,
        size,
        between(grid.distance, "distance", 1e-3, 1e6, 5.0),
        grid.units or "",
        one_of(grid.diagonals, "diagonals", range(7), 0),
    )


def _legacy_hexes(doc: SceneDoc) -> bool:
    """Return whether the grid size is a hex's length from corner to corner, as before v10."""
    core = (doc.flags or {}).get("core")
    return not isinstance(doc.grid, GridDoc) or (isinstance(core, dict) and core.get("legacyHex") is True)
