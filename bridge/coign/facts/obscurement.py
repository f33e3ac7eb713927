"""Sight of the target: light and fog, and the observer's senses.

A `View` measures light and fog on the space of the one who is looked at. A reading takes its shares and returns the
level, and whether the observer sees the subject. Tremorsense and blindsense reveal the square, which does not count as
seeing.
"""

from __future__ import annotations

from coign.facts.cover.measurement import Cover
from coign.facts.query import Query
from coign.facts.readings import Readings
from coign.facts.view import View
from coign.protocol.facts import ObscurementFact
from coign.util.tasks import Task


def measure(query: Query, cover: Cover, readings: Readings) -> Task[ObscurementFact]:
    """Measure the attacker's view of the target, and whether the target sees it, as a cooperative task.

    `cover` is the target's cover.
    """
    mine = View(query, query.actor, readings.cover, cover)
    yield from _looking(mine, readings)
    theirs = None
    if query.actor is not None:
        # A rider looks from its steed's squares, and is seen in its own.
        rides = query.stand is not query.source
        mutual = query.overlapping or not (rides or not query.sightlines.are_mutual)
        back = query.backward()
        back.take_walls(query)
        theirs = View(back, query.target, readings.cover, opposite=mine if mutual else None)
        if not mutual:
            yield from theirs.query.measuring()
        if readings.may_look(theirs):
            yield from _looking(theirs, readings)
    return readings.obscurement(mine, theirs)


def _looking(view: View, readings: Readings) -> Task[None]:
    """Measure a view, up to what decides whether the subject is seen."""
    yield from view.measuring()
    if readings.may_look(view):
        yield from View.visible.making(view)
    yield
