"""The file of pairings: private, shared by processes, and kept in memory while it cannot be written."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from filelock import FileLock

from coign.errors import Unauthorised
from coign.server import pairing_file
from coign.server.pairing_file import FileStore
from coign.session.pairing import Desk, issue_code, shown_code
from coign.session.pairing_book import Change, Key, PairingBook
from support.bridges import ORIGIN, Clock

KEY = Key(ORIGIN, "w1", "gm", "c1")
FAR = "https://foundry.example"


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_token_is_kept_as_its_hash_by_the_owner_alone(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "deep" / "pairings.json"
    token = Desk(FileStore(path), clock, wall=clock).grant(KEY, "Firefox")
    assert token not in path.read_text()
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Desk(FileStore(path), clock, wall=clock).authorised(KEY, token)
    assert {one.name for one in path.parent.iterdir()} == {path.name, "pairings.lock"}


def test_one_code_is_shared_until_it_nearly_expires(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(FileStore(path), clock, wall=clock)
    code = desk.issue()
    clock.now += 300
    assert shown_code(issue_code(FileStore(path), clock())) == code == desk.issue()
    clock.now += 250
    new = shown_code(issue_code(FileStore(path), clock()))
    assert new != code
    assert desk.code == desk.issue() == new


def test_a_code_made_by_another_process_opens_the_door_and_is_taken(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(FileStore(path), clock, wall=clock)
    assert not desk.may_connect(FAR)
    code = shown_code(issue_code(FileStore(path), clock()))
    assert desk.may_connect(FAR)
    assert desk.redeem(Key(FAR, "w1", "gm", "c1"), "", code)


def test_a_pairing_taken_away_by_another_process_is_gone(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(FileStore(path), clock, wall=clock)
    token = desk.grant(KEY, "")
    FileStore(path).change(lambda book: PairingBook())
    assert not desk.authorised(KEY, token)


def test_a_damaged_file_is_set_aside_and_said(tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "pairings.json"
    path.write_text("{broken")
    desk = Desk(FileStore(path), clock, wall=clock)
    assert not desk.authorised(KEY, "x")
    assert "damaged" in caplog.text
    assert (tmp_path / "pairings.bad").read_text() == "{broken"
    assert desk.authorised(KEY, desk.grant(KEY, ""))


def test_a_folder_that_cannot_be_written_is_reported_and_pairings_last_as_long_as_the_process(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    desk = Desk(FileStore(tmp_path / "file" / "pairings.json"), clock, wall=clock)
    token = desk.grant(KEY, "")
    assert desk.authorised(KEY, token)
    assert "changes last until this bridge stops" in caplog.text
    assert token not in caplog.text


def test_after_a_full_disk_the_file_counts_again(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "pairings.json"
    desk = Desk(FileStore(path), clock, wall=clock)
    old, other = desk.grant(KEY, ""), Key(FAR, "w1", "gm", "c1")
    with monkeypatch.context() as disk:
        disk.setattr(pairing_file, "write_private", full)
        new = desk.grant(other, "")
        desk.store.write()
        assert desk.store.problem == "No space left on device"
    # Another process ends the old pairing and makes a code, while ours still has something to write.
    ending = FileStore(path)
    ending.change(lambda book: PairingBook())
    code = issue_code(ending, clock())
    assert not desk.authorised(KEY, old), "revoked, whatever happened before"
    assert desk.authorised(other, new), "not written yet, and good all the same"
    assert desk.code == shown_code(code)
    desk.store.write()
    assert desk.store.problem == ""
    assert Desk(FileStore(path), clock).authorised(other, new)
    assert caplog.text.count("cannot be kept") == 1
    assert caplog.text.count("are kept in") == 1


PAIRING_OFTEN = """
import sys, time
from pathlib import Path
from coign.session.pairing import Desk
from coign.server.pairing_file import FileStore
from coign.session.pairing_book import Key, MemoryStore

desk = Desk(FileStore(Path(sys.argv[1])), time.monotonic)
for n in range(int(sys.argv[3])):
    desk.grant(Key("http://localhost:30000", f"w{n}", "gm", sys.argv[2]), "")
while desk.store.problem:  # the others held the lock for too long; a bridge tries again every second
    desk.store.write()
