"""How hard hypothesis tries: the same examples each time; `--hypothesis-profile=thorough` takes many random ones."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("usual", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("usual")
