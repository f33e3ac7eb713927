"""Build an annotation from facts and rulings: the results of a request as lines, words, figures and numbers.

Targets are judged one after another, in steps (`coign.util.tasks`), for a blast may have two hundred targets.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

import msgspec

from coign.annotations.before_roll import placed
from coign.annotations.judging import Judged, is_guess, judging
from coign.annotations.likely import told
from coign.annotations.lines import with_lines
from coign.annotations.redact import as_gm, as_player, redact, with_shown
from coign.facts import FactSheet
from coign.facts.effort import FIGURES
from coign.figures.marks import Drawing, count_points
from coign.protocol.evaluate import Evaluate
from coign.protocol.messages import Annotation, Figure, Result, Shows
from coign.rules import ATTACKS, Setup, assumed_range, assumed_ranged, enmities, phrases_of
from coign.scene.scene import Scene
from coign.util.tasks import Task, finish

_log = logging.getLogger(__name__)


def annotate(scene: Scene, request: Evaluate, setup: Setup, revision: int = 0) -> Annotation:
    """Judge a request in a scene. Raises UnknownToken, BadMessage, UnknownRuleset or BadOption; changes nothing."""
    return finish(annotating(scene, request, setup, revision))


def annotating_views(scene: Scene, request: Evaluate, setup: Setup, revision: int = 0) -> Task[tuple[Annotation, ...]]:
    """Return an annotation for each of the request's `viewers`: measured and drawn once, and judged for each viewer.

    A player's view shares no facts if it lacks an override that says who is whose enemy.
    """
    drawings: dict[str, Drawing] = {}
    views: dict[str, Annotation] = {}
    for viewer in request.viewers:
        view = as_gm(request) if viewer == "gm" else as_player(request, scene)
        if view is None:
            ids, occasion = setup.for_request(request).ids, request.occasion
            views[viewer] = Annotation(request.id, revision, ids, (), 0, request.scene, occasion, "player")
        else:
            same = enmities(view, setup.overrides) == enmities(request, setup.overrides)
            shared = drawings if same else {}
            views[viewer] = yield from annotating(scene, view, setup, revision, shared)
    if len(views) == 2:
        views["player"] = with_shown(views["player"], views["gm"], setup.shows)
    return tuple(views.values())


def annotating(
    scene: Scene, request: Evaluate, setup: Setup, revision: int = 0, drawings: dict[str, Drawing] | None = None
) -> Task[Annotation]:
    """Judge a request one target at a time. `drawings` holds, by target, what other views have measured and drawn."""
    began, elapsed = time.perf_counter_ns(), 0
    chosen = setup.for_request(request)
    results: list[Result] = []
    for result in _results(scene, request, chosen, {} if drawings is None else drawings):
        if result is not None:
            results.append(result)
        elapsed += time.perf_counter_ns() - began
        yield
        began = time.perf_counter_ns()
    return Annotation(
        id=request.id,
        revision=revision,
        rulesets=chosen.ids,
        results=placed(results, request.occasion),
        elapsed_us=0 if request.viewer == "player" else elapsed // 1000,  # the time would reveal how much is measured
        scene=request.scene,
        occasion=request.occasion,
        viewer=request.viewer,
    )


def _results(scene: Scene, request: Evaluate, setup: Setup, drawings: dict[str, Drawing]) -> Iterator[Result | None]:
    """Yield the results in the targets' order, and None after a step of work without a result."""
    room = FIGURES if request.figure else 0
    for judged in judging(scene, request, setup, drawings):
        if judged is None:
            yield None
        else:
            result = yield from _shown(scene, judged.request, judged, setup.shows, is_drawn=room > 0)
            if request.candidates and judged.drawing is not None and result.target is not None:
                result = msgspec.structs.replace(result, likely=told(judged.drawing.sheet.query.attack))
            result = with_lines(result, judged.request, setup)
            room -= count_points(result.figure)
            yield result


def _shown(scene: Scene, request: Evaluate, judged: Judged, shows: Shows, *, is_drawn: bool) -> Task[Result]:
    """Return a result as its viewer may see it. A figure that cannot be drawn never costs the verdict."""
    is_drawn = is_drawn and judged.drawing is not None and not judged.drawing.failed
    try:
        result = yield from _result(scene, request, judged, is_drawn=is_drawn)
        return redact(result, scene, request, shows) if request.viewer == "player" else result
    except Exception:  # whatever it is: without the figure it is raised again, unless the drawing was to blame
        if judged.drawing is None or not is_drawn:
            raise
        result = yield from _shown(scene, request, judged, shows, is_drawn=False)
        _log.exception("the figure for %s cannot be drawn", judged.creature.id)
        judged.drawing.failed = True  # and is neither tried nor logged again for other viewers
        return result


def _result(scene: Scene, request: Evaluate, judged: Judged, *, is_drawn: bool) -> Task[Result]:
    ruling = judged.ruling
    if judged.drawing is None:
        return Result(
            target=None,
            facts=None,
            modifiers=ruling.modifiers,
            outcome=ruling.outcome,
            assumed=tuple(str(assumption) for assumption in ruling.assumed),
            assumed_phrases=tuple(phrases_of(assumption) for assumption in ruling.assumed),
        )
    shown = {modifier.figure for modifier in ruling.modifiers if modifier.figure}
    if request.viewer == "player":
        shown.discard("obscurement")  # players see neither light nor fog on the map: `redact`
    assumed = tuple(dict.fromkeys([*_assumptions(scene, request, judged.drawing.sheet), *ruling.assumed]))
    return Result(
        target=judged.creature.id,
        facts=ruling.facts.all(),
        modifiers=ruling.modifiers,
        outcome=ruling.outcome,
        figure=(yield from judged.drawing.figure(shown)) if ruling.modifiers and is_drawn else Figure(),
        assumed=tuple(str(assumption) for assumption in assumed),
        assumed_phrases=tuple(phrases_of(assumption) for assumption in assumed),
        forced=ruling.forced,
    )


def _assumptions(scene: Scene, request: Evaluate, sheet: FactSheet) -> Iterator[str]:
    """Yield what was assumed of an attack that the request leaves out: its kind, its reach or its range."""
    if request.occasion not in ATTACKS:
        return
    query, units = sheet.query, scene.grid.units
    if is_guess(request) and not query.melee:
        yield assumed_ranged(query.distance, msgspec.structs.replace(query, attack=request.attack).reach, units)
    assumed = assumed_range(sheet.missing_range(), query.reach, units)
    if assumed is not None:
        yield assumed
