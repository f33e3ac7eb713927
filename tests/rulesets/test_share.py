"""Rules as one line of text: written and read again, and refused with a reason."""

from __future__ import annotations

import re

import pytest

from coign.cli import main
from coign.errors import BadOption, UnknownRuleset
from coign.rulesets import BUILT_IN
from coign.rulesets.registry import installed
from coign.rulesets.share import MARK, Shared, from_line, to_line

HOUSE = {"flanking": "+2", "height": "+1", "half-cover": "-1d4"}


def test_a_line_says_what_was_chosen_and_nothing_else() -> None:
    line = to_line(["house-rules"], {"house-rules": HOUSE}, installed())
    assert line == "Coign rules 1: house-rules height=+1 flanking=+2 half-cover=-1d4"
    assert from_line(line, installed()) == Shared(("house-rules",), {"house-rules": HOUSE})


def test_several_rulesets_keep_their_order() -> None:
    line = to_line(["pathfinder-1e", "combat-facing"], {"shields": True, "edition": "v3.5"}, installed())
    assert line == "Coign rules 1: pathfinder-1e edition=v3.5; combat-facing shields=true"
    assert from_line(line, installed()).rulesets == ("pathfinder-1e", "combat-facing")


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_every_value_of_every_option_travels(ruleset: object) -> None:
    for choice in ruleset.options:  # type: ignore[attr-defined]
        key = ruleset.id  # type: ignore[attr-defined]
        for value in choice.values or (True, False):
            line = to_line([key], {key: {choice.name: value}}, installed())
            assert "\n" not in line
            given = {} if value == choice.default else {choice.name: value}
            assert from_line(line, installed()).options[key] == given


def test_spaces_and_line_breaks_from_a_chat_do_not_matter() -> None:
    assert from_line(f"  {MARK}\n house-rules   flanking=+2 ", installed()).options == {
        "house-rules": {"flanking": "+2"}
    }


@pytest.mark.parametrize(
    ("line", "error", "reason"),
    [
        ("house-rules flanking=+2", BadOption, 'shared rules begin with "Coign rules 1:"'),
        (f"{MARK} mud", UnknownRuleset, "no ruleset mud"),
        (f"{MARK} house-rules flanking", BadOption, "not of the form option=value"),
        (f"{MARK} house-rules flanking=+99", BadOption, "option flanking of house-rules takes"),
        (f"{MARK} house-rules; pathfinder-1e", BadOption, "pathfinder-1e does not combine with house-rules"),
        (MARK, UnknownRuleset, "no ruleset"),
    ],
)
def test_a_wrong_line_is_refused_with_a_reason(line: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=re.escape(reason)):
        from_line(line, installed())


def test_the_command_writes_and_explains_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulesets", "--share", "house-rules", "flanking=+2", "half-cover=-1d4"]) == 0
    line = capsys.readouterr().out.strip()
    assert line == "Coign rules 1: house-rules flanking=+2 half-cover=-1d4"
    assert main(["rulesets", "--from", line]) == 0
    said = capsys.readouterr().out
    assert "+2 on the attack" in said
    assert "-1d4 on the attack" in said
