"""Read the traits of a creature from its token's own document, apart from `coign`.

In a live world the module reads actors and fills in `coign`. A scene that was exported has no `coign`. There a GM's own
flags count, what the Item Piles module has made of a token, and the statuses of an unlinked token's actor. The token's
own sight counts in both: the range within which Foundry shows its player what is in the dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from coign.protocol.document_reader import Report, as_number, read
from coign.protocol.documents import MOST, CoignToken, EffectDoc, Senses, TokenDoc
from coign.protocol.vocabulary import STATUSES

MOST_EFFECTS = 200
SKULL = "skull"  # in the name of the picture that Foundry up to 10 lays over the defeated
# Foundry's own pictures of statuses (`CONFIG.statusEffects`), in `icons/svg`. Up to 10 they lie on a token without an
# actor, which has no effects.
PICTURES = {
    "blind": "blinded",
    "daze": "stunned",
    "falling": "prone",
    "invisible": "invisible",
    "net": "restrained",
    "paralysis": "paralyzed",
    "skull": "dead",
    "sleep": "unconscious",
    "unconscious": "unconscious",
    "wing": "flying",
}

# What the module does too, for tokens of a live world: `systems/things.mjs`.
PEOPLE = ("merchant", "auctioneer", "banker")  # types of item piles
_DOOR = re.compile(r"(door|tür)[\s\d()#.]*", re.IGNORECASE)

# Foundry's detection modes, and those of dnd5e, by the sense that they are; `basicSight` sees without light.
_MODES = {
    "basicSight": "darkvision",
    "blindsight": "blindsight",
    "feelTremor": "tremorsense",
    "seeAll": "truesight",
    "seeInvisibility": "seeInvisible",
    "senseAll": "blindsight",
}
_WITHOUT_EYES = ("blindness", "tremorsense")  # vision modes


def traits_of(doc: TokenDoc, report: Report) -> CoignToken:
    """Return the known traits of a token's creature."""
    traits = doc.coign or _exported(doc, report)
    statuses, farther = _statuses_in(doc).difference(traits.statuses), _farther(doc, traits.senses)
    if statuses:
        traits = msgspec.structs.replace(traits, statuses=(*traits.statuses, *sorted(statuses)))
    if farther:
        traits = msgspec.structs.replace(traits, senses=msgspec.structs.replace(traits.senses, **farther))
    return traits


def speed_of(traits: CoignToken, way: str) -> float:
    """Return a creature's speed by a way to move, in scene units; 0 if it has none."""
    return max(0.0, as_number(traits.speeds.get(way)) or 0.0)


def _exported(doc: TokenDoc, report: Report) -> CoignToken:
    """Return what a GM set in a token's flags, and whether it lies on the ground as a thing: a heap of loot, the
    picture of a door."""
    flags = doc.flags.coign if doc.flags else None
    traits = read(CoignToken, flags, f"token {doc.id} flags.coign", report) if isinstance(flags, dict) else None
    traits = traits or CoignToken()
    if traits.creature is None and (_is_pile(doc) or _DOOR.fullmatch((doc.name or "").strip())):
        height = 0.0 if traits.height is None else traits.height
        traits = msgspec.structs.replace(traits, creature=False, height=height)
    return traits


def _statuses_in(doc: TokenDoc) -> frozenset[str]:
    """Return the statuses of an exported token, in our words: those of its actor's effects, and of pictures on it."""
    named = {status.lower() for effect in _effects(doc) if not effect.disabled for status in _named(effect)}
    if SKULL in (doc.overlayEffect or "").rpartition("/")[2]:
        named.add("dead")
    for picture in (doc.overlayEffect or "", *(doc.effects or ())[:MOST_EFFECTS]):
        folder, _, name = picture.rpartition("/")
        if folder == "icons/svg" and name.removesuffix(".svg") in PICTURES:
            named.add(PICTURES[name.removesuffix(".svg")])
    return frozenset(STATUSES.get(status, status) for status in named)


def _farther(doc: TokenDoc, senses: Senses) -> dict[str, float]:
    """Return the ranges of a token's own sight that exceed those of its creature's senses, by sense."""
    farther: dict[str, float] = {}
    for name, reach in _own_sight(doc):
        if reach > max(farther.get(name, 0.0), getattr(senses, name) or 0.0):
            farther[name] = reach
    return farther


def _effects(doc: TokenDoc) -> Iterator[EffectDoc]:
    for actor in (doc.delta, doc.actorData):
        yield from ((actor.effects if actor else None) or ())[:MOST_EFFECTS]


def _named(effect: EffectDoc) -> Iterator[str]:
    yield from effect.statuses or ()
    if effect.flags and effect.flags.core and effect.flags.core.statusId:
        yield effect.flags.core.statusId


def _own_sight(doc: TokenDoc) -> Iterator[tuple[str, float]]:
    """Yield the senses of a token's own sight, each with its range in units, perhaps several of a name."""
    if doc.sight is None:
        if doc.vision:
            yield "darkvision", max(doc.dimSight or 0.0, doc.brightSight or 0.0)
        return
    if not doc.sight.enabled:
        return
    if doc.sight.visionMode not in _WITHOUT_EYES:
        yield "darkvision", _reach(doc.sight.range)
    modes = doc.detectionModes or ()
    for key, mode in modes.items() if isinstance(modes, dict) else ((mode.id, mode) for mode in modes):
        if key in _MODES and mode.enabled is not False:
            yield _MODES[key], _reach(mode.range)


def _reach(value: float | None) -> float:
    """Return the range of a sense, in units; null has no end."""
    return MOST if value is None else value


def _is_pile(doc: TokenDoc) -> bool:
    """Tell whether the Item Piles module has made it a heap, a container or a vault. Merchants are creatures."""
    flags = doc.flags.item_piles if doc.flags else None
    pile = flags.get("data") if isinstance(flags, dict) else None
    if not isinstance(pile, dict) or pile.get("enabled") is not True:
        return False
    return not (pile.get("type") in PEOPLE or pile.get("isMerchant") is True)
