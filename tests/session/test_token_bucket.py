from __future__ import annotations

from coign.session.token_bucket import Bucket


def test_a_burst_passes_and_then_as_much_as_the_rate_gives() -> None:
    bucket = Bucket(rate=10, burst=5, now=0)
    assert [bucket.take(1, 0) for _ in range(6)] == [True] * 5 + [False]
    assert not bucket.take(1, 0.05)
    assert bucket.take(1, 0.15)
    assert [bucket.take(1, 1000) for _ in range(6)] == [True] * 5 + [False]


def test_a_bucket_holds_the_tokens_of_two_seconds_unless_it_is_told() -> None:
    bucket = Bucket(rate=3, now=0)
    assert [bucket.take(1, 0) for _ in range(7)] == [True] * 6 + [False]


def test_flooding_is_refusals_without_a_pause() -> None:
    bucket = Bucket(rate=1, burst=2, now=0)
    for _ in range(4):
        bucket.take(1, 0)
    assert not bucket.flooded
    bucket.take(1, 0)
    assert bucket.flooded
    assert bucket.take(1, 5)
    assert not bucket.flooded
