"""List the rule systems that are installed, with their options."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from coign.protocol import Choice, RulesetInfo
from coign.rulesets.registry import catalogue
from coign.util.generated_section import remade
from coign.util.terminal import BOLD, DIM, Paint, table

EXAMPLE = """\
example:
  coign rulesets --markdown
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="as `welcome` has them on the wire")
    shape.add_argument("--markdown", action="store_true", help="as a Markdown table")
    shape.add_argument("--into", metavar="FILE.md", type=Path, help="put the table into a page, between its two marks")
    parser.add_argument("--check", action="store_true", help="with --into: write nothing, exit 1 where it is stale")


def run(args: argparse.Namespace) -> int:
    rulesets = catalogue()
    if args.into:
        return _into(args.into, markdown(rulesets), args.check)
    if args.json:
        print(msgspec.json.encode(rulesets).decode())
    elif args.markdown:
        print(markdown(rulesets), end="")
    else:
        paint = Paint()
        print("\n\n".join(_told(ruleset, paint) for ruleset in rulesets))
    return 0


def markdown(rulesets: tuple[RulesetInfo, ...]) -> str:
    """One row for each rule system."""
    rows = [
        f"| `{one.id}` | {one.title} | {len(one.rules)} | {', '.join(f'`{choice.name}`' for choice in one.options)} |\n"
        for one in rulesets
    ]
    return "| id | rule system | rules | options |\n| --- | --- | --- | --- |\n" + "".join(rows)


def _told(ruleset: RulesetInfo, paint: Paint) -> str:
    head = f"{paint(ruleset.id, BOLD)}  {ruleset.title}"
    rows = [(choice.name, values(choice), choice.help) for choice in ruleset.options]
    source = paint(f"  {ruleset.source}; {ruleset.family}, {len(ruleset.rules)} rules", DIM)
    return "\n".join(part for part in (head, source, table(rows, paint)) if part)


def values(choice: Choice) -> str:
    """What an option takes, its default first and marked."""
    taken = choice.values or ("false", "true")
    default = str(choice.default).lower() if isinstance(choice.default, bool) else choice.default
    return " | ".join([f"[{default}]", *(value for value in taken if value != default)])


def _into(page: Path, text: str, check: bool) -> int:
    after = remade(page, "rulesets", "coign rulesets --into docs/rulesets.md", text)
    if after == page.read_text(encoding="utf-8"):
        return 0
    if check:
        print(f"{page} is stale: run coign rulesets --into {page}", file=sys.stderr)
        return 1
    page.write_text(after, encoding="utf-8", newline="\n")
    print(f"wrote {page}")
    return 0
