"""Worked cases: a scene, a request, and the expected result.

A case is `{name, ruleset, options, scene, request, expect, tolerance}`; `ruleset` is an id or a list of them in order,
`expect` a part of the annotation's first result. Anything that `expect` does not mention may have any value. Comparing:

- numbers are the same within 1e-6, those of a field that `tolerance` names, as `{"exposure": 0.005}`, within what it
  says; the `shares` of an obscurement within 0.03;
- null is the same as a missing key;
- `lines` is in order, every other list is a set;
- `modifiers` is {present, on, set-aside, off, absent}, each a list of rule ids: *present*, some modifier of that rule
  in whatever state; *on*, *set-aside*, *off*, one in that state; *absent*, none of that rule that is on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from coign.annotations.annotate import annotate
from coign.catalogue.registry import catalogue, configure
from coign.errors import BadJson, BadMessage
from coign.protocol import Annotation, Evaluate, Modifier
from coign.protocol.decoding import decode
from coign.rules import Setup
from coign.scene.scene import Scene
from coign.util.tasks import finish

CLOSE = 1e-6
TOLERANCE = {"shares": 0.03}
IN_ORDER = ("lines",)
STATES = ("on", "set-aside", "off")


class WorkedCase(msgspec.Struct, frozen=True):
    """One worked case. Without `expect` nothing is compared."""

    scene: msgspec.Raw
    request: dict[str, Any]
    name: str = ""
    ruleset: str | tuple[str, ...] | None = None
    rulesets: str | tuple[str, ...] | None = None
    options: dict[str, Any] | None = None
    expect: dict[str, Any] | None = None
    tolerance: dict[str, float] | None = None

    def setup(self) -> Setup:
        """Choose the rule systems that the case names, else those of its request, else the first installed one."""
        named = self.ruleset or self.rulesets or self.request.get("rulesets") or default_ruleset()
        options = msgspec.json.encode(self.options or {})
        return _configured((named,) if isinstance(named, str) else tuple(named), options)

    def run(self) -> Annotation:
        """Annotate the request. Raises CoignError if the scene, the request or the options cannot be used."""
        scene = finish(Scene.read(self.scene))
        return annotate(scene, read_request(self.request, scene), self.setup())

    def differences(self, annotation: Annotation) -> list[str]:
        """Return a sentence for each difference between the annotation and what the case expects."""
        return [] if self.expect is None else differences(self.expect, annotation, self.tolerance)


@lru_cache(maxsize=64)
def _configured(rulesets: tuple[str, ...], options: bytes) -> Setup:
    """Choose rule systems once for the many cases of a file that choose the same; `options` as JSON."""
    return configure(rulesets, msgspec.json.decode(options))


def default_ruleset() -> str:
    """Return the id of the rule system for a request that names none: the first of the catalogue."""
    return catalogue()[0].id


def read_cases(data: bytes) -> Iterator[WorkedCase]:
    """Read the cases in `data`: one, a JSON list, or one per line. Raises BadJson, BadMessage naming the place."""
    try:
        whole = msgspec.json.decode(data, type=list[msgspec.Raw] | dict[str, msgspec.Raw])
    except msgspec.ValidationError as problem:
        raise BadMessage(f"a case is an object: {problem}") from None
    except msgspec.DecodeError:
        yield from _read_lines(data)
        return
    if isinstance(whole, dict):
        yield _read_case(data, "the case")
        return
    for n, part in enumerate(whole, start=1):
        yield _read_case(part, f"case {n}")


def read_request(request: dict[str, Any], scene: Scene) -> Evaluate:
    """Read a request as on the wire; type, id and scene may be left out, and tokens may be given by name.

    Raises BadMessage with the path of the field, UnknownToken.
    """
    known = {"type": "evaluate", "id": "case", "scene": scene.id, "occasion": "attack"}
    message = decode(msgspec.json.encode(known | request))
    if not isinstance(message, Evaluate):
        raise BadMessage(f"the request is of type {request.get('type')!r}; only evaluate can be evaluated")
    return msgspec.structs.replace(
        message, actor=scene.find(message.actor).id, targets=tuple(scene.find(target).id for target in message.targets)
    )


def differences(expect: dict[str, Any], annotation: Annotation, tolerance: dict[str, float] | None = None) -> list[str]:
    """Return a sentence for each difference between the annotation's first result and the expected one."""
    if not annotation.results:
        return ["results: expected one, got none"]
    result = annotation.results[0]
    got = msgspec.to_builtins(result)
    rest = {key: value for key, value in expect.items() if key != "modifiers"}
    return [
        *_different(rest, got, "", TOLERANCE | (tolerance or {})),
        *_modifiers(expect.get("modifiers") or {}, result.modifiers),
    ]


# --- reading ----------------------------------------------------------------------------------------------------------


def _read_lines(data: bytes) -> Iterator[WorkedCase]:
    for n, line in enumerate(data.splitlines(), start=1):
        if line.strip():
            yield _read_case(line, f"line {n}")


def _read_case(data: bytes | msgspec.Raw, where: str) -> WorkedCase:
    try:
        return msgspec.json.decode(data, type=WorkedCase)
    except msgspec.ValidationError as problem:
        raise BadMessage(f"{where}: {problem}") from None
    except msgspec.DecodeError as problem:
        raise BadJson(f"{where}: this is not JSON: {problem}") from None


# --- comparing --------------------------------------------------------------------------------------------------------


def _different(expected: Any, got: Any, path: str, tolerance: dict[str, float]) -> Iterator[str]:
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            yield _sentence(path, expected, got)
            return
        for key, value in expected.items():
            yield from _different(value, got.get(key), f"{path}.{key}".lstrip("."), tolerance)
    elif not _same(expected, got, path, tolerance):
        yield _sentence(path, expected, got)


def _same(expected: Any, got: Any, path: str, tolerance: dict[str, float]) -> bool:
    if isinstance(expected, dict):
        return not list(_different(expected, got, path, tolerance))
    if isinstance(expected, list):
        return isinstance(got, list | tuple) and _same_list(expected, list(got), path, tolerance)
    if _is_number(expected) and _is_number(got):
        close = max((tolerance[field] for field in path.split(".") if field in tolerance), default=CLOSE)
        return bool(abs(expected - got) <= close)
    return type(expected) is type(got) and bool(expected == got)


def _same_list(expected: list[Any], got: list[Any], path: str, tolerance: dict[str, float]) -> bool:
    def same(first: Any, second: Any) -> bool:
        return _same(first, second, path, tolerance)

    if path.rpartition(".")[2] in IN_ORDER:
        return len(expected) == len(got) and all(map(same, expected, got))
    return all(any(same(expectation, other) for other in got) for expectation in expected) and all(
        any(same(expectation, other) for expectation in expected) for other in got
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _modifiers(expected: dict[str, Any], got: tuple[Modifier, ...]) -> Iterator[str]:
    seen = ", ".join(f"{modifier.rule} {modifier.state}" for modifier in got) or "none"
    for key, rules in expected.items():
        if key not in ("present", "absent", *STATES):
            yield f"modifiers.{key}: there is no such word; there are present, absent, {', '.join(STATES)}"
            continue
        for rule in rules or ():
            states = [one.state for one in got if one.rule == rule]
            holds = bool(states) if key == "present" else "on" not in states if key == "absent" else key in states
            if not holds:
                yield f"modifiers: expected {rule} {key}, got {seen}"


def _sentence(path: str, expected: Any, got: Any) -> str:
    return f"{path}: expected {_shown(expected)}, got {_shown(got)}"


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
