"""The page at `/`: what the bridge is doing, for the person who runs it. It works without a script.

Only who has the key that the bridge printed when it started (`/?key=...`) gets the buttons that answer requests.
"""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from coign.session.services import House
from coign.session.session import Session

STYLE = b"""body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; }
th { font-weight: 600; border-bottom: 1px solid #8888; } form { display: inline; } code { font-size: 1.1em; }
:root { color-scheme: light dark; }
"""


def render(house: House, key: str | None = None) -> str:
    """The page as HTML; with `key`, the buttons as well."""
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Coign</title><link rel="stylesheet" href="/status.css{_query(key)}">
<h1>Coign {escape(house.server)}</h1>
<h2>Worlds</h2>
{_worlds(house)}
<h2>Pairing</h2>
{_pairing(house, key)}
<p><a href="/tabletop/">Tabletop</a> &middot; <a href="/module.json">Module manifest</a> &middot;
<a href="/metrics{_query(key)}">Metrics</a></p>
</html>
"""


def _worlds(house: House) -> str:
    rows = [
        f"<tr><td>{escape(world.id)}<td>{escape(world.origin)}<td>{escape(holder.user)}<td>{_scenes(holder)}"
        for world, holder in house.worlds.held()
        if isinstance(holder, Session)
    ]
    if not rows:
        return "<p>No world is connected. In Foundry, open Coign's settings as a GM and press Connect.</p>"
    return "<table><tr><th>World<th>Foundry<th>User<th>Scenes\n" + "\n".join(rows) + "\n</table>"


def _scenes(session: Session) -> str:
    said = []
    for scene, held in session.answers.scenes.held.items():
        counts = ", ".join(f"{count} {name}" for name, count in held.scene.counts().items() if count)
        said.append(f"{escape(scene)} ({counts or 'empty'})")
    return "<br>".join(said) or "none yet"


def _pairing(house: House, key: str | None) -> str:
    lines = []
    for ask in house.desk.waiting():
        who = f"{escape(ask.label or 'A browser')} of user {escape(ask.key.user)}, world {escape(ask.key.world)}"
        lines.append(f"<p>{who} at {escape(ask.key.origin)} asks to be paired and shows <code>{ask.code}</code>.")
        if key is not None:
            lines.append(_button("Approve", key, approve=ask.code) + " " + _button("Refuse", key, refuse=ask.code))
    if key is not None and house.desk.code:
        left = max(1, round(house.desk.code_seconds / 60))
        minutes = f"{left} more {'minute' if left == 1 else 'minutes'}"
        lines.append(f"<p>One-time code to paste in Foundry: <code>{house.desk.code}</code>, good for {minutes}.")
    if house.desk.store.problem:
        lines.append(f"<p>Pairings cannot be written to disk: {escape(house.desk.store.problem)}.")
    if house.desk.is_open:
        lines.append("<p>Browsers at any address may ask to be paired, for some minutes.</p>")
    elif key is not None:
        lines.append(_button("Let browsers at any address ask for ten minutes", key, open="yes"))
    if key is None:
        lines.append("<p>To answer requests here, open the address that the bridge printed when it started.</p>")
    return "\n".join(lines)


def _button(text: str, key: str, **fields: str) -> str:
    inputs = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in {"key": key, **fields}.items()
    )
    return f'<form action="/pair" method="get">{inputs}<button>{escape(text)}</button></form>'


def _query(key: str | None) -> str:
    return "?" + urlencode({"key": key}) if key else ""


def page_address(key: str) -> str:
    """The path of the page with its buttons."""
    return "/?" + urlencode({"key": key})
