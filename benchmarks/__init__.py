"""Measure the speed of Coign on this machine: `python -m benchmarks`. Each line compares what was measured with a bar."""
