"""Long answers are computed in turns: messages that may come in between, and changes never seen half made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
import pytest

from coign.annotations import engine
from coign.protocol import messages as wire
from coign.session.session import Session
from coign.util.tasks import Work, finish
from support.bridges import (
    FakeEngine,
    ask,
    create,
    evaluate,
    make_services,
    outgoing,
    pack,
    patch,
    put,
    put_hash,
    ready,
    survey,
)
from support.maps import draw


class SlowScene:
    """A scene whose changes take three steps, and are incomplete until the last."""

    def __init__(self, fail: bool = False) -> None:
        self.made = 0
        self.fail = fail

    def change(self, changes: Any, said: Any) -> Iterator[None]:
        for _ in range(3):
            self.made += 1
            yield
            if self.fail:
                raise ZeroDivisionError("a trap for tests")

    def counts(self) -> dict[str, int]:
        return {"made": self.made}

    def open_between(self) -> tuple[tuple[str, str], ...]:
        return ()

    def strays(self) -> tuple[tuple[str, str], ...]:
        return ()


class SlowEngine(FakeEngine):
    def __init__(self) -> None:
        self.scene = SlowScene()

    def read(self, data: Any, said: Any) -> Any:
        for _ in range(3):
            yield
        return self.scene

    def annotating(self, scene: Any, request: wire.Evaluate, setup: Any, revision: int) -> Any:
        for _ in request.targets:
            yield
        return wire.Annotation(request.id, revision, setup, (), scene=request.scene)

    def survey(self, scene: Any, message: wire.Survey, setup: Any) -> Iterator[wire.Surveyed]:
        yield wire.Surveyed(message.id, 0, 1, True, (wire.Prospect(str(scene.made)),))


@pytest.fixture
def slow() -> Session:
    """A session that takes one step at a time and has a scene of revision 1."""
    session = ready(make_services(engine=SlowEngine(), turn=0.0))
    assert [type(answer) for answer in ask(session, put(1))] == [wire.Synced]
    return session


def test_an_answer_comes_when_its_steps_are_done(slow: Session) -> None:
    slow.receive(pack(evaluate() | {"targets": ["a", "b", "c"]}))
    for _ in range(3):
        assert (slow.occupied, slow.outgoing()) == (True, [])
        assert slow.step()
    assert not slow.occupied
    assert [answer.id for answer in outgoing(slow)] == ["r1"]


def test_a_second_message_finishes_the_first_answer(slow: Session) -> None:
    for message in (patch(1, create("Token", "a")), evaluate("r1"), patch(2, create("Token", "b")), evaluate("r2")):
        slow.receive(pack(message))
    while slow.step():
        pass
    kinds = [(type(answer), answer.revision) for answer in outgoing(slow)]
    assert kinds == [(wire.Synced, 2), (wire.Annotation, 2), (wire.Synced, 3), (wire.Annotation, 3)]


def test_a_survey_never_sees_half_a_change(slow: Session) -> None:
    slow.receive(pack(survey()))
    slow.receive(pack(patch(1, create("Token", "a"))))
    while slow.step():
        pass
    synced, surveyed = outgoing(slow)
    assert (synced.counts, surveyed.mine) == ({"made": 3}, (wire.Prospect("3"),))


def test_an_answer_comes_before_four_hundred_surveys_and_each_of_those_is_answered() -> None:
    """A player asks for heat maps without end, and the GM for a preview."""
    session = ready(make_services(engine=SlowEngine(), turn=0.0, limits=wire.Limits(requests_per_second=1e6)))
    ask(session, put(1))
    for n in range(400):
        session.receive(pack(survey(f"map{n}")))
    refused = outgoing(session)
    session.receive(pack(evaluate("preview") | {"targets": ["a", "b", "c"]}))
    steps = 0
    while session.occupied:
        session.step()
        steps += 1
    (preview,) = outgoing(session)
    assert (preview.id, steps) == ("preview", 3), "its own steps, and none of a survey"
    while session.step():
        pass
    surveyed = outgoing(session)
    assert {answer.code for answer in refused} == {"overloaded"}
    assert {type(answer) for answer in surveyed} == {wire.Surveyed}
    assert sorted(answer.id for answer in refused + surveyed) == sorted(f"map{n}" for n in range(400))


def test_a_connection_that_ends_during_a_change_leaves_no_half_made_scene() -> None:
    services = make_services(engine=SlowEngine(), turn=0.0)
    session = ready(services)
    ask(session, put(1, content="h1"), put(1, scene="s2", content="h2"))
    session.receive(pack(patch(1, create("Token", "a"))))
    assert session.occupied
    session.closed()
    answers = ask(ready(services), put_hash(1, "h1"), put_hash(1, "h2", scene="s2"))
    assert [type(answer) for answer in answers] == [wire.Resync, wire.Synced]


def test_a_failure_during_a_change_drops_the_scene() -> None:
    engine = SlowEngine()
    engine.scene.fail = True
    session = ready(make_services(engine=engine, turn=0.0))
    error, resync, after = ask(session, put(1), patch(1, create("Token", "a")), evaluate())[-3:]
    assert (error.code, type(resync), after.code) == ("internal", wire.Resync, "unknown-scene")


def test_a_scene_that_has_grown_too_big_by_changes_is_to_be_sent_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coign.session.memory.MOST_PER_WORLD", 45_000)
    session = ready(make_services())
    ask(session, put(1))
    answers = [ask(session, patch(n, create("Token", f"a{n}", name="x" * 200)))[0] for n in range(1, 6)]
    assert [type(answer) for answer in answers] == [wire.Synced] * 4 + [wire.Resync]
    again = [ask(session, patch(n, create("Token", "a1", name="y" * 200)))[0] for n in range(5, 50)]
    assert {type(answer) for answer in again} == {wire.Synced}, "what is replaced counts once"
    assert isinstance(ask(session, put(9))[0], wire.Synced)


def test_a_scene_that_would_take_too_much_memory_is_refused_before_it_is_read() -> None:
    """Two megabytes of empty objects take 137."""
    session = ready(make_services())
    (answer,) = ask(session, put(1) | {"data": {"flags": {"x": [{}] * 590_000}}})
    assert (answer.code, session.handlers.scenes.held) == ("too-large", {})
    assert "of memory" in answer.message


@pytest.mark.parametrize("revision", [0, 3, 4])
def test_a_patch_that_does_not_raise_the_revision_is_refused_and_changes_nothing(revision: int) -> None:
    session = ready(make_services())
    ask(session, put(4))
    (answer,) = ask(session, patch(4, create("Token", "a")) | {"revision": revision})
    held = session.handlers.scenes.held["s1"]
    assert (answer.code, held.revision, held.scene.counts()["tokens"]) == ("bad-message", 4, 0)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a clock that advances by a millisecond each time it is read, which work does once a step."""
    clock = count()
    monkeypatch.setattr("coign.util.tasks.time.perf_counter", lambda: next(clock) / 1000)


