"""Count by rays in three dimensions how much of a body each kind of light reaches, with no code of the bridge.

    python -m facts.recount_lamps 2000 [SEED]

Each scene has up to three lamps or darkness sources, and up to five walls with heights, some of them through the body's
square. The light on a body is counted at 64 by 64 spots on each of its twenty layers: those that its square's centre
sees past what can give cover are its own part. A difference of a share by more than 0.02 is printed, and one of the
level, unless the share is within 0.02 of the limit.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from support.maps import Document, draw, wall
from support.scenes import facts

SPOTS = 64  # along each side
LAYERS = 20
PIXELS = 20  # a unit: a grid space has 100 px and 5 ft
CLOSE = 0.02

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def scene_of(rng: np.random.Generator) -> Document:
    """Return a scene by night, with B at (900, 400) and lamps and walls about it."""

    def one_of(*choices: Any) -> Any:
        return choices[int(rng.integers(len(choices)))]

    def lamp(n: int) -> Document:
        bright, dim = one_of((0, 40), (20, 40), (15, 20), (30, 0))
        flags = one_of(None, None, {"levels": {"rangeBottom": one_of(0, 2, None), "rangeTop": one_of(4, 8, None)}})
        config = {"bright": bright, "dim": dim, "angle": one_of(360, 360, 90), "priority": one_of(0, 0, 0, 1)}
        return {
            "_id": f"l{n}",
            "x": float(950 + rng.integers(-400, 400)),
            "y": float(450 + rng.integers(-400, 400)),
            "elevation": one_of(0, None, 1, 4, 8, 20, -5),
            "rotation": float(rng.integers(360)),
            "config": config | {"negative": one_of(False, False, False, True)},
            "flags": flags,
        }

    def screen(n: int) -> Document:
        x, y, turn = 950 + rng.integers(-250, 250), 450 + rng.integers(-250, 250), rng.uniform(0, 2 * math.pi)
        dx, dy = (rng.uniform(40, 200) * part for part in (math.cos(turn), math.sin(turn)))
        heights = one_of({}, {"top": one_of(2, 3, 4)}, {"bottom": one_of(1, 3)}, {"bottom": 2, "top": one_of(3, 6)})
        restricts: Document = one_of(
            {}, {}, {"light": 10}, {"sight": 0, "move": 0}, {"light": 0}, {"dir": one_of(1, 2)}
        )
        made = wall(int(x - dx), int(y - dy), int(x + dx), int(y + dy), flags={"wall-height": heights})
        return made | {"_id": f"w{n}"} | restricts

    body = {"elevation": one_of(0, 0, 5, -5), "coign": {"height": one_of(5, 5, 2, 10)}}
    return draw(
        "+ + +",
        " A B ",
        "+ + +",
        tokens={"A": {"x": 100, "y": 400}, "B": {"x": 900, "y": 400} | body},
        lights=[lamp(n) for n in range(int(rng.integers(1, 4)))],
        walls=[screen(n) for n in range(int(rng.integers(1, 6)))],
        night=True,
    )


class Recount:
    """The levels of light, 0 to 2, at each spot of each layer of B's own part."""

    def __init__(self, scene: Document) -> None:
        (body,) = (token for token in scene["tokens"] if token["_id"] == "B")
        self.scene, self.feet, self.tall = scene, float(body["elevation"]), float(body["coign"]["height"])
        along = (np.arange(SPOTS) + 0.5) / SPOTS * 100
        x, y = np.meshgrid(body["x"] + along, body["y"] + along)
        heights = self.feet + (np.arange(LAYERS) + 0.5) / LAYERS * self.tall
        self.x, self.y, self.z = (
            np.broadcast_to(axis, (LAYERS, SPOTS, SPOTS)) for axis in (x, y, heights[:, None, None])
        )
        self.centre = body["x"] + 50.0, body["y"] + 50.0

    @property
    def is_close(self) -> bool:
        """Return whether a wall passes so close to the centre that it may cut nothing off."""
        for one in self.scene["walls"]:
            (ax, ay, bx, by), (x, y) = one["c"], self.centre
            along = min(1, max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / math.hypot(bx - ax, by - ay) ** 2))
            if math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y) < 3:
                return True
        return False

    def shares(self) -> tuple[float, float]:
        """Return the shares of the own part that are bright, and at least dim."""
        own = ~self._stopped(*self.centre, None, "sight", one_way=False)
        level = self._level()
        return float((level == 2)[own].mean()), float((level > 0)[own].mean())

    def _level(self) -> NDArray[np.int64]:
        """The light of higher priority counts in the place of other lamps, and darkness takes away what is not."""
        level = np.zeros(self.x.shape, int)
        for priority in (0, 1):
            lit, dark = np.zeros(self.x.shape, int), np.zeros(self.x.shape, bool)
            for lamp in self.scene["lights"]:
                config = lamp["config"]
                if config["priority"] != priority:
                    continue
                bright, dim = self._reached(lamp)
                if config["negative"]:
                    dark |= dim
                else:
                    lit = np.maximum(lit, np.where(bright, 2, np.where(dim, 1, 0)))
            level = np.where(dark, 0, np.where(lit > 0, lit, level))
        return level

    def _reached(self, lamp: Document) -> tuple[Mask, Mask]:
        """Return where a lamp is bright, and where it reaches at all."""
        config, ranges = lamp["config"], (lamp["flags"] or {}).get("levels") or {}
        low, high = ranges.get("rangeBottom"), ranges.get("rangeTop")
        if low is None and high is not None:
            low = lamp["elevation"]
        dx, dy = self.x - lamp["x"], self.y - lamp["y"]
        far = np.hypot(dx, dy)
        aside = np.abs((np.degrees(np.arctan2(dy, dx)) - 90 - lamp["rotation"] + 180) % 360 - 180)
        there = aside <= config["angle"] / 2
        there &= self.z >= (-math.inf if low is None else low)
        there &= self.z <= (math.inf if high is None else high)
        height = lamp["elevation"] or (low or 0.0) + 5.0
        there &= ~self._stopped(lamp["x"], lamp["y"], height, "light", one_way=True)
        radii = (config["bright"] * PIXELS, max(config["bright"], config["dim"]) * PIXELS)
        bright, dim = (there & (far <= radius) for radius in radii)
        return bright, dim

    def _stopped(self, x: float, y: float, z: float | None, what: str, *, one_way: bool) -> Mask:
        """Return the spots that are stopped from a point; at their own heights if it has none."""
        solid, weak = np.zeros(self.x.shape, bool), np.zeros(self.x.shape, int)
        for one in self.scene["walls"]:
            kind = one.get(what, 20)
            if kind == 0:
                continue
            ax, ay, bx, by = one["c"]
            wx, wy, dx, dy = bx - ax, by - ay, self.x - x, self.y - y
            side = wx * (y - ay) - wy * (x - ax)
            if one_way and ((one.get("dir") == 1 and side > 0) or (one.get("dir") == 2 and side < 0)):
                continue
            with np.errstate(divide="ignore", invalid="ignore"):
                along = ((ax - x) * wy - (ay - y) * wx) / (dx * wy - dy * wx)
                over = ((ax - x) * dy - (ay - y) * dx) / (dx * wy - dy * wx)
            met = (along > 0) & (along < 1) & (over >= 0) & (over <= 1)
            heights = one["flags"]["wall-height"]
            at = self.z if z is None else z + along * (self.z - z)
            met &= (at >= heights.get("bottom", -math.inf)) & (at <= heights.get("top", math.inf))
            if kind == 10:
                weak = weak + met
            else:
                solid |= met
        return solid | (weak >= 2)


def differences(pairs: int, seed: int) -> Iterator[str]:
    """Yield what differs, in words."""
    for n in range(pairs):
        rng = np.random.default_rng([seed, n])
        scene = scene_of(rng)
        while (recount := Recount(scene)).is_close:
            scene = scene_of(rng)
        bright, lit = recount.shares()
        fact = facts(scene).obscurement
        found, any_light = fact.shares.none, fact.shares.none + fact.shares.lightly
        if abs(found - bright) > CLOSE or abs(any_light - lit) > CLOSE:
            yield f"{seed}, {n}: bright {found:.3f}, counted {bright:.3f}; lit {any_light:.3f}, counted {lit:.3f}"
        elif min(abs(bright - 0.5), abs(lit - 0.5)) > CLOSE:
            level = "none" if bright > 0.5 else "lightly" if lit > 0.5 else "heavily"
            if fact.raw != level:
                yield f"{seed}, {n}: {fact.raw}, counted {level}"


if __name__ == "__main__":
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong = list(differences(count, first))
    sys.stdout.write("\n".join([*wrong, f"{count} pairs, {len(wrong)} differ", ""]))
