"""The design tokens: readable on every surface, told apart by everybody, and written nowhere else."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from coign.util.design import CANVAS, LIGHT, MEANINGS, values

ROOT = Path(__file__).parents[2]
THEMES = ("light", "dark")
BACKGROUNDS = ("paper", "card", "raised")
# What is behind a chat card or a window in Foundry 13 and 14: parchment and white, and its windows in the dark theme.
OF_FOUNDRY = {
    "light": ("#d8d3c4", "#ffffff"),
    "dark": ("#1b1b22", "#302831"),
}
WORDS = ("ink", "soft", "accent", *(colour.name for colour in MEANINGS))
# Machado, Oliveira and Fernandes 2009: what people see who lack a kind of cones, in linear red, green and blue.
DEUTERANOPE = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881))
PROTANOPE = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b(?!\()|\b0x[0-9a-fA-F]{6}\b|\b(?:rgb|hsl)a?\(")
SOURCES = (".css", ".mjs", ".html", ".py")
WHERE = ("foundry-module", "bridge/coign", "bridge/tabletop", "docs")
# Foundry's own defaults, as the documents of a world have them: the stand-in repeats them.
DOCUMENTS = "bridge/tabletop/foundry"


@pytest.mark.parametrize(("theme", "name"), [*product(THEMES, WORDS)])
def test_words_contrast_with_each_surface(theme: str, name: str) -> None:
    colours = values(theme)
    surfaces = [*(colours[surface] for surface in BACKGROUNDS), *OF_FOUNDRY[theme]]
    assert min(_contrast(colours[name], surface) for surface in surfaces) >= 4.5  # WCAG 2.2, 1.4.3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("words", "behind"), [("on-accent", "accent"), ("good", "good-soft"), ("wait", "wait-soft"), ("ink", "ground")]
)
def test_words_contrast_with_what_is_behind_them(theme: str, words: str, behind: str) -> None:
    colours = values(theme)
    assert _contrast(colours[words], colours[behind]) >= 4.5


@pytest.mark.parametrize("matrix", [None, DEUTERANOPE, PROTANOPE], ids=["all cones", "deuteranope", "protanope"])
@pytest.mark.parametrize("colours", [values("light"), values("dark"), CANVAS], ids=[*THEMES, "canvas"])
def test_for_and_against_stay_apart(
    colours: dict[str, str], matrix: tuple[tuple[float, float, float], ...] | None
) -> None:
    seen = {name: _seen(colours[name], matrix) for name in ("for", "against", "unknown", "set")}
    assert _distance(seen["for"], seen["against"]) >= 0.18  # in OKLab, where black and white are 1 apart
    assert _distance(seen["against"], seen["set"]) >= 0.12
    assert min(_distance(seen[name], seen["unknown"]) for name in ("for", "against")) >= 0.07


def test_the_light_of_a_drawing_goes_from_dark_to_bright() -> None:
    for theme in THEMES:
        levels = [_luminance(values(theme)[colour.name]) for colour in LIGHT]
        assert levels == sorted(levels)


def test_a_contrast_is_that_of_the_standard() -> None:
    assert round(_contrast("#767676", "#ffffff"), 2) == 4.54  # the least grey that may be text on white


def test_no_colour_is_written_elsewhere() -> None:
    files = [
        path
        for folder in WHERE
        for path in (ROOT / folder).rglob("*")
        if path.suffix in SOURCES and path.stem not in ("design", "tokens") and "engine/runtime" not in path.as_posix()
    ]
    found = [
        f"{path.relative_to(ROOT)}, line {number}: {line.strip()}"
        for path in files
        if not path.relative_to(ROOT).as_posix().startswith(DOCUMENTS)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if any(not _is_private(line, match) for match in LITERAL.finditer(line))
    ]
    assert len(files) > 300
    assert not found


def _is_private(line: str, match: re.Match[str]) -> bool:
    """Tell a private name of JavaScript, a link or a character in HTML from a colour."""
    before = line[: match.start()][-1:]
    return match[0].startswith("#") and before not in ("", " ", '"', "'", "(", ":", ",", "=")


def _linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _seen(colour: str, matrix: tuple[tuple[float, float, float], ...] | None) -> list[float]:
    """Return a colour in OKLab (Ottosson 2020), as somebody sees it."""
    light = _linear(colour)
    if matrix:
        light = [min(1, max(0, sum(map(float.__mul__, row, light)))) for row in matrix]
    cones = _times(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        light,
    )
    return _times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        [cone ** (1 / 3) for cone in cones],
    )


def _times(matrix: tuple[tuple[float, float, float], ...], vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _distance(one: list[float], other: list[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5  # type: ignore[no-any-return]
