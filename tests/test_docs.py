"""README and docs/: links, paths, tasks and commands in them exist."""

from __future__ import annotations

import re
import subprocess
import tomllib
import unicodedata
from os.path import normpath
from pathlib import Path
from typing import Any

import pytest

from coign.catalogue.registry import catalogue, installed
from coign.catalogue.share import from_line
from coign.cli import COMMANDS
from coign.protocol import Company
from coign.rules import example
from support.paths import ROOT

WRITTEN = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "rules"]
PAGES = (*sorted(ROOT.glob("*.md")), *WRITTEN)
TEXTS = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in PAGES}
TASKS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["poe"]["tasks"]
OURS = ("bridge/", "foundry-module/", "tests/", "docs/", "deploy/", "benchmarks/", "tools/", ".github/")
each_page = pytest.mark.parametrize("name", TEXTS)


@each_page
def test_links_within_the_project_lead_to_what_a_clone_has(name: str) -> None:
    listed = subprocess.check_output(("git", "ls-files", "-co", "--exclude-standard"), cwd=ROOT, text=True)
    kept = set(listed.splitlines())
    folders = {folder.as_posix() for file in kept for folder in Path(file).parents}
    links = [link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", TEXTS[name]) if "://" not in link]
    places = [(normpath(Path(name).parent / link) if link else name, anchor) for link, _, anchor in links]
    assert [place for place, _ in places if place not in kept | folders] == []
    assert [(place, anchor) for place, anchor in places if anchor and anchor not in anchors(place)] == []


def anchors(page: str) -> set[str]:
    """Return the parts of a page that a link can lead to: its headings, and what has a name of its own."""
    text = (ROOT / page).read_text(encoding="utf-8")
    headings = {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
    return headings | set(re.findall(r'<a id="([^"]+)">', text))


@each_page
def test_paths_that_are_named_exist(name: str) -> None:
    if name == "CHANGELOG.md":
        return  # it names old paths, too
    named = re.findall(r"`([\w./-]+)`", TEXTS[name])
    paths = [path for path in named if path.startswith(OURS) and not path.endswith(".")]
    assert [path for path in paths if not (ROOT / path).exists()] == []


@each_page
def test_tasks_that_are_named_exist(name: str) -> None:
    assert set(re.findall(r"dev\.py ([a-z][a-z-]+)", TEXTS[name])) <= set(TASKS)


@each_page
def test_commands_that_are_named_exist(name: str) -> None:
    assert set(re.findall(r"(?:`|^)coign ([a-z]+)", TEXTS[name], re.MULTILINE)) <= set(COMMANDS)


def test_the_readme_is_for_visitors_and_short() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= 120


def test_the_readme_names_every_rule_system_and_game_system() -> None:
    said = " ".join(TEXTS["README.md"].split())
    assert [title for title in (one.title for one in catalogue()) if title not in said] == []
    systems = ("dnd5e", "Pathfinder 1 and 2", "D35E", "Starfinder [1]", "[2](docs/games/sf2e.md)", "Lancer", "SWADE")
    assert [name for name in (*systems, "Draw Steel", "Shadowdark") if name not in said] == []


def test_the_architecture_page_lists_every_folder() -> None:
    page = TEXTS["docs/architecture.md"]
    for half in ("bridge/coign", "foundry-module/scripts"):
        folders = [path.name for path in (ROOT / half).iterdir() if path.is_dir() and path.name != "__pycache__"]
        assert [name for name in folders if f"\n  {name}/ " not in page] == []


def test_the_recipe_for_a_fact_names_what_must_know_it() -> None:
    page = TEXTS["docs/recipes.md"]
    for name in ("Facts", "FactName", "FactSheet", "Readings"):
        assert f"`{name}" in page


# --- the people's pages -----------------------------------------------------------------------------------------------

LINES = {page: re.findall(r"^(house-rules[\w-]*: .+)$", TEXTS[page], re.MULTILINE) for page in ("docs/house-rules.md",)}
FLANKED = {"range": {"adjacent": True}, "flanking": {"flanked": True}}
UP = {"standing": True, "difference": 20.0}


def judged(line: str, **facts: Any) -> list[str]:
    """Return what counts by a line of rules, in short."""
    shared = from_line(line, installed())
    return [one.partition(" (")[0] for one in example(installed()[shared.ruleset], options=shared.options, **facts)]


def test_the_lines_to_paste_do_what_the_page_says() -> None:
    two, edges, heights, crowd = LINES["docs/house-rules.md"]
    assert judged(two, **FLANKED) == ["K2 Flanking: +2 attack"]
    assert judged(edges, **FLANKED, elevation=UP, cover={"degree": "half"}) == [
        "K1 Higher ground: +2 attack",
        "K2 Flanking: +2 attack",
        "K4 Half cover: -2 attack",
    ]
    assert judged(heights, elevation=UP) == ["K1 Higher ground: +2 attack"]
    assert judged(heights, elevation=UP | {"difference": 10.0}) == ["K1 Higher ground: +1 attack"]
    assert judged(heights, facing={"target_arc": "rear"}) == ["K3 From behind: +1 attack"]
    third = {"range": {"adjacent": True}, "flanking": {"reading": "beside", "flanked": True, "with_": ("C", "D")}}
    assert judged(crowd, **third) == ["K2 Flanking: +2 attack"]
    assert judged(crowd, kind="ranged", range={"company": Company(engaged=("C",))}) == [
        "K19 Shooting into a melee: -2 attack"
    ]


def test_both_languages_have_the_same_lines_to_paste() -> None:
    assert re.findall(r"^house-rules.*$", TEXTS["docs/de/house-rules.md"], re.MULTILINE) == LINES["docs/house-rules.md"]


def test_every_german_page_has_an_english_one_and_as_many_sections() -> None:
    for page in (ROOT / "docs" / "de").glob("*.md"):
        english = ROOT / "docs" / page.name
        assert english.is_file()
        if page.name != "index.md":
            assert TEXTS[f"docs/de/{page.name}"].count("\n## ") == TEXTS[f"docs/{page.name}"].count("\n## ")


# The walks: each question that somebody who knows nothing of the project asks first is one click from home, in both
# languages, and leads to a heading of its own.
WALKS = (
    ("install", "On the Forge", "Auf der Forge"),
    ("install", "At Molten or another provider", "Bei Molten oder einem anderen Anbieter"),
    ("install", "On your own machine", "Auf dem eigenen Rechner"),
    ("install", "Is it there?", "Ist es da?"),
    ("gm", "Undo a mistake", "Einen Fehler zurücknehmen"),
    ("gm", "A number by hand", "Eine Zahl von Hand"),
    ("no-card", "No attack has a section of Coign", "Kein Angriff hat einen Abschnitt von Coign"),
    ("no-card", "The rook says …", "Der Turm sagt …"),
    ("card", "Why is my number another?", "Warum ist meine Zahl eine andere?"),
    ("card", "What the words mean", "Was die Wörter heißen"),
    ("house-rules", "Flanking +2", "Zange +2"),
    ("house-rules", "Heights matter", "Höhe zählt"),
    ("players", "What to do", "Was du tust"),
    ("players", "Half cover, and how to get it", "Halbe Deckung, und wie man sie bekommt"),
    ("map", "The heat map", "Die Farbkarte"),
)


def anchor(heading: str) -> str:
    """Return the anchor that the site gives to a heading."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


@pytest.mark.parametrize(
    ("folder", "section"), [("docs", "What people ask first"), ("docs/de", "Was zuerst gefragt wird")]
)
def test_what_people_ask_first_is_one_click_from_home(folder: str, section: str) -> None:
    listed = TEXTS[f"{folder}/index.md"].partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    headings = [(page, german if folder.endswith("de") else english) for page, english, german in WALKS]
    assert re.findall(r"\]\(([^)]+)\)", listed) == [f"{page}.md#{anchor(heading)}" for page, heading in headings]
    assert [one for one in headings if f"\n## {one[1]}\n" not in TEXTS[f"{folder}/{one[0]}.md"]] == []


@pytest.mark.parametrize("name", ["docs/moving.webp", "docs/de/moving.webp"])
def test_the_moving_picture_moves_and_is_small(name: str) -> None:
    data = (ROOT / name).read_bytes()
    assert (data[:4], data[8:16]) == (b"RIFF", b"WEBPVP8X")
    assert data.count(b"ANMF") >= 8
    assert len(data) < 500_000


def test_every_game_system_is_in_the_table_of_who_sees_a_card() -> None:
    records = (ROOT / "foundry-module/scripts/systems").glob("*/record.mjs")
    ids = {
        one for record in records for one in re.findall(r'^  id: "([\w-]+)"', record.read_text("utf-8"), re.MULTILINE)
    }
    assert len(ids) >= 10
    assert [one for one in ids if f"\n| {one} " not in TEXTS["docs/who-sees-a-card.md"]] == []
