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

import msgspec

from coign.server import assets
from coign.server.autostart import Switch
from coign.server.module_install import CannotInstall, find_modules
from coign.server.status import last_attack, pictures
from coign.server.status.buttons import Program
from coign.session.services import Services
from coign.session.session import Session
from coign.session.worlds import World
from coign.util.tokens import css

STYLE = css().encode() + (Path(__file__).parent / "page.css").read_bytes()
SCRIPT = (Path(__file__).parent / "page.mjs").read_bytes()
GERMAN: dict[str, str] = msgspec.json.decode((Path(__file__).parent / "de.json").read_bytes())


@dataclass(frozen=True)
class View:
    """One visitor: `key` is the right key or None; `near` is True on this machine; `address` is the bridge's.

    `languages` is what the browser says that its person reads: `de-AT,de;q=0.9,en;q=0.8`.
    """

    key: str | None
    near: bool
    address: str
    languages: str = ""

    @property
    def language(self) -> str:
        """The language of the page: German if that is the first that the person reads, else English."""
        return "de" if self.languages.lower().startswith("de") else "en"

    def say(self, text: str, **values: object) -> str:
        """Return a text of the page in its language, with values inserted."""
        return (GERMAN.get(text, text) if self.language == "de" else text).format(**values)

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
    say = view.say
    notice = say(program.notice[0], **program.notice[1]) if program.notice else ""
    attack = last_attack.cards(services, f"/last-attack.svg{view.query}", say) if own else ""
    sections = [
        ("state", "", _state(program, real, bool(sessions), view)),
        ("notice", "", f"<p role=status>{escape(notice)}</p>" if own and notice else ""),
        ("steps", say("Set-up") if real else say("What to do next"), _steps(services, program, real, view)),
        ("pairing", say("Pairing"), _pairing(services, view)),
        ("worlds", say("Worlds"), _worlds(services, sessions, view)),
        ("attack", say("Last attack"), attack),
        ("module", say("Which way to get the module into Foundry"), _ways(view)),
        ("program", say("This program"), _program(program, view)),
    ]
    body = "\n".join(
        f'<section id="{name}">{f"<h2>{title}</h2>" if title else ""}\n{content}\n</section>'
        for name, title, content in sections
        if content
    )
    away = escape(say("The bridge does not answer. Start Coign again; this page notices by itself."))
    return f"""<!doctype html>
<html lang="{view.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="10"></noscript>
<title>Coign</title><link rel="stylesheet" href="/status.css{view.query}">
<link rel="icon" href="/icon.svg{view.query}">
<script type="module" src="/status.mjs{view.query}"></script>
<header><h1>Coign</h1><span>{say("version {version}", version=escape(services.server))}</span></header>
<main data-away="{away}">
{body}
</main>
</html>
"""


def stopped(view: View) -> str:
    """Return the page after the button that stops the bridge."""
    title = view.say("Coign has stopped")
    text = view.say("Attacks are annotated no more until you start it again. You may close this page.")
    return (
        f'<!doctype html>\n<html lang="{view.language}"><meta charset="utf-8"><title>{title}</title>\n'
        f"<h1>{title}</h1><p>{text}</p></html>\n"
    )


def page_address(key: str) -> str:
    """Return the path of the page with its buttons."""
    return "/?" + urlencode({"key": key})


def _state(program: Program, sessions: list[tuple[World, Session]], practising: bool, view: View) -> str:
    say = view.say
    if program.is_demo:
        demo = say(
            "This is the demo. To use Coign in your Foundry, end the demo (Ctrl+C in its terminal) and run {command}: "
            "its page has a code and the buttons.",
            command="<code>coign</code>",
        )
        return _waiting(demo)
    if not sessions:
        waiting = say(
            "Waiting for Foundry: no world computes here yet. A world that was never paired computes in its GM’s "
            "browser."
        )
        practice = f" {say('The practice table is open.')}" if practising else ""
        return _waiting(waiting + practice)
    names = ", ".join(escape(_title(world, session)) for world, session in sessions)
    connected = say("Foundry is connected: {names}.", names=names)
    idle = [escape(_title(world, session)) for world, session in sessions if not session.handlers.rulesets]
    if idle:
        without = say("No rules are chosen in {names}, so attacks there are not annotated.", names=", ".join(idle))
        return _waiting(f"{connected} {without}")
    return f'<p class="state connected">{connected}</p>'


def _waiting(text: str) -> str:
    return f'<p class="state waiting">{text}</p>'


