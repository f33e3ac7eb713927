"""The recipes are complete: what they add is added to a copy of Coign, and each place is left out once."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

FOLDERS = ("bridge/coign", "foundry-module/scripts", "foundry-module/types", "tests/support")
FILES = ("docs/protocol.md", "tests/test_layers.py")


class Copy:
    """A copy of Coign's code that a test may change."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in FOLDERS:
            shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
        for file in FILES:
            (root / file).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / file, root / file)

    def insert(self, file: str, before: str, text: str) -> None:
        """Write a text before another, which is in the file once."""
        path = self.root / file
        content = path.read_text("utf-8")
        assert content.count(before) == 1, f"{file}: {before!r}"
        path.write_text(content.replace(before, text + before), "utf-8")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = {"PYTHONPATH": f"{self.root / 'bridge'}:{self.root / 'tests'}", "PYTHONDONTWRITEBYTECODE": "1"}
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


# --- a fact -----------------------------------------------------------------------------------------------------------

STRUCT = """class WindFact(msgspec.Struct, frozen=True):
    \"\"\"The wind between attacker and target.\"\"\"

    against: float = 0.0  # units a second, towards the attacker
    source: str = ""  # whom it comes from, a token id


"""
MEASURE = """from coign.facts.query import Query
from coign.protocol.facts import WindFact


def measure(query: Query) -> WindFact:
    return WindFact(against=8.0, source=query.target.id)
"""
METHOD = """    @_Measured
    def wind(self) -> WindFact:
        \"\"\"The wind between the two.\"\"\"
        return wind.measure(self.query)

"""
CONDITION = """AGAINST_THE_WIND = Template("against-the-wind", "{speed} against the wind")


def against_the_wind(case: Case) -> Said | None:
    \"\"\"The attacker shoots against the wind.\"\"\"
    fact = case.facts.wind
    return AGAINST_THE_WIND(speed=case.length(fact.against)) if fact.against else None


"""
# What the recipe asks for, by the file that knows it: texts, each with the text before which it stands.
PLACES: dict[str, list[tuple[str, str]]] = {
    "bridge/coign/protocol/facts.py": [
        (STRUCT, "class Facts("),
        (', "wind"', "]\nLevel ="),
    ],
    "bridge/coign/facts/wind.py": [(MEASURE, "")],
    "bridge/coign/facts/sheet.py": [
        (
            "from coign.facts import wind\nfrom coign.protocol.facts import WindFact\n",
            "from coign.facts.cover import measurement",
        ),
        (METHOD, "    # --- what belongs to them ---"),
    ],
    "bridge/coign/rules/conditions.py": [(CONDITION, "def both(")],
}
# Both views of a shot, and what a rule and the terminal make of the fact.
USE = """
import msgspec
from coign.annotations.annotate import annotating_views
from coign.annotations.report import report
from coign.catalogue.registry import configure
from coign.protocol import Flat
from coign.protocol.evaluate import Evaluate
from coign.rules import D20, RuleText, Ruleset, conditions, example
from coign.util.tasks import finish
from coign.util.terminal import Paint
from support.maps import draw
from support.scenes import read
scene = read(draw("+ + +", " A B ", "+ + +"))
request = Evaluate(id="q", scene="s", occasion="attack", actor="A", targets=("B",), viewers=("gm", "player"))
views = finish(annotating_views(scene, request, configure(["partial-advantage"])))
gust = RuleText("W1", "gust", "Gust", "It is hard to shoot against the wind.", "wind")
rules = (gust.on_attack(conditions.against_the_wind, Flat(-1, "attack")),)
windy = Ruleset(id="windy", title="Windy", family="d20", source="our own", law=D20, rules=rules)
print(msgspec.json.encode({
    "told": [view.results[0].facts for view in views if view.viewer == "player"],
    "measured": views[0].results[0].facts.wind,
    "counts": example(windy, wind={"against": 8.0}),
    "lines": [line.strip() for line in report(views[0], scene, "A", Paint()).splitlines() if "wind" in line],
}).decode())
"""
GUARD = "import test_layers as held; held.test_every_fact_is_in_each_place_that_the_recipe_names()"


def add_wind(copy: Copy, *, without: str = "") -> None:
    """Add a fact by the recipe, but for one of the files."""
    for file, texts in PLACES.items():
        if file != without:
            if not (copy.root / file).exists():
                (copy.root / file).touch()
            for text, before in texts:
                copy.insert(file, before, text)
    if without != "bridge/coign/protocol/facts.py":
        facts = copy.root / "bridge/coign/protocol/facts.py"
        facts.write_text(facts.read_text("utf-8") + "    wind: WindFact = WindFact()\n", "utf-8")


def test_a_fact_that_is_added_by_the_recipe_reaches_rules_players_and_the_terminal(copy: Copy) -> None:
    add_wind(copy)
    assert copy.python("-m", "coign.protocol").returncode == 0
    held = copy.python("-c", GUARD)
    assert held.returncode == 0, held.stderr
    used = copy.python("-c", USE)
    assert used.returncode == 0, used.stderr
    assert json.loads(used.stdout) == {
        "told": [None],
        "measured": {"against": 8.0, "source": "B"},
        "counts": ["W1 Gust: -1 attack (8 ft against the wind)"],
        "lines": ["wind    against 8.0, source B"],
    }


