"""Random conversations between a module and a session: valid messages, presses on what came back, and every answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from coign.annotations import engine
from coign.protocol import messages as wire
from coign.session.session import Session
from coign.session.states import Close
from fuzz.messages import IDS, RULESETS, RandomClient
from support.bridges import make_services, outgoing, ready

MESSAGES = 10  # of the module in one conversation, presses apart
PRESSES = 2  # on one roll
SCOPES = ("roll", "roll", "actor", "target", "pair", "scene", "world")
TOOK = re.compile(r'"elapsed_us":\d+')


class SensibleClient(RandomClient):
    """A client whose settings and attacks are such that a GM could make them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, oddity=0)

    def configure(self) -> dict[str, Any]:
        ruleset = self.pick.choice(RULESETS)
        options = {one.name: self.pick.choice(one.values) for one in ruleset.options if one.values and self.chance(30)}
        return {"type": "configure", "rulesets": [ruleset.id], "id": "c", **self.some(options=options, facingOffset=90)}

    def evaluate(self) -> dict[str, Any]:
        actor, *targets = self.pick.sample(IDS, self.pick.choice([2, 2, 3]))
        asked = super().evaluate() | {"actor": actor, "targets": targets}
        asked |= {"figure": self.chance(25)} | self.some(
            candidates=[{"attack": self.attack()}, {"attack": self.attack(), "last": True}],
            counted=["half-cover"],
            secret=[self.id()],
            turned=2,
        )
        return {key: value for key, value in asked.items() if key not in ("options", "rulesets", "overrides")} | {
            "viewers": ["gm", "player"]
        }

    def survey(self) -> dict[str, Any]:
        more = self.some(of=[{"token": key} for key in IDS[:3]], both=True)
        return super().survey() | {"places": [[self.place(), self.place()] for _ in range(2)]} | more

    def scene(self) -> dict[str, Any]:
        scene = super().scene()
        while len(scene["tokens"]) < len(IDS):
            scene = super().scene()
        return scene


def conversation(seed: int) -> str:
    """Return all that a session says to the messages of one seed, as JSON: a list for each message."""
    client = SensibleClient(seed)
    session = ready(make_services(engine=engine))
    said = [_ask(session, json.dumps(one).encode()) for one in (client.configure(), client.put())]
    client.revision = 1
    for _ in range(MESSAGES):
        data = client.message()
        answers = _ask(session, data)
        said.append(answers)
        said.extend(_pressed(session, client, data, answers))
        if any(isinstance(answer, Close) for answer in answers):
            break
        held = session.handlers.scenes.held.get("s")
        client.revision = held.revision if held else None
    return TOOK.sub('"elapsed_us":0', msgspec.json.encode({"said": said}).decode())


def _ask(session: Session, data: bytes) -> list[Any]:
    """Return the answers to a message. The parts of a survey are one: where they are cut depends on the clock."""
    session.receive(data)
    while session.busy:
        session.step()
    answers = outgoing(session)
    parts = [answer for answer in answers if isinstance(answer, wire.Surveyed)]
    mine, theirs = ([one for part in parts for one in getattr(part, side)] for side in ("mine", "theirs"))
    whole = [msgspec.structs.replace(parts[0], done=parts[-1].done, mine=mine, theirs=theirs)] if parts else []
    return [*whole, *(answer for answer in answers if not isinstance(answer, wire.Surveyed))]


def _pressed(session: Session, client: RandomClient, data: bytes, answers: Sequence[Any]) -> Iterator[list[Any]]:
    """Press buttons on the card of an attack, each with the overrides that the last one led to; yield the answers."""
    cards = [answer for answer in answers if isinstance(answer, wire.Annotation)]
    request = json.loads(data) if cards else {}
    for _ in range(PRESSES):
        if not cards or not cards[0].results:
            return
        result = client.pick.choice(cards[0].results)
        names = [line.id for line in result.lines]
        press = {
            "type": "press",
            "id": "p",
            "request": request,
            "target": client.pick.choice([result.target, None]),
            "scope": client.pick.choice(SCOPES),
            **client.some(why="because", public=True, by="gm"),
            **client.pick.choice(
                [
                    {"button": "turn", "modifier": client.pick.choice([*names, "half-cover"])},
                    {"button": "turn", "modifier": client.pick.choice([*names, "flanking"]), "value": "off"},
                    {"button": "undo", "modifier": client.pick.choice([*names, "high-ground"])},
                    {"button": "set", "fact": "cover", "value": client.pick.choice(["none", "half", "total"])},
                    {"button": "count", "modifier": client.pick.choice([*names, "half-cover"]), "value": 1},
                    {"button": "add", "effect": {"kind": "flat", "value": 2, "to": "attack"}, "why": "a song"},
                ]
            ),
        }
        answers = _ask(session, json.dumps(press).encode())
        yield answers
        for answer in answers:
            if isinstance(answer, wire.Pressed):
                kept = [one for n, one in enumerate(request.get("overrides", ())) if n not in answer.remove]
                request = request | {"overrides": [*kept, *msgspec.to_builtins(answer.add)]}
                cards = list(answer.views)
