"""An annotation as text for a person: the modifiers with their reasons, the measurements and the assumptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from coign.protocol import (
    Annotation,
    CoverFact,
    ElevationFact,
    FacingFact,
    Facts,
    FlankingFact,
    Modifier,
    ObscurementFact,
    RangeFact,
    Result,
    TerrainFact,
)
from coign.protocol.facts import Sight
from coign.rules import signed
from coign.rules.phrases import english
from coign.rules.words import follows, name_of
from coign.scene.scene import Scene
from coign.util.terminal import BOLD, DIM, GREEN, YELLOW, Paint, table

STATES = {"on": "counts", "off": "off", "set-aside": "not counted"}
STYLES = {"on": (GREEN,), "off": (DIM,), "set-aside": (YELLOW,)}


def report(annotation: Annotation, scene: Scene, actor: str, paint: Paint) -> str:
    """Write one block for each result; `actor` is the name of the acting creature."""
    head = f"{annotation.occasion} by {actor}"
    blocks = [_block(result, scene, head, paint) for result in annotation.results]
    rules = paint(f"{scene.name}, by {', '.join(annotation.rulesets)}", DIM)
    return "\n\n".join([rules, *blocks])


def _block(result: Result, scene: Scene, head: str, paint: Paint) -> str:
    against = f" on {scene.tokens[result.target].name}" if result.target in scene.tokens else ""
    lines = [paint(f"{head}{against}: {_becomes(result)}", BOLD)]
    if result.modifiers:
        styles = [STYLES[modifier.state] for modifier in result.modifiers]
        lines += ["", table([_row(modifier) for modifier in result.modifiers], paint, styles), ""]
    if result.facts is not None:
        lines.append(table(list(_measured(result.facts, scene.grid.units)), paint, [(DIM,)] * len(LINES)))
    lines += [f"  {note}" for note in result.outcome.notes]
    lines += [paint(f"  assumed: {assumption}", DIM) for assumption in result.assumed]
    return "\n".join(lines)


def _row(modifier: Modifier) -> tuple[str, str, str, str]:
    state = f"{STATES[modifier.state]}, in the roll" if modifier.included else STATES[modifier.state]
    return f"{modifier.source} ({modifier.rule})", signed(modifier.effect), state, modifier.reason


def _becomes(result: Result) -> str:
    """Return the outcome's name and its effect on the roll: "Partial advantage, 1d4, +2 AC, 50 → 65 %"."""
    outcome, chance = result.outcome, result.words.chance
    parts = (name_of(outcome), outcome.dice, *follows(outcome), chance and english(chance))
    return ", ".join(part for part in parts if part)


def _measured(facts: Facts, units: str) -> Iterator[tuple[str, str]]:
    """Yield a line for each measured fact, except facts without anything to report."""
    for name in Facts.__struct_fields__:
        label, words = LINES.get(name, (name, _plain))
        if text := words(getattr(facts, name), units):
            yield label, text


def _plain(fact: Any, _units: str) -> str:
    """Return the fields of a fact that are not as in an empty room."""
    usual, fields = type(fact)(), fact.__struct_fields__
    unusual = [name for name in fields if getattr(fact, name) != getattr(usual, name)]
    return ", ".join(f"{name.replace('_', ' ')} {getattr(fact, name)}" for name in unusual)


def _range(fact: RangeFact, units: str) -> str:
    near = ", adjacent" if fact.adjacent else ""
    reached = {True: ", in reach", False: ", out of reach", None: ""}[fact.in_reach]
    short = {True: ", in short range", False: ", beyond short range", None: ""}[fact.in_short_range]
    return f"{fact.distance:g} {units}{near}{reached}{short}".replace(" ,", ",")


def _cover(fact: CoverFact, _units: str) -> str:
    of = f", {fact.blocked} of {len(fact.lines)} lines blocked" if fact.lines else ""
    return f"{fact.degree}{of}, {fact.exposure:.0%} exposed"


def _light(fact: ObscurementFact, _units: str) -> str:
    because = (
        f" ({'; '.join(SIGHT.get(cause, cause.replace('-', ' ')) for cause in fact.because)})" if fact.because else ""
    )
    level = "clear" if fact.level == "none" else f"{fact.level} obscured"
    return f"{level}{because}{'' if fact.sight else ', not seen'}"


def _height(fact: ElevationFact, units: str) -> str:
    return f"{fact.attacker:g} {units} against {fact.target:g} {units}" if fact.attacker or fact.target else ""


def _flanking(fact: FlankingFact, _units: str) -> str:
    return f"with {', '.join(fact.with_)}" if fact.flanked else ""


def _facing(fact: FacingFact, _units: str) -> str:
    if fact.attacker_arc == fact.target_arc == "none":
        return ""
    return f"target in the attacker's {fact.attacker_arc}, attacker in the target's {fact.target_arc}"


def _terrain(fact: TerrainFact, _units: str) -> str:
    rough = [who for who in ("attacker", "target") if getattr(fact, f"{who}_difficult")]
    return f"difficult under the {' and the '.join(rough)}" if rough else ""


# The words for a reason of sight, where they are not its name.
SIGHT: dict[Sight, str] = {
    "low-light": "low-light vision",
    "invisible-but-found": "invisible, but found",
    "unlit-between": "dim light or darkness in between",
    "tremorsense": "its square is known by tremorsense",
    "blindsense": "its square is known by blindsense",
    "scent": "its square is known by scent",
}
# The label of a fact, and what returns its words, empty if there is nothing to report. Others have `_plain` ones.
LINES: dict[str, tuple[str, Callable[[Any, str], str]]] = {
    "range": ("range", _range),
    "cover": ("cover", _cover),
    "obscurement": ("light", _light),
    "elevation": ("height", _height),
    "flanking": ("flanking", _flanking),
    "facing": ("facing", _facing),
    "terrain": ("terrain", _terrain),
}
