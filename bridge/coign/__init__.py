"""Coign: facts measure, rulesets judge, annotations show."""

__version__ = "0.1.0"
