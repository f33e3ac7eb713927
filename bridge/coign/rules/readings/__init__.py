"""Readings: what measured facts come to in the words of a book, such as degrees of cover."""
