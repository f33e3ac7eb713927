"""Our rule systems, one a file; `coign.installed` has those of other packages too."""

from coign.rules import Ruleset

from .coign_of_vantage import COIGN_OF_VANTAGE
from .combat_facing import COMBAT_FACING
from .combat_modifiers import COMBAT_MODIFIERS
from .enchanted_realms import ENCHANTED_REALMS
from .partial_advantage import PARTIAL_ADVANTAGE

BUILT_IN: tuple[Ruleset, ...] = (
    PARTIAL_ADVANTAGE,
    COMBAT_FACING,
    ENCHANTED_REALMS,
    COIGN_OF_VANTAGE,
    COMBAT_MODIFIERS,
)
