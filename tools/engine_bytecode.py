"""Compile the engine's packages, and of Python's library what they use. Runs in Pyodide; see engine_pack.mjs.

/site.tar has the packages and /python_stdlib.zip the library, as sources. The results are /site-bytecode.tar and
/library.zip.
"""

import importlib
import importlib._bootstrap_external as bootstrap
import io
import sys
import tarfile
import zipfile
from pathlib import Path

ALSO = ("traceback", "linecache", "tokenize", "token", "codeop", "_colorize", "encodings.idna", "encodings.ascii")
USED = ("coign.embedded.page_session", "coign.bench.ruling")  # by the module, and by the page of the open bench
OURS = ("coign/", "shapely/")  # their docstrings and asserts stay
PACKAGES = "/packages"  # as start.mjs has it
EPOCH = (2026, 1, 1, 0, 0, 0)
UNCHECKED = b"\0" * 8  # the hash of a source that nobody compares
BARE = 2  # drop docstrings and asserts


def main() -> None:
    """Write both results."""
    with tarfile.open("/site.tar") as tar:
        tar.extractall(PACKAGES, filter="data")
    files = [path for path in sorted(Path(PACKAGES).rglob("*")) if path.is_file()]
    sources = [(str(path.relative_to(PACKAGES)), path.read_bytes()) for path in files]
    sys.path.append(PACKAGES)
    for name in USED:
        importlib.import_module(name)
    with tarfile.open("/site-bytecode.tar", "w", format=tarfile.USTAR_FORMAT) as out:
        for name, body in sources:
            add(out, *compiled(name, body, f"{PACKAGES}/{name}"))
    for name in ALSO:
        importlib.import_module(name)
    library = zipfile.ZipFile("/python_stdlib.zip")
    with zipfile.ZipFile("/library.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name in sorted(set(library.namelist()) & used()):
            path, body = compiled(name, library.read(name), f"/lib/python314.zip/{name}")
            out.writestr(zipfile.ZipInfo(path, EPOCH), body, zipfile.ZIP_DEFLATED, 9)


def used() -> set[str]:
    """Return the names of the library's files that have been imported."""
    stems = [name.replace(".", "/") for name in sys.modules]
    return {f"{stem}{ending}" for stem in stems for ending in (".py", "/__init__.py")}


def compiled(name: str, body: bytes, place: str) -> tuple[str, bytes]:
    """Return the name and the body of a file as bytecode; other files stay as they are."""
    if not name.endswith(".py"):
        return name, body
    code = compile(body, place, "exec", dont_inherit=True, optimize=0 if name.startswith(OURS) else BARE)
    return f"{name}c", bytes(bootstrap._code_to_hash_pyc(code, UNCHECKED, False))  # type: ignore[attr-defined]


def add(tar: tarfile.TarFile, name: str, body: bytes) -> None:
    """Add a file to a tar."""
    entry = tarfile.TarInfo(name)
    entry.size = len(body)
    tar.addfile(entry, io.BytesIO(body))


main()
