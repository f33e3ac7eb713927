"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "a3e07625e5ce1b91"
