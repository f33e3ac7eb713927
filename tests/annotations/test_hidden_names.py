"""Names of hidden tokens in a text: the same as the obvious pattern takes out, and never slowly."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from coign.annotations.hidden_names import SOMEONE, HiddenNames

words = st.text("ab -(é", max_size=6)


@given(st.lists(words, max_size=8), st.text("ab -(é", max_size=30))
def test_what_is_taken_out_is_what_the_obvious_pattern_takes_out(names: list[str], text: str) -> None:
    wanted = sorted({name.strip() for name in names} - {""}, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in wanted) or r"(?!)")
    assert HiddenNames(names).remove(text) == pattern.sub(SOMEONE, text)


class Counting(str):
    """A text that counts how often a name is held against it."""

    looks = 0

    def startswith(self, *args: object) -> bool:  # type: ignore[override]
        Counting.looks += 1
        return super().startswith(*args)  # type: ignore[arg-type]


def test_two_thousand_long_names_cost_a_few_looks_for_each_word() -> None:
    names = ["a " * k + "!" + "x" * 100 + str(n) for n in range(50) for k in range(40)]
    text = Counting("a " * 500)
    Counting.looks = 0
    assert HiddenNames(names).remove(text) == text
    assert Counting.looks <= 2 * 500


def test_names_that_begin_with_each_other_cost_one_look_each() -> None:
    names = ["a" + " a" * k for k in range(60)]
    text = Counting("a a b " * 100)
    Counting.looks = 0
    assert HiddenNames(names).remove(text) == f"{SOMEONE} b " * 100
    assert Counting.looks <= 300 * 60
