"""Add the practice table and the open bench to the site: Coign in the page, with no server but one for files.

usage: python -m tools.site [FOLDER]

`python3 dev.py site` makes the docs in FOLDER (site/) first, and the module with its engine. All addresses are
relative, so that the folder works under any path of any host.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from coign import __version__
from coign.server import assets
from support.published import verdicts

ROOT = Path(__file__).resolve().parents[1]
HERE = "../"  # from the table to the pages that the module's help opens
NOBODY = b"null\n"  # what `coign demo` answers with the page's token: here there is no bridge to be paired with


def main(folder: Path) -> int:
    """Write the table into `folder`/tabletop and the module beside it. Return an exit status."""
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
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"))
