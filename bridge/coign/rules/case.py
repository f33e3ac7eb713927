"""The case that a rule judges: one actor, one target, the facts between them, and the request.

`facts` are measured from the creature that attacks (or looks) to the one that is attacked (or looked at):

    attack, opportunity, perception, ready     from the actor to the target
    save                                       from the effect's origin to the target, who saves
    stealth                                    from the target, who looks, to the actor, who hides
    movement, or no target at all              nothing is measured

Facts may be measured on first use, so a rule reads only the facts that it needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal

import msgspec

from coign.facts import FactSheet
from coign.protocol import CoignToken, Defence, Evaluate, Facts
from coign.protocol.facts import Arc
from coign.scene.tokens import ALOFT, size_category
from coign.util.names import names_creature

EPSILON = 1e-9  # lengths are floats: 3.0 m asked of 10 x 0.3 m must hold
CLOSE = 5.0  # feet


class Creature(msgspec.Struct, frozen=True):
    """The part of a token that a rule may read. `width` is its longer side in grid spaces; lengths are scene units."""

    id: str
    name: str = ""
    coign: CoignToken = CoignToken()
    width: float = 1.0
    hidden: bool = False
    locomotion: str = ""  # how it moves, if more than its statuses tells

    def status(self, name: str) -> bool:
        """Return whether it has a status, in any spelling of a game system: `flat-footed`, `flatFooted`."""
        return any(plain(status) == plain(name) for status in self.coign.statuses)

    @property
    def swims(self) -> bool:
        """Tell whether it swims."""
        return "swim" in (self.locomotion, self.coign.locomotion) or self.status("swimming")

    @property
    def flies(self) -> bool:
        """Tell whether it flies or hovers."""
        return not ALOFT.isdisjoint((self.locomotion, self.coign.locomotion)) or self.status("flying")

    @property
    def rides(self) -> bool:
        """Tell whether it is mounted."""
        return self.coign.mount is not None or self.status("mounted")

    @property
    def category(self) -> int:
        """Its size category, from 0 (fine) to 8 (colossal)."""
        return size_category(self.coign.size, self.width)

    def feat(self, name: str) -> bool:
        """Return whether the creature has a feat or class feature of that name."""
        return any(plain(feat) == plain(name) for feat in self.coign.feats)


NOBODY = Creature(id="")
NOTHING_KNOWN = Defence()


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One case to judge. `foot` is scene units per foot, `space` the length of a grid space in scene units, and
    `units` is the scene's name for them.

    On `movement`, `steps` has for each square entered the area of the actor, who does not turn, that contains it, and
    `costs` its cost by the scene's diagonal rule, in squares.
    """

    request: Evaluate
    actor: Creature
    target: Creature = NOBODY
    facts: FactSheet = FactSheet.of(Facts())
    foot: float = 1.0
    space: float = 5.0
    units: str = "ft"
    grid: Literal["square", "hex", "gridless"] = "square"
    steps: tuple[Arc, ...] = ()
    costs: tuple[float, ...] = ()
    names: Mapping[str, str] = {}  # token id -> name, of tokens that may be named
    sizes: Mapping[str, int] = {}  # token id -> size category
    readable: Callable[[str], str] = str  # what the reader may read of a GM's own words
    options: Mapping[str, Mapping[str, bool | float | str]] = {}  # of each ruleset in use, by id; `judge` fills them in

    @property
    def defence(self) -> Defence:
        """The target's defence, as far as the request gives it."""
        return self.request.defence.get(self.target.id, NOTHING_KNOWN)

    def feet(self, feet: float) -> float:
        """Convert a length from feet to scene units."""
        return feet * self.foot

    def within(self, feet: float) -> bool:
        """Return whether actor and target are at most so many feet apart."""
        return self.facts.range.distance <= self.feet(feet) + EPSILON

    def length(self, units: float) -> str:
        """Write a length in scene units, such as "10 ft"."""
        return f"{round(units, 2):g} {self.units}".strip()

    def name(self, token: str, otherwise: str) -> str:
        """Return the name of a token, or `otherwise` if it has none that the reader may see."""
        return self.names.get(token) or otherwise

    def option(self, ruleset: str, name: str) -> bool | float | str:
        """Return the value of a ruleset's option."""
        return self.options[ruleset][name]

    def ability(self, name: str) -> bool:
        """Return whether the attack was made with an ability: `sneak-attack`, `cleave` ..."""
        return any(plain(ability) == plain(name) for ability in self.request.attack.abilities)


def is_of_kind(creature: CoignToken, kinds: tuple[str, ...]) -> bool:
    """Return whether the type or a subtype of a creature is one of these kinds."""
    return any(names_creature(kinds, name) for name in (creature.creatureType, *creature.subtypes) if name)


@cache
def plain(name: str) -> str:
    """Keep only letters and digits, so that different spellings compare equal."""
    return re.sub(r"[^a-z0-9]", "", name.lower())
