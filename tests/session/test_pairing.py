"""Pairing: the pages that may ask for it, the browsers that are accepted, and the file of pairings."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from filelock import FileLock

from coign.errors import Overloaded, Unauthorised
from coign.session import pairing_store
from coign.session.pairing import CODE_TRIES, REQUESTS_WAITING, Desk, is_loopback, issue_code, shown_code
from coign.session.pairing_store import Book, Key, Store
from support.bridges import ORIGIN, Clock

KEY = Key(ORIGIN, "w1", "gm", "c1")
FAR = "https://foundry.example"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> Desk:
    return Desk(Store(), clock, wall=clock)


@pytest.mark.parametrize(
    ("origin", "may"),
    [
        ("http://localhost:30000", True),
        ("http://127.0.0.1", True),
        ("http://127.8.8.8:30000", True),
        ("http://[::1]:30000", True),
        ("https://localhost", True),
        (FAR, False),
        ("http://localhost.example", False),
        ("http://192.168.1.5:30000", False),
        ("http://[::1", False),
        ("http://2130706433", False),
        ("null", False),
        ("", False),
        ("file://", False),
        ("http://localhost:30000/path", False),
        ("http://localhost@evil.example", False),
        ("chrome-extension://abcdef", False),
    ],
)
def test_only_pages_of_this_machine_may_ask_to_pair(desk: Desk, origin: str, may: bool) -> None:
    assert desk.may_connect(origin) is may


def test_named_and_paired_pages_may_ask_and_any_page_while_pairing_is_open(clock: Clock, desk: Desk) -> None:
    assert Desk(Store(), clock, named=(FAR,)).may_connect(FAR)
    desk.open()
    assert desk.may_connect(FAR)
    clock.now += 601
    assert not desk.may_connect(FAR)
    desk.grant(Key(FAR, "w1", "gm", "c1"), "")
    assert desk.may_connect(FAR)
    desk.open()
    assert not desk.may_connect("null")


def test_a_token_is_kept_as_its_hash_by_the_owner_alone(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "deep" / "pairings.json"
    token = Desk(Store(path), clock, wall=clock).grant(KEY, "Firefox")
    assert token not in path.read_text()
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Desk(Store(path), clock, wall=clock).authorised(KEY, token)
    assert {one.name for one in path.parent.iterdir()} == {path.name, "pairings.lock"}


@pytest.mark.parametrize("field", ["origin", "world", "user", "client"])
def test_a_token_belongs_to_one_browser_user_world_and_origin(desk: Desk, field: str) -> None:
    token = desk.grant(KEY, "")
    assert desk.authorised(KEY, token)
    assert not desk.authorised(msgspec.structs.replace(KEY, **{field: "another"}), token)
    assert not desk.authorised(KEY, token + "x")
    assert not desk.authorised(KEY, "\ud800é")


def test_pairing_anew_takes_the_old_token_away(desk: Desk) -> None:
    old, new = desk.grant(KEY, ""), desk.grant(KEY, "")
    assert not desk.authorised(KEY, old)
    assert desk.authorised(KEY, new)


def test_a_request_waits_for_a_person_and_is_answered_once(desk: Desk) -> None:
    answers: list[str | None] = []
    ask = desk.ask(KEY, "Firefox", answers.append)
    assert (len(ask.code), ask.code.isdigit()) == (4, True)
    assert desk.approve("nope") is None
    assert desk.approve(ask.code) is ask
    assert desk.refuse(ask.code) is None
    (token,) = answers
    assert token is not None
    assert desk.authorised(KEY, token)


def test_a_request_goes_stale(desk: Desk, clock: Clock) -> None:
    answers: list[str | None] = []
    ask = desk.ask(KEY, "", answers.append)
    clock.now += 121
    assert desk.approve(ask.code) is None
    assert answers == []


def test_few_browsers_wait_at_once_and_one_that_asks_again_waits_once(desk: Desk) -> None:
    for n in (1, 2, 3, 3, 3):
        desk.ask(Key(ORIGIN, "w1", "gm", f"c{n}"), "", lambda token: None)
    assert len(desk.waiting()) == 3
    with pytest.raises(Overloaded, match=f"3 browsers at {ORIGIN} already wait to be paired"):
        desk.ask(Key(ORIGIN, "w1", "gm", "c4"), "", lambda token: None)


def test_requests_of_other_pages_do_not_keep_the_gm_from_asking(desk: Desk) -> None:
    refused: list[str | None] = []
    for page in range(6):
        for n in range(3):
            with contextlib.suppress(Overloaded):
                desk.ask(Key(f"https://{page}.example", "w1", "x", f"c{n}"), "", refused.append)
    ask = desk.ask(KEY, "Firefox", lambda token: None)
    assert len(desk.waiting()) == REQUESTS_WAITING
    assert refused == [None, None], "the page with the most gives up its oldest"
    assert desk.approve(ask.code) is ask


def test_the_person_at_the_bridge_is_shown_the_request(desk: Desk) -> None:
    seen: list[str] = []
    desk.noticed = lambda ask: seen.append(ask.label)
    desk.ask(KEY, "Firefox", lambda token: None)
    assert seen == ["Firefox"]


def test_a_one_time_code_is_typed_as_people_type(desk: Desk) -> None:
    code = desk.issue()
    assert desk.authorised(KEY, desk.redeem(KEY, "", f" {code.replace('-', ' ').lower()} "))


def test_a_one_time_code_is_good_once_for_ten_minutes_and_five_tries(desk: Desk, clock: Clock) -> None:
    code = desk.issue()
    desk.redeem(KEY, "", code)
    with pytest.raises(Unauthorised, match="there is no current one-time code"):
        desk.redeem(KEY, "", code)
    code = desk.issue()
    assert desk.code_seconds == 600
    clock.now += 601
    assert desk.code_seconds == 0
    with pytest.raises(Unauthorised, match="there is no current one-time code"):
        desk.redeem(KEY, "", code)
    code = desk.issue()
    said = []
    for _ in range(CODE_TRIES):
        with pytest.raises(Unauthorised) as no:
            desk.redeem(KEY, "", "AAAA-AAAA")
        said.append(str(no.value).partition("; ")[2])
    assert said == ["4 more tries", "3 more tries", "2 more tries", "1 more try", "approve the browser at the bridge"]
    with pytest.raises(Unauthorised, match="too many wrong codes from this address"):
        desk.redeem(KEY, "", code)


def test_wrong_codes_of_another_page_do_not_end_the_gms_code(desk: Desk) -> None:
    code = desk.issue()
    for _ in range(2 * CODE_TRIES):
        with pytest.raises(Unauthorised):
            desk.redeem(Key("https://evil.example", "w1", "x", "c9"), "", "AAAA-AAAA")
    assert desk.authorised(KEY, desk.redeem(KEY, "", code))


@pytest.mark.parametrize("jump", [-86_400.0, 86_400.0])
def test_a_jump_of_the_wall_clock_does_not_change_a_codes_life(clock: Clock, jump: float) -> None:
    wall = Clock()
    desk = Desk(Store(), clock, wall=wall)
    code = desk.issue()
    wall.now += jump
    assert desk.code == code
    clock.now += 599
    assert desk.code == code
    clock.now += 2
    assert desk.code == ""


def test_one_code_is_shared_until_it_nearly_expires(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(Store(path), clock, wall=clock)
    code = desk.issue()
    clock.now += 300
    assert shown_code(issue_code(Store(path), clock())) == code == desk.issue()
    clock.now += 250
    new = shown_code(issue_code(Store(path), clock()))
    assert new != code
    assert desk.code == desk.issue() == new


def test_a_code_made_by_another_process_opens_the_door_and_is_taken(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(Store(path), clock, wall=clock)
    assert not desk.may_connect(FAR)
    code = shown_code(issue_code(Store(path), clock()))
    assert desk.may_connect(FAR)
    assert desk.redeem(Key(FAR, "w1", "gm", "c1"), "", code)


def test_a_pairing_taken_away_by_another_process_is_gone(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(Store(path), clock, wall=clock)
    token = desk.grant(KEY, "")
    Store(path).change(lambda book: Book())
    assert not desk.authorised(KEY, token)


def test_a_damaged_file_is_set_aside_and_said(tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "pairings.json"
    path.write_text("{broken")
    desk = Desk(Store(path), clock, wall=clock)
    assert not desk.authorised(KEY, "x")
    assert "damaged" in caplog.text
    assert (tmp_path / "pairings.bad").read_text() == "{broken"
    assert desk.authorised(KEY, desk.grant(KEY, ""))


def test_a_folder_that_cannot_be_written_is_reported_and_pairings_last_as_long_as_the_process(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    desk = Desk(Store(tmp_path / "file" / "pairings.json"), clock, wall=clock)
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
    desk = Desk(Store(path), clock, wall=clock)
    old, other = desk.grant(KEY, ""), Key(FAR, "w1", "gm", "c1")
    with monkeypatch.context() as disk:
        disk.setattr(pairing_store, "_write", full)
        new = desk.grant(other, "")
        desk.store.write()
        assert desk.store.problem == "No space left on device"
    # Another process ends the old pairing and makes a code, while ours still has something to write.
    ending = Store(path)
    ending.change(lambda book: Book())
    code = issue_code(ending, clock())
    assert not desk.authorised(KEY, old), "revoked, whatever happened before"
    assert desk.authorised(other, new), "not written yet, and good all the same"
    assert desk.code == shown_code(code)
    desk.store.write()
    assert desk.store.problem == ""
    assert Desk(Store(path), clock).authorised(other, new)
    assert caplog.text.count("cannot be kept") == 1
    assert caplog.text.count("are kept in") == 1


PAIRING_OFTEN = """
import sys, time
from pathlib import Path
from coign.session.pairing import Desk
from coign.session.pairing_store import Key, Store

