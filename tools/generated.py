"""Write what is made from the rule systems and the design: pages in docs/, and files of the module.

usage: python -m tools.generated [--check]

With --check, write nothing; list the files that are not up to date and exit with 1 if there are any. The practice
table and the docs have copies of the design tokens, because each is served without the others.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import printed_rules, statements

from coign.util.design import css, javascript
from coign.util.generated_files import write

ROOT = Path(__file__).resolve().parents[1]


def tokens() -> dict[Path, str]:
    """Return the files of the design tokens with their texts."""
    sheets = ("foundry-module/styles/tokens.css", "bridge/tabletop/tokens.css", "docs/tokens.css")
    return {ROOT / path: css() for path in sheets} | {ROOT / "foundry-module/scripts/util/tokens.mjs": javascript()}


def main(arguments: list[str]) -> int:
    """Write the files, or compare them. Returns an exit status."""
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    made = tokens() | statements.pages() | printed_rules.made()
    return write(made, "python3 dev.py generate", check=bool(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
