"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "5843c72cfab95e34"
