"""Foundry's own documents as in an exported scene or from `toObject()`, with one extra object: `coign`.

Field names and units are Foundry's, of any version from 0.7 to 14. Real scenes contain nulls, numbers as strings,
missing fields and unknown kinds of documents. So every field that is not essential has a default, and `document_reader`
reads what it can.

This is the one table of the fields. The reader reads by it; the schema, the module's types, and the list by which the
module copies a document (`sent_fields`), are made from it. `Old` and `Added` mark what the module does not copy.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

MOST = 1e9  # larger numbers are mistakes or attacks; as the top or bottom of a height they mean unbounded
MOST_COORDINATE = 1e7  # px

T = TypeVar("T")
NOT_COPIED = Meta(extra={"copied": False})
Old = Annotated[T, NOT_COPIED]  # only in scenes that were exported, most of them from before Foundry 13
Added = Annotated[T, NOT_COPIED]  # what the module finds out, in place of what a document has by this name

Number = Annotated[float, Meta(ge=-MOST, le=MOST)] | None
Key = Annotated[str, Meta(max_length=200)]  # Foundry's ids have 16 letters
Coordinate = Annotated[float, Meta(ge=-MOST_COORDINATE, le=MOST_COORDINATE)]


class HeightFlags(msgspec.Struct, frozen=True, rename={"wall_top": "wallHeightTop", "wall_bottom": "wallHeightBottom"}):
    """The flags of the Wall Height module, in its old and new names. A missing or null side is unbounded."""

    top: Number = None
    bottom: Number = None
    wall_top: Number = None
    wall_bottom: Number = None
    tokenHeight: Number = None  # noqa: N815


class DocFlags(
    msgspec.Struct,
    frozen=True,
    rename={"wall_height": "wall-height", "about_face": "about-face", "item_piles": "item-piles"},
):
    """The flags of a token, a wall or a tile that Coign and three other modules set."""

    coign: Any = None
    wall_height: HeightFlags | None = None
    wallHeight: HeightFlags | None = None  # noqa: N815
    about_face: Any = None
    item_piles: Any = None


class Threshold(msgspec.Struct, frozen=True, gc=False):
    """The distance, in scene units, from which a wall with a proximity restriction is seen through."""

    sight: Number = None


class WallDoc(msgspec.Struct, frozen=True, gc=False):
    """A wall, a door or a window."""

    c: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    id: Key = msgspec.field(name="_id", default="")
    sight: Number = None
    move: Number = None
    light: Number = None
    sense: Old[Number] = None  # before v9, for `sight`
    dir: Number = None
    door: Number = None
    ds: Number = None
    threshold: Threshold | None = None
    levels: tuple[str, ...] | None = None
    flags: Added[DocFlags | None] = None


class Senses(msgspec.Struct, frozen=True):
    """The ranges of a creature's senses, in scene units; null if it lacks the sense."""

    darkvision: Number = None
    blindsight: Number = None
    blindsense: Number = None
    tremorsense: Number = None
    scent: Number = None
    truesight: Number = None
    seeInvisible: Number = None  # noqa: N815
    lowLight: bool | None = None  # noqa: N815


class Shield(msgspec.Struct, frozen=True):
    """A shield: the arm that holds it, and its bonus to armour class."""

    side: str = "left"
    bonus: float = 0.0
    spell: float = 0.0  # the bonus of a *shield* spell, which protects from the front only


class CoignToken(msgspec.Struct, frozen=True):
    """Data of the actor that Foundry's token lacks. Every field is optional and has an assumed value if missing.

    Lengths are scene units. `statuses` are status ids (`dead`, `invisible`, `blinded`, `flat-footed` ...).
    """

    reach: Number = None  # if missing, one grid distance
    height: Number = None  # of the space; if missing, its width
    locomotion: str | None = None  # walk fly hover swim burrow climb
    speeds: dict[str, Any] = {}
    facing: Number = None  # degrees, like a rotation
    statuses: tuple[str, ...] = ()
    senses: Senses = Senses()
    size: str | None = None
    creatureType: str | None = None  # noqa: N815
    subtypes: tuple[str, ...] = ()  # of the creature, in d20 v3.5 and Pathfinder: "elemental", "fire"
    species: str | None = None  # the name of the kind of creature, if the token has a name of its own: "Wyvern"
    faceless: bool | None = None
    feats: tuple[str, ...] = ()
    mount: str | None = None  # token id of the steed, or of another creature that shares the space
    level: Number = None  # of the creature, whatever its classes
    rogueLevel: Number = None  # noqa: N815
    shield: Shield | None = None
    armed: bool | None = None
    creature: bool | None = None  # False: an object
    gives: str | None = None  # one of `GIVES`; by default soft for a creature, total for an object
    cells: Any = None  # occupied hexes: [[row, column], ...] or [{"i": row, "j": column}, ...]
    formation: str | None = None
    attacks: dict[str, str] = {}  # attack name -> "flat", "flank" or "rear": set by a GM (rule F6)
    immune: tuple[str, ...] = ()  # "sneak-attack", "flanking"
    without: tuple[str, ...] = ()  # "advantage", "disadvantage": never on its rolls; "attacked-with-advantage": never
    ignores: tuple[str, ...] = ()  # cover degrees and "concealment" that its attacks ignore (Sharpshooter)
    ignoredGround: tuple[str, ...] = ()  # noqa: N815  kinds of difficult ground that it ignores (dnd5e): "plants", "all"
    appliedCover: str | None = None  # noqa: N815  a cover degree that the game system has already applied
    miss: Number = None  # percent: a miss chance of the creature itself (blur, displacement)


