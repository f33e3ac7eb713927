"""The query: attacker, target, attack and conventions. Every fact is measured from one."""

from __future__ import annotations

import math

import msgspec
from msgspec.structs import replace

from coign.facts.conventions import Conventions
from coign.facts.cover.exposure import NO_EFFECT, Exposure, best
from coign.facts.cover.heights import Levels, Rise, Upright
from coign.facts.cover.sightlines import Sightlines
from coign.facts.effort import LINES, thinner
from coign.facts.stature import squares_of, steed_of, upright
from coign.grid.space import QUANTA, Box, Space, box_about
from coign.protocol.evaluate import Attack
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.util.lazy import lazy
from coign.util.tasks import Made, Task

HAND_TO_HAND = Attack(kind="melee")  # with the reach of whoever attacks
BY_MARGIN = 3.0  # spaces: how wide a steed may be whose riders are within the margin of `creatures_near`
ONE_SIDED = 0.01  # of a body: exposed where only the other way is open


class Query(msgspec.Struct, frozen=True, dict=True, eq=False):
    """One attacker (or point of origin) and one target. A point of origin has no `actor`."""

    scene: Scene
    actor: Token | None
    target: Token
    source: Space
    attack: Attack
    conventions: Conventions
    enemies: dict[frozenset[str], bool] = {}  # a GM's overrides for pairs of tokens

    @property
    def space(self) -> Space:
        """The target's space."""
        return self.target.space

    @property
    def melee(self) -> bool:
        """Tell whether the attack is made in melee."""
        return self.attack.kind == "melee"

    @lazy
    def overlapping(self) -> bool:
        """Tell whether the two spaces overlap."""
        return self.scene.grid.overlapping(self.source, self.space)

    @lazy
    def squares(self) -> Space:
        """The space whose squares the attacker holds: a rider's is its steed's."""
        return self.source if self.actor is None else squares_of(self.scene, self.actor, self.source)

    @lazy
    def stand(self) -> Space:
        """The squares that the attacker attacks and looks from, at its own height: a rider's are its steed's."""
        own, squares = self.source, self.squares
        return own if squares is own else replace(squares, bottom=own.bottom, top=own.top)

    @lazy
    def target_squares(self) -> Space:
        """The space whose squares the target holds."""
        return self.squares_of(self.target)

    def squares_of(self, token: Token) -> Space:
        """The space whose squares a token holds where it stands."""
        return squares_of(self.scene, token, token.space)

    @lazy
    def _steps(self) -> tuple[float, float, float]:
        return self.scene.grid.steps(self.squares, self.target_squares)

    @property
    def adjacent(self) -> bool:
        """At most one step in each direction; spaces that overlap are adjacent."""
        return max(self._steps) <= 1

    @lazy
    def distance(self) -> float:
        """Scene units between the two spaces; 0 where they overlap."""
        grid = self.scene.grid
        share = self.overlapping or grid.overlapping(self.squares, self.target_squares)
        return 0.0 if share else grid.length(*self._steps)

    @lazy
    def reach(self) -> float:
        """Reach of this attack, in units: the attack's own, else the token's, else one grid distance."""
        if self.attack.reach is not None:
            return self.attack.reach
        return reach_of(self.actor, self.scene)

    @lazy
    def in_reach(self) -> bool:
        """Tell whether the target is within the attack's reach, by the scene's diagonals or by the game's own."""
        if self.distance <= self.reach + 1e-9:
            return True
        grid = self.scene.grid
        if not self.conventions.traits.reach_by_diagonals or grid.is_hex or grid.is_gridless:
            return False
        squares = math.floor(self.reach / grid.distance + 1e-9)
        _, second, most = sorted(self._steps)
        return most + second // 2 <= squares or squares == most == 2

    @lazy
    def effect(self) -> bool:
        """Tell whether the attacker has line of effect to the target."""
        return self.overlapping or self.exposure.reach

    @lazy
    def rise(self) -> Rise:
        """The heights of the two bodies."""
        source, scene = self.source, self.scene
        start = Upright(source.bottom, source.top) if self.actor is None else upright(scene, self.actor, source)
        return Rise(start, upright(scene, self.target, self.space))

    @Made
    def sightlines(self) -> Task[Sightlines]:
        """The lines from the source to the target; of creatures so large that these would be too many, from fewer of
        their squares."""
        turned = self._turned()
        if turned is not None:
            return turned
        lines = Sightlines(
            self.scene,
            self.stand,
            self.space,
            self.rise,
            self.ignore,
            self.levels,
            self.conventions,
        )
        while lines.effort > LINES and (fewer := thinner(lines.source, lines.target)):
            lines = lines.between(lines.walls, *fewer)
            yield
        return lines

    def take_walls(self, other: Query) -> None:
        """Share the obstacles and bodies of a query the other way round, if its lines run between the same spaces."""
        self.__dict__["_opposite"] = other

    def _turned(self) -> Sightlines | None:
        """Return the lines of the query the other way round, turned, if they have been made and fit."""
        opposite = self.__dict__.get("_opposite")
        lines = None if opposite is None else opposite.__dict__.get("sightlines")
        if lines is None or lines.source.space is not self.space or lines.target.space is not self.stand:
            return None
        turned: Sightlines | None = lines.turned(self.scene)
        return turned if turned is not None and turned.effort <= LINES else None

    def measuring(self) -> Task[None]:
        """Measure lines and exposure as a cooperative task, and sight the other way if `seen` will ask for it."""
        yield from Query.sightlines.making(self)
        yield from self.exposure.measuring()
        if self.exposure.seen(past_fog=False) <= NO_EFFECT and self._may_be_one_sided(sight=True):
            yield from self._other_way.measuring_sight()

    def measuring_sight(self) -> Task[None]:
        """Measure the lines and the view along them, as a cooperative task."""
        yield from Query.sightlines.making(self)
        yield from Exposure.in_sight.making(self.exposure)

    @lazy
    def exposure(self) -> Exposure:
        """The exposure of the target's body to those lines."""
        return Exposure(self.sightlines)

    @Made
    def exposed(self) -> Task[float]:
        """The share of the target's body that the best point reaches.

        Effect is mutual, past walls that stop both ways: who can hit me I can hit. Where only the other way is open,
        the body counts as exposed by a hundredth.
        """
        share = best(self.exposure.shares)
        if share > NO_EFFECT or not self._may_be_one_sided(sight=False):
            return share
        other = self._other_way
        yield from Query.sightlines.making(other)
        yield from Exposure.reached.making(other.exposure)
        return ONE_SIDED if best(other.exposure.shares) > NO_EFFECT else share

    def seen(self, *, past_fog: bool) -> float:
        """Return the share of the target's body that the best point sees, by geometry alone. Sight is mutual, too."""
        share = self.exposure.seen(past_fog=past_fog)
        if share > NO_EFFECT or not self._may_be_one_sided(sight=True):
            return share
        other = self._other_way
        return ONE_SIDED if other.exposure.seen(past_fog=past_fog) > NO_EFFECT else share

    @lazy
    def _other_way(self) -> Query:
        """The other way round, with the same obstacles and bodies."""
        other = self.backward()
        other.take_walls(self)
        return other

    def _may_be_one_sided(self, *, sight: bool) -> bool:
        """Return whether the other way may be open, though nothing of the target is exposed."""
        if self.actor is None or self.sightlines.walls.has_one_way or self.overlapping:
            return False
        return not (self.exposure.is_shut_to_sight if sight else self.exposure.is_shut)

    @lazy
    def ignore(self) -> frozenset[str]:
        """Ids of the tokens that are no obstacle: the two themselves, and the steeds whose space they share."""
        two = [token for token in (self.actor, self.target) if token is not None]
        steeds = [steed for token in two if (steed := steed_of(self.scene, token)) is not None]
        return frozenset(token.id for token in (*two, *steeds))

    @property
    def levels(self) -> Levels:
        """The levels of the actor and of the target; a point is on none."""
        return (self.actor.level if self.actor else None, self.target.level)

    @property
    def hull(self) -> Box:
        """The box of both spaces, quanta."""
        return box_about(self.source, self.space)

    @lazy
    def placed(self) -> Token | None:
        """The attacker as if it were in the query's space."""
        actor, scene = self.actor, self.scene
        if actor is None or self.source is actor.space:
            return actor
        return scene.moved(actor, self.source)

    def backward(self) -> Query:
        """Return the query from the target to the attacker, which must be a token and not a point."""
        subject = self.placed
        assert subject is not None
        back = self.between(self.target, subject)
        back.__dict__["distance"] = self.distance
        return back

    def between(self, one: Token, other: Token, attack: Attack | None = None) -> Query:
        """Return this query between two other tokens, with another attack if one is given."""
        return Query(self.scene, one, other, one.space, attack or self.attack, self.conventions, self.enemies)

    def forget_lines(self) -> None:
        """Drop the lines, which may take much memory. They are measured again on their next use."""
        for name in ("sightlines", "exposure", "_other_way", "_opposite"):
            self.__dict__.pop(name, None)

    def hostile(self, one: Token, other: Token) -> bool:
        """Tell whether two tokens are enemies: a GM's word, else their dispositions."""
        said = self.enemies.get(frozenset((one.id, other.id)))
        return one.enemy_of(other) if said is None else said

    def creatures_near(self, space: Space, distance: float) -> list[Token]:
        """Return the living, visible creatures but the attacker within `distance` units of a space.

        Some of them may be slightly farther away.
        """
        grid, (x0, y0, x1, y1) = self.scene.grid, space.box
        margin = (distance / grid.distance + 2) * grid.size * QUANTA
        found = self.scene.tokens_in(x0 - margin, y0 - margin, x1 + margin, y1 + margin)
        # A rider is where its steed is, at the far end of a large one too.
        steeds = [token for token in found if token.width > BY_MARGIN]
        riders = [rider for steed in steeds for rider in self.scene.tokens_in(*steed.space.box) if rider not in found]
        return [token for token in (*found, *riders) if token.in_the_way and token is not self.actor]


def reach_of(token: Token | None, scene: Scene) -> float:
    """A token's reach in units, else one grid distance."""
    if token is not None and token.coign.reach is not None:
        return token.coign.reach
    return scene.grid.distance


def longest_reach(scene: Scene) -> float:
    """The longest reach of all tokens of a scene, in units."""
    return max((reach_of(token, scene) for token in scene.tokens.values()), default=0.0)
