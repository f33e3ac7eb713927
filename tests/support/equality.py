"""The contents of a scene in a comparable form: its documents, and everything that is made from them."""

from __future__ import annotations

import math
from typing import Any

from coign.protocol.documents import COLLECTIONS
from coign.scene.scene import Scene


def contents(scene: Scene) -> dict[str, Any]:
    """Return the contents of a scene, so that two scenes can be compared."""
    return {
        "counts": {name: len(scene.documents[name]) for name in COLLECTIONS},
        "grid": scene.grid,
        "darkness": scene.darkness,
        "base light": scene.base_light,
        "levels": sorted(scene.levels),
        "spaces": {key: _space(token.space) for key, token in scene.tokens.items()},
        "grounds": {key: token.ground for key, token in scene.tokens.items()},
        "lights": scene.lights,
        "carried": scene.carried,
        "areas": {key: (area.polygon.wkb, area.bottom, area.top, area.surfaces) for key, area in scene.areas.items()},
        "tiles": {key: (roof.outline and roof.outline.wkb, roof.elevation) for key, roof in scene.tiles.items()},
        "roofs": sorted((roof.outline.wkb if roof.outline else b"", roof.elevation) for roof in scene.roofs),
        "walls": _walls(scene),
    }


def _space(space: Any) -> tuple[Any, ...]:
    return space.box, space.cells, space.bottom, space.top


def _walls(scene: Scene) -> dict[str, tuple[Any, ...]]:
    walls = scene.walls
    return {
        key: (
            tuple(walls.lines[row]),
            *(int(getattr(walls, name)[row]) for name in ("kind", "light", "stops_from")),
            *(_bound(float(getattr(walls, name)[row])) for name in ("bottom", "top", "tall")),
            walls.levels[row],
        )
        for key, row in walls.row.items()
    }


def _bound(value: float) -> float | str:
    return "none" if math.isnan(value) else value
