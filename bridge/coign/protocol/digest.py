"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "10a31682319c8e12"
