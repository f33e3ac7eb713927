"""Decide what a GM's press changes: on a card, in the dialog of a roll, or on the map.

A line has one of three states: what the measurement gives, what a GM has set instead, or the same switched off. A line
that its own rule sets aside is measured, and stands by itself here: to switch it is to let it count.

`MOVES` is the machine: what a press of a button is to bring about in each state. `WAYS` has how, in order: the first
way counts after which the line is as it is to be, judged with all that is in force.

A press changes the overrides of the roll at hand. One with a wider scope stays, and is answered for this roll by "as
measured". A dialog may ask for a wider scope: what is decided is kept there, and counts for the roll at hand as well.
"""

from __future__ import annotations

from msgspec.structs import replace

from coign.annotations.annotate import annotating, annotating_views
from coign.annotations.redact import as_gm
from coign.annotations.ways import WAYS, WIDER_WAYS, Aim, Change, State, Subject
from coign.errors import BadMessage
from coign.figures.marks import Drawing
from coign.protocol import Evaluate, Line, Press, Pressed, Result
from coign.protocol.messages import Button
from coign.protocol.vocabulary import PART_OF
from coign.rules import Setup, enmities
from coign.rules.overrides import concerns
from coign.scene.scene import Scene
from coign.util.tasks import Task

MOVES: dict[tuple[Button, State], Aim] = {
    ("turn", "measured"): "off",
    ("turn", "set"): "off",
    ("turn", "off"): "on",
    ("turn", "aside"): "on",
}
FROM_ANY_STATE: dict[Button, Aim] = {"undo": "measured", "set": "set", "count": "count", "add": "add"}
NEEDS = {"turn": "modifier", "undo": "modifier", "count": "modifier", "set": "fact", "add": "effect"}


def pressing(scene: Scene, press: Press, setup: Setup, revision: int = 0) -> Task[Pressed]:
    """Decide what a press changes, in steps, and judge the roll with it. Raises UnknownToken, BadMessage."""
    if getattr(press, NEEDS[press.button]) is None:
        raise BadMessage(f"the button {press.button} needs {NEEDS[press.button]}", path=f"$.{NEEDS[press.button]}")
    roll = _Roll(scene, press, setup)
    subject = yield from roll.subject(Change())
    change = yield from _decided(roll, subject)
    request, with_it = roll.changed(change)
    if request.viewers:
        views = yield from annotating_views(scene, request, with_it, revision)
    else:
        views = ((yield from annotating(scene, request, with_it, revision)),)
    return Pressed(press.id, tuple(sorted(set(change.remove))), change.add, views)


def _decided(roll: _Roll, subject: Subject) -> Task[Change]:
    """Return the first way that brings the line into the state the press asks for, else the first way of all."""
    press = subject.press
    aim = FROM_ANY_STATE.get(press.button) or MOVES[press.button, subject.state]
    if press.button == "turn" and press.value in ("on", "off"):
        aim = "on" if press.value == "on" else "off"
    ways = WAYS[aim] if press.scope == "roll" else WIDER_WAYS[aim]
    changes = [change for way in ways if (change := way(subject)) is not None]
    for change in changes if len(changes) > 1 else ():
        if _is_so(aim, subject, (yield from roll.subject(change))):
            return change
    return changes[0] if changes else Change()


def _is_so(aim: Aim, before: Subject, after: Subject) -> bool:
    """Return whether a line is as it was to be."""
    match aim:
        case "on":
            return after.state in ("measured", "set")
        case "off":
            return after.state == "off"
        case "measured":
            return after.line is None or after.line.state == "measured"
    forced = after.result.forced if after.result is not None else ()
    return any(override.fact == before.press.fact and override.value == before.press.value for override in forced)


class _Roll:
    """The roll at hand, to be judged with other overrides. Its facts are measured once."""

    def __init__(self, scene: Scene, press: Press, setup: Setup) -> None:
        self._scene, self._press = scene, press
        self._setup = setup.for_request(press.request)
        self._every = (*press.request.overrides, *setup.overrides)
        self._drawings: dict[str, Drawing] = {}

    def changed(self, change: Change) -> tuple[Evaluate, Setup]:
        """Return the request and the configuration after a change."""
        own_count = len(self._press.request.overrides)
        remaining = [(number, override) for number, override in enumerate(self._every) if number not in change.remove]
        overrides = (*(override for number, override in remaining if number < own_count), *change.add)
        configured = tuple(override for number, override in remaining if number >= own_count)
        return replace(self._press.request, overrides=overrides), replace(self._setup, overrides=configured)

    def subject(self, change: Change) -> Task[Subject]:
        """Judge the roll after a change, and find the line that the press changes."""
        request, setup = self.changed(change)
        request_of_gm = replace(as_gm(request), viewers=(), figure=False)
        same_enmities = enmities(request, setup.overrides) == enmities(self._press.request, self._setup.overrides)
        view = yield from annotating(
            self._scene, request_of_gm, setup, drawings=self._drawings if same_enmities else None
        )
        press = self._press
        results = [result for result in view.results if press.target in (None, result.target)]
        result = results[0] if results else None
        overrides = {
            number: override
            for number, override in enumerate(self._every)
            if concerns(override, request.scene, request.actor, press.target)
        }
        return Subject(press, overrides, result, _line(press, result))


def _line(press: Press, result: Result | None) -> Line | None:
    """Return the line that a press changes: the one named, or the first that depends on the fact to set."""
    if result is None:
        return None
    for line in result.lines:
        figure = None if line.modifier is None else result.modifiers[line.modifier].figure
        if line.id == press.modifier or (press.modifier is None and figure == PART_OF.get(press.fact or "")):
            return line
    return None
