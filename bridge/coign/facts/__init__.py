"""What is true in the scene, free of any rule. One file or folder a fact: `measure(query)` gives the plain truth."""

from coign.facts.conventions import Conventions, Readings
from coign.facts.query import Query, reach_of
from coign.facts.sheet import FACTS, FactSheet

__all__ = ["FACTS", "Conventions", "FactSheet", "Query", "Readings", "reach_of"]
