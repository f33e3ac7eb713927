"""Write the design tokens of bridge/coign/util/tokens.py as CSS and as JavaScript.

usage: python tools/tokens.py [--check]

With --check, write nothing; list the files that are not up to date and exit with 1 if there are any. The practice
table and the docs have copies of their own, because each is served without the others.
"""

from __future__ import annotations

import sys
from pathlib import Path

from coign.util.tokens import css, javascript

ROOT = Path(__file__).resolve().parents[1]


def made() -> dict[Path, str]:
    """Return each generated file with its text."""
    sheets = ("foundry-module/styles/tokens.css", "bridge/tabletop/tokens.css", "docs/tokens.css")
    return {ROOT / path: css() for path in sheets} | {ROOT / "foundry-module/scripts/util/tokens.mjs": javascript()}


def main(arguments: list[str]) -> int:
    """Write the files, or compare them. Returns an exit status."""
    stale = [path for path, text in made().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not up to date: run `python3 dev.py generate`")
        return 1 if stale else 0
    if arguments:
        sys.exit(__doc__)
    for path in stale:
        path.write_text(made()[path], encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
