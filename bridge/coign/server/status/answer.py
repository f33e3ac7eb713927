"""The answer at `/status.json`: what a visitor of the bridge's own page may know. The page's texts are its own.

Only a visitor with the key that the bridge printed at its start gets the code and the buttons. The log and the buttons
for this machine also require that the visitor is on it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from coign.server import assets
from coign.server.status.buttons import Button, Program
from coign.session.services import Services
from coign.session.session import Session
from coign.session.worlds import World


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


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """The status as far as one visitor may know it."""

    version: str
    demo: bool
    key: bool  # the visitor has the key
    installed: bool  # the module is in a Foundry that has connected
    worlds: tuple[ShownWorld, ...]
    asks: tuple[Asking, ...]
    paired: int  # browsers
    problem: str  # why pairings cannot be written to disk; usually empty
    open: bool  # a visitor with the key has let browsers at any address ask
    code: str  # the one-time code; empty without one, or if this visitor may not see it
    minutes: int  # for which the code is good
    release: str  # the address of the newest release's manifest, if this copy was published
    buttons: tuple[Button, ...]
    log: bool  # the visitor may download the log


def status(services: Services, program: Program, visitor: Visitor) -> Status:
    """Return the status as far as a visitor may know it."""
    desk = services.desk
    titles = {ruleset.id: ruleset.title for ruleset in services.engine.catalogue()}
    sessions = [(world, holder) for world, holder in services.worlds.held() if isinstance(holder, Session)]
    worlds = tuple(_world(world, session, titles, visitor, world.origin in desk.trusted) for world, session in sessions)
    has_code = visitor.has_key and not program.is_demo
    return Status(
        version=services.server,
        demo=program.is_demo,
        key=visitor.has_key,
        installed=any(not world.practice for world in worlds),
        worlds=worlds,
        asks=tuple(Asking(ask.label, ask.key.user, ask.key.world, ask.key.origin, ask.code) for ask in desk.waiting()),
        paired=len(desk.store.book.pairings),
        problem=desk.store.problem,
        open=visitor.has_key and desk.is_open,
        code=desk.code if has_code else "",
        minutes=max(1, round(desk.code_seconds / 60)) if has_code else 0,
        release=assets.release_manifest(),
        buttons=tuple(_buttons(program, visitor)),
        log=program.log is not None and visitor.has_key and visitor.near,
    )


def _buttons(program: Program, visitor: Visitor) -> Iterator[Button]:
    if not visitor.has_key:
        return
    yield from ("approve", "refuse", "open")
    if not program.is_demo:
        yield "code"
    if visitor.near:
        yield from ("practice", "stop")


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