"""


def test_two_processes_that_change_the_file_at_once_lose_nothing(tmp_path: Path) -> None:
    path, several, each = tmp_path / "pairings.json", 4, 40
    command = [sys.executable, "-c", PAIRING_OFTEN, str(path)]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    running = [subprocess.Popen([*command, f"c{n}", str(each)], env=environ) for n in range(several)]
    assert [process.wait(60) for process in running] == [0] * several
    assert len(FileStore(path).book.pairings) == several * each


def test_two_processes_that_issue_a_code_at_once_show_the_same(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pairings.json"
    slow, change = FileStore(path), FileStore.change

    def late(asked: Change) -> None:
        issue_code(FileStore(path), clock())  # the other process has looked for a code after us, and is quicker
        change(slow, asked)

    monkeypatch.setattr(slow, "change", late)
    code = issue_code(slow, clock())
    assert code == FileStore(path).book.code
    assert FileStore(path).book.code == slow.book.code


def test_a_code_that_two_bridges_are_offered_at_once_pairs_one_browser(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pairings.json"
    one, other = (Desk(FileStore(path), clock, wall=clock) for _ in range(2))
    code = one.issue()
    assert other.code == code
    change = other.store.change

    def late(asked: Change) -> None:
        one.redeem(KEY, "", code)  # the other bridge has read the file, and has not changed it yet
        monkeypatch.setattr(other.store, "change", change)
        change(asked)

    monkeypatch.setattr(other.store, "change", late)
    with pytest.raises(Unauthorised, match="used a moment ago"):
        other.redeem(Key(FAR, "w1", "gm", "c2"), "", code)
    assert [entry.key for entry in FileStore(path).book.pairings] == [KEY]


def test_a_lock_that_another_process_does_not_release_is_reported(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(FileStore(path), clock, wall=clock)
    with FileLock(path.with_suffix(".lock")):
        token = desk.grant(KEY, "")
        assert desk.store.problem
        assert desk.authorised(KEY, token), "valid at once"
    desk.store.write()
    assert desk.store.problem == ""
    assert Desk(FileStore(path), clock).authorised(KEY, token)


def unreadable(path: Path) -> bytes:
    raise OSError(errno.EMFILE, "Too many open files")


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EIO, errno.EACCES])
def test_a_file_that_cannot_be_read_for_a_moment_ends_no_pairing_and_is_not_written(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fails(path: Path) -> bytes:
        raise OSError(number, os.strerror(number))

    path, other = tmp_path / "pairings.json", Key(FAR, "w1", "gm", "c1")
    monkeypatch.setattr(pairing_file, "PAUSE", 0.0)
    desk = Desk(FileStore(path, clock), clock, wall=clock)
    token = desk.grant(KEY, "")
    Desk(FileStore(path), clock).grant(Key(FAR, "w2", "gm", "c2"), "")  # another process has changed the file
    before = path.read_text()
    with monkeypatch.context() as failing:
        failing.setattr(Path, "read_bytes", fails)
        assert all(desk.authorised(KEY, token) for _ in range(3))
        late = desk.grant(other, "")
        assert desk.authorised(other, late)
        assert desk.store.problem
    assert path.read_text() == before, "nothing is written from a book that was not read"
    assert caplog.text.count("cannot be read") == 1
    clock.now += 2
    desk.store.write()
    assert desk.store.problem == ""
    assert len(FileStore(path).book.pairings) == 3, "everybody's pairings are there"


def test_a_bridge_that_starts_while_the_file_cannot_be_read_writes_nothing_over_it(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pairings.json"
    token = Desk(FileStore(path), clock).grant(KEY, "")
    with monkeypatch.context() as failing:
        failing.setattr(Path, "read_bytes", unreadable)
        desk = Desk(FileStore(path, clock), clock, wall=clock)
        desk.grant(Key(FAR, "w1", "gm", "c1"), "")
    clock.now += 2
    desk.store.write()
    assert desk.authorised(KEY, token)
    assert len(FileStore(path).book.pairings) == 2


@pytest.mark.parametrize("bad", ['{"key": 7}', "7", '{"key": {"origin": 1}}', '{"sha256": "x"}', "[[[]]]"])
def test_one_bad_entry_costs_one_pairing(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, bad: str
) -> None:
    path = tmp_path / "pairings.json"
    token = Desk(FileStore(path), clock).grant(KEY, "")
    path.write_text(path.read_text().replace('"pairings": [', f'"pairings": [{bad},'))
    assert Desk(FileStore(path), clock).authorised(KEY, token)
    assert "1 of 2 pairings" in caplog.text
    assert not (tmp_path / "pairings.bad").exists()


def test_versions_read_each_others_files(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "pairings.json"
    token = Desk(FileStore(path), clock).grant(KEY, "")
    assert json.loads(path.read_text())["format"] == pairing_file.FORMAT
    earlier = msgspec.json.decode(path.read_bytes(), type=PairingBook)  # as the version before the format had a number
    assert [entry.key for entry in earlier.pairings] == [KEY]
    path.write_bytes(msgspec.json.encode(earlier))
    assert Desk(FileStore(path), clock).authorised(KEY, token)
    later = json.loads(path.read_text()) | {"format": 2, "colour": "red"}
    later["pairings"][0]["colour"] = "blue"
    path.write_text(json.dumps(later))
    assert Desk(FileStore(path), clock).authorised(KEY, token)


def test_the_file_is_on_the_disk_before_it_takes_the_name(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    replace, fsync = Path.replace, os.fsync

    def noted_sync(number: int) -> None:
        done.append("fsync")
        fsync(number)

    def noted_replace(path: Path, to: Path) -> Path:
        done.append("replace")
        return replace(path, to)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    Desk(FileStore(tmp_path / "pairings.json"), clock).grant(KEY, "")
    assert done == ["fsync", "replace"]
