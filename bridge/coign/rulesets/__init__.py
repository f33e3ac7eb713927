"""Our rule systems, one a file; `coign.catalogue.registry` has those of other packages too."""

from coign.rules import Ruleset
from coign.rulesets.coign_of_vantage import COIGN_OF_VANTAGE
from coign.rulesets.combat_facing import COMBAT_FACING
from coign.rulesets.combat_modifiers import COMBAT_MODIFIERS
from coign.rulesets.draw_steel import DRAW_STEEL
from coign.rulesets.enchanted_realms import ENCHANTED_REALMS
from coign.rulesets.fifth_edition_2014 import FIFTH_EDITION_2014
from coign.rulesets.fifth_edition_2024 import FIFTH_EDITION_2024
from coign.rulesets.house_rules import HOUSE_RULES
from coign.rulesets.house_rules_d20 import HOUSE_RULES_D20
from coign.rulesets.house_rules_swade import HOUSE_RULES_SWADE
from coign.rulesets.lancer import LANCER
from coign.rulesets.partial_advantage import PARTIAL_ADVANTAGE
from coign.rulesets.pathfinder_1e import PATHFINDER_1E
from coign.rulesets.pathfinder_2e import PATHFINDER_2E
from coign.rulesets.starfinder_1e import STARFINDER_1E

BUILT_IN: tuple[Ruleset, ...] = (
    PARTIAL_ADVANTAGE,
    COMBAT_FACING,
    ENCHANTED_REALMS,
    COIGN_OF_VANTAGE,
    COMBAT_MODIFIERS,
    FIFTH_EDITION_2014,
    FIFTH_EDITION_2024,
    PATHFINDER_1E,
    PATHFINDER_2E,
    HOUSE_RULES,
    HOUSE_RULES_D20,
    STARFINDER_1E,
    LANCER,
    HOUSE_RULES_SWADE,
    DRAW_STEEL,
)
