"""List the rulesets that are installed, explain one, or check one of your own."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

import msgspec

from coign.catalogue.language import language_file
from coign.catalogue.registry import catalogue, check, installed, refused
from coign.catalogue.share import from_line, to_line
from coign.commands import BadUsage
from coign.errors import UnknownRuleset
from coign.protocol import Choice, RuleInfo, RulesetInfo
from coign.rules.worth import in_words
from coign.util.generated_files import remade, write
from coign.util.terminal import BOLD, DIM, GREEN, RED, Paint, table

WIDTH = 100  # characters of a line of prose
EXAMPLE = """\
examples:
  coign rulesets                        every ruleset with its options
  coign rulesets partial-advantage      its rules, each with the sentence it comes from
  coign rulesets --check coign_mud      what is wrong with the rulesets of a package
  coign rulesets --share house-rules flanking=+2 half-cover=-1d4       your rules as one line of text
  coign rulesets --from "house-rules: flanking=+2"                     what such a line says
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `coign rulesets`."""
    parser.add_argument("id", nargs="?", help="explain this ruleset: its options and rules")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="as `welcome` has them on the wire")
    shape.add_argument("--markdown", action="store_true", help="as a Markdown table")
    shape.add_argument("--into", metavar="FILE.md", type=Path, help="put the table into a page, between its two marks")
    shape.add_argument("--language", metavar="FILE.json", type=Path, help="write the English texts for the module")
    shape.add_argument(
        "--share",
        nargs="+",
        metavar=("ID", "OPTION=VALUE"),
        help="write a ruleset and its options as one line of text, to be copied to another table",
    )
    shape.add_argument("--from", dest="line", metavar="LINE", help="explain such a line")
    parser.add_argument(
        "--check",
        nargs="?",
        const="",
        metavar="PACKAGE",
        help="check the rulesets of a package; with --into or --language: write nothing, exit 1 if it is stale",
    )


def run(args: argparse.Namespace) -> int:
    """List, explain, check or share rulesets. Return an exit status. Raises BadUsage."""
    if args.check:
        return _check(args.check)
    if args.language:
        file = args.language
        return write({file: language_file()}, f"coign rulesets --language {file}", check=args.check is not None)
    if args.share:
        return _share(args.share)
    if args.line:
        return _explain_line(args.line)
    if args.check is not None and not args.into:
        raise BadUsage("--check takes a package, such as coign_mud or coign_mud:RULESET")
    rulesets = catalogue()
    if args.into:
        page = remade(args.into, "rulesets", "coign rulesets --into docs/rulesets.md", markdown(rulesets))
        return write({args.into: page}, f"coign rulesets --into {args.into}", check=args.check is not None)
    if args.id:
        rulesets = tuple(ruleset for ruleset in rulesets if ruleset.id == args.id)
        if not rulesets:
            raise UnknownRuleset(args.id, [ruleset.id for ruleset in catalogue()])
    if args.json:
        print(msgspec.json.encode(rulesets).decode())
    elif args.markdown:
        print(markdown(rulesets), end="")
    elif args.id:
        print(explanation(rulesets[0], Paint()))
    else:
        paint = Paint()
        print("\n\n".join(summary(ruleset, paint) for ruleset in rulesets))
        for refusal in refused():
            print(f"\n{refusal.name} is left out: {'; '.join(refusal.reasons)}", file=sys.stderr)
    return 0


def markdown(rulesets: tuple[RulesetInfo, ...]) -> str:
    """Return a row for each ruleset."""
    rows = [
        f'| <a id="{ruleset.id}"></a>`{ruleset.id}` | {ruleset.title} | {_quoted(ruleset.over)} |'
        f" {len(ruleset.rules)} | {_quoted(choice.name for choice in ruleset.options)} |\n"
        for ruleset in rulesets
    ]
    head = "| id | rule system | may lie over | rules | options |\n| --- | --- | --- | --- | --- |\n"
    return head + "".join(rows)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def summary(ruleset: RulesetInfo, paint: Paint) -> str:
    """Return the id, title and source of a ruleset, and a line for each option."""
    rows = [(choice.name, values(choice), choice.help) for choice in ruleset.options]
    return "\n".join(part for part in (_head(ruleset, paint), table(rows, paint)) if part)


def explanation(ruleset: RulesetInfo, paint: Paint) -> str:
    """Describe a ruleset for a comparison with the book: each option's values and each rule's text."""
    options = [_option(choice, paint) for choice in ruleset.options]
    rules = [_rule(rule, paint) for rule in ruleset.rules]
    readings = ["\n".join(_wrapped(f"Our reading. {reading.text}")) for reading in ruleset.interpretations]
    return "\n\n".join([_head(ruleset, paint), *options, *rules, *readings])


def values(choice: Choice) -> str:
    """Return the values of an option, its default first and in brackets."""
    if choice.bounds is not None and isinstance(choice.default, (int, float)):
        return f"[{choice.default:g}], from {choice.bounds[0]:g} to {choice.bounds[1]:g}"
    taken = choice.values or ("false", "true")
    default = str(choice.default).lower() if isinstance(choice.default, bool) else str(choice.default)
    return " | ".join([f"[{default}]", *(value for value in taken if value != default)])


def _head(ruleset: RulesetInfo, paint: Paint) -> str:
    source = f"  {ruleset.source}; {ruleset.family}, {len(ruleset.rules)} rules"
    if ruleset.over:
        source += f"; may lie over {' or '.join(ruleset.over)}"
    return f"{paint(ruleset.id, BOLD)}  {ruleset.title}\n{paint(source, DIM)}"


def _option(choice: Choice, paint: Paint) -> str:
    lines = [f"{paint(choice.name, BOLD)}  {values(choice)}", *_wrapped(choice.help)]
    return "\n".join([*lines, *(f"    {value}: {label}" for value, label in choice.labels.items())])


def _rule(rule: RuleInfo, paint: Paint) -> str:
    occasions = paint(f"({', '.join(rule.occasions)})", DIM)
    readings = [f"Our reading. {reading.text}" for reading in rule.interpretations]
    replaced = [f"Replaces {', '.join(rule.replaces)} of a printed game."] if rule.replaces else []
    lines = [line for text in (rule.text, *readings, *replaced) for line in _wrapped(text)]
    return "\n".join([f"{paint(rule.id, BOLD)}  {rule.title}  {paint(rule.modifier, DIM)} {occasions}", *lines])


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _share(words: list[str]) -> int:
    """Print the line that shares a ruleset with these options."""
    shared = from_line(f"{words[0]}: {'; '.join(words[1:])}", installed())
    print(to_line(shared.ruleset, shared.options, installed()))
    return 0


def _explain_line(line: str) -> int:
    """Print what a shared line chooses, an option a row."""
    shared, paint = from_line(line, installed()), Paint()
    info = installed()[shared.ruleset].info()
    given = {name: str(value).lower() for name, value in shared.options.items()}
    rows = [
        (choice.title, _value_in_words(choice, given[choice.name]), choice.name)
        for choice in info.options
        if choice.name in given
    ]
    print("\n".join(part for part in (_head(info, paint), table(rows, paint)) if part))
    return 0


def _value_in_words(choice: Choice, value: str) -> str:
    return in_words(value, choice.form) if choice.form is not None else choice.labels.get(value, value)


def _check(package: str) -> int:
    paint = Paint()
    try:
        checked = check(package)
    except LookupError as problem:
        raise BadUsage(str(problem.args[0])) from None
    for name, wrong in checked.items():
        print(f"{paint(name, BOLD)}: {paint('cannot be used', RED) if wrong else paint('can be used', GREEN)}")
        for sentence in wrong:
            print(f"  {sentence}")
    return 1 if any(checked.values()) else 0