class DarknessSpan(msgspec.Struct, frozen=True):
    """The least and the most darkness at which a light shines, from 0 to 1."""

    min: Number = None
    max: Number = None


class LightConfig(msgspec.Struct, frozen=True):
    """The radii of a light and its cone."""

    dim: Number = None
    bright: Number = None
    angle: Number = None
    luminosity: Number = None
    negative: bool | None = None
    priority: Number = None
    darkness: DarknessSpan | None = None


class RangeFlags(msgspec.Struct, frozen=True):
    """The heights between which a light of the Levels module shines. A missing or null side is unbounded."""

    rangeBottom: Number = None  # noqa: N815
    rangeTop: Number = None  # noqa: N815


class LightFlags(msgspec.Struct, frozen=True):
    """The flags of a light."""

    levels: RangeFlags | None = None


class LightDoc(msgspec.Struct, frozen=True):
    """A light that is placed in the scene."""

    x: Coordinate
    y: Coordinate
    id: Key = msgspec.field(name="_id", default="")
    elevation: Number = None
    rotation: Number = None
    walls: bool | None = None
    hidden: bool | None = None
    levels: tuple[str, ...] | None = None
    config: LightConfig | None = None
    flags: LightFlags | None = None
    # before v9 these were fields of the light itself
    dim: Old[Number] = None
    bright: Old[Number] = None
    angle: Old[Number] = None
    t: Old[str | None] = None
    darkness: Old[DarknessSpan | None] = None
    darknessThreshold: Old[Number] = None  # noqa: N815  before v8, for the least darkness


class EffectOfCore(msgspec.Struct, frozen=True):
    """The status that Foundry 8 to 10 kept in an effect's flags."""

    statusId: str | None = None  # noqa: N815


class EffectFlags(msgspec.Struct, frozen=True):
    """The flags of an active effect."""

    core: EffectOfCore | None = None


class EffectDoc(msgspec.Struct, frozen=True):
    """An active effect on an actor, as far as it is a status."""

    statuses: tuple[str, ...] | None = None
    disabled: bool | None = None
    flags: EffectFlags | None = None


class ActorDoc(msgspec.Struct, frozen=True):
    """The changes of an unlinked token to its actor, in a scene that was exported."""

    effects: tuple[EffectDoc, ...] | None = None


class SightDoc(msgspec.Struct, frozen=True, gc=False):
    """A token's own sight: how far it sees without light, in scene units. Null is without end."""

    enabled: bool | None = None
    range: Number = 0.0
    visionMode: str | None = None  # noqa: N815


class DetectionMode(msgspec.Struct, frozen=True, gc=False):
    """A sense of a token in Foundry, with its range in scene units."""

    id: str = ""
    enabled: bool | None = None
    range: Number = 0.0


class TokenDoc(msgspec.Struct, frozen=True):
    """A creature or an object on the map."""

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
    # before v9 a token's light was in fields of the token itself
    dimLight: Old[Number] = None  # noqa: N815
    brightLight: Old[Number] = None  # noqa: N815
    lightAngle: Old[Number] = None  # noqa: N815
    sight: SightDoc | None = None
    detectionModes: tuple[DetectionMode, ...] | dict[str, DetectionMode] | None = None  # noqa: N815  since v14 by id
    # before v10 a token's sight was in fields of the token itself
    vision: Old[bool | None] = None
    dimSight: Old[Number] = None  # noqa: N815
    brightSight: Old[Number] = None  # noqa: N815
    # only in scenes that were exported
    delta: Old[ActorDoc | None] = None
    actorData: Old[ActorDoc | None] = None  # noqa: N815  before v11
    overlayEffect: Old[str | None] = None  # noqa: N815  before v11: a picture over the token
    effects: Old[tuple[str, ...] | None] = None  # before v11: smaller pictures on it
    flags: Added[DocFlags | None] = None
    coign: Added[CoignToken | None] = None


