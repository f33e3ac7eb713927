"""Cover of one target from many places at once, for surveys: the same lines, walls and rules as one at a time, in bulk.

What is the same for all places is made once (`Aim`). Then, some hundred places at a time: one wall that crosses the
whole way decides most of them; corner lines decide those from which one is clear; and of the rest it is asked whether
walls leave an opening to the target (`Outlook`). What a survey does not show (which lines, which walls, the exact
exposure) is left out; and what depends on more (fog or a curtain in the way, distances, adjacent melee in the d20
reading) is left to be measured by itself. A test holds every answer to that of `cover.measure`.
"""
