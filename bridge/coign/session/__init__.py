"""One connection without the network: handshake, messages, scenes, pairing and limits."""
