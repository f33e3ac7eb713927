"""Compare the engine for the browser with the bridge: the same cases must have the same answers, to the byte.

usage: python3 dev.py engine-cases [--all] [--with REVISION]

With a revision, the same cases are compared with what the engine and the module of that revision make of them. With
`--record`, nothing is compared: a digest of each answer to a sample goes into tests/data/answers.json, to which
`tests/annotations/test_answers.py` holds the bridge; of whole conversations, to which `tests/session/test_answers.py`
does; and of the rulesets, to which `tests/rulesets/test_every_ruleset.py` does. Some of the answers go into
tests/data/annotations.jsonl, of which tests of the module draw cards.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import msgspec

from coign.annotations.cases import read_cases
from coign.catalogue.registry import catalogue, configure
from coign.figures.svg import draw_result
from coign.rules import Ruleset, sentence
from coign.rulesets import BUILT_IN
from coign.scene.scene import Scene
from coign.util.tasks import finish
from embedded import before_and_after
from embedded.answers import answers
from fuzz.conversation import conversation
from fuzz.messages import RandomClient
from support.secrets import a_request, a_scene

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
RANDOM_CASES, REAL_PAIRS = 3000, 500
ATTACKS = ({"kind": "melee", "reach": 5}, {"kind": "ranged", "range": {"normal": 80, "long": 320}})
LEFT_OUT = ("type", "scene", "viewers", "rulesets", "options", "overrides")  # of a random request
RECORDED, ANNOTATIONS = DATA / "answers.json", DATA / "annotations.jsonl"
NUMBER, NO_TIE = re.compile(r"\d+\.\d+"), 0.3137  # of a drawing: to whole pixels, whose ends no grid has
WORDS = ("title", "text", "help", "labels", "source")  # of a ruleset, which other tests read
SHOWN = 8  # one of so many cases in the sample is drawn, too
DRAWN, LONGEST = 14, 6_000  # one of so many answers is drawn as a card, if it has no more characters
SESSIONS = 14  # conversations of a module and a session in the sample
ONE_OF = 11  # cases in the sample: odd, so that both generators have their part
DIGITS = 6  # of a number in a digest: the last ones differ from processor to processor
ONCE_WRONG = (
    "c13-fog-beside",  # a sweep that sees nothing: no rings at all
    "g2-over-the-edge-of-a-gallery",  # shadows of floors were compared by what the browser's shapely lacks
)
# The parts of a large creature on hexes came in another order; outlines had points side by side on nearly one line.
ONCE_WRONG_SEEDS = (340, 540, 2820, 1577, 2235, 2393)
GRIDS = {0: "gridless", 1: "squares"}  # Foundry's other four grid types are hexes


def every_case(one_of: int = 1) -> Iterator[dict[str, Any]]:
    """Yield the worked cases, random ones on all grids, and pairs of tokens on real maps; or one of so many of each."""
    for path in sorted([*DATA.glob("conformance/*.json"), *DATA.glob("cases/*.json")]):
        for case in json.loads(path.read_text("utf-8")):
            if crc32(case["name"].encode()) % one_of == 0 or case["name"] in ONCE_WRONG:
                yield case | {"name": f"{path.parent.name}/{path.stem}: {case['name']}"}
    for seed in sorted({*range(0, RANDOM_CASES, one_of), *ONCE_WRONG_SEEDS}):
        yield random_case(seed)
    scenes = [(path.name, json.loads(path.read_text("utf-8"))) for path in sorted((DATA / "scenes").glob("*.json"))]
    peopled = [(name, scene) for name, scene in scenes if len(scene.get("tokens", ())) > 1]
    for n in range(0, REAL_PAIRS, one_of):
        yield real_case(*peopled[n % len(peopled)], n)


def random_case(seed: int) -> dict[str, Any]:
    """Make a case from one of two generators, in turn."""
    dice = Random(seed)
    client = RandomClient(seed, oddity=0)
    scene = a_scene(dice) if seed % 2 else client.scene()
    request = a_request(dice, scene) if seed % 2 else client.evaluate()
    rulesets = [dice.choice(catalogue()).id]
    kept = {key: value for key, value in request.items() if key not in LEFT_OUT}
    asked = {"scene": scene, "request": kept | {"viewer": dice.choice(["gm", "player"])}, "ruleset": rulesets}
    return {"name": f"random: {seed}", **asked}


def real_case(name: str, scene: dict[str, Any], n: int) -> dict[str, Any]:
    """Make a case of two tokens of a real map."""
    dice = Random(f"{name} {n}")
    actor, target = dice.sample([token["_id"] for token in scene["tokens"]], 2)
    request = {"actor": actor, "targets": [target], "attack": dice.choice(ATTACKS)}
    return {"name": f"{name}: {n}", "scene": scene, "request": request, "ruleset": [dice.choice(catalogue()).id]}


def sample() -> list[dict[str, Any]]:
    """Return about 500 of all cases, which stay the same when others are added."""
    return list(every_case(ONE_OF))


def answered() -> dict[str, str]:
    """Return what the bridge answers to each case of the sample, by the case's name, and what it shows of some."""
    cases = [before_and_after.with_roll(case) for case in sample()]
    lines = answers("\n".join(map(json.dumps, cases)).encode())
    found = {case["name"]: line for case, line in zip(cases, lines, strict=True)}
    shown = [case for case in cases if found[case["name"]][0] == "{"][::SHOWN]
    return found | {f"{case['name']}, as shown": shown_by(case) for case in shown}


