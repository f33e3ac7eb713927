"""An annotation as text for a person: the modifiers with their reasons, the measurements and the assumptions."""

from __future__ import annotations

from collections.abc import Iterator

from coign.protocol import Annotation, Facts, Modifier, Outcome, Result
from coign.rules import signed
from coign.scene.scene import Scene
from coign.util.terminal import BOLD, DIM, GREEN, YELLOW, Paint, table

STATES = {"on": "counts", "off": "off", "set-aside": "set aside"}
STYLES = {"on": (GREEN,), "off": (DIM,), "set-aside": (YELLOW,)}


def report(annotation: Annotation, scene: Scene, actor: str, paint: Paint) -> str:
    """Write one block for each result; `actor` is the name of the acting creature."""
    head = f"{annotation.occasion} by {actor}"
    blocks = [_block(result, scene, head, paint) for result in annotation.results]
    rules = paint(f"{scene.name}, by {', '.join(annotation.rulesets)}", DIM)
    return "\n\n".join([rules, *blocks])


def _block(result: Result, scene: Scene, head: str, paint: Paint) -> str:
    against = f" on {scene.tokens[result.target].name}" if result.target in scene.tokens else ""
    lines = [paint(f"{head}{against}: {_becomes(result.outcome)}", BOLD)]
    if result.modifiers:
        styles = [STYLES[one.state] for one in result.modifiers]
        lines += ["", table([_row(one) for one in result.modifiers], paint, styles), ""]
    if result.facts is not None:
        lines.append(table(list(_measured(result.facts, scene.grid.units)), paint, [(DIM,)] * 7))
    lines += [f"  {note}" for note in result.outcome.notes]
    lines += [paint(f"  assumed: {one}", DIM) for one in result.assumed]
    return "\n".join(lines)


def _row(one: Modifier) -> tuple[str, str, str, str]:
    state = f"{STATES[one.state]}, in the roll" if one.included else STATES[one.state]
    return f"{one.source} ({one.rule})", signed(one.effect), state, one.reason


def _becomes(outcome: Outcome) -> str:
    """Return the label and its effect on the roll: "partial advantage, 1d4, +2 AC"."""
    flat = outcome.flat
    numbers = {"attack": flat.attack, "AC": flat.ac, "save": flat.save, "check": flat.check, "stealth": flat.stealth}
    parts = [
        outcome.label,
        outcome.dice or "",
        *(f"{value:+d} {name}" for name, value in numbers.items() if value),
        f"{outcome.pool.before}d20 to {outcome.pool.after}d20" if outcome.pool else "",
        f"keep the {outcome.pool.keep}" if outcome.pool and outcome.pool.keep else "",
        f"{outcome.damage} damage" if outcome.damage else "",
        f"{outcome.miss_chance} % miss chance" if outcome.miss_chance else "",
        f"movement x {outcome.movement:g}" if outcome.movement is not None else "",
        f"{outcome.chance.before:.0%} to hit becomes {outcome.chance.after:.0%}" if outcome.chance else "",
    ]
    return ", ".join(part for part in parts if part)


def _measured(facts: Facts, units: str) -> Iterator[tuple[str, str]]:
    """Yield a line for each measured fact, except facts without anything to report."""
    near = ", adjacent" if facts.range.adjacent else ""
    reached = {True: ", in reach", False: ", out of reach", None: ""}[facts.range.in_reach]
    short = {True: ", in short range", False: ", beyond short range", None: ""}[facts.range.in_short_range]
    yield "range", f"{facts.range.distance:g} {units}{near}{reached}{short}".replace(" ,", ",")
    cover = facts.cover
    of = f", {cover.blocked} of {len(cover.lines)} lines blocked" if cover.lines else ""
    yield "cover", f"{cover.degree}{of}, {cover.exposure:.0%} exposed"
    seen = facts.obscurement
    because = f" ({'; '.join(seen.because)})" if seen.because else ""
    level = "clear" if seen.level == "none" else f"{seen.level} obscured"
    yield "light", f"{level}{because}{'' if seen.sight else ', not seen'}"
    height = facts.elevation
    if height.attacker or height.target:
        yield "height", f"{height.attacker:g} {units} against {height.target:g} {units}"
    if facts.flanking.flanked:
        yield "flanking", f"with {', '.join(facts.flanking.with_)}"
    arcs = facts.facing
    if arcs.attacker_arc != "none" or arcs.target_arc != "none":
        yield "facing", f"target in the attacker's {arcs.attacker_arc}, attacker in the target's {arcs.target_arc}"
    rough = [who for who in ("attacker", "target") if getattr(facts.terrain, f"{who}_difficult")]
    if rough:
        yield "terrain", f"difficult under the {' and the '.join(rough)}"
