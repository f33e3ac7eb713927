"""Judge one attack in a scene that Foundry exported, or run worked cases.

Give tokens by name or by id. If a file has several scenes, as an adventure does, choose one with --scene-name. Use
--reach for a melee attack and --range for a ranged one. Anything more (the dice rolled, what the GM decided by hand)
goes into a JSON file for --request: the `evaluate` message of docs/protocol.md, with only the fields that you need.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

import msgspec

from coign.annotations.annotate import annotate
from coign.annotations.cases import WorkedCase, default_ruleset, read_cases, read_request
from coign.annotations.report import report
from coign.catalogue.registry import configure
from coign.commands import BadUsage
from coign.errors import BadMessage, CoignError
from coign.figures.svg import draw_result
from coign.protocol import Annotation, ErrorMessage, Evaluate
from coign.rules import ATTACKS, sentence
from coign.scene.files import scenes_in
from coign.scene.scene import Scene
from coign.util.tasks import finish
from coign.util.terminal import BOLD, DIM, GREEN, RED, Paint, read_bytes

EXAMPLE = """\
examples:
  coign evaluate --scene crypt.json --actor Vala --target Ghoul --range 80/320 --option half-cover=true
  coign evaluate --cases cases.jsonl --json
"""
SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign evaluate`."""
    scene = parser.add_argument_group("an attack in a scene")
    scene.add_argument("--scene", metavar="SCENE.json", help="a scene as Foundry exports it; - is standard input")
    scene.add_argument("--scene-name", metavar="NAME", help="which scene of a file with several")
    scene.add_argument("--actor", metavar="A", help="who attacks")
    scene.add_argument("--target", metavar="B", action="append", default=[], help="who is attacked; may be repeated")
    scene.add_argument(
        "--ruleset",
        metavar="R",
        action="append",
        default=[],
        help="rules to use; may be repeated; see `coign rulesets`",
    )
    scene.add_argument(
        "--option", metavar="K=V", action="append", default=[], help="set an option; see `coign rulesets`"
    )
    scene.add_argument("--reach", metavar="N", help="a melee attack that reaches this far (feet ...)")
    scene.add_argument("--range", metavar="N/LONG", help="a ranged attack: normal and long range")
    scene.add_argument("--request", metavar="REQUEST.json", help="more about the attack: an `evaluate` message")
    scene.add_argument(
        "--figure", metavar="OUT.svg", help="draw what was measured (with several targets OUT-1.svg ...)"
    )
    cases = parser.add_argument_group("worked cases")
    cases.add_argument("--case", metavar="CASE.json", help="run one; show what differs, and exit with 1 if so")
    cases.add_argument("--cases", metavar="FILE", help="run many: a JSON list, or one case on each line")
    parser.add_argument("--json", action="store_true", help="print each answer as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Judge an attack or worked cases, and print the result. Return an exit status. Raises BadUsage."""
    paint = Paint()
    if args.case or args.cases:
        own = ("scene", "scene_name", "actor", "target", "ruleset", "option", "reach", "range", "request", "figure")
        given = [f"--{name.replace('_', '-')}" for name in own if getattr(args, name)]
        if given:
            raise BadUsage(f"a case brings its own scene, request and rules: leave out {', '.join(given)}")
        return _run_cases(args.case or args.cases, args.json, paint)
    if not args.scene:
        raise BadUsage("nothing to evaluate: give --scene, --actor and --target, or --case or --cases")
    scene = _scene(args)
    request = _request(args, scene)
    rulesets = args.ruleset or request.rulesets or [default_ruleset()]
    annotation = annotate(scene, request, configure(rulesets, options(args.option)))
    print(_json(annotation) if args.json else report(annotation, scene, scene.tokens[request.actor].name, paint))
    if args.figure:
        _draw(annotation, scene, request, Path(args.figure))
    return 0


def options(given: list[str]) -> dict[str, Any]:
    """`half-cover=true` and, where two rule systems have the option, `ruleset.half-cover=true`. Raises BadUsage."""
    values: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadUsage(f"--option takes NAME=VALUE, not {pair!r}")
        ruleset, dot, option = name.rpartition(".")
        place = values.setdefault(ruleset, {}) if dot else values
        place[option if dot else name] = SWITCH.get(value.lower(), value)
    return values


# --- one attack -------------------------------------------------------------------------------------------------------


def _scene(args: argparse.Namespace) -> Scene:
    """Return the scene of the file, or the named one of several."""
    data = read_bytes(args.scene)
    try:
        scenes = [finish(Scene.read(scene)) for scene in scenes_in(data)]
    except BadMessage as problem:
        raise BadMessage(f"{'standard input' if args.scene == '-' else args.scene}: {problem}") from problem
    names = ", ".join(scene.name for scene in scenes[:12])
    if args.scene_name is None:
        if len(scenes) > 1:
            raise BadUsage(f"{args.scene} holds {len(scenes)} scenes; choose one with --scene-name: {names}")
        return scenes[0]
    wanted = args.scene_name.casefold()
    chosen = [scene for scene in scenes if wanted in (scene.name.casefold(), scene.id.casefold())]
    if not chosen:
        raise BadUsage(f"{args.scene} has no scene {args.scene_name}; it has {names}")
    return chosen[0]


def _request(args: argparse.Namespace, scene: Scene) -> Evaluate:
    request = _read_object(args.request) if args.request else {}
    if args.actor:
        request["actor"] = args.actor
    if args.target:
        request["targets"] = args.target
    if "actor" not in request:
        raise BadUsage(f"who attacks? give --actor; the scene has {_names(scene)}")
    if "targets" not in request:
        raise BadUsage(f"who is attacked? give --target; the scene has {_names(scene)}")
    if args.reach is not None and args.range is not None:
        raise BadUsage("an attack is melee or ranged: give --reach or --range, not both")
    attack: dict[str, Any] = {}
    if args.reach is not None:
        attack = {"kind": "melee", "reach": _length("--reach", args.reach), "range": None}
    if args.range is not None:
        attack = {"kind": "ranged", "reach": None, "range": _range(args.range)}
    if attack:
        given = request.get("attack") or {}
        if not isinstance(given, dict):
            raise BadMessage(f"{args.request}: attack: Expected `object`, got {given!r}")
        request["attack"] = given | attack
    message = read_request(request, scene)
    if message.occasion in ATTACKS and message.actor in message.targets:
        raise BadUsage(f"{scene.tokens[message.actor].name} cannot attack itself; give another --target")
    return message


def _read_object(path: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(read_bytes(path), type=dict[str, Any])
    except msgspec.DecodeError as problem:
        raise BadMessage(f"{path} is no request: {problem}") from None


def _range(text: str) -> dict[str, float | None]:
    near, slash, far = text.partition("/")
    normal, long = _length("--range", near), _length("--range", far) if slash else None
    if long is not None and long < normal:
        raise BadUsage(f"--range takes the normal range first, like 80/320, not {text!r}")
    return {"normal": normal, "long": long}


def _length(flag: str, text: str) -> float:
    """Read the length that a flag was given. Raises BadUsage for text, a number below 0, and infinity."""
    try:
        length = float(text)
    except ValueError:
        length = math.nan
    if 0 <= length < math.inf:
        return length
    example = "10" if flag == "--reach" else "80, or two, like 80/320"
    raise BadUsage(f"{flag} takes a length, like {example}, not {text!r}")


def _names(scene: Scene) -> str:
    names = sorted({token.name for token in scene.tokens.values()})
    return f"{', '.join(names[:12])}{' ...' if len(names) > 12 else ''}" if names else "no tokens at all"


def _draw(annotation: Annotation, scene: Scene, request: Evaluate, path: Path) -> None:
    actor = scene.tokens[request.actor]
    for n, result in enumerate(annotation.results, start=1):
        where = path if len(annotation.results) == 1 else path.with_stem(f"{path.stem}-{n}")
        where.write_text(draw_result(result, scene, actor), encoding="utf-8")
        print(f"drew {where}", file=sys.stderr)


# --- worked cases -----------------------------------------------------------------------------------------------------


def _run_cases(path: str, as_json: bool, paint: Paint) -> int:
    """Run all cases. A case that cannot be run is reported in its place, and the others still run."""
    ran = differed = unusable = 0
    out = sys.stderr if as_json else sys.stdout
    for n, case in enumerate(read_cases(read_bytes(path)), start=1):
        ran += 1
        name = case.name or f"case {n}"
        try:
            annotation = case.run()
        except CoignError as problem:
            unusable += 1
            print(f"{name}: {problem}", file=sys.stderr)
            if as_json:
                print(_json(ErrorMessage(name, problem.code, str(problem), problem.detail)))
            continue
        if as_json:
            print(_json(annotation))
        wrong = case.differences(annotation)
        differed += bool(wrong)
        _say(case, name, wrong, annotation, as_json, paint)
    if not ran:
        raise BadUsage(f"{path} has no case")
    tail = f", {unusable} could not be run" if unusable else ""
    print(paint(f"{ran} cases, {differed} differ{tail}", BOLD), file=out)
    return 2 if unusable else 1 if differed else 0


def _say(case: WorkedCase, name: str, wrong: list[str], annotation: Annotation, as_json: bool, paint: Paint) -> None:
    if wrong:
        print("\n".join([f"{name}: {paint('differs', RED)}", *(f"  {fault}" for fault in wrong)]), file=sys.stderr)
    elif not as_json:
        sentences = "; ".join(map(sentence, annotation.results))
        print(f"{name}: {paint('as expected', GREEN) if case.expect is not None else sentences}")
        if case.expect is not None:
            print(paint(f"  {sentences}", DIM))


def _json(message: Annotation | ErrorMessage) -> str:
    return msgspec.json.encode(message).decode()
