"""The English texts of rules and rulesets, as one of the module's language files.

A ruleset's own texts (its title, its rules' titles, its options) stand under its id, so that the module finds them from
what `welcome` and an annotation name; reasons and notes stand under the keys of their templates. The module's other
language files of this kind have the same keys. The sentences of the rule texts are quotations and are not in it.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from coign.protocol import Die, Flat
from coign.rules import Ruleset
from coign.rules.counted import APPLIED_TITLE, CLAIMED, CLAIMED_TITLE
from coign.rules.phrases import TEMPLATES
from coign.rulesets import BUILT_IN

Texts = dict[str, Any]


def language_file() -> str:
    """Return the file as JSON, keys in order."""
    texts = {
        "COIGN": {
            "Said": dict(sorted(TEMPLATES.items())),
            "Rulesets": {ruleset.id: texts_of(ruleset) for ruleset in BUILT_IN},
        }
    }
    return msgspec.json.format(msgspec.json.encode(texts), indent=2).decode() + "\n"


def texts_of(ruleset: Ruleset) -> Texts:
    """Return a ruleset's texts: title and source, its rules' titles by row and modifier, options and kinds of roll."""
    rules: Texts = {}
    for rule in ruleset.rules:
        rules.setdefault(rule.id, {})[rule.modifier] = rule.title
    for effect in (Die("1d4", "attack"), Flat(1, "attack")):
        row, title = ruleset.by_hand(effect)
        rules.setdefault(row, {})["by-hand"] = title
    rules["applied"] = {"applied-cover": APPLIED_TITLE}
    rules[CLAIMED] = {"by-hand": CLAIMED_TITLE}
    readings = (*ruleset.interpretations, *(reading for rule in ruleset.rules for reading in rule.interpretations))
    return {
        "title": ruleset.title,
        "source": ruleset.source,
        "rules": rules,
        "options": {
            option.name: {"title": option.title, "help": option.help, "labels": option.labels}
            for option in ruleset.options
        },
        "rolls": {f"{roll.occasion}-{roll.kind}": roll.title for roll in ruleset.rolls},
        "interpretations": {slug(reading.mark): {"mark": reading.mark, "text": reading.text} for reading in readings},
    }


def slug(mark: str) -> str:
    """Return the key of an interpretation, made from its mark: "our reading: the mean" is `our-reading-the-mean`."""
    return "-".join(re.findall(r"[a-z]+", mark.lower()))
