"""The pages in docs/rules/: each statement of the rule texts, its verdict, and the worked case or test that holds it.

The statements are in tests/data/statements/, one file for each rule text. `## Heading` begins a section of the text,
and every other line is one statement in four parts:

    what the text says, in short | verdict | ids of the rules | what holds it

The verdict is `correct` (a figure or a permission that the program works out), `shown` (a sentence or a mark that a
reader sees), or `the GM decides`. The fourth part names worked cases
(`c1-on-a-table`), tests of the bridge (`test_C8_soft_cover`), or a test of the module by its file and the start of its
title (`map.test.mjs: facing arrows`); where the GM decides it is the reason instead. The texts of the rules come from
the rulesets themselves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from coign.catalogue.registry import catalogue
from coign.protocol import RulesetInfo

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "tests" / "data" / "statements"
PAGES = ROOT / "docs" / "rules"
VERDICTS = ("correct", "shown", GM := "the GM decides")
OUTSIDE = ("Core rules beside the text", "Common to every rule system")  # sections that no rule text has
MADE = "<!-- Made from tests/data/statements/ by `python3 dev.py generate`; do not edit. -->\n"


@dataclass(frozen=True)
class Statement:
    """One testable statement of a rule text."""

    number: int
    section: str
    text: str
    verdict: str
    rules: tuple[str, ...]
    held_by: tuple[str, ...]  # worked cases and tests; empty where the GM decides
    reason: str  # why the GM decides, else empty

    @property
    def in_the_text(self) -> bool:
        """Tell whether the rule text itself contains this; some rules come from the core rules instead."""
        return self.section not in OUTSIDE


def pages() -> dict[Path, str]:
    """The text of every page, by its path."""
    texts = [(ruleset, read(ruleset.id)) for ruleset in catalogue() if (SOURCES / f"{ruleset.id}.txt").exists()]
    made = {PAGES / f"{ruleset.id}.md": page(ruleset, statements) for ruleset, statements in texts}
    return {PAGES / "index.md": overview(texts)} | made


def read(ruleset: str) -> list[Statement]:
    """The statements of one rule text, numbered from 1. Raises ValueError for a malformed line."""
    section, statements = "", list[Statement]()
    for line in (SOURCES / f"{ruleset}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
            continue
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) != 4 or parts[1] not in VERDICTS or not all(parts):
            raise ValueError(f"{ruleset}.txt: not `statement | verdict | rules | held by`: {line}")
        text, verdict, rules, last = parts
        held_by = () if verdict == GM else tuple(last.split(", "))
        reason = last if verdict == GM else ""
        statements.append(Statement(len(statements) + 1, section, text, verdict, tuple(rules.split()), held_by, reason))
    return statements


def overview(texts: list[tuple[RulesetInfo, list[Statement]]]) -> str:
    """The first page: how many statements each text has, and what became of them."""
    rows, total = [], Counter[str]()
    for ruleset, statements in texts:
        counts = Counter(one.verdict for one in statements if one.in_the_text)
        total += counts
        rows.append(f"| [{ruleset.title}]({ruleset.id}.md) | {_counted(counts)} |\n")
    return (
        f"# The rule texts, statement by statement\n\n{MADE}\n"
        "Each testable statement of the five rule texts, and what holds it: a worked case in `tests/data/cases/` or\n"
        "`tests/data/conformance/` (a drawn map, a request, and what must come out), or a test.\n\n"
        "- *correct*: the program works it out, and the figures are held.\n"
        "- *shown*: the card or the map says it.\n"
        "- *the GM decides*: no program can know it, and the table gives the reason.\n\n"
        "| rule text | statements | correct | shown | the GM decides |\n"
        "| --- | --: | --: | --: | --: |\n"
        f"{''.join(rows)}| together | {_counted(total)} |\n"
    )


def page(ruleset: RulesetInfo, statements: list[Statement]) -> str:
    """The page of one rule text: a table for each section, and the sentences that the rules quote."""
    parts = [f"# {ruleset.title}\n\n{MADE}\nSource: {ruleset.source}. [All rule texts](index.md)\n"]
    for section in dict.fromkeys(one.section for one in statements):
        rows = "".join(_row(one) for one in statements if one.section == section)
        parts.append(
            f"\n## {section}\n\n| | statement | verdict | rules | held by |\n| --: | --- | --- | --- | --- |\n{rows}"
        )
    quoted = dict.fromkeys((rule.id, rule.title, rule.text) for rule in ruleset.rules)
    rules = "".join(f"| {id} | {title} | {_cell(text)} |\n" for id, title, text in quoted)
    parts.append(f"\n## The rules in the program\n\n| id | name | sentence |\n| --- | --- | --- |\n{rules}")
    if ruleset.over:
        parts.append(over_printed_games(ruleset))
    return "".join(parts)


def over_printed_games(text: RulesetInfo) -> str:
    """The section on a text over each printed game: the rules of the game that it replaces and those that it leaves."""
    games = {game.id: game for game in catalogue()}
    rows = []
    for game in (games[id] for id in text.over):
        replaced = {modifier for rule in text.rules for modifier in rule.replaces}
        by = [
            f"| {game.title} | {', '.join(_ids(game, rule.replaces))} | {rule.id} | {rule.title} |\n"
            for rule in text.rules
            if _ids(game, rule.replaces)
        ]
        left = dict.fromkeys(rule.id for rule in game.rules if rule.modifier not in replaced)
        rows += [*by, f"| {game.title} | {', '.join(left)} | | in force as printed |\n"]
    return (
        "\n## Over a printed game\n\n"
        "The text may be chosen together with a printed game: it replaces these rules where its own are in force, and\n"
        "leaves the others.\n\n"
        f"| printed game | its rules | replaced by | |\n| --- | --- | --- | --- |\n{''.join(rows)}"
    )


def _ids(game: RulesetInfo, modifiers: tuple[str, ...]) -> list[str]:
    """The ids of a game's rules with these modifiers."""
    return list(dict.fromkeys(rule.id for rule in game.rules if rule.modifier in modifiers))


def _row(one: Statement) -> str:
    held = one.reason or ", ".join(f"`{name}`" for name in one.held_by)
    return f"| {one.number} | {_cell(one.text)} | {one.verdict} | {', '.join(one.rules)} | {_cell(held)} |\n"


def _counted(counts: Counter[str]) -> str:
    return " | ".join(str(number) for number in (counts.total(), *(counts[verdict] for verdict in VERDICTS)))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
