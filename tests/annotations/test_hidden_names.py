"""Removal of hidden tokens' names from a text: the same result as a plain regular expression, and never slow."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from coign.annotations.hidden_names import SOMEONE, HiddenNames

words = st.text("ab -(é", max_size=6)


@given(st.lists(words, max_size=8), st.text("ab -(é", max_size=30))
def test_the_result_equals_that_of_a_plain_pattern(names: list[str], text: str) -> None:
    wanted = sorted({name.strip() for name in names} - {""}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in wanted) or r"(?!)")
    assert HiddenNames(names).remove(text) == pattern.sub(SOMEONE, text)


class Counting(str):
    """A text that counts the comparisons with names."""

    looks = 0

    def startswith(self, *args: object) -> bool:
        Counting.looks += 1
        return super().startswith(*args)  # type: ignore[arg-type]


def test_two_thousand_long_names_cost_a_few_comparisons_for_each_word() -> None:
    names = ["a " * k + "!" + "x" * 100 + str(n) for n in range(50) for k in range(40)]
    text = Counting("a " * 500)
    Counting.looks = 0
    assert HiddenNames(names).remove(text) == text
    assert Counting.looks <= 2 * 500


def test_names_that_begin_alike_cost_one_comparison_each() -> None:
    names = ["a" + " a" * k for k in range(60)]
    text = Counting("a a b " * 100)
    Counting.looks = 0
    assert HiddenNames(names).remove(text) == f"{SOMEONE} b " * 100
    assert Counting.looks <= 300 * 60
