"""Count by rays in three dimensions how much of a body lies in fog or behind it, with no code of the bridge.

    python -m facts.recount_fog 2000 [SEED]

Each scene has up to three areas of fog, light or heavy, at some heights; one in five is flat. The body is counted at 20
by 20 spots on each of its twenty layers. What lies behind heavy fog is counted from the eye that sees most. A
difference of a share by more than 0.03 is printed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from coign.facts.query import Query
from coign.facts.view import View
from support.maps import Document, draw, region
from support.scenes import BOW, DMG, read

SPOTS, LAYERS, CLOSE = 20, 20, 0.03
SHARES = (np.arange(LAYERS) + 0.5) / LAYERS
INSET = 1  # px, of an eye at a corner

Mask = NDArray[np.bool_]


class Fog(NamedTuple):
    """An area of fog between two heights, in pixels and feet."""

    outline: shapely.Geometry
    bottom: float
    top: float
    is_heavy: bool


def scene_of(pick: random.Random) -> Document:
    """Return a scene with A and B at some heights, and fog between and about them."""
    a, b = pick.choice(((0, 0), (0, 0), (0, 0), (10, 0), (0, 10), (15, 5)))
    tokens: dict[str, Document] = {
        "A": {"x": 100 + pick.choice((0, 37, -20)), "y": 400 + pick.choice((0, 13)), "elevation": a},
        "B": {"x": pick.choice((469, 500, 600, 700)), "y": pick.choice((200, 400, 500)), "elevation": b},
    }
    for token in tokens.values():
        token["coign"] = {"height": pick.choice((2.5, 5, 5, 10))}
    fogs = [_fog(pick, n, *[tokens["B"][axis] for axis in "xy"]) for n in range(pick.randint(1, 3))]
    return draw("+ + +", " A B ", "+ + +", tokens=tokens, regions=fogs)


def _fog(pick: random.Random, number: int, x: int, y: int) -> Document:
    x, y = pick.choice(((x, y), (pick.randint(150, 600), pick.randint(250, 550))))
    x, y = x + pick.randint(-120, 60), y + pick.randint(-150, 60)
    fog = region("coign.obscuring", 0, 0, id=f"fog{number}", degree=pick.choice(("light", "heavy", "heavy")))
    width, height = pick.choice((20, 60, 150, 300)), pick.choice((30, 100, 200, 350))
    fog["shapes"] = [{"type": "rectangle", "x": x, "y": y, "width": width, "height": height}]
    if pick.random() < 0.3:
        points = [x, y, x + width, y + pick.randint(0, height), x + pick.randint(0, width), y + height]
        fog["shapes"] = [{"type": "polygon", "points": points}]
    low, high = sorted((pick.choice((-99, 0, 2, 6, 10, 12)), pick.choice((1, 3, 4, 8, 12, 20, 99))))
    fog["elevation"] = {"bottom": low, "top": low if pick.random() < 0.2 else high}
    return fog


def counted(scene: Document) -> tuple[float, float]:
    """Return the shares of B's body that are in or behind heavy fog, and in any fog or behind heavy fog."""
    a, b = (next(token for token in scene["tokens"] if token["_id"] == name) for name in "AB")
    along = (np.arange(SPOTS) + 0.5) / SPOTS * 100
    spots = np.stack(np.meshgrid(b["x"] + along, b["y"] + along), axis=-1).reshape(-1, 2)
    eyes = [(INSET, INSET), (99, INSET), (99, 99), (INSET, 99), (50, 50)]
    feet, head = ((token["elevation"] + SHARES * token["coign"]["height"])[:, None] for token in (a, b))
    thick, thin = (
        _lying([fog for fog in _fogs(scene) if fog.is_heavy is is_heavy], b, spots) for is_heavy in (True, False)
    )
    behind = [np.zeros((LAYERS, len(spots)), bool) for _ in eyes]
    for dark, (dx, dy) in zip(behind, eyes, strict=True):
        for fog in _fogs(scene):
            if fog.is_heavy:
                dark |= _behind(fog, np.array([a["x"] + dx, a["y"] + dy]), spots, feet, head)
    thick |= min(behind, key=np.count_nonzero)
    return float(thick.mean()), float((thick | thin).mean())


def _fogs(scene: Document) -> Iterator[Fog]:
    for one in scene["regions"]:
        (shape,), heights, (behavior,) = one["shapes"], one["elevation"], one["behaviors"]
        if shape["type"] == "polygon":
            outline = shapely.Polygon(np.array(shape["points"]).reshape(-1, 2))
        else:
            x, y = shape["x"], shape["y"]
            outline = shapely.box(x, y, x + shape["width"], y + shape["height"])
        yield Fog(outline, heights["bottom"], heights["top"], behavior["system"]["degree"] == "heavy")


def _lying(fogs: list[Fog], body: Document, spots: Any) -> Mask:
    """Tell of the spots on each layer whether they lie in fog that holds the body's feet."""
    found, heights = np.zeros((LAYERS, len(spots)), bool), body["elevation"] + SHARES * body["coign"]["height"]
    for fog in fogs:
        if fog.bottom <= body["elevation"] <= fog.top:
            within = (fog.bottom <= heights) & (heights <= fog.top)
            found |= shapely.contains_xy(fog.outline, spots) & (within if within.any() else ~within)[:, None]
    return found


def _behind(fog: Fog, eye: Any, spots: Any, start: Any, end: Any) -> Mask:
    """Tell of the spots on each layer whether the line to them passes fog; `start` and `end` are its heights."""
    ways = shapely.linestrings(np.stack([np.broadcast_to(eye, spots.shape), spots], axis=1))
    parts, spot = shapely.get_parts(shapely.intersection(ways, fog.outline), return_index=True)
    is_line = (shapely.get_type_id(parts) == 1) & ~shapely.is_empty(parts)
    parts, spot = parts[is_line], spot[is_line]
    ends = (shapely.get_coordinates(shapely.get_point(parts, n)) for n in (0, -1))
    along = [np.hypot(*(at - eye).T) / np.hypot(*(spots[spot] - eye).T) for at in ends]
    one, other = (start + (end - start) * at for at in along)
    passes = (np.maximum(one, other) >= fog.bottom) & (np.minimum(one, other) <= fog.top)
    found = np.zeros((LAYERS, len(spots)), bool)
    for n, row in enumerate(passes):
        found[n, spot[row]] = True
    return found


def differences(pairs: int, seed: int) -> Iterator[str]:
    """Yield what differs, in words."""
    conventions, readings = DMG
    for n in range(pairs):
        document = scene_of(random.Random(f"{seed}/{n}"))
        if not all(fog.outline.is_valid for fog in _fogs(document)):
            continue
        scene, mine = read(document), counted(document)
        a, b = scene.tokens["A"], scene.tokens["B"]
        found = View(Query(scene, a, b, a.space, BOW, conventions), a, readings.cover).obscured[:2]
        if max(abs(one - other) for one, other in zip(found, mine, strict=True)) > CLOSE:
            yield f"{seed}, {n}: heavily and at all {found}, counted {mine}"


if __name__ == "__main__":
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong = list(differences(count, first))
    sys.stdout.write("\n".join([*wrong, f"{count} pairs, {len(wrong)} differ", ""]))
