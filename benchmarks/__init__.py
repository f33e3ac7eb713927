"""Measure the speed of Coign on this machine: `python -m benchmarks`. Not part of the tests.

Each line compares what was measured with a bar. Ratios are taken between alternatives that were timed turn by turn in
one process, so that they hold on a busy machine too; times are for orientation. `maps` makes the scenes, `timing`
takes the times, `table` prints them, the other files measure.
"""
