"""The levels of a Foundry 14 scene: which of them a token is on, which lie above each other without a floor between.

Foundry's walls have no heights. Between two levels nothing stops a line but a floor, the surface of a region
(`defineSurface`). A level whose `visibility` names another one is open to it on purpose, like a gallery above a hall.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from coign.protocol.documents import LevelDoc, SceneDoc
from coign.scene.regions import Area
from coign.util.text import printable

MOST_PAIRS = 20  # told to the GM
MOST_NAME = 60  # letters
AT_BOTTOM = "bottom"  # of `flags.coign.floors`: a floor at each level's bottom where none is drawn

Pair = tuple[str, str]  # the lower level and the upper one, ids


def extent(level: LevelDoc) -> tuple[float, float]:
    """Return the bottom and the top of a level, infinite where it has none."""
    heights = level.elevation
    bottom = -math.inf if heights is None or heights.bottom is None else heights.bottom
    top = math.inf if heights is None or heights.top is None else heights.top
    return bottom, top


def level_at(levels: Mapping[str, LevelDoc], named: str | None, elevation: float) -> str | None:
    """Return the level that a token counts as on: the one that it names, if the scene has it.

    Else it is the level whose heights hold the token's elevation (units), the upper one of two, or the nearest one.
    Foundry gives each new token the level `defaultLevel0000`, and a scene may have none of that id.
    """
    if not named or not levels or named in levels:
        return named

    def farther(key: str) -> tuple[float, float]:
        bottom, top = extent(levels[key])
        return max(bottom - elevation, 0.0, elevation - top), -bottom

    return min(levels, key=farther)


def lowest(levels: Mapping[str, LevelDoc], named: Iterable[str]) -> str | None:
    """Return the lowest of the named levels that the scene has; None if it has none of them."""
    return min((key for key in named if key in levels), key=lambda key: extent(levels[key])[0], default=None)


def floors_at_bottom(scene: SceneDoc) -> bool:
    """Tell whether a GM has set for the scene that each level has a floor at its bottom."""
    return bool(scene.set_by_gm.get("floors") == AT_BOTTOM)


def open_pairs(levels: Mapping[str, LevelDoc], areas: Iterable[Area]) -> list[Pair]:
    """Return the levels that lie directly above each other without a floor drawn between them."""
    floors = [(surface.elevation, area) for area in areas for surface in area.surfaces if surface.move or surface.sight]
    return [
        (lower, upper)
        for lower, upper in _stacked(levels)
        if not (_sees(levels[lower], upper) or _sees(levels[upper], lower))
        and not any(
            extent(levels[lower])[0] < elevation <= extent(levels[upper])[0] and (area.on(lower) or area.on(upper))
            for elevation, area in floors
        )
    ]


def _stacked(levels: Mapping[str, LevelDoc]) -> Iterator[Pair]:
    """Yield each level with those directly above it: the ones with the next higher bottom."""
    bottoms = {key: extent(level)[0] for key, level in levels.items()}
    steps = sorted(set(bottoms.values()))
    for below, above in pairwise(steps):
        lower = [key for key, bottom in bottoms.items() if bottom == below]
        upper = [key for key, bottom in bottoms.items() if bottom == above]
        yield from ((below, other) for below in lower for other in upper)


def _sees(level: LevelDoc, other: str) -> bool:
    return level.visibility is not None and other in (level.visibility.levels or ())


def name_of(level: LevelDoc, key: str) -> str:
    """Return the name of a level, else its id."""
    return printable((level.name or key)[:MOST_NAME])
