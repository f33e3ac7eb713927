"""Settings for all tests: the effort of hypothesis, logging restored after each test, which lines the tests reach, and
what a quick run leaves out.

Hypothesis uses the same examples each time; with `--hypothesis-profile=thorough` it uses many random ones.
"""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import time
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

gc.disable()  # until all tests are collected: next to nothing of what that makes is garbage
settings.register_profile("usual", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("usual")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the number of random scenes of `annotations/test_noninterference.py`."""
    parser.addoption("--scenes", default=60, help="random scenes to hide secrets in; 10000 before a release")
    parser.addoption("--measure", action="store_true", help="list the lines that no test reaches; fail below the floor")
    parser.addoption(
        "--quick", type=float, metavar="SECONDS", help="the tests of changed folders, then what time allows"
    )


BEGAN = time.monotonic()
MEASURED: list[Coverage] = []  # of this process: none, or one


def pytest_configure(config: pytest.Config) -> None:
    """Begin to measure, in each process that runs tests: in the one run that there is, a second would cost minutes."""
    if config.getoption("--measure"):
        MEASURED.append(Coverage())
        if not hasattr(config, "workerinput"):
            MEASURED[0].erase()  # what an earlier run left
        MEASURED[0].start()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a quick run, move the tests of changed folders to the front."""
    if config.getoption("--quick"):
        changed = changed_folders(changed_files(config.rootpath))
        items.sort(key=lambda item: item.path.relative_to(config.rootpath / "tests").parts[0] not in changed)


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """End a quick run when its seconds, which include the time to collect the tests, are over."""
    seconds = item.config.getoption("--quick")
    if seconds and time.monotonic() - BEGAN > seconds and not item.session.shouldstop:
        ran, tests = item.session.items.index(item) + 1, item.session.testscollected
        item.session.shouldstop = f"{seconds:g} seconds are over: {ran} of {tests} tests ran"


def changed_files(root: Path) -> list[str]:
    """Return the files that differ from the upstream branch, or without one from the last commit."""

    def git(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=False)

    differ = git("diff", "--name-only", "@{upstream}")
    if differ.returncode:
        differ = git("diff", "--name-only", "HEAD")
    new = git("ls-files", "--others", "--exclude-standard")
    return [*differ.stdout.splitlines(), *new.stdout.splitlines()]


def changed_folders(files: list[str]) -> set[str]:
    """Return the folders of tests, or test files beside them, that mirror changed files: `facts` for
    `bridge/coign/facts/cover/shares.py`."""
    parts = [Path(file).parts for file in files]
    return {part[2] for part in parts if part[:2] == ("bridge", "coign")} | {
        part[1] for part in parts if part[0] == "tests"
    }


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run in one process more than there are cores: some tests wait for sockets and for programs that they start."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let the garbage collector pass over the 9,000 tests and all that their files hold: they stay until the end."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Do not measure tests of random examples, nor those marked `repeats`: their time would double, and other tests
    must reach the floor."""
    random = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    pausing = MEASURED if random or item.get_closest_marker("repeats") else []
    for measured in pausing:
        measured.stop()
    try:
        yield
    finally:
        for measured in pausing:
            measured.start()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Save what was measured; the process that the others report to compares all of it with the floor.

    A quick run whose time is over has passed if no test failed.
    """
    if session.config.getoption("--quick") and session.shouldstop and not session.testsfailed:
        session.exitstatus = pytest.ExitCode.OK
    for measured in MEASURED:
        measured.stop()
        measured.save()
        if hasattr(session.config, "workerinput"):
            continue
        measured.combine()
        reached, floor = measured.report(), measured.get_option("report:fail_under")
        assert isinstance(floor, float)
        if reached < floor:
            session.config.get_terminal_writer().line(f"\n{reached:.1f} % of the lines are reached, not {floor:g} %")
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """Restore logging: `serve` sets it up for the whole process, on a terminal that ends with its test."""
    loggers = [logging.getLogger(name) for name in (None, "websockets", "asyncio")]
    levels, handlers = [logger.level for logger in loggers], loggers[0].handlers[:]
    yield
    for handler in [one for one in loggers[0].handlers if one not in handlers]:
        loggers[0].removeHandler(handler)
        handler.close()
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
