"""The GM's annotations of all worked cases, for the tests of the card: a line of JSON for each on standard output.

Each line has the case's name, its rulesets, who acts, the annotation, and what a GM may add to its roll. A case
without a roll gets one, as every card has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from coign.annotations.annotate import annotate
from coign.annotations.cases import WorkedCase, read_cases, read_request
from coign.annotations.lines import offers
from coign.errors import CoignError
from coign.protocol import D20, Defence, Roll
from coign.scene.scene import Scene
from coign.util.tasks import finish

CASES = Path(__file__).parents[1] / "data" / "cases"
ROLL = Roll(d20=(D20(11),), total=17.0)
ARMOUR = Defence(ac=15.0)


def main() -> None:
    """Write a line for each worked case that can be judged."""
    for path in sorted(CASES.glob("*.json")):
        for case in read_cases(path.read_bytes()):
            for line in card_of(case):
                sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")


def card_of(case: WorkedCase) -> Iterator[dict[str, object]]:
    """Return the line of a case; nothing if it is one that cannot be judged."""
    try:
        setup, scene = case.setup(), finish(Scene.read(case.scene))
        request = read_request(case.request, scene)
        if request.roll is None and request.occasion == "attack":
            request = replace(request, roll=ROLL, defence=dict.fromkeys(request.targets, ARMOUR) | request.defence)
        annotation = annotate(scene, request, setup)
    except CoignError:
        return
    rulesets = [ruleset.id for ruleset in setup.rulesets]
    offered = offers(setup)[request.occasion]
    yield {"name": case.name, "rulesets": rulesets, "actor": request.actor, "offers": offered, "annotation": annotation}


if __name__ == "__main__":
    main()
