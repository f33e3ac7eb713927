"""Time the standing table: every pair of 20 combatants in a scene of 2,000 walls, and the pairs of one that has moved.

As the module asks: one request for each attacker, with all its targets, for the GM's view and the players', without
figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from benchmarks.maps import Map, cave, grow
from benchmarks.pairs import judged_by, read
from benchmarks.table import Line, against
from benchmarks.timing import alone
from coign.annotations.annotate import annotating_views
from coign.protocol.evaluate import Attack, Evaluate, Reach
from coign.protocol.messages import Change
from coign.scene.scene import Scene
from coign.scene.tokens import Token
from coign.util.tasks import finish

COMBATANTS = 20
ALL_BARS = {"dungeon": 200.0, "dungeon by night": 300.0}  # ms
MOVED_BAR = 100.0  # ms
SWORD, BOW = Attack(kind="melee", reach=5.0, name="Longsword"), Attack(kind="ranged", range=Reach(80.0, 320.0))

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Evaluate)


def frames(tokens: Sequence[Token], moved: Token | None = None) -> list[bytes]:
    """The requests for all pairs, or for those of a token that has moved; every second one shoots."""
    asked = []
    for n, actor in enumerate(tokens):
        targets = [target for target in tokens if target is not actor and moved in (None, actor, target)]
        request = Evaluate(
            id=f"standing-{n}",
            scene="bench",
            occasion="attack",
            actor=actor.id,
            targets=tuple(target.id for target in targets),
            attack=SWORD if n % 2 else BOW,
            viewers=("gm", "player"),
            figure=False,
        )
        asked.append(_encoder.encode(request))
    return asked


def combatants(scene: Scene) -> list[Token]:
    """The tokens of the first fight on the map."""
    return list(scene.tokens.values())[:COMBATANTS]


def change(tokens: Sequence[Token]) -> tuple[Change, ...]:
    """Every one of the tokens steps to where it stands, so that nothing kept of it is of use any longer."""
    return tuple(Change("Token", "update", one.id, msgspec.Raw(_encoder.encode(one.doc))) for one in tokens)


def measure(quick: bool) -> Iterator[Line]:
    """Yield the times of the whole table, and of one token's row and column."""
    rounds = 1 if quick else 5
    for made in (grow(2_000), grow(2_000, night=True), cave(2_000)):
        yield from _lines(made, rounds)


def _lines(made: Map, rounds: int) -> Iterator[Line]:
    scene, setup = read(made), judged_by()
    tokens = combatants(scene)

    def answer(asked: Sequence[bytes]) -> int:
        views = (finish(annotating_views(scene, _decoder.decode(frame), setup)) for frame in asked)
        return sum(len(_encoder.encode(view)) for pair in views for view in pair)

    whole, one = frames(tokens), frames(tokens, tokens[3])
    times = alone(answer, [whole], rounds, lambda _: finish(scene.change(change(tokens))))
    beside = f"{against(times)}; {answer(whole) / 1e6:.1f} MB"
    yield Line(
        f"all {COMBATANTS * (COMBATANTS - 1)} pairs: {made.title}",
        times.fair / 1000,
        ALL_BARS.get(made.kind),
        "ms",
        beside,
    )
    times = alone(answer, [one], rounds, lambda _: finish(scene.change(change(tokens[3:4]))))
    beside = against(times)
    yield Line(f"  the {2 * (COMBATANTS - 1)} pairs of one that moved", times.fair / 1000, MOVED_BAR, "ms", beside)