class TileRestrictions(msgspec.Struct, frozen=True, gc=False):
    """The restrictions of a tile: whether it stops light."""

    light: bool | None = None


class TileTexture(msgspec.Struct, frozen=True, gc=False):
    """The anchor of a tile's picture, as shares of its width and height."""

    anchorX: Number = None  # noqa: N815
    anchorY: Number = None  # noqa: N815


class TileDoc(msgspec.Struct, frozen=True, gc=False):
    """A picture on the map; it matters if it stops light, or if a GM made it an object (`flags.coign.object`)."""

    x: Coordinate
    y: Coordinate
    id: Key = msgspec.field(name="_id", default="")
    width: Number = None
    height: Number = None
    elevation: Number = None
    rotation: Number = None
    hidden: bool | None = None
    restrictions: TileRestrictions | None = None
    texture: TileTexture | None = None
    levels: tuple[str, ...] | None = None
    flags: Added[DocFlags | None] = None
    # before v12
    overhead: Old[bool | None] = None
    roof: Old[bool | None] = None


class BehaviorDoc(msgspec.Struct, frozen=True):
    """A behaviour of a region."""

    type: str = ""
    id: Key = msgspec.field(name="_id", default="")
    disabled: bool | None = None
    system: dict[str, Any] | None = None


class ElevationRange(msgspec.Struct, frozen=True):
    """The lower and upper elevation of a region or level, in scene units.

    `topInclusive` is a region's, since Foundry 14: whether what is exactly at its top is in it.
    """

    bottom: Number = None
    top: Number = None
    topInclusive: bool | None = None  # noqa: N815


class RegionDoc(msgspec.Struct, frozen=True):
    """An area of the map with behaviours."""

    id: Key = msgspec.field(name="_id", default="")
    name: str | None = None
    shapes: tuple[dict[str, Any], ...] | None = None
    polygons: Added[Any] = None  # sent by the module: flat point lists of the region's polygons, filled even-odd
    elevation: ElevationRange | None = None
    behaviors: tuple[BehaviorDoc, ...] | None = None
    hidden: bool | None = None
    levels: tuple[str, ...] | None = None


class LevelVisibility(msgspec.Struct, frozen=True):
    """The other levels that are seen from a level."""

    levels: tuple[str, ...] | None = None


class LevelDoc(msgspec.Struct, frozen=True):
    """A level of a Foundry 14 scene."""

    id: Key = msgspec.field(name="_id", default="")
    name: str | None = None
    elevation: ElevationRange | None = None
    visibility: LevelVisibility | None = None


class GridDoc(msgspec.Struct, frozen=True):
    """The grid of a scene."""

    type: Number = None
    size: Number = None
    distance: Number = None
    units: str | None = None
    diagonals: Added[Number] = None  # the world's


class GlobalLight(msgspec.Struct, frozen=True):
    """The global illumination of a scene."""

    enabled: bool | None = None
    bright: bool | None = None
    darkness: DarknessSpan | None = None


class EnvironmentDoc(msgspec.Struct, frozen=True):
    """The darkness and the global illumination of a scene."""

    darknessLevel: Number = None  # noqa: N815
    globalLight: GlobalLight | None = None  # noqa: N815


class SceneDoc(msgspec.Struct, frozen=True):
    """A scene with all its documents."""

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
    tiles: tuple[TileDoc, ...] = ()
    levels: tuple[LevelDoc, ...] = ()
    flags: Added[dict[str, Any] | None] = None
    # before v10 (grid) and v12 (darkness, global light) these were fields of the scene itself
    gridType: Old[Number] = None  # noqa: N815
    gridSize: Old[Number] = None  # noqa: N815
    gridDistance: Old[Number] = None  # noqa: N815
    gridUnits: Old[str | None] = None  # noqa: N815
    darkness: Old[Number] = None
    globalLight: Old[bool | None] = None  # noqa: N815
    globalLightThreshold: Old[Number] = None  # noqa: N815

    @property
    def set_by_gm(self) -> dict[str, Any]:
        """The settings of the scene that a GM made in Coign's own flags; empty by default."""
        flags = (self.flags or {}).get("coign")
        return flags if isinstance(flags, dict) else {}


COLLECTIONS: dict[str, type[msgspec.Struct]] = {
    "walls": WallDoc,
    "tokens": TokenDoc,
    "lights": LightDoc,
    "regions": RegionDoc,
    "tiles": TileDoc,
    "levels": LevelDoc,
}
# In the order in which the module sends them. Regions come before walls, whose feet are on the ground of regions.
DOCUMENTS: dict[str, str] = {
    "Level": "levels",
    "Region": "regions",
    "Tile": "tiles",
    "AmbientLight": "lights",
    "Token": "tokens",
    "Wall": "walls",
}
