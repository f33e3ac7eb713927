"""Things on the map that are obstacles: barrels and vehicles that are tokens, and tiles that a GM made objects.

A tile is one by its flag `coign.object`: over the rectangle that it is drawn in, from its elevation (else the ground)
up, it hides as walls round it would. With a `degree` it gives that degree of cover instead, as a wall does of which a
GM set the cover. Without a `height` it is half as high as it is wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
import shapely.affinity

from coign.geometry.lines import Floats
from coign.grid.grid import Grid
from coign.grid.space import QUANTA, Box, Space, quanta
from coign.protocol.document_reader import Report, as_number
from coign.protocol.documents import TileDoc
from coign.scene.tokens import Token
from coign.scene.wall_kinds import HALF, SOLID, THREE_QUARTERS, Ground
from coign.util.lazy import lazy

HALF_AS_HIGH = 0.5  # as it is wide
MOST_HEIGHT = 1e6  # units
KINDS = {"half": HALF, "three-quarters": THREE_QUARTERS, "total": SOLID}  # of the walls that it hides as


@dataclass(frozen=True, eq=False)  # compared by identity, as areas are
class Thing:
    """One thing. `outline` is in quanta; `bottom` and `top` in units; `kind` one of `wall_kinds`."""

    name: str  # "tile:ID" or "token:ID"
    outline: shapely.Polygon
    bottom: float
    top: float
    kind: int = SOLID
    levels: frozenset[str] = frozenset()

    @lazy
    def box(self) -> Box:
        """The outline's bounding box."""
        return tuple(self.outline.bounds)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its rectangle, in quanta."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @lazy
    def sides(self) -> Floats:
        """(s, 4) its sides as walls, in whole quanta."""
        ring = shapely.get_coordinates(self.outline)
        return np.floor(np.hstack([ring[:-1], ring[1:]]) + 0.5)

    def on(self, levels: frozenset[str]) -> bool:
        """Tell whether it counts on some of these levels: it names one of them or none, or none is given."""
        return not self.levels or not levels or bool(self.levels & levels)

    def overlaps(self, space: Space) -> bool:
        """Tell whether it and a creature share a place: a centre of one lies in the other, at a height of both."""
        if not (self.bottom < space.top and space.bottom < self.top) and self.bottom != space.bottom:
            return False
        if shapely.contains_xy(self.outline, space.centres).any():
            return True
        return bool(shapely.contains_xy(space.outline, *self.middle))


def of_token(token: Token) -> Thing | None:
    """Return a token as a thing in the way; None for most creatures, and for a token without a height."""
    kind, space = KINDS.get(token.gives), token.space
    if kind is None or not token.present or space.top <= space.bottom:
        return None
    levels = frozenset({token.level} if token.level else ())
    return Thing(f"token:{token.id}", space.outline, space.bottom, space.top, kind, levels)


def read_thing(document: TileDoc, key: str, grid: Grid, ground: Ground, report: Report) -> Thing | None:
    """Read a tile as a thing; None if no GM made it one, or if it is hidden or has no area."""
    flags = document.flags.coign if document.flags else None
    stated: Any = flags.get("object") if isinstance(flags, dict) else None
    if not isinstance(stated, dict) or document.hidden:
        return None
    outline = outline_of(document)
    if outline is None:
        return None
    degree = stated.get("degree", "total")
    if degree not in KINDS:
        if degree != "none":
            report(f"tile {key}", f"object of degree {str(degree)[:40]!r}: use {', '.join(KINDS)} or none")
        return None
    height = as_number(stated.get("height"))
    if height is None or not 0 < height <= MOST_HEIGHT:
        height = HALF_AS_HIGH * min(document.width or 0.0, document.height or 0.0) * grid.distance / grid.size
    x0, y0, x1, y1 = outline.bounds
    bottom = document.elevation or ground((x0 + x1) / 2 / QUANTA, (y0 + y1) / 2 / QUANTA)
    return Thing(f"tile:{key}", outline, bottom, bottom + height, KINDS[degree], frozenset(document.levels or ()))


def outline_of(document: TileDoc) -> shapely.Polygon | None:
    """Return the rectangle that a tile is drawn in, in quanta; None if it has no area.

    Its place is that of its anchor since Foundry 14, where tiles have levels; before, its north-west corner.
    """
    width, height = ((side or 0.0) * QUANTA for side in (document.width, document.height))
    if width <= 0 or height <= 0:
        return None
    texture = document.texture
    across = 0.5 if texture is None or texture.anchorX is None else texture.anchorX
    along = 0.5 if texture is None or texture.anchorY is None else texture.anchorY
    x, y = quanta(document.x), quanta(document.y)
    if document.levels is None:
        x, y = x + width / 2, y + height / 2
    outline = shapely.box(x - across * width, y - along * height, x + (1 - across) * width, y + (1 - along) * height)
    return shapely.affinity.rotate(outline, document.rotation, origin=(x, y)) if document.rotation else outline
