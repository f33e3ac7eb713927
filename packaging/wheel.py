"""Put into the wheel what npm and Node make: the module as one file, and PIXI for the drawings of the demo.

`python3 dev.py` installs what is needed into the clone. A wheel that is built without it (straight from the repository,
on a computer without Node) has the module's sources, which a browser fetches one by one, and lacks the demo's drawings.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelHook(BuildHookInterface):  # type: ignore[type-arg]
    """A build hook of hatchling, which finds it by its base class."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the module, and PIXI with its licence if npm has installed it, to the files of the wheel."""
        if version == "editable":
            return  # it serves the clone's own files, and is installed before npm has run
        packages = Path(self.root) / "node_modules"
        included = build_data["force_include"]
        included[str(self._module(packages))] = "coign/_module"
        pixi = packages / "pixi.js"
        files = {pixi / "dist" / "pixi.min.mjs": "pixi.min.mjs", pixi / "LICENSE": "LICENSE"}
        if all(path.is_file() for path in files):
            included |= {str(path): f"coign/_pixi/{name}" for path, name in files.items()}

    def _module(self, packages: Path) -> Path:
        """Return the folder of the bundled module, or of its sources if nothing here can bundle them."""
        node = shutil.which("node")
        if node is None or not (packages / "esbuild").is_dir():
            self.app.display_warning("no Node or no esbuild: the module goes into the wheel file by file")
            return Path(self.root) / "foundry-module"
        folder = Path(self.root) / "build" / "module"
        subprocess.run([node, "tools/bundle.mjs", folder], cwd=self.root, check=True)  # noqa: S603  our own tool
        return folder
