"""Annotations: what a request comes to, for the GM and for players, as a message, a heat map or text."""
