"""Texts for readers as keys with values, which the module translates to the reader's language.

A `Template` is English with places for values. Filled in, it is a `Said`: an ordinary string in English that also
carries its phrases for the wire. A text from elsewhere (a GM's reason, a ruleset of another package) is a plain
string and travels as it is.

>>> NEEDS = Template("example-needs", "{height} above, needs {needed}")
>>> text = NEEDS(height="5 ft", needed="2 ft")
>>> text
'5 ft above, needs 2 ft'
>>> text.phrases
(Phrase(key='example-needs', values={'height': '5 ft', 'needed': '2 ft'}),)
>>> phrases_of(joined(text, "a slippery floor"))[1]
Phrase(key='text', values={'text': 'a slippery floor'})
>>> del TEMPLATES["example-needs"]
"""

from __future__ import annotations

from coign.protocol import Note, Phrase

TEMPLATES: dict[str, str] = {}  # every template's English, by key: what the module's language files hold
AS_IT_IS = "text"  # the key of a text that has no template
TITLE = "title"  # the key of a modifier's name, which the language files have by its ruleset and rule

Value = str | float


class Said(str):
    """A text in English, with the phrases that it consists of."""

    phrases: tuple[Phrase, ...]
    __slots__ = ("phrases",)

    def __new__(cls, text: str, phrases: tuple[Phrase, ...]) -> Said:
        """Make a text of these phrases."""
        sentence = super().__new__(cls, text)
        sentence.phrases = phrases
        return sentence


class Template:
    """A text with places for values, which are numbers, strings or texts again."""

    __slots__ = ("english", "key")

    def __init__(self, key: str, english: str) -> None:
        """Register the template. Raises ValueError if another one has its key."""
        if TEMPLATES.setdefault(key, english) != english:
            raise ValueError(f"there is a template {key} already: {TEMPLATES[key]}")
        self.key, self.english = key, english

    def __call__(self, **values: Value) -> Said:
        """Fill in these values."""
        carried = {name: value.phrases if isinstance(value, Said) else value for name, value in values.items()}
        text = self.english.format(**{name: shown(value) for name, value in values.items()})
        return Said(text, (Phrase(self.key, carried),))


def fixed(key: str, english: str) -> Said:
    """Register a text without values."""
    return Template(key, english)()


def titled(title: str, *, ruleset: str, rule: str, modifier: str) -> Said:
    """Return the name of a modifier as a text to insert into others."""
    return Said(title, (Phrase(TITLE, {"source": title, "ruleset": ruleset, "rule": rule, "id": modifier}),))


def joined(*texts: str) -> Said:
    """Join several texts with semicolons."""
    return Said("; ".join(texts), tuple(phrase for text in texts for phrase in phrases_of(text)))


def phrases_of(text: str) -> tuple[Phrase, ...]:
    """Return the phrases of a text; a plain string is one phrase without a template."""
    return text.phrases if isinstance(text, Said) else (Phrase(AS_IT_IS, {"text": text}),)


def english(phrase: Phrase) -> str:
    """Return a phrase in English, as the module says it in the reader's language."""
    values = {
        name: "; ".join(map(english, value)) if isinstance(value, tuple) else shown(value)
        for name, value in phrase.values.items()
    }
    if phrase.key in (AS_IT_IS, TITLE):
        return values["text" if phrase.key == AS_IT_IS else "source"]
    return TEMPLATES[phrase.key].format(**values)


def shown(value: Value) -> str:
    """Return a value as a text has it."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def noted(text: str) -> Note:
    """Return an effect that only notes a text."""
    return Note(str(text), phrases_of(text))
