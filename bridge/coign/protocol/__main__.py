"""`python -m coign.protocol`: write the files generated from the wire's Structs, or `--check` that they are current."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from coign.protocol.javascript import types
from coign.protocol.messages import SUBPROTOCOL
from coign.protocol.reference import page
from coign.protocol.schema import build
from coign.protocol.wire import vocabulary

ROOT = Path(__file__).resolve().parents[3]


def made() -> dict[Path, str]:
    """Return each generated file with its text."""
    schema = build()
    return {
        ROOT / "bridge/coign/protocol/schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n",
        ROOT / "foundry-module/types/protocol.d.ts": types(schema),
        ROOT / "foundry-module/scripts/util/wire.mjs": vocabulary(),
        ROOT / "docs/protocol.md": page(schema, SUBPROTOCOL),
    }


def main() -> int:
    """Write or check the generated files. Returns an exit status."""
    parser = argparse.ArgumentParser(prog="python -m coign.protocol", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 and name the files that are stale")
    args = parser.parse_args()
    stale = [path for path, text in made().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        name = path.relative_to(ROOT)
        if args.check:
            print(f"{name} is stale: run python -m coign.protocol", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made()[path], encoding="utf-8", newline="\n")
            print(f"wrote {name}")
    return 1 if args.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