def _steps(services: Services, program: Program, sessions: list[tuple[World, Session]], view: View) -> str:
    """Return the three steps, each with a picture; completed steps are ticked."""
    say = view.say
    modules = _modules() if view.near else None
    installed = bool(sessions) or (modules is not None and (modules / "coign" / "module.json").is_file())
    ruled = any(session.handlers.rulesets for _, session in sessions)
    manifest = f"<code>{view.address}/module.json</code>"
    install = view.button(say("Install it now"), "install") if modules is not None and not installed else ""
    steps = [
        (
            installed,
            say("Install the module"),
            pictures.install(say),
            say(
                "In Foundry’s setup open <i>Add-on Modules</i>, <i>Install Module</i>, and paste {manifest}. {install} "
                'If Foundry runs elsewhere, see <a href="#module">the other ways</a>. Enable Coign in your world, and '
                "play: it computes in the GM’s browser.",
                manifest=manifest,
                install=install,
            ),
        ),
        (
            bool(sessions),
            say("Let this program compute"),
            pictures.pair(say),
            say(
                "For big worlds, many tables, weak computers and recording. As GM open <i>Configure Settings</i>, "
                "<i>Coign</i>, <i>Status</i>, there <i>Use a bridge</i>. {code}",
                code=_code(services, program, view),
            ),
        ),
        (
            ruled,
            say("Choose the rules"),
            pictures.rules(say),
            say("Beside it, <i>Choose Rules</i> lists the rule systems. The next attack gets its card."),
        ),
    ]
    ticked = f" ({say('done')})"
    rows = "\n".join(
        f'<li class="{"done" if done else "open"}">{picture}<div><h3>{title}{ticked if done else ""}</h3>'
        f"<div>{text}</div></div>"
        for done, title, picture, text in steps
    )
    practice = view.button(say("Open the practice table"), "practice") if view.near else ""
    no_foundry = f'<div class="practice row">{say("No Foundry at hand?")} {practice}</div>' if practice else ""
    return f"<ol>\n{rows}\n</ol>{no_foundry}"


def _code(services: Services, program: Program, view: View) -> str:
    """Return the step with the one-time code, and for a visitor with the key the code and how long it is valid."""
    say = view.say
    if program.is_demo:
        return say(
            "The code for it is on the page of the program that {command} starts; this one is the demo’s.",
            command="<code>coign</code>",
        )
    if view.key is None:
        return say("Paste the code that the bridge has printed and press <i>Connect</i>.")
    step = say("Paste this code and press <i>Connect</i>.")
    if not services.desk.code:
        return f"{step} {view.button(say('Show a code'), 'code')}"
    left = max(1, round(services.desk.code_seconds / 60))
    good = say("good for 1 more minute") if left == 1 else say("good for {minutes} more minutes", minutes=left)
    return f'{step}<p class="code"><code>{services.desk.code}</code> <span>{good}</span></p>'


def _pairing(services: Services, view: View) -> str:
    return "\n".join(_requests(services, view))


def _requests(services: Services, view: View) -> Iterator[str]:
    say = view.say
    for ask in services.desk.waiting():
        asks = say(
            "{who} of user {user}, world {world} at {origin} asks to be paired and shows {code}.",
            who=escape(ask.label) or say("A browser"),
            user=escape(ask.key.user),
            world=escape(ask.key.world),
            origin=escape(ask.key.origin),
            code=f"<code>{ask.code}</code>",
        )
        buttons = f"{view.button(say('Approve'), 'approve', ask.code)} {view.button(say('Refuse'), 'refuse', ask.code)}"
        yield f'<div class="row">{asks} {buttons}</div>'
    paired = len(services.desk.store.book.pairings)
    many = say("{count} browsers are paired.", count=paired) if paired else say("No browsers are paired.")
    yield f"<p>{say('1 browser is paired.') if paired == 1 else many}</p>"
    if services.desk.store.problem:
        why = escape(services.desk.store.problem)
        yield f"<p>{say('Pairings cannot be written to disk: {why}.', why=why)}</p>"
    if view.key is None:
        yield f"<p>{say('To answer requests here, open the address that the bridge printed when it started.')}</p>"
    elif services.desk.is_open:
        yield f"<p>{say('Browsers at any address may ask to be paired, for some minutes.')}</p>"
    else:
        yield view.button(say("Let browsers at any address ask for ten minutes"), "open")


