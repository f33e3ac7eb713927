"""Helpers for tests of the bridge: a clock set by hand, an engine that measures nothing, and short messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from websockets.typing import Origin, Subprotocol

from coign.errors import BadOption, UnknownToken
from coign.protocol import messages as wire
from coign.protocol.rulings import RulesetInfo
from coign.session.pairing import Desk
from coign.session.pairing_book import Key, MemoryStore, Store
from coign.session.services import Services
from coign.session.session import Session
from coign.session.worlds import Worlds
from coign.util.tasks import Task

ORIGIN = Origin("http://localhost:30000")
SUBPROTOCOLS = [Subprotocol("coign.v1")]
RULESETS = (RulesetInfo("plain", "Plain", "fifth", "nowhere"),)


class Clock:
    """A clock in seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class PlainScene:
    """A scene as plain documents by collection and id, so that the effect of a change is easy to check."""

    def __init__(self, data: bytes) -> None:
        raw = msgspec.json.decode(data, type=dict[str, Any])
        self.documents = {
            name: {document["_id"]: document for document in raw.pop(name, [])} for name in ("tokens", "walls")
        }
        self.fields = raw

    def change(self, changes: Any, said: Any) -> Task[None]:
        yield
        if any(change.id == "trap" for change in changes):
            self.documents["tokens"].clear()  # half of the work, before the failure
            raise ZeroDivisionError("a trap for tests")
        for change in changes:
            if change.document == "Scene":
                self.fields = msgspec.json.decode(change.data)
                continue
            collection = self.documents[f"{change.document.lower()}s"]
            if change.action == "delete":
                collection.pop(change.id, None)
            else:
                collection[change.id] = msgspec.json.decode(change.data)

    def open_between(self) -> tuple[tuple[str, str], ...]:
        return ()

    def strays(self) -> tuple[tuple[str, str], ...]:
        return ()

    def counts(self) -> dict[str, int]:
        return {name: len(documents) for name, documents in self.documents.items()}

    def content(self) -> dict[str, Any]:
        return {**self.fields, **self.documents}


class FakeEngine:
    """Answers with the request's own data. `actor: trap` fails like a bug; `actor: nobody` is an unknown token."""

    def catalogue(self) -> tuple[RulesetInfo, ...]:
        return RULESETS

    def configure(self, rulesets: Any, options: Any, overrides: Any, facing_offset: float, shows: Any) -> Any:
        for name in options:
            if name != "known":
                raise BadOption(f"no option {name}; there is known", option=name)
        return tuple(rulesets)

    def lines(self, setup: Any) -> dict[str, str]:
        return {ruleset: f"{ruleset}:" for ruleset in setup}

    def offers(self, setup: Any) -> dict[Any, wire.Offers]:
        return {"attack": wire.Offers(facts={"cover": tuple(setup)})}

    def shared(self, line: str) -> wire.Shared:
        if not line.endswith(":"):
            raise BadOption(f"{line} is no line", line=line)
        return wire.Shared(line[:-1], {})

    def read(self, data: Any, said: Any) -> Any:
        yield
        scene = PlainScene(data)
        if scene.fields.get("odd"):
            said("scene", "odd: default used")
        return scene

    def bearings(self, scene: Any, setup: Any, tokens: Any) -> Task[dict[str, wire.Bearing]]:
        """A token faces as its document says, if that says anything; `trap` fails like a bug."""
        yield
        known = scene.documents["tokens"]
        facings = {key: known[key].get("rotation") for key in (known if tokens is None else tokens) if key in known}
        if "trap" in facings.values():
            raise ZeroDivisionError("a trap for tests")
        return {key: wire.Bearing(facing) for key, facing in facings.items() if facing is not None}

    def annotating(self, scene: Any, request: wire.Evaluate, setup: Any, revision: int) -> Task[wire.Annotation]:
        self._find(scene, request.actor)
        yield
        return wire.Annotation(request.id, revision, setup, (), scene=request.scene, occasion=request.occasion)

    def annotating_views(
        self, scene: Any, request: wire.Evaluate, setup: Any, revision: int
    ) -> Task[tuple[wire.Annotation, ...]]:
        found = []
        for viewer in request.viewers:
            annotation = yield from self.annotating(scene, request, setup, revision)
            found.append(msgspec.structs.replace(annotation, viewer=viewer))
        return tuple(found)

    def pressing(self, scene: Any, press: wire.Press, setup: Any, revision: int) -> Task[wire.Pressed]:
        annotation = yield from self.annotating(scene, press.request, setup, revision)
        return wire.Pressed(press.id, (), (), (annotation,))

    def survey(self, scene: Any, message: wire.Survey, setup: Any) -> Iterator[wire.Surveyed]:
        self._find(scene, message.request.actor)
        total, tokens = len(message.places), len(scene.documents["tokens"])
        for n in range(total):
            yield wire.Surveyed(message.id, n, total, n + 1 == total, (wire.Prospect(f"{tokens} tokens"),))

    @staticmethod
    def _find(scene: Any, token: str) -> None:
        if token == "nobody":
            raise UnknownToken(token, "s1")
        if token == "trap":
            raise ZeroDivisionError("a trap for tests")


