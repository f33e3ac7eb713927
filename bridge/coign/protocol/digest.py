"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "dcfaf2728772d9e5"
