"""The light over a whole scene before any lamp, and regions that change it.

It is bright if the scene has no token vision, if its global light is active and bright, or if it has neither lamps nor
darkness. A scene with lamps whose global light is off is dark, as Foundry shows it, whatever its darkness. Any other
goes by its darkness. A GM can set it for the scene (`flags.coign.light`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Literal, NamedTuple, get_args

from coign.protocol.document_reader import as_number
from coign.protocol.documents import DarknessSpan, SceneDoc

BaseLight = Literal["bright", "dim", "dark"]

BRIGHT_BELOW, DIM_BELOW = 0.25, 0.75  # darkness


class DarknessMode(IntEnum):
    """The modes of Foundry's `adjustDarknessLevel` behaviour of a region."""

    OVERRIDE = 0
    BRIGHTEN = 1
    DARKEN = 2


class DarknessChange(NamedTuple):
    """A change of the darkness inside a region; the modifier runs from 0 to 1."""

    mode: DarknessMode
    modifier: float

    def apply(self, darkness: float) -> float:
        """The darkness inside the region, from 0 to 1.

        >>> DarknessChange(DarknessMode.DARKEN, 0.5).apply(0.5)
        0.75
        """
        match self.mode:
            case DarknessMode.OVERRIDE:
                return self.modifier
            case DarknessMode.BRIGHTEN:
                return darkness * (1 - self.modifier)
            case DarknessMode.DARKEN:
                return 1 - (1 - darkness) * (1 - self.modifier)


def base_light(scene: SceneDoc, darkness: float, *, lamps: bool) -> BaseLight:
    """The light at a darkness from 0 to 1. `lamps`: whether a light burns that no token carries."""
    if scene.tokenVision is False:
        return "bright"
    enabled, bright, low, high = _global_light(scene)
    shining = enabled and low <= darkness <= high
    if shining and bright:
        return "bright"
    if lamps and not shining:
        return "dark"
    if darkness < BRIGHT_BELOW:
        return "bright"
    return "dim" if darkness < DIM_BELOW or shining else "dark"


def light_as_set(scene: SceneDoc) -> BaseLight | None:
    """The light over the scene that a GM has set; None if none is set."""
    light = scene.set_by_gm.get("light")
    return light if light in get_args(BaseLight) else None


def darkness_of(scene: SceneDoc) -> float:
    """The scene's darkness level, 0 to 1; flat on the scene before v12."""
    environment = scene.environment
    level = environment.darknessLevel if environment and environment.darknessLevel is not None else scene.darkness
    return min(1.0, max(0.0, level or 0.0))


def read_darkness_change(system: dict[str, Any]) -> DarknessChange | None:
    """Read the settings of a region's `adjustDarknessLevel` behaviour; None if they make no sense."""
    mode, modifier = as_number(system.get("mode", 0)), as_number(system.get("modifier", 0))
    if mode not in tuple(DarknessMode) or modifier is None or not 0 <= modifier <= 1:
        return None
    return DarknessChange(DarknessMode(int(mode)), modifier)


def span(darkness: DarknessSpan | None) -> tuple[float, float]:
    """The least and the most darkness at which a light shines."""
    low, high = (darkness.min, darkness.max) if darkness else (None, None)
    return 0.0 if low is None else low, 1.0 if high is None else high


def _global_light(scene: SceneDoc) -> tuple[bool, bool, float, float]:
    """The global light: on or off, bright or not, and the least and the most darkness at which it shines."""
    light = scene.environment.globalLight if scene.environment else None
    if light is not None:
        low, high = span(light.darkness)
        return bool(light.enabled), bool(light.bright), low, high
    threshold = scene.globalLightThreshold
    return bool(scene.globalLight), False, 0.0, 1.0 if threshold is None else threshold
