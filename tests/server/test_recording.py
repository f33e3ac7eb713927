"""The record: its contents, the secrets that it lacks, and its replay."""

from __future__ import annotations

import base64
import contextlib
import errno
import io
import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from coign.protocol import messages as wire
from coign.server.recording import HIDDEN, CannotRecord, Recorder, without_secrets
from coign.server.replay import BadRecord, Replay, read
from coign.session.session import Session
from coign.session.states import Close
from fuzz.messages import RandomClient
from support.bridges import (
    ORIGIN,
    Clock,
    FakeEngine,
    create,
    evaluate,
    hello,
    make_services,
    pack,
    patch,
    put,
    survey,
    token_for,
)


def record(path: Path, *messages: dict[str, Any] | bytes) -> str:
    """Record a conversation as the server does; return the token that was used."""
    clock = Clock()
    services = make_services(clock)
    token = token_for(services)
    recorder = Recorder(path, clock, "0.0.0", services.epoch)
    session = Session(services, ORIGIN, "w1")
    track = recorder.track(session.world)
    for message in (hello(token), *messages):
        data = message if isinstance(message, bytes) else pack(message)
        track.received(data)
        session.receive(data)
        while session.step():
            pass
        for answer in session.outgoing():
            if not isinstance(answer, Close):
                track.sent(msgspec.json.encode(answer))
        clock.now += 1
    session.closed()
    track.closed()
    recorder.close()
    return token


EVENING = (
    {"type": "pair", "world": "w1", "user": "u1", "client": "c1", "label": ""},  # too late: it is an error
    put(1, tokens=[{"_id": "a"}]),
    evaluate("r1"),
    patch(1, create("Token", "b")),
    evaluate("r2", actor="nobody"),
    evaluate("r3", actor="trap"),
    survey("v1"),
    b"\xff nonsense",
    b"[1, 2",
    {"type": "configure", "rulesets": ["plain"]},
    evaluate("r4"),
)


