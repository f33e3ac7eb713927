"""Fuzzing: what no client would say, said many times over. `python tests/fuzz --help` runs it for long."""
