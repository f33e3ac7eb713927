"""The rate limit of one connection: a token bucket, which fills at a steady rate and allows short bursts.

A message that costs more than the bucket holds is refused. A peer that continues regardless is flooding, and its
connection is closed.
"""

from __future__ import annotations

SCENE_COST = 0.25  # of an edit: cheaper than an evaluation, and a refused edit makes the client send the whole scene


class Bucket:
    """A bucket that gains `rate` tokens a second and holds up to `burst`, by default two seconds' worth.

    Times are seconds on any monotonic clock.
    """

    def __init__(self, rate: float, now: float, burst: float | None = None) -> None:
        self._rate = rate
        self._burst = self._level = 2 * rate if burst is None else burst
        self._filled = now
        self._refusals = 0

    def take(self, cost: float, now: float) -> bool:
        """Spend `cost` tokens; return False and count a refusal if there are too few."""
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
        """Tell whether more messages in a row were refused than a whole burst has, which is no accident."""
        return self._refusals > self._burst
