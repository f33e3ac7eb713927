"""What the recipes say is enough: a field and a fact are added to a copy of Coign, and each place is left out once."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

FOLDERS = ("bridge/coign", "foundry-module/scripts", "foundry-module/types")


class Copy:
    """A copy of Coign's code that a test may change."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in FOLDERS:
            shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
        (root / "docs").mkdir()
        shutil.copy(ROOT / "docs/protocol.md", root / "docs")

    def insert(self, file: str, before: str, text: str) -> None:
        """Write a text before another, which is in the file once."""
        path = self.root / file
        content = path.read_text("utf-8")
        assert content.count(before) == 1, f"{file}: {before!r}"
        path.write_text(content.replace(before, text + before), "utf-8")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = {"PYTHONPATH": str(self.root / "bridge"), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, *arguments)


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


# --- a field of a document --------------------------------------------------------------------------------------------

SEND = """
import { documentData } from "./foundry-module/scripts/scene-sync/document-data.mjs";
const source = { _id: "T", x: 0, y: 0, lustre: 3, gloss: 4, delta: { effects: [] } };
console.log(JSON.stringify(documentData("Token", { id: "T", _source: source, toObject: () => source }, () => ({}))));
"""
READ = """
import sys
from coign.protocol.decoding import decode
from coign.scene.scene import Scene
from coign.util.tasks import finish
scene = finish(Scene.read(b'{"_id": "S"}'))
message = b'{"type":"scene.patch","scene":"S","base":1,"revision":2,"changes":[' \\
    b'{"document":"Token","action":"create","id":"T","data":' + sys.argv[1].encode() + b'}]}'
finish(scene.change(decode(message).changes))
print(scene.documents["tokens"]["T"].lustre)
"""


def sent(copy: Copy) -> dict[str, object]:
    """Return what the module sends of a token."""
    found: dict[str, object] = json.loads(copy.run(_node(), "--input-type=module", "-e", SEND).stdout)
    return found


def _node() -> str:
    found = shutil.which("node")
    assert found
    return found


def test_a_field_of_a_token_is_added_in_one_place(copy: Copy) -> None:
    assert "lustre" not in sent(copy)
    fields = "    lustre: Number = None\n    gloss: Old[Number] = None\n"
    copy.insert("bridge/coign/protocol/documents.py", "    movementAction:", fields)
    forgotten = copy.python("-m", "coign.protocol", "--check")
    assert forgotten.returncode == 1
    assert "wire.mjs" in forgotten.stdout + forgotten.stderr
    assert copy.python("-m", "coign.protocol").returncode == 0
    token = sent(copy)
    assert token == {"_id": "T", "x": 0, "y": 0, "lustre": 3, "flags": {"coign": {}}, "coign": {}}
    read = copy.python("-c", READ, json.dumps(token))
    assert read.stdout == "3.0\n", read.stderr
