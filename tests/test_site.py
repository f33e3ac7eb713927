"""The choice of a language on a page of the site leads to the same page."""

from __future__ import annotations

import re
from pathlib import Path

from tools import site

HEAD = '<link rel="alternate" href="{en}" hreflang="en"><a class="x" href="{de}" hreflang="de">Deutsch</a>'


def links(page: Path) -> dict[str, str]:
    found = re.findall(r'href="([^"]+)" hreflang="(\w+)"', page.read_text(encoding="utf-8"))
    return {language: address for address, language in found}


def test_each_page_leads_to_itself_in_the_other_language_else_to_its_home(tmp_path: Path) -> None:
    for name in ("index", "gm", "deploy", "systems/house-rules", "de/index", "de/gm", "de/systems/house-rules"):
        page = tmp_path / f"{name}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(HEAD.format(en="index.html", de="./de/index.html"), encoding="utf-8")
    site.languages(tmp_path)
    assert links(tmp_path / "gm.html") == {"en": "gm.html", "de": "de/gm.html"}
    assert links(tmp_path / "de" / "gm.html") == {"en": "../gm.html", "de": "gm.html"}
    assert links(tmp_path / "systems" / "house-rules.html")["de"] == "../de/systems/house-rules.html"
    assert links(tmp_path / "de" / "systems" / "house-rules.html")["en"] == "../../systems/house-rules.html"
    assert links(tmp_path / "deploy.html")["de"] == "de/index.html"  # it is in English alone