def make_services(clock: Callable[[], float] | None = None, store: Store | None = None, **changed: Any) -> Services:
    clock = clock or Clock()
    parts: dict[str, Any] = {
        "engine": FakeEngine(),
        "desk": Desk(store or MemoryStore(), clock, wall=clock),
        "worlds": Worlds(clock),
        "clock": clock,
        "server": "0.0.0",
        "epoch": "epoch-1",
    }
    return Services(**{**parts, **changed})


def token_for(services: Services, user: str = "gm", client: str = "c1", world: str = "w1", origin: str = ORIGIN) -> str:
    return services.desk.grant(Key(origin, world, user, client), "a test")


def hello(token: str, user: str = "gm", client: str = "c1", world: str = "w1", **more: Any) -> bytes:
    return pack(
        {"type": "hello", "versions": [1], "world": world, "user": user, "client": client, "token": token, **more}
    )


def ready(services: Services, user: str = "gm", client: str = "c1", world: str = "w1", **more: Any) -> Session:
    """Return a session that has been welcomed."""
    session = Session(services, ORIGIN, world)
    session.receive(hello(token_for(services, user, client, world), user, client, world, **more))
    assert [type(message) for message in session.outgoing()] == [wire.Welcome]
    return session


def ask(session: Session, *messages: dict[str, Any] | bytes) -> list[Any]:
    """Send `messages` and return the answers."""
    for message in messages:
        session.receive(message if isinstance(message, bytes) else pack(message))
    while session.occupied:
        session.step()
    return session.outgoing()


def outgoing(session: Session) -> list[Any]:
    """Take the messages that a session has to send; a test knows their types."""
    return list(session.outgoing())


def pack(message: dict[str, Any]) -> bytes:
    return msgspec.json.encode(message)


def put(revision: int = 1, scene: str = "s1", content: str = "h1", **data: Any) -> dict[str, Any]:
    return {"type": "scene.put", "scene": scene, "revision": revision, "hash": content, "data": {"_id": scene, **data}}


def put_hash(revision: int, content: str, scene: str = "s1") -> dict[str, Any]:
    return {"type": "scene.put", "scene": scene, "revision": revision, "hash": content}


def patch(base: int, *changes: dict[str, Any], scene: str = "s1", **more: Any) -> dict[str, Any]:
    return {"type": "scene.patch", "scene": scene, "base": base, "revision": base + 1, "changes": changes, **more}


def create(document: str, key: str, **data: Any) -> dict[str, Any]:
    return {"document": document, "action": "create", "id": key, "data": {"_id": key, **data}}


def evaluate(request: str = "r1", actor: str = "a", scene: str = "s1") -> dict[str, Any]:
    return {"type": "evaluate", "id": request, "scene": scene, "occasion": "attack", "actor": actor, "targets": ["b"]}


def press(request: str = "p1", **more: Any) -> dict[str, Any]:
    return {"type": "press", "id": request, "request": evaluate("e1", **more), "button": "turn", "modifier": "x"}


def survey(request: str = "v1", squares: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": "survey", "id": request, "request": evaluate(request, **more), "places": [[0, 0]] * squares}
