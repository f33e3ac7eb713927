"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "a91a12987bf14904"
