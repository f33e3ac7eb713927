"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "3f6e4fafca0b04d3"
