"""A property that is computed on first use, and then kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801  # it is used as a decorator
    """`functools.cached_property` without its lock, which in Python 3.11 takes 5 % of an attack."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute, self._name, self.__doc__ = compute, compute.__name__, compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> lazy[T]: ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> lazy[T] | T:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._compute(owner)  # found there first from now on
        return value
