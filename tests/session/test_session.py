"""The session: its state table row by row, then its guarantees to a client. No sockets, and a fake clock."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from coign.annotations import engine
from coign.protocol import messages as wire
from coign.protocol.digest import SCHEMA
from coign.session import memory
from coign.session.session import Session
from coign.session.states import Close, State
from coign.session.worlds import Worlds
from support.bridges import (
    ORIGIN,
    Clock,
    ask,
    create,
    evaluate,
    hello,
    make_services,
    outgoing,
    pack,
    patch,
    press,
    put,
    put_hash,
    ready,
    survey,
    token_for,
)

PAIR = {"type": "pair", "world": "w1", "user": "gm", "client": "c1", "label": "Firefox"}
BOMB = b"[" * 1_000_000  # deeper than Python reads with any size of its stack


# --- before hello -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "code", "close"),
    [
        (b"{", "bad-json", 4006),
        (b"\xff\xfe", "bad-json", 4006),
        (b"[" * 10_000, "bad-message", 4006),
        (b'{"type":"hello","odd":' + b"[" * 10_000, "bad-json", 4006),
        (b"[]", "bad-message", 4006),
        (b'{"type":"dance"}', "bad-message", 4006),
        (pack(evaluate()), "bad-message", 4006),
        (pack(put()), "bad-message", 4006),
        (b" " * (16 << 10), "bad-json", 4006),
        (b" " * ((16 << 10) + 1), "too-large", 4006),
        (hello("not a token"), "unauthorised", 4001),
        (hello(""), "unauthorised", 4001),
        (hello("\u00e9"), "unauthorised", 4001),
        (hello("x", versions=[2, 3]), "version", 4002),
        (hello("x", schema="0123456789abcdef"), "version", 4002),
        (hello("x", world="another"), "bad-message", 4006),
        (pack({**PAIR, "code": "AAAA-AAAA"}), "unauthorised", 4001),
        (pack({**PAIR, "world": "another"}), "bad-message", 4006),
    ],
)  # fmt: skip
def test_a_mistake_before_hello_is_named_and_ends_the_connection(first: bytes, code: str, close: int) -> None:
    session = Session(make_services(), ORIGIN, "w1")
    error, end = ask(session, first)
    assert (error.code, end.code) == (code, close)
    assert end.reason == error.message[:123], "as many bytes as the standard of WebSockets has for it"
    assert session.state is State.CLOSED
    assert ask(session, hello("x")) == []


def test_hello_is_answered_with_what_the_bridge_can_do() -> None:
    services = make_services()
    session = Session(services, ORIGIN, "w1")
    (welcome,) = ask(session, hello(token_for(services)))
    assert welcome == wire.Welcome(1, "epoch-1", "0.0.0", wire.Limits(), services.engine.catalogue())
    assert session.state is State.READY
    assert session.deadline is None


def test_module_and_bridge_of_one_day_say_the_same_of_the_wire() -> None:
    services = make_services()
    (welcome,) = ask(Session(services, ORIGIN, "w1"), hello(token_for(services), schema=SCHEMA))
    assert welcome.schema == SCHEMA


@pytest.mark.parametrize("changed", [{"user": "eve"}, {"client": "c2"}, {"world": "w2"}])
def test_a_token_is_good_for_its_own_browser_user_and_world_alone(changed: dict[str, str]) -> None:
    services = make_services()
    session = Session(services, ORIGIN, changed.get("world", "w1"))
    error, end = ask(session, hello(token_for(services), **changed))
    assert (error.code, end.code) == ("unauthorised", 4001)


def test_a_token_is_good_at_its_own_origin_alone() -> None:
    services = make_services()
    error, _ = ask(Session(services, "http://localhost:30001", "w1"), hello(token_for(services)))
    assert error.code == "unauthorised"


@pytest.mark.parametrize(("versions", "older"), [([0], "module"), ([2, 3], "bridge")])
def test_a_version_error_names_the_half_to_update(versions: list[int], older: str) -> None:
    error, _ = ask(Session(make_services(), ORIGIN, "w1"), hello("x", versions=versions))
    assert error.message.endswith(f"update the {older}")


def test_a_silent_client_is_cut_off() -> None:
    clock = Clock()
    session = Session(make_services(clock), ORIGIN, "w1")
    clock.now += 4.9
    session.tick()
    assert session.outgoing() == []
    clock.now += 0.2
    session.tick()
    assert session.outgoing() == [Close(4005, "no hello within 5 seconds")]


# --- pairing ----------------------------------------------------------------------------------------------------------


def test_pairing_shows_a_code_and_waits_for_a_person() -> None:
    clock = Clock()
    services = make_services(clock)
    session = Session(services, ORIGIN, "w1")
    (pairing,) = ask(session, PAIR)
    (waiting,) = services.desk.waiting()
    assert (waiting.code, waiting.label) == (pairing.code, "Firefox")
    clock.now += 60
    session.tick()
    services.desk.approve(pairing.code)
    (paired,) = outgoing(session)
    (welcome,) = ask(session, hello(paired.token))
    assert isinstance(welcome, wire.Welcome)


def test_a_refused_browser_gets_the_reason() -> None:
    services = make_services()
    session = Session(services, ORIGIN, "w1")
    (pairing,) = ask(session, PAIR)
    services.desk.refuse(pairing.code)
    error, end = outgoing(session)
    assert error.message == "the person at the bridge did not approve the request to pair"
    assert end.code == 4001


def test_a_request_that_nobody_answers_ends() -> None:
    clock = Clock()
    services = make_services(clock)
    session = Session(services, ORIGIN, "w1")
    (pairing,) = ask(session, PAIR)
    clock.now += 121
    session.tick()
    error, end = outgoing(session)
    assert (error.code, end.code) == ("unauthorised", 4001)
    assert services.desk.approve(pairing.code) is None


def test_a_paired_browser_still_has_to_say_hello() -> None:
    clock = Clock()
    services = make_services(clock)
    session = Session(services, ORIGIN, "w1")
    (pairing,) = ask(session, PAIR)
    services.desk.approve(pairing.code)
    session.outgoing()
    clock.now += 5.1
    session.tick()
    assert [end.code for end in outgoing(session)] == [4005]


def test_a_one_time_code_pairs_at_once_and_only_once() -> None:
    services = make_services()
    code = services.desk.issue()
    (paired,) = ask(Session(services, ORIGIN, "w1"), {**PAIR, "code": code.lower()})
    assert isinstance(paired, wire.Paired)
    error, _ = ask(Session(services, ORIGIN, "w1"), {**PAIR, "code": code})
    assert error.code == "unauthorised"


def test_a_wrong_one_time_code_while_pairing_ends_the_connection() -> None:
    services = make_services()
    session = Session(services, ORIGIN, "w1")
    services.desk.issue()
    ask(session, PAIR)
    assert session.state is State.PAIRING
    error, end = ask(session, {**PAIR, "code": "WRNG-CODE"})
    assert (error.code, end.code) == ("unauthorised", 4001)
    after: State = session.state  # mypy still assumes the state of the assertion above
    assert after is State.CLOSED
    assert services.desk.waiting() == []


def test_a_browser_that_left_is_asked_about_no_more() -> None:
    services = make_services()
    session = Session(services, ORIGIN, "w1")
    ask(session, PAIR)
    session.closed()
    assert services.desk.waiting() == []


# --- each message has its answer --------------------------------------------------------------------------------------

# What a client may send, and what answers it. `hello` needs a token and is written by the test.
ANSWERED: dict[type, tuple[dict[str, Any], list[type]]] = {
    wire.Pair: (PAIR, [wire.Pairing]),
    wire.Hello: ({"type": "hello"}, [wire.Welcome]),
    wire.Configure: ({"type": "configure", "id": "r1", "rulesets": ["plain"]}, [wire.Configured, wire.Synced]),
    wire.Share: ({"type": "share", "id": "r1", "line": "plain:"}, [wire.Shared]),
    wire.ScenePut: (put(2), [wire.Synced]),
    wire.ScenePatch: (patch(1, create("Token", "b")), [wire.Synced]),
    wire.SceneDrop: ({"type": "scene.drop", "scene": "s1"}, [wire.Synced]),
    wire.Evaluate: (evaluate(), [wire.Annotation]),
    wire.Survey: (survey(squares=1), [wire.Surveyed]),
    wire.Press: (press(), [wire.Pressed]),
    wire.Cancel: ({"type": "cancel", "id": "r1"}, []),
}


@pytest.mark.parametrize("kind", get_args(wire.ClientMessage))
def test_each_message_is_answered(kind: type) -> None:
    services = make_services()
    message, answers = ANSWERED[kind]
    assert message["type"] == kind.__struct_config__.tag  # type: ignore[attr-defined]
    if kind in (wire.Pair, wire.Hello):
        session = Session(services, ORIGIN, "w1")
    else:
        session = ready(services)
        ask(session, put())
    said = ask(session, hello(token_for(services)) if kind is wire.Hello else message)
    session.step()  # a survey is worked on in steps
    assert [type(answer) for answer in (*said, *outgoing(session))] == answers


# --- after hello: mistakes change nothing -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "code", "request_id", "says"),
    [
        (b"nonsense", "bad-json", None, "this is not JSON"),
        (b"\x80", "bad-json", None, "this is not"),
        (b"[" * 100_000, "bad-message", None, "an object with a `type`"),
        ({"type": "dance", "id": "r9"}, "bad-message", "r9", "no message of the type 'dance'"),
        ({"id": "r9"}, "bad-message", "r9", "no message of no type"),
        ({**evaluate("r9"), "actor": 7}, "bad-message", "r9", "Expected `str`, got `int` at $.actor"),
        ({**evaluate("r9"), "targets": ["b", None]}, "bad-message", "r9", "at $.targets[1]"),
        ({**evaluate("r9"), "at": {"x": 1e308, "y": 0}}, "bad-message", "r9", "at $.at.x"),
        (evaluate("r9", scene="s2"), "unknown-scene", "r9", "the bridge has no scene s2"),
        (evaluate("r9", actor="nobody"), "unknown-token", "r9", "no token nobody"),
        (evaluate("r9", actor="trap"), "internal", "r9", "its log has the details under"),
        (survey("r9", scene="s2"), "unknown-scene", "r9", "the bridge has no scene s2"),
        ({"type": "configure", "id": "r9", "rulesets": [], "options": {"x": 1}}, "bad-option", "r9", "there is known"),
        ({"type": "share", "id": "r9", "line": "flanking"}, "bad-option", "r9", "flanking is no line"),
        ({"type": "share", "id": "r9", "line": "x" * 5001}, "bad-message", "r9", "length <= 5000"),
        ({**put(9), "data": [1]}, "bad-message", None, "scene.put: Expected `object`"),
        ({**put(9), "data": "x"}, "bad-message", None, "scene.put"),
        (b'{"type":"scene.put","scene":"s1","revision":9,"data":' + BOMB + b"}", "bad-json", None, "nested too deeply"),
        (b'{"type":"configure","rulesets":[],"options":{"x":' + BOMB + b"}}", "bad-json", None, "nested too deeply"),
        (PAIR, "bad-message", None, "hello was accepted already"),
    ],
)  # fmt: skip
def test_a_mistake_after_hello_is_answered_by_name_and_changes_nothing(
    message: Any, code: str, request_id: str | None, says: str
) -> None:
    session = ready(make_services())
    ask(session, put(1, tokens=[{"_id": "a"}]))
    (error,) = ask(session, message)
    assert (error.code, error.id) == (code, request_id)
    assert says in error.message
    assert session.state is State.READY
    (annotation,) = ask(session, evaluate("after"))
    assert (annotation.id, annotation.revision) == ("after", 1)


def test_data_that_is_no_scene_is_named_by_its_path() -> None:
    session = ready(make_services(engine=engine))
    for data in (None, 5, [1]):
        (error,) = ask(session, {**put(1), "data": data})
        assert (error.code, error.detail) == ("bad-message", {"path": "$.data", "scene": "s1"})


def test_several_views_are_answered_one_by_one_under_the_id_of_the_request() -> None:
    session = ready(make_services())
    ask(session, put())
    (pressed,) = ask(session, press("p1"))
    assert (pressed.id, pressed.views[0].scene) == ("p1", "s1")
    for request, code in (({"scene": "s2"}, "unknown-scene"), ({"actor": "trap"}, "internal")):
        (error,) = ask(session, press("p2", **request))
        assert (error.id, error.code) == ("p2", code)
    answers = ask(session, {**evaluate("both"), "viewers": ["gm", "player"]})
    assert [(answer.id, answer.viewer) for answer in answers] == [("both", "gm"), ("both", "player")]
    (error,) = ask(session, {**evaluate("r9", actor="nobody"), "viewers": ["gm", "player"]})
    assert (error.id, error.code) == ("r9", "unknown-token")


def test_the_field_at_fault_is_named_by_its_path() -> None:
    (error,) = ask(ready(make_services()), {**evaluate(), "overrides": [{"scope": "galaxy"}]})
    assert error.detail["path"] == "$.overrides[0].scope"


def test_an_internal_failure_is_found_in_the_log_by_its_reference(caplog: pytest.LogCaptureFixture) -> None:
    session = ready(make_services())
    ask(session, put())
    (error,) = ask(session, evaluate(actor="trap"))
    assert error.detail["reference"] in caplog.text
    assert "ZeroDivisionError: a trap for tests" in caplog.text


# --- scenes -----------------------------------------------------------------------------------------------------------


def test_a_client_is_told_of_the_tokens_that_a_change_is_about_and_of_all_where_it_is_about_the_scene() -> None:
    session = ready(make_services())
    ask(session, {"type": "configure", "rulesets": ["plain"]})
    told = [ask(session, put(1, tokens=[{"_id": "a", "rotation": 90}, {"_id": "b", "rotation": 0}]))]
    told.append(ask(session, patch(1, create("Token", "c", rotation=45), create("Wall", "w"))))
    told.append(ask(session, patch(2, create("Wall", "w2"))))
    told.append(ask(session, patch(3, {**create("Scene", "s1"), "action": "update"})))
    facings = [{key: one.facing for key, one in answers[0].bearings.items()} for answers in told]
    assert facings == [{"a": 90, "b": 0}, {"c": 45}, {}, {"a": 90, "b": 0, "c": 45}]


def test_a_client_is_told_of_every_scene_as_soon_as_there_are_rules_and_again_by_other_rules() -> None:
    session = ready(make_services())
    for scene in ("s1", "s2"):
        (synced,) = ask(session, {**put(1, tokens=[{"_id": "a", "rotation": 90}]), "scene": scene})
        assert synced.bearings == {}, "no rules yet"
    for _ in range(2):
        configured, *synced = ask(session, {"type": "configure", "rulesets": ["plain"], "id": "c"})
        assert configured.id == "c"
        assert [(one.scene, one.revision, dict(one.bearings)) for one in synced] == [
            ("s1", 1, {"a": wire.Bearing(90)}),
            ("s2", 1, {"a": wire.Bearing(90)}),
        ]


def test_a_failure_about_bearings_is_in_the_log_and_the_scene_is_there(caplog: pytest.LogCaptureFixture) -> None:
    session = ready(make_services())
    ask(session, {"type": "configure", "rulesets": ["plain"]})
    (synced,) = ask(session, put(1, tokens=[{"_id": "a", "rotation": "trap"}]))
    assert (synced.revision, synced.bearings) == (1, {})
    assert "failed on bearings" in caplog.text
    (annotation,) = ask(session, evaluate())
    assert annotation.revision == 1


def test_a_scene_is_put_patched_and_asked_about() -> None:
    session = ready(make_services())
    (synced,) = ask(session, put(7, tokens=[{"_id": "a"}], odd=True))
    assert synced == wire.Synced("s1", 7, {"tokens": 1, "walls": 0}, (("scene", "odd: default used"),))
    (synced,) = ask(session, patch(7, create("Token", "b")))
    assert synced == wire.Synced("s1", 8, {"tokens": 2, "walls": 0})
    (annotation,) = ask(session, evaluate())
    assert annotation.revision == 8


@pytest.mark.parametrize(
    ("message", "revision", "why"),
    [
        (patch(5), 7, "the change builds on revision 5, and the bridge has revision 7"),
        (patch(8), 7, "the change builds on revision 8, and the bridge has revision 7"),
        (patch(7, epoch="another"), 7, "the bridge has been restarted"),
        (patch(7, scene="s2"), None, "this connection has not sent that scene, or it was dropped as long unused"),
        (put_hash(9, "another"), 7, "the bridge has no scene of that hash: send the whole"),
        (put_hash(9, ""), 7, "the bridge has no scene of that hash: send the whole"),
    ],
)  # fmt: skip
def test_an_unknown_base_asks_for_the_scene_again(message: dict[str, Any], revision: int | None, why: str) -> None:
    session = ready(make_services())
    ask(session, put(7))
    assert ask(session, message) == [wire.Resync(message["scene"], revision, why)]
    assert ask(session, evaluate())[0].revision == 7


@pytest.mark.parametrize("revision", [0, 1])
def test_a_patch_that_goes_back_is_a_mistake(revision: int) -> None:
    session = ready(make_services())
    _, error = ask(session, put(1), patch(1, create("Wall", "w")) | {"revision": revision})
    assert (error.code, error.detail["path"]) == ("bad-message", "$.revision")
    assert error.message == f"revision {revision} is not higher than its base 1"


def test_a_patch_said_twice_applies_once() -> None:
    session = ready(make_services())
    ask(session, put(1))
    change = patch(1, create("Wall", "w"), epoch="epoch-1")
    first, second = ask(session, change, change)
    assert (type(first), type(second)) == (wire.Synced, wire.Resync)


def test_an_older_scene_that_comes_late_changes_nothing() -> None:
    session = ready(make_services())
    late = put(1, content="h1")
    answers = ask(session, late, patch(1, create("Wall", "w")), late, put_hash(1, "h1"))
    assert answers[2:] == [wire.Synced("s1", 2, {"tokens": 0, "walls": 1})] * 2


def test_a_patched_scene_is_not_found_by_its_old_hash() -> None:
    services = make_services()
    first = ready(services)
    ask(first, put(1, content="h1"), patch(1, create("Wall", "w"), hash="h2"))
    first.closed()
    answers = ask(ready(services), put_hash(1, "h1"), put_hash(2, "h2"))
    assert [type(answer) for answer in answers] == [wire.Resync, wire.Synced]


def test_a_dropped_scene_is_gone() -> None:
    session = ready(make_services())
    synced, again, error = ask(session, put(3), {"type": "scene.drop", "scene": "s1"}, evaluate())[-3:]
    assert (synced.revision, again.revision, error.code) == (3, 3, "unknown-scene")


def test_a_big_scene_comes_in_parts() -> None:
    session = ready(make_services())
    walls = [create("Wall", f"w{n}") for n in range(50)]
    answers = ask(session, put(1, content=""), patch(1, *walls[:25]), patch(2, *walls[25:], hash="whole"))
    assert answers[-1] == wire.Synced("s1", 3, {"tokens": 0, "walls": 50})
    assert ask(session, put_hash(4, "whole"))[0].revision == 4


def test_a_scene_that_a_failure_may_have_half_changed_is_dropped() -> None:
    session = ready(make_services())
    error, resync = ask(session, put(1), patch(1, create("Token", "trap")))[-2:]
    assert (error.code, error.detail["scene"]) == ("internal", "s1")
    assert (resync.scene, resync.revision) == ("s1", None)
    assert ask(session, evaluate())[0].code == "unknown-scene"


def test_a_scene_that_was_put_is_found_again_by_its_hash_after_the_connection_was_lost() -> None:
    services = make_services()
    first = ready(services)
    ask(first, put(5, content="h5", tokens=[{"_id": "a"}]))
    first.closed()
    second = ready(services)
    assert ask(second, patch(5))[0].revision is None
    assert ask(second, put_hash(1, "h5")) == [wire.Synced("s1", 1, {"tokens": 1, "walls": 0})]


def test_a_scene_of_one_world_is_not_found_from_another() -> None:
    services = make_services()
    first = ready(services)
    ask(first, put(5, content="h5"))
    first.closed()
    stranger = ready(services, world="w2")
    assert isinstance(ask(stranger, put_hash(1, "h5"))[0], wire.Resync)


# --- who holds the world ----------------------------------------------------------------------------------------------


def test_another_browser_is_told_that_the_world_is_busy() -> None:
    services = make_services()
    first = ready(services)
    session = Session(services, ORIGIN, "w1")
    error, end = ask(session, hello(token_for(services, "gm2", "c2"), "gm2", "c2"))
    assert (error.code, error.detail, end.code) == ("busy", {"user": "gm"}, 4003)
    assert first.state is State.READY


def test_the_active_gm_takes_the_world_over_and_finds_its_scenes() -> None:
    services = make_services()
    first = ready(services)
    ask(first, put(5, content="h5"))
    second = ready(services, "gm2", "c2", active=True)
    said, end = outgoing(first)
    assert (said, end.code) == (wire.TakenOver("gm2"), 4004)
    assert ask(second, put_hash(1, "h5")) == [wire.Synced("s1", 1, {"tokens": 0, "walls": 0})]
    first.closed()
    assert ask(second, evaluate())[0].revision == 1


def test_a_reloaded_browser_takes_its_own_place_back() -> None:
    services = make_services()
    first = ready(services)
    ready(services)
    assert [type(message) for message in first.outgoing()] == [wire.TakenOver, Close]


def test_two_foundries_may_have_worlds_of_one_name() -> None:
    services = make_services()
    ready(services)
    elsewhere = "http://127.0.0.1:30001"
    other = Session(services, elsewhere, "w1")
    (welcome,) = ask(other, hello(token_for(services, client="c2", origin=elsewhere), client="c2"))
    assert isinstance(welcome, wire.Welcome)


# --- surveys ----------------------------------------------------------------------------------------------------------


def test_a_survey_is_answered_in_parts_and_other_answers_come_between() -> None:
    session = ready(make_services())
    ask(session, put())
    assert ask(session, survey(squares=3)) == []
    assert session.step()
    between = ask(session, evaluate("r1"))
    while session.step():
        pass
    parts = between[:1] + session.outgoing()
    assert [(part.start, part.done) for part in parts] == [(0, False), (1, False), (2, True)]
    assert between[1].id == "r1"


def test_a_cancelled_survey_is_not_answered() -> None:
    session = ready(make_services())
    ask(session, put(), survey())
    session.step()
    ask(session, {"type": "cancel", "id": "v1"})
    assert not session.step()
    assert session.outgoing() == []


def test_surveys_take_turns() -> None:
    session = ready(make_services())
    ask(session, put(), survey("v1", 2), survey("v2", 2))
    while session.step():
        pass
    assert [part.id for part in outgoing(session)] == ["v1", "v2", "v1", "v2"]


@pytest.mark.parametrize("change", [patch(1, create("Token", "a")), {"type": "scene.drop", "scene": "s1"}])
def test_a_survey_continues_on_its_snapshot(change: dict[str, Any]) -> None:
    session = ready(make_services())
    ask(session, put(1), survey(squares=2))
    session.step()
    ask(session, change)
    session.step()
    assert session.outgoing() == [wire.Surveyed("v1", 1, 2, True, (wire.Prospect("0 tokens"),))]


@pytest.mark.parametrize(("actor", "code"), [("nobody", "unknown-token"), ("trap", "internal")])
def test_a_survey_that_fails_is_answered_with_its_id(actor: str, code: str) -> None:
    session = ready(make_services())
    ask(session, put(), survey("v9", actor=actor))
    session.step()
    (error,) = outgoing(session)
    assert (error.id, error.code) == ("v9", code)
    assert not session.step()


def test_a_fifth_survey_at_once_is_refused() -> None:
    session = ready(make_services())
    ask(session, put(), *(survey(f"v{n}") for n in range(4)))
    (error,) = ask(session, survey("v4"))
    assert (error.id, error.code) == ("v4", "overloaded")


# --- too much ---------------------------------------------------------------------------------------------------------


FIFTY = wire.Limits(requests_per_second=50.0)


def test_every_pair_of_twenty_combatants_is_within_the_limit_ten_times_a_second() -> None:
    """As when somebody drags a token through a fight: every change makes the table of all pairs untrue."""
    clock = Clock()
    session = ready(make_services(clock))
    ask(session, put())
    for _ in range(50):
        answers = ask(session, *(evaluate(f"r{n}") for n in range(20)))
        assert not any(isinstance(answer, wire.ErrorMessage) for answer in answers)
        clock.now += 0.1


def test_too_many_requests_are_refused_and_later_ones_accepted() -> None:
    clock = Clock()
    session = ready(make_services(clock, limits=FIFTY))
    ask(session, put())
    answers = ask(session, *(evaluate(f"r{n}") for n in range(110)))
    refused = [answer for answer in answers if isinstance(answer, wire.ErrorMessage)]
    assert 0 < len(refused) < 20
    assert {(error.code, str(error.id)[0]) for error in refused} == {("overloaded", "r")}
    clock.now += 1
    assert ask(session, evaluate("later"))[0].revision == 1


def test_a_flooding_client_is_cut_off() -> None:
    session = ready(make_services(limits=FIFTY))
    answers = ask(session, *(evaluate(f"r{n}") for n in range(300)))
    assert isinstance(answers[-1], Close)
    assert answers[-1].code == 4008
    assert session.state is State.CLOSED


@pytest.mark.parametrize("use", ["looked at", "changed", "sent again"])
def test_the_least_recently_used_scenes_are_dropped(use: str) -> None:
    clock = Clock()
    session = ready(make_services(clock))
    ask(session, put(scene="s0"))
    for n in range(1, 65):
        used = {
            "looked at": evaluate(scene="s0"),
            "changed": patch(n, scene="s0"),
            "sent again": put(n + 1, scene="s0"),
        }
        ask(session, used[use], put(scene=f"s{n}"))
        clock.now += 1
    assert ask(session, evaluate(scene="s0"))[0].revision == (1 if use == "looked at" else 65)
    assert ask(session, evaluate(scene="s1"))[0].code == "unknown-scene"


def test_while_a_scene_is_read_room_for_its_documents_is_kept_free(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[object, int] = {}
    monkeypatch.setattr(Worlds, "reserve", lambda _, maker, size: kept.update({maker: size}))
    monkeypatch.setattr(Worlds, "release", lambda _, maker: kept.update({maker: -kept[maker]}))
    message = put()
    ask(ready(make_services()), message)
    assert list(kept.values()) == [-2 * memory.estimate(pack(message["data"]))], "and given back afterwards"
