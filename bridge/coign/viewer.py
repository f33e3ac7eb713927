"""What a player may be shown of a result: never armour class, hit or chance, hidden tokens, regions or secret doors.

Facts leave hidden tokens out from the start; this is the second lock. Whatever carries an id of something secret is
dropped (`by`, `with`, marks), and where free text speaks the name of a hidden token, and of no other, it is taken out.
A result whose actor or target is itself hidden says nothing at all, for even its distance would tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from coign.protocol import Facts, Figure, FlankingFact, Mark, Modifier, Note, Outcome, Result
from coign.rules import sentence
from coign.scene import Scene

SECRET_DOOR, OPEN = 2, 1  # Foundry's `door` and `ds`
SOMEONE = "someone unseen"

Secret = Callable[[str], bool]  # of a bare id: of a token, wall or region


def redact(result: Result, scene: Scene, actor: str | None = None) -> Result:
    """The result as a player may see it; `actor` is who acts, where it might itself be hidden."""
    secret = secrets_of(scene)
    names = {token.name for token in scene.tokens.values() if token.hidden}
    shown = {token.name for token in scene.tokens.values() if not token.hidden}
    return without(result, secret, names - shown, actor)


def secrets_of(scene: Scene) -> Secret:
    """Whether an id is that of a hidden token, a hidden region, or a secret door that is not open."""

    def secret(key: str) -> bool:
        token = scene.tokens.get(key)
        if token is not None:
            return token.hidden
        wall = scene.walls.documents.get(key)
        if wall is not None:
            return wall.door == SECRET_DOOR and wall.ds != OPEN
        region = scene.documents["regions"].get(key)
        return region is not None and bool(region.hidden)

    return secret


def without(result: Result, secret: Secret, names: Iterable[str] = (), actor: str | None = None) -> Result:
    """The result without anything that `secret` says of, and without `names` in its texts."""
    if any(key is not None and secret(key) for key in (result.target, actor)):
        return Result(target=None, facts=None, modifiers=(), outcome=Outcome())
    say = _scrubber(names)
    modifiers = tuple(_modifier(one, say) for one in result.modifiers)
    notes = tuple(say(note) for note in result.outcome.notes)
    outcome = replace(result.outcome, hit=None, chance=None, notes=notes)
    return replace(
        result,
        facts=_facts(result.facts, secret, say) if result.facts is not None else None,
        modifiers=modifiers,
        outcome=outcome,
        figure=_figure(result.figure, secret, say),
        assumed=tuple(say(one) for one in result.assumed),
        sentence=sentence(outcome, modifiers),
    )


def _scrubber(names: Iterable[str]) -> Callable[[str], str]:
    found = sorted((name for name in names if name.strip()), key=len, reverse=True)
    if not found:
        return lambda text: text
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in found))
    return lambda text: pattern.sub(SOMEONE, text)


def _modifier(one: Modifier, say: Callable[[str], str]) -> Modifier:
    effect = Note(say(one.effect.text)) if isinstance(one.effect, Note) else one.effect
    return replace(one, reason=say(one.reason), effect=effect)


def _facts(facts: Facts, secret: Secret, say: Callable[[str], str]) -> Facts:
    cover = replace(
        facts.cover,
        by=tuple(one for one in facts.cover.by if not secret(_id(one))),
        soft=tuple(one for one in facts.cover.soft if not secret(one)),
    )
    obscurement = replace(facts.obscurement, because=tuple(say(one) for one in facts.obscurement.because))
    terrain = replace(facts.terrain, because=tuple(say(one) for one in facts.terrain.because))
    return replace(
        facts, cover=cover, obscurement=obscurement, terrain=terrain, flanking=_flanking(facts.flanking, secret)
    )


def _flanking(fact: FlankingFact, secret: Secret) -> FlankingFact:
    seen = tuple(one for one in fact.with_ if not secret(one))
    same_helper = seen[:1] == fact.with_[:1]  # the edges are those of the first
    return replace(fact, with_=seen, helper_edges=fact.helper_edges if same_helper else ())


def _figure(figure: Figure, secret: Secret, say: Callable[[str], str]) -> Figure:
    def seen(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
        return tuple(replace(mark, label=say(mark.label)) for mark in marks if not secret(_id(mark.label)))

    return Figure(seen(figure.points), seen(figure.lines), seen(figure.polygons))


def _id(label: str) -> str:
    """The bare id in `wall:ID`."""
    return label.partition(":")[2] or label
