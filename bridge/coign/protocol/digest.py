"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""

SCHEMA = "6595b1d4f93ae93a"
