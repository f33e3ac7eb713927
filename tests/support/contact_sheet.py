"""Draw attacks in real scenes as a sheet of pictures, to look at every verdict on cover as a GM would.

usage: python -m support.contact_sheet FOLDER [PAIRS | told]

Each scene of tests/data/scenes gives as many pairs: its own tokens that are near each other, then random creatures
beside its walls. Each picture says how much of the target is exposed, the degree of cover by fifth edition (the share
of the body included) and by Combat Modifiers, what is set aside, and the obscurement. The pictures go into pages of
HTML in FOLDER; a line for each pair goes into FOLDER/pairs.tsv. The same pairs are chosen every time.

With `told` the pairs are those of tests/data/told.jsonl. What a GM would say of each was written down before it was
measured. Each picture says both, and those that differ have the reason behind `!!`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from html import escape
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from coign.annotations.annotate import annotate
from coign.catalogue.registry import configure
from coign.figures.svg import draw
from coign.protocol import CoverFact, Evaluate, Facts, Figure
from coign.protocol.evaluate import Attack, Reach
from coign.scene.scene import Scene
from coign.util.tasks import finish
from support.paths import DATA

SCENES, TOLD = DATA / "scenes", DATA / "told.jsonl"
BOW = Attack(kind="ranged", range=Reach(normal=600, long=600))
FARTHEST = 14  # grid spaces between two creatures
A_PAGE = 20
OWN = 150  # pairs of a scene's own tokens that are tried
TRIED = 15  # candidates for each wanted pair
RULES = ("fifth-edition-2014", "combat-modifiers")
STYLE = (
    "body{margin:4px;font:11px sans-serif;display:grid;grid-template-columns:repeat(5,1fr);gap:4px}"
    "figure{margin:0;border:1px solid #999}svg{width:100%;height:210px;display:block}figcaption{padding:2px 4px}"
)


class Pair(NamedTuple):
    """One attack: the scene's name, the scene, and the two tokens."""

    name: str
    scene: Scene
    actor: str
    target: str


class Told(NamedTuple):
    """An attack of which a GM has said what cover the target has, and why; `disputed` says why Coign differs."""

    name: str
    says: str
    why: str
    disputed: str
    pair: Pair


class Verdict(NamedTuple):
    """The facts of an attack, and the picture of them."""

    facts: Facts
    figure: Figure


def told() -> Iterator[Told]:
    """Read the attacks of which a GM has said what he thinks: two creatures in a real scene, and what is changed there.

    Walls and tiles replace the fields of those of that id in the scene. Tokens and regions are added.
    """
    for line in TOLD.read_bytes().splitlines():
        case = msgspec.json.decode(line)
        document = msgspec.json.decode((SCENES / f"{case['scene']}.json").read_bytes())
        for kind in ("walls", "tiles"):
            changes = {each["_id"]: each for each in case.get(kind, ())}
            document[kind] = [each | changes.get(each["_id"], {}) for each in document.get(kind) or ()]
        attacker = {"_id": "one", "name": "one", "disposition": 1} | case["attacker"]
        target = {"_id": "other", "name": "other", "disposition": -1} | case["target"]
        document["tokens"] = [*(document.get("tokens") or ()), *case.get("tokens", ()), attacker, target]
        document["regions"] = [*(document.get("regions") or ()), *case.get("regions", ())]
        pair = Pair(case["scene"], finish(Scene.read(msgspec.json.encode(document))), "one", "other")
        yield Told(case["name"], case["says"], case["why"], case.get("disputed", ""), pair)


