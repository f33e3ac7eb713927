"""`python -m coign.protocol`: write the files generated from the wire's Structs, or `--check` that they are current."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from coign.protocol.javascript import types
from coign.protocol.messages import SUBPROTOCOL
from coign.protocol.reference import page
from coign.protocol.schema import build, digest
from coign.protocol.wire import vocabulary
from coign.util.generated_files import write

ROOT = Path(__file__).resolve().parents[3]


def made() -> dict[Path, str]:
    """Return each generated file with its text."""
    schema = build()
    made_for = digest(schema)
    return {
        ROOT / "bridge/coign/protocol/digest.py": (
            f'"""The digest of the wire. Made by `python -m coign.protocol`; do not edit."""\n\nSCHEMA = "{made_for}"\n'
        ),
        ROOT / "bridge/coign/protocol/schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n",
        ROOT / "foundry-module/types/protocol.d.ts": types(schema),
        ROOT / "foundry-module/scripts/util/wire.mjs": vocabulary(made_for),
        ROOT / "docs/protocol.md": page(schema, SUBPROTOCOL),
    }


def main() -> int:
    """Write or check the generated files. Returns an exit status."""
    parser = argparse.ArgumentParser(prog="python -m coign.protocol", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 and name the files that are stale")
    args = parser.parse_args()
    return write(made(), "python -m coign.protocol", check=args.check)


if __name__ == "__main__":
    sys.exit(main())
