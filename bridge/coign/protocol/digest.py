"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "13a48f2098de19d5"
