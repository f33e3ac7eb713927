"""Our rule systems, one a file; `coign.rulesets.registry` has those of other packages too."""

from coign.rules import Ruleset
from coign.rulesets.coign_of_vantage import COIGN_OF_VANTAGE
from coign.rulesets.combat_facing import COMBAT_FACING
from coign.rulesets.combat_modifiers import COMBAT_MODIFIERS
from coign.rulesets.enchanted_realms import ENCHANTED_REALMS
from coign.rulesets.partial_advantage import PARTIAL_ADVANTAGE

BUILT_IN: tuple[Ruleset, ...] = (
    PARTIAL_ADVANTAGE,
    COMBAT_FACING,
    ENCHANTED_REALMS,
    COIGN_OF_VANTAGE,
    COMBAT_MODIFIERS,
)
