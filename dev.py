#!/usr/bin/env python3
"""Set up and run Coign from a clone, with nothing but Python 3.11 and Node 20: no package of ours, no tool of yours.

    python3 dev.py demo      set up what running needs, then `coign demo`: a table in your browser
    python3 dev.py test      set up everything, then the tests: Python, the Foundry module, both in a real Chromium
    python3 dev.py check     formatting, lint, types of both halves, layers, generated files up to date
    python3 dev.py format    put the formatting right
    python3 dev.py generate  write the generated files anew: schema, JavaScript types, reference page, README's table
    python3 dev.py audit     ask the registries for known holes in what the lock files pin; not every mirror answers

Everything lands in .venv/ and node_modules/. A second run installs only what the lock files have changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
MODULES = ROOT / "node_modules"
CHROMIUMS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
LAYERS_TEST = "tests/test_layers.py"


class Failed(Exception):
    """Something to say in one line, and nothing more to do."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=list(COMMANDS), metavar="|".join(COMMANDS))
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="handed on: to `coign demo`, or to pytest")
    asked = parser.parse_args()
    try:
        COMMANDS[asked.command](asked.rest)
    except Failed as problem:
        print(f"dev.py {asked.command}: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


# --- the commands -----------------------------------------------------------------------------------------------------


def demo(rest: list[str]) -> None:
    set_up_python(dev=False)
    set_up_node(dev=False)
    run(PYTHON, "-m", "coign", "demo", *rest)


def test(rest: list[str]) -> None:
    set_up_python(dev=True)
    set_up_node(dev=True)
    browser = {"COIGN_CHROMIUM": chromium()}
    run_all(
        {
            "Python": lambda: run(PYTHON, "-m", "pytest", "-m", "not browser", *rest, env=browser),
            "the Foundry module": lambda: run("node", "--test", *node_tests("tests/module")),
            "both halves in Chromium": lambda: in_browser(browser),
        }
    )


def check(_: list[str]) -> None:
    set_up_python(dev=True)
    set_up_node(dev=True)
    run_all(
        {
            "Python formatting": lambda: run(PYTHON, "-m", "ruff", "format", "--check", "."),
            "Python lint": lambda: run(PYTHON, "-m", "ruff", "check", "."),
            "Python types": lambda: run(PYTHON, "-m", "mypy", "--strict"),
            "JavaScript types": lambda: run(tool("tsc"), "--project", "tsconfig.json"),
            "JavaScript formatting and lint": lambda: run(tool("biome"), "check", "."),
            "generated files": lambda: generate(["--check"]),
            "layers": lambda: run(PYTHON, "-m", "pytest", LAYERS_TEST),
            "the lock file": everything_is_pinned,
        }
    )


def format_all(_: list[str]) -> None:
    set_up_python(dev=True)
    set_up_node(dev=True)
    run(PYTHON, "-m", "ruff", "check", "--fix", ".")
    run(PYTHON, "-m", "ruff", "format", ".")
    run(tool("biome"), "check", "--write", ".")


def generate(rest: list[str]) -> None:
    set_up_python(dev=True)
    run(PYTHON, "-m", "coign.protocol", *rest)
    run(PYTHON, "-m", "coign", "rulesets", "--into", "README.md", *rest)


def audit(_: list[str]) -> None:
    auditor = VENV / "audit" / PYTHON.relative_to(VENV)  # an environment of its own, for it brings forty packages
    set_up_python(dev=True)
    set_up_node(dev=True)

    def packages() -> None:
        if not auditor.exists():
            run(PYTHON, "-m", "venv", VENV / "audit")
        run(auditor, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pip-audit")
        run(auditor, "-m", "pip_audit", "--strict", "--no-deps", "--disable-pip", "-r", "requirements.lock")

    run_all({"Python packages": packages, "npm packages": lambda: run("npm", "audit")})


COMMANDS = {"demo": demo, "test": test, "check": check, "format": format_all, "generate": generate, "audit": audit}


# --- setting up -------------------------------------------------------------------------------------------------------


def set_up_python(dev: bool) -> None:
    """The virtual environment with the pinned packages and, editable, ours."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is the one that an older Python meets
        raise Failed(f"this is Python {sys.version.split()[0]}; Coign needs 3.11 or newer: run dev.py with that one")
    if not PYTHON.exists():
        made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], stdin=subprocess.DEVNULL)
        if made.returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            raise Failed("no virtual environment could be made; on Debian and Ubuntu: apt install python3-venv")
    inputs = ROOT / "requirements.lock", ROOT / "pyproject.toml"
    wanted = f"{sys.version_info[:2]} {digest(inputs)}"
    stamps = [VENV / "coign-dev.stamp", *([] if dev else [VENV / "coign-run.stamp"])]
    if any(stamp.exists() and stamp.read_text() == wanted for stamp in stamps):
        return
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", "requirements.lock")
    run(*pip, "hatchling", "editables")
    run(*pip, "--no-build-isolation", "--editable", ".[dev]" if dev else ".")
    stamps[0 if dev else 1].write_text(wanted)


def set_up_node(dev: bool) -> None:
    """What package-lock.json pins: PIXI for the demo, with `dev` the tools too."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        raise Failed("Node 20 or newer is needed, with npm: see https://nodejs.org/en/download")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    if int(version.lstrip("v").split(".")[0]) < 20:
        raise Failed(f"Node 20 or newer is needed, here is {version}: see https://nodejs.org/en/download")
    wanted = digest([ROOT / "package-lock.json"])
    stamps = [MODULES / "coign-dev.stamp", *([] if dev else [MODULES / "coign-run.stamp"])]
    if any(stamp.exists() and stamp.read_text() == wanted for stamp in stamps):
        return
    run("npm", "ci", "--no-audit", "--no-fund", *([] if dev else ["--omit=dev"]))
    stamps[0 if dev else 1].write_text(wanted)


def chromium() -> str:
    """Where Chromium is: $COIGN_CHROMIUM, an installed one, or Debian's, installed now when we may."""
    named = os.environ.get("COIGN_CHROMIUM")
    if named:
        return named
    found = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if not found and shutil.which("apt-get") and os.geteuid() == 0:
        quietly = {"DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "update", "-qq", env=quietly)
        run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium", env=quietly)
        found = shutil.which("chromium")
    if not found:
        raise Failed("no Chromium, Chrome or Edge found: install one, or say where it is: COIGN_CHROMIUM=/path/to/it")
    return found


# --- small parts ------------------------------------------------------------------------------------------------------


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run one command in the project's folder, shown before it starts; its failure is ours."""
    program, *arguments = map(str, command)
    print(f"$ {shlex.join([Path(program).name, *arguments])}"[:200], flush=True)
    found = shutil.which(program)  # npm is npm.cmd on Windows, which only its full name starts
    if not found:
        raise Failed(f"there is no {program}")
    done = subprocess.run([found, *arguments], cwd=ROOT, env=os.environ | (env or {}), stdin=subprocess.DEVNULL)
    if done.returncode:
        raise Failed(f"{Path(program).name} ended with {done.returncode}")


def run_all(steps: dict[str, Callable[[], None]]) -> None:
    """Every step, whatever became of the ones before, and then what failed."""
    failed = []
    for name, step in steps.items():
        print(f"\n--- {name}", flush=True)
        try:
            step()
        except Failed as problem:
            print(f"failed: {problem}", file=sys.stderr)
            failed.append(name)
    if failed:
        raise Failed(f"{len(failed)} of {len(steps)} failed: {', '.join(failed)}")
    print(f"\nall {len(steps)} passed: {', '.join(steps)}")


def tool(name: str) -> Path:
    return MODULES / ".bin" / (f"{name}.cmd" if WINDOWS else name)


def node_tests(folder: str) -> list[str]:
    """Named one by one: Node 20 expands no patterns of its own."""
    found = sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).glob("**/*.test.mjs"))
    if not found:
        raise Failed(f"no *.test.mjs in {folder}")
    return found


def in_browser(env: dict[str, str]) -> None:
    run("node", "--test", *node_tests("tests/browser"), env=env)


def digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def everything_is_pinned() -> None:
    listing = subprocess.run(
        [PYTHON, "-m", "pip", "list", "--format", "json", "--exclude-editable"], capture_output=True, check=True
    ).stdout
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pinned = {plain(line.split(";")[0]) for line in lines if not line.startswith("#")}
    ours_is = {"pip", "setuptools"}  # what every environment starts with
    loose = [
        f"{one['name']}=={one['version']}"
        for one in json.loads(listing)
        if plain(f"{one['name']}=={one['version']}") not in pinned and one["name"] not in ours_is
    ]
    if loose:
        raise Failed(f"installed but not pinned in requirements.lock: {', '.join(loose)}")


def plain(pin: str) -> str:
    """A package's name has many spellings; this is the one to compare."""
    return pin.strip().lower().replace("_", "-")


if __name__ == "__main__":
    sys.exit(main())