def shown_by(case: dict[str, Any]) -> str:
    """Return the sentence and the drawing of each result that `coign evaluate` would show for a case."""
    (worked,) = read_cases(json.dumps(case).encode())
    scene = finish(Scene.read(worked.scene))
    actor = scene.find(str(worked.request["actor"]))
    return "\n".join(f"{sentence(one)}\n{draw_result(one, scene, actor)}" for one in worked.run().results)


def record_of(ruleset: Ruleset) -> str:
    """Return as JSON all that a ruleset is made of, except for its words, and how it measures with each of its options.

    Of a function it is the name, and what the function holds.
    """
    measures = {
        f"{option.name}: {value}": measured_by(ruleset, {option.name: value})
        for option in ruleset.options
        for value in option.values or option.bounds or (False, True)
    }
    return json.dumps({"ruleset": _data(ruleset), "usually": measured_by(ruleset, {}), "measures": measures})


def measured_by(ruleset: Ruleset, options: dict[str, Any]) -> Any:
    """Return the conventions of measurement and the readings of a ruleset with these options."""
    setup = configure([ruleset.id], {ruleset.id: options})
    return _data((setup.conventions, setup.readings))


def _data(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        fields = {name: _data(getattr(value, name)) for name in value.__struct_fields__ if name not in WORDS}
        return {type(value).__name__: fields}
    if isinstance(value, (tuple, list)):
        return [_data(one) for one in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, Mapping):
        return {str(key): _data(one) for key, one in value.items()}
    if isinstance(value, partial):
        return _data((value.func, value.args, value.keywords))
    if callable(value):
        return [value.__qualname__, *(_data(cell.cell_contents) for cell in getattr(value, "__closure__", None) or ())]
    return value


def digest(answer: str) -> str:
    """Return 12 hex digits of an answer, with numbers of a few digits each."""
    if answer[0] == "{":
        short = json.loads(answer, parse_float=lambda number: f"{float(number):.{DIGITS}g}")
    else:
        short = NUMBER.sub(lambda found: str(int(float(found[0]) + NO_TIE)), answer)
    return hashlib.sha256(json.dumps(short).encode()).hexdigest()[:12]


def compare(cases: list[dict[str, Any]]) -> tuple[list[str], dict[str, Any]]:
    """Return a line for each case that the two answer differently, and what the engine says of its start."""
    with tempfile.TemporaryDirectory() as folder:
        given, got = Path(folder, "cases"), Path(folder, "answers")
        given.write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
        command = ("node", ROOT / "tests" / "embedded" / "answers.mjs", given, got)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        embedded = got.read_text("utf-8").splitlines()
        native = answers(given.read_bytes())
    assert len(native) == len(embedded) == len(cases)
    pairs = enumerate(zip(native, embedded, strict=True))
    return [f"case {n}:\n  {one}\n  {other}" for n, (one, other) in pairs if one != other], json.loads(done.stdout)


def described(cases: list[dict[str, Any]]) -> str:
    """Say how many cases there are of each grid."""
    grids = Counter(GRIDS.get(grid_type(case["scene"]), "hexes") for case in cases)
    return ", ".join(f"{count} on {grid}" for grid, count in grids.most_common())


def grid_type(scene: dict[str, Any]) -> int:
    """Return Foundry's number of a scene's grid. Before version 10 it stood beside the size."""
    grid = scene.get("grid", {})
    return int(grid.get("type", 1) if isinstance(grid, dict) else scene.get("gridType", 1))


def main(arguments: list[str]) -> int:
    """Compare a sample, or with --all every case. Returns an exit status."""
    if "--record" in arguments:
        now = answered()
        said = {f"conversation {seed}": conversation(seed) for seed in range(SESSIONS)}
        rules = {f"ruleset {ruleset.id}": record_of(ruleset) for ruleset in BUILT_IN}
        digests = {name: digest(answer) for name, answer in (now | said | rules).items()}
        RECORDED.write_text(json.dumps(digests, indent=0) + "\n", encoding="utf-8")
        short = [answer for answer in now.values() if answer[0] == "{" and len(answer) < LONGEST]
        sides = [answer for answer in short if '"side":[{' in answer]  # with a view from the side, which few have
        chosen = dict.fromkeys([*short[::DRAWN], *sides[::3]])
        ANNOTATIONS.write_text("\n".join(chosen) + "\n", encoding="utf-8")
        return 0
    cases = list(every_case()) if "--all" in arguments else sample()
    if "--with" in arguments:
        return before_and_after.main(arguments[arguments.index("--with") + 1], cases)
    differing, start = compare(cases)
    print(*differing[:10], sep="\n")
    print(f"{len(cases) - len(differing)} of {len(cases)} cases have the same answer ({described(cases)})")
    if "--all" in arguments:
        worked = len(cases) - RANDOM_CASES - REAL_PAIRS
        print(f"{worked} worked cases, {RANDOM_CASES} random ones, {REAL_PAIRS} pairs of tokens on real maps")
    print("the engine: {bytecode} of {modules} modules from bytecode, {ready:.1f} s, {megabytes} MB".format(**start))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
