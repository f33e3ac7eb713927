"""Build the engine for the browser: Python, numpy, msgspec, GEOS and the bridge, in foundry-module/engine/runtime/.

usage: python tools/engine.py

Pyodide and GEOS are packages of Node. `engine.lock.json` names the wheels, each with its SHA-256 and the places where
pip finds it. A wheel is kept under that hash in the user's cache, so that a second clone brings nothing. Nothing is
built if nothing has changed.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock
from platformdirs import user_cache_path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "tools" / "engine.lock.json"
PACKAGES = ROOT / "node_modules"
BRIDGE = ROOT / "bridge" / "coign"
DROP_IN = BRIDGE / "embedded" / "shapely"
RUNTIME = ROOT / "foundry-module" / "engine" / "runtime"
STAMP = RUNTIME / "stamp"
CACHE = user_cache_path("coign") / "engine"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
# Of the bridge: what has to do with a network or a terminal, and what is packed under another name.
NOT_PACKED = ("server", "commands", "cli.py", "__main__.py", "protocol/schema.json", "embedded/shapely")
NUMPY_UNUSED = ("f2py", "random", "fft", "polynomial", "ma", "testing", "ctypeslib", "_pyinstaller", "core")
# Options of pip: do not wait long for a host that cannot be reached, and download what this Python could not install.
OPTIONS = (
    *("--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--timeout=10", "--retries=0"),
    *("--ignore-requires-python", "--python-version=3.14", "--platform=pyemscripten_2026_0_wasm32"),
)


def main() -> int:
    """Build the engine, unless the last build was of the same files. Returns an exit status."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock(CACHE / "lock"):  # several tests need the engine, and run at the same time
        return build()


def build() -> int:
    """Do what `main` does, alone."""
    digest = inputs()
    if STAMP.exists() and STAMP.read_text() == digest:
        print(f"the engine in {RUNTIME.relative_to(ROOT)} is up to date")
        return 0
    found = {name: obtain(name, entry) for name, entry in json.loads(LOCK.read_text()).items()}
    shutil.rmtree(RUNTIME, ignore_errors=True)
    RUNTIME.mkdir(parents=True)
    copy_runtime()
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site.tar"
        write_site(found, site)
        subprocess.run([shutil.which("node") or "node", ROOT / "tools" / "engine_pack.mjs", site, RUNTIME], check=True)
    sizes = {
        path.name: {"bytes": path.stat().st_size, "packed": packed_size(path)} for path in sorted(RUNTIME.iterdir())
    }
    (RUNTIME / "files.json").write_text(json.dumps(sizes, indent=2) + "\n")
    STAMP.write_text(digest)
    for name, size in sizes.items():
        print(f"  {name:20} {size['bytes'] / 1e6:6.2f} MB, packed {size['packed'] / 1e6:5.2f}")
    print(f"  {'':20} {sum(size['packed'] for size in sizes.values()) / 1e6:23.2f}")
    return 0


def inputs() -> str:
    """Return a hash of every file that the engine is made of."""
    tools, starts = (ROOT / "tools").glob("engine*.*"), (ROOT / "foundry-module" / "engine").glob("*.mjs")
    digest = hashlib.sha256()
    for path in (ROOT / "package-lock.json", *sorted(tools), *sorted(starts), *bridge_files()):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def bridge_files() -> list[Path]:
    """Return the files of the bridge."""
    return sorted(path for path in BRIDGE.rglob("*.*") if path.is_file() and "__pycache__" not in path.parts)


# --- from the registries ----------------------------------------------------------------------------------------------


def obtain(name: str, entry: dict[str, Any]) -> bytes:
    """Return a wheel of the lock: from the cache, else from the first place that has it. Exits if none has."""
    kept: Path = CACHE / entry["sha256"]
    if kept.exists() and is_right(kept.read_bytes(), entry):
        return kept.read_bytes()
    print(f"bringing {name}", flush=True)
    for place in entry["places"]:
        body = downloaded(place, entry.get("inside", ""))
        if is_right(body, entry):
            partial = kept.with_name(f"{kept.name}.{id(entry)}")
            partial.write_bytes(body)
            partial.replace(kept)
            return body
    sys.exit(
        f"engine: no place has {name} with the hash in {LOCK.relative_to(ROOT)}. Is there a network? "
        f"It is brought once, into {CACHE}; without the engine, Coign computes on a bridge only"
    )


def is_right(body: bytes, entry: dict[str, Any]) -> bool:
    """Tell whether a file has the hash of the lock."""
    return hashlib.sha256(body).hexdigest() == str(entry["sha256"])


def downloaded(place: str, inside: str) -> bytes:
    """Return the wheel that pip downloads from a place, or the wheel inside that one.

    It is empty if pip fails, which has then said why.
    """
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run([sys.executable, "-m", "pip", "download", *OPTIONS, "--dest", folder, place]).returncode:
            return b""
        wheel = next(Path(folder).iterdir())
        archive = zipfile.ZipFile(wheel)
        return archive.read(inside) if inside in archive.namelist() else wheel.read_bytes()


# --- laid out for packing ---------------------------------------------------------------------------------------------


def copy_runtime() -> None:
    """Copy what is shipped unmodified into the runtime. Pyodide needs a list of packages, and ours is empty."""
    for name in PYODIDE:
        shutil.copy(PACKAGES / "pyodide" / name, RUNTIME)
    packages = json.loads((PACKAGES / "pyodide" / "pyodide-lock.json").read_text()) | {"packages": {}}
    (RUNTIME / "pyodide-lock.json").write_text(json.dumps(packages))
    shutil.copy(PACKAGES / "geos-wasm" / "build" / "package" / "geos.esm.js", RUNTIME)
    shutil.copy(DROP_IN / "geos.mjs", RUNTIME)


def write_site(found: dict[str, bytes], path: Path) -> None:
    """Write the packages, as sources, into a tar: `engine_pack.mjs` makes bytecode of it."""
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as tar:
        for name, body in sorted([*wheel_files(found["numpy"]), *wheel_files(found["msgspec"]), *our_files()]):
            entry = tarfile.TarInfo(name)
            entry.size = len(body)
            tar.addfile(entry, io.BytesIO(body))


def wheel_files(wheel: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a wheel that are used, with their licences."""
    archive = zipfile.ZipFile(io.BytesIO(wheel))
    for name in archive.namelist():
        package, *inside = name.split("/")
        unused = package == "numpy" and inside[0] in NUMPY_UNUSED
        if name.endswith((".py", ".so", "LICENSE.txt", "LICENSE")) and "tests" not in inside and not unused:
            yield name, archive.read(name)


def our_files() -> Iterator[tuple[str, bytes]]:
    """Yield the bridge's files that need no network, and the drop-in for shapely under shapely's name."""
    for path in bridge_files():
        name = path.relative_to(BRIDGE).as_posix()
        if not name.startswith(NOT_PACKED):
            yield f"coign/{name}", path.read_bytes()
    for path in DROP_IN.rglob("*.py"):
        yield f"shapely/{path.relative_to(DROP_IN).as_posix()}", path.read_bytes()


def packed_size(path: Path) -> int:
    """Return about how many bytes a file takes in a zip, or when a server compresses it."""
    return len(zlib.compress(path.read_bytes()))


if __name__ == "__main__":
    sys.exit(main())
