"""Foundry's own documents, as they stand in an exported scene or in `toObject()`, with one extra object: `coign`.

Field names and units are Foundry's, of any version from 0.7 to 14. Real scenes hold nulls, numbers as strings,
missing fields and documents of unknown kind: every field but what makes a document one has a default, and `reading`
takes what it can.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

MOST = 1e9  # a number beyond is a slip or an attack; as an upper or lower bound of a height it means unbounded
MOST_COORDINATE = 1e7  # px

Number = Annotated[float, Meta(ge=-MOST, le=MOST)] | None
Key = Annotated[str, Meta(max_length=200)]  # Foundry's have 16 letters
Coordinate = Annotated[float, Meta(ge=-MOST_COORDINATE, le=MOST_COORDINATE)]


class HeightFlags(msgspec.Struct, frozen=True, rename={"wall_top": "wallHeightTop", "wall_bottom": "wallHeightBottom"}):
    """Wall Height's flags; the older form has its own names. A missing or null side is unbounded."""

    top: Number = None
    bottom: Number = None
    wall_top: Number = None
    wall_bottom: Number = None
    tokenHeight: Number = None  # noqa: N815


class DocFlags(msgspec.Struct, frozen=True, rename={"wall_height": "wall-height", "about_face": "about-face"}):
    """The flags of a token or a wall that Coign and two other modules set."""

    coign: Any = None
    wall_height: HeightFlags | None = None
    wallHeight: HeightFlags | None = None  # noqa: N815
    about_face: Any = None


class WallDoc(msgspec.Struct, frozen=True, gc=False):
    """A wall, a door or a window."""

    c: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    id: Key = msgspec.field(name="_id", default="")
    sight: Number = None
    move: Number = None
    light: Number = None
    sense: Number = None  # before v9, for `sight`
    dir: Number = None
    door: Number = None
    ds: Number = None
    levels: tuple[str, ...] | None = None
    flags: DocFlags | None = None


class Senses(msgspec.Struct, frozen=True):
    """Ranges in scene units; null is none."""

    darkvision: Number = None
    blindsight: Number = None
    blindsense: Number = None
    tremorsense: Number = None
    truesight: Number = None
    seeInvisible: Number = None  # noqa: N815
    lowLight: bool | None = None  # noqa: N815


class Shield(msgspec.Struct, frozen=True):
    """The arm that holds the shield, and its bonus to armour class."""

    side: str = "left"
    bonus: float = 0.0
    spell: float = 0.0  # the bonus of a *shield* spell, which protects from the front only


class CoignToken(msgspec.Struct, frozen=True):
    """What Foundry's documents lack and only an actor knows. Every field is optional; what is missing is assumed.

    Lengths are scene units. `statuses` are status ids (`dead`, `invisible`, `blinded`, `flat-footed` ...).
    """

    reach: Number = None  # else one grid distance
    height: Number = None  # of the space; else its width
    locomotion: str | None = None  # walk fly hover swim burrow climb
    speeds: dict[str, Any] = {}
    facing: Number = None  # degrees, as a rotation
    statuses: tuple[str, ...] = ()
    senses: Senses = Senses()
    size: str | None = None
    creatureType: str | None = None  # noqa: N815
    subtypes: tuple[str, ...] = ()  # of the creature, in d20 v3.5 and Pathfinder: "elemental", "fire"
    species: str | None = None  # the creature's own name where the token's is another: "Wyvern"
    faceless: bool | None = None
    feats: tuple[str, ...] = ()
    mount: str | None = None  # a mounted creature's steed, a token id; else whom it shares its space with
    level: Number = None  # of the creature, whatever its classes
    rogueLevel: Number = None  # noqa: N815
    shield: Shield | None = None
    armed: bool | None = None
    creature: bool | None = None  # False: a thing
    cells: Any = None  # hexes held: [[row, column], ...] or [{"i": row, "j": column}, ...]
    formation: str | None = None
    attacks: dict[str, str] = {}  # attack name -> "flat", "flank" or "rear": F6, a GM's word
    immune: tuple[str, ...] = ()  # "sneak-attack", "flanking"
    ignores: tuple[str, ...] = ()  # cover degrees, "concealment": Sharpshooter and its like
    appliedCover: str | None = None  # noqa: N815  a degree that the game system has applied by itself
    miss: Number = None  # another miss chance that the creature itself has (blur, displacement), percent


class LightConfig(msgspec.Struct, frozen=True):
    """How far a light shines and in which cone."""

    dim: Number = None
    bright: Number = None
    angle: Number = None
    luminosity: Number = None
    negative: bool | None = None
    priority: Number = None
    darkness: dict[str, Any] | None = None


