"""The bridge reads every document that the module's table of fields accepts: the table is made from its types."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from coign.protocol.documents import CoignToken, HeightFlags
from coign.protocol.evaluate import Attack, Evaluate
from coign.protocol.messages import Bearing
from coign.protocol.rulings import Override

SCRIPTS = Path(__file__).parents[2] / "foundry-module/scripts/util"
REQUEST = {"type": "evaluate", "id": "q", "scene": "s", "occasion": "attack", "actor": "A", "targets": ["B"]}
TYPES: dict[str, type[msgspec.Struct]] = {
    one.__name__: one for one in (Attack, Bearing, CoignToken, Evaluate, HeightFlags, Override)
}
READ = """
import { read } from "./shapes.mjs";
import { SHAPES } from "./wire.mjs";
const [long, longer] = ["x".repeat(199), "x".repeat(201)];
const plain = ["x", long, longer, "", 7, "7", -7.5, 1e300, true, "attack", "gm", "advantage", "spy"];
const lists = [[], ["x", 7, null, ""], Array(1000).fill("x"), [[1, 2]]];
const places = [{}, { x: 1, y: 2 }, { x: 1 }, { ac: 7 }, { B: { ac: "8", applied: 7 } }];
const rolls = [
  { d20: [{ value: 7 }, { kept: true }, { value: 21 }], mode: "best", total: "7" },
  { rolled: { "1d4": [1, "x"] }, rerolled: 7 },
];
const records = [{ normal: "80", long: {} }, { darkvision: "60", lowLight: 1 }, { side: 7, bonus: "2" }];
for (const [type, fields] of Object.entries(SHAPES))
  for (const [field, shape] of Object.entries(fields))
    for (const value of [...plain, ...lists, ...places, ...rolls, ...records]) {
      const found = read(shape, value);
      if (found !== undefined) console.log(JSON.stringify([type, field, found]));
    }
"""
OPEN = {
    ("CoignToken", "cells"),
    ("CoignToken", "speeds"),
    ("Evaluate", "options"),
}  # the module checks their size alone


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_bridge_reads_whatever_the_modules_table_lets_pass() -> None:
    run = subprocess.run(
        ["node", "--input-type=module", "--eval", READ], cwd=SCRIPTS, capture_output=True, text=True, check=True
    )
    passed: list[tuple[str, str, Any]] = [tuple(json.loads(line)) for line in run.stdout.splitlines()]
    assert len(passed) > 300
    refused = []
    for kind, field, value in passed:
        whole = {**(REQUEST if kind == "Evaluate" else {}), field: value}
        try:
            msgspec.json.decode(json.dumps(whole), type=TYPES[kind])
        except msgspec.ValidationError as problem:
            if (kind, field) not in OPEN:
                refused.append(f"{kind}.{field} {value!r}: {problem}")
    assert not refused, "\n".join(refused)
