"""Count what is under two creatures from the documents alone, with no code of the bridge: ground, terrain and water.

    python -m facts.recount_ground 2000 [SEED]

Each scene has up to four regions of one to three behaviours, at some heights, and A and B move in any way, perhaps on a
steed. What differs in the facts of terrain and elevation is printed.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from typing import Any

from support.maps import Document, draw
from support.scenes import facts

WAYS = ("walk", "walk", "walk", "fly", "hover", "swim", "burrow", "climb")
ACTIONS = ("walk", "fly", "swim", "burrow")  # those to which Foundry lets a cost be given
KINDS = ("plants", "ice")
SIZE = 100  # px


def scene_of(pick: random.Random) -> Document:
    """Return a scene with A and B, H under one of them, and regions about them."""
    tokens = {letter: _creature(pick, 400 * n, letter) for n, letter in enumerate("AB")}
    rider = tokens[pick.choice("AB")]
    rider["coign"]["mount"] = "H"
    side = pick.choice((1, 2, 3))
    tokens["H"] = _creature(pick, rider["x"] - 100 * pick.randint(0, side - 1), "H")
    tokens["H"] |= {"y": 100 - 100 * pick.randint(0, side - 1), "width": side, "height": side}
    tokens["H"]["disposition"] = rider["disposition"] * pick.choice((1, 1, 1, -1))
    tokens["H"]["elevation"] = rider["elevation"] if pick.random() < 0.8 else 30
    regions = [_region(pick, n) for n in range(pick.randint(1, 4))]
    return draw(
        "+ + + + + +", "           ", "+ + + + + +", " A       B ", "+ + + + + +", tokens=tokens, regions=regions
    )


def _creature(pick: random.Random, x: int, letter: str) -> Document:
    coign: Document = {"locomotion": pick.choice(WAYS), "height": pick.choice((5, 10, 4))}
    coign["speeds"] = {way: 20 for way in ("climb", "swim", "burrow") if pick.random() < 0.6}
    coign["statuses"] = [pick.choice(("", "", "", "", "", "dead", "difficult-terrain"))]
    coign["ignoredGround"] = [pick.choice(("", "", "ice", "plants", "all", "nonmagical", "magical"))]
    where = {"x": x + pick.choice((0, 0, 25)), "y": 100, "elevation": pick.choice((0, 0, 0, 5, 10, -5, 12))}
    return where | {"_id": letter, "disposition": pick.choice((-1, 1)), "coign": coign}


def _region(pick: random.Random, number: int) -> Document:
    low, high = sorted((pick.choice((-10, -5, 0, 5)), pick.choice((0, 5, 10, 15))))
    heights: Document = {"bottom": pick.choice((low, low, None)), "top": pick.choice((high, high, None))}
    if pick.random() < 0.5:
        heights["topInclusive"] = pick.choice((True, False))
    x, y = pick.choice((0, 400, 0, 400, 99, 450, 200)), pick.choice((0, 100, 150, 199, 200))
    shape = {"type": "rectangle", "x": x, "y": y, "width": pick.choice((50, 100, 500)), "height": 100}
    behaviors = [_behavior(pick) for _ in range(pick.choice((1, 1, 2, 3)))]
    region = {"_id": f"r{number}", "elevation": heights, "shapes": [shape], "behaviors": behaviors}
    return region | {"hidden": pick.random() < 0.1}


def _behavior(pick: random.Random) -> Document:
    kind = pick.choice(
        ("coign.terrain", "coign.terrain", "coign.ground", "dnd5e.difficultTerrain", "modifyMovementCost")
    )
    systems: dict[str, Document] = {
        "coign.terrain": {"difficult": pick.random() < 0.5, "water": pick.random() < 0.5},
        "coign.ground": {"elevation": pick.choice((5, 10, 12, -5))},
        "modifyMovementCost": {"difficulties": {way: pick.choice((1, 1, 2, 3, 0.5, None)) for way in ACTIONS}},
        "dnd5e.difficultTerrain": {
            "types": [one for one in KINDS if pick.random() < 0.4],
            "magical": pick.random() < 0.3,
            "ignoredDispositions": [one for one in (-1, 1) if pick.random() < 0.2],
        },
    }
    return {"type": kind, "disabled": pick.random() < 0.1, "system": systems[kind]}


# --- counting ---------------------------------------------------------------------------------------------------------


class Map:
    """A scene, asked about its creatures."""

    def __init__(self, scene: Document) -> None:
        self.tokens = {token["_id"]: token for token in scene["tokens"]}
        self.regions = [one for one in scene["regions"] if not one["hidden"]]

    def acting(self, token: Document, feet: float, kind: str, *, centre: bool = False) -> Iterator[Document]:
        """Yield what the regions say, with their top, of a kind, on a creature with its feet at this height."""
        side = token.get("width", 1) * SIZE
        x0, y0, x1, y1 = token["x"], token["y"], token["x"] + side, token["y"] + side
        if centre:
            x0, y0, x1, y1 = (x0 + x1) / 2, (y0 + y1) / 2, (x0 + x1) / 2, (y0 + y1) / 2
        for region in self.regions:
            (shape,), heights = region["shapes"], region["elevation"]
            bottom, top = heights["bottom"], heights["top"]
            bottom, top = -math.inf if bottom is None else bottom, math.inf if top is None else top
            inside = bottom <= feet < top or (feet == top and (heights.get("topInclusive", True) or top == bottom))
            west, north = shape["x"], shape["y"]
            east, south = west + shape["width"], north + shape["height"]
            over = (
                west <= x0 <= east and north <= y0 <= south
                if centre
                else x0 < east and west < x1 and y0 < south and north < y1
            )
            for behavior in region["behaviors"]:
                if inside and over and behavior["type"] == kind and not behavior["disabled"]:
                    yield behavior["system"] | {"top": top}

    def ground(self, token: Document, feet: float) -> float | None:
        """Return the highest ground under the middle of a creature."""
        drawn = [system["elevation"] for system in self.acting(token, feet, "coign.ground", centre=True)]
        return max(drawn, default=None)

    def feet(self, token: Document) -> float:
        """Return where a creature's feet are: on the ground if it walks or climbs and has no elevation of its own."""
        ground = self.ground(token, token["elevation"])
        on_it = not token["elevation"] and token["coign"]["locomotion"] in ("walk", "climb")
        return token["elevation"] if not on_it or ground is None else ground

    def steed(self, token: Document) -> Document | None:
        steed = self.tokens["H"]
        if token["coign"].get("mount") != "H" or "dead" in steed["coign"]["statuses"]:
            return None
        x, y, side = token["x"] + SIZE / 2, token["y"] + SIZE / 2, steed["width"] * SIZE
        shared = steed["x"] < x < steed["x"] + side and steed["y"] < y < steed["y"] + side
        # or the middle of one of the steed's squares lies in the rider's
        shared |= any(
            0 < steed["x"] + 50 + 100 * i - token["x"] < 100 and 0 < steed["y"] + 50 + 100 * j - token["y"] < 100
            for i in range(steed["width"])
            for j in range(steed["width"])
        )
        near = abs(self.feet(steed) - self.feet(token)) <= steed["coign"]["height"]
        return steed if shared and near and steed["disposition"] == token["disposition"] else None

    def surface(self, token: Document) -> float | None:
        tops = [s["top"] for s in self.acting(token, self.feet(token), "coign.terrain", centre=True) if s["water"]]
        return max((top for top in tops if top < math.inf), default=None)

    def elevation(self, token: Document) -> Any:
        steed = self.steed(token)
        if steed is not None:
            return self.feet(steed) + steed["coign"]["height"] / 2
        if token["coign"]["locomotion"] not in ("swim", "burrow"):
            return self.feet(token)
        surface = self.surface(token)
        if surface is not None:
            return surface
        return self.ground(token, token["elevation"]) or 0.0

    def stands(self, token: Document) -> Any:
        mover = self.steed(token) or token
        way = mover["coign"]["locomotion"]
        if way in ("fly", "hover", "climb"):
            return self.feet(mover) == (self.ground(mover, mover["elevation"]) or 0.0)
        return way == "walk"

    def immersed(self, token: Document) -> float:
        """Return the share of a creature's height under water; a rider's feet are on its steed's back."""
        surface, steed = self.surface(token), self.steed(token)
        if surface is None and token["coign"]["locomotion"] == "swim":
            surface = self.ground(token, token["elevation"]) or 0.0
        feet = self.feet(token) if steed is None else self.feet(steed) + steed["coign"]["height"] / 2
        return 0.0 if surface is None else min(1.0, max(0.0, (surface - feet) / token["coign"]["height"]))

    def slowed(self, token: Document) -> tuple[bool, float]:
        """Tell whether movement costs extra, and how many times as much by Foundry's costs."""
        mover = self.steed(token) or token
        coign, feet = mover["coign"], self.feet(mover)
        way = coign["locomotion"]
        if "difficult-terrain" in (*token["coign"]["statuses"], *coign["statuses"]):
            return True, 1.0
        if way in ("climb", "swim", "burrow") and way not in coign["speeds"]:
            return True, 1.0
        action = {"hover": "fly", "climb": "walk"}.get(way, way)
        prices = [s["difficulties"][action] for s in self.acting(mover, feet, "modifyMovementCost")]
        cost = math.inf if None in prices else math.prod(prices)
        aloft = way in ("fly", "hover")
        rough = any(s["difficult"] for s in self.acting(mover, feet, "coign.terrain"))
        for system in self.acting(mover, feet, "dnd5e.difficultTerrain"):
            (ignored,) = coign["ignoredGround"]
            spared = mover["disposition"] in system["ignoredDispositions"] or ignored == "all"
            spared |= ignored == ("magical" if system["magical"] else "nonmagical") or system["types"] == [ignored]
            rough |= not spared
        return (rough and not aloft) or cost > 1, cost