class LightDoc(msgspec.Struct, frozen=True):
    """A light that stands in the scene."""

    x: Coordinate
    y: Coordinate
    id: Key = msgspec.field(name="_id", default="")
    elevation: Number = None
    rotation: Number = None
    walls: bool | None = None
    hidden: bool | None = None
    levels: tuple[str, ...] | None = None
    config: LightConfig | None = None
    # before v9 these stood on the light itself
    dim: Number = None
    bright: Number = None
    angle: Number = None
    t: str | None = None


class SightDoc(msgspec.Struct, frozen=True):
    """How far a token sees."""

    enabled: bool | None = None
    range: Number = None
    angle: Number = None
    visionMode: str | None = None  # noqa: N815


class TokenDoc(msgspec.Struct, frozen=True):
    """A creature or a thing on the map."""

    x: Coordinate
    y: Coordinate
    id: Key = msgspec.field(name="_id", default="")
    name: str | None = None
    width: Number = None
    height: Number = None
    depth: Number = None
    elevation: Number = None
    rotation: Number = None
    disposition: Number = None
    hidden: bool | None = None
    shape: Number = None
    hexagonalShape: Number = None  # noqa: N815  v12
    level: str | None = None
    movementAction: str | None = None  # noqa: N815
    light: LightConfig | None = None
    # before v9 a token's light stood on the token itself
    dimLight: Number = None  # noqa: N815
    brightLight: Number = None  # noqa: N815
    lightAngle: Number = None  # noqa: N815
    effects: Any = None
    flags: DocFlags | None = None
    coign: CoignToken | None = None


class BehaviorDoc(msgspec.Struct, frozen=True):
    """What a region does."""

    type: str = ""
    id: Key = msgspec.field(name="_id", default="")
    disabled: bool | None = None
    system: dict[str, Any] | None = None


class ElevationRange(msgspec.Struct, frozen=True):
    """The heights between which a region or level lies, in scene units."""

    bottom: Number = None
    top: Number = None


class RegionDoc(msgspec.Struct, frozen=True):
    """An area of the map with behaviours."""

    id: Key = msgspec.field(name="_id", default="")
    name: str | None = None
    shapes: tuple[dict[str, Any], ...] | None = None
    polygons: Any = None  # streamed: flat point lists of the region's own polygons, even-odd
    elevation: ElevationRange | None = None
    behaviors: tuple[BehaviorDoc, ...] | None = None
    hidden: bool | None = None
    levels: tuple[str, ...] | None = None


class LevelDoc(msgspec.Struct, frozen=True):
    """A level of a Foundry 14 scene."""

    id: Key = msgspec.field(name="_id", default="")
    name: str | None = None
    elevation: ElevationRange | None = None


class GridDoc(msgspec.Struct, frozen=True):
    """The grid of a scene."""

    type: Number = None
    size: Number = None
    distance: Number = None
    units: str | None = None
    diagonals: Number = None


class GlobalLight(msgspec.Struct, frozen=True):
    """The light that is everywhere in a scene."""

    enabled: bool | None = None
    bright: bool | None = None
    darkness: dict[str, Any] | None = None


class EnvironmentDoc(msgspec.Struct, frozen=True):
    """Darkness and global light of a scene."""

    darknessLevel: Number = None  # noqa: N815
    globalLight: GlobalLight | None = None  # noqa: N815


class SceneDoc(msgspec.Struct, frozen=True):
    """A scene with everything in it."""

    id: Key = msgspec.field(name="_id", default="")
    name: str | None = None
    width: Number = None
    height: Number = None
    padding: Number = None
    grid: GridDoc | float | None = None
    tokenVision: bool | None = None  # noqa: N815
    environment: EnvironmentDoc | None = None
    walls: tuple[WallDoc, ...] = ()
    tokens: tuple[TokenDoc, ...] = ()
    lights: tuple[LightDoc, ...] = ()
    regions: tuple[RegionDoc, ...] = ()
    levels: tuple[LevelDoc, ...] = ()
    flags: dict[str, Any] | None = None
    # the grid, darkness and global light stood here before v10 and v12
    gridType: Number = None  # noqa: N815
    gridSize: Number = None  # noqa: N815
    gridDistance: Number = None  # noqa: N815
    gridUnits: str | None = None  # noqa: N815
    darkness: Number = None
    globalLight: bool | None = None  # noqa: N815
    globalLightThreshold: Number = None  # noqa: N815


COLLECTIONS: dict[str, type[msgspec.Struct]] = {
    "walls": WallDoc,
    "tokens": TokenDoc,
    "lights": LightDoc,
    "regions": RegionDoc,
    "levels": LevelDoc,
}
DOCUMENTS: dict[str, str] = {
    "Wall": "walls",
    "Token": "tokens",
    "AmbientLight": "lights",
    "Region": "regions",
    "Level": "levels",
}
