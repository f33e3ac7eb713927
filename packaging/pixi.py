"""Put PIXI into the wheel, so that an installed demo can draw its overlay and heat map.

Foundry includes PIXI; the demo needs its own. npm installs it into the clone (`python3 dev.py` runs npm). A wheel that
is built in a clone without it lacks only the drawings of the demo.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PixiHook(BuildHookInterface):  # type: ignore[type-arg]
    """A build hook of hatchling, which finds it by its base class."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add PIXI and its licence to the files of the wheel, if npm has installed them."""
        package = Path(self.root) / "node_modules" / "pixi.js"
        files = {package / "dist" / "pixi.min.mjs": "pixi.min.mjs", package / "LICENSE": "LICENSE"}
        if all(path.is_file() for path in files):
            build_data["force_include"] |= {str(path): f"coign/_pixi/{name}" for path, name in files.items()}
