"""Choose pairs of attacker and target in one scene: half of them adjacent, half up to 12 squares apart."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import msgspec

from benchmarks.maps import Map
from coign.catalogue.registry import configure
from coign.facts.cover.sightlines import Sightlines
from coign.protocol.evaluate import D20, Attack, Defence, Evaluate, Reach, Roll
from coign.protocol.messages import Change
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.util.tasks import finish

FARTHEST = 12  # squares
RULESET = "partial-advantage"


@dataclass(frozen=True)
class Pair:
    """One attack. `request` asks for everything about it."""

    scene: Scene
    attacker: Token
    target: Token
    adjacent: bool

    @cached_property
    def request(self) -> Evaluate:
        """The request to judge this attack, by bow or by sword."""
        melee = Attack(kind="melee", reach=5.0, name="Longsword")
        ranged = Attack(kind="ranged", range=Reach(80.0, 320.0), name="Longbow")
        return Evaluate(
            id="m1",
            scene=self.scene.id,
            occasion="attack",
            actor=self.attacker.id,
            targets=(self.target.id,),
            attack=melee if self.adjacent else ranged,
            roll=Roll(d20=(D20(14),), total=19.0),
            defence={self.target.id: Defence(ac=16.0)},
        )

    @cached_property
    def frame(self) -> bytes:
        """The request's bytes as the module sends them."""
        return msgspec.json.encode(self.request)

    def sightlines(self) -> Sightlines:
        """Measure the lines between the two again."""
        ignore = frozenset((self.attacker.id, self.target.id))
        return Sightlines(self.scene, self.attacker.space, self.target.space, ignore=ignore)


def choose(scene: Scene, count: int) -> list[Pair]:
    """Choose pairs of enemies, the same each time."""
    chance = random.Random(7)
    near: list[Pair] = []
    far: list[Pair] = []
    tokens = list(scene.tokens.values())
    for attacker in tokens:
        for target in tokens:
            if not attacker.enemy_of(target):
                continue
            (ax, ay), (bx, by) = attacker.space.cells[0], target.space.cells[0]
            apart = max(abs(ax - bx), abs(ay - by))
            if apart <= FARTHEST:
                (near if apart == 1 else far).append(Pair(scene, attacker, target, apart == 1))
    half = min(count // 2, len(near))
    chosen = [*chance.sample(near, half), *chance.sample(far, min(count - half, len(far)))]
    chance.shuffle(chosen)
    return chosen


def stir(pair: Pair) -> None:
    """Move both to their own places, as creatures move in a fight, so that the next attack finds nothing about them, or
    the light on them, in the caches."""
    finish(pair.scene.change(steps(pair)))


def steps(pair: Pair) -> tuple[Change, ...]:
    """Return the changes that `stir` makes."""
    moved = [pair.scene.tokens[token.id].doc for token in (pair.attacker, pair.target)]
    return tuple(Change("Token", "update", doc.id, msgspec.Raw(msgspec.json.encode(doc))) for doc in moved)


def read(made: Map) -> Scene:
    """Read the scene of a map and build its index of walls, which the first query would build."""
    scene = finish(Scene.read(made.data))
    scene.walls.near(0, 0, 1, 1)
    return scene


def judged_by() -> Setup:
    """Return the rules by which the attacks are judged."""
    return configure([RULESET], {}, (), 0.0)
