"""Annotations: the results of a request, for the GM and for players, as a message, a heat map or text."""
