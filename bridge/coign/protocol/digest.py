"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "0e03e51473258241"
