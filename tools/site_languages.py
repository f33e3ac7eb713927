"""Let the choice of a language lead to the same page: each page of the built site that the other language has too.

usage: python tools/site_languages.py [SITE]

`python3 dev.py docs` runs it when both sites are built. The generator links every page to the other language's home;
where the same page is there, its address is put in.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OTHERS = ("de",)  # the folders of the other languages; English is at the top
LINK = re.compile(r'(<(?:a|link)\b[^>]*?href=")[^"]*("[^>]*?hreflang="(\w+)")')


def main(site: Path) -> int:
    """Rewrite the links of every page. Returns an exit status."""
    pages = [page for page in site.rglob("*.html") if page.name != "404.html"]
    changed = sum(linked(page, site) for page in pages)
    print(f"{changed} of {len(pages)} pages have the same page in another language")
    return 0


def linked(page: Path, site: Path) -> bool:
    """Write the links of a page, and tell whether another language has the same page."""
    text = page.read_text(encoding="utf-8")
    ours, name = place(page, site)

    def same(found: re.Match[str]) -> str:
        there = site / ("" if found[3] == "en" else found[3])
        goal = there / name
        goal = goal if goal.is_file() else there / "index.html"
        return f"{found[1]}{Path(os.path.relpath(goal, page.parent)).as_posix()}{found[2]}"

    page.write_text(LINK.sub(same, text), encoding="utf-8", newline="\n")
    languages = {"en", *OTHERS} - {ours}
    return any((site / ("" if other == "en" else other) / name).is_file() for other in languages)


def place(page: Path, site: Path) -> tuple[str, Path]:
    """Return the language of a page, and its path in that language's folder."""
    path = page.relative_to(site)
    if path.parts[0] in OTHERS:
        return path.parts[0], Path(*path.parts[1:])
    return "en", path


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"))
