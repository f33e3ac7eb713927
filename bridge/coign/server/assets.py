"""The files that the bridge serves: the Foundry module, as files and as a zip, and the tabletop.

All files are read at the start and kept in dicts, so that no request ever reaches the file system.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

import msgspec

from coign import __version__

PACKAGE = Path(__file__).parents[1]
PIXI = (
    PACKAGE / "_pixi" / "pixi.min.mjs",  # in the installed package
    PACKAGE.parents[1] / "node_modules" / "pixi.js" / "dist" / "pixi.min.mjs",  # in the repository, where npm put it
)
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".hbs": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".gz": "application/gzip",
}
BINARY = "application/octet-stream"  # of any other file
PACKS = "packs"  # the folder of the compendium packs, whose files LevelDB names
ENGINE = "engine/runtime/files.json"  # is there if this copy of the module has the engine for the browser
UNPUBLISHED = re.compile(r"/OWNER\b")  # in the addresses that stand in pyproject.toml until somebody publishes
NOT_SHIPPED = ("types/", "node_modules/", "package.json", "package-lock.json", "tsconfig.json", "jsconfig.json")
_NEW_YEAR = (2026, 1, 1, 0, 0, 0)  # every file of the zip: the same files make the same bytes


def module_folder() -> Path | None:
    """Return the folder of the Foundry module, in the installed package or in the repository, or None.

    The installed package has it bundled, the repository as sources; `COIGN_MODULE` names another build of it.
    """
    return _first_folder("COIGN_MODULE", PACKAGE / "_module", PACKAGE.parents[1] / "foundry-module")


def tabletop_folder() -> Path | None:
    """Return the folder of the stand-in for Foundry, in the installed package or in the repository, or None.

    `COIGN_TABLETOP` names another build of it.
    """
    return _first_folder("COIGN_TABLETOP", PACKAGE / "_tabletop", PACKAGE.parent / "tabletop")


def _first_folder(variable: str, *places: Path) -> Path | None:
    named = os.environ.get(variable)
    return next((folder for folder in ((Path(named),) if named else places) if folder.is_dir()), None)


def module_files() -> dict[str, bytes]:
    """Return the files of the installed module by path; empty if there is no module folder.

    The module is served, packed and installed from these files. If they have the engine, a flag in the manifest tells
    the module, which else computes on a bridge only.
    """
    folder = module_folder()
    if folder is None:
        return {}
    files = {path: body for path, body in read_folder(folder).items() if not path.startswith(NOT_SHIPPED)}
    if ENGINE in files:
        files["module.json"] = _saying_engine(files["module.json"], True)
    return files


def _saying_engine(manifest: bytes, there: bool) -> bytes:
    """Return a `module.json` whose flag says whether the engine is there."""
    fields: dict[str, Any] = msgspec.json.decode(manifest)
    fields.setdefault("flags", {}).setdefault("coign", {})["engine"] = there
    return msgspec.json.format(msgspec.json.encode(fields), indent=2)


def without_engine(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the module's files without the engine for the browser, for those who have a bridge."""
    kept = {path: body for path, body in files.items() if not path.startswith("engine/")}
    return kept | ({"module.json": _saying_engine(files["module.json"], False)} if ENGINE in files else {})


def tabletop_files() -> dict[str, bytes]:
    """Return the files of the stand-in for Foundry by path, with PIXI if it is installed."""
    folder = tabletop_folder()
    files = read_folder(folder) if folder else {}
    pixi = next((path for path in PIXI if path.is_file()), None)
    if pixi is not None:
        files["pixi.mjs"] = pixi.read_bytes()
    return files


def read_folder(folder: Path) -> dict[str, bytes]:
    """Read every file under `folder` of a served kind, or of a compendium pack, by its path with forward slashes."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith((".", "_")) for part in inside.parts)
        if path.is_file() and not hidden and (path.suffix in KINDS or inside.parts[0] == PACKS):
            found[inside.as_posix()] = path.read_bytes()
    return found


def release_manifest() -> str:
    """Return where the manifest of the newest published release is; empty if this copy was not published.

    The publisher of Coign sets the addresses of repository and site: `python3 dev.py address`.
    """
    repository = _repository()
    return f"{repository}/releases/latest/download/module.json" if repository else ""


def _repository() -> str:
    return _link("Repository").rstrip("/")


def _link(wanted: str) -> str:
    """Return one of the project's addresses from the installed package; empty while it is the placeholder."""
    try:
        links = metadata("coign").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    found = (link.partition(",") for link in links)
    address = next((address.strip() for label, _, address in found if label == wanted), "")
    return "" if UNPUBLISHED.search(address) else address


def manifest(files: dict[str, bytes], address: str | None = None) -> bytes:
    """Return the module's `module.json` with this bridge's version. With `address` it is installed and updated from
    there, else from the newest release if there is one."""
    fields: dict[str, Any] = msgspec.json.decode(files["module.json"])
    fields["version"] = __version__
    if repository := _repository():
        fields |= _listed(repository)
    if site := _link("Documentation"):  # to which the module's help leads
        fields.setdefault("flags", {}).setdefault("coign", {})["site"] = site
    if address is not None:
        fields |= {"manifest": f"{address}/module.json", "download": f"{address}/module.zip"}
    elif release := release_manifest():
        # The manifest is always that of the newest version, its zip that of one version: old ones stay installable.
        fields |= {"manifest": release, "download": f"{repository}/releases/download/v{__version__}/module.zip"}
    return msgspec.json.format(msgspec.json.encode(fields), indent=2)


def _listed(repository: str) -> dict[str, Any]:
    """Return what Foundry's list of packages shows of a published version, by addresses."""
    version = f"v{__version__}"
    picture = f"{repository}/raw/{version}/docs"
    return {
        "url": repository,
        "bugs": f"{repository}/issues",
        "readme": f"{repository}/blob/{version}/README.md",
        "changelog": f"{repository}/blob/{version}/CHANGELOG.md",
        "media": [
            {"type": "setup", "url": f"{picture}/moving.webp", "caption": "Drag, odds, card", "loop": True},
            {"type": "screenshot", "url": f"{picture}/card.webp", "caption": "The chat card of an attack"},
            {"type": "screenshot", "url": f"{picture}/overlay.webp", "caption": "The map before the attack"},
            {"type": "screenshot", "url": f"{picture}/tabletop.webp", "caption": "Game master and player"},
        ],
    }


def module_zip(files: dict[str, bytes], address: str | None = None, packed: bytes | None = None) -> bytes:
    """Return the module as a zip for Foundry, with `module.json` at its root.

    `packed` is `pack(files)` if that was done before: only the manifest depends on `address`.
    """
    packed = pack(files) if packed is None else packed
    return _with_files(packed, {"module.json": manifest(files, address)})


def pack(files: dict[str, bytes]) -> bytes:
    """Return a zip of all files except the manifest."""
    return _with_files(b"", {path: body for path, body in files.items() if path != "module.json"})


def _with_files(packed: bytes, files: dict[str, bytes]) -> bytes:
    """Return a zip with files added at its end."""
    whole = io.BytesIO(packed)
    with zipfile.ZipFile(whole, "a", zipfile.ZIP_DEFLATED) as archive:
        for path, body in files.items():
            archive.writestr(zipfile.ZipInfo(path, _NEW_YEAR), body, zipfile.ZIP_DEFLATED)
    return whole.getvalue()
