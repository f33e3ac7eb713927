"""The holder of a world, and the scenes that are kept for it. The session's side is in test_session.py."""

from __future__ import annotations

from typing import Any

import pytest

from coign.errors import Busy, Overloaded
from coign.session import memory
from coign.session.worlds import SCENES_HELD, SHELF_SECONDS, WORLDS_SHELVED, Held, World, Worlds, trim
from support.bridges import Clock

WORLD = World("http://localhost:30000", "w1")


class Guest:
    """A connection that holds a world and scenes."""

    def __init__(self, client: str, *scenes: str) -> None:
        self.user = f"user of {client}"
        self.client = client
        self.scenes = {name: held(name) for name in scenes}
        self.displaced_by = ""

    def displace(self, by: str) -> None:
        self.displaced_by = by


def held(content: str, size: int = 1) -> Held:
    scene: Any = None  # not used here
    return Held(scene, 1, content, size)


def test_a_second_browser_gets_the_name_of_the_holder() -> None:
    worlds = Worlds(Clock())
    worlds.enter(WORLD, Guest("a"), active=False)
    with pytest.raises(Busy, match="world w1 is held by another browser, of user user of a; close Coign there first"):
        worlds.enter(WORLD, Guest("b"), active=False)


@pytest.mark.parametrize(("client", "active"), [("a", False), ("b", True)])
def test_a_new_holder_gets_the_scenes(client: str, active: bool) -> None:
    worlds = Worlds(Clock())
    first, second = Guest("a", "s1"), Guest(client)
    worlds.enter(WORLD, first, active=False)
    worlds.enter(WORLD, second, active=active)
    assert first.displaced_by == second.user
    assert worlds.held() == [(WORLD, second)]
    assert worlds.recall(WORLD, "s1", "s1") is not None
    worlds.leave(WORLD, first)  # late, from its own connection's end
    assert worlds.held() == [(WORLD, second)]


def test_a_scene_is_found_once_by_world_id_and_content() -> None:
    worlds = Worlds(Clock())
    guest = Guest("a", "s1")
    worlds.enter(WORLD, guest, active=False)
    worlds.leave(WORLD, guest)
    assert worlds.recall(World("http://elsewhere", "w1"), "s1", "s1") is None
    assert worlds.recall(WORLD, "s1", "other content") is None
    assert worlds.recall(WORLD, "s2", "s1") is None
    assert worlds.recall(WORLD, "s1", "s1") is not None
    assert worlds.recall(WORLD, "s1", "s1") is None


def test_a_scene_without_a_hash_is_never_found() -> None:
    worlds = Worlds(Clock())
    guest = Guest("a", "")
    worlds.enter(WORLD, guest, active=False)
    worlds.leave(WORLD, guest)
    assert worlds.recall(WORLD, "", "") is None


def test_kept_scenes_expire() -> None:
    clock = Clock()
    worlds = Worlds(clock)
    guest = Guest("a", "s1")
    worlds.enter(WORLD, guest, active=False)
    worlds.leave(WORLD, guest)
    clock.now += SHELF_SECONDS
    worlds.purge()
    assert worlds.shelved() == 1
    clock.now += 1
    worlds.purge()
    assert worlds.shelved() == 0


def test_the_number_of_worlds_with_kept_scenes_is_limited() -> None:
    clock = Clock()
    worlds = Worlds(clock)
    for n in range(WORLDS_SHELVED + 2):
        guest, world = Guest("a", "s1"), World("o", f"w{n}")
        worlds.enter(world, guest, active=False)
        worlds.leave(world, guest)
        clock.now += 1
    assert worlds.shelved() == WORLDS_SHELVED
    assert worlds.recall(World("o", "w1"), "s1", "s1") is None
    assert worlds.recall(World("o", "w2"), "s1", "s1") is not None


def test_scenes_are_trimmed_by_number_and_by_size_but_never_the_newest() -> None:
    many = {str(n): held("") for n in range(SCENES_HELD + 2)}
    trim(many)
    assert list(many) == [str(n) for n in range(2, SCENES_HELD + 2)]
    big = {"old": held("", memory.MOST_PER_WORLD), "new": held("", 2 * memory.MOST_PER_WORLD)}
    trim(big)
    assert list(big) == ["new"]


def test_all_scenes_together_have_a_bound_and_the_one_who_holds_most_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST", 10)
    clock = Clock()
    worlds = Worlds(clock)
    left, modest, greedy = Guest("left", "x", "y"), Guest("modest", "a"), Guest("greedy", *"bcdef")
    for name, guest in (("left", left), ("modest", modest), ("greedy", greedy)):
        worlds.enter(World("o", name), guest, active=False)
    worlds.leave(World("o", "left"), left)
    assert worlds.held_bytes() == 8
    worlds.reserve("new", 4)
    assert worlds.shelved() == 0, "shelves are cleared first"
    assert worlds.held_bytes() == 10
    worlds.reserve("newer", 2)
    assert list(greedy.scenes) == ["d", "e", "f"]
    assert list(modest.scenes) == ["a"]
    with pytest.raises(Overloaded):
        worlds.reserve("newest", 11)
    worlds.release("new")
    worlds.release("newer")
    assert worlds.held_bytes() == 0
