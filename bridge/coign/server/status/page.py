"""The page at `/`: the bridge's status and the next step, for the person who runs it.

It works without a script; `page.mjs` only keeps it up to date. Only a visitor with the key that the bridge printed at
its start (`/?key=...`) gets the code and the buttons. What concerns this machine is shown only on this machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from coign.server import assets
from coign.server.autostart import Switch
from coign.server.module_install import CannotInstall, find_modules
from coign.server.status import last_attack, pictures
from coign.server.status.buttons import Program
from coign.session.services import Services
from coign.session.session import Session
from coign.session.worlds import World

STYLE = (Path(__file__).parent / "page.css").read_bytes()
SCRIPT = (Path(__file__).parent / "page.mjs").read_bytes()
STOPPED = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Coign has stopped</title>
<h1>Coign has stopped</h1><p>Attacks are annotated no more until you start it again. You may close this page.</p></html>
"""


@dataclass(frozen=True)
class View:
    """One visitor: `key` is the right key or None; `near` is True on this machine; `address` is the bridge's."""

    key: str | None
    near: bool
    address: str

    @property
    def query(self) -> str:
        """Return the key as the query of an address, escaped for HTML."""
        return "?" + urlencode({"key": self.key}) if self.key else ""

    def button(self, text: str, action: str, value: str = "yes") -> str:
        """Return a form with one button; empty without the key. A form without fields has an empty body."""
        if self.key is None:
            return ""
        query = escape(urlencode({"key": self.key, action: value}))
        return f'<form method="post" action="/press?{query}"><button>{escape(text)}</button></form>'


