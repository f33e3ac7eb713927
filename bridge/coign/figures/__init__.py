"""Figures: the points, lines and polygons that prove a fact, and how they are drawn."""
