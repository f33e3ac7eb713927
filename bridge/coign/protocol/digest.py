"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "496e1c84a21b59a2"
