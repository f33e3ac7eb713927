"""The effects of modifiers in words, as short as on a chip of the card: one table for all.

An effect of a kind has the template `effect-<kind>`, and its fields are the values. So the module finds the words of an
effect in its language files, also where no engine has said anything yet (`util/effect-text.mjs`).

>>> from coign.protocol import Blocked, Die, Flat, Movement, Note
>>> [signed(one) for one in (Flat(2, "ac"), Die("1d4", "attack"), Die("-1d4", "save"), Movement(0.5))]
['+2 AC', '+1d4', '-1d4 save', 'movement × 0.5']
>>> [signed(one) for one in (Blocked(), Movement(squares=2), Note("it is dark"))]
['cannot be targeted', 'costs 2 squares', '']
"""

from __future__ import annotations

from typing import Any

from coign.protocol import Effect
from coign.protocol.rulings import Deed, To
from coign.rules.phrases import Said, Template, fixed

_KINDS = {
    "flat": "{value} {to}",
    "die": "{dice} {to}",
    "advantage": "advantage",
    "disadvantage": "disadvantage",
    "edge": "edge",
    "bane": "bane",
    "pool": "{dice}d20",
    "damage": "{dice} damage",
    "miss-chance": "{percent} % miss chance",
    "flat-check": "flat check {dc}",
    "blocked": "cannot be targeted",
    "permit": "allowed: {what}",
    "forbid": "no {what}",
    "movement": "movement × {factor}",
    "squares": "costs {squares} squares",  # of a movement whose squares are given
}
EFFECTS = {kind: Template(f"effect-{kind}", english) for kind, english in _KINDS.items()}
TO: dict[To, Said] = {
    "ac": fixed("to-ac", "AC"),
    "attack": fixed("to-attack", "attack"),
    "check": fixed("to-check", "check"),
    "damage": fixed("to-damage", "damage"),
    "perception": fixed("to-perception", "perception"),
    "save": fixed("to-save", "save"),
    "stealth": fixed("to-stealth", "stealth"),
}
DEEDS: dict[Deed, Said] = {
    "attack": fixed("deed-attack", "attack"),
    "sneak-attack": fixed("deed-sneak-attack", "sneak attack"),
    "opportunity-attack": fixed("deed-opportunity-attack", "attack of opportunity"),
    "hide": fixed("deed-hide", "hiding"),
    "ready": fixed("deed-ready", "readied action"),
    "target": fixed("deed-target", "targeting"),
}


def signed(effect: Effect) -> str:
    """Return an effect in words: `+2 AC`, `-1d4`, `20 % miss chance`. A note has none: the outcome has its text."""
    kind = str(effect.__struct_config__.tag)
    if kind == "note":
        return ""
    fields = {name: getattr(effect, name) for name in effect.__struct_fields__}
    if fields.get("squares") is not None:
        kind = "squares"
    if kind == "die" and fields["to"] == "attack":
        fields["to"] = ""  # the roll itself
    words = EFFECTS[kind]
    phrase = words(**{name: _value(name, field) for name, field in fields.items() if f"{{{name}}}" in words.english})
    return Said(phrase.strip(), phrase.phrases)


def _value(name: str, value: Any) -> str | float:
    match name:
        case "to":
            return TO[value] if value else ""
        case "what":
            return DEEDS[value]
        case "value" | "dice":
            text = str(value)
            return text if text.startswith(("+", "-")) else f"+{text}"
    return 1.0 if value is None else float(value)
