"""The design tokens: every colour, size and sign with which Coign tells something, in one table.

`python3 dev.py generate` writes them as CSS, for the module, the practice table and the docs, and as JavaScript, for
what is drawn on Foundry's canvas. The bridge's own page and its drawings take them from here.

The four colours with a meaning are *for*, *against*, *set* and *unknown*. For and against lie on the blue and the
vermilion of Okabe and Ito (Color Universal Design, 2008), which colour-blind people can tell apart; a sign always says
the same as the colour.
"""

from __future__ import annotations

from textwrap import indent
from typing import NamedTuple

from coign.util.text import camel


class Colour(NamedTuple):
    """A colour in both themes, `#rrggbb` with or without opacity."""

    name: str
    light: str
    dark: str


MEANINGS = (
    Colour("for", "#00538a", "#7cc4f7"),  # what helps the roll; a clear line
    Colour("against", "#983400", "#ff9a62"),  # what hinders it; a blocked line; a failure
    Colour("set", "#7a3370", "#e3a3d6"),  # what somebody has set by hand
    Colour("unknown", "#565149", "#b3ab9d"),  # what is not known, or does not count
    Colour("ally", "#0a5c40", "#7ddab2"),  # who helps: the other half of a flank
    Colour("good", "#12603a", "#8fdba8"),  # a connection that stands
    Colour("wait", "#6e4900", "#f3cd7c"),  # something still to be done
)
ACCENT = Colour("accent", "#1b5e8a", "#8cc6ee")  # links, and the button that is pressed
SURFACES = (
    Colour("ink", "#1f1d1a", "#eee9df"),  # words
    Colour("soft", "#5a554c", "#b3ab9d"),  # words of less weight
    Colour("paper", "#f6f3ec", "#1c1a18"),  # a page
    Colour("card", "#fffdf8", "#272421"),  # a box on it
    Colour("raised", "#ffffff", "#322e2a"),  # a field or button in the box
    Colour("line", "#d5cebf", "#45403a"),  # edges
    ACCENT,
    Colour("on-accent", "#ffffff", "#10202b"),  # words on it
    Colour("focus", "#1b5e8a", "#8cc6ee"),  # the ring round what has the focus
    Colour("good-soft", "#e2f1e6", "#1e3526"),  # behind words in `good`
    Colour("wait-soft", "#fbeecb", "#3a2f17"),  # behind words in `wait`
    Colour("shade", "#0000001f", "#00000066"),  # shadows
)
LIGHT = (
    Colour("darkness", "#b5b0a5", "#0d0c0b"),  # no light, in a drawing
    Colour("dim", "#d9d3c1", "#35322b"),  # dim light
    Colour("bright", "#fbeeb5", "#5c5434"),  # bright light
)
TABLE = (
    Colour("ground", "#e9e3d3", "#2b2e2c"),  # the practice table's map
    Colour("grid", "#00000018", "#ffffff14"),  # its grid
    Colour("wall", "#3d372c", "#d8cfbb"),  # its walls
    Colour("door", "#a5692d", "#a5692d"),  # its doors
    Colour("dots", "#8d8d86", "#8d8d86"),  # its difficult terrain
    Colour("token", "#666666", "#666666"),  # a token without a colour
    Colour("token-edge", "#ffffff", "#ffffff"),  # round a token, and its initials
    Colour("hostile-edge", "#f4d6cd", "#f4d6cd"),  # round a foe
    Colour("target", "#e0a100", "#e0a100"),  # the corners round a target
)
COLOURS = (*MEANINGS, *SURFACES, *LIGHT, *TABLE)

CANVAS = {  # on a map of any colour, with a dark edge: one value for both themes
    "for": "#56b4e9",
    "for-area": "#0072b2",  # large areas, at little opacity
    "against": "#d55e00",
    "partly": "#e69f00",
    "set": "#cc79a7",
    "unknown": "#999999",
    "ally": "#009e73",
    "light": "#f0e442",
    "ink": "#ffffff",
    "edge": "#000000",
}

SIZES = {
    "small": "0.75rem",  # 12 px: the card and everything beside it
    "large": "0.875rem",  # 14 px: what is read first
    "space": "0.25rem",  # 4 px: every distance is a multiple of it
    "press": "24px",  # the least side of what can be pressed (WCAG 2.2, 2.5.8)
    "radius": "4px",
}

