"""Take out what players may not know: of a request before it is judged, and of a result before it is sent.

The client asks once, for the GM and for players, and marks what is secret: tokens (`Evaluate.secret`), overrides
(`Override.secret`) and modifiers that the armour class refutes (`IncludedModifier.refuted`). This file alone takes it
out (`as_player`), with all that is secret without a mark: hidden tokens and armour classes.

A result loses its facts, hit and chance, and of its figure hidden tokens, walls and regions (`redact`). Where the GM
shows hit or chance (`Configure.shows`), the player's view has them from the GM's, if both have the same modifiers: else
they would betray those that players do not see (`with_shown`). Before the roll, a client that asks for a player alone
may send armour classes: the player reads the chance in eleven steps, or the chance itself if the GM shows it. Many
steps together tell the number they are made of, so the client sends one near the armour class (`foreseen.mjs`). Of a
power roll players read the chance of each tier: no number of the target's is in it.

Marks already exclude hidden tokens; this is the second safeguard. A result whose actor, target or origin is itself
hidden is emptied, for even its modifiers would reveal something. Names are left alone, for a name that is missing from
our own sentences would reveal it: rules know no name of a hidden token, and a GM's words are redacted where they are
read (`rules.overrides`), by `HiddenNames`.

The number of the override that decided a modifier is removed: it counts overrides about hidden tokens too. So are the
facts that the GM has set, beside which the measured ones stand.

Players see neither walls nor regions on the map, so all of them are removed: if only secret doors were, their absence
would reveal them. The hidden part of a target is drawn in one piece, without seams that would show where doors begin.
Light, and the point where a line meets a wall, are removed for the same reason: they show where walls are, even in
rooms that nobody has entered.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import partial

import shapely
from msgspec.structs import replace

from coign.protocol import (
    NOTHING_SHOWN,
    Annotation,
    Defence,
    Evaluate,
    Figure,
    Mark,
    Outcome,
    Result,
    Shows,
)
from coign.protocol.rulings import Words
from coign.rules import step, words
from coign.scene.scene import Scene

LIGHT = ("lit-dim", "lit-bright", "darkness")  # roles of marks that walls have cut
SEAM = 0.25  # px: gaps up to twice as wide, left by rounding, are closed
SOMEONE = "someone unseen"
_WORD_STARTS = re.compile(r"(?<!\w)\S")
_IN_A_WORD = re.compile(r"\w")

Secret = Callable[[str], bool]  # of a token's id


def as_gm(request: Evaluate) -> Evaluate:
    """Return the request as a GM may judge it: without included modifiers that the armour class refutes."""
    roll = request.roll
    if roll is not None and any(modifier.refuted for modifier in roll.included):
        roll = replace(roll, included=tuple(modifier for modifier in roll.included if not modifier.refuted))
    return replace(request, viewer="gm", roll=roll)


def as_player(request: Evaluate, scene: Scene) -> Evaluate | None:
    """Return the request without what a player may not know; None if its actor or every target is secret.

    Of a defence only the armour class is a secret. Players can read the message, and with it the cover that the game
    system or a module has given a target, the edges and banes, and the modifiers that were put into the roll. Those
    that an armour class refutes stay in the request, because leaving them out would tell the armour class.
    """
    marked = frozenset(request.secret)

    def is_secret(key: str | None) -> bool:
        return key in marked or _is_hidden(scene, key)

    targets = tuple(key for key in request.targets if not is_secret(key))  # an unknown target is an error for everybody
    parties_are_secret = is_secret(request.actor) or request.origin in marked
    if parties_are_secret or (request.targets and not targets):
        return None

    def without_ac(defences: dict[str, Defence]) -> dict[str, Defence]:
        redacted = {key: replace(defence, ac=None) for key, defence in defences.items() if key in targets}
        return {key: defence for key, defence in redacted.items() if defence != Defence()}

    return replace(
        request,
        viewer="player",
        targets=targets,
        secret=(),
        defence=without_ac(request.defence),
        candidates=tuple(replace(candidate, defence=without_ac(candidate.defence)) for candidate in request.candidates),
        overrides=tuple(
            override
            for override in request.overrides
            if not (override.secret or any(map(is_secret, (override.actor, override.target, override.token))))
        ),
    )


def is_rolled(request: Evaluate) -> bool:
    """Return whether the dice of a request have fallen."""
    return request.roll is not None and bool(request.roll.d20)


def redact(result: Result, scene: Scene, request: Evaluate | None = None, shows: Shows = NOTHING_SHOWN) -> Result:
    """Return the result as a player may see it. Give `request` if its actor, target or origin may be hidden."""
    secret = partial(_is_hidden, scene)
    parties = (result.target,) if request is None else (result.target, request.actor, request.origin)
    if any(secret(party) for party in parties if isinstance(party, str)):
        return Result(target=None, facts=None, modifiers=(), outcome=Outcome())
    return _without(result, secret, foreseen(result.outcome, request, shows))


def with_shown(view: Annotation, full: Annotation, shows: Shows) -> Annotation:
    """Return a player's view with hit and chance of the GM's, as far as the GM shows them and they betray nothing."""
    whole = {result.target: result for result in full.results if shows.hit or shows.chance}
    return replace(view, results=tuple(_with_shown(result, whole.get(result.target), shows) for result in view.results))


def _with_shown(result: Result, full: Result | None, shows: Shows) -> Result:
    """Return a player's result with hit and chance of the GM's if both have the same modifiers."""
    if full is None or _counted(result) != _counted(full):
        return result
    hit, chance = full.outcome.hit, full.outcome.chance and replace(full.outcome.chance, shares=())
    outcome = replace(
        result.outcome,
        hit=hit if shows.hit else result.outcome.hit,
        chance=chance if shows.chance else result.outcome.chance,
    )
    return replace(result, outcome=outcome, words=words(outcome, result.modifiers))


def _counted(result: Result) -> list[tuple[str, str]]:
    """Return the modifiers of a result with their states, in a fixed order."""
    return sorted((modifier.id, modifier.state) for modifier in result.modifiers)


def _is_hidden(scene: Scene, key: str | None) -> bool:
    """Return whether there is a token of that id, and it is hidden."""
    return key in scene.tokens and scene.tokens[key].hidden


def foreseen(outcome: Outcome, request: Evaluate | None, shows: Shows) -> Outcome:
    """Return the outcome with as much of the chance as a player may read, and without hit, miss and margin."""
    chance = outcome.chance if request is not None and not is_rolled(request) else None
    if chance is not None and chance.tiers is not None:  # it meets no number of the target's
        return replace(outcome, hit=None, margin=None)
    odds = None if chance is None else step(chance.after)
    if chance is None or not shows.chance:
        return replace(outcome, hit=None, margin=None, chance=None, odds=odds)
    return replace(outcome, hit=None, margin=None)


def _without(result: Result, secret: Secret, outcome: Outcome) -> Result:
    """Return the result without the tokens for which `secret` is true, and with an outcome that players may read."""
    return replace(
        result,
        facts=None,
        modifiers=tuple(replace(modifier, override=None) for modifier in result.modifiers),
        outcome=outcome,
        forced=(),
        figure=_figure(result.figure, secret),
        words=Words(),  # `with_lines` finds those of the outcome that is left
    )


def _figure(figure: Figure, secret: Secret) -> Figure:
    def seen(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
        return tuple(mark for mark in marks if _may_be_named(mark.label, secret))

    lines = tuple(replace(mark, points=(mark.points[0], mark.points[-1])) for mark in seen(figure.lines))

    shapes = tuple(mark for mark in figure.polygons if mark.role not in LIGHT)
    return Figure(seen(figure.points), lines, _in_one_piece(seen(shapes)))


def _in_one_piece(polygons: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return the polygons with the hidden part of the target as a whole, not wall by wall."""
    parts = [mark for mark in polygons if mark.role == "hidden"]
    if len(parts) < 2:
        return polygons
    grown = shapely.union_all([shapely.Polygon(mark.points).buffer(SEAM, join_style="mitre") for mark in parts])
    whole = shapely.get_parts(grown.buffer(-SEAM, join_style="mitre"))
    rings = [shapely.get_coordinates(part.exterior)[:-1].round(2).tolist() for part in whole]
    one_piece = [replace(parts[0], points=tuple((x, y) for x, y in ring)) for ring in rings]
    return (*(mark for mark in polygons if mark.role != "hidden"), *one_piece)


