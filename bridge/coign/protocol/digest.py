"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "cddc34da843b786b"
