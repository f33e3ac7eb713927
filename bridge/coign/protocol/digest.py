"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "7c9d466850dd3258"
