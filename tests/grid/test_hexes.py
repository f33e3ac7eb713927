"""The lattice of hexes, compared with the places of real tokens in Foundry."""

from __future__ import annotations

import csv

import pytest

from coign.grid.grid import Grid
from coign.grid.space import QUANTA
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.paths import DATA

PATH = DATA / "hex-tokens.tsv"
OFF = 3  # tokens of one map with columns of hexes that are half a hex beside every lattice of Foundry's

with PATH.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file, delimiter="\t"))


def offset(row: dict[str, str]) -> float:
    """Return how far the box of a real token lies from that of the hex that it counts as, in pixels."""
    grid, x, y = Grid(type=int(row["gridType"]), size=float(row["gridSize"])), float(row["x"]), float(row["y"])
    (cell,) = grid.space(x, y).cells
    west, north, *_ = grid.held([cell]).box
    return max(abs(x - west / QUANTA), abs(y - north / QUANTA))


def test_snapped_tokens_of_real_maps_lie_on_the_lattice() -> None:
    assert len(ROWS) == 151
    assert sorted(offset(row) > 2.5 for row in ROWS).count(True) == OFF


def test_snapped_tokens_of_a_map_with_legacy_hexes_do_so_too() -> None:
    """A map from before version 10, whose grid size is a hex's length from corner to corner."""
    scene = finish(Scene.read((DATA / "scenes" / "kalisz-1-humvee-ambush.json").read_bytes()))
    snapped = [token for token in scene.tokens.values() if token.width == token.height == 1]
    for token in snapped:
        west, north, *_ = scene.grid.held(token.space.cells).box
        assert (token.doc.x, token.doc.y) == pytest.approx((west / QUANTA, north / QUANTA), abs=2.5)
    assert len(snapped) >= 7
    (large,) = [token for token in scene.tokens.values() if token.width == 2]
    west, north, *_ = scene.grid.held(large.space.cells).box
    assert len(large.space.cells) == 3
    assert (large.doc.x, large.doc.y) == pytest.approx((west / QUANTA, north / QUANTA), abs=2.5)


@pytest.mark.parametrize("kind", [2, 3, 4, 5])
def test_each_kind_of_hexes_is_among_them(kind: int) -> None:
    offsets = [offset(row) for row in ROWS if row["gridType"] == str(kind)]
    assert len(offsets) >= 8
    assert sum(off <= 2.5 for off in offsets) >= len(offsets) - OFF
