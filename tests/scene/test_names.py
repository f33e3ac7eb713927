"""Tokens found by the id or name that a person typed."""

from __future__ import annotations

from typing import Any

import pytest

from coign.errors import AmbiguousToken, UnknownToken
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.maps import draw, encode


def scene(**names: str) -> Scene:
    tokens: dict[str, Any] = {key: {"name": name} for key, name in names.items()}
    drawn = draw("+ + + + +", " A B C . ", "+ + + + +", tokens=tokens) | {"name": "The Crypt"}
    return finish(Scene.read(encode(drawn)))


def test_a_token_is_found_by_id_then_by_name_in_any_case() -> None:
    place = scene(A="Goblin", B="Orc", C="A")
    assert place.find("A").id == "A"
    assert place.find("Orc").id == "B"
    assert place.find("goblin").id == "A"


def test_case_counts_where_nothing_else_differs() -> None:
    assert scene(A="goblin", B="Goblin").find("Goblin").id == "B"


def test_of_several_with_one_name_each_is_listed_with_its_square() -> None:
    with pytest.raises(AmbiguousToken) as caught:
        scene(A="Goblin", B="Goblin", C="Orc").find("Goblin")
    said = str(caught.value)
    assert said == (
        "2 tokens in scene The Crypt are called Goblin; name one by its id: A (column 1, row 1), B (column 2, row 1)"
    )


def test_names_that_are_alike_are_proposed() -> None:
    place = scene(A="Goblin Boss", B="Bugbear", C="Vala")
    with pytest.raises(UnknownToken, match=r"no token bugber in scene The Crypt; did you mean Bugbear\?"):
        place.find("bugber")
    with pytest.raises(UnknownToken, match=r"did you mean Goblin Boss\?"):
        place.find("goblin")
    with pytest.raises(UnknownToken, match=r"no token zzz in scene The Crypt$"):
        place.find("zzz")


def test_a_name_cannot_steer_a_terminal() -> None:
    place = scene(A="Gob\x1b[31mlin\x07", B="Zoë 🧝‍♀️", C="nilbog\u202e")
    assert [token.name for token in place.tokens.values()] == ["Gob[31mlin", "Zoë 🧝‍♀️", "nilbog"]
