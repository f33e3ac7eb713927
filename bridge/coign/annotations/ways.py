"""The ways in which a press changes overrides. Each is tried, and one of them is taken, in `presses`.

A way returns a change of overrides for the roll at hand, or for a wider scope that a dialog asks for. It returns None
if the overrides in force leave it nothing to change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from coign.protocol import Flat, Line, Modifier, Override, Press, Result
from coign.rules import signed

State = Literal["measured", "set", "off", "aside"]
Aim = Literal["on", "off", "measured", "set", "count", "add"]
PLACE = ("scope", "actor", "target", "token", "scene")


class Change(NamedTuple):
    """A change of overrides: the numbers of those that go, and those that come."""

    remove: Collection[int] = ()
    add: tuple[Override, ...] = ()


class Subject(NamedTuple):
    """The line of a result that a press changes, and the overrides that concern the roll, by their numbers."""

    press: Press
    overrides: dict[int, Override]
    result: Result | None
    line: Line | None

    @property
    def modifier(self) -> Modifier | None:
        """The modifier of the line."""
        if self.result is None or self.line is None or self.line.modifier is None:
            return None
        return self.result.modifiers[self.line.modifier]

    @property
    def state(self) -> State:
        """The state of the line; one that is not there can only be made to count."""
        if self.line is None:
            return "aside"
        is_aside = self.modifier is not None and self.line.state != "off" and not self.line.holds
        return "aside" if is_aside else self.line.state

    @property
    def id(self) -> str | None:
        """The id of the line's modifier, or of one that is pressed without having a line."""
        if self.line is None:
            return self.press.modifier
        return None if self.modifier is None else self.modifier.id

    @property
    def facts(self) -> list[str]:
        """The facts that a GM has set in the line."""
        return [self.result.forced[place].fact for place in self.line.forced] if self.result and self.line else []

    @property
    def beside(self) -> list[str | None]:
        """The ids of the modifiers that rest on the same fact as the line's, with its own."""
        figure = self.modifier and self.modifier.figure
        modifiers = self.result.modifiers if self.result and figure else ()
        return [modifier.id for modifier in modifiers if modifier.figure == figure] or [self.id]

    def about(self, modifiers: Collection[str | None], facts: Collection[str | None] = ()) -> dict[int, Override]:
        """Return the overrides about modifiers and facts, of every scope."""
        return {
            number: override
            for number, override in self.overrides.items()
            if (override.modifier is not None and override.modifier in modifiers)
            or (override.fact is not None and override.fact in facts)
        }

    def own(self, facts: Collection[str | None] = (), *, and_beside: bool = False) -> dict[int, Override]:
        """Return this roll's overrides of the line's modifier and of facts, without the one that adds the modifier."""
        overrides = self.about(self.beside if and_beside else [self.id], facts)
        return {
            number: override
            for number, override in overrides.items()
            if override.scope == "roll" and override.effect is None
        }

    def said(self, *, here: bool = True, **decision: Any) -> Override:
        """Return an override for this roll, or for the scope that the press asks for, with the data of the press."""
        press, actor = self.press, self.press.request.actor
        match "roll" if here else press.scope:
            case "actor":
                place = Override("token", actor=actor)
            case "target":
                place = Override("token", target=press.target)
            case "pair":
                place = Override("pair", actor=actor, target=press.target)
            case "scene":
                place = Override("scene", scene=press.request.scene, public=press.public)
            case "world":
                place = Override("world", public=press.public)
            case _:
                place = Override("roll", target=press.target)
        return replace(place, by=press.by, **{"why": press.why, **decision})

    def gives_way(self, override: Override) -> bool:
        """Return whether a new one replaces an override: one of its own scope, and one of this pair if it is wider."""
        new = self.said(here=False)
        is_wider = override.scope == "pair" and new.scope != "roll"
        return is_wider or all(getattr(override, part) == getattr(new, part) for part in PLACE)


def _switched_off(subject: Subject) -> Change:
    """Say "off" for this roll."""
    return Change(subject.own(), (_off(subject),))


def _off(subject: Subject, *, here: bool = True) -> Override:
    """Return "off", which keeps that the modifier had been switched on by hand: then it is shown all the same."""
    overrides = [override for override in subject.about([subject.id]).values() if override.effect is None]
    was_on = any("on" in (override.state, override.value) for override in overrides)
    return subject.said(here=here, modifier=subject.id, state="off", value="on" if was_on else None)


def _insisted(subject: Subject) -> Change | None:
    """Set a line to "on" that counts already."""
    return _said_on(subject) if subject.line is not None and subject.line.holds else None


def _as_it_was(subject: Subject) -> Change | None:
    """Set the line to "on" again, if this roll had it "on" before it was switched off."""
    wider = any(
        override.scope != "roll" and override.state == "on" for override in subject.about([subject.id]).values()
    )
    was_on = any(override.value == "on" for override in subject.own().values())
    return _said_on(subject) if was_on and not wider else None


def _taken_back(subject: Subject) -> Change | None:
    """Remove the overrides of the line for this roll."""
    own = subject.own()
    return Change(own) if own else None


def _measured_here(subject: Subject) -> Change | None:
    """Set the line to "as measured" for this roll, against an override of a wider scope."""
    wider = [
        override
        for override in subject.about([subject.id]).values()
        if override.scope != "roll" and override.effect is None
    ]
    return Change(subject.own(), (subject.said(modifier=subject.id, state="measured"),)) if wider else None


def _fact_taken_back(subject: Subject) -> Change | None:
    """Take back the fact that was set, and that has taken the modifier away."""
    return _back(subject) if subject.facts else None


