"""Cover by the line between the centres of two spaces."""

from __future__ import annotations

from typing import Any

import pytest

from coign.protocol import CoverFact
from coign.rules.readings.for_facts import conventions
from support.maps import draw
from support.scenes import facts

CENTRE = conventions(cover="centre")


def cover(*rows: str, **more: Any) -> CoverFact:
    return facts(draw(*rows, **more), by=CENTRE).cover


@pytest.mark.parametrize(
    ("rows", "met", "degree"),
    [
        (("+ + + + +", " A . . B ", "+ + + + +"), "none", "none"),
        (("+ + + + +", " A . C B ", "+ + + + +"), "creature", "lesser"),
        (("+ + + + +", " A . .wB ", "+ + + + +"), "window", "greater"),
        (("+ + + + +", " A . .bB ", "+ + + + +"), "low", "standard"),
        (("+ + + + +", " . . . B ", "+ +-+-+ +", " A . . . ", "+ + + + +"), "solid", "standard"),
    ],
)
def test_what_the_line_meets(rows: tuple[str, ...], met: str, degree: str) -> None:
    found = cover(*rows)
    assert found.centre is not None
    assert (found.centre.met, found.degree) == (met, degree)


def test_walls_all_round_are_total_cover() -> None:
    assert cover("+ + +-+", " A .|B|", "+ + +-+").degree == "total"


def test_a_creature_two_sizes_larger_than_both_gives_more() -> None:
    found = cover(
        "+ + + + + + +",
        " . C C C . . ",
        "+ + + + + + +",
        " A C C C . B ",
        "+ + + + + + +",
        " . C C C . . ",
        "+ + + + + + +",
    )
    assert found.centre is not None
    assert (found.centre.larger, found.degree) == (2, "standard")


def test_other_readings_do_not_measure_the_centre_line() -> None:
    assert facts(draw("+ + +", " A B ", "+ + +")).cover.centre is None
