"""Judge a case that somebody drew or pasted, and write it as the tests of Coign have it.

A case is JSON, and the whole of it fits into a link:

    {"map": ["+ + +", " A B ", "+ + +"], "more": {"night": true}, "ruleset": "fifth-edition-2014", "options": {},
     "request": {"actor": "A", "targets": ["B"], "attack": {"kind": "melee", "reach": 5}}}

`map` and `more` are what `maps.draw` takes: the rows, and the rest by name. In their place `scene` may have what
Foundry exports; of several scenes the first counts. `name`, `why`, `source` and `example` are kept for the test.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from coign.annotations.cases import WorkedCase, read_request
from coign.bench.maps import draw
from coign.catalogue.registry import catalogue
from coign.errors import BadJson, BadMessage, CoignError
from coign.figures.svg import draw_result
from coign.protocol import Annotation
from coign.scene.files import scenes_in
from coign.scene.scene import Scene
from coign.util.tasks import finish

OWN_SENTENCE = ("unknown-token", "unknown-ruleset", "bad-option", "too-large")  # the codes that say what is at fault
NO_SCENE = msgspec.Raw(b"null")
TOLD = ("label", "dice", "flat", "pool", "damage", "miss_chance", "flat_check", "hit")  # of the outcome, in a test


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case as its link carries it. Its fields are described above."""

    request: dict[str, Any]
    ruleset: str | list[str]
    options: dict[str, Any] = {}
    map: list[str] | None = None
    more: dict[str, Any] = {}
    scene: msgspec.Raw = NO_SCENE
    name: str = "from-the-bench"
    why: str = ""
    source: str = ""
    example: str = ""

    def document(self) -> dict[str, Any]:
        """Return the scene as Foundry would export it. Raises BadMessage if it is neither drawn nor a scene."""
        if self.map is not None:
            try:
                return draw(*self.map, **self.more)
            except (TypeError, AttributeError, ValueError) as problem:
                raise BadMessage(f"what is given beside the map cannot be used: {problem}") from None
        if bytes(self.scene) == bytes(NO_SCENE):
            raise BadMessage("the case has neither a map nor a scene")
        scene: dict[str, Any] = json.loads(bytes(scenes_in(bytes(self.scene))[0]))
        return scene


class Fighter(msgspec.Struct, frozen=True):
    """Somebody in the scene who can attack or be attacked."""

    id: str
    name: str


class ShownRuling(msgspec.Struct, frozen=True):
    """One case as the page shows it.

    Attributes:
        annotation: as JSON, to the byte as `coign evaluate --json` has it, but for the time that it took.
        drawings: an SVG for each result.
        test: the case as `tests/data/cases` has it, with this ruling as what it expects.
    """

    annotation: str
    drawings: list[str]
    test: str
    creatures: list[Fighter]


class Refusal(msgspec.Struct, frozen=True):
    """Why a case cannot be judged; `creatures` are those of its scene, if it has one.

    Attributes:
        error: as a sentence for people, in English.
        kind: of the fault. The page has a sentence for each kind in the reader's language; `about` is what it names.
    """

    error: str
    kind: str
    about: dict[str, Any] = {}
    creatures: list[Fighter] = []


def rule(text: str) -> str:
    """Judge a case and return a `ShownRuling` or a `Refusal`, both as JSON."""
    creatures: list[Fighter] = []
    part = "case"  # the part that is read, and at fault if it cannot be
    try:
        drawn = _read(text)
        part = "scene" if drawn.map is None else "beside"
        test = _written(drawn, drawn.document(), None)
        case = msgspec.json.decode(test, type=WorkedCase)
        scene = finish(Scene.read(case.scene))
        part = "request"
        creatures = [Fighter(token.id, token.name) for token in scene.tokens.values()]
        answer: ShownRuling | Refusal = _ruling(drawn, case, scene, creatures)
    except CoignError as problem:
        own = problem.code if problem.code in OWN_SENTENCE else part
        kind = problem.detail.get("kind", own)
        about = {name: value for name, value in problem.detail.items() if isinstance(value, str | int)}
        answer = Refusal(str(problem), kind, about, creatures)
    return msgspec.json.encode(answer).decode()


def rule_systems() -> str:
    """Return the rule systems of this engine, with their options, as JSON."""
    return msgspec.json.encode(catalogue()).decode()


def _read(text: str) -> Drawn:
    try:
        return msgspec.json.decode(text, type=Drawn)
    except msgspec.ValidationError as problem:
        _, _, path = str(problem).rpartition(" - at ")
        raise BadMessage(f"the case cannot be used: {problem}", path=path.strip("`") or "$") from None
    except msgspec.DecodeError as problem:
        raise BadJson(f"the case is not JSON: {problem}") from None


def _ruling(drawn: Drawn, case: WorkedCase, scene: Scene, creatures: list[Fighter]) -> ShownRuling:
    annotation = msgspec.structs.replace(case.run(), elapsed_us=0)  # the same answer each time, to the byte
    actor = scene.tokens[read_request(case.request, scene).actor]
    drawings = [draw_result(result, scene, actor) for result in annotation.results]
    test = _written(drawn, json.loads(bytes(case.scene)), annotation)
    return ShownRuling(msgspec.json.encode(annotation).decode(), drawings, test, creatures)


# --- as a test --------------------------------------------------------------------------------------------------------


def _written(drawn: Drawn, scene: dict[str, Any], annotation: Annotation | None) -> str:
    """Return the case as one of a file in `tests/data/cases`; with `annotation`, that is what it expects."""
    fields: dict[str, Any] = {"name": drawn.name, "ruleset": drawn.ruleset, "why": drawn.why}
    fields |= {name: value for name in ("source", "example") if (value := getattr(drawn, name))}
    if drawn.map is not None:
        fields["map"] = drawn.map
    fields |= {"options": drawn.options, "scene": scene}
    fields["request"] = {"type": "evaluate", "id": "q", "scene": str(scene.get("_id", "s")), "occasion": "attack"}
    fields["request"] |= drawn.request
    if annotation is not None and annotation.results:
        fields["expect"] = _expected(annotation)
    return (
        " {\n" + ",\n".join(f"  {json.dumps(name)}: {_json(name, value)}" for name, value in fields.items()) + "\n }\n"
    )


def _json(name: str, value: Any) -> str:
    """Write a field on one line, but the rows of the map one below the other."""
    if name == "map":
        return "[\n" + ",\n".join(f"    {json.dumps(row)}" for row in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _expected(annotation: Annotation) -> dict[str, Any]:
    """Return the outcome and the rules that count, of the first result."""
    result = annotation.results[0]
    on = sorted({modifier.rule for modifier in result.modifiers if modifier.state == "on"})
    fields = msgspec.to_builtins(result.outcome)
    expectation = {name: fields[name] for name in TOLD if fields[name] is not None}
    return {"outcome": expectation, **({"modifiers": {"on": on}} if on else {})}
