"""Readings: how a rulebook grades measured facts, such as degrees of cover."""