def render(services: Services, program: Program, view: View) -> str:
    """Return the page as HTML."""
    sessions = [(world, holder) for world, holder in services.worlds.held() if isinstance(holder, Session)]
    real = [(world, holder) for world, holder in sessions if world.origin not in services.desk.trusted]
    own = view.key is not None and view.near
    sections = [
        ("state", "", _state(program, real, bool(sessions))),
        ("notice", "", f"<p role=status>{escape(program.notice)}</p>" if own and program.notice else ""),
        ("steps", "Set-up" if real else "What to do next", _steps(services, program, real, view)),
        ("pairing", "Pairing", _pairing(services, view)),
        ("worlds", "Worlds", _worlds(services, sessions, view)),
        ("attack", "Last attack", last_attack.cards(services, f"/last-attack.svg{view.query}") if own else ""),
        ("module", "Which way to get the module into Foundry", _ways(view)),
        ("program", "This program", _program(program, view)),
    ]
    body = "\n".join(
        f'<section id="{name}">{f"<h2>{title}</h2>" if title else ""}\n{content}\n</section>'
        for name, title, content in sections
        if content
    )
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="10"></noscript>
<title>Coign</title><link rel="stylesheet" href="/status.css{view.query}">
<link rel="icon" href="/icon.svg{view.query}">
<script type="module" src="/status.mjs{view.query}"></script>
<header><h1>Coign</h1><span>version {escape(services.server)}</span></header>
<main>
{body}
</main>
</html>
"""


def page_address(key: str) -> str:
    """Return the path of the page with its buttons."""
    return "/?" + urlencode({"key": key})


def _state(program: Program, sessions: list[tuple[World, Session]], practising: bool) -> str:
    if program.is_demo:
        return (
            '<p class="state waiting">This is the demo. To use Coign in your Foundry, end the demo (Ctrl+C in its '
            "terminal) and run <code>coign</code>: its page has a code and the buttons.</p>"
        )
    if not sessions:
        practice = " The practice table is open." if practising else ""
        return (
            '<p class="state waiting">Waiting for Foundry: no world computes here yet. A world that was never '
            f"paired computes in its GM’s browser.{practice}</p>"
        )
    names = ", ".join(escape(_title(world, session)) for world, session in sessions)
    idle = [escape(_title(world, session)) for world, session in sessions if not session.handlers.rulesets]
    if idle:
        without = f"No rules are chosen in {', '.join(idle)}, so attacks there are not annotated."
        return f'<p class="state waiting">Foundry is connected: {names}. {without}</p>'
    return f'<p class="state connected">Foundry is connected: {names}.</p>'


def _steps(services: Services, program: Program, sessions: list[tuple[World, Session]], view: View) -> str:
    """Return the three steps, each with a picture; completed steps are ticked."""
    modules = _modules() if view.near else None
    installed = bool(sessions) or (modules is not None and (modules / "coign" / "module.json").is_file())
    ruled = any(session.handlers.rulesets for _, session in sessions)
    manifest = f"{view.address}/module.json"
    install = view.button("Install it now", "install") if modules is not None and not installed else ""
    steps = [
        (
            installed,
            "Install the module",
            pictures.INSTALL,
            f"In Foundry’s setup open <i>Add-on Modules</i>, <i>Install Module</i>, and paste <code>{manifest}</code>. "
            f'{install} If Foundry runs elsewhere, see <a href="#module">the other ways</a>. Enable Coign in your '
            "world, and play: it computes in the GM’s browser.",
        ),
        (
            bool(sessions),
            "Let this program compute",
            pictures.PAIR,
            "For big worlds, many tables, weak computers and recording. As GM open <i>Configure Settings</i>, "
            f"<i>Coign</i>, <i>Status</i>, there <i>Use a bridge</i>. {_code(services, program, view)}",
        ),
        (
            ruled,
            "Choose the rules",
            pictures.RULES,
            "Beside it, <i>Choose Rules</i> lists the rule systems. The next attack gets its card.",
        ),
    ]
    rows = "\n".join(
        f'<li class="{"done" if done else "open"}">{picture}<div><h3>{title}{" (done)" if done else ""}</h3>'
        f"<div>{text}</div></div>"
        for done, title, picture, text in steps
    )
    practice = view.button("Open the practice table", "practice") if view.near else ""
    no_foundry = f'<div class="practice row">No Foundry at hand? {practice}</div>' if practice else ""
    return f"<ol>\n{rows}\n</ol>{no_foundry}"


def _code(services: Services, program: Program, view: View) -> str:
    """Return the step with the one-time code, and for a visitor with the key the code and how long it is valid."""
    if program.is_demo:
        return "The code for it is on the page of the program that <code>coign</code> starts; this one is the demo’s."
    if view.key is None:
        return "Paste the code that the bridge has printed and press <i>Connect</i>."
    step = "Paste this code and press <i>Connect</i>."
    if not services.desk.code:
        return f"{step} {view.button('Show a code', 'code')}"
    left = max(1, round(services.desk.code_seconds / 60))
    minutes = f"{left} more {'minute' if left == 1 else 'minutes'}"
    return f'{step}<p class="code"><code>{services.desk.code}</code> <span>good for {minutes}</span></p>'


def _pairing(services: Services, view: View) -> str:
    return "\n".join(_requests(services, view))


def _requests(services: Services, view: View) -> Iterator[str]:
    for ask in services.desk.waiting():
        who = f"{escape(ask.label or 'A browser')} of user {escape(ask.key.user)}, world {escape(ask.key.world)}"
        buttons = view.button("Approve", "approve", ask.code) + " " + view.button("Refuse", "refuse", ask.code)
        asks = f"{who} at {escape(ask.key.origin)} asks to be paired and shows <code>{ask.code}</code>."
        yield f'<div class="row">{asks} {buttons}</div>'
    paired = len(services.desk.store.book.pairings)
    yield "<p>1 browser is paired.</p>" if paired == 1 else f"<p>{paired or 'No'} browsers are paired.</p>"
    if services.desk.store.problem:
        yield f"<p>Pairings cannot be written to disk: {escape(services.desk.store.problem)}.</p>"
    if view.key is None:
        yield "<p>To answer requests here, open the address that the bridge printed when it started.</p>"
    elif services.desk.is_open:
        yield "<p>Browsers at any address may ask to be paired, for some minutes.</p>"
    else:
        yield view.button("Let browsers at any address ask for ten minutes", "open")


def _worlds(services: Services, sessions: list[tuple[World, Session]], view: View) -> str:
    """Return a table of the connected worlds. On other machines a user is shown by id, not by name."""
    if not sessions:
        return ""
    titles = {ruleset.id: ruleset.title for ruleset in services.engine.catalogue()}
    rows = [
        f"<tr><td>{escape(_title(world, session))}<td>{escape(world.origin)}<td>{escape(_user(session, view))}"
        f"<td>{_rules(session, titles)}<td>{_scenes(session)}"
        for world, session in sessions
    ]
    heads = "<tr><th>World<th>Foundry<th>User<th>Rules<th>Scenes"
    return f'<div class="wide"><table>{heads}\n' + "\n".join(rows) + "\n</table></div>"


def _title(world: World, session: Session) -> str:
    return session.title or world.id


def _user(session: Session, view: View) -> str:
    return (view.near and session.user_name) or session.user


def _rules(session: Session, titles: dict[str, str]) -> str:
    chosen = [escape(titles.get(ruleset, ruleset)) for ruleset in session.handlers.rulesets]
    return ", ".join(chosen) or "none chosen yet: nothing is annotated"


def _scenes(session: Session) -> str:
    lines = []
    for scene, held in session.handlers.scenes.held.items():
        counts = ", ".join(
            f"{count} {name.removesuffix('s') if count == 1 else name}"
            for name, count in held.scene.counts().items()
            if count
        )
        name = getattr(held.scene, "name", "") or scene
        lines.append(f"{escape(name)} ({counts or 'empty'})")
    return "<br>".join(lines) or "none yet"


def _ways(view: View) -> str:
    """Return the ways to install the module, each with the case it suits."""
    release = assets.release_manifest()
    rows = [
        (
            "Foundry runs on this computer",
            f"Paste <code>{view.address}/module.json</code> in Foundry’s <i>Install Module</i>. Foundry’s server "
            "fetches that address, so it works only where server and bridge are one computer.",
        ),
        (
            "Docker, a provider, or another computer",
            f'<a href="/coign.zip{view.query}">Download the module</a>. Unpack it on the server into '
            "<code>Data/modules/coign</code> and restart Foundry.",
        ),
        (
            "The Forge",
            f'<a href="/coign.zip{view.query}">Download the module</a> and upload it with the Forge’s '
            "<i>Import Wizard</i>.",
        ),
    ]
    if release:
        rows.append(
            (
                "Anywhere, with updates",
                f"Paste <code>{escape(release)}</code> in Foundry’s <i>Install Module</i>: the published release.",
            )
        )
    return "<dl>" + "\n".join(f"<dt>{who}<dd>{how}" for who, how in rows) + "</dl>"


def _program(program: Program, view: View) -> str:
    links = [f'<a href="/metrics{view.query}">Metrics</a>']
    if view.key is None or not view.near:
        return f"<p>{links[0]}</p>"
    if program.log is not None:
        links.insert(0, f'<a href="/coign.log{view.query}">Download the log</a>, to attach to a bug report')
    lines = [f"<p>{' · '.join(links)}</p>"]
    if program.startup is not None:
        lines.append(f'<div class="row">{_startup(program.startup, view)}</div>')
    lines.append(f'<div class="row">{view.button("Stop Coign", "stop")}</div>')
    return "\n".join(lines)


def _startup(startup: Switch, view: View) -> str:
    """Return whether the next login starts the bridge, and the buttons to change that."""
    off = view.button("Do not start with the computer", "startup", "off")
    if startup.is_on():
        return f"Coign starts when you log in, with the settings of this run. {off}"
    if startup.is_set():
        as_now = view.button("Start with the settings of this run", "startup", "on")
        return f"Coign starts when you log in, but with other settings than now. {as_now} {off}"
    return f"You start Coign yourself. {view.button('Start with the computer', 'startup', 'on')}"


def _modules() -> Path | None:
    """Return Foundry's folder of modules on this computer, or None."""
    try:
        return find_modules()
    except CannotInstall:
        return None
