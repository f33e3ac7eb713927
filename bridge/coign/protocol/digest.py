"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "bb6f6385bc430719"
