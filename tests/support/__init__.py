"""Helpers for tests: maps drawn in characters, scenes, sessions and servers, and reference geometry."""
