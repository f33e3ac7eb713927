"""Publish: give every page the address of the repository, check what a listing needs, and tell Foundry of a release.

usage: python3 dev.py address https://github.com/YOU/coign [SITE]
       python tools/publish.py check [--published]
       python3 dev.py announce MANIFEST [--dry-run] [--to URL]

*address* writes the address into pyproject.toml, which is the authority, and into each page that names it. It also
writes the address of the site to which the module's help leads: the repository's GitHub Pages, or SITE. Until then a
page explains what works without an address, and keeps the later text in a comment:

    <!-- before the first release -->
    Make the module yourself: ...
    <!-- from then on
    Download it from https://github.com/YOU/coign/releases/latest
    -->

*check* finds pages that show another address, and with --published also those that say what works without one.
*announce* sends the version of a release's manifest to Foundry's package release API
(https://foundryvtt.com/article/package-release-api/), with the token in FOUNDRY_RELEASE_TOKEN. A dry run changes
nothing there.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[1]
API = "https://foundryvtt.com/_api/packages/release_version/"
TOKEN = "FOUNDRY_RELEASE_TOKEN"  # noqa: S105 - the name of the variable
PROJECT = "pyproject.toml"
URLS = re.compile(r"^(\[project\.urls\]\n(?:#.*\n)*)(?:\w+ = .*\n)*", re.MULTILINE)  # its head, and its lines
# The text of a page before there is an address, and the one that then takes its place.
EARLY = re.compile(
    r"^ *<!-- before the first release -->\n(?:.*\n)*?^ *<!-- from then on\n(?P<later>(?:.*\n)*?)^ *-->\n", re.MULTILINE
)
SITE_FORM = re.compile(r"https://[\w.-]+(:\d+)?/([\w.~-]+/)*")  # with a slash at its end: pages are relative to it
NAMED = re.compile(r"https://github\.com/[\w.-]+/coign\b")
# What Foundry's list shows of a package. The addresses come from `coign.server.assets.manifest`.
LISTED = ("title", "description", "authors", "url", "license", "readme", "bugs", "changelog", "media", "relationships")
REQUIRED = ("id", "version", "manifest", "download", "compatibility", *LISTED)


def main(arguments: list[str]) -> int:
    """Do what the first argument says. Returns an exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    deeds = parser.add_subparsers(dest="deed", required=True)
    addressing = deeds.add_parser("address")
    addressing.add_argument("address")
    addressing.add_argument("site", nargs="?", help="where the site is, if not at the repository's GitHub Pages")
    deeds.add_parser("check").add_argument("--published", action="store_true")
    announcing = deeds.add_parser("announce")
    announcing.add_argument("manifest", type=Path)
    announcing.add_argument("--dry-run", action="store_true")
    announcing.add_argument("--to", default=API)
    given = parser.parse_args(arguments)
    if given.deed == "address":
        return write_address(ROOT, given.address.rstrip("/"), given.site)
    if given.deed == "check":
        return check(ROOT, given.published)
    return announce(msgspec.json.decode(given.manifest.read_bytes()), given.to, given.dry_run)


def addresses(root: Path) -> tuple[str, str]:
    """Return the addresses of the repository and of the site from pyproject.toml; empty texts if there are none."""
    urls = tomllib.loads((root / PROJECT).read_text(encoding="utf-8"))["project"].get("urls", {})
    return urls.get("Repository", ""), urls.get("Documentation", "")


def github_pages(repository: str) -> str:
    """Return where GitHub puts the site of a repository, unless somebody tells it otherwise.

    >>> github_pages("https://github.com/Somebody/coign")
    'https://somebody.github.io/coign/'
    """
    owner, name = repository.split("/")[-2:]
    return f"https://{owner.lower()}.github.io/{name}/"


def pages(root: Path) -> Iterator[Path]:
    """Yield the files that may name the address."""
    yield root / "README.md"
    yield from sorted((root / "docs").rglob("*.md"))


