"""The pages of the rule systems say what a rule gives in the words of the card, in each language."""

from __future__ import annotations

import pytest
from tools.site_pages import Texts, led_to_pages

from coign.catalogue.registry import catalogue
from coign.protocol import (
    Bane,
    Blocked,
    Damage,
    Die,
    Edge,
    Effect,
    Flat,
    FlatCheck,
    Forbid,
    MissChance,
    Movement,
    Note,
    Permit,
    Pool,
)

GERMAN = {
    Flat(-2, "attack"): "−2 Angriff",
    Flat(2, "ac"): "+2 RK",
    Die("-1d4", "attack"): "−1d4",
    Die("1d4", "ac"): "+1d4 RK",
    Pool(1): "+1W20",
    Damage("2d6"): "+2d6 Schaden",
    MissChance(20): "20 % Fehlschlag",
    FlatCheck(11): "Einfacher Wurf, SG 11",
    Permit("hide"): "darf: Verstecken",
    Forbid("attack"): "kein Angriff",
    Movement(0.5): "Bewegung × 0.5",
    Movement(None, 4.0): "kostet 4 Felder",
    Blocked(): "Kann kein Ziel sein",
    Edge("attack"): "Edge",
    Bane("attack"): "Bane",
    Note("it is dim"): "",
}


@pytest.mark.parametrize("effect", GERMAN, ids=lambda effect: str(effect.__struct_config__.tag))
def test_an_effect_is_told_in_the_words_of_the_card(effect: Effect) -> None:
    assert Texts("de", catalogue()[0]).effect(effect) == GERMAN[effect]


def test_a_link_to_the_row_of_a_rule_system_leads_to_its_page() -> None:
    text = "[Lancer](../rulesets.md#lancer), [all](rulesets.md#rule-systems), [the table](rulesets.md)"
    assert (
        led_to_pages(text, "systems")
        == "[Lancer](systems/lancer.md), [all](systems/index.md), [the table](rulesets.md)"
    )
