"""Fuzz a session without sockets: it answers every message, and never with an internal error.

After each message:
  - nothing was raised, and no answer is `internal`;
  - every answer can be written as JSON, and is no longer than a frame;
  - a refused message has changed nothing;
  - a changed scene equals the scene that its documents give when they are read again.
At the end nothing is left over: no session, no scene, and no more objects than after the first quarter of the messages.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from coign.annotations import engine
from coign.protocol import messages as wire
from coign.scene.scene import Scene
from coign.session.session import Session
from coign.session.states import Close, State
from coign.session.worlds import SHELF_SECONDS
from coign.util.tasks import finish
from fuzz.messages import RandomClient
from support.bridges import Clock, make_services, ready
from support.equality import contents

LONGEST = 4 << 20  # bytes of an answer


@dataclass
class Found:
    """The result of a run."""

    inputs: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    longest: float = 0.0  # the longest turn in seconds, on a machine at full speed
    slowest: bytes = b""  # the message of that turn
    objects: tuple[int, int] = (0, 0)  # alive after a quarter of the inputs, and at the end
    slowdown: Callable[[], float] = lambda: 1.0  # returns the machine's current slowdown


class Broken(AssertionError):
    """An invariant does not hold; the sentence contains the message that broke it."""


def run(seed: int, inputs: int, oddity: int = 35, slowdown: Callable[[], float] = lambda: 1.0) -> Found:
    """Send `inputs` messages; `oddity` of a hundred have an absurd value. Raises Broken."""
    client, found, clock = RandomClient(seed, oddity), Found(slowdown=slowdown), Clock()
    services = make_services(clock, engine=engine)
    session = _welcomed(services, client)
    for n in range(inputs):
        data = client.message()
        clock.now += 1
        if session.state is State.CLOSED:
            session = _welcomed(services, client)
        try:
            _say(session, data, found)
        except Exception as problem:
            raise Broken(f"seed {seed}, message {n}: {problem!r}: {data[:3000]!r}") from problem
        held = session.handlers.scenes.held.get("s")
        client.revision = held.revision if held else None
        if n == inputs // 4:
            session = _rest(session, services, clock, client)
            found.objects = (_alive(), 0)
    _rest(session, services, clock, client)
    found.objects = (found.objects[0], _alive())
    return found


def _welcomed(services: Any, client: RandomClient) -> Session:
    session = ready(services)
    session.receive(msgspec.json.encode({"type": "configure", "rulesets": ["partial-advantage"]}))
    session.outgoing()
    client.revision = None
    return session


def _rest(session: Session, services: Any, clock: Clock, client: RandomClient) -> Session:
    """Close the session, let its world expire, assert that nothing is left, and open a new session."""
    session.closed()
    clock.now += SHELF_SECONDS + 1
    services.worlds.purge()
    if services.worlds.shelved() or services.worlds.held() or services.desk.waiting():
        raise Broken("something is kept of a world that was left long ago")
    return _welcomed(services, client)


def _alive() -> int:
    gc.collect()
    return len(gc.get_objects())


def _say(session: Session, data: bytes, found: Found) -> None:
    before = _state(session)
    found.inputs += 1
    _timed(found, data, lambda: session.receive(data))
    while session.busy:
        _timed(found, data, session.step)
    answers = session.outgoing()
    for answer in answers:
        if isinstance(answer, Close):
            continue
        text = msgspec.json.encode(answer)
        if len(text) > LONGEST:
            raise Broken(f"an answer of {len(text)} bytes")
        if isinstance(answer, wire.ErrorMessage) and answer.code == "internal":
            raise Broken(answer.message)
        name = answer.code if isinstance(answer, wire.ErrorMessage) else type(answer).__name__
        found.answers[name] = found.answers.get(name, 0) + 1
    if any(isinstance(answer, wire.Synced) for answer in answers):
        _compare(session)
    changed = any(isinstance(answer, wire.Synced | Close) for answer in answers)
    if not changed and _state(session) != before:
        raise Broken("what was refused has changed something")


def _timed(found: Found, data: bytes, work: Any) -> None:
    started = time.thread_time()
    work()
    took = time.thread_time() - started
    if took > found.longest and (fair := took / found.slowdown()) > found.longest:
        found.longest, found.slowest = fair, data


def _state(session: Session) -> Any:
    """Return everything in a session that a message could change; objects that are only ever replaced by their id."""
    return {
        key: (
            held.revision,
            held.hash,
            {name: {one: id(document) for one, document in table.items()} for name, table in _tables(held.scene)},
            {one: id(token) for one, token in held.scene.tokens.items()},
            id(held.scene.doc),
        )
        for key, held in session.handlers.scenes.held.items()
    }


def _tables(scene: Any) -> Any:
    return scene.documents.items()


def _compare(session: Session) -> None:
    """Assert that every scene equals the one that its documents give when they are read again."""
    for held in session.handlers.scenes.held.values():
        scene = held.scene
        named = {
            name: tuple(msgspec.structs.replace(document, id=key) for key, document in table.items())
            for name, table in scene.documents.items()
        }
        anew = Scene(msgspec.structs.replace(scene.doc, **named))
        finish(anew._build(lambda what, why: None))
        if contents(scene) != contents(anew):
            differing = [key for key, value in contents(scene).items() if value != contents(anew)[key]]
            raise Broken(f"the scene is not what its documents say: {', '.join(differing)} differ")