def _may_be_named(label: str, secret: Secret) -> bool:
    """Return whether a label (`wall:ID`, `token:ID` ...) names no wall, floor, tile or region, and no secret token."""
    kind, _, key = label.partition(":")
    return kind not in ("wall", "floor", "tile", "region") and not secret(key or label)


# --- names in a text --------------------------------------------------------------------------------------------------


class HiddenNames:
    """Names that a text must not contain. At each place the longest name that matches whole words is replaced.

    A regular expression of two thousand names tries each of them at every letter. Here the names are sorted, and a
    binary search finds those that may begin at a place of the text.

    >>> HiddenNames(["Orc", "Orc Chief"]).remove("Orc Chief and Orcish Orc")
    'someone unseen and Orcish someone unseen'
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted({name.strip() for name in names} - {""})
        self._longest = max(map(len, self._names), default=0)
        self._shorter = _shorter(self._names)

    @classmethod
    def of(cls, scene: Scene) -> HiddenNames:
        """Return the names of a scene's hidden tokens that no visible token has."""
        shown = {token.name for token in scene.tokens.values() if not token.hidden}
        return cls({token.name for token in scene.tokens.values() if token.hidden} - shown)

    def remove(self, text: str) -> str:
        """Return the text with each of the names replaced by "someone unseen"."""
        if not self._names:
            return text
        parts, done = [], 0
        for start in _WORD_STARTS.finditer(text):
            name = self._name_at(text, start.start()) if start.start() >= done else ""
            if name:
                parts += [text[done : start.start()], SOMEONE]
                done = start.start() + len(name)
        return "".join(parts) + text[done:]

    def _name_at(self, text: str, start: int) -> str:
        """Find the longest name at a place of the text that ends at the end of a word; empty without one.

        A prefix of the rest of the text sorts before it, and every name between the two has the same prefix. So the
        name is the last one that sorts before the rest of the text, or a prefix of that one.
        """
        at = bisect_right(self._names, text[start : start + self._longest]) - 1
        while at >= 0:
            name = self._names[at]
            if text.startswith(name, start) and not _IN_A_WORD.match(text, start + len(name)):
                return name
            at = self._shorter[at]
        return ""


def _shorter(names: list[str]) -> list[int]:
    """Return for each sorted name the index of its longest proper prefix among them; -1 without one."""
    positions: list[int] = []
    beginnings: list[int] = []
    for n, name in enumerate(names):
        while beginnings and not name.startswith(names[beginnings[-1]]):
            beginnings.pop()
        positions.append(beginnings[-1] if beginnings else -1)
        beginnings.append(n)
    return positions
