"""Install the module for Foundry: find Foundry's data folder, and copy the files so that no partial copy remains.

Foundry keeps its user data in the platform's place for applications, unless its own `Config/options.json` names
another folder, or it was started with `FOUNDRY_VTT_DATA_PATH`. Modules are folders under `Data/modules`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from coign.errors import CoignError
from coign.server import assets


class CannotInstall(CoignError):
    """There is no folder to install to, or another program's files are there. For the person at the terminal."""

    code = "cannot-install"


class _Options(msgspec.Struct):
    dataPath: str | None = None  # noqa: N815  Foundry's own name


class _Manifest(msgspec.Struct):
    id: str = ""
    version: str = ""


def candidates(platform: str, environ: Mapping[str, str], home: Path) -> list[Path]:
    """Return the folders where Foundry's user data may be on this platform, the likeliest first."""
    named = environ.get("FOUNDRY_VTT_DATA_PATH")
    if platform == "win32":
        places = [Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "FoundryVTT"]
    elif platform == "darwin":
        places = [home / "Library" / "Application Support" / "FoundryVTT"]
    else:
        share = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
        places = [share / "FoundryVTT", home / "foundrydata", home / "FoundryVTT", Path("/data")]
    return ([Path(named)] if named else []) + places


def find_modules(data: str | None = None) -> Path:
    """Find Foundry's `Data/modules`, in `data` if given. Raises CannotInstall with the folders it has searched."""
    places = [Path(data).expanduser()] if data else candidates(sys.platform, os.environ, Path.home())
    for place in places:
        for folder in (_redirected(place), place):
            modules = _modules_in(folder)
            if modules is not None:
                return modules
    looked = ", ".join(map(str, places))
    raise CannotInstall(
        f"no Foundry data found in {looked}; name its user data folder with --data (its setup screen shows it)"
    )


def _redirected(place: Path) -> Path:
    """Return the folder that Foundry's own options name, or `place` itself."""
    try:
        options = msgspec.json.decode((place / "Config" / "options.json").read_bytes(), type=_Options)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return place  # no options, or none that name a folder we could use
    return Path(options.dataPath) if options.dataPath else place


def _modules_in(folder: Path) -> Path | None:
    """Return `Data/modules` of a user data folder; people may also have named `Data` or `modules` itself."""
    for modules in (folder / "Data" / "modules", folder / "modules", folder):
        if modules.name == "modules" and modules.is_dir():
            return modules
    data = folder / "Data"
    return data / "modules" if (data / "systems").is_dir() or (data / "worlds").is_dir() else None


def install(modules: Path) -> tuple[Path, str | None]:
    """Copy the module into `modules`. Return its folder and the version that it replaces, if any.

    The new copy is written beside the old and then replaces it. Raises CannotInstall and leaves the old unchanged.
    """
    files = assets.module_files()
    if "module.json" not in files:
        raise CannotInstall("this copy of coign has no Foundry module in it; install coign anew")
    target = modules / "coign"
    before = _installed(target)
    try:
        modules.mkdir(exist_ok=True)  # a new Foundry has none
        # A new folder with a random name, so that nobody can plant a link under that name before.
        with TemporaryDirectory(dir=modules, prefix=".coign-", ignore_cleanup_errors=True) as workshop:
            draft, old = Path(workshop) / "new", Path(workshop) / "old"
            for path, body in {**files, "module.json": assets.manifest(files)}.items():
                (draft / path).parent.mkdir(parents=True, exist_ok=True)
                (draft / path).write_bytes(body)
            _swap(target, draft, old)
    except OSError as problem:
        why = problem.strerror or problem
        raise CannotInstall(
            f"cannot write to {modules}: {why}; run this as the user who owns it, with Foundry closed"
        ) from None
    return target, before


def _swap(target: Path, draft: Path, old: Path) -> None:
    """Replace `target` by `draft`, or restore it if that fails. Raises OSError."""
    if not target.exists():
        draft.rename(target)
        return
    target.rename(old)
    try:
        draft.rename(target)
    except OSError:
        old.rename(target)
        raise


def _installed(target: Path) -> str | None:
    """Return the version of the installed module, if any. Raises CannotInstall if something else is there."""
    if target.is_symlink():
        raise CannotInstall(f"{target} is a link to {target.resolve()}: a developer's copy, left as it is")
    if not target.exists():
        return None
    try:
        manifest = msgspec.json.decode((target / "module.json").read_bytes(), type=_Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        manifest = _Manifest()
    if manifest.id != "coign":
        raise CannotInstall(f"{target} is there and is not Coign's module; move it away first")
    return manifest.version
