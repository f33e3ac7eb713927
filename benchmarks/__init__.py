"""Measure the speed of Coign on this machine: `python -m benchmarks`. A line compares a figure with its bar."""
