"""A lazy property is computed once for each owner, and can be looked at on the class."""

from __future__ import annotations

from coign.util.lazy import lazy


class Dice:
    rolls = 0

    @lazy
    def face(self) -> int:
        """The face."""
        self.rolls += 1
        return 4


def test_it_is_computed_once() -> None:
    one, other = Dice(), Dice()
    assert (one.face, one.face, one.rolls, other.rolls) == (4, 4, 1, 0)
    assert Dice.face.__doc__ == "The face."
