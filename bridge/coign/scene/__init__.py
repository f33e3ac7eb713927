"""Scenes: Foundry's documents as walls, tokens, lights, roofs and regions, kept up to date by changes."""

from coign.scene.scene import Scene

__all__ = ["Scene"]
