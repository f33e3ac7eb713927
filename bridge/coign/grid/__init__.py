"""Squares, hexes and gridless maps: spaces, and distances between them."""
