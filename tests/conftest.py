"""Settings for all tests: the effort of hypothesis, and logging restored after each test.

Hypothesis uses the same examples each time; with `--hypothesis-profile=thorough` it uses many random ones.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("usual", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("usual")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the number of random scenes of `annotations/test_noninterference.py`."""
    parser.addoption("--scenes", default=200, help="random scenes to hide secrets in; 10000 before a release")


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
