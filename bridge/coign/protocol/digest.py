"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "0cb798699277763f"
