"""What is true in the scene, free of any rule. One file or folder a fact: `measure(query)` gives the plain truth."""

from coign.facts.conventions import Conventions
from coign.facts.query import Query, reach_of
from coign.facts.sheet import FACTS, FactSheet, threatens

__all__ = ["FACTS", "Conventions", "FactSheet", "Query", "reach_of", "threatens"]
