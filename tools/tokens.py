"""Write the design tokens of bridge/coign/util/design.py as CSS and as JavaScript.

usage: python tools/tokens.py [--check]

With --check, write nothing; list the files that are not up to date and exit with 1 if there are any. The practice
table and the docs have copies of their own, because each is served without the others.
"""

from __future__ import annotations

import sys
from pathlib import Path

from coign.util.design import css, javascript
from coign.util.generated_files import write

ROOT = Path(__file__).resolve().parents[1]


def made() -> dict[Path, str]:
    """Return each generated file with its text."""
    sheets = ("foundry-module/styles/tokens.css", "bridge/tabletop/tokens.css", "docs/tokens.css")
    return {ROOT / path: css() for path in sheets} | {ROOT / "foundry-module/scripts/util/tokens.mjs": javascript()}


def main(arguments: list[str]) -> int:
    """Write the files, or compare them. Returns an exit status."""
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    return write(made(), "python3 dev.py generate", check=bool(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