@pytest.mark.usefixtures("slowly")
def test_a_turn_lasts_about_as_long_as_it_is_given() -> None:
    def steps() -> Any:
        for _ in range(100):
            yield
        return "done"

    work, turns = Work(steps()), 1
    while not work.turn(0.0095):
        turns += 1
    assert turns == 11  # of ten steps each, and the end after the last
    assert (work.result, finish(steps())) == ("done", "done")


@pytest.mark.usefixtures("slowly")
def test_an_effect_on_two_hundred_targets_takes_many_turns() -> None:
    targets = {f"T{n}": {"x": 100 * (n % 20), "y": 100 * (n // 20), "disposition": -1} for n in range(200)}
    drawn = draw("+ + +", " A   ", "+ + +", tokens=targets)
    session = ready(make_services(engine=engine))
    configure = {"type": "configure", "rulesets": ["coign-of-vantage"]}
    ask(session, configure, {"type": "scene.put", "scene": "s", "revision": 1, "data": drawn})
    session.receive(pack(evaluate(actor="A", scene="s") | {"targets": list(targets), "occasion": "save"}))
    turns = 0
    while session.occupied:
        session.step()
        turns += 1
    (annotation,) = outgoing(session)
    assert [result.target for result in annotation.results] == list(targets)
    assert turns > 25  # a turn is 4 ms, and no two targets are judged in one step
    assert msgspec.json.decode(msgspec.json.encode(annotation))["id"] == "r1"
