"""A property worked out on first use and kept: `functools.cached_property` without the lock it takes until 3.12."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  it is used as a decorator, like `property`
    """The value is kept in the instance's own dictionary, where it hides this descriptor from then on."""

    def __init__(self, measure: Callable[[Any], T]) -> None:
        self.measure = measure
        self.__doc__ = measure.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> T | once[T]:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.measure(instance)
        return value