@pytest.mark.parametrize("left_out", PLACES)
def test_a_place_of_the_recipe_that_is_left_out_is_noticed(copy: Copy, left_out: str) -> None:
    add_wind(copy, without=left_out)
    assert any(copy.python("-c", script).returncode for script in (GUARD, USE)), left_out


def test_the_recipe_of_a_fact_names_these_files() -> None:
    recipe = (ROOT / "docs/recipes.md").read_text("utf-8").partition("\n## A fact\n")[2].partition("\n## ")[0]
    named = re.findall(r"^\d\. `(bridge/[^`]+)`", recipe, re.MULTILINE)
    assert [file.replace("<fact>", "wind") for file in named] == list(PLACES)


# --- a game system ----------------------------------------------------------------------------------------------------

RECORD = """import { generic } from "../generic.mjs";
import { filled, length, number, sceneUnits, systemOf } from "../reading.mjs";
import { commonTraits } from "../traits.mjs";

/** @type {Coign.SystemRecord} */
export const tumble = {
  ...generic,
  id: "tumble",
  knows: { majorVersions: [2] },
  rulesets: () => ["house-rules"],
  armourClass: (actor) => number(systemOf(actor).armour),
  tokenTraits: (token, actor) => filled({ ...commonTraits(token, actor), reach: length(5, "ft", sceneUnits(token)) }),
};
"""
TRAITS = """  tumble: {
    reach: ["draw-steel-1.0.0-goblin", null, 5],
    statuses: ["draw-steel-1.0.0-goblin", aloft, ALOFT],
    locomotion: ["draw-steel-1.0.0-goblin", aloftBySource, "fly"],
    feats: ["draw-steel-1.0.0-goblin", withItem({ name: "Great Cleave" }), ["great-cleave"]],
  },
"""
LACKING = (
    '  tumble: Object.fromEntries(WORDS.filter((word) => !(word in READ.tumble)).map((word) => [word, "none"])),\n'
)
SYSTEM_TEST = "tests/module/systems/creature-traits.test.mjs"
SYSTEM: dict[str, list[tuple[str, str]]] = {
    "foundry-module/scripts/systems/tumble/record.mjs": [(RECORD, "")],
    "foundry-module/scripts/systems/index.mjs": [
        ('import { tumble } from "./tumble/record.mjs";\n', 'import { world } from "./world.mjs";'),
        ("tumble, ", "dnd5e, pf1, D35E"),
    ],
    SYSTEM_TEST: [(TRAITS, "  lancer: {\n    range:"), (LACKING, "  lancer: {\n    size:")],
}
ADAPTED = """
import { adapterFor } from "./foundry-module/scripts/systems/index.mjs";
const found = adapterFor("tumble", "2.1");
const armour = found.armourClass({ system: { armour: 13 } });
console.log(JSON.stringify([found.id, found.tested, found.rulesets(), armour]));
"""


def add_tumble(copy: Copy, *, without: str = "") -> bool:
    """Add a game system by the recipe, but for one of the files. Return whether it works and its tests pass."""
    shutil.copytree(ROOT / "tests/module", copy.root / "tests/module")
    for folder in ("tests/data", "bridge/tabletop"):
        (copy.root / folder).symlink_to(ROOT / folder)
    for file, texts in SYSTEM.items():
        if file != without:
            (copy.root / file).parent.mkdir(exist_ok=True)
            (copy.root / file).touch()
            for text, before in texts:
                copy.insert(file, before, text)
    adapted = copy.run(_node(), "--input-type=module", "-e", ADAPTED)
    tested = copy.run(_node(), "--test", SYSTEM_TEST)
    works = adapted.returncode == 0 and json.loads(adapted.stdout) == ["tumble", True, ["house-rules"], 13]
    return works and tested.returncode == 0


def test_a_game_system_is_added_by_one_file_one_line_and_its_tests(copy: Copy) -> None:
    assert add_tumble(copy)


@pytest.mark.parametrize("left_out", SYSTEM)
def test_a_place_of_a_game_system_that_is_left_out_is_noticed(copy: Copy, left_out: str) -> None:
    assert not add_tumble(copy, without=left_out)


def test_the_recipe_of_a_game_system_names_at_most_ten_files() -> None:
    page = (ROOT / "docs/recipes.md").read_text("utf-8").partition("\n## A game system\n")[2].partition("\n## ")[0]
    recipe = page.partition("\n1. ")[2]
    named = re.findall(r"`((?:foundry-module|systems|tests)/[^`]+)`|\((who-sees-a-card\.md)\)", recipe)
    files = {one or other for one, other in named}
    assert len(files) <= 10
    left = {file.removeprefix("foundry-module/scripts/").replace("tumble", "<id>") for file in SYSTEM} - files
    assert left <= {"systems/<id>/record.mjs"}  # the recipe names it with its whole path
