"""The module's language files for rules: the English one is generated, the others have the same keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from coign.catalogue.language import language_file, slug
from support.paths import ROOT

FOLDER = ROOT / "foundry-module" / "lang"
OTHERS = sorted(path for path in FOLDER.glob("*.rules.json") if path.name != "en.rules.json")


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a language file with its dotted key."""
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from texts(inner, f"{path}{key}.")
        else:
            yield f"{path}{key}", inner


ENGLISH = dict(texts(json.loads(language_file())))


def test_the_english_file_is_up_to_date() -> None:
    """Run `coign rulesets --language foundry-module/lang/en.rules.json` if it is not."""
    assert (FOLDER / "en.rules.json").read_text(encoding="utf-8") == language_file()


def test_no_text_is_empty() -> None:
    assert [key for key, text in ENGLISH.items() if not text.strip()] == []


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.name)
def test_another_language_has_the_same_keys_and_places(path: Any) -> None:
    other = dict(texts(json.loads(path.read_text(encoding="utf-8"))))
    assert sorted(other) == sorted(ENGLISH)
    places = re.compile(r"\{(\w+)\}")
    wrong = [key for key, text in ENGLISH.items() if set(places.findall(text)) != set(places.findall(other[key]))]
    assert wrong == []


def test_german_is_among_them() -> None:
    assert [path.name for path in OTHERS] == ["de.rules.json"]


def test_a_mark_is_a_key() -> None:
    assert slug("our reading: the mean") == "our-reading-the-mean"
