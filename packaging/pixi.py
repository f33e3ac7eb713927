"""Put PIXI into the wheel, so that the demo draws its overlay and heat map wherever Coign was installed from.

Foundry brings PIXI along; the demo has to bring its own. npm installs it into the clone (`python3 dev.py` sees to
that). A wheel that is built in a clone without it is whole but for the drawings of the demo.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PixiHook(BuildHookInterface):  # type: ignore[type-arg]
    """A build hook of hatchling, which finds it by its base class."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add PIXI and its licence to the files of the wheel, where npm has installed them."""
        package = Path(self.root) / "node_modules" / "pixi.js"
        files = {package / "dist" / "pixi.min.mjs": "pixi.min.mjs", package / "LICENSE": "LICENSE"}
        if all(path.is_file() for path in files):
            build_data["force_include"] |= {str(path): f"coign/_pixi/{name}" for path, name in files.items()}
