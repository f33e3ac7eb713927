"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "1c35eb1e32117f61"
