"""Copy docs/ to build/docs, and add the pages of the site that nobody writes: each rule system, the ready conditions.

usage: python tools/site_pages.py

`python3 dev.py docs` runs it first. The page of a rule system, in English and in German, has each rule's name, effect,
sentence and reason. The names come from the module's language files, the sentences from the rulesets, and the drawings
from the worked cases of the tests. Coign's icon and the styles go beside the pages.

In a clone, a page links to a rule system by its row in docs/rulesets.md. On the site the same link leads to its page.
"""

from __future__ import annotations

import inspect
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from coign.annotations.cases import WorkedCase, read_cases
from coign.catalogue.registry import catalogue
from coign.figures.svg import draw_result
from coign.protocol import (
    Choice,
    Effect,
    Figure,
    Modifier,
    Phrase,
    Result,
    RuleInfo,
    RulesetInfo,
)
from coign.protocol.rulings import PhraseValue
from coign.rules import conditions, phrases_of, signed
from coign.scene.scene import Scene
from coign.util.design import ICON
from coign.util.tasks import finish

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "build" / "docs"
DOCS = {"en": SITE, "de": SITE / "de"}
ROW = re.compile(r"\]\((?:\.\./)*rulesets\.md#([\w-]+)\)")  # a link to the row of a rule system
TABLE = "rule-systems"  # the heading above all rows
CASES = ROOT / "tests" / "data" / "cases"
CONDITIONS = ("When", "str | None")  # what makes a condition, and what one returns
MINUS = "\N{MINUS SIGN}"
DRAWINGS_OF_A_FACT = 2  # on one page
WORDS = {
    "en": {
        "title": "Rule systems",
        "intro": (
            "What Coign can judge by. The GM chooses in *Configure Settings*, *Coign*, *Choose Rules*. A new "
            "world begins with the printed rules of its game system."
        ),
        "source": "Source",
        "over": "It can lie over a printed game, which keeps every rule that this text does not replace: {games}.",
        "here": "Here",
        "options": "What the table chooses",
        "usual": "usual",
    },
    "de": {
        "title": "Regelwerke",
        "intro": (
            "Wonach Coign urteilen kann. Die Spielleitung wählt unter *Einstellungen konfigurieren*, *Coign*, *Regeln "
            "wählen*. Eine neue Welt beginnt mit den gedruckten Regeln ihres Spielsystems."
        ),
        "source": "Quelle",
        "over": "Es kann über einem gedruckten Spiel liegen; was es nicht ersetzt, bleibt dort in Kraft: {games}.",
        "here": "Hier",
        "options": "Was die Runde wählt",
        "usual": "üblich",
    },
}


class Shown(NamedTuple):
    """A worked case in which a rule counts: the modifier, and the picture of what was measured for it."""

    modifier: Modifier
    picture: str


class Texts:
    """The texts of one ruleset in one language, as the module shows them."""

    def __init__(self, language: str, ruleset: RulesetInfo) -> None:
        self._said: dict[str, str] = _texts(f"{language}.rules")["Said"]
        self._texts: dict[str, Any] = _texts(f"{language}.rules")["Rulesets"].get(ruleset.id, {})
        self.title: str = self._texts.get("title", ruleset.title)
        self.source: str = self._texts.get("source", ruleset.source)

    def rule(self, rule: RuleInfo) -> str:
        """Return the name of a rule."""
        return str(self._texts.get("rules", {}).get(rule.id, {}).get(rule.modifier, rule.title))

    def option(self, option: Choice) -> tuple[str, str, dict[str, str]]:
        """Return the name of an option, what it is about, and what its values mean."""
        own = self._texts.get("options", {}).get(option.name, {})
        return own.get("title", option.title), own.get("help", option.help), own.get("labels", option.labels)

    def effect(self, effect: Effect) -> str:
        """Return an effect as short as on the card, in the words of the card; empty for a note."""
        return self._told(phrases_of(signed(effect))).replace("-", MINUS)

    def reason(self, modifier: Modifier) -> str:
        """Return why a modifier counts."""
        return self._told(modifier.phrases) or modifier.reason

    def _told(self, phrases: tuple[Phrase, ...]) -> str:
        return "; ".join(map(self._phrase, phrases))

    def _phrase(self, phrase: Phrase) -> str:
        values = {name: self._value(value) for name, value in phrase.values.items()}
        return self._said[phrase.key].format(**values).strip() if phrase.key in self._said else values["text"]

    def _value(self, value: PhraseValue) -> str:
        if isinstance(value, tuple):
            return self._told(value)
        return f"{value:g}" if isinstance(value, float) else str(value)


@lru_cache
def _texts(name: str) -> dict[str, Any]:
    file = ROOT / "foundry-module" / "lang" / f"{name}.json"
    texts: dict[str, Any] = msgspec.json.decode(file.read_bytes())["COIGN"]
    return texts


def main() -> int:
    """Write the pages of both languages. Returns an exit status."""
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SITE)
    for file in SITE.rglob("*.md"):
        home = DOCS["de"] if file.is_relative_to(DOCS["de"]) else DOCS["en"]
        up = "../" * (len(file.relative_to(home).parts) - 1)
        file.write_text(led_to_pages(file.read_text(encoding="utf-8"), f"{up}systems"), encoding="utf-8", newline="\n")
    drawn = {ruleset.id: shown(ruleset) for ruleset in catalogue()}
    for language, folder in DOCS.items():
        pages = folder / "systems"
        pages.mkdir()
        (folder / "assets").mkdir()
        (folder / "assets" / "icon.svg").write_text(ICON, encoding="utf-8", newline="\n")
        for style in DOCS["en"].glob("*.css"):
            (folder / style.name).write_bytes(style.read_bytes())
        (pages / "index.md").write_text(overview(language), encoding="utf-8")
        for ruleset in catalogue():
            cases = drawn[ruleset.id]
            (pages / f"{ruleset.id}.md").write_text(page(ruleset, cases, language), encoding="utf-8")
            for modifier, one in cases.items():
                if one.picture:
                    (pages / f"{ruleset.id}-{modifier}.svg").write_text(one.picture, encoding="utf-8")
    (DOCS["en"] / "systems" / "conditions.md").write_text(ready_conditions(), encoding="utf-8")
    return 0