def _worlds(services: Services, sessions: list[tuple[World, Session]], view: View) -> str:
    """Return a table of the connected worlds. On other machines a user is shown by id, not by name."""
    if not sessions:
        return ""
    say = view.say
    titles = {ruleset.id: ruleset.title for ruleset in services.engine.catalogue()}
    rows = [
        f"<tr><td>{escape(_title(world, session))}<td>{escape(world.origin)}<td>{escape(_user(session, view))}"
        f"<td>{_rules(session, titles) or say('none chosen yet: nothing is annotated')}"
        f"<td>{_scenes(session, view) or say('none yet')}"
        for world, session in sessions
    ]
    heads = f"<tr><th>{say('World')}<th>Foundry<th>{say('User')}<th>{say('Rules')}<th>{say('Scenes')}"
    return f'<div class="wide"><table>{heads}\n' + "\n".join(rows) + "\n</table></div>"


def _title(world: World, session: Session) -> str:
    return session.title or world.id


def _user(session: Session, view: View) -> str:
    return (view.near and session.user_name) or session.user


def _rules(session: Session, titles: dict[str, str]) -> str:
    return ", ".join(escape(titles.get(ruleset, ruleset)) for ruleset in session.handlers.rulesets)


def _scenes(session: Session, view: View) -> str:
    """Return a line for each scene, with how many documents of each kind it has."""
    lines = []
    for scene, held in session.handlers.scenes.held.items():
        counts = ", ".join(
            f"{count} {view.say(name.removesuffix('s') if count == 1 else name)}"
            for name, count in held.scene.counts().items()
            if count
        )
        name = getattr(held.scene, "name", "") or scene
        lines.append(f"{escape(name)} ({counts or view.say('empty')})")
    return "<br>".join(lines)


def _ways(view: View) -> str:
    """Return the ways to install the module, each with the case it suits."""
    say, release = view.say, assets.release_manifest()
    download = f'<a href="/coign.zip{view.query}">{say("Download the module")}</a>'
    ours, folder = f"<code>{view.address}/module.json</code>", "<code>Data/modules/coign</code>"
    fetched = "Foundry’s server fetches that address, so it works only where server and bridge are one computer."
    unpack = "{download}. Unpack it on the server into {folder} and restart Foundry."
    rows = [
        (
            say("Foundry runs on this computer"),
            f"{say('Paste {manifest} in Foundry’s <i>Install Module</i>.', manifest=ours)} {say(fetched)}",
        ),
        (
            say("Docker, a provider, or another computer"),
            say(unpack, download=download, folder=folder),
        ),
        (
            say("The Forge"),
            say("{download} and upload it with the Forge’s <i>Import Wizard</i>.", download=download),
        ),
    ]
    if release:
        published = "Paste {manifest} in Foundry’s <i>Install Module</i>: the published release."
        rows.append((say("Anywhere, with updates"), say(published, manifest=f"<code>{escape(release)}</code>")))
    return "<dl>" + "\n".join(f"<dt>{who}<dd>{how}" for who, how in rows) + "</dl>"


def _program(program: Program, view: View) -> str:
    say = view.say
    links = [f'<a href="/metrics{view.query}">{say("Metrics")}</a>']
    if view.key is None or not view.near:
        return f"<p>{links[0]}</p>"
    if program.log is not None:
        log = f'<a href="/coign.log{view.query}">{say("Download the log")}</a>'
        links.insert(0, say("{log}, to attach to a bug report", log=log))
    lines = [f"<p>{' · '.join(links)}</p>"]
    if program.startup is not None:
        lines.append(f'<div class="row">{_startup(program.startup, view)}</div>')
    lines.append(f'<div class="row">{view.button(say("Stop Coign"), "stop")}</div>')
    return "\n".join(lines)


def _startup(startup: Switch, view: View) -> str:
    """Return whether the next login starts the bridge, and the buttons to change that."""
    say = view.say
    off = view.button(say("Do not start with the computer"), "startup", "off")
    if startup.is_on():
        return f"{say('Coign starts when you log in, with the settings of this run.')} {off}"
    if startup.is_set():
        as_now = view.button(say("Start with the settings of this run"), "startup", "on")
        return f"{say('Coign starts when you log in, but with other settings than now.')} {as_now} {off}"
    return f"{say('You start Coign yourself.')} {view.button(say('Start with the computer'), 'startup', 'on')}"


def _modules() -> Path | None:
    """Return Foundry's folder of modules on this computer, or None."""
    try:
        return find_modules()
    except CannotInstall:
        return None
