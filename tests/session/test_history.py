"""The bridge's scene becomes equal to Foundry's, whatever happens on the connection.

Hypothesis generates histories: edits, messages that are lost, repeated or reordered, broken connections, a bridge that
restarts, GMs who take over from each other. Then messages arrive again, each client makes one request, as the next
attack would, and the bridge's scene must equal Foundry's.

`Gm` is the client's side of the contract: it puts a scene by its hash, then whole if asked to; it patches changes; and
it puts the scene again if an answer has another revision than it sent, or the bridge lacks a scene or a token.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from coign.annotations import engine
from coign.protocol import messages as wire
from coign.scene.scene import Scene
from coign.session.session import Session
from coign.session.states import Close
from coign.util.tasks import finish
from support.bridges import ORIGIN, Clock, evaluate, hello, make_services, pack, token_for
from support.equality import contents

DOCUMENTS = {"Token": "tokens", "Wall": "walls", "AmbientLight": "lights", "Region": "regions", "Tile": "tiles"}
FATES = st.sampled_from(["arrives", "arrives", "is lost", "is said twice", "overtakes"])
Truth = dict[str, dict[str, dict[str, Any]]]


def new_document(kind: str, key: str, place: int) -> dict[str, Any]:
    x = 100 * place
    low = {"coign": {"cover": {"degree": "low", "height": 3}}}  # its foot is on the ground of a region
    wall = {"_id": key, "c": [x, 0, x, 100], "sight": 20, "move": 20, "flags": low}
    light = {"_id": key, "x": x, "y": 50, "config": {"bright": 20, "dim": 40}}
    token = {"_id": key, "name": key, "x": x, "y": 100, "width": 1, "height": 1, "disposition": 1}
    shape = {"type": "rectangle", "x": x - 50, "y": 0, "width": 150, "height": 200}
    ground = {"type": "coign.ground", "system": {"elevation": 5 * (place + 1)}}
    region = {"_id": key, "shapes": [shape], "behaviors": [ground]}
    roof = {"_id": key, "x": x, "y": 0, "width": 150, "height": 200, "elevation": 5, "restrictions": {"light": True}}
    documents: dict[str, dict[str, Any]] = {
        "Token": token,
        "Wall": wall,
        "AmbientLight": light,
        "Region": region,
        "Tile": roof,
    }
    return documents[kind]


def scene_fields(darkness: float, size: int) -> dict[str, Any]:
    environment = {"darknessLevel": darkness}
    return {"_id": "s1", "width": 1000, "height": 1000, "grid": {"size": size}, "environment": environment}


class Gm:
    """A GM's browser. `truth` is Foundry's scene, which every client sees."""

    def __init__(self, name: str, truth: Truth) -> None:
        self.name = name
        self.truth = truth
        self.session: Session | None = None
        self.sent: list[bytes] = []  # on the way to the bridge
        self.heard: list[wire.ServerMessage | Close] = []  # on the way back
        self.known: Truth | None = None  # the scene as it was last sent; None before that
        self.revision = 0  # different for different contents

    def connect(self, services: Any) -> None:
        self.hang_up()
        self.session = Session(services, ORIGIN, "w1")
        token = token_for(services, self.name, self.name)
        self.session.receive(hello(token, self.name, self.name, active=True))
        self.session.receive(pack({"type": "configure", "rulesets": ["partial-advantage"]}))
        while self.session.step():
            pass
        welcome, configured = self.session.outgoing()
        assert isinstance(welcome, wire.Welcome)
        assert isinstance(configured, wire.Configured)
        self.offer()

    def hang_up(self) -> None:
        if self.session is not None:
            self.session.closed()
        self.session, self.known = None, None
        self.sent, self.heard = [], []

    # --- messages to the bridge ---------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        return self.truth["Scene"]["s1"] | {
            collection: list(self.truth[kind].values()) for kind, collection in DOCUMENTS.items()
        }

    def fingerprint(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self.content(), order="deterministic")).hexdigest()

    def say(self, message: dict[str, Any]) -> None:
        self.sent.append(pack(message))

    def offer(self) -> None:
        self._put()

    def put(self) -> None:
        self._put(data=self.content())

    def _put(self, **data: Any) -> None:
        self.revision += 1
        self.known = copied(self.truth)
        put = {"type": "scene.put", "scene": "s1", "revision": self.revision, "hash": self.fingerprint()}
        self.say({**put, **data})

    def flush(self, fate: str = "arrives") -> None:
        """Send the difference since the last message as one patch; `fate`: whether it arrives, is lost or repeated."""
        if self.known is None:
            return
        changes: list[dict[str, Any]] = []
        for kind, documents in self.truth.items():
            before = self.known[kind]
            gone = sorted(before.keys() - documents.keys())
            changes += [{"document": kind, "action": "delete", "id": key} for key in gone]
            for key, data in documents.items():
                if before.get(key) != data:
                    action = "update" if key in before else "create"
                    changes.append({"document": kind, "action": action, "id": key, "data": data})
        if changes:
            self.revision += 1
            self.known = copied(self.truth)
            step = {"base": self.revision - 1, "revision": self.revision, "hash": self.fingerprint()}
            self.say({"type": "scene.patch", "scene": "s1", **step, "changes": changes})
            match fate:
                case "is lost":
                    self.sent.pop()
                case "is said twice":
                    self.sent.append(self.sent[-1])
                case "overtakes":
                    self.sent.insert(max(0, len(self.sent) - 2), self.sent.pop())

    # --- transport ----------------------------------------------------------------------------------------------------

    def deliver(self) -> None:
        """Deliver the next message to the bridge, which may take several steps for it."""
        if self.session is not None and self.sent:
            self.session.receive(self.sent.pop(0))
            self.collect()

    def work(self, steps: int = 1_000_000) -> None:
        """Let the bridge work on an answer."""
        while self.session is not None and steps and self.session.step():
            steps -= 1
        self.collect()

    def collect(self) -> None:
        if self.session is not None:
            self.heard += self.session.outgoing()

    def hear(self) -> None:
        """Deliver the next answer to the browser."""
        match self.heard.pop(0) if self.heard else None:
            case wire.Resync():
                self.put()
            case wire.Annotation(revision=revision) if revision != self.revision:
                self.put()
            case wire.ErrorMessage(code=code):
                assert code in ("unknown-scene", "unknown-token"), code  # the bridge is out of date: Foundry has both
                self.put()
            case Close():
                self.hang_up()


def copied(truth: Truth) -> Truth:
    return {kind: dict(documents) for kind, documents in truth.items()}


class History(RuleBasedStateMachine):
    """Foundry, two GMs and the bridge, with every failure between them."""

    def __init__(self) -> None:
        super().__init__()
        self.truth: Truth = {"Scene": {"s1": scene_fields(0.0, 100)}}
        self.truth |= {kind: {key: new_document(kind, key, 0) for key in "ab"} for kind in DOCUMENTS}
        self.gms = [Gm("alice", self.truth), Gm("bob", self.truth)]
        self.clock = Clock()
        self.epoch = 0
        self.start_bridge()
        self.gms[0].connect(self.services)
        self.catch_up()

    def start_bridge(self) -> None:
        self.epoch += 1
        epoch = f"epoch-{self.epoch}"
        self.services = make_services(self.clock, engine=engine, epoch=epoch, turn=0.0)  # a step at a time

    @property
    def active(self) -> Gm | None:
        return next((gm for gm in self.gms if gm.session is not None), None)

    # --- Foundry ------------------------------------------------------------------------------------------------------

    @rule(kind=st.sampled_from(sorted(DOCUMENTS)), key=st.sampled_from("ab"), place=st.integers(0, 1), fate=FATES)
    def edit(self, kind: str, key: str, place: int, fate: str) -> None:
        self.truth[kind][key] = new_document(kind, key, place)
        self.each(lambda gm: gm.flush(fate))

    @rule(kind=st.sampled_from(sorted(DOCUMENTS)), key=st.sampled_from("ab"), fate=FATES)
    def delete(self, kind: str, key: str, fate: str) -> None:
        if kind != "Token":  # a target is needed
            self.truth[kind].pop(key, None)
        self.each(lambda gm: gm.flush(fate))

    @rule(darkness=st.sampled_from([0.0, 0.5, 1.0]), size=st.sampled_from([50, 100]))
    def change_the_scene_itself(self, darkness: float, size: int) -> None:
        self.truth["Scene"]["s1"] = scene_fields(darkness, size)
        self.each(Gm.flush)

    # --- the clients --------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.active)
    @rule()
    def attack(self) -> None:
        self.each(lambda gm: gm.say(evaluate()))

    @precondition(lambda self: self.active)
    @rule()
    def drop_and_need_again(self) -> None:
        for gm in self.gms:
            if gm.session is not None:
                gm.say({"type": "scene.drop", "scene": "s1"})
                gm.offer()

    # --- the way ------------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.active)
    @rule(times=st.integers(1, 4))
    def deliver(self, times: int) -> None:
        for _ in range(times):
            self.clock.now += 0.1
            self.each(Gm.deliver)

    @precondition(lambda self: self.active)
    @rule(steps=st.integers(1, 6))
    def work(self, steps: int) -> None:
        self.each(lambda gm: gm.work(steps))

    @precondition(lambda self: self.active)
    @rule(times=st.integers(1, 4))
    def hear(self, times: int) -> None:
        for _ in range(times):
            self.each(Gm.hear)

    @precondition(lambda self: self.active)
    @rule()
    def catch_up(self) -> None:
        """Deliver all messages in both directions."""
        for _ in range(10):
            self.deliver(1)
            self.each(Gm.work)
            self.hear(1)

    @precondition(lambda self: self.active)
    @rule(back=st.booleans(), at=st.integers(0, 2))
    def lose(self, back: bool, at: int) -> None:
        for way in self.ways(back, at):
            way.pop(at)

    @precondition(lambda self: self.active)
    @rule(back=st.booleans(), at=st.integers(0, 2))
    def repeat(self, back: bool, at: int) -> None:
        for way in self.ways(back, at):
            way.append(way[at])

    @precondition(lambda self: self.active)
    @rule(back=st.booleans(), at=st.integers(1, 2))
    def overtake(self, back: bool, at: int) -> None:
        for way in self.ways(back, at):
            way.insert(0, way.pop(at))

    def ways(self, back: bool, at: int) -> list[list[Any]]:
        """Return one direction's queues that have a message at that place; a connection's end is no message."""
        ways: list[list[Any]] = [gm.heard if back else gm.sent for gm in self.gms]
        return [way for way in ways if at < len(way) and not isinstance(way[at], Close)]

    @rule(what=st.sampled_from(["alice takes over", "bob takes over", "break", "restart", "wait", "wait long"]))
    def interrupt(self, what: str) -> None:
        match what:
            case "alice takes over" | "bob takes over":
                self.clock.now += 60
                self.gms[what.startswith("bob")].connect(self.services)
                self.each(Gm.collect)  # the other client is informed that it was displaced
            case "break":
                self.each(Gm.hang_up)
            case "restart":
                self.each(Gm.hang_up)
                self.start_bridge()
            case _:
                self.clock.now += 1200 if what == "wait long" else 60
                self.services.worlds.purge()

    def each(self, act: Callable[[Gm], None]) -> None:
        for gm in self.gms:
            act(gm)

    # --- invariants ---------------------------------------------------------------------------------------------------

    @invariant()
    def at_most_one_holds_the_world(self) -> None:
        assert len(self.services.worlds.held()) <= 1

    def teardown(self) -> None:
        """Deliver everything: let each client make one request, until no message is left."""
        gm = self.active
        if gm is None:
            gm = self.gms[0]
            gm.connect(self.services)
        gm.flush()
        gm.say(evaluate())
        for _ in range(500):
            if not gm.sent and not gm.heard:
                break
            self.clock.now += 1
            gm.deliver()
            gm.work()
            gm.hear()
            if gm.session is None:
                gm.connect(self.services)
        else:
            raise AssertionError("it never comes to rest")
        assert gm.session is not None
        held = gm.session.handlers.scenes.held["s1"]
        fresh = finish(Scene.read(pack(gm.content())))
        assert held.revision == gm.revision
        assert held.scene.documents == fresh.documents
        assert contents(held.scene) == contents(fresh)


TestHistory = History.TestCase
TestHistory.settings = settings(max_examples=250, stateful_step_count=40, deadline=None, derandomize=True)
