"""The settings: from the defaults, a TOML file, the environment and the command line; later sources take precedence.

No setting is required. The file is `config.toml` in the platform's configuration folder (`coign doctor` shows where) or
the file that `COIGN_CONFIG` names. Each setting has a variable (`port` is `COIGN_PORT`; a list is split at commas) and
a flag. The error for an unknown setting or a bad value names the setting and its source.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import Meta

from coign.errors import CoignError

PORT = 8765


class BadSettings(CoignError):
    """An invalid setting. The error is for the person who wrote it and is never sent over the wire."""

    code = "bad-settings"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of `coign serve`."""

    host: str = "127.0.0.1"  # the address to bind to; beyond loopback only on purpose
    port: Annotated[int, Meta(ge=0, le=65535)] = PORT  # 0: any that is free
    hosts: tuple[str, ...] = ()  # further names by which browsers reach us: behind a proxy, on a network
    origins: tuple[str, ...] = ()  # addresses of Foundry that may ask to be paired at any time
    connections: Annotated[int, Meta(ge=1, le=10_000)] = 64
    compress: bool = False  # useful across the internet, not on one machine
    record: str = ""  # a file that every message is written to, for `coign replay`
    key: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_\-]{16,200})?$")] = ""  # of the bridge's page; else made at start
    drain: Annotated[float, Meta(ge=0, le=3600)] = 0.0  # seconds from the announcement of a shutdown to it
    log: str = ""  # a file; without one the platform's own place for logs, `-` for none
    level: Literal["debug", "info", "warning", "error"] = "info"


def load(flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings from all sources. `flags` that are None were not given. Raises BadSettings."""
    environ = os.environ if environ is None else environ
    path = config_path(environ)
    settings = _from_file(path, wanted=bool(environ.get("COIGN_CONFIG")))
    _convert(settings, str(path))  # each source is checked by itself, so that the error names the one at fault
    variables = _from_environment(environ)
    for name, value in variables.items():
        _convert({name: value}, f"COIGN_{name.upper()}")
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    for name, value in given.items():
        _convert({name: value}, f"--{name}")
    return _convert({**settings, **variables, **given}, "the settings")


def config_path(environ: Mapping[str, str] | None = None) -> Path:
    """Return the path of the settings file, whether or not it exists."""
    named = (os.environ if environ is None else environ).get("COIGN_CONFIG")
    return Path(named) if named else platformdirs.user_config_path("coign", appauthor=False) / "config.toml"


def state_path() -> Path:
    """Return the folder of the bridge's own data, the pairings. `COIGN_STATE` overrides it."""
    named = os.environ.get("COIGN_STATE")
    return Path(named) if named else platformdirs.user_data_path("coign", appauthor=False)


def use_places(file: str | None, folder: str | None) -> None:
    """Use another settings file and another folder for the bridge's own data in this process. None changes nothing."""
    for variable, place in (("COIGN_CONFIG", file), ("COIGN_STATE", folder)):
        if place:
            os.environ[variable] = str(Path(place).absolute())


def pairings_path() -> Path:
    """Return the path of the store of pairings. Raises BadSettings if all users can write into its folder."""
    folder = state_path()
    if os.name == "posix" and folder.is_dir() and folder.stat().st_mode & stat.S_IWOTH:
        raise BadSettings(
            f"every user of this computer can write into {folder}, and could pair a browser with the bridge; close it "
            f"with `chmod o-w {folder}`, or name another folder with --data"
        )
    return folder / "pairings.json"


def log_path(settings: Settings) -> Path | None:
    """Return the path of the log file, or None to log to the terminal only."""
    if settings.log == "-":
        return None
    return Path(settings.log) if settings.log else platformdirs.user_log_path("coign", appauthor=False) / "coign.log"


def _from_file(path: Path, wanted: bool) -> dict[str, Any]:
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        if wanted:
            raise BadSettings(f"there is no settings file {path}, which COIGN_CONFIG names") from None
        return {}
    except OSError as problem:
        raise BadSettings(f"the settings file {path} cannot be read: {problem.strerror or problem}") from None
    try:
        return msgspec.toml.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BadSettings(f"the settings file {path} is not TOML: {problem}") from None


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        value = environ.get(f"COIGN_{field.name.upper()}")
        if value is not None:
            settings[field.name] = _listed(value) if isinstance(field.default, tuple) else value
    return settings


def _listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _convert(values: dict[str, Any], where: str) -> Settings:
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as problem:
        text = str(problem).replace(" - at `$.", " in `")
        if "unknown field" in text:
            text += f"; the settings are {', '.join(Settings.__struct_fields__)}"
        raise BadSettings(f"{where}: {text}") from None