SIGNS = {
    "for": "▲",
    "against": "▼",
    "neither": "◆",
    "for-off": "△",
    "against-off": "▽",
    "neither-off": "◇",
    "set": "✎",
    "undo": "↺",
    "included": "⚅",  # the roll has it already
    "add": "+",
    "drawing": "◫",
}
CAUSES = {  # of a modifier in one word's room, by the fact that it rests on
    "cover": "▦",
    "obscurement": "◐",
    "elevation": "⇡",
    "flanking": "⇄",
    "facing": "➤",
    "range": "↔",
    "terrain": "≈",
    "other": "◆",
}


def values(theme: str) -> dict[str, str]:
    """Return each colour's value in the theme `light` or `dark`, by name."""
    return {colour.name: colour.light if theme == "light" else colour.dark for colour in COLOURS}


ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="{accent}"/>
<path d="M6 26V6h20M6 26 26 6" fill="none" stroke="{on-accent}" stroke-width="3"/></svg>
""".format_map(values("light"))


def properties(table: dict[str, str]) -> str:
    """Return a table as custom properties."""
    return "".join(f"--coign-{name}: {value};\n" for name, value in table.items())


def by_ink() -> str:
    """Return the colours of a card as its own ink asks for them: those of the dark theme where its letters are light.

    A theme module may paint a chat card dark that Foundry calls light. A browser that cannot take a colour apart keeps
    the colours of the theme's class.
    """
    names = (*MEANINGS, *LIGHT, ACCENT)
    colours = {
        name: f"rgb(\n  from currentcolor {' '.join(map(_channel, _channels(light), _channels(dark)))}\n)"
        for name, light, dark in names
    }
    letters = "clamp(0, (0.299 * r + 0.587 * g + 0.114 * b - 128) * 100, 1)"  # 0: dark, 1: light
    inner = indent(properties(colours), "    ")
    return (
        "\n@supports (color: rgb(from red r g b)) {\n"
        f"  :is(.coign-card, .coign-nothing, .coign-in-roll) {{\n    --lit: {letters};\n{inner}  }}\n}}\n"
    )


def _channels(colour: str) -> tuple[int, int, int]:
    """Return the parts of `#rrggbb`: red, green and blue."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _channel(light: int, dark: int) -> str:
    return f"calc({light} {'-' if dark < light else '+'} {abs(dark - light)} * var(--lit))"


def css() -> str:
    """Return the tokens as custom properties. The nearest theme wins: Foundry's chat is light inside a dark page."""
    always = {name: light for name, light, dark in COLOURS if light == dark}
    always |= {f"map-{name}": value for name, value in CANVAS.items()} | SIZES
    light, dark = (
        indent(properties({name: value for name, value in values(theme).items() if name not in always}), "  ")
        for theme in ("light", "dark")
    )
    system = ":root:not([data-theme], [data-md-color-scheme])"  # a page that has no switch follows the system
    return (
        f"/* Made from bridge/coign/util/design.py by `python3 dev.py generate`; do not edit. */\n"
        f"\n:root {{\n{indent(properties(always), '  ')}}}\n"
        f'\n:root,\n.theme-light,\n[data-theme="light"] {{\n{light}}}\n'
        f"\n@media (prefers-color-scheme: dark) {{\n  {system} {{\n{indent(dark, '  ')}  }}\n}}\n"
        f'\n.theme-dark,\n[data-theme="dark"],\n[data-md-color-scheme="slate"] {{\n{dark}}}\n'
        f"{by_ink()}"
    )


def javascript() -> str:
    """Return the canvas's colours and the signs as a module."""
    colours = "".join(f"  {camel(name)}: 0x{value[1:]},\n" for name, value in CANVAS.items())
    signs, causes = (
        "".join(f'  {camel(name)}: "{sign}",\n' for name, sign in table.items()) for table in (SIGNS, CAUSES)
    )
    return (
        "/**\n * The design tokens that CSS cannot give: colours on the canvas, as 0xrrggbb, and signs.\n"
        " * Made from bridge/coign/util/design.py by `python3 dev.py generate`; do not edit.\n */\n\n"
        f"export const CANVAS = {{\n{colours}}};\n\nexport const SIGNS = {{\n{signs}}};\n"
        f"\n/** @type {{Record<string, string>}} */\nexport const CAUSES = {{\n{causes}}};\n"
    )
