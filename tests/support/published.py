"""The published verdicts for the open bench: each case of the tests that rests on a published text.

`tools/site.py` writes them for the site. An entry has the case as the bench takes it, what Coign says of it, and what
two other modules would say by `support/other_modules.py`, each for cases of its own game alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from coign.annotations.cases import WorkedCase
from coign.bench.maps import Document, beside
from coign.grid.grid import SQUARE
from coign.rules import sentence
from support.other_modules import simple_cover, visioner
from support.paths import DATA

FIFTH = ("fifth-edition-2014", "fifth-edition-2024", "partial-advantage")
OTHERS: dict[str, tuple[tuple[str, ...], Callable[[Document, str, str], str]]] = {
    "simplecover5e": (FIFTH, simple_cover),
    "pf2e-visioner": (("pathfinder-2e",), visioner),
}
TEXTS = ("name", "why", "source", "example")


class Verdict(msgspec.Struct, frozen=True):
    """One published verdict.

    Attributes:
        case: as the bench takes it.
        cover: Coign's degree.
        others: the degrees of other modules, by their ids.
        differs: the ids of those whose degree is not Coign's.
    """

    case: dict[str, Any]
    says: str
    cover: str
    others: dict[str, str]
    differs: list[str]


def verdicts() -> Iterator[Verdict]:
    """Yield the published verdicts, those with an example of its publisher first."""
    cases = [
        case for path in sorted((DATA / "cases").glob("*.json")) for case in msgspec.json.decode(path.read_bytes())
    ]
    published = [case for case in cases if case.get("source")]
    for case in sorted(published, key=lambda one: not one.get("example")):
        yield verdict(case)


def verdict(case: dict[str, Any]) -> Verdict:
    """Judge a case of the tests."""
    worked = msgspec.convert({**case, "scene": msgspec.Raw(msgspec.json.encode(case["scene"]))}, WorkedCase)
    result = worked.run().results[0]
    degree = result.facts.cover.degree if result.facts else "none"
    others = dict(_others(case))
    differs = [name for name, other in others.items() if other != degree]
    return Verdict(_for_the_bench(case), sentence(result), degree, others, differs)


def _others(case: dict[str, Any]) -> Iterator[tuple[str, str]]:
    scene, request = case["scene"], case["request"]
    squares = (scene.get("grid") or {}).get("type", SQUARE) == SQUARE
    for name, (rulesets, degree) in OTHERS.items():
        if squares and case["ruleset"] in rulesets and request.get("targets"):
            yield name, degree(scene, request["actor"], request["targets"][0])


def _for_the_bench(case: dict[str, Any]) -> dict[str, Any]:
    kept = {name: case[name] for name in ("ruleset", "options", "request", *TEXTS) if name in case}
    kept["request"] = {key: value for key, value in kept["request"].items() if key not in ("type", "id", "scene")}
    more = beside(case["map"], case["scene"]) if "map" in case else None
    if more is None:
        return kept | {"scene": case["scene"]}
    return kept | {"map": case["map"]} | ({"more": more} if more else {})