def led_to_pages(text: str, folder: str) -> str:
    """Lead the links to rows of docs/rulesets.md to the pages of the rule systems in a folder."""
    return ROW.sub(lambda found: f"]({folder}/{'index' if found[1] == TABLE else found[1]}.md)", text)


def ready_conditions() -> str:
    """Return the page of the conditions that a rule system of somebody else can use."""
    rows = [
        f"| `{name}({', '.join(inspect.signature(one).parameters)})` | {(inspect.getdoc(one) or '').splitlines()[0]} |"
        for name, one in vars(conditions).items()
        if inspect.isfunction(one) and one.__name__ == name and one.__annotations__.get("return") in CONDITIONS
    ]
    return (
        "# Ready conditions\n\nThe functions of `coign.rules.conditions`, for [a rule system of your own]"
        "(../recipes.md#a-rule-system). One that takes the case is a condition itself; the others make one.\n\n"
        "| condition | what it is |\n| --- | --- |\n" + "\n".join(rows) + "\n"
    )


def overview(language: str) -> str:
    """Return the page that lists the rule systems."""
    words = WORDS[language]
    systems = ((ruleset.id, Texts(language, ruleset)) for ruleset in catalogue())
    lines = "".join(f"- [{texts.title}]({ruleset}.md): {texts.source}\n" for ruleset, texts in systems)
    return f"# {words['title']}\n\n{words['intro']}\n\n{lines}"


def page(ruleset: RulesetInfo, cases: dict[str, Shown], language: str) -> str:
    """Return the page of one rule system."""
    words, texts = WORDS[language], Texts(language, ruleset)
    parts = [f"# {texts.title}", f"{words['source']}: {texts.source}."]
    if ruleset.over:
        games = {one.id: Texts(language, one).title for one in catalogue()}
        parts.append(words["over"].format(games=", ".join(games[one] for one in ruleset.over)))
    for rule in ruleset.rules:
        parts += _rule(ruleset.id, rule, texts, cases.get(rule.modifier), words)
    if ruleset.options:
        parts.append(f"## {words['options']}")
    parts += [_option(option, *texts.option(option), words["usual"]) for option in ruleset.options]
    return "\n\n".join(parts) + "\n"


def _rule(ruleset: str, rule: RuleInfo, texts: Texts, case: Shown | None, words: dict[str, str]) -> Iterator[str]:
    """Yield the heading of a rule, its sentence, and one case in which it counts."""
    title = texts.rule(rule)
    gives = texts.effect(case.modifier.effect) if case is not None else ""
    yield f"## {title}{gives and f': {gives}'}"
    if rule.text:
        yield f"> {rule.text}"
    if case is None:
        return
    picture = f"![{title}]({ruleset}-{rule.modifier}.svg){{ .drawing loading=lazy }}\n\n"
    yield f"{picture if case.picture else ''}{words['here']}: {texts.reason(case.modifier)}."


def _option(option: Choice, title: str, about: str, labels: dict[str, str], usual: str) -> str:
    default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
    values = [f"    - {label}{f' ({usual})' if value == default else ''}" for value, label in labels.items()]
    return "\n".join([f"- **{title}.** {about}", *values])


def shown(ruleset: RulesetInfo) -> dict[str, Shown]:
    """Return a worked case for each rule that counts in one, by its modifier; two of each fact have a picture."""
    found: dict[str, Shown] = {}
    drawn: Counter[str] = Counter()
    for case in read_cases((CASES / f"{ruleset.id}.json").read_bytes()):
        missing = {rule.modifier: rule.id for rule in ruleset.rules if rule.modifier not in found}
        if not set(missing.values()) & set(((case.expect or {}).get("modifiers") or {}).get("on", ())):
            continue
        result = case.run().results[0]
        for modifier in result.modifiers:
            if modifier.id not in missing or modifier.state != "on":
                continue
            marks = _marks(result.figure, modifier.figure or "")
            draws = bool(marks.lines or marks.polygons) and drawn[modifier.figure or ""] < DRAWINGS_OF_A_FACT
            drawn[modifier.figure or ""] += draws
            found[modifier.id] = Shown(modifier, _picture(case, result, marks) if draws else "")
    return found


def _marks(figure: Figure, fact: str) -> Figure:
    """Return the marks of one fact."""
    return Figure(
        points=tuple(mark for mark in figure.points if mark.fact == fact),
        lines=tuple(mark for mark in figure.lines if mark.fact == fact),
        polygons=tuple(mark for mark in figure.polygons if mark.fact == fact),
        side=figure.side if fact == "elevation" else (),
    )


def _picture(case: WorkedCase, result: Result, marks: Figure) -> str:
    scene = finish(Scene.read(case.scene))
    actor = scene.find(str(case.request["actor"]))
    return draw_result(msgspec.structs.replace(result, figure=marks), scene, actor)


if __name__ == "__main__":
    sys.exit(main())
