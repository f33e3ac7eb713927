"""Pairing: the pages that may ask for it, and the browsers that are accepted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec
import pytest

from coign.errors import Overloaded, Unauthorised
from coign.session.pairing import CODE_TRIES, REQUESTS_WAITING, Desk, is_loopback
from coign.session.pairing_book import Key, MemoryStore
from support.bridges import ORIGIN, Clock

KEY = Key(ORIGIN, "w1", "gm", "c1")
FAR = "https://foundry.example"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(clock: Clock) -> Desk:
    return Desk(MemoryStore(), clock, wall=clock)


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
        ("http://localhost:65535", True),
        ("http://localhost:65536", False),
        ("http://localhost:30000/path", False),
        ("http://localhost@evil.example", False),
        ("chrome-extension://abcdef", False),
    ],
)
def test_only_pages_of_this_machine_may_ask_to_pair(desk: Desk, origin: str, may: bool) -> None:
    assert desk.may_connect(origin) is may


def test_named_and_paired_pages_may_ask_and_any_page_while_pairing_is_open(clock: Clock, desk: Desk) -> None:
    assert Desk(MemoryStore(), clock, named=(FAR,)).may_connect(FAR)
    desk.open()
    assert desk.may_connect(FAR)
    clock.now += 601
    assert not desk.may_connect(FAR)
    desk.grant(Key(FAR, "w1", "gm", "c1"), "")
    assert desk.may_connect(FAR)
    desk.open()
    assert not desk.may_connect("null")


@pytest.mark.parametrize("field", ["origin", "world", "user", "client"])
def test_a_token_belongs_to_one_browser_user_world_and_origin(desk: Desk, field: str) -> None:
    token = desk.grant(KEY, "")
    assert desk.authorised(KEY, token)
    assert not desk.authorised(msgspec.structs.replace(KEY, **{field: "another"}), token)
    assert not desk.authorised(KEY, token + "x")
    assert not desk.authorised(KEY, "\ud800é")


def test_a_browser_is_paired_until_somebody_ends_its_pairing(desk: Desk) -> None:
    assert not desk.is_paired(KEY)
    desk.grant(KEY, "")
    assert desk.is_paired(KEY)
    for field in ("origin", "world", "user", "client"):
        assert not desk.is_paired(msgspec.structs.replace(KEY, **{field: "another"}))
    desk.store.change(lambda book: msgspec.structs.replace(book, pairings=()))
    assert not desk.is_paired(KEY)


def test_pages_of_a_trusted_origin_are_paired_without_asking(desk: Desk) -> None:
    desk.trusted = frozenset({ORIGIN})
    assert desk.is_paired(KEY)
    assert not desk.is_paired(msgspec.structs.replace(KEY, origin=FAR))


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


@pytest.mark.parametrize(
    ("begin", "lasts", "seconds"),
    [
        (lambda desk: desk.open(), lambda desk: desk.may_connect(FAR), 600),
        (lambda desk: desk.issue(), lambda desk: desk.code and desk.code_seconds, 600),
        (lambda desk: desk.issue(), lambda desk: desk.may_connect(FAR), 600),
        (lambda desk: desk.ask(KEY, "", lambda token: None), lambda desk: desk.waiting(), 120),
    ],
    ids=["open to all", "a one-time code", "open by the code", "a request"],
)
def test_how_long_it_lasts(
    desk: Desk, clock: Clock, begin: Callable[[Desk], object], lasts: Callable[[Desk], object], seconds: float
) -> None:
    begin(desk)
    clock.now += seconds - 0.25
    assert lasts(desk)
    clock.now += 0.25
    assert not lasts(desk)


def test_a_code_is_shown_again_while_it_has_a_minute_left(desk: Desk, clock: Clock) -> None:
    code = desk.issue()
    clock.now += 540
    assert desk.issue() == code
    clock.now += 0.25
    assert desk.issue() != code
    assert desk.code_seconds == 600


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


@pytest.mark.parametrize(("pages", "mine", "refused"), [(16, 0, None), (8, 0, 1), (8, 1, None), (6, 1, 1)])
def test_a_page_with_the_most_requests_makes_room_for_one_with_fewer(
    desk: Desk, pages: int, mine: int, refused: int | None
) -> None:
    """Sixteen wait, `mine` of them of the page that asks once more: as many of each other page as there can be."""
    given_up: list[str | None] = []
    for n in range(REQUESTS_WAITING):
        page = f"https://{n % pages}.example" if n >= mine else ORIGIN
        desk.ask(Key(page, "w1", "x", f"c{n}"), "", given_up.append)
    with contextlib.nullcontext() if refused else pytest.raises(Overloaded, match="16 browsers already wait"):
        desk.ask(KEY, "", lambda token: None)
    assert (len(given_up), len(desk.waiting())) == (refused or 0, REQUESTS_WAITING)


def test_wrong_codes_are_remembered_of_the_last_thousand_pages(desk: Desk) -> None:
    desk.issue()

    def tries_left(page: str) -> object:
        with pytest.raises(Unauthorised) as no:
            desk.redeem(Key(page, "w1", "x", "c1"), "", "AAAA-AAAA")
        return no.value.detail["tries"]

    pages = [f"https://{n}.example" for n in range(1_001)]
    assert {tries_left(page) for page in pages[:1_000]} == {4}
    assert tries_left(pages[0]) == 3
    assert tries_left(pages[1_000]) == 4
    assert (tries_left(pages[0]), tries_left(pages[2])) == (4, 3), "the first of them is forgotten"


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
    assert said == ["4 more tries", "3 more tries", "2 more tries", "1 more try", "`coign pair` shows a new one"]
    assert desk.code not in ("", code)
    assert desk.authorised(KEY, desk.redeem(KEY, "", desk.code)), "whoever mistypes five times has five more tries"


def test_wrong_codes_of_another_page_do_not_end_the_gms_code(desk: Desk) -> None:
    code = desk.issue()
    for _ in range(2 * CODE_TRIES):
        with pytest.raises(Unauthorised):
            desk.redeem(Key("https://evil.example", "w1", "x", "c9"), "", "AAAA-AAAA")
    assert desk.code == code, "strangers renew no code"
    assert desk.authorised(KEY, desk.redeem(KEY, "", code))


@pytest.mark.parametrize("jump", [-86_400.0, 86_400.0])
def test_a_jump_of_the_wall_clock_does_not_change_a_codes_life(clock: Clock, jump: float) -> None:
    wall = Clock()
    desk = Desk(MemoryStore(), clock, wall=wall)
    code = desk.issue()
    wall.now += jump
    assert desk.code == code
    clock.now += 599
    assert desk.code == code
    clock.now += 2
    assert desk.code == ""


def test_loopback_is_distinguished_from_similar_names() -> None:
    assert is_loopback("http://localhost")
    assert not is_loopback("http://127.0.0.1.example")
