"""The style of each role of a mark in a picture, and the order of painting."""

from __future__ import annotations

from coign.util.design import properties, values

NAMES = ("ink", "paper", "soft", "for", "against", "ally", "darkness", "dim", "bright")  # what a picture needs
LIGHT_THEME, DARK_THEME = (
    properties({name: values(theme)[name] for name in NAMES}).replace("\n", " ") for theme in ("light", "dark")
)
STYLE = (
    f"""
  :root {{ color-scheme: light dark; {LIGHT_THEME}}}
  @media (prefers-color-scheme: dark) {{ :root {{ {DARK_THEME}}} }}
"""
    + """
  .paper { fill: var(--coign-paper) }
  .grid { stroke: var(--coign-soft); stroke-width: 1; opacity: .4; fill: none }
  .wall { stroke: var(--coign-ink); stroke-width: 7; stroke-linecap: round; fill: none }
  .floor { stroke: var(--coign-ink); stroke-width: 7; fill: none }
  .wall-limited { stroke-width: 5; stroke-dasharray: 1 10 }
  .wall-window { stroke-width: 4; stroke-dasharray: 14 8 }
  .wall-other { stroke-width: 2; stroke-dasharray: 4 6 }
  .wall-named { stroke: var(--coign-against); stroke-width: 11; stroke-linecap: butt }
  .token { fill: none; stroke: var(--coign-soft); stroke-width: 2 }
  .attacker, .target, .helper, .creature { fill: var(--coign-paper); stroke: var(--coign-ink); stroke-width: 4;
    fill-opacity: .25 }
  .target { stroke-width: 7 }
  .helper, .creature { stroke-dasharray: 10 6 }
  .line-clear { stroke: var(--coign-for); stroke-width: 4; fill: none }
  .line-blocked, .line-covered { stroke: var(--coign-against); stroke-width: 4; stroke-dasharray: 12 8; fill: none }
  .line-covered { stroke-dasharray: 16 6 3 6 }
  .flanking { stroke: var(--coign-ally); stroke-width: 5; stroke-dasharray: 2 9; stroke-linecap: round; fill: none }
  .cross { stroke: var(--coign-against); stroke-width: 5; fill: none }
  .halo { stroke: var(--coign-paper); stroke-width: 11; stroke-linecap: square; fill: none }
  .corner { fill: var(--coign-ink) }
  .centre, .elevation, .about { fill: none; stroke: var(--coign-ink); stroke-width: 3 }
  .hidden { fill: url(#hatch); stroke: var(--coign-ink); stroke-width: 1 }
  .area { fill: url(#dots); stroke: var(--coign-soft); stroke-width: 2; stroke-dasharray: 3 5 }
  .arc-front, .arc-flank, .arc-rear { fill: none; stroke: var(--coign-soft); stroke-width: 2 }
  .arc-flank { stroke-dasharray: 8 6 }
  .arc-rear { stroke-dasharray: 2 6 }
  .darkness, .lit-dim, .lit-bright { fill: var(--coign-darkness);
    stroke: var(--coign-soft); stroke-width: 2; stroke-dasharray: 2 6 }
  .lit-dim { fill: var(--coign-dim); stroke-dasharray: 8 8 }
  .lit-bright { fill: var(--coign-bright); stroke-dasharray: none }
  .plain { fill: none; stroke: var(--coign-soft); stroke-width: 2 }
  text { font: 22px system-ui, sans-serif; fill: var(--coign-ink); text-anchor: middle; paint-order: stroke;
         stroke: var(--coign-paper); stroke-width: 5 }
"""
)
PATTERNS = (
    '<pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V14" style="stroke: var(--coign-ink); stroke-width: 5"/></pattern>'
    '<pattern id="dots" width="14" height="14" patternUnits="userSpaceOnUse">'
    '<circle cx="7" cy="7" r="2" style="fill: var(--coign-soft)"/></pattern>'
)
# Polygons from the bottom up; hidden parts and the creatures are above fog and light.
LIGHT = frozenset(("darkness", "lit-dim", "lit-bright"))  # painted over each other, in the order given
UNDER = ("area", "arc-rear", "arc-flank", "arc-front", "creature", "helper", "attacker")
ON_TOP = ("target", "hidden")
LINES = ("wall", "floor", "flanking", "line-clear", "line-blocked", "line-covered")
POINTS = ("corner", "centre", "elevation", "about")
ROLES = frozenset((*LIGHT, *UNDER, *ON_TOP, *LINES, *POINTS))
