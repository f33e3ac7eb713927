#!/usr/bin/env python3
"""Set up this clone and run a task. Needs Python 3.11 or newer, Node 20 or newer, and nothing else.

usage: python3 dev.py TASK [what the task takes] [--no-system-packages]

Python packages go to .venv/, Node packages to node_modules/, and uv, which installs the former, to .uv/.
The only system package is Chromium, for the browser tests; with --no-system-packages they stop and say what is missing.
"""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
UV, VENV = (ROOT / folder / ("Scripts" if os.name == "nt" else "bin") for folder in (".uv", ".venv"))
STAMP = ROOT / ".venv" / "set-up.stamp"
INPUTS = ("dev.py", "pyproject.toml", "uv.lock", "package-lock.json", "tools/uv.txt")
UV_NAMES = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}  # pip's setting: uv's variable


def main(arguments: list[str]) -> int:
    """Run the task that the first argument names; without one, list them. Returns an exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python can still read this file
        sys.exit(f"dev.py: this is Python {sys.version.split()[0]}; run it with Python 3.11 or newer")
    import tomllib  # Python 3.10 has none

    tasks = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["poe"]["tasks"]
    task, *rest = arguments or ["--help"]
    if task not in tasks or task.startswith("_"):
        print(__doc__, *(f"  {name:15} {tasks[name]['help']}" for name in tasks if name[0] != "_"), sep="\n")
        return 0 if task in ("-h", "--help") else 2
    if "--no-system-packages" in rest:
        rest.remove("--no-system-packages")
        os.environ["COIGN_SYSTEM_PACKAGES"] = "no"
    os.environ["PATH"] = os.pathsep.join([str(UV), os.environ["PATH"]])
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each bridge that a test starts compiles all that it imports
    try:
        set_up()
        print(f"{task}: {tasks[task]['help']}", flush=True)
        return subprocess.call([VENV / "poe", "--quiet", task, *rest], cwd=ROOT)
    except (subprocess.CalledProcessError, OSError) as problem:
        sys.exit(f"dev.py: {problem}")
    except KeyboardInterrupt:
        return 130


def set_up() -> None:
    """Install what the lock files pin, unless the last set-up had the same Python and files."""
    contents = [sys.version.encode(), *((ROOT / name).read_bytes() for name in INPUTS)]
    digest = hashlib.sha256(b"".join(contents)).hexdigest()
    if STAMP.exists() and STAMP.read_text() == digest:
        return
    npm = shutil.which("npm")
    if not npm:
        sys.exit("dev.py: Node 20 or newer is missing, with npm: https://nodejs.org/en/download")
    if not UV.exists():
        run(sys.executable, "-m", "venv", ROOT / ".uv")
    pip = (UV / "python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--require-hashes", "--only-binary=:all:", "-r", "tools/uv.txt")
    ours = {"UV_PYTHON_DOWNLOADS": "never", "VIRTUAL_ENV": str(ROOT / ".venv")}
    for line in subprocess.check_output([*pip, "config", "list"], text=True).splitlines():
        name, _, value = line.partition("=")  # such as :env:.cert='/etc/ssl/ca.crt'
        if variable := UV_NAMES.get(name.rpartition(".")[2]):
            ours.setdefault(variable, ast.literal_eval(value))
    uv = (UV / "uv", "--quiet")
    run(*uv, "venv", "--allow-existing", "--python", sys.executable, ".venv", env=ours)
    run(*uv, "export", "--frozen", "--no-emit-project", "--output-file", ".venv/pinned.txt", env=ours)
    run(*uv, "pip", "sync", "--require-hashes", ".venv/pinned.txt", env=ours)
    run(*uv, "pip", "install", "--no-deps", "--no-build-isolation", "--editable", ".", env=ours)
    run(npm, "ci", "--no-audit", "--no-fund")
    STAMP.write_text(digest)


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Show a command and run it in this clone; `env` adds to the environment. Raises CalledProcessError."""
    print("$", Path(command[0]).stem, *command[1:], flush=True)
    subprocess.run(command, cwd=ROOT, env=os.environ | (env or {}), stdin=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
