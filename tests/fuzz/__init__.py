"""Fuzzing: many messages that no real client sends. `python tests/fuzz --help` explains how to run it for long."""
