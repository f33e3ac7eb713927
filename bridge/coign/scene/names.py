"""Find a token by what a person typed: its id, or its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from coign.errors import AmbiguousToken, UnknownToken
from coign.grid.grid import Grid
from coign.scene.tokens import Token


def token_called(word: str, tokens: Iterable[Token], grid: Grid, scene: str) -> Token:
    """The one token with this id, else with this name; upper and lower case count only where a name differs in nothing
    else. `scene` is the scene's name.

    Raises AmbiguousToken where several bear the name, UnknownToken where none does, with names that are alike.
    """
    known = list(tokens)
    matches = [token for token in known if token.id == word]
    matches = matches or [token for token in known if token.name == word]
    matches = matches or [token for token in known if token.name.casefold() == word.casefold()]
    if len(matches) > 1:
        raise AmbiguousToken(word, scene, [f"{token.id} ({place(token, grid)})" for token in matches])
    if not matches:
        raise UnknownToken(word, scene, _alike(word, sorted({token.name for token in known})))
    return matches[0]


def place(token: Token, grid: Grid) -> str:
    """Name a token's place as on the map: its column and row on a grid of squares, else its pixels."""
    x, y = round(token.doc.x or 0), round(token.doc.y or 0)
    if grid.is_hex or grid.is_gridless:
        return f"at x {x}, y {y}"
    return f"column {int(x // grid.size) + 1}, row {int(y // grid.size) + 1}"


def _alike(word: str, names: Sequence[str]) -> list[str]:
    lower = {name.casefold(): name for name in reversed(names)}
    close = get_close_matches(word.casefold(), lower, n=3, cutoff=0.6)
    within = [name for name in lower if word.casefold() in name and name not in close]
    return [lower[name] for name in (*close, *within)][:3]
