"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "3196cb614b90d1cb"
