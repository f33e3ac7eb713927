"""Finish the site in site/, which the generator of the docs has built.

usage: python -m tools.site languages   (`python3 dev.py docs`)
       python -m tools.site table [FOLDER]   (`python3 dev.py site`)

`languages` lets the choice of a language lead to the same page, where the other language has it: the generator links
every page to the other language's home.

`table` adds the practice table and the open bench: Coign in the page, with no server but one for files. All addresses
are relative, so that the folder works under any path of any host.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import msgspec

from coign import __version__
from coign.server import assets
from support.published import verdicts

ROOT = Path(__file__).resolve().parents[1]
OTHERS = ("de",)  # the folders of the other languages; English is at the top
LINK = re.compile(r'(<(?:a|link)\b[^>]*?href=")[^"]*("[^>]*?hreflang="(\w+)")')
HERE = "../"  # from the table to the pages that the module's help opens
NOBODY = b"null\n"  # what `coign demo` answers with the page's token: here there is no bridge to be paired with


def languages(site: Path) -> None:
    """Rewrite the links to the other language on every page."""
    for page in site.rglob("*.html"):
        path = page.relative_to(site)
        name = Path(*path.parts[1:]) if path.parts[0] in OTHERS else path

        def same(found: re.Match[str], page: Path = page, name: Path = name) -> str:
            there = site / ("" if found[3] == "en" else found[3])
            goal = there / name if (there / name).is_file() else there / "index.html"
            return f"{found[1]}{Path(os.path.relpath(goal, page.parent)).as_posix()}{found[2]}"

        if page.name != "404.html":
            page.write_text(LINK.sub(same, page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def table(folder: Path) -> None:
    """Write the table into `folder`/tabletop and the module beside it."""
    module = assets.module_files()
    if not assets.has_engine(module):
        sys.exit("site: this copy of the module has no engine; run `python3 dev.py site`, which builds it")
    files = {f"modules/coign/{path}": body for path, body in module.items()}
    fields = msgspec.json.decode(assets.manifest(module))
    fields.setdefault("flags", {}).setdefault("coign", {})["site"] = HERE
    files["modules/coign/module.json"] = msgspec.json.format(msgspec.json.encode(fields), indent=2)
    files |= {f"tabletop/{path}": body for path, body in assets.tabletop_files().items()}
    files["tabletop/demo.json"] = NOBODY
    files["tabletop/bench/published.json"] = msgspec.json.encode(list(verdicts()))
    for path, body in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(body)
    size = sum(map(len, files.values())) / 1e6
    print(f"wrote {folder}: the docs, and the table of version {__version__} in tabletop/ ({size:.0f} MB)")


if __name__ == "__main__":
    {"languages": languages, "table": table}[sys.argv[1]](Path(*sys.argv[2:] or (ROOT / "site",)))
