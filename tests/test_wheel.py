"""The wheel as its users get it: installed in an environment of its own, it serves the demo with drawings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from support.paths import ROOT

# Fetches the pages of an installed bridge as a browser would; nothing of the clone is on the path.
SERVED = """
import asyncio, json, urllib.request
from coign.server import assets
from coign.server.config import Settings
from coign.commands.serve import serve
from coign.session.pairing import Desk
from coign.session.pairing_book import MemoryStore
import coign, time

async def main():
    found = {"package": coign.__file__}
    def fetch(address):
        for path in ("/tabletop/pixi.mjs", "/tabletop/", "/module.json", "/modules/coign/coign.mjs", "/"):
            with urllib.request.urlopen(address + path) as answer:
                found[path] = [answer.status, answer.headers["Content-Type"], len(answer.read())]
    def started(address):
        started.asked = asyncio.get_running_loop().run_in_executor(None, fetch, address)
    desk = Desk(MemoryStore(), time.monotonic)
    serving = asyncio.create_task(serve(Settings(port=0), desk, demo=True, started=started))
    while not hasattr(started, "asked"):
        await asyncio.sleep(0.02)
    await started.asked
    serving.cancel()
    print(json.dumps(found))

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_pixi_is_in_the_wheel_with_its_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert b"PIXI" in archive.read("coign/_pixi/pixi.min.mjs")[:2000].upper()
        assert b"MIT License" in archive.read("coign/_pixi/LICENSE")


def test_the_module_is_in_the_wheel_as_one_file_with_its_source_map(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        module = {name.removeprefix("coign/_module/") for name in archive.namelist() if "/_module/" in name}
        manifest = json.loads(archive.read("coign/_module/module.json"))
        assert b"sourceMappingURL=coign.mjs.map" in archive.read("coign/_module/coign.mjs")[-100:]
    assert {"coign.mjs", "coign.mjs.map", "coign.css", "coign.css.map", "lang/en.json"} <= module
    assert {name.partition("/")[0] for name in module if "/" in name} == {"engine", "lang", "packs", "reference"}
    assert (manifest["esmodules"], manifest["styles"]) == (["coign.mjs"], ["coign.css"])


def test_every_pack_that_the_manifest_names_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packs = json.loads(archive.read("coign/_module/module.json"))["packs"]
        files = {name.removeprefix("coign/_module/") for name in archive.namelist()}
    assert [pack["path"] for pack in packs] == ["packs/try-it"]
    assert {"packs/try-it/CURRENT", "packs/try-it.json"} <= files
    assert any(name.startswith("packs/try-it/") and name.endswith(".ldb") for name in files)


def test_the_installed_wheel_serves_the_tabletop_with_pixi(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", home], check=True)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    places = "import site, sysconfig; print(sysconfig.get_path('purelib'))"
    into = subprocess.check_output([python, "-I", "-c", places], text=True).strip()
    install: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        into,
        wheel,
    ]
    subprocess.run(install, check=True, capture_output=True)
    # Coign's dependencies come from the environment of the tests, which follows its own on the path.
    (Path(into) / "needed.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n")
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "COIGN_CONFIG")}
    said = subprocess.check_output([python, "-c", SERVED], cwd=tmp_path, env=kept, text=True, timeout=120)
    found = json.loads(next(line for line in said.splitlines() if line.startswith("{")))
    assert Path(found.pop("package")).is_relative_to(into)
    assert {path: (status, kind.split(";")[0]) for path, (status, kind, _) in found.items()} == {
        "/tabletop/pixi.mjs": (200, "text/javascript"),
        "/tabletop/": (200, "text/html"),
        "/module.json": (200, "application/json"),
        "/modules/coign/coign.mjs": (200, "text/javascript"),
        "/": (200, "text/html"),
    }
    assert found["/tabletop/pixi.mjs"][2] > 100_000