def _obstacle_counted(subject: Subject) -> Change | None:
    """Set the degree of cover that an obstacle would give which the rules do not count."""
    modifier, facts = subject.modifier, subject.result and subject.result.facts
    aside = facts and facts.cover.uncounted
    if subject.state != "aside" or modifier is None or modifier.figure != "cover" or not aside:
        return None
    return Change(subject.own(), (subject.said(fact="cover", value=aside.degree),))


def _added_again(subject: Subject) -> Change | None:
    """Switch on an effect that was added to this roll by hand and switched off."""
    added = {
        n: override
        for n, override in subject.about([subject.id]).items()
        if override.scope == "roll" and override.effect is not None
    }
    return Change(added, tuple(replace(override, state="on") for override in added.values())) if added else None


def _said_on(subject: Subject) -> Change:
    """Set the line to "on" for this roll."""
    return Change(subject.own(), (subject.said(modifier=subject.id),))


def _back(subject: Subject) -> Change:
    """Remove the overrides of a line for this roll, and set it to "as measured" against those of wider scopes."""
    about = subject.about(subject.beside if subject.facts else [subject.id], subject.facts)
    removed = [number for number, override in about.items() if override.scope == "roll" or subject.gives_way(override)]
    left = dict.fromkeys(
        (override.modifier, override.fact) for number, override in about.items() if number not in removed
    )
    measured = (subject.said(here=False, modifier=modifier, fact=fact, state="measured") for modifier, fact in left)
    return Change(removed, tuple(measured))


def _fact_set(subject: Subject) -> Change:
    """Set a fact. Lines that depend on it count, even if they were switched off before."""
    fact, value = subject.press.fact, subject.press.value
    return Change(subject.own([fact], and_beside=True), (subject.said(fact=fact, value=value),))


def _counted(subject: Subject) -> Change | None:
    """Change a number that was added to this roll by hand; it is never zero."""
    own = {number: override for number, override in subject.about([subject.id]).items() if override.scope == "roll"}
    *_, added = (None, *(override for override in own.values() if isinstance(override.effect, Flat)))
    step = subject.press.value
    if added is None or not isinstance(added.effect, Flat) or not isinstance(step, int):
        return None
    number = added.effect.value + step
    return Change(own, (replace(added, effect=Flat(number or step, added.effect.to), state="on", by=subject.press.by),))


def _added(subject: Subject) -> Change:
    """Add an effect by hand. A number for the same reason as one of this roll is added to that."""
    press, effect = subject.press, subject.press.effect
    assert effect is not None  # `NEEDS`
    parts = ("by-hand", "overriding" if press.overrides_cancelling else "", press.bonus, signed(effect))
    name = "-".join(part for part in parts if part)
    more = {"bonus": press.bonus, "overrides_cancelling": press.overrides_cancelling}
    new = subject.said(here=False, modifier=name, effect=effect, **more)
    for number, override in subject.overrides.items():
        if replace(override, modifier=name, effect=effect, by=new.by, state="on") != new:
            continue
        if (
            new.scope == "roll"
            and isinstance(override.effect, Flat)
            and isinstance(effect, Flat)
            and override.effect.to == effect.to
        ):
            total = override.effect.value + effect.value
            return Change(
                (number,), (replace(override, effect=replace(effect, value=total), state="on"),) if total else ()
            )
        if override.effect == effect:
            return Change((number,), (new,))
    return Change((), (new,))


# --- ways for a wider scope -------------------------------------------------------------------------------------------


def _said_there(subject: Subject) -> Change:
    """Set the line for the scope that was picked, and remove its overrides for this roll."""
    is_off = subject.press.value == "off"
    additions = _off(subject, here=False) if is_off else subject.said(here=False, modifier=subject.id)
    about = subject.about([subject.id]).items()
    removed = (number for number, override in about if override.effect is None and subject.gives_way(override))
    return Change([*subject.own(), *removed], (additions,))


def _fact_there(subject: Subject) -> Change:
    """Set a fact for the scope that was picked, and remove its overrides for this roll."""
    fact, value = subject.press.fact, subject.press.value
    removed = (number for number, override in subject.about((), [fact]).items() if subject.gives_way(override))
    own = subject.own([fact], and_beside=True)
    return Change([*own, *removed], (subject.said(here=False, fact=fact, value=value),))


def _also_here(way: Callable[[Subject], Change]) -> Way:
    """Return the way that says the same for this roll too: something narrower is in force."""

    def both(subject: Subject) -> Change:
        remove, add = way(subject)
        here = (subject.said(modifier=it.modifier, fact=it.fact, state=it.state, value=it.value) for it in add)
        return Change(remove, (*add, *here))

    return both


Way = Callable[[Subject], Change | None]  # None: there is no such way from here
WAYS: dict[Aim, tuple[Way, ...]] = {
    "on": (
        _insisted,
        _as_it_was,
        _taken_back,
        _measured_here,
        _fact_taken_back,
        _obstacle_counted,
        _added_again,
        _said_on,
    ),
    "off": (_switched_off,),
    "measured": (_back,),
    "set": (_fact_set,),
    "count": (_counted,),
    "add": (_added,),
}
WIDER_WAYS: dict[Aim, tuple[Way, ...]] = {
    "on": (_said_there, _also_here(_said_there)),
    "off": (_said_there, _also_here(_said_there)),
    "measured": (_back, _also_here(_back)),
    "set": (_fact_there, _also_here(_fact_there)),
    "count": (_counted,),
    "add": (_added,),
}
