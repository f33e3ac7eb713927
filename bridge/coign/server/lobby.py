"""Count the connections of a server, and cut strangers when it is full.

Every TCP connection is a visitor from its first byte on. A visitor that has shown a valid token is admitted and never
cut. All others are strangers. Strangers are counted by group: the address of their page (`Origin`) or, before
that is known, the address of their machine. When all places are taken, the oldest stranger of the largest group
is cut, so that one page that opens connections in bulk only ever displaces its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

STRANGERS = 16  # of one group


class Visitor:
    """One connection.

    group   the group that it is counted in as a stranger
    cut     ends it at once
    unread  returns its bytes that wait to be handled
    """

    def __init__(self, group: str, cut: Callable[[], None], unread: Callable[[], int] = lambda: 0) -> None:
        self.group = group
        self.cut = cut
        self.unread = unread
        self.admitted = False


class Lobby:
    """The visitors of one server, the oldest first. At most `places` of them are kept."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._visitors: dict[Visitor, None] = {}  # a dict keeps their order

    def __len__(self) -> int:
        return len(self._visitors)

    def enter(self, visitor: Visitor) -> Visitor | None:
        """Add a visitor. If it is one too many, cut a stranger (itself if all others are admitted) and return it."""
        self._visitors[visitor] = None
        return self._cut(self._largest_group()) if len(self._visitors) > self._places else None

    def move(self, visitor: Visitor, group: str) -> Visitor | None:
        """Count a stranger in another group, once its page is known.

        If that group has too many strangers, cut its oldest and return it.
        """
        visitor.group = group
        strangers = self._strangers(group)
        return self._cut(group) if len(strangers) > STRANGERS else None

    def make_room(self) -> int:
        """Cut strangers of the largest group, the oldest first, and return how many: nothing else can be accepted."""
        strangers = [one for one in self._visitors if not one.admitted]
        leaving = strangers[:STRANGERS]
        for _ in leaving:
            self._cut(self._largest_group())
        return len(leaving)

    def admit(self, visitor: Visitor) -> None:
        """Mark a visitor that has shown a valid token, so that it is never cut for another."""
        visitor.admitted = True

    def leave(self, visitor: Visitor) -> None:
        """Remove a visitor whose connection has ended. A second call does nothing."""
        self._visitors.pop(visitor, None)

    def unread(self) -> int:
        """Return the bytes of all connections that wait to be handled."""
        return sum(visitor.unread() for visitor in self._visitors)

    def _strangers(self, group: str) -> list[Visitor]:
        return [one for one in self._visitors if not one.admitted and one.group == group]

    def _largest_group(self) -> str:
        sizes = Counter(one.group for one in self._visitors if not one.admitted)
        return max(sizes, key=lambda group: sizes[group])  # the newcomer is a stranger, so there is one

    def _cut(self, group: str) -> Visitor:
        oldest = self._strangers(group)[0]
        self.leave(oldest)
        oldest.cut()
        return oldest
