"""Scenes drawn in characters, as the tests of Coign and its open bench have them.

    draw("+ + + +",
         " A B C ",
         "+ + + +")

Cells and the borders between them alternate: w x h cells take 2h + 1 rows of 2w + 1 characters. A cell is 100 px and
5 ft. A capital on a cell is a token, the same capital on n x n cells a big one. A, C and D are friends; B and E are
their enemies. Signs on borders are walls:

    | -   wall            w   window (stops what is not near)      s   stops sight only
    d     shut door       l   limited: the second one stops        m   stops movement only
    o     open door       b   a low wall, 3 ft high

`.` and a blank are open, `+` joins borders. `%` on a cell is fog: an obscuring area of the light degree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from coign.errors import BadMessage

Document = dict[str, Any]

CELL = 100  # pixels
ENEMIES = "BE"
MOST_ROWS, MOST_COLUMNS = 201, 201  # a hundred cells each way, and the borders around them

SOLID: Document = {"sight": 20, "move": 20, "light": 20, "dir": 0, "door": 0, "ds": 0}
BORDERS: dict[str, Document] = {
    "|": {},
    "-": {},
    "d": {"door": 1},
    "o": {"door": 1, "ds": 1},
    "w": {"sight": 30},
    "l": {"sight": 10, "light": 10},
    "s": {"move": 0},
    "m": {"sight": 0, "light": 0},
    "b": {"flags": {"coign": {"cover": {"degree": "low", "height": 3}}}},
}
OPEN = " .+"
BRIGHT_DAY = {"enabled": True, "bright": True, "darkness": {"min": 0, "max": 1}}
MOONLESS_NIGHT = {"enabled": False, "bright": False, "darkness": {"min": 0, "max": 1}}
LISTS = ("walls", "lights", "regions")  # of documents that can be added to what is drawn


def draw(
    *rows: str,
    tokens: Mapping[str, Document] | None = None,
    walls: Iterable[Document] = (),
    lights: Iterable[Document] = (),
    regions: Iterable[Document] = (),
    night: bool = False,
    **scene: Any,
) -> Document:
    """Return the scene that `rows` draw, as Foundry would export it. Its id is `s`, and a token's id is its letter.

    `tokens` changes tokens by letter (`{"A": {"elevation": 10, "coign": {"locomotion": "fly"}}}`) or adds tokens that
    are not drawn. `walls`, `lights` and `regions` are added; see `wall`, `light` and `region`. At `night` it is
    dark except for `lights`; else it is bright day. Other arguments are fields of the scene (`grid={"size": 50}`).

    Raises BadMessage, naming the place, if `rows` are no map.
    """
    _must_be_a_map(rows)
    fog = [region("coign.obscuring", *cell, id=f"fog{n}", degree="light") for n, cell in enumerate(_cells(rows, "%"))]
    drawn: Document = {
        "_id": "s",
        "name": "s",
        "width": 4000,
        "height": 4000,
        "padding": 0,
        "grid": {"type": 1, "size": CELL, "distance": 5, "units": "ft", "diagonals": 0},
        "tokenVision": True,
        "environment": {
            "darknessLevel": int(night),
            "globalLight": deepcopy(MOONLESS_NIGHT if night else BRIGHT_DAY),
        },
        "tokens": _tokens(rows, tokens or {}),
        "walls": [*_walls(rows), *walls],
        "lights": list(lights),
        "regions": [*fog, *regions],
    }
    return _merged(drawn, scene)


def beside(rows: Iterable[str], scene: Document) -> Document | None:
    """Return what `draw` must be given beside `rows` to draw `scene`; None if these rows do not draw it.

    Raises BadMessage if `rows` are no map.
    """
    rows = tuple(rows)
    night = (scene.get("environment") or {}).get("darknessLevel") == 1
    plain = draw(*rows, night=night)
    more: Document = {"night": True} if night else {}
    drawn = {token["_id"]: token for token in plain["tokens"]}
    tokens = {str(token["_id"]): token for token in scene.get("tokens", ())}
    changes = {letter: _changes(drawn.get(letter) or _token(letter, []), token) for letter, token in tokens.items()}
    more["tokens"] = {letter: change for letter, change in changes.items() if change or letter not in drawn}
    for name in LISTS:
        more[name] = scene.get(name, [])[len(plain[name]) :]
    more |= _changes(_own_fields(plain), _own_fields(scene))
    more = {name: value for name, value in more.items() if value not in ({}, [])}
    return more if draw(*rows, **more) == scene else None


def region(
    behaviour: str, column: float, row: float, width: float = 1, height: float = 1, id: str = "", **system: Any
) -> Document:
    """Return a rectangle of cells with one behaviour: `region("coign.cover", 3, 0, degree="half")`."""
    shape = {"type": "rectangle", "x": column * CELL, "y": row * CELL, "width": width * CELL, "height": height * CELL}
    return {
        "_id": id or f"{behaviour}{column:g},{row:g}",
        "name": behaviour,
        "elevation": {"bottom": None, "top": None},
        "shapes": [shape | {"rotation": 0, "hole": False}],
        "behaviors": [{"_id": "b", "type": behaviour, "disabled": False, "system": system}],
    }


def _own_fields(scene: Document) -> Document:
    """Return a scene's fields without the documents in it."""
    return {name: value for name, value in scene.items() if name not in ("tokens", *LISTS)}


