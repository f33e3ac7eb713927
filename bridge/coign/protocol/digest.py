"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "30fbf1ac68d48acc"
