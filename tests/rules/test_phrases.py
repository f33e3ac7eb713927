"""Texts as keys with values: the phrases that are sent give the English sentence, and so its translation."""

from __future__ import annotations

import pytest

from coign.protocol import Flat, Modifier, Override, Phrase
from coign.rules.phrases import AS_IT_IS, TEMPLATES, TITLE, Template, joined, phrases_of
from support.rulings import above, arcs, ask, cover, creature, flanked, rolled, seen


def spoken(phrases: tuple[Phrase, ...], templates: dict[str, str]) -> str:
    """Write phrases as the module does."""
    return "; ".join(one(phrase, templates) for phrase in phrases)


def one(phrase: Phrase, templates: dict[str, str]) -> str:
    values = {
        name: spoken(value, templates)
        if isinstance(value, tuple)
        else f"{value:g}"
        if isinstance(value, float)
        else value
        for name, value in phrase.values.items()
    }
    if phrase.key in (AS_IT_IS, TITLE):
        return str(values["source" if phrase.key == TITLE else "text"])
    return templates[phrase.key].format(**values)


CASES = [
    ask("partial-advantage", elevation=above(5), flanking=flanked(), cover=cover("half"), roll=rolled(14, total=19)),
    ask("partial-advantage", obscurement=seen("heavily", sight=False, by_target=False)),
    ask("partial-advantage", elevation=above(5), overrides=[Override(modifier="high-ground", state="off", why="mud")]),
    ask("partial-advantage", overrides=[Override(fact="cover", value="half", why="a barrel")]),
    ask("combat-facing", facing=arcs("flank", "rear"), target=creature("B", feats=["improved-uncanny-dodge"])),
    ask("combat-facing", "movement", steps=("flank", "front")),
    ask("combat-modifiers", obscurement=seen("heavily", sight=False), actor=creature("A", senses={"tremorsense": 30})),
    ask("combat-modifiers", "save", cover=cover("improved", reading="d20")),
    ask("combat-modifiers", cover=cover("cover", blocked=2, lines=(True, True, False, False)), applied="cover"),
    ask("enchanted-realms", flanking=flanked(), cover=cover("half")),
    ask("coign-of-vantage", cover=cover("half"), roll=rolled(12, total=12)),
    ask("coign-of-vantage", overrides=[Override(modifier="gm", effect=Flat(1, "attack"))]),
]


@pytest.mark.parametrize("ruling", CASES, ids=range(len(CASES)))
def test_the_phrases_say_what_the_sentence_says(ruling: object) -> None:
    modifiers: tuple[Modifier, ...] = ruling.modifiers  # type: ignore[attr-defined]
    outcome = ruling.outcome  # type: ignore[attr-defined]
    assert modifiers
    for modifier in modifiers:
        assert spoken(modifier.phrases, TEMPLATES) == modifier.reason
    assert tuple(spoken(phrases, TEMPLATES) for phrases in outcome.phrases) == outcome.notes


def test_what_has_no_template_travels_as_it_is() -> None:
    assert phrases_of("a barrel") == (Phrase("text", {"text": "a barrel"}),)
    assert spoken(joined("a barrel", "in the way").phrases, {}) == "a barrel; in the way"


def test_one_key_has_one_text() -> None:
    Template("mud", "mud")
    with pytest.raises(ValueError, match="there is a template mud already"):
        Template("mud", "deep mud")
    del TEMPLATES["mud"]
