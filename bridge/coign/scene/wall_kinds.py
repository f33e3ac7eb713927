"""Kinds of walls: what a wall stops, from which side, and between which heights.

The kind follows Foundry's restriction values (0 none, 10 limited, 20 normal, 30 and 40 proximity):

    SOLID       sight 20 and move 20, or a door that is not open: stops effect and sight
    LIMITED     sight 10: a terrain wall, stops both from the second crossing on
    SIGHT_ONLY  sight 20, move 0: a curtain
    WINDOW      sight 30 or 40: stops neither, counts as an arrow slit; by an option it is solid to creatures that are
                too far away (30) or too near (40) to see through it
    MOVE_ONLY   sight 0, move 20: an invisible wall; clear, unless an option makes it solid
    HALF, THREE_QUARTERS  set by a GM: stops nothing, gives that degree of cover

What a GM set (`flags.coign.cover`) overrides all of this, except that an open door stops nothing. Whether a solid wall
with heights is a low wall depends on the line, and is decided there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from reprlib import repr as shown  # short and shallow, whatever it is
from typing import Any, NamedTuple

from coign.protocol.document_reader import Report, as_number
from coign.protocol.documents import WallDoc

NOTHING, SOLID, LIMITED, SIGHT_ONLY, WINDOW, MOVE_ONLY, HALF, THREE_QUARTERS = range(8)
GIVING = SOLID, LIMITED, WINDOW, HALF, THREE_QUARTERS  # what can give cover

_WORDS = {"none": NOTHING, "half": HALF, "three-quarters": THREE_QUARTERS, "total": SOLID}
_NORMAL = (20.0, None)  # Foundry's default for a restriction
_OLD_SENSE = {0: 0, 1: 20, 2: 10}

Ground = Callable[[float, float], float]  # elevation of the ground at a point in pixels, scene units
Foot = Callable[[WallDoc], float]  # elevation of the ground on which a wall without a bottom stands, scene units


class Nature(NamedTuple):
    """The properties of a wall.

    `kind` is one of the constants above; `light` is NOTHING, LIMITED or SOLID; `stops_from` is Foundry's `dir`, 0 to 2.
    `bottom` and `top` are in scene units, infinite for a wall without heights; `tall` is the height from foot to top.
    `is_set` tells whether a GM set its cover. `opaque` is the distance in units beyond which nobody sees through a
    window; if it is negative, within which.
    """

    kind: int
    light: int
    stops_from: int
    bottom: float
    top: float
    tall: float
    is_set: bool = False
    opaque: float = math.inf


PLAIN = Nature(SOLID, SOLID, 0, -math.inf, math.inf, math.inf)


def nature(wall: WallDoc, key: str, foot_of: Foot, report: Report) -> Nature:
    """Return the properties of a wall; report an unknown cover. A low wall begins at its foot."""
    bottom, top = _heights(wall)
    cover = _set_cover(wall)
    kind, height = _kind(wall, cover)
    if cover is not None and not _is_known(cover):
        report(
            f"wall {key}",
            f"cover {shown(cover)} is unknown: use none, half, three-quarters, total, or low with a height",
        )
    foot = bottom
    if not math.isfinite(foot) and (height is not None or math.isfinite(top)):
        foot = foot_of(wall)
    if height is not None:
        top = foot + height
    stops_from = int(wall.dir) if wall.dir in (1, 2) else 0
    opaque = _opaque(wall) if kind == WINDOW else math.inf
    return Nature(kind, _light(wall), stops_from, bottom, top, top - foot, _is_known(cover), opaque)


def is_plain(wall: WallDoc) -> bool:
    """Tell whether it is an ordinary wall: solid, two-sided, no open door, without heights or flags."""
    flags = wall.flags
    return not (
        (wall.door and wall.ds == 1)
        or wall.dir
        or wall.sense is not None
        or wall.sight not in _NORMAL
        or wall.move not in _NORMAL
        or wall.light not in _NORMAL
        or (flags is not None and (flags.coign is not None or flags.wall_height or flags.wallHeight))
    )


def _kind(wall: WallDoc, cover: Any) -> tuple[int, float | None]:
    """Return the kind of a wall and, if a GM set it to low, its height in units. `cover`: the cover that a GM set."""
    if wall.door and wall.ds == 1:
        return NOTHING, None
    if _is_low(cover):
        return SOLID, as_number(cover["height"])
    if _is_known(cover):
        return _WORDS[cover["degree"] if isinstance(cover, dict) else cover], None
    if wall.door:
        return SOLID, None
    sight, move = _sense(wall), 20.0 if wall.move is None else wall.move
    if sight in (30, 40):
        return WINDOW, None
    if sight == 10:
        return LIMITED, None
    if sight > 0:
        return (SOLID if move > 0 else SIGHT_ONLY), None
    return (MOVE_ONLY if move > 0 else NOTHING), None


def _set_cover(wall: WallDoc) -> Any:
    """Return the cover that a GM set on the wall, in whatever form; None if none is set."""
    return wall.flags.coign.get("cover") if wall.flags and isinstance(wall.flags.coign, dict) else None


def _is_low(cover: Any) -> bool:
    return isinstance(cover, dict) and cover.get("degree") == "low" and as_number(cover.get("height")) is not None


def _is_known(cover: Any) -> bool:
    degree = cover.get("degree") if isinstance(cover, dict) else cover
    return _is_low(cover) or (isinstance(degree, str) and degree in _WORDS)


def _sense(wall: WallDoc) -> float:
    if wall.sight is not None:
        return wall.sight
    return 20.0 if wall.sense is None else float(_OLD_SENSE.get(int(wall.sense), wall.sense))


def _opaque(wall: WallDoc) -> float:
    """Return the distance beyond which nobody sees through a window, negative: within which; infinite without one."""
    distance = wall.threshold.sight if wall.threshold else None
    if not distance or distance < 0:
        return math.inf
    return -distance if wall.sight == 40 else distance


def _light(wall: WallDoc) -> int:
    """Return how the wall stops light. Before v9 it does as for sight; with a threshold (30, 40) not at all."""
    if wall.door and wall.ds == 1:
        return NOTHING
    value = wall.light if wall.light is not None else (20.0 if wall.sense is None else _sense(wall))
    if value == 10:
        return LIMITED
    return SOLID if value in (1, 20) else NOTHING


def _heights(wall: WallDoc) -> tuple[float, float]:
    """Return bottom and top in units from the Wall Height module's flags, old or new; infinite without them."""
    flags = wall.flags and (wall.flags.wall_height or wall.flags.wallHeight)
    if not flags:
        return -math.inf, math.inf
    bottom = flags.bottom if flags.bottom is not None else flags.wall_bottom
    top = flags.top if flags.top is not None else flags.wall_top
    return (-math.inf if bottom is None else bottom), (math.inf if top is None else top)
