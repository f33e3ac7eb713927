"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "8ee9db43882a88a8"