def differences(pairs: int, seed: int) -> Iterator[str]:
    """Yield what differs, in words."""
    for n in range(pairs):
        document = scene_of(random.Random(f"{seed}/{n}"))
        mine, ours = Map(document), facts(document)
        a, b = mine.tokens["A"], mine.tokens["B"]
        height, ground = ours.elevation, ours.terrain
        slow, cost = mine.slowed(b)
        told: dict[str, tuple[Any, Any]] = {
            "elevations": ((height.attacker, height.target), (mine.elevation(a), mine.elevation(b))),
            "standing": ((height.standing, height.target_standing), (mine.stands(a), mine.stands(b))),
            "immersed": ((ground.attacker_immersed, ground.target_immersed), (mine.immersed(a), mine.immersed(b))),
            "difficult": ((ground.attacker_difficult, ground.target_difficult), (mine.slowed(a)[0], slow)),
            "cost": (ground.target_cost if slow else None, min(cost, 1e6) if slow else None),
        }
        for name, (one, other) in told.items():
            if one != other:
                yield f"{seed}, {n}: {name} {one}, counted {other}"


if __name__ == "__main__":
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong = list(differences(count, first))
    sys.stdout.write("\n".join([*wrong, f"{count} pairs, {len(wrong)} differ", ""]))
