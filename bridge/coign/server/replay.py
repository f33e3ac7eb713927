"""Replay a record and compare the bridge's answers now with the recorded ones.

Each accepted connection of the record becomes a session. It receives the recorded frames at the recorded times, and
each recorded answer is compared with the new answer to the same request, or with the next message that answers none.
Fields that always differ are ignored: durations, the version, references into a log, and where the parts of a survey
are divided. Refused connections are skipped, because the record lacks the tokens for which they were refused.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from coign.errors import CoignError
from coign.protocol import messages as wire
from coign.server.recording import HIDDEN
from coign.session.pairing import Desk
from coign.session.pairing_book import Key, MemoryStore
from coign.session.services import Engine, Services
from coign.session.session import Session
from coign.session.states import Close, State
from coign.session.worlds import World, Worlds

VOLATILE = frozenset({"elapsed_us", "server", "reference"})
PAIRING = ("pair", "pairing", "paired")
PARTS = ("mine", "theirs")


class BadRecord(CoignError):
    """The file is not a record, or is damaged. For the person who replays it."""

    code = "bad-record"


class Recorded(msgspec.Struct, rename={"came": "in"}):
    """One line of a record, as `recording.py` describes it."""

    coign: str = ""
    epoch: str = ""
    at: float = 0.0
    peer: int = 0
    opened: World | None = None
    came: msgspec.Raw = msgspec.Raw()
    odd: str | None = None
    out: dict[str, Any] | None = None
    closed: bool = False


@dataclass(frozen=True)
class Difference:
    """An answer that has changed. For a missing answer, `now` is left at None."""

    line: int
    then: dict[str, Any]
    now: dict[str, Any] | None


@dataclass
class _Peer:
    session: Session
    answers: list[dict[str, Any]] = field(default_factory=list)  # given now, not yet compared
    surveys: dict[str, dict[str, Any]] = field(default_factory=dict)  # now, whole


class Replay:
    """One run over a record. `compared` counts the answers."""

    def __init__(self, engine: Engine) -> None:
        self.compared = 0
        self._engine = engine
        self._now = 0.0
        self._services: Services | None = None
        self._peers: dict[int, _Peer] = {}

    def run(self, lines: list[Recorded]) -> Iterator[Difference]:
        """Yield the differences. Raises BadRecord."""
        if not lines or not lines[0].coign:
            raise BadRecord("this is no record: its first line does not say which coign wrote it")
        self._services = Services(
            self._engine,
            _OpenDesk(MemoryStore(), self._clock),
            Worlds(self._clock),
            self._clock,
            lines[0].coign,
            lines[0].epoch,
        )
        welcomed = {line.peer for line in lines if line.out is not None and line.out.get("type") == "welcome"}
        for number, line in enumerate(lines, 1):
            if line.peer in welcomed:
                self._now = line.at
                yield from self._replay(number, line)

    def _clock(self) -> float:
        return self._now

    def _replay(self, number: int, line: Recorded) -> Iterator[Difference]:
        if line.opened is not None:
            assert self._services is not None  # set before any line is replayed
            self._peers[line.peer] = _Peer(Session(self._services, line.opened.origin, line.opened.id))
            return
        peer = self._peers.get(line.peer)
        if peer is None:
            raise BadRecord(f"line {number}: connection {line.peer} was never opened")
        if line.closed:
            peer.session.closed()
        elif line.out is not None:
            yield from self._compare(number, peer, line.out)
        elif (data := _came(number, line, peer.session)) is not None:
            peer.session.receive(data)
            while peer.session.step():
                pass
            self._collect(peer)

    def _collect(self, peer: _Peer) -> None:
        for message in peer.session.outgoing():
            if isinstance(message, Close):
                continue
            answer: dict[str, Any] = msgspec.to_builtins(message)
            if answer["type"] != "surveyed":
                peer.answers.append(answer)
                continue
            whole = peer.surveys.setdefault(answer["id"], {name: [] for name in PARTS})
            for name in PARTS:
                whole[name] += answer[name]

    def _compare(self, number: int, peer: _Peer, then: dict[str, Any]) -> Iterator[Difference]:
        if then.get("type") in PAIRING:
            return
        self._collect(peer)  # another connection may have made this one say something
        self.compared += 1
        if then.get("type") == "surveyed":
            yield from self._compare_part(number, peer, then)
            return
        now = next((answer for answer in peer.answers if answer.get("id") == then.get("id")), None)
        if now is not None:
            peer.answers.remove(now)
        if _lasting(now) != _lasting(then):
            yield Difference(number, then, now)

    def _compare_part(self, number: int, peer: _Peer, then: dict[str, Any]) -> Iterator[Difference]:
        try:
            part = msgspec.to_builtins(msgspec.convert(then, wire.Surveyed))
        except msgspec.ValidationError as problem:
            raise BadRecord(f"line {number}: this is no part of a survey: {problem}") from None
        whole = peer.surveys.get(part["id"], {name: [] for name in PARTS})
        now = {name: whole[name][part["start"] : part["start"] + len(part[name])] for name in PARTS}
        if any(now[name] != list(part[name]) for name in PARTS):
            yield Difference(number, then, {**then, **now})


class _OpenDesk(Desk):
    """A desk that accepts the masked token of a record."""

    def authorised(self, key: Key, token: str) -> bool:
        return token == HIDDEN


def read(lines: Iterable[bytes]) -> list[Recorded]:
    """Read the lines of a record. Raises BadRecord. An incomplete last line, as after a crash, is skipped."""
    records: list[Recorded] = []
    broken: tuple[int, Exception] | None = None
    for number, text in enumerate(lines, 1):
        if broken is not None:
            raise BadRecord(f"line {broken[0]} is no line of a record: {broken[1]}")
        try:
            records.append(msgspec.json.decode(text, type=Recorded))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            broken = number, problem
    if broken is not None and not records:
        raise BadRecord(f"this is no record: {broken[1]}")
    return records


def _came(number: int, line: Recorded, session: Session) -> bytes | None:
    """Return the frame of a line; None if it has none, or if it pairs a browser, which is not replayed."""
    if line.odd is not None:
        try:
            return base64.b64decode(line.odd, validate=True)
        except ValueError as problem:
            raise BadRecord(f"line {number}: `odd` is not base64: {problem}") from None
    data = bytes(line.came)
    try:
        pairs = session.state is not State.READY and _type_of(data) in PAIRING
        return None if not data or pairs else data
    except UnicodeDecodeError as problem:
        raise BadRecord(f"line {number}: the frame is not UTF-8: {problem}") from None


class _Typed(msgspec.Struct):
    type: Any = None


def _type_of(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data, type=_Typed).type
    except msgspec.ValidationError:
        return None  # a number, a list: what the session will say of it is compared


def _lasting(value: Any) -> Any:
    """Return `value` without fields that differ from run to run, such as the sentence of an internal error."""
    if isinstance(value, dict):
        volatile = VOLATILE | {"message"} if value.get("code") == "internal" else VOLATILE
        return {name: _lasting(item) for name, item in value.items() if name not in volatile}
    if isinstance(value, list | tuple):
        return [_lasting(item) for item in value]
    return value
