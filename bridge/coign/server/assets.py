"""The files that the bridge serves: the Foundry module, as files and as a zip, and the tabletop.

All files are read at the start and kept in dicts, so that no request ever reaches the file system.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import time
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
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".gz": "application/gzip",
}
BINARY = "application/octet-stream"  # of any other file
PACKS = "packs"  # the folder of the compendium packs, whose files LevelDB names
ENGINE = "engine/"  # the folder of the engine for the browser, as it is built
ENGINE_LIST = "runtime/files.json"  # in it, if this copy of the module has an engine
_FOR_ALL = stat.S_IFREG | 0o644  # a file that every user of the computer may read, and its owner write


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
    the module its folder; else it computes on a bridge only. The folder is named after what is in it, so that no
    browser takes a part of an older engine for one of this.
    """
    folder = module_folder()
    if folder is None:
        return {}
    files = read_folder(folder)
    if ENGINE + ENGINE_LIST not in files:
        return files
    parts = {path.removeprefix(ENGINE): files.pop(path) for path in [*files] if path.startswith(ENGINE)}
    digest = hashlib.sha256()
    for path, body in parts.items():
        digest.update(f"{path} {len(body)} ".encode() + body)
    home = f"{ENGINE}{digest.hexdigest()[:12]}/"
    files |= {home + path: body for path, body in parts.items()}
    files["module.json"] = _naming_engine(files["module.json"], home)
    return files


def _naming_engine(manifest: bytes, folder: str) -> bytes:
    """Return a `module.json` whose flag says where the engine is; empty: it is not there."""
    fields: dict[str, Any] = msgspec.json.decode(manifest)
    fields.setdefault("flags", {}).setdefault("coign", {})["engine"] = folder
    return msgspec.json.format(msgspec.json.encode(fields), indent=2)


def has_engine(files: Mapping[str, bytes]) -> bool:
    """Return whether the module's files have the engine for the browser."""
    return any(path.endswith(f"/{ENGINE_LIST}") for path in files)


def without_engine(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the module's files without the engine for the browser, for those who have a bridge."""
    others = {path: body for path, body in files.items() if not path.startswith(ENGINE)}
    return others | ({"module.json": _naming_engine(files["module.json"], "")} if has_engine(files) else {})


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
    bodies: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith((".", "_")) for part in inside.parts)
        if path.is_file() and not hidden and (path.suffix in KINDS or inside.parts[0] == PACKS):
            bodies[inside.as_posix()] = path.read_bytes()
    return bodies


def release_manifest() -> str:
    """Return where the manifest of the newest published release is; empty if this copy was not published.

    The publisher of Coign sets the addresses of repository and site: `python3 dev.py address`.
    """
    repository = _repository()
    return f"{repository}/releases/latest/download/module.json" if repository else ""


def _repository() -> str:
    return _link("Repository").rstrip("/")


def _link(wanted: str) -> str:
    """Return one of the project's addresses from the installed package; empty before the first release."""
    try:
        links = metadata("coign").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    pairs = (link.partition(",") for link in links)
    return next((address.strip() for label, _, address in pairs if label == wanted), "")


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
    """Return a zip with files added at its end.

    All have the time at which the module was written. Foundry's server tells a browser by a file's size and time
    whether it has changed, so with one time for all versions a change that keeps the size would never arrive.
    """
    whole = io.BytesIO(packed)
    written = time.gmtime(_written())[:6]
    with zipfile.ZipFile(whole, "a", zipfile.ZIP_DEFLATED) as archive:
        for path, body in files.items():
            entry = zipfile.ZipInfo(path, written)
            entry.external_attr = _FOR_ALL << 16
            archive.writestr(entry, body, zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def _written() -> float:
    """Return when the newest of the module's files was written, in seconds. `SOURCE_DATE_EPOCH` says otherwise."""
    if named := os.environ.get("SOURCE_DATE_EPOCH"):
        return float(named)
    folder = module_folder()
    files = folder.rglob("*") if folder else ()
    return max((path.stat().st_mtime for path in files if path.is_file()), default=time.time())