desk = Desk(Store(Path(sys.argv[1])), time.monotonic)
for n in range(int(sys.argv[3])):
    desk.grant(Key("http://localhost:30000", f"w{n}", "gm", sys.argv[2]), "")
"""


def test_two_processes_that_change_the_file_at_once_lose_nothing(tmp_path: Path) -> None:
    path, several, each = tmp_path / "pairings.json", 4, 40
    command = [sys.executable, "-c", PAIRING_OFTEN, str(path)]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    running = [subprocess.Popen([*command, f"c{n}", str(each)], env=environ) for n in range(several)]
    assert [process.wait(60) for process in running] == [0] * several
    assert len(Store(path).book.pairings) == several * each


def test_two_processes_that_issue_a_code_at_once_show_the_same(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pairings.json"
    slow, change = Store(path), Store.change

    def late(asked: pairing_store.Change) -> None:
        issue_code(Store(path), clock())  # the other process has looked for a code after us, and is quicker
        change(slow, asked)

    monkeypatch.setattr(slow, "change", late)
    code = issue_code(slow, clock())
    assert code == Store(path).book.code
    assert Store(path).book.code == slow.book.code


def test_a_code_that_two_bridges_are_offered_at_once_pairs_one_browser(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pairings.json"
    one, other = (Desk(Store(path), clock, wall=clock) for _ in range(2))
    code = one.issue()
    assert other.code == code
    change = other.store.change

    def late(asked: pairing_store.Change) -> None:
        one.redeem(KEY, "", code)  # the other bridge has read the file, and has not changed it yet
        monkeypatch.setattr(other.store, "change", change)
        change(asked)

    monkeypatch.setattr(other.store, "change", late)
    with pytest.raises(Unauthorised, match="used a moment ago"):
        other.redeem(Key(FAR, "w1", "gm", "c2"), "", code)
    assert [entry.key for entry in Store(path).book.pairings] == [KEY]


def test_a_lock_that_another_process_does_not_release_is_reported(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "pairings.json"
    desk = Desk(Store(path), clock, wall=clock)
    with FileLock(path.with_suffix(".lock")):
        token = desk.grant(KEY, "")
        assert desk.store.problem
        assert desk.authorised(KEY, token), "valid at once"
    desk.store.write()
    assert desk.store.problem == ""
    assert Desk(Store(path), clock).authorised(KEY, token)


def test_an_unreadable_file_of_pairings_counts_as_empty_and_is_reported_once(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")  # simulated, because root may read everything

    monkeypatch.setattr(Path, "read_bytes", denied)
    monkeypatch.setattr(pairing_store, "PAUSE", 0.0)
    path = tmp_path / "pairings.json"
    path.write_text("{}")
    desk = Desk(Store(path), clock, wall=clock)
    assert not any(desk.authorised(KEY, "x") for _ in range(3))
    assert caplog.text.count("cannot be read (Permission denied): browsers must pair again") == 1


def test_loopback_is_distinguished_from_similar_names() -> None:
    assert is_loopback("http://localhost")
    assert not is_loopback("http://127.0.0.1.example")