def test_a_record_given_again_has_the_same_answers(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    record(path, *EVENING)
    replay = Replay(FakeEngine())
    assert list(replay.run(read(path.read_bytes().splitlines(keepends=True)))) == []
    # The welcome, the other parts of the survey, and the answer about the scene that is sent again under other rules.
    assert replay.compared == 1 + len(EVENING) + 2 + 1


def test_another_answer_is_found(tmp_path: Path) -> None:
    class Changed(FakeEngine):
        def annotating(self, scene: Any, request: wire.Evaluate, setup: Any, revision: int) -> Any:
            annotation = yield from super().annotating(scene, request, setup, revision)
            return msgspec.structs.replace(annotation, occasion="save")

        def survey(self, scene: Any, message: wire.Survey, setup: Any) -> Any:
            for part in super().survey(scene, message, setup):
                yield msgspec.structs.replace(part, mine=(wire.Prospect(cover="half"),)) if part.start == 1 else part

    path = tmp_path / "evening.jsonl"
    record(path, *EVENING)
    found = list(Replay(Changed()).run(read(path.read_bytes().splitlines(keepends=True))))
    assert [(one.then["type"], one.then["id"]) for one in found] == [
        ("annotation", "r1"),
        ("surveyed", "v1"),
        ("annotation", "r4"),
    ]


def test_no_secret_is_in_a_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    token = record(path)
    assert token not in path.read_text()
    assert HIDDEN in path.read_text()
    for secret in (wire.Paired("secret"), wire.Pairing("secret"), wire.Pair("w", "u", "c", code="secret")):
        assert b"secret" not in msgspec.json.encode(without_secrets(msgspec.json.encode(secret)))


def test_a_token_in_a_broken_hello_is_no_message_and_still_hidden() -> None:
    broken = b'{"type": "hello", "token": {"secret": 1}, "token": "secret"}'
    assert b"secret" not in msgspec.json.encode(without_secrets(broken))


TOKEN = "Zk3-" + "aB_9" * 9 + "xyz"


@pytest.mark.parametrize(
    "almost",
    [
        {"type": "helo", "versions": [1], "world": "w", "user": "u", "client": "c", "token": TOKEN},
        {"type": "hello", "versions": [1], "world": "w", "user": "u", "client": "c", "token": "x", "Token": TOKEN},
        {"type": "hello", "hello": {"token": TOKEN}},
        {"type": "evaluate", "id": "r1", "token": TOKEN},
        {"type": "error", "token": TOKEN},
        {"auth": [TOKEN]},
        [TOKEN],
        TOKEN,
    ],
)
def test_a_token_in_what_is_no_true_hello_is_not_recorded(tmp_path: Path, almost: Any) -> None:
    path = tmp_path / "evening.jsonl"
    escaped = "".join(f"\\u{ord(sign):04x}" for sign in TOKEN).encode()
    record(path, pack(almost), pack(almost).replace(TOKEN.encode(), escaped))
    text = path.read_bytes()
    odd = b"".join(base64.b64decode(line.odd) for line in read(text.splitlines()) if line.odd)
    for form in (TOKEN.encode(), escaped):
        assert form not in text
        assert form not in odd


@pytest.mark.parametrize(
    "broken",
    [b'{"type": "hello", "token": "secret"', b'{"token" : "secret', b'\xff{"code":"\\"secret"}', b'["token":"secret"]'],
)
def test_a_hello_that_broke_off_is_recorded_without_its_token(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "evening.jsonl"
    record(path, broken)
    (odd,) = [base64.b64decode(line.odd) for line in read(path.read_bytes().splitlines()) if line.odd]
    assert b"secret" not in odd
    assert len(odd) == len(broken)


def test_a_message_over_several_lines_is_one_line_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    record(path, msgspec.json.format(pack(put(1))).replace(b"\n", b"\r\n"))
    assert list(Replay(FakeEngine()).run(read(path.read_bytes().splitlines(keepends=True)))) == []


def test_a_record_is_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text("an older one that everybody could read")
    path.chmod(0o644)
    record(path)
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotRecord, match=r"cannot record to .*: No such file or directory; name another file"):
        Recorder(tmp_path / "no" / "where", Clock(), "0", "e")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_disk_that_is_full_from_the_start_is_reported_to_who_asked_for_the_record() -> None:
    with pytest.raises(CannotRecord, match=r"cannot record to /dev/full: No space left on device; name another file"):
        Recorder(Path("/dev/full"), Clock(), "0", "e")


class NearlyFull(io.RawIOBase):
    """A file on a disk with room for `room` bytes."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.written = b""

    def write(self, data: Any) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = bytes(data[: self.room])
        self.room -= len(taken)
        self.written += taken
        return len(taken)


def test_a_disk_that_fills_up_ends_the_record_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = NearlyFull(room=300)

    def opened(descriptor: int, *more: Any, **options: Any) -> NearlyFull:
        os.close(descriptor)
        return disk

    monkeypatch.setattr(os, "fdopen", opened)
    record(tmp_path / "evening.jsonl", *EVENING)
    assert caplog.text.count("ends here: No space left on device; the bridge goes on") == 1
    lines = read(disk.written.splitlines(keepends=True))  # the last one broke off
    assert lines[0].coign == "0.0.0"


def test_a_token_in_place_of_a_type_is_not_recorded_with_the_answer_that_quotes_it(tmp_path: Path) -> None:
    secret = "S" * 43
    record(tmp_path / "evening.jsonl", {"type": secret})
    text = (tmp_path / "evening.jsonl").read_text()
    assert "there is no message of the type" in text
    assert secret not in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"hello\n", "this is no record"),
        (b"", "this is no record"),
        (b'{"at":1,"peer":1}\n', "its first line does not say which coign wrote it"),
        (b'{"coign":"1"}\nnonsense\n{}\n', "line 2 is no line of a record"),
        (b'{"coign":"1"}\n{"peer":1,"out":{"type":"welcome"}}\n', "line 2: connection 1 was never opened"),
        (
            b'{"coign":"1"}\n{"peer":1,"opened":{"origin":"http://localhost","id":"w1"}}\n'
            b'{"peer":1,"in":{"type":"\xff"}}\n{"peer":1,"out":{"type":"welcome"}}\n',
            "line 3: the frame is not UTF-8",
        ),
    ],
)
def test_a_file_that_is_no_record_is_reported(text: bytes, says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        list(Replay(FakeEngine()).run(read(text.splitlines(keepends=True))))


def test_a_record_that_a_crash_cut_off_is_replayed_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    record(path, *EVENING)
    path.write_bytes(path.read_bytes()[:-10])
    assert list(Replay(FakeEngine()).run(read(path.read_bytes().splitlines(keepends=True)))) == []


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_record_is_reported_or_replayed(seed: int, tmp_path: Path) -> None:
    """Lines with absurd values, lost lines and repeated lines raise nothing but BadRecord."""
    words = RandomClient(seed)
    path = tmp_path / "evening.jsonl"
    record(path, *EVENING)
    lines = path.read_bytes().splitlines(keepends=True)
    for _ in range(100):
        spoilt = [msgspec.json.decode(line) for line in lines]
        at = words.pick.randrange(len(spoilt))
        spoilt[at : at + 1] = words.pick.choice([[], [spoilt[at]] * 2, [words.distort(spoilt[at])]])
        text = [json.dumps(line).encode() for line in spoilt]
        with contextlib.suppress(BadRecord):
            list(Replay(FakeEngine()).run(read(text)))
