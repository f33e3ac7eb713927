"""What a wall is, by its document: what it stops, from which side, and between which heights.

It follows Foundry's own restriction values (0 none, 10 limited, 20 normal, 30 and 40 proximity):

    SOLID       sight 20 and move 20, or a door that is not open: stops effect and sight
    LIMITED     sight 10: a terrain wall, stops both from the second crossing on
    SIGHT_ONLY  sight 20, move 0: a curtain
    WINDOW      sight 30 or 40: stops neither, counts as an arrow slit
    MOVE_ONLY   sight 0, move 20: an invisible wall; clear, unless an option makes it solid
    HALF, THREE_QUARTERS  a GM's word: stops nothing, gives that degree

A GM's word (`flags.coign.cover`) wins over all of it, save that an open door stops nothing. A solid wall with heights
may turn out low on a given line; that is for the line to find out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from reprlib import repr as shown  # short and shallow, whatever it is
from typing import Any, NamedTuple

from coign.protocol.document_reader import Said
from coign.protocol.documents import WallDoc

NOTHING, SOLID, LIMITED, SIGHT_ONLY, WINDOW, MOVE_ONLY, HALF, THREE_QUARTERS = range(8)

_WORDS = {"none": NOTHING, "half": HALF, "three-quarters": THREE_QUARTERS, "total": SOLID}
_NORMAL = (20, None)  # what a restriction is unless said otherwise
_OLD_SENSE = {0: 0, 1: 20, 2: 10}

Ground = Callable[[float, float], float]  # elevation of the ground at a point in pixels, scene units


class Nature(NamedTuple):
    """What a wall is wherever it stands: its kind, and the same for light (NOTHING, LIMITED, SOLID); Foundry's `dir`;
    its bottom and top in scene units, infinite where it has no height; how tall it is, from its foot to its top.
    """

    kind: int
    light: int
    facing: int
    bottom: float
    top: float
    tall: float


PLAIN = Nature(SOLID, SOLID, 0, -math.inf, math.inf, math.inf)


def nature(wall: WallDoc, key: str, ground: Ground, said: Said) -> Nature:
    """What the wall is; `said` is told of words that mean nothing. Low walls stand on the `ground` at their middle."""
    if _is_plain(wall):
        return PLAIN
    bottom, top = _heights(wall)
    word = _word(wall)
    kind, height = _kind(wall, word)
    if word is not None and not _understood(word):
        said(
            f"wall {key}", f"cover {shown(word)} means nothing: none, half, three-quarters, total, or low with a height"
        )
    foot = bottom
    if not math.isfinite(foot) and (height is not None or math.isfinite(top)):
        foot = ground((wall.c[0] + wall.c[2]) / 2, (wall.c[1] + wall.c[3]) / 2)
    if height is not None:
        top = foot + height
    facing = int(wall.dir) if wall.dir in (1, 2) else 0
    return Nature(kind, _light(wall), facing, bottom, top, top - foot)


def _is_plain(wall: WallDoc) -> bool:
    """Whether it is like most: solid, no open door, no flags, of any height."""
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


def _kind(wall: WallDoc, word: Any) -> tuple[int, float | None]:
    """The kind of a wall and, where a GM's `word` called it low, its height in units."""
    if wall.door and wall.ds == 1:
        return NOTHING, None
    if _is_low(word):
        return SOLID, float(word["height"])
    if _understood(word):
        return _WORDS[word["degree"] if isinstance(word, dict) else word], None
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


def _word(wall: WallDoc) -> Any:
    """What a GM said of the wall, in whatever form; None for nothing."""
    return wall.flags.coign.get("cover") if wall.flags and isinstance(wall.flags.coign, dict) else None


def _is_low(word: Any) -> bool:
    return isinstance(word, dict) and word.get("degree") == "low" and isinstance(word.get("height"), int | float)


def _understood(word: Any) -> bool:
    degree = word.get("degree") if isinstance(word, dict) else word
    return _is_low(word) or (isinstance(degree, str) and degree in _WORDS)


def _sense(wall: WallDoc) -> float:
    if wall.sight is not None:
        return wall.sight
    return 20.0 if wall.sense is None else float(_OLD_SENSE.get(int(wall.sense), wall.sense))


def _light(wall: WallDoc) -> int:
    """How the wall stops light: before v9 as it stops sight; with a threshold (30, 40) not at all."""
    if wall.door and wall.ds == 1:
        return NOTHING
    value = wall.light if wall.light is not None else (20.0 if wall.sense is None else _sense(wall))
    if value == 10:
        return LIMITED
    return SOLID if value in (1, 20) else NOTHING


def _heights(wall: WallDoc) -> tuple[float, float]:
    """Bottom and top in units from Wall Height's flags, old or new; unbounded where there are none."""
    flags = wall.flags and (wall.flags.wall_height or wall.flags.wallHeight)
    if not flags:
        return -math.inf, math.inf
    bottom = flags.bottom if flags.bottom is not None else flags.wall_bottom
    top = flags.top if flags.top is not None else flags.wall_top
    return (-math.inf if bottom is None else bottom), (math.inf if top is None else top)
