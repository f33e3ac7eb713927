"""Random messages: valid ones, some with values replaced by absurd ones, and sometimes with damaged bytes. The same
seed gives the same messages.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from coign.catalogue.registry import catalogue

NESTED: Any = 1
for _ in range(60):
    NESTED = [NESTED]
DEEP = "as deep as it goes"  # replaced in the text by JSON nested deeper than Python can build

ABSURD: tuple[Any, ...] = (
    *(None, True, False, 0, -0.0, 1, -1, 0.5, 1e308, -1e308, 5e-324, 1e7, 1e9, 2**31, 2**63, -(2**70), 10**400, 20),
    *("", "x", "x" * 5000, "Infinity", "NaN", "-1e999", "1", "\x00", "\u202e", "🎲" * 100, "__proto__", "null", "a"),
    *([], {}, [None], [[]], {"": {}}, {"_id": {}}, [1e308] * 4, NESTED, DEEP, [0, 0, 1, 1], {"type": "hello"}),
)
RULESETS = catalogue()
WITH_OPTIONS = [ruleset for ruleset in RULESETS if ruleset.options]
IDS = ("a", "b", "c", "d")
OCCASIONS = ("attack", "save", "check", "perception", "stealth", "opportunity", "movement", "ready")
BEHAVIOURS: dict[str, dict[str, list[Any]]] = {
    "coign.cover": {"degree": ["none", "half", "three-quarters", "total"]},
    "coign.obscuring": {"degree": ["light", "heavy"]},
    "coign.ground": {"elevation": [0, 5, -10]},
    "coign.terrain": {"difficult": [True, False], "water": [True, False]},
    "modifyMovementCost": {"difficulties": [{"walk": 2}, {"fly": None}]},
    "defineSurface": {"placement": ["bottom", "top", "both"], "move": [20, 0], "sight": [20, 0], "light": [True, 0]},
}
DOCUMENTS = {
    "Token": "tokens",
    "Wall": "walls",
    "AmbientLight": "lights",
    "Region": "regions",
    "Tile": "tiles",
    "Level": "levels",
}


class RandomClient:
    """A client that sends random messages. `oddity` of a hundred messages have an absurd value."""

    def __init__(self, seed: int, oddity: int = 35) -> None:
        self.pick = Random(seed)
        self.oddity = oddity
        self.grid: dict[str, Any] = {}
        self.revision: int | None = None  # of the scene that the bridge has, as far as the client knows

    def message(self) -> bytes:
        """Return the next message as bytes."""
        kinds: list[tuple[Callable[[], dict[str, Any]], int]] = [
            (self.evaluate, 40), (self.patch, 25), (self.put, 12), (self.survey, 6), (self.configure, 6),
            (self.drop, 2), (self.cancel, 2), (self.share, 2), (self.hello, 2), (self.pair, 2), (self.nonsense, 3),
        ]  # fmt: skip
        make = self.pick.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
        said = self.put() if self.revision is None and self.chance(90) else make()
        if self.chance(self.oddity):
            for _ in range(self.pick.randint(1, 4)):
                said = self.distort(said)
        data = json.dumps(said).encode().replace(f'"{DEEP}"'.encode(), self.deep())
        return self.damage(data) if self.chance(4) else data

    def chance(self, percent: int) -> bool:
        return self.pick.randrange(100) < percent

    def distort(self, value: Any) -> Any:
        """Return a value with one of its parts replaced by an absurd value, removed or repeated."""
        if isinstance(value, dict) and value and self.chance(97):
            key = self.pick.choice(list(value))
            return {**value, key: self.distort(value[key])}
        if isinstance(value, list | tuple) and value and self.chance(85):
            parts = list(value)
            at = self.pick.randrange(len(parts))
            parts[at : at + 1] = self.pick.choice([[], [parts[at]] * 2, [self.distort(parts[at])]])
            return parts
        return self.pick.choice(ABSURD)

    def deep(self) -> bytes:
        """Return deeply nested JSON that a parser may read, but that recursive code cannot walk."""
        levels = self.pick.choice([200, 700, 900, 970, 990, 5_000, 50_000])
        begin, end = self.pick.choice([(b"[", b"]"), (b'{"a":', b"}")])
        return begin * levels + b"1" + end * levels

    def damage(self, data: bytes) -> bytes:
        """Return the bytes with a few of them removed, changed, inserted or repeated."""
        at = self.pick.randrange(len(data) + 1)
        some = bytes(self.pick.randrange(256) for _ in range(self.pick.randint(1, 6)))
        end = self.pick.randrange(at, len(data) + 1)
        return self.pick.choice(
            [data[:at], data[at:], data[:at] + some + data[at:], data[:at] + data[end:], data + data[at:], some]
        )

    # --- messages -----------------------------------------------------------------------------------------------------

    def put(self) -> dict[str, Any]:
        revision = (self.revision or 0) + 1
        whole = {"type": "scene.put", "scene": "s", "revision": revision, "hash": f"h{revision % 5}"}
        return whole if self.chance(10) else {**whole, "data": self.scene()}

    def patch(self) -> dict[str, Any]:
        base = self.revision or 0
        return {
            "type": "scene.patch",
            "scene": "s",
            "base": base if self.chance(95) else base + self.pick.randint(-2, 2),
            "revision": base + 1,
            "changes": [self.change() for _ in range(self.pick.randint(0, 5))],
        }

    def change(self) -> dict[str, Any]:
        if self.chance(10):
            return {"document": "Scene", "action": "update", "id": "s", "data": self.fields()}
        kind = self.pick.choice(list(DOCUMENTS))
        change = {"document": kind, "action": self.pick.choice(["create", "update", "delete"]), "id": self.id()}
        return change if change["action"] == "delete" else {**change, "data": self.document(DOCUMENTS[kind])}

    def evaluate(self) -> dict[str, Any]:
        return {
            "type": "evaluate",
            "id": f"r{self.pick.randrange(100)}",
            "scene": "s",
            "occasion": self.pick.choice(OCCASIONS),
            "actor": self.id(),
            "targets": [self.id() for _ in range(self.pick.choice([0, 1, 1, 1, 3]))],
            **self.some(
                attack=self.attack(),
                roll={"d20": [{"value": 14}], "total": 19, "mode": "advantage", "rolled": {"1d4": [3]}},
                defence={self.id(): {"ac": 16}},
                check={"kind": "reaction", "die": 6, "ability": "dex"},
                origin=self.pick.choice([self.id(), self.point()]),
                path=[self.point() for _ in range(3)],
                at=self.point(),
                overrides=[self.override() for _ in range(2)],
                viewer=self.pick.choice(["gm", "player"]),
                formation=True,
                removesAdvantage=True,
                rulesets=[self.pick.choice(RULESETS).id],
                options=self.options() if self.chance(20) else {},
            ),
        }

    def survey(self) -> dict[str, Any]:
        squares = [[self.place(), self.place()] for _ in range(self.pick.randint(0, 6))]
        return {"type": "survey", "id": "v", "request": self.evaluate(), "places": squares}

    def configure(self) -> dict[str, Any]:
        rulesets = [one.id for one in self.pick.sample(RULESETS, self.pick.randint(0, 2))]
        more = self.some(options=self.options(), overrides=[self.override()], facingOffset=90)
        return {"type": "configure", "rulesets": rulesets, "id": "c", **more}

    def share(self) -> dict[str, Any]:
        said = "; ".join(f"{name}={value}" for name, value in self.options().items())
        return {"type": "share", "id": "s", "line": f"{self.pick.choice(RULESETS).id}: {said}"}

    def drop(self) -> dict[str, Any]:
        return {"type": "scene.drop", "scene": "s"}

    def cancel(self) -> dict[str, Any]:
        return {"type": "cancel", "id": "v"}

    def hello(self) -> dict[str, Any]:
        return {"type": "hello", "versions": [1], "world": "w1", "user": "gm", "client": "c1", "token": "t"}

    def pair(self) -> dict[str, Any]:
        return {"type": "pair", "world": "w1", "user": "gm", "client": "c1", "label": "x", "code": "AAAA-BBBB"}

    def nonsense(self) -> dict[str, Any]:
        return {"type": self.pick.choice(["dance", "", "annotation", 7, None]), "id": self.pick.choice(ABSURD)}

    # --- their parts --------------------------------------------------------------------------------------------------

    def some(self, **parts: Any) -> dict[str, Any]:
        """Return a random choice of these parts."""
        return {name: part for name, part in parts.items() if self.chance(25)}

    def id(self) -> str:
        return self.pick.choice(IDS)

    def place(self) -> float:
        return 100 * self.pick.randrange(6) + (self.pick.random() * 100 if self.chance(20) else 0)

    def point(self) -> dict[str, Any]:
        return {"x": self.place(), "y": self.place(), "elevation": self.pick.choice([0, 5, 30])}

    def attack(self) -> dict[str, Any]:
        melee = {"kind": "melee", "reach": self.pick.choice([5, 10]), "abilities": ["sneak-attack"]}
        return self.pick.choice([melee, {"kind": "ranged", "range": {"normal": 80, "long": 320}, "spell": True}])

    def options(self) -> dict[str, Any]:
        choice = self.pick.choice(self.pick.choice(WITH_OPTIONS).options)
        return {choice.name: self.pick.choice([*choice.values, True, False, "huge"])}

    def override(self) -> dict[str, Any]:
        effect: dict[str, Any] = {
            "kind": self.pick.choice(["flat", "die", "pool", "advantage", "blocked", "note", "miss-chance"])
        }
        effect |= {"value": 2, "dice": self.pick.choice(["1d4", "-1d4", "9999999d9999999", 3, 10**9]), "to": "attack"}
        fact = self.pick.choice(["cover", "obscurement", "flanking", "standing", "enemy", "target_arc", "huge"])
        return {
            "scope": self.pick.choice(["roll", "token", "pair", "scene", "world"]),
            "state": self.pick.choice(["on", "off", "measured"]),
            **self.pick.choice(
                [
                    {"modifier": self.pick.choice(["high-ground", "half-cover", "flanking", "mine"])},
                    {"modifier": "mine", "effect": {**effect, "percent": 20, "text": "x"}},
                    {"fact": fact, "value": self.pick.choice(["half", "heavily", True, "rear", *ABSURD])},
                ]
            ),
            **self.some(actor=self.id(), target=self.id(), token=self.id(), scene="s", why="because"),
        }

    def scene(self) -> dict[str, Any]:
        documents = {
            name: [self.document(name) | {"_id": key} for key in IDS[: self.pick.choice([0, 2, 4, 4, 4])]]
            for name in DOCUMENTS.values()
        }
        return {**self.fields(), **documents}

    def fields(self) -> dict[str, Any]:
        if self.chance(30):
            self.grid = {
                "type": self.pick.randrange(6),
                "size": 100,
                "distance": 5,
                "diagonals": self.pick.randrange(7),
            }
        light = {"enabled": self.chance(50), "bright": self.chance(50), "darkness": {"min": 0, "max": 1}}
        night = {"darknessLevel": self.pick.choice([0, 0.5, 1]), "globalLight": light}
        return {"_id": "s", "name": "s", "grid": self.grid, "tokenVision": self.chance(80), "environment": night}

    def document(self, collection: str) -> dict[str, Any]:
        made: dict[str, Any] = getattr(self, collection)()
        return {"_id": self.id(), **made}

    def tokens(self) -> dict[str, Any]:
        coign = self.some(
            reach=10,
            locomotion=self.pick.choice(["walk", "fly", "swim", "burrow"]),
            statuses=[self.pick.choice(["dead", "invisible", "blinded", "prone"])],
            senses={"darkvision": 60, "blindsight": 10, "truesight": 30},
            cells=[{"i": 0, "j": 0}, {"i": 1, "j": 0}],
            facing=45,
            formation="f",
            shield={"side": "left", "bonus": 2},
        )
        side = self.pick.choice([0.5, 1, 1, 1, 2, 3, 8])
        more = self.some(hidden=True, level=self.id(), light={"dim": 20, "bright": 10}, rotation=90, name="Ann")
        place = {"x": self.place(), "y": self.place(), "elevation": self.pick.choice([0, 0, 10])}
        return {
            **place,
            "width": side,
            "height": side,
            "disposition": self.pick.choice([-1, 0, 1]),
            "coign": coign,
            **more,
        }

    def tiles(self) -> dict[str, Any]:
        return {
            "x": self.place(),
            "y": self.place(),
            "width": self.pick.choice([0, 100, 300]),
            "height": 200,
            "elevation": self.pick.choice([0, 5, 10]),
            **self.some(
                restrictions={"light": True}, rotation=45, hidden=True, levels=[self.id()], roof=True, overhead=True,
                texture={"anchorX": 0, "anchorY": 1},
            ),
        }  # fmt: skip

    def walls(self) -> dict[str, Any]:
        cover = self.pick.choice(["half", {"degree": "low", "height": 3}, "nothing"])
        return {
            "c": [self.place() for _ in range(4)],
            "sight": self.pick.choice([0, 10, 20, 30]),
            "move": self.pick.choice([0, 20]),
            **self.some(
                light=10, dir=1, door=1, ds=1, levels=[self.id()],
                flags={"coign": {"cover": cover}, "wall-height": {"top": 10, "bottom": 0}},
            ),
        }  # fmt: skip

    def lights(self) -> dict[str, Any]:
        config = {"bright": 20, "dim": 40, **self.some(angle=90, negative=True, darkness={"min": 0.5, "max": 1})}
        return {
            "x": self.place(),
            "y": self.place(),
            "config": config,
            **self.some(walls=False, hidden=True, rotation=45),
        }

    def regions(self) -> dict[str, Any]:
        kind = self.pick.choice(list(BEHAVIOURS))
        system: dict[str, Any] = {name: self.pick.choice(values) for name, values in BEHAVIOURS[kind].items()}
        ring = [self.place() for _ in range(2 * self.pick.randint(3, 7))]
        shape = {"type": "rectangle", "x": self.place(), "y": self.place(), "width": 200, "height": 200}
        circle = {"type": "circle", "x": self.place(), "y": self.place(), "radius": 150, "hole": True}
        drawn: dict[str, Any] = self.pick.choice([{"polygons": [ring]}, {"shapes": [shape, circle]}])
        return {**drawn, "behaviors": [{"type": kind, "system": system}], "elevation": {"bottom": 0, "top": None}}

    def levels(self) -> dict[str, Any]:
        return {"name": "l", "elevation": {"bottom": self.pick.choice([0, 10]), "top": 20}}
