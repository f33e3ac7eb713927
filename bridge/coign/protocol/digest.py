"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "6a816aecf910cc17"
