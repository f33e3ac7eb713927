"""The protocol of one connection, without I/O: bytes go in, messages come out, and nothing here waits or opens a file.

The rules
    The client speaks first, with `pair` or `hello`.
    A browser without a token sends `pair`. It gets a code, and `paired` with the token once a person at the bridge has
        approved that code; with a one-time code it gets `paired` at once. Then it sends `hello` with the token.
    `hello` is accepted if both sides share a version of the protocol, the token was issued to this browser, user, world
        and origin, and the world is free (`worlds.py`). Other messages are accepted only after that.
    Before `hello` is accepted, an error ends the connection. Afterwards an error is reported and changes nothing.
    A connection patches only scenes that it has sent. `scene.put` with a hash alone takes over the scene of that hash
        that an earlier connection of the same world left. A patch applies if its base is the bridge's revision and its
        epoch (if given) is the bridge's epoch; otherwise nothing is applied and the answer is `resync`.
        A `scene.put` older than the bridge's revision was sent twice or came late, and changes nothing.
    A scene that is too large for one frame is sent without its collections, which follow in patches.
    Answers come in the order of the requests. A long one is worked on in turns of a few milliseconds, so that other
        connections get theirs in between. A survey is answered in parts. It continues on the scene as it was at its
        start, so that no map mixes two states of a scene.
    A peer that sends too many requests gets `overloaded`, and is disconnected if it continues. A bug of the bridge is
        answered with `internal`.

The states: the messages each accepts, its time limit, and what ends the connection
    state       accepts                 limit     ends by                         close code
    NEW         pair, hello             5 s       the limit                       4005
                                                  a malformed message             4006
                                                  a wrong token or one-time code  4001
                                                  no version in common            4002
                                                  another browser has the world   4003
                                                  too many wait to be paired      1013
    PAIRING     as NEW                  120 s     as NEW; refused, or the limit   4001
    READY       all other messages      none      taken over                      4004
                                                  flooding                        4008
    CLOSED      none
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

from coign.errors import BadMessage, CoignError, Overloaded, Unauthorised
from coign.protocol import messages as wire
from coign.protocol.decoding import decode
from coign.protocol.vocabulary import CloseCode
from coign.session.handlers import Edit, Handlers, error_message
from coign.session.pairing import ASK_SECONDS, Ask
from coign.session.pairing_book import Key
from coign.session.services import Services
from coign.session.states import (
    ENDINGS,
    HELLO_SECONDS,
    MOST_REASON,
    Close,
    State,
    check_size,
    check_version,
    key_of,
)
from coign.session.token_bucket import SCENE_COST, Bucket
from coign.session.worlds import World
from coign.util.tasks import Work

log = logging.getLogger("coign.session.session")


class Session:
    """One connection of a page at `origin` to `/ws/<world>`. It calls `wake` when there is something to send or do."""

    def __init__(self, services: Services, origin: str, world: str) -> None:
        self._services = services
        self.wake: Callable[[], None] = lambda: None
        self._out: list[wire.ServerMessage | Close] = []
        self._bucket = Bucket(services.limits.requests_per_second, now=services.clock())
        self._ask: Ask | None = None
        self.world = World(origin, world)
        self.state = State.NEW
        self.deadline: float | None = services.clock() + HELLO_SECONDS  # when to call `tick`, on `services.clock`
        self._key: Key | None = None  # the owner of the token, once `hello` is accepted
        self.user = ""
        self.user_name = ""  # as Foundry shows it
        self.client = ""
        self.title = ""  # of the world, as Foundry shows it
        self.handlers = Handlers(services, self.world)
        self.scenes = self.handlers.scenes.held  # for `Worlds`
        self._work: Work[list[wire.ServerMessage]] | None = None  # the answer that is being worked out

    # --- called by the shell ------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Handle one text frame. Raises nothing, whatever is in it."""
        if self.state is State.CLOSED:
            return
        if self._work is not None:
            self._work_on(math.inf)  # answers come in the order of the requests
        try:
            self._receive(data)
        except CoignError as problem:
            self._send(error_message(problem))
            if self.state is not State.READY:
                self._close(ENDINGS.get(type(problem), CloseCode.BAD_FIRST), str(problem))
            elif self._bucket.flooded:
                self._close(CloseCode.FLOOD, "far more messages than the bridge accepts")

    def outgoing(self) -> list[wire.ServerMessage | Close]:
        """Take the messages to send, in order. Nothing follows a Close."""
        out, self._out = self._out, []
        return out

    @property
    def backlog(self) -> int:
        """The number of messages that wait for `outgoing`."""
        return len(self._out)

    def tick(self) -> None:
        """End the connection if the deadline has passed without a `hello`, or with the request to pair unanswered."""
        if self.deadline is None or self._services.clock() < self.deadline:
            return
        if self.state is State.PAIRING:
            self._refuse("nobody at the bridge answered the request to pair; ask again when somebody is there")
        else:
            self._close(CloseCode.NO_HELLO, f"no hello within {HELLO_SECONDS:.0f} seconds")

    @property
    def occupied(self) -> bool:
        """Tell whether an answer is being worked on. `receive` then finishes it before it handles the next message."""
        return self._work is not None

    @property
    def busy(self) -> bool:
        """Tell whether there is work to do by `step`."""
        return self.occupied or bool(self.handlers.surveys)

    def step(self) -> bool:
        """Work for a few milliseconds, on an answer before any survey. Return False if there was nothing to do."""
        if self._work is not None:
            self._work_on(self._services.turn)
            return True
        if not self.handlers.surveys:
            return False
        part = self.handlers.survey_part()
        if part is not None:
            self._send(part)
        return True

    def closed(self) -> None:
        """Note that the connection has ended, from either side. Its scenes go to the world's shelf."""
        self.state, self.deadline, self._work = State.CLOSED, None, None
        self.handlers.surveys.clear()
        self._services.worlds.leave(self.world, self)
        if self._ask is not None:
            self._services.desk.withdraw(self._ask)

    # --- called by `Worlds` and the server ----------------------------------------------------------------------------

    def check_pairing(self) -> None:
        """End the connection if a person at the bridge has ended the pairing of its browser."""
        if self.state is State.READY and self._key is not None and not self._services.desk.is_paired(self._key):
            self._refuse("this browser is no longer paired with this bridge; pair it again")

    def displace(self, by: str) -> None:
        """Close the connection: another browser of this world, of user `by`, has taken it over."""
        self._send(wire.TakenOver(by))
        self._close(CloseCode.TAKEN_OVER, "another browser of this world has the bridge now")

    # --- incoming messages --------------------------------------------------------------------------------------------

    def _receive(self, data: bytes) -> None:
        if self.state is not State.READY:
            check_size(data)
        try:
            message = decode(data)
        except CoignError:
            self._spend(1.0)
            raise
        self._spend(SCENE_COST if isinstance(message, Edit) else 1.0, getattr(message, "id", None))
        ready = self.state is State.READY
        match message:
            case wire.Pair() if not ready:
                self._pair(message)
            case wire.Hello() if not ready:
                self._hello(message)
            case wire.Pair() | wire.Hello():
                raise BadMessage("hello was accepted already; pair and hello come before it", path="$.type")
            case _ if not ready:
                raise BadMessage("the first message is hello, or pair for a browser without a token", path="$.type")
            case _:
                self._work = Work(self.handlers.handle(message))
                self._work_on(self._services.turn)
                self.wake()  # there may be more to do, or a survey has begun, which is answered later

    def _work_on(self, seconds: float) -> None:
        assert self._work is not None  # checked by the callers
        try:
            done = self._work.turn(seconds)
        except CoignError as problem:
            self._work = None
            self._send(error_message(problem))
            return
        if done:
            answers, self._work = self._work.result, None
            for answer in answers:
                self._send(answer)

    def _spend(self, cost: float, request: str | None = None) -> None:
        if not self._bucket.take(cost, self._services.clock()):
            rate = self._services.limits.requests_per_second
            raise Overloaded(f"more than {rate:g} requests a second; wait a moment and send it again", id=request)

    def _pair(self, message: wire.Pair) -> None:
        key = key_of(message, self.world)
        if self._ask is not None:
            self._services.desk.withdraw(self._ask)
            self._ask = None
        desk = self._services.desk
        if message.code is not None:
            self._paired(desk.redeem(key, message.label, message.code))
        elif key.origin in desk.trusted:
            self._paired(desk.grant(key, message.label))
        else:
            self._ask = desk.ask(key, message.label, self._answered)
            self.state = State.PAIRING
            self.deadline = self._services.clock() + ASK_SECONDS
            self._send(wire.Pairing(self._ask.code))

    def _answered(self, token: str | None) -> None:
        self._ask = None
        if token is None:
            self._refuse("the person at the bridge did not approve the request to pair")
        else:
            self._paired(token)

    def _paired(self, token: str) -> None:
        self.state = State.NEW
        self.deadline = self._services.clock() + HELLO_SECONDS
        self._send(wire.Paired(token))

    def _refuse(self, why: str) -> None:
        self._send(error_message(Unauthorised(why)))
        self._close(CloseCode.BAD_TOKEN, why)

    def _hello(self, message: wire.Hello) -> None:
        check_version(message)
        key = key_of(message, self.world)
        if not self._services.desk.authorised(key, message.token):
            raise Unauthorised("this browser is not paired with this bridge, or no longer; pair it again")
        self._key, self.user, self.client, self.title = key, message.user, message.client, message.title
        self.user_name = message.userName
        self._services.worlds.enter(self.world, self, active=message.active)
        self.state = State.READY
        self.deadline = None
        texts = (message.user, self.world.id, self.world.origin, message.module)
        log.info("hello from %s of %s at %s, module %s", *map(ascii, texts))  # a peer's text may contain anything
        self._send(self._services.welcome())

    # --- outgoing messages --------------------------------------------------------------------------------------------

    def _send(self, message: wire.ServerMessage) -> None:
        if self.state is not State.CLOSED:
            self._out.append(message)
            self.wake()

    def _close(self, code: int, why: str) -> None:
        if self.state is not State.CLOSED:
            self._out.append(Close(code, why.encode()[:MOST_REASON].decode(errors="ignore")))
            self.closed()
            self.wake()