def write_address(root: Path, new: str, site: str | None = None) -> int:
    """Write the repository's address into pyproject.toml and wherever a page names it, and that of the site."""
    if not NAMED.fullmatch(new):
        sys.exit(f"publish: {new} is not of the form https://github.com/YOU/coign")
    there = f"{(site or github_pages(new)).rstrip('/')}/"
    if not SITE_FORM.fullmatch(there):
        sys.exit(f"publish: {there} is not of the form https://HOST/PATH/")
    project = root / PROJECT
    lines = f'Repository = "{new}"\nDocumentation = "{there}"\n'
    changed, found = URLS.subn(lambda head: f"{head[1]}{lines}", project.read_text(encoding="utf-8"))
    if not found:
        sys.exit(f"publish: {PROJECT} has no [project.urls]")
    project.write_text(changed, encoding="utf-8", newline="\n")
    print(f"the site: {there}")
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        if (changed := NAMED.sub(new, EARLY.sub(r"\g<later>", text))) != text:
            page.write_text(changed, encoding="utf-8", newline="\n")
            print(f"wrote {page.relative_to(root)}")
    return 0


def check(root: Path, published: bool) -> int:
    """Name each page that shows an address which is not that of pyproject.toml, or none where there should be one."""
    right, there = addresses(root)
    wrong = []
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        shown = EARLY.sub("", text)
        wrong += [f"{page.relative_to(root)}: {named}" for named in sorted(set(NAMED.findall(shown)) - {right})]
        if (right or published) and shown != text:
            wrong.append(f"{page.relative_to(root)}: what works without an address")
    if published and not right:
        wrong.append(f"{PROJECT}: no Repository, the address of the repository")
    if (right or published) and not SITE_FORM.fullmatch(there):
        wrong.append(f"{PROJECT}: Documentation, the address of the site: {there or 'none'}")
    print(
        "\n".join(wrong) or (f"every page names {right}, and the module's help {there}" if right else "no address yet")
    )
    return 1 if wrong else 0


def announce(manifest: dict[str, Any], to: str, dry_run: bool) -> int:
    """Send a release to Foundry's list. Returns an exit status."""
    missing = [name for name in REQUIRED if not manifest.get(name)]
    if "verified" not in manifest.get("compatibility", {}):
        missing.append("compatibility.verified, which the report of a practice fight earns (see docs/releasing.md)")
    if missing:
        sys.exit(f"publish: the manifest lacks {', '.join(missing)}")
    token = os.environ.get(TOKEN) or sys.exit(
        f"publish: {TOKEN} is not set; the package's page on foundryvtt.com has it"
    )
    request = urllib.request.Request(  # noqa: S310 - the address is ours
        to,
        data=msgspec.json.encode(asked(manifest, dry_run)),
        headers={"Content-Type": "application/json", "Authorization": str(token)},
    )
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            said = answer.read().decode()
    except urllib.error.HTTPError as problem:
        wait = problem.headers.get("Retry-After")
        again = f"; try again in {wait} s" if wait else ""
        sys.exit(f"publish: Foundry refuses it ({problem.code}): {problem.read().decode()}{again}")
    if msgspec.json.decode(said).get("status") != "success":
        sys.exit(f"publish: Foundry answers {said}")
    print(f"{'tried' if dry_run else 'announced'} {manifest['version']}: {said}")
    return 0


def asked(manifest: dict[str, Any], dry_run: bool) -> dict[str, Any]:
    """Return the body of the request. The manifest it names is that of this version, not of the newest."""
    release = manifest["download"].rpartition("/")[0]
    return {
        "id": manifest["id"],
        "dry-run": dry_run,
        "release": {
            "version": manifest["version"],
            "manifest": f"{release}/module.json",
            "notes": manifest["changelog"],
            "compatibility": {"minimum": "", "verified": "", "maximum": ""} | manifest["compatibility"],
        },
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
