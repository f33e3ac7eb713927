"""Malformed scenes: hypothesis puts absurd values into the fields of Foundry's documents."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

NUMBERS = st.one_of(
    st.integers(-3, 700),
    st.floats(-700, 700),
    st.sampled_from([0, -0.0, 1e308, -1e308, 1e-308, 5e-324, 1e7, -1e7, 1e12, 2**63, -(2**70), 0.1]),
)
ABSURD = st.one_of(
    NUMBERS,
    NUMBERS.map(str),
    st.none(),
    st.booleans(),
    st.sampled_from(["", "Infinity", "NaN", "-1e999", "half", "solid", "ft", [], {}, [None], {"x": 1}, [[1, 2], [3]]]),
)


def mostly(sensible: Any, odds: int = 6) -> st.SearchStrategy[Any]:
    """Draw a sensible value (or strategy) most of the time, else an absurd one."""
    good = sensible if isinstance(sensible, st.SearchStrategy) else st.just(sensible)
    return st.integers(0, odds).flatmap(lambda n: ABSURD if n == 0 else good)


def document(**fields: Any) -> st.SearchStrategy[Any]:
    """Draw a document with some of these fields, sometimes no document at all."""
    whole = st.fixed_dictionaries({}, optional={name: mostly(value) for name, value in fields.items()})
    return mostly(whole, 20)


PLACE = st.integers(0, 6).map(lambda n: 100 * n) | st.floats(-50, 650)
STATUSES = st.lists(st.sampled_from(["dead", "invisible", "blinded", "flying", "prone", "difficult"]), max_size=2)
COIGN = document(
    reach=NUMBERS,
    height=NUMBERS,
    locomotion=st.sampled_from(["walk", "fly", "swim", "burrow", "climb", "hover"]),
    facing=NUMBERS,
    statuses=STATUSES,
    senses=document(darkvision=NUMBERS, blindsight=NUMBERS, truesight=NUMBERS, tremorsense=60, lowLight=True),
    size=st.sampled_from(["tiny", "large"]),
    creature=st.booleans(),
    cells=[[0, 0], [0, 1]],
    attacks={"bite": "rear"},
)
LIGHT = document(
    bright=NUMBERS,
    dim=NUMBERS,
    angle=NUMBERS,
    negative=st.booleans(),
    luminosity=NUMBERS,
    darkness=document(min=NUMBERS, max=NUMBERS),
)
TOKEN = document(
    _id=st.sampled_from(["A", "B", "C", "D"]),
    name="somebody",
    x=PLACE,
    y=PLACE,
    width=st.sampled_from([0.5, 1, 2, 3, 9]),
    height=st.sampled_from([0.5, 1, 2, 3]),
    depth=NUMBERS,
    elevation=NUMBERS,
    rotation=NUMBERS,
    disposition=st.sampled_from([-2, -1, 0, 1]),
    hidden=st.booleans(),
    shape=NUMBERS,
    level=st.sampled_from(["low", "high"]),
    movementAction="fly",
    light=LIGHT,
    flags=document(coign=COIGN, **{"about-face": document(direction=NUMBERS)}),
    coign=COIGN,
)
WALL = document(
    _id=st.sampled_from(["v", "w", "x", "y"]),
    c=st.tuples(PLACE, PLACE, PLACE, PLACE).map(list) | st.lists(ABSURD, max_size=5),
    sight=st.sampled_from([0, 10, 20, 30, 40]),
    move=st.sampled_from([0, 20]),
    light=st.sampled_from([0, 10, 20]),
    sense=NUMBERS,
    dir=st.sampled_from([0, 1, 2]),
    door=st.sampled_from([0, 1, 2]),
    ds=st.sampled_from([0, 1, 2]),
    levels=st.lists(st.sampled_from(["low", "high"]), max_size=1),
    flags=document(
        coign=document(cover=st.sampled_from(["none", "half", "total"]) | document(degree="low", height=NUMBERS)),
        **{"wall-height": document(top=NUMBERS, bottom=NUMBERS)},
    ),
)
LAMP = document(
    _id="lamp", x=PLACE, y=PLACE, rotation=NUMBERS, walls=st.booleans(), hidden=st.booleans(), config=LIGHT, dim=NUMBERS
)
SHAPE = document(
    type=st.sampled_from(
        ["rectangle", "circle", "ellipse", "polygon", "cone", "ring", "line", "emanation", "token", "grid", "blob"]
    ),
    x=PLACE,
    y=PLACE,
    width=NUMBERS,
    height=NUMBERS,
    radius=NUMBERS,
    radiusX=NUMBERS,
    radiusY=NUMBERS,
    rotation=NUMBERS,
    angle=NUMBERS,
    length=NUMBERS,
    innerWidth=NUMBERS,
    outerWidth=NUMBERS,
    anchorX=NUMBERS,
    points=st.lists(PLACE, max_size=9),
    offsets=st.lists(document(i=NUMBERS, j=NUMBERS), max_size=3),
    base=document(type="circle", x=PLACE, y=PLACE, radius=NUMBERS),
    hole=st.booleans(),
)
REGION = document(
    _id=st.sampled_from(["r", "s"]),
    shapes=st.lists(SHAPE, max_size=2),
    polygons=st.lists(st.lists(PLACE, max_size=9), max_size=2),
    elevation=document(bottom=NUMBERS, top=NUMBERS),
    levels=st.lists(st.sampled_from(["low", "high"]), max_size=1),
    behaviors=st.lists(
        document(
            type=st.sampled_from(
                [
                    *("coign.cover", "coign.obscuring", "coign.ground", "coign.terrain"),
                    *("modifyMovementCost", "defineSurface", "dnd5e.difficultTerrain"),
                ]
            ),
            system=document(
                degree=st.sampled_from(["half", "total", "light", "heavy"]),
                elevation=NUMBERS,
                difficult=True,
                water=True,
                difficulties=document(walk=NUMBERS),
                placement=st.sampled_from(["bottom", "top", "both"]),
                move=20,
                sight=20,
            ),
        ),
        max_size=2,
    ),
)
LEVEL = document(_id=st.sampled_from(["low", "high"]), elevation=document(bottom=NUMBERS, top=NUMBERS))
SCENE: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "tokens": mostly(st.lists(TOKEN, max_size=4), 30),
        "walls": mostly(st.lists(WALL, max_size=4), 30),
    },
    optional={
        "lights": mostly(st.lists(LAMP, max_size=2)),
        "regions": mostly(st.lists(REGION, max_size=2)),
        "levels": mostly(st.lists(LEVEL, max_size=2)),
        "grid": document(
            type=st.integers(0, 5),
            size=st.sampled_from([50, 100]),
            distance=st.sampled_from([5, 1.5]),
            units="ft",
            diagonals=st.integers(0, 6),
        ),
        "tokenVision": mostly(True),
        "environment": document(darknessLevel=NUMBERS, globalLight=document(enabled=True, bright=True)),
        "darkness": ABSURD,
        "gridType": ABSURD,
        "width": ABSURD,
        "padding": ABSURD,
    },
)
