"""Take the pictures of the docs again that are older than what they show.

usage: python tools/pictures.py [--check | --keep]

docs/pictures.json has for each picture a digest of the files that decide what it shows. With --check, take none: list
the pictures whose files have changed, and exit with 1 if there are any. With --keep, note the files as they are now
without taking a picture: for a change that shows nowhere.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTES = ROOT / "docs/pictures.json"

TABLE = ("bridge/tabletop/chat.css", "bridge/tabletop/client.css", "bridge/tabletop/theme.css")
CARD = (
    *TABLE,
    "foundry-module/scripts/card/*.mjs",
    "foundry-module/styles/card.css",
    "foundry-module/styles/figure.css",
)
MAP = (*TABLE, "foundry-module/scripts/map/*.mjs", "foundry-module/styles/map.css", "bridge/tabletop/draw.mjs")
IN_ROLL = (*CARD, "foundry-module/scripts/in-roll/line-list.mjs", "foundry-module/styles/windows.css")
WINDOW = (*TABLE, "foundry-module/styles/windows.css")
FIRST_CARD = (*CARD, *MAP, "foundry-module/scripts/config/pairing-window.mjs", "foundry-module/styles/windows.css")

# By the names of tests/browser/screenshots.mjs: a picture's files in a language's folder, and what decides its look.
SHOTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "moving": ("moving.webp", (*CARD, *MAP)),
    "card": ("card.webp", CARD),
    "overlay": ("overlay.webp", MAP),
    "drag": ("drag.webp", MAP),
    "bestPlaces": ("best-places.webp", MAP),
    "furniture": (
        "furniture.webp",
        (*WINDOW, "foundry-module/scripts/config/furniture.mjs", "foundry-module/scripts/config/things-window.mjs"),
    ),
    "fightReport": (
        "fight-report.webp",
        (*WINDOW, "foundry-module/scripts/config/fight-window.mjs", "foundry-module/scripts/ledger/fight-report.mjs"),
    ),
    "tabletop": (
        "tabletop.webp",
        (*CARD, *MAP, "bridge/tabletop/*.css", "bridge/tabletop/*.html", "bridge/tabletop/panel.mjs"),
    ),
    "firstCard": ("first-card-*.webp", FIRST_CARD),
    "inRollLight": ("in-roll-*.webp", IN_ROLL),
    "inRollDark": ("in-roll-dialog-dark.webp", IN_ROLL),
    "games": ("games/*.webp", (*IN_ROLL, "bridge/tabletop/systems/*.mjs")),
}
LANGUAGES = {"en": "docs", "de": "docs/de"}


def digest(patterns: tuple[str, ...], language: str) -> str:
    """Return 16 hex digits of the contents of the files that match, and of the language's texts."""
    files = sorted(
        {file for pattern in (*patterns, f"foundry-module/lang/{language}.json") for file in ROOT.glob(pattern)}
    )
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def made() -> dict[str, dict[str, str]]:
    """Return for each language its pictures, by the names of SHOTS, with the digest of what they show now."""
    return {
        language: {
            name: digest(sources, language)
            for name, (files, sources) in SHOTS.items()
            if list((ROOT / folder).glob(files))
        }
        for language, folder in LANGUAGES.items()
    }


def main(arguments: list[str]) -> int:
    """Take the pictures that are older than what they show, or list them. Returns an exit status."""
    if arguments not in ([], ["--check"], ["--keep"]):
        sys.exit(__doc__)
    now, noted = made(), json.loads(NOTES.read_text(encoding="utf-8"))
    for language, pictures in now.items():
        older = [name for name, value in pictures.items() if noted.get(language, {}).get(name) != value]
        if older and arguments == ["--check"]:
            print(f"pictures of {LANGUAGES[language]} older than what they show: {', '.join(older)}", file=sys.stderr)
        elif older and not arguments:
            print(f"taking {', '.join(older)} for {LANGUAGES[language]}", flush=True)
            node = shutil.which("node") or "node"
            subprocess.run([node, "tests/browser/screenshots.mjs", language, *older], cwd=ROOT, check=True)
    if arguments == ["--check"]:
        hint = (
            "run python3 dev.py pictures, or .venv/bin/python tools/pictures.py --keep if you looked and nothing shows"
        )
        return 0 if now == noted else print(hint, file=sys.stderr) or 1
    NOTES.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
