"""Facts: measurements of a scene, free of any rule. A file or folder for each, with a function `measure(query)`."""

from coign.facts.conventions import Conventions
from coign.facts.query import Query, reach_of
from coign.facts.readings import Readings
from coign.facts.sheet import Correction, FactSheet

__all__ = ["Conventions", "Correction", "FactSheet", "Query", "Readings", "reach_of"]
