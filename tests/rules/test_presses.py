"""The lists of overrides that a GM's presses lead to, judged by the real rules.

`tests/data/presses.json` comes from the module's model test, `tests/module/overrides/decisions.test.mjs`. It has every
order of up to four presses, with what has to count after it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from coign.protocol import Effect, Flat, Override
from support.rulings import ask, cover

LISTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "presses.json").read_text("utf-8"))


def test_what_the_presses_lead_to_is_judged_as_the_module_expects() -> None:
    assert len(LISTS) > 50
    for one in LISTS:
        overrides = msgspec.convert(one["overrides"], list[Override])
        ruling = ask("fifth-edition-2014", cover=cover(one["measured"]), overrides=overrides)
        told = ", ".join(f"{it.id} {_number(it.effect)} {it.state}" for it in ruling.modifiers)
        assert told == one["told"], one


def _number(effect: Effect) -> int:
    assert isinstance(effect, Flat)
    return effect.value
