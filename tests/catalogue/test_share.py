"""House rules as one line of text: written, read again, and refused with a reason."""

from __future__ import annotations

import re

import pytest

from coign.annotations import engine
from coign.catalogue.registry import installed
from coign.catalogue.share import from_line, to_line
from coign.errors import BadOption, UnknownRuleset
from coign.protocol import Shared
from coign.rules import Ruleset
from coign.rulesets import BUILT_IN
from support.bridges import ask, make_services, ready

HOUSE: dict[str, bool | float | str] = {"flanking": "+2", "height": "+1", "half-cover": "-1d4"}
LINE = "house-rules: height=+1; flanking=+2; half-cover=-1d4"


def test_a_line_contains_only_changed_options() -> None:
    assert to_line("house-rules", HOUSE, installed()) == LINE
    assert from_line(LINE, installed()) == Shared("house-rules", HOUSE)
    assert to_line("house-rules", {}, installed()) == "house-rules:"


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.id)
def test_every_value_of_every_option_is_shared(ruleset: Ruleset) -> None:
    for choice in ruleset.options:
        for value in choice.bounds or choice.values or (True, False):
            line = to_line(ruleset.id, {choice.name: value}, installed())
            given = {} if value == choice.default else {choice.name: value}
            assert from_line(line, installed()).options == given


def test_spaces_and_encoded_signs_do_not_matter() -> None:
    assert from_line("  house-rules:\n flanking = %2B2 ;", installed()).options == {"flanking": "+2"}


@pytest.mark.parametrize(
    ("line", "error", "reason"),
    [
        ("flanking=+2", BadOption, "is not a line of shared rules"),
        ("mud: deep=true", UnknownRuleset, "no ruleset mud"),
        ("house-rules: flanking", BadOption, "not of the form option=value"),
        ("house-rules: flanking=+100", BadOption, "option flanking of house-rules: '+100' is no worth here"),
        ("house-rules: mud=+1", BadOption, "no option mud in house-rules"),
    ],
)
def test_a_wrong_line_is_refused_with_a_reason(line: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=re.escape(reason)):
        from_line(line, installed())


def test_a_refusal_names_the_part_that_is_wrong() -> None:
    for wrong in ("flanking", "flanking=+100", "mud=+1", "=+1"):
        with pytest.raises(BadOption) as refused:
            from_line(f"house-rules: height=+1; {wrong}; half-cover=-1d4", installed())
        assert refused.value.detail["part"] == wrong
    with pytest.raises(BadOption) as refused:
        from_line("flanking=+2", installed())
    assert "part" not in refused.value.detail


def test_a_connection_writes_the_lines_of_its_rules_and_reads_those_of_others() -> None:
    session = ready(make_services(engine=engine))
    chosen = {"rulesets": ["house-rules"], "options": {"house-rules": HOUSE}}
    (configured,) = ask(session, {"type": "configure", "id": "c", **chosen})
    assert configured.lines == {"house-rules": LINE}
    (shared,) = ask(session, {"type": "share", "id": "s", "line": LINE})
    assert shared == Shared("house-rules", HOUSE, "s")
    (error,) = ask(session, {"type": "share", "id": "s", "line": "house-rules: height=+1; mud=+1"})
    assert (error.id, error.detail["part"]) == ("s", "mud=+1")
