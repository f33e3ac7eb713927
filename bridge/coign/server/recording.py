"""Record all messages for bug reports: one JSON object a line, without secrets.

    {"coign": "0.1.0", "epoch": "..."}                                  the first line
    {"at": 3.2, "peer": 1, "opened": {"origin": ..., "id": ...}}        a connection, numbered
    {"at": 3.3, "peer": 1, "in": {"type": "hello", ...}}                a message received, without tokens and codes
    {"at": 3.3, "peer": 1, "odd": "..."}                                a frame received that is not JSON: base64
    {"at": 3.4, "peer": 1, "out": {"type": "welcome", ...}}             a message sent
    {"at": 9.9, "peer": 1, "closed": true}

`at` is seconds on the bridge's clock. A record contains whole scenes with all that a GM can see. So it is written only
on request and readable by its owner alone. A full disk ends the record, not the game.
"""

from __future__ import annotations

import base64
import contextlib
import logging
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, get_args

import msgspec

from coign.errors import CoignError
from coign.protocol import messages as wire
from coign.protocol.decoding import decode
from coign.session.worlds import World

log = logging.getLogger("coign.server.recording")

HIDDEN = "taken out of the record"
# The messages that a client sends after `hello`: they contain neither tokens nor codes.
LATER = frozenset(str(kind.__struct_config__.tag) for kind in get_args(wire.ClientMessage)) - {"hello", "pair"}
_TOKEN = re.compile(rb"(?:\\u[0-9A-Fa-f]{4}|[A-Za-z0-9_-]){32,}")  # however its letters are written
_SECRET = re.compile(rb'("(?:token|code)"\s*:\s*")((?:[^"\\]|\\.)*)', re.DOTALL)


class CannotRecord(CoignError):
    """The file cannot be written. For the person who requested a record."""

    code = "cannot-record"


class _Opened(msgspec.Struct):
    type: str = ""


class Recorder:
    """The record of a bridge, written to a new file at `path`. `clock` is that of the services.

    Raises CannotRecord if the first line cannot be written.
    """

    def __init__(self, path: Path, clock: Callable[[], float], version: str, epoch: str) -> None:
        self.path = path
        self._clock = clock
        self._peers = 0
        self._file: BinaryIO | None = None
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            _keep_to_owner(descriptor)
            self._file = os.fdopen(descriptor, "wb", buffering=0)
            self._append({"coign": version, "epoch": epoch})
        except OSError as problem:
            self.close()
            raise CannotRecord(f"cannot record to {path}: {problem.strerror or problem}; name another file") from None

    def track(self, world: World) -> Track:
        """Begin the lines of a new connection."""
        self._peers += 1
        track = Track(self, self._peers)
        self.line(self._peers, opened=world)
        return track

    def line(self, peer: int, **fields: Any) -> None:
        """Write one line. If the disk is full, log that once and end the record."""
        try:
            self._append({"at": round(self._clock(), 6), "peer": peer, **fields})
        except OSError as problem:
            log.error("the record %s ends here: %s; the bridge goes on", self.path, problem.strerror or problem)
            self.close()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _append(self, line: dict[str, Any]) -> None:
        data = msgspec.json.encode(line) + b"\n"
        while self._file is not None and data:
            data = data[self._file.write(data) :]  # a disk that is nearly full takes a part, and complains next time


class Track:
    """The lines of one connection."""

    def __init__(self, recorder: Recorder, peer: int) -> None:
        self._recorder = recorder
        self._peer = peer

    def received(self, data: bytes) -> None:
        """Record a frame from the client."""
        message = without_secrets(data)
        if message is None:
            self._recorder.line(self._peer, odd=base64.b64encode(_masked(data)).decode())
        else:
            self._recorder.line(self._peer, **{"in": message})

    def sent(self, data: bytes) -> None:
        """Record a frame to the client."""
        kind = msgspec.json.decode(data, type=_Opened).type
        secret = kind in ("paired", "pairing")
        self._recorder.line(self._peer, out=_hidden(msgspec.json.decode(data)) if secret else msgspec.Raw(data))

    def closed(self) -> None:
        """Record the end of the connection."""
        self._recorder.line(self._peer, closed=True)


def without_secrets(data: bytes) -> msgspec.Raw | dict[str, Any] | None:
    """Return a frame without tokens and codes, for the record; None if it is not a JSON object.

    A message of a type that comes after `hello` loses only fields named `token` or `code`. Of a valid `hello` or `pair`
    only the known fields are kept. In any other frame, which may be a malformed `hello`, everything that looks like a
    token is masked.
    """
    try:
        if msgspec.json.decode(data, type=_Opened).type in LATER:
            return _without_secret_fields(data)
        with contextlib.suppress(CoignError):
            return _hidden(msgspec.to_builtins(decode(data)))
        message = msgspec.json.decode(_masked(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return _hidden(message) if isinstance(message, dict) else None


def _hidden(message: dict[str, Any]) -> dict[str, Any]:
    return {name: HIDDEN if value and name in ("token", "code") else value for name, value in message.items()}


def _without_secret_fields(data: bytes) -> msgspec.Raw:
    """Return a message without fields named `token` or `code`, which its type lacks but a peer may add."""
    if any(name in data for name in (b"oken", b"ode", b"\\u")):
        fields = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        if secret := fields.keys() & {"token", "code"}:
            data = msgspec.json.encode({name: raw for name, raw in fields.items() if name not in secret})
    # A line break in JSON is never in a string, and a record has one line for each message.
    return msgspec.Raw(data.replace(b"\r", b" ").replace(b"\n", b" "))


def _masked(data: bytes) -> bytes:
    """Mask tokens and codes in a frame that is not a message, which may be part of a `hello`. Its length is kept."""
    named = _SECRET.sub(lambda match: match[1] + b"x" * len(match[2]), data)
    return _TOKEN.sub(lambda match: b"x" * len(match[0]), named)


def _keep_to_owner(descriptor: int) -> None:
    """Make an existing file readable by its owner alone. Devices are left alone; on Windows the folder decides."""
    if hasattr(os, "fchmod") and stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.fchmod(descriptor, 0o600)
