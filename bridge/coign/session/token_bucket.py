"""How much one connection may ask: a token bucket that fills at a steady rate and lets short bursts through.

Who asks for more is told so and nothing is done; who goes on regardless is flooding, and the connection ends.
"""

from __future__ import annotations

SCENE_COST = 0.25  # an edit is cheap beside an evaluation, and a refused one costs a whole scene sent again


class Bucket:
    """`rate` units per second, up to `burst` (else two seconds' worth) saved up. Times are seconds on any clock that
    does not go back.
    """

    def __init__(self, rate: float, now: float, burst: float | None = None) -> None:
        self._rate = rate
        self._burst = self._level = 2 * rate if burst is None else burst
        self._filled = now
        self._refusals = 0

    def take(self, cost: float, now: float) -> bool:
        """Take `cost` units where they are there. False changes nothing but the count of refusals."""
        self._level = min(self._burst, self._level + (now - self._filled) * self._rate)
        self._filled = now
        if self._level < cost:
            self._refusals += 1
            return False
        self._level -= cost
        self._refusals = 0
        return True

    @property
    def flooded(self) -> bool:
        """As many refusals in a row as a whole burst has messages: this is no accident."""
        return self._refusals > self._burst
