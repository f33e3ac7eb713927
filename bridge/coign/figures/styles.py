"""The style of each role of a mark in a picture, and the order of painting."""

from __future__ import annotations

STYLE = """
  :root { color-scheme: light dark; --ink: #1c1b19; --paper: #fbf8f1; --soft: #8d877b; --good: #1b6e3c; --bad: #a3261f;
    --dark: #c3beb3; --dim: #e4dfcf; --bright: #fdf3c6 }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #f0ece2; --paper: #23211e; --soft: #8f897d; --good: #6fd08f; --bad: #ff8d80;
      --dark: #0d0c0b; --dim: #35322b; --bright: #5c5434 }
  }
  .paper { fill: var(--paper) }
  .grid { stroke: var(--soft); stroke-width: 1; opacity: .4; fill: none }
  .wall { stroke: var(--ink); stroke-width: 7; stroke-linecap: round; fill: none }
  .floor { stroke: var(--ink); stroke-width: 7; fill: none }
  .wall-limited { stroke-width: 5; stroke-dasharray: 1 10 }
  .wall-window { stroke-width: 4; stroke-dasharray: 14 8 }
  .wall-other { stroke-width: 2; stroke-dasharray: 4 6 }
  .wall-named { stroke: var(--bad); stroke-width: 11; stroke-linecap: butt }
  .token { fill: none; stroke: var(--soft); stroke-width: 2 }
  .attacker, .target, .helper, .creature { fill: var(--paper); fill-opacity: .25; stroke: var(--ink); stroke-width: 4 }
  .target { stroke-width: 7 }
  .helper, .creature { stroke-dasharray: 10 6 }
  .line-clear { stroke: var(--good); stroke-width: 4; fill: none }
  .line-blocked, .line-covered { stroke: var(--bad); stroke-width: 4; stroke-dasharray: 12 8; fill: none }
  .line-covered { stroke-dasharray: 16 6 3 6 }
  .flanking { stroke: var(--ink); stroke-width: 5; stroke-dasharray: 2 9; stroke-linecap: round; fill: none }
  .cross { stroke: var(--bad); stroke-width: 5; fill: none }
  .halo { stroke: var(--paper); stroke-width: 11; stroke-linecap: square; fill: none }
  .corner { fill: var(--ink) }
  .centre, .elevation, .about { fill: none; stroke: var(--ink); stroke-width: 3 }
  .hidden { fill: url(#hatch); stroke: var(--ink); stroke-width: 1 }
  .area { fill: url(#dots); stroke: var(--soft); stroke-width: 2; stroke-dasharray: 3 5 }
  .arc-front, .arc-flank, .arc-rear { fill: none; stroke: var(--soft); stroke-width: 2 }
  .arc-flank { stroke-dasharray: 8 6 }
  .arc-rear { stroke-dasharray: 2 6 }
  .darkness, .lit-dim, .lit-bright { fill: var(--dark); stroke: var(--soft); stroke-width: 2; stroke-dasharray: 2 6 }
  .lit-dim { fill: var(--dim); stroke-dasharray: 8 8 }
  .lit-bright { fill: var(--bright); stroke-dasharray: none }
  .plain { fill: none; stroke: var(--soft); stroke-width: 2 }
  text { font: 22px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; paint-order: stroke;
         stroke: var(--paper); stroke-width: 5 }
"""
PATTERNS = (
    '<pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V14" style="stroke: var(--ink); stroke-width: 5"/></pattern>'
    '<pattern id="dots" width="14" height="14" patternUnits="userSpaceOnUse">'
    '<circle cx="7" cy="7" r="2" style="fill: var(--soft)"/></pattern>'
)
# Polygons from the bottom up; hidden parts and the creatures are above fog and light.
LIGHT = frozenset(("darkness", "lit-dim", "lit-bright"))  # painted over each other, in the order given
UNDER = ("area", "arc-rear", "arc-flank", "arc-front", "creature", "helper", "attacker")
ON_TOP = ("target", "hidden")
LINES = ("wall", "floor", "flanking", "line-clear", "line-blocked", "line-covered")
POINTS = ("corner", "centre", "elevation", "about")
ROLES = frozenset((*LIGHT, *UNDER, *ON_TOP, *LINES, *POINTS))
