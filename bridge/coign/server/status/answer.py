"""The answer at `/status.json`: what a visitor of the bridge's own page may know. The page's texts are its own.

Only a visitor with the key that the bridge printed at its start gets the code and the buttons. What concerns this
machine is for a visitor on it, and the last attack, which includes hidden creatures, for one who has the key as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from coign.figures.svg import draw_result
from coign.protocol import Modifier
from coign.protocol.rulings import State
from coign.rules import signed
from coign.scene.scene import Scene
from coign.server import assets
from coign.server.module_install import CannotInstall, find_modules
from coign.server.status.buttons import Button, Notice, Program
from coign.session.handlers import LastRoll
from coign.session.services import Services
from coign.session.session import Session
from coign.session.worlds import Held, World

MOST_SHOWN = 4  # targets of one roll


class Visitor(msgspec.Struct, frozen=True):
    """A visitor of the page: with the right key or without it, and `near` if on this machine."""

    has_key: bool
    near: bool


class Asking(msgspec.Struct, frozen=True):
    """A browser that asks to be paired, in its own words, and the code that both sides show."""

    label: str
    user: str
    world: str
    origin: str
    code: str


class ShownScene(msgspec.Struct, frozen=True):
    """A scene that a world has sent, with how many documents of each kind it has; kinds without any are left out."""

    name: str
    counts: dict[str, int]


class ShownWorld(msgspec.Struct, frozen=True):
    """A world that computes here. `user` is a name on this machine, and an id elsewhere."""

    title: str
    origin: str
    user: str
    rules: tuple[str, ...]  # the titles of the rule systems that were chosen
    scenes: tuple[ShownScene, ...]
    practice: bool  # the practice table


class ShownModifier(msgspec.Struct, frozen=True):
    """A line of a card."""

    source: str
    effect: str
    state: State
    reason: str


class Card(msgspec.Struct, frozen=True):
    """The last attack on one target. Names are empty if they are not known."""

    attacker: str
    target: str | None  # None: a roll without a target
    outcome: str
    modifiers: tuple[ShownModifier, ...]
    drawn: bool  # the map is still as it was, so that there is a drawing


class Own(msgspec.Struct, frozen=True):
    """The part of the status for the person at this machine who has the key."""

    notice: Notice | None
    attack: tuple[Card, ...] | None  # None: none was judged yet
    log: bool


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """The status as far as one visitor may know it."""

    version: str
    demo: bool
    key: bool  # the visitor has the key
    installed: bool  # the module is in Foundry
    worlds: tuple[ShownWorld, ...]
    asks: tuple[Asking, ...]
    paired: int  # browsers
    problem: str  # why pairings cannot be written to disk; usually empty
    open: bool  # a visitor with the key has let browsers at any address ask
    code: str  # the one-time code; empty without one, or if this visitor may not see it
    minutes: int  # for which the code is good
    release: str  # the address of the newest release's manifest, if this copy was published
    buttons: tuple[Button, ...]
    own: Own | None


def status(services: Services, program: Program, visitor: Visitor) -> Status:
    """Return the status as far as a visitor may know it."""
    desk = services.desk
    titles = {ruleset.id: ruleset.title for ruleset in services.engine.catalogue()}
    sessions = [(world, holder) for world, holder in services.worlds.held() if isinstance(holder, Session)]
    worlds = tuple(_world(world, session, titles, visitor, world.origin in desk.trusted) for world, session in sessions)
    modules = _modules() if visitor.near else None
    installed = any(not world.practice for world in worlds) or (
        modules is not None and (modules / "coign" / "module.json").is_file()
    )
    has_code = visitor.has_key and not program.is_demo
    return Status(
        version=services.server,
        demo=program.is_demo,
        key=visitor.has_key,
        installed=installed,
        worlds=worlds,
        asks=tuple(Asking(ask.label, ask.key.user, ask.key.world, ask.key.origin, ask.code) for ask in desk.waiting()),
        paired=len(desk.store.book.pairings),
        problem=desk.store.problem,
        open=visitor.has_key and desk.is_open,
        code=desk.code if has_code else "",
        minutes=max(1, round(desk.code_seconds / 60)) if has_code else 0,
        release=assets.release_manifest(),
        buttons=tuple(_buttons(program, visitor, modules is not None and not installed)),
        own=_own(services, program) if visitor.has_key and visitor.near else None,
    )


def _buttons(program: Program, visitor: Visitor, can_install: bool) -> Iterator[Button]:
    if not visitor.has_key:
        return
    yield from ("approve", "refuse", "open")
    if not program.is_demo:
        yield "code"
    if visitor.near:
        yield from ("practice", "stop")
        if can_install:
            yield "install"


def _world(world: World, session: Session, titles: dict[str, str], visitor: Visitor, practice: bool) -> ShownWorld:
    scenes = tuple(
        ShownScene(
            getattr(held.scene, "name", "") or scene,
            {kind: count for kind, count in held.scene.counts().items() if count},
        )
        for scene, held in session.handlers.scenes.held.items()
    )
    user = (visitor.near and session.user_name) or session.user
    rules = tuple(titles.get(ruleset, ruleset) for ruleset in session.handlers.rulesets)
    return ShownWorld(session.title or world.id, world.origin, user, rules, scenes, practice)


def _own(services: Services, program: Program) -> Own:
    return Own(program.notice, _cards(services), program.log is not None)


def _modules() -> Path | None:
    """Return Foundry's folder of modules on this computer, or None."""
    try:
        return find_modules()
    except CannotInstall:
        return None


# --- the last attack --------------------------------------------------------------------------------------------------


def drawing(services: Services, n: int) -> str | None:
    """Return the SVG of the last attack on its target number `n`; None if the map has changed since, or has none."""
    last = _last_attack(services)
    if last is None or not 0 <= n < min(MOST_SHOWN, len(last[0].annotation.results)):
        return None
    judged, held = last
    if held is None or not _is_current(held, judged):
        return None
    actor = held.scene.tokens.get(judged.request.actor)
    return draw_result(judged.annotation.results[n], held.scene, actor) if actor else None


def _last_attack(services: Services) -> tuple[LastRoll, Held | None] | None:
    """Return the last roll that was judged, of the first world that has one, and its scene if it is still here."""
    for _, holder in services.worlds.held():
        if isinstance(holder, Session) and holder.handlers.last is not None:
            judged = holder.handlers.last
            return judged, holder.handlers.scenes.held.get(judged.annotation.scene)
    return None


def _is_current(held: Held, judged: LastRoll) -> bool:
    """Return True if the map has not changed since; a drawing over another map would contradict its card."""
    return held.revision == judged.annotation.revision


def _cards(services: Services) -> tuple[Card, ...] | None:
    last = _last_attack(services)
    if last is None:
        return None
    judged, held = last
    scene, drawn = (held.scene, _is_current(held, judged)) if held else (None, False)
    return tuple(
        Card(
            _name(scene, judged.request.actor),
            _name(scene, result.target) if result.target else None,
            result.outcome.label,
            tuple(map(_modifier, result.modifiers)),
            drawn,
        )
        for result in judged.annotation.results[:MOST_SHOWN]
    )


def _modifier(modifier: Modifier) -> ShownModifier:
    return ShownModifier(modifier.source, str(signed(modifier.effect)), modifier.state, modifier.reason)


def _name(scene: Scene | None, token: str) -> str:
    known = scene.tokens.get(token) if scene else None
    return known.name if known else ""
