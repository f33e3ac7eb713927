"""dev.py and its tasks: the output, and the behaviour if something is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import coign
from support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TASKS = PROJECT["tool"]["poe"]["tasks"]
WORKFLOWS = sorted(path.stem for path in (ROOT / ".github/workflows").glob("*.yml"))


def load(path: str) -> Any:
    """Import a program of this clone that is not in a package."""
    spec = spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, ROOT / "dev.py", *arguments], capture_output=True, text=True)


def test_without_a_task_it_prints_the_tasks_and_installs_nothing() -> None:
    done = dev()
    assert done.returncode == 0
    assert "$" not in done.stdout  # no command was run
    for name, task in TASKS.items():
        assert (f"  {name:15} " in done.stdout) is not name.startswith("_"), task


def test_an_unknown_task_is_a_failure() -> None:
    assert dev("no-such-task").returncode == 2
    assert dev("_lock").returncode == 2, "a part of other tasks"


def test_every_part_of_a_task_is_a_task() -> None:
    lists = [part for task in TASKS.values() for part in (*task.get("sequence", ()), *task.get("parallel", ()))]
    parts = [part for part in lists if isinstance(part, str)]
    assert parts
    assert set(parts) <= set(TASKS)


def test_a_task_passes_on_what_the_papers_write_behind_its_name() -> None:
    """A task of several parts drops it, unless a part asks for it."""
    papers = [path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))]
    named = {task for text in papers for task in re.findall(r"dev\.py ([a-z-]+) --(?!no-system-packages)", text)}
    assert named >= {"engine-cases", "pictures"}
    for task in named & {name for name, task in TASKS.items() if "sequence" in task}:
        parts = [TASKS[part] if isinstance(part, str) else part for part in TASKS[task]["sequence"]]
        assert any("$POE_EXTRA_ARGS" in part.get("cmd", "") for part in parts), task


@pytest.mark.parametrize(("task", "files"), [("test-module", "module/*"), ("test-browser", "browser/**/*")])
def test_the_tests_of_the_module_are_where_the_tasks_look(task: str, files: str) -> None:
    assert f"tests/{files}.test.mjs" in str(TASKS[task])
    assert list((ROOT / "tests").glob(f"{files}.test.mjs"))
    assert (ROOT / "tests/module/folders.test.mjs").exists()  # runs those in folders


def test_a_quick_run_begins_with_the_folders_of_what_changed() -> None:
    folders = load("tests/conftest.py").changed_folders
    changed = ["bridge/coign/facts/cover/shares.py", "tests/test_dev.py", "tests/rules/test_odds.py", "docs/gm.md"]
    assert folders(changed) == {"facts", "test_dev.py", "rules"}
    for folder in (ROOT / "tests").iterdir():
        source = ROOT / "bridge/coign" / folder.name
        assert folders([f"bridge/coign/{folder.name}/one.py"]) == {folder.name} or not source.exists()


@pytest.mark.parametrize(("test", "status"), [("assert True", 0), ("assert False", 1)])
def test_a_quick_run_ends_with_its_time(tmp_path: Path, test: str, status: int) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/conftest.py").write_text((ROOT / "tests/conftest.py").read_text())
    (tmp_path / "tests/test_two.py").write_text(f"def test_a(): {test}\ndef test_b(): assert False")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--quick", "0.001"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "0.001 seconds are over: 1 of 2 tests ran" in ran.stdout
    assert (ran.returncode == 0) is (status == 0)


def test_nothing_is_installed_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module, commands = load("dev.py"), []
    monkeypatch.setattr(module, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(module, "run", lambda *command, env=None: commands.append(command))
    monkeypatch.setattr(module.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(module.subprocess, "check_output", lambda *_, text: "")
    module.set_up()
    assert ("/usr/bin/npm", "ci") in [command[:2] for command in commands]
    first = len(commands)
    module.set_up()
    assert len(commands) == first


def test_the_package_index_of_pip_is_the_one_of_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module, given = load("dev.py"), []
    listing = ":env:.index-url='https://mirror.example/simple'\nglobal.index-url='https://other.example/simple'\n"
    monkeypatch.setattr(module, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(module, "run", lambda *command, env=None: given.append(env))
    monkeypatch.setattr(module.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(module.subprocess, "check_output", lambda *_, text: listing)
    module.set_up()
    assert [env["UV_DEFAULT_INDEX"] for env in given if env] == ["https://mirror.example/simple"] * 4


def test_without_node_it_says_where_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = load("dev.py")
    monkeypatch.setattr(module, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="Node 20 or newer is missing"):
        module.set_up()


def chromium(
    monkeypatch: pytest.MonkeyPatch,
    programs: dict[str, str],
    root: bool = True,
    packages: str = "chromium-headless-shell",
) -> tuple[Any, list[str]]:
    """Load tools/chromium.py on a computer with these programs; return it and the list of its installations."""
    module, commands = load("tools/chromium.py"), []
    monkeypatch.delenv("COIGN_CHROMIUM", raising=False)
    monkeypatch.delenv("COIGN_SYSTEM_PACKAGES", raising=False)

    def run(command: tuple[str, ...], **_: Any) -> subprocess.CompletedProcess[bytes]:
        commands.append(command[1])
        if command[1] == "install" and command[-1] in packages.split():
            programs[command[-1]] = f"/usr/bin/{command[-1]}"
        elif command[1] == "install":
            return subprocess.CompletedProcess(command, 100)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(module.shutil, "which", programs.get)
    monkeypatch.setattr(module.os, "geteuid", lambda: 0 if root else 1000, raising=False)
    monkeypatch.setattr(module, "subprocess", SimpleNamespace(run=run, DEVNULL=subprocess.DEVNULL))
    return module, commands


@pytest.mark.parametrize(("packages", "tries"), [("chromium-headless-shell", 1), ("chromium", 2)])
def test_chromium_is_announced_then_installed(
    packages: str, tries: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, commands = chromium(monkeypatch, {"apt-get": "/usr/bin/apt-get"}, packages=packages)
    assert module.main() == 0
    printed = capsys.readouterr()
    assert printed.out == f"/usr/bin/{packages}\n"
    assert f"About to install the system package `{packages}`: apt-get install" in printed.err
    assert commands == ["update", *["install"] * tries]


def test_where_no_package_can_be_installed_it_says_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, commands = chromium(monkeypatch, {"apt-get": "/usr/bin/apt-get"}, packages="")
    assert module.main() == 1
    assert "The browser tests need Chromium, Chrome or Edge" in capsys.readouterr().err
    assert commands == ["update", "install", "install"]


@pytest.mark.parametrize(("allowed", "root"), [("no", True), ("yes", False)])
def test_chromium_is_only_asked_for_where_it_may_not_be_installed(
    allowed: str, root: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, commands = chromium(monkeypatch, {"apt-get": "/usr/bin/apt-get"}, root)
    monkeypatch.setenv("COIGN_SYSTEM_PACKAGES", allowed)
    assert module.main() == 1
    assert "The browser tests need Chromium, Chrome or Edge" in capsys.readouterr().err
    assert commands == []


def test_a_browser_named_by_the_environment_is_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, _ = chromium(monkeypatch, {"chromium": "/usr/bin/chromium"})
    assert module.installed() == "/usr/bin/chromium"
    monkeypatch.setenv("COIGN_CHROMIUM", "/opt/chromium")
    assert module.main() == 0
    assert capsys.readouterr().out == "/opt/chromium\n"


def test_the_lock_names_no_registry_but_the_public_one() -> None:
    text = (ROOT / "uv.lock").read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^/\"]+", text)) == {"https://pypi.org", "https://files.pythonhosted.org"}
    assert "file:" not in text


def test_wheel_module_and_package_have_one_version() -> None:
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "bridge/coign/__init__.py"
    module = json.loads((ROOT / "foundry-module/module.json").read_text(encoding="utf-8"))
    assert module["version"] == coign.__version__


def test_every_file_of_the_locks_has_its_hash() -> None:
    files = [line for line in (ROOT / "uv.lock").read_text(encoding="utf-8").splitlines() if "url = " in line]
    assert len(files) > 100
    assert [line for line in files if not re.search(r'hash = "sha256:[0-9a-f]{64}"', line)] == []
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [path for path, entry in packages.items() if path and not entry.get("integrity")] == []


def test_uv_is_pinned_by_hash() -> None:
    text = (ROOT / "tools/uv.txt").read_text(encoding="utf-8")
    assert len(re.findall(r"^uv==", text, re.MULTILINE)) == 1
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", text)) > 10


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_are_well_formed_and_run_tasks_that_exist(name: str) -> None:
    text = (ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    for job in jobs.values():
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(jobs)
        assert "uses" in job or all({"run", "uses"} & set(step) for step in job["steps"])
        assert "uses" in job or job["timeout-minutes"] <= 45, "else a job that hangs runs for six hours"
    tasks = re.findall(r"dev\.py (\S+)", text)
    assert tasks
    assert set(tasks) <= set(TASKS)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_pin_each_action_by_its_commit_and_say_its_version(name: str) -> None:
    text = (ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8")
    used = re.findall(r"uses: (?!\./)(.+)", text)
    assert used
    assert [line for line in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", line)] == []


def test_a_release_has_the_provenance_of_each_of_its_files() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["release"]["permissions"] == {"contents": "write", "id-token": "write", "attestations": "write"}
    files, attested, created = jobs["release"]["steps"]
    assert files["with"]["path"] == "dist"
    assert attested["uses"].startswith("actions/attest-build-provenance@")
    assert attested["with"] == {"subject-path": "dist/*"}
    assert created["run"].endswith(" dist/*")


def test_the_workflows_run_every_test_in_few_cells_with_a_browser() -> None:
    assert WORKFLOWS == ["announce", "audit", "release", "test"]
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))["jobs"]
    run = {name: re.findall(r"dev\.py ([\w-]+)", str(job["steps"])) for name, job in jobs.items()}
    assert run["test"] == ["coverage", "test-python", "test-module", "check"]
    assert run["browser"] == ["test-browser"]
    tested = {task for tasks in run.values() for task in tasks} - {"check", "coverage"}
    assert tested == set(TASKS["test"]["sequence"])
    cells = jobs["browser"]["strategy"]["matrix"]
    assert cells.keys() == {"shard", "machine"}
    assert cells["shard"] == ["1/2", "2/2"]
    assert len(cells["machine"]) == 4


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell script")
def test_ci_runs_the_two_tasks_that_everybody_runs() -> None:
    text = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert re.findall(r"^python3 dev\.py (\S+)", text, re.MULTILINE) == ["test", "check"]
