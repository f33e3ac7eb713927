"""One connection, without the connection: bytes go in, messages come out, and nothing here waits or opens anything.

The rules
    The client speaks first, and says either `pair` or `hello`.
    A browser that has no token pairs. It is told a code, and `paired` once a person at the bridge has approved that
        code; with a one-time code it is told `paired` at once. Then, or later, it says `hello` with the token.
    `hello` is accepted when a protocol version is shared, the token is that of this very browser, user, world and
        origin, and the world is free for it (`worlds.py`). Only then is anything else listened to.
    Until then a mistake ends the connection. From then on a mistake is answered, by name, and changes nothing.
    A connection patches only what it has put. `scene.put` with the hash alone takes over a scene of that content that
        an earlier connection of the same world has left. A patch applies when its base is the revision we have and its
        epoch, where it gives one, is ours; otherwise it does not apply at all and is answered `resync`.
        A `scene.put` older than what is here was said twice or came late, and changes nothing.
    A scene too big for one frame is put without its collections, which follow in patches.
    Answers come in the order of the questions, and one that takes long is worked out in turns of a few milliseconds,
        so that other connections get theirs in between. A survey is answered in parts, in between. It goes on over the
        scene as it was when it began, so that no map is half of one scene and half of another.
    Whoever asks too much is told `overloaded`, and ends when they go on. A failure of ours is answered `internal`.

The table: which messages a state listens to, how long it lasts, and how it ends the connection
    state       listens to              lasts     ends by                       close code
    NEW         pair, hello             5 s       no word                       4005
                                                  a bad word                    4006
                                                  wrong token or one-time code  4001
                                                  no version in common          4002
                                                  another browser is there      4003
                                                  too many wait to be paired    1013
    PAIRING     as NEW                  120 s     as NEW; "no", or no answer    4001
    READY       everything else         for good  taken over                    4004
                                                  flooding                      4008
    CLOSED      nothing
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable

from coign.errors import BadMessage, CoignError, Overloaded, Unauthorised
from coign.protocol import messages as wire
from coign.protocol.decoding import decode
from coign.session.handlers import EDITS, Answers, told
from coign.session.handshake import check_size, check_version, key_of
from coign.session.pairing import ASK_SECONDS, Ask
from coign.session.pairing_store import Key
from coign.session.services import House
from coign.session.states import BAD_TOKEN, FLOOD, HELLO_SECONDS, NO_HELLO, TAKEN_OVER, Close, State, close, ending
from coign.session.token_bucket import SCENE_COST, Bucket
from coign.session.worlds import Held, World
from coign.util.tasks import Work

log = logging.getLogger("coign.session.session")


class Session:
    """One connection of a page at `origin` to `/ws/<world>`. `wake` is called when there is something to send or do."""

    def __init__(self, house: House, origin: str, world: str) -> None:
        self._house = house
        self.wake: Callable[[], None] = lambda: None
        self._out: list[wire.ServerMessage | Close] = []
        self._bucket = Bucket(house.limits.requests_per_second, now=house.clock())
        self._ask: Ask | None = None
        self.world = World(origin, world)
        self.state = State.NEW
        self.deadline: float | None = house.clock() + HELLO_SECONDS  # on the house's clock: when to call `tick`
        self._key: Key | None = None  # whose token it was let in with
        self.user = ""
        self.client = ""
        self.title = ""  # of the world, as Foundry shows it
        self.answers = Answers(house, self.world)
        self._work: Work[list[wire.ServerMessage]] | None = None  # the answer that is being worked out

    # --- what the shell calls -----------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """One text frame has come. Raises nothing, whatever is in it."""
        if self.state is State.CLOSED:
            return
        if self._work is not None:
            self._work_on(math.inf)  # answers come in the order of the questions
        try:
            self._receive(data)
        except CoignError as problem:
            self._say(told(problem))
            if self.state is not State.READY:
                self._close(ending(problem), str(problem))
            elif self._bucket.flooded:
                self._close(FLOOD, "far more messages than the bridge takes")

    def outgoing(self) -> list[wire.ServerMessage | Close]:
        """What is to be sent, in order; from now on it is the caller's. After a Close there is nothing more."""
        out, self._out = self._out, []
        return out

    @property
    def backlog(self) -> int:
        """How many messages wait for `outgoing`."""
        return len(self._out)

    def tick(self) -> None:
        """The deadline may have passed: no `hello` came, or nobody answered the request to pair."""
        if self.deadline is None or self._house.clock() < self.deadline:
            return
        if self.state is State.PAIRING:
            self._refused("nobody at the bridge answered the request to pair; ask again when somebody is there")
        else:
            self._close(NO_HELLO, f"no hello within {HELLO_SECONDS:.0f} seconds")

    @property
    def occupied(self) -> bool:
        """Whether an answer is being worked out: who then brings the next message has it finished first, at once."""
        return self._work is not None

    @property
    def busy(self) -> bool:
        """Whether there is something to work on: then call `step`."""
        return self.occupied or bool(self.answers.surveys)

    def step(self) -> bool:
        """Work for a few milliseconds, on an answer before any survey. False when there is nothing left to work on."""
        if self._work is not None:
            self._work_on(self._house.turn)
            return True
        part = self.answers.part()
        if part is None:
            return False
        self._say(part)
        return True

    def closed(self) -> None:
        """The connection is gone, whoever ended it. Its scenes wait on the world's shelf."""
        self.state, self.deadline, self._work = State.CLOSED, None, None
        self.answers.stop()
        self._house.worlds.leave(self.world, self)
        if self._ask is not None:
            self._house.desk.withdraw(self._ask)
            self._ask = None

    # --- what the world calls -----------------------------------------------------------------------------------------

    def check_pairing(self) -> None:
        """End the connection where its browser is paired no longer: a person at the bridge has ended the pairing."""
        if self.state is State.READY and self._key is not None and not self._house.desk.is_paired(self._key):
            self._refused("this browser is no longer paired with this bridge; pair it anew")

    def displace(self, by: str) -> None:
        """Another browser of this world has the bridge now."""
        self._say(wire.TakenOver(by))
        self._close(TAKEN_OVER, "another browser of this world has the bridge now")

    def give_up(self) -> dict[str, Held]:
        """Hand over the scenes."""
        return self.answers.scenes.give_up()

    def held_bytes(self) -> int:
        """What the scenes take in memory, estimated."""
        return self.answers.scenes.held_bytes()

    def drop_oldest(self) -> bool:
        """Drop the scene that was not used for longest; False if there is none."""
        return self.answers.scenes.drop_oldest()

    # --- what comes in ------------------------------------------------------------------------------------------------

    def _receive(self, data: bytes) -> None:
        if self.state is not State.READY:
            check_size(data)
        try:
            message = decode(data)
        except CoignError:
            self._spend(1.0)
            raise
        self._spend(SCENE_COST if isinstance(message, EDITS) else 1.0, getattr(message, "id", None))
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
                self._work = Work(self.answers.to(message))
                self._work_on(self._house.turn)
                self.wake()  # there may be more to do, or a survey has begun, which answers in its own time

    def _work_on(self, seconds: float) -> None:
        assert self._work is not None  # callers have looked
        try:
            done = self._work.turn(seconds)
        except CoignError as problem:
            self._work = None
            self._say(told(problem))
            return
        if done:
            answers, self._work = self._work.result, None
            for answer in answers:
                self._say(answer)

    def _spend(self, cost: float, request: str | None = None) -> None:
        if not self._bucket.take(cost, self._house.clock()):
            rate = self._house.limits.requests_per_second
            raise Overloaded(f"more than {rate:g} requests a second; wait a moment and send it again", id=request)

    def _pair(self, message: wire.Pair) -> None:
        key = key_of(message, self.world)
        if self._ask is not None:
            self._house.desk.withdraw(self._ask)
            self._ask = None
        desk = self._house.desk
        if message.code is not None:
            self._paired(desk.redeem(key, message.label, message.code))
        elif key.origin in desk.trusted:
            self._paired(desk.grant(key, message.label))
        else:
            self._ask = desk.ask(key, message.label, self._answered)
            self.state = State.PAIRING
            self.deadline = self._house.clock() + ASK_SECONDS
            self._say(wire.Pairing(self._ask.code))

    def _answered(self, token: str | None) -> None:
        self._ask = None
        if token is None:
            self._refused("the person at the bridge did not approve the request to pair")
        else:
            self._paired(token)

    def _paired(self, token: str) -> None:
        self.state = State.NEW
        self.deadline = self._house.clock() + HELLO_SECONDS
        self._say(wire.Paired(token))

    def _refused(self, why: str) -> None:
        self._say(told(Unauthorised(why)))
        self._close(BAD_TOKEN, why)

    def _hello(self, message: wire.Hello) -> None:
        check_version(message)
        key = key_of(message, self.world)
        if not self._house.desk.authorised(key, message.token):
            raise Unauthorised("this browser is not paired with this bridge, or no longer; pair it anew")
        self._key, self.user, self.client, self.title = key, message.user, message.client, message.title
        self._house.worlds.enter(self.world, self, active=message.active)
        self.state = State.READY
        self.deadline = None
        words = (message.user, self.world.id, self.world.origin, message.module)
        log.info("hello from %s of %s at %s, module %s", *map(ascii, words))  # a peer's words may hold anything
        self._say(self._house.welcome())

    # --- what goes out ------------------------------------------------------------------------------------------------

    def _say(self, message: wire.ServerMessage) -> None:
        if self.state is not State.CLOSED:
            self._out.append(message)
            self.wake()

    def _close(self, code: int, why: str) -> None:
        if self.state is not State.CLOSED:
            self._out.append(close(code, why))
            self.closed()
            self.wake()