def _must_be_a_map(rows: tuple[str, ...]) -> None:
    if len(rows) % 2 == 0:
        raise BadMessage(
            f"a map has an odd number of rows (borders around cells), not {len(rows)}", kind="map-rows", rows=len(rows)
        )
    if len({len(row) for row in rows}) > 1:
        raise BadMessage(f"the rows of a map are equally long, not {[len(row) for row in rows]}", kind="map-uneven")
    if len(rows) > MOST_ROWS or len(rows[0]) > MOST_COLUMNS:
        sentence = f"a map has at most {MOST_ROWS} rows of {MOST_COLUMNS} characters"
        raise BadMessage(sentence, kind="map-large", most=MOST_ROWS // 2)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            on_cell = x % 2 and y % 2
            if not (sign in OPEN or (_is_letter(sign) or sign == "%" if on_cell else sign in BORDERS)):
                kind, where = ("map-space", "cell") if on_cell else ("map-border", "border")
                sentence = f"{sign!r} in row {y + 1}, column {x + 1} means nothing on a {where}"
                raise BadMessage(sentence, kind=kind, sign=sign, row=y + 1, column=x + 1)


def _is_letter(sign: str) -> bool:
    return sign.isascii() and sign.isupper()


def _cells(rows: tuple[str, ...], sign: str) -> list[tuple[int, int]]:
    """Return (column, row) of each cell with `sign`, in reading order."""
    return [(x // 2, y // 2) for y in range(1, len(rows), 2) for x in range(1, len(rows[y]), 2) if rows[y][x] == sign]


def _tokens(rows: tuple[str, ...], changes: Mapping[str, Document]) -> list[Document]:
    letters = sorted({sign for row in rows for sign in row if _is_letter(sign)} | set(changes))
    return [_merged(_token(letter, _cells(rows, letter)), changes.get(letter, {})) for letter in letters]


def _token(letter: str, cells: list[tuple[int, int]]) -> Document:
    columns, lines = [column for column, _ in cells or [(0, 0)]], [line for _, line in cells or [(0, 0)]]
    return {
        "_id": letter,
        "name": letter,
        "x": min(columns) * CELL,
        "y": min(lines) * CELL,
        "width": max(columns) - min(columns) + 1,
        "height": max(lines) - min(lines) + 1,
        "elevation": 0,
        "rotation": 0,
        "disposition": -1 if letter in ENEMIES else 1,
        "hidden": False,
        "coign": {"reach": 5},
    }


def _walls(rows: tuple[str, ...]) -> list[Document]:
    """Return a wall for each sign on a border: vertical in an even column, horizontal in an even row."""
    walls: list[Document] = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in OPEN or (x % 2 and y % 2):
                continue
            left, top = x // 2 * CELL, y // 2 * CELL
            end = [left, top + CELL] if y % 2 else [left + CELL, top]
            walls.append({"_id": f"w{len(walls)}", "c": [left, top, *end]} | deepcopy(SOLID | BORDERS[sign]))
    return walls


def _merged(document: Document, changes: Mapping[str, Any]) -> Document:
    """Return `document` with `changes` applied; objects are merged, anything else is replaced."""
    merged = dict(document)
    for key, value in changes.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _changes(document: Document, wanted: Mapping[str, Any]) -> Document:
    """Return what `_merged` must be given beside `document` to return `wanted`, as far as nothing is taken away."""
    changes: Document = {}
    for key, value in wanted.items():
        old = document.get(key)
        if key not in document or old != value:
            changes[key] = _changes(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return changes
