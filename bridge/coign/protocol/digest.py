"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "12349bf16ddfa6a2"
