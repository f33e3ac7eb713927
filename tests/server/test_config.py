"""Settings: their sources, their precedence, and the errors for invalid ones."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import pytest

from coign.commands import serve
from coign.server import config
from coign.server.config import BadSettings, Settings, load


def write(folder: Path, text: str) -> dict[str, str]:
    path = folder / "config.toml"
    path.write_text(text)
    return {"COIGN_CONFIG": str(path)}


def test_nothing_needs_to_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coign.server.config.platformdirs.user_config_path", lambda *a, **k: tmp_path)
    assert load({}, {}) == load({}, {"COIGN_CONFIG": ""}) == Settings()


def test_flags_go_over_the_environment_over_the_file_over_the_defaults(tmp_path: Path) -> None:
    environ = write(tmp_path, 'port = 1\nhost = "127.0.0.2"\norigins = ["https://file.example"]')
    environ |= {"COIGN_PORT": "2", "COIGN_HOSTS": "a.example, b.example"}
    settings = load({"port": "3", "compress": None}, environ)
    assert settings == Settings(
        port=3, host="127.0.0.2", origins=("https://file.example",), hosts=("a.example", "b.example")
    )


@pytest.mark.parametrize(
    ("file", "environ", "flags", "says"),
    [
        ("prot = 1", {}, {}, "config.toml: Object contains unknown field `prot`; the settings are host, port"),
        ('port = "x"', {}, {}, "config.toml: Expected `int`, got `str` in `port`"),
        ("port = 70000", {}, {}, "config.toml: Expected `int` <= 65535 in `port`"),
        ("port =", {}, {}, "config.toml is not TOML"),
        ("", {"COIGN_PORT": "many"}, {}, "COIGN_PORT: Expected `int`"),
        ("", {"COIGN_LEVEL": "loud"}, {}, "COIGN_LEVEL: Invalid enum value 'loud'"),
        ("", {}, {"port": "-1"}, "--port: Expected `int` >= 0 in `port`"),
        ("", {}, {"drain": "soon"}, "--drain: Expected `float`"),
    ],
)
def test_an_invalid_setting_is_named_with_its_source(
    tmp_path: Path, file: str, environ: dict[str, str], flags: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadSettings) as bad:
        load(flags, {**write(tmp_path, file), **environ})
    assert says in str(bad.value)
    assert ("the settings are" in str(bad.value)) == ("unknown field" in says)  # no answer to a wrong value


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"there is no settings file .*, which COIGN_CONFIG names"):
        load({}, {"COIGN_CONFIG": str(tmp_path / "none.toml")})
    with pytest.raises(BadSettings, match="cannot be read: Is a directory"):
        load({}, {"COIGN_CONFIG": str(tmp_path)})


@pytest.mark.parametrize(
    ("word", "name", "value"),
    [
        ("--no-compress", "compress", False),
        ("--log=-", "log", "-"),
        ("--drain=2.5", "drain", 2.5),
        ("--level=debug", "level", "debug"),
    ],
)
def test_an_argument_overrides_the_file(tmp_path: Path, word: str, name: str, value: object) -> None:
    environ = write(tmp_path, 'compress = true\nlog = "y.log"')
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    args = parser.parse_args([word])
    assert getattr(load({field: getattr(args, field) for field in Settings.__struct_fields__}, environ), name) == value


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_pairings_are_not_kept_where_every_user_can_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COIGN_STATE", str(tmp_path))
    tmp_path.chmod(0o777)
    with pytest.raises(BadSettings, match=rf"chmod o-w {tmp_path}"):
        config.pairings_path()
    tmp_path.chmod(0o775)
    assert config.pairings_path().parent == tmp_path


def test_places_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COIGN_STATE", str(tmp_path))
    assert config.pairings_path() == tmp_path / "pairings.json"
    assert config.log_path(Settings(log="-")) is None
    assert config.log_path(Settings(log="x.log")) == Path("x.log")
