"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "d2979a23e1177589"
