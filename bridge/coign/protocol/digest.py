"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "81127ca070c7a519"