def pairs(count: int) -> Iterator[Pair]:
    """Choose a number of pairs, as many in each scene as in the others; few in the open or shut off from each other."""
    paths = sorted(SCENES.glob("*.json"))
    for n, path in enumerate(paths):
        wanted = count * (n + 1) // len(paths) - count * n // len(paths)
        kept: dict[str, list[Pair]] = {"plain": [], "telling": []}
        for tried, pair in enumerate(_candidates(path)):
            cover = judged(pair, RULES[0]).facts.cover
            plain = cover.degree == "total" or (cover.exposure == 1 and not cover.blocked)
            kind = "plain" if plain else "telling"
            kept[kind].append(pair)
            if len(kept["telling"]) >= wanted or tried > TRIED * wanted:
                break
        few = max(wanted - len(kept["telling"]), wanted // 4)
        yield from [*kept["plain"][:few], *kept["telling"]][:wanted]


def _candidates(path: Path) -> Iterator[Pair]:
    dice, data = random.Random(path.stem), path.read_bytes()
    scene = finish(Scene.read(data))
    own = [pair for pair in permutations(scene.tokens, 2) if _is_near(scene, *pair)]
    dice.shuffle(own)
    yield from (Pair(path.stem, scene, *pair) for pair in own[:OWN])
    while True:
        made = _beside_a_wall(msgspec.json.decode(data), scene, dice)
        yield Pair(path.stem, finish(Scene.read(msgspec.json.encode(made))), "one", "other")


def _is_near(scene: Scene, one: str, other: str) -> bool:
    mine, theirs = scene.tokens[one], scene.tokens[other]
    if mine.hidden or theirs.hidden or scene.grid.overlapping(mine.space, theirs.space):
        return False
    return scene.grid.distance_between(mine.space, theirs.space) <= FARTHEST * scene.grid.distance


def _beside_a_wall(document: dict[str, Any], scene: Scene, dice: random.Random) -> dict[str, Any]:
    """Place two creatures on squares near the same wall, or anywhere where there are no walls."""
    size = scene.grid.size
    wall = dice.choice(document["walls"])["c"] if document.get("walls") else [8 * size] * 4
    x, y = ((wall[n] + wall[n + 2]) / 2 for n in (0, 1))

    def token(key: str) -> dict[str, Any]:
        column, row = (int(at // size) + dice.randint(-4, 4) for at in (x, y))
        return {"_id": key, "name": key, "x": column * size, "y": row * size, "disposition": 1 if key == "one" else -1}

    one = token("one")
    other = token("other")
    while (other["x"], other["y"]) == (one["x"], one["y"]):
        other = token("other")
    document["tokens"] = [*(document.get("tokens") or ()), one, other]
    return document


def judged(pair: Pair, ruleset: str) -> Verdict:
    """Judge a shot by a ruleset."""
    request = Evaluate(
        id="q", scene=pair.scene.id, occasion="attack", actor=pair.actor, targets=(pair.target,), attack=BOW
    )
    result = annotate(pair.scene, request, configure([ruleset], {})).results[0]
    assert result.facts is not None
    return Verdict(result.facts, result.figure)


def caption(pair: Pair, verdicts: list[Verdict]) -> str:
    """Say what was measured, and what each ruleset makes of it."""
    fifth, d20 = (verdict.facts.cover for verdict in verdicts)
    facts = verdicts[0].facts
    sight, aside = facts.obscurement, d20.uncounted
    said = [f"exposed {fifth.exposure:.1%}", _graded("5e", fifth, "body"), _graded("CM", d20, "square")]
    if aside:
        said.append(f"aside: {aside.degree}, {aside.why}, hides {aside.hides:.0%}")
    said.append(f"light {sight.level}{'' if sight.sight else ', unseen'}")
    return f"{pair.name} {facts.range.distance:g}: " + "; ".join(said)


def _graded(rules: str, cover: CoverFact, whole: str) -> str:
    clear = f"{len(cover.lines) - cover.blocked}/{len(cover.lines)} clear"
    share = "" if cover.share is None else f", {whole} {cover.share:.0%}"
    return f"{rules} {cover.degree} ({cover.against}, {clear}{share})"


def main() -> int:
    """Write the pages. Returns an exit status."""
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    folder, wanted = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "300"
    folder.mkdir(parents=True, exist_ok=True)
    cells, lines = [], []
    every = [(one.pair, one) for one in told()] if wanted == "told" else [(pair, None) for pair in pairs(int(wanted))]
    for number, (pair, case) in enumerate(every, start=1):
        verdicts = [judged(pair, ruleset) for ruleset in RULES]
        which = 0 if case else number % 2
        said, shown = caption(pair, verdicts), verdicts[which].figure
        if case:
            reason = f" !! {case.disputed}" if case.disputed else ""
            said = f"{case.name}: {case.says}, for {case.why}.{reason} {said}"
        picture = draw(shown, pair.scene, [pair.scene.tokens[one] for one in (pair.actor, pair.target)])
        cells.append(
            f"<figure>{picture}<figcaption><b>{number}</b> {escape(said)} [{RULES[which]}]</figcaption></figure>"
        )
        lines.append(f"{number}\t{pair.name}\t{pair.actor}\t{pair.target}\t{said}")
    for first in range(0, len(cells), A_PAGE):
        page = f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>" + "\n".join(cells[first : first + A_PAGE])
        (folder / f"page-{first // A_PAGE + 1:02}.html").write_text(page, encoding="utf-8")
    (folder / "pairs.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(cells)} pairs in {folder}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
