"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "5505d36e5bb1a08a"
