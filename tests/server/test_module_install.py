"""Installing the module: Foundry's data folder is found as Foundry finds it, and other files stay unchanged."""

from __future__ import annotations

import calendar
import io
import json
import os
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


def served(packed: bytes, folder: Path) -> dict[str, str]:
    """Unpack a zip as Foundry does, with its times. Returns each file's ETag by Express (`send`, `etag`)."""
    tags = {}
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for entry in archive.infolist():
            path = Path(archive.extract(entry, folder))
            at = calendar.timegm((*entry.date_time, 0, 0, 0))
            os.utime(path, (at, at))
            tags[entry.filename] = f'W/"{path.stat().st_size:x}-{path.stat().st_mtime_ns // 1_000_000:x}"'
    return tags


def test_every_file_that_an_update_changes_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "source"
    source.mkdir()
    monkeypatch.setenv("COIGN_MODULE", str(source))

    def release(at: int, **files: str) -> dict[str, str]:
        for name, text in files.items():
            (source / f"{name}.mjs").write_text(text)
            os.utime(source / f"{name}.mjs", (at, at))
        return served(assets.pack(assets.module_files()), tmp_path / "Data")

    before = release(1_790_000_000, coign="half = 2;", other="other")
    after = release(1_790_086_400, coign="half = 3;", other="other")
    assert before["coign.mjs"] != after["coign.mjs"], "of the same size"


def test_the_files_of_the_zip_can_be_read_by_everybody_and_have_the_time_of_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entries() -> list[tuple[int, tuple[int, ...]]]:
        with zipfile.ZipFile(io.BytesIO(assets.module_zip(assets.module_files()))) as archive:
            return [(entry.external_attr >> 16 & 0o777, entry.date_time) for entry in archive.infolist()]

    (tmp_path / "module.json").write_text('{"id": "coign"}')
    (tmp_path / "coign.mjs").write_text("")
    os.utime(tmp_path / "coign.mjs", (1_790_000_000, 1_790_000_000))
    os.utime(tmp_path / "module.json", (1_780_000_000, 1_780_000_000))
    monkeypatch.setenv("COIGN_MODULE", str(tmp_path))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert entries() == [(0o644, (2026, 9, 21, 14, 13, 20))] * 2
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert {time for _, time in entries()} == {(2027, 1, 15, 8, 0, 0)}


def test_extra_files_go_along_into_the_zip() -> None:
    files = assets.module_files() | {"engine/engine.whl": b"wheel"}
    with zipfile.ZipFile(io.BytesIO(assets.module_zip(files))) as archive:
        assert archive.read("engine/engine.whl") == b"wheel"
        assert "module.json" in archive.namelist()


def test_a_module_with_the_engine_says_where_it_is_in_its_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COIGN_MODULE", str(tmp_path))
    (tmp_path / "module.json").write_text('{"id": "coign", "flags": {"other": 1}}')
    assert "engine" not in assets.module_files()["module.json"].decode()
    runtime = tmp_path / "engine" / "runtime"
    runtime.mkdir(parents=True)
    for name in ("files.json", "python.wasm", "site.tar.gz", "stamp"):
        (runtime / name).write_text("{}")
    files = assets.module_files()
    flags = msgspec.json.decode(files["module.json"])["flags"]
    folder = flags["coign"].pop("engine")
    assert flags == {"other": 1, "coign": {}}
    assert assets.has_engine(files)
    assert f"{folder}runtime/python.wasm" in files
    (runtime / "python.wasm").write_text("[]")
    newer = msgspec.json.decode(assets.module_files()["module.json"])["flags"]["coign"]["engine"]
    assert newer != folder, "another engine has another address"
    without = assets.without_engine(files)
    assert not assets.has_engine(without)
    assert msgspec.json.decode(without["module.json"])["flags"]["coign"] == {"engine": ""}
    assert sorted(path.rpartition("/")[2] for path in files if "runtime" in path) == [
        "files.json",
        "python.wasm",
        "site.tar.gz",
    ]
