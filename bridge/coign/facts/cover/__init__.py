"""Cover: the lines between two spaces, what is in their way, and what of the target walls leave exposed."""

from coign.facts.cover.fact import Weighed, measure

__all__ = ["Weighed", "measure"]
