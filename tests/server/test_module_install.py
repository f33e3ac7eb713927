"""Installing the module: Foundry's data folder is found as Foundry finds it, and other files stay unchanged."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest

from coign import __version__
from coign.server import assets
from coign.server.module_install import CannotInstall, candidates, find_modules, install

FILES = {"module.json": b'{"id": "coign"}', "scripts/main.mjs": b"// new"}


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(assets, "module_files", lambda: FILES)
    folder = tmp_path / "Data" / "modules"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/FoundryVTT"),
        ("win32", {}, "/home/gm/AppData/Local/FoundryVTT"),
        ("darwin", {}, "/home/gm/Library/Application Support/FoundryVTT"),
        ("linux", {}, "/home/gm/.local/share/FoundryVTT"),
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/FoundryVTT"),
        ("linux", {"FOUNDRY_VTT_DATA_PATH": "/srv/foundry"}, "/srv/foundry"),
    ],
)
def test_each_platform_has_its_place(platform: str, environ: dict[str, str], expected: str) -> None:
    assert candidates(platform, environ, Path("/home/gm"))[0] == Path(expected)


@pytest.mark.parametrize("named", [".", "Data", "Data/modules"])
def test_people_name_the_folder_in_three_ways(tmp_path: Path, modules: Path, named: str) -> None:
    assert find_modules(str(tmp_path / named)) == modules


def test_foundrys_own_options_may_name_another_folder(tmp_path: Path, modules: Path) -> None:
    config = tmp_path / "elsewhere" / "Config"
    config.mkdir(parents=True)
    (config / "options.json").write_text(json.dumps({"dataPath": str(tmp_path)}))
    assert find_modules(str(config.parent)) == modules


def test_a_world_without_modules_yet_gets_its_first(tmp_path: Path) -> None:
    (tmp_path / "Data" / "worlds").mkdir(parents=True)
    assert find_modules(str(tmp_path)) == tmp_path / "Data" / "modules"


def test_no_foundry_is_reported_with_where_it_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(CannotInstall, match=f"no Foundry data found in {tmp_path}; name its user data"):
        find_modules(str(tmp_path))


def test_it_is_copied_with_the_bridges_version(modules: Path) -> None:
    target, before = install(modules)
    assert (target, before) == (modules / "coign", None)
    assert json.loads((target / "module.json").read_text()) == {"id": "coign", "version": __version__}
    assert (target / "scripts" / "main.mjs").read_bytes() == b"// new"


def test_an_older_one_is_replaced_whole(modules: Path) -> None:
    old = modules / "coign"
    old.mkdir()
    (old / "module.json").write_text('{"id": "coign", "version": "0.0.1"}')
    (old / "gone.mjs").write_text("")
    assert install(modules)[1] == "0.0.1"
    assert not (old / "gone.mjs").exists()
    assert [path.name for path in modules.iterdir()] == ["coign"]


@pytest.mark.parametrize("manifest", ['{"id": "another"}', "{broken", None])
def test_what_is_not_ours_is_left_alone(modules: Path, manifest: str | None) -> None:
    other = modules / "coign"
    other.mkdir()
    if manifest is not None:
        (other / "module.json").write_text(manifest)
    with pytest.raises(CannotInstall, match="is not Coign's module; move it away first"):
        install(modules)
    assert not (other / "scripts").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_developers_link_is_left_alone(modules: Path, tmp_path: Path) -> None:
    (modules / "coign").symlink_to(tmp_path)
    with pytest.raises(CannotInstall, match="a developer's copy, left as it is"):
        install(modules)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", [".coign-new", ".coign-old"])
def test_a_link_that_somebody_has_planted_is_not_followed(modules: Path, tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (modules / name).symlink_to(elsewhere)
    install(modules)
    install(modules)
    assert list(elsewhere.iterdir()) == []
    assert (modules / "coign" / "module.json").exists()


def test_a_failure_leaves_the_old_one_as_it_was(modules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(modules)
    monkeypatch.setattr(assets, "module_files", lambda: {**FILES, "scripts": b"a file where a folder is"})
    with pytest.raises(CannotInstall, match="cannot write to"):
        install(modules)
    assert (modules / "coign" / "scripts" / "main.mjs").read_bytes() == b"// new"
    assert [path.name for path in modules.iterdir()] == ["coign"]


def test_an_environment_names_another_build_of_the_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "module.json").write_bytes(b'{"id": "coign", "esmodules": ["coign.mjs"]}')
    (tmp_path / "coign.mjs").write_bytes(b"// all of it")
    assert "scripts/main.mjs" in assets.module_files()
    monkeypatch.setenv("COIGN_MODULE", str(tmp_path))
    assert set(assets.module_files()) == {"module.json", "coign.mjs"}
    monkeypatch.setenv("COIGN_MODULE", str(tmp_path / "missing"))
    assert assets.module_files() == {}


def test_an_environment_names_another_build_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_bytes(b"all of it")
    monkeypatch.setenv("COIGN_TABLETOP", str(tmp_path))
    assert set(assets.tabletop_files()) - {"pixi.mjs"} == {"index.html"}


def test_extra_files_go_along_into_the_zip() -> None:
    files = assets.module_files() | {"engine/engine.whl": b"wheel"}
    with zipfile.ZipFile(io.BytesIO(assets.module_zip(files))) as archive:
        assert archive.read("engine/engine.whl") == b"wheel"
        assert "module.json" in archive.namelist()


def test_a_module_with_the_engine_says_so_in_its_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COIGN_MODULE", str(tmp_path))
    (tmp_path / "module.json").write_text('{"id": "coign", "flags": {"other": 1}}')
    assert "engine" not in assets.module_files()["module.json"].decode()
    runtime = tmp_path / "engine" / "runtime"
    runtime.mkdir(parents=True)
    for name in ("files.json", "python.wasm", "site.tar.gz", "stamp"):
        (runtime / name).write_text("{}")
    files = assets.module_files()
    assert msgspec.json.decode(files["module.json"])["flags"] == {"other": 1, "coign": {"engine": True}}
    without = assets.without_engine(files)
    assert msgspec.json.decode(without["module.json"])["flags"]["coign"] == {"engine": False}
    assert sorted(path.rpartition("/")[2] for path in files if "runtime" in path) == [
        "files.json",
        "python.wasm",
        "site.tar.gz",
    ]
