"""The last attack on the bridge's own page: its card as text, and the drawing of its measurements.

They include hidden creatures, like the GM's card, so the page shows them only on this machine and with the key.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from coign.figures.marks import with_creatures
from coign.figures.svg import draw
from coign.protocol import Modifier
from coign.rules import signed
from coign.scene.scene import Scene
from coign.session.handlers import Judged
from coign.session.services import Services
from coign.session.session import Session
from coign.session.worlds import Held

MOST_SHOWN = 4  # targets of one roll
STATES = {"on": "", "off": "switched off", "set-aside": "set aside"}


def last_attack(services: Services) -> tuple[Session, Judged] | None:
    """Return the last roll that was judged, of the first world that has one."""
    for _, holder in services.worlds.held():
        if isinstance(holder, Session) and holder.handlers.last is not None:
            return holder, holder.handlers.last
    return None


def cards(services: Services, picture: str, say: Callable[..., str]) -> str:
    """Return the cards as HTML. `picture` is the address of a drawing, to which the target's number is added."""
    found = last_attack(services)
    if found is None:
        return f"<p>{say('No attack has been judged since the world was opened.')}</p>"
    session, judged = found
    held = session.handlers.scenes.held.get(judged.annotation.scene)
    scene = held.scene if held else None
    blocks = [
        _card(judged, n, scene, f"{picture}&amp;n={n}" if is_current(held, judged) else "", say)
        for n in range(len(judged.annotation.results[:MOST_SHOWN]))
    ]
    return "\n".join(blocks) or f"<p>{say('The last roll had no target.')}</p>"


def drawing(services: Services, n: int) -> str | None:
    """Return the SVG of the last attack on its target number `n`; None if the map has changed since, or has none."""
    found = last_attack(services)
    if found is None or not 0 <= n < min(MOST_SHOWN, len(found[1].annotation.results)):
        return None
    session, judged = found
    held = session.handlers.scenes.held.get(judged.annotation.scene)
    if held is None or not is_current(held, judged):
        return None
    tokens, result = held.scene.tokens, judged.annotation.results[n]
    actor, target = tokens.get(judged.request.actor), tokens.get(result.target or "")
    if actor is None:
        return None
    figure = with_creatures(result.figure, actor.space, target.space if target else None)
    return draw(figure, held.scene, [actor, *([target] if target else [])], result.sentence)


def is_current(held: Held | None, judged: Judged) -> bool:
    """Return True if the map has not changed since; a drawing over another map would contradict its card."""
    return held is not None and held.revision == judged.annotation.revision


def _card(judged: Judged, n: int, scene: Scene | None, picture: str, say: Callable[..., str]) -> str:
    result = judged.annotation.results[n]
    somebody = say("somebody")
    attacker, target = (_name(scene, token) or somebody for token in (judged.request.actor, result.target))
    who = say("{attacker} against {target}", attacker=attacker, target=target) if result.target else say("A roll")
    rows = "".join(_row(one, say) for one in result.modifiers) or f"<li>{say('No modifier applies.')}"
    changed = f"<p>{say('The map has changed since.')}</p>"
    drawn = f'<img src="{picture}" alt="{say("What was measured")}">' if picture else ""
    return (
        f'<article class="attack" id="attack-{n}"><h3>{escape(who)}</h3><p><b>{escape(result.outcome.label)}</b></p>'
        f"<ul>{rows}</ul>{drawn or changed}</article>"
    )


def _row(modifier: Modifier, say: Callable[..., str]) -> str:
    state = say(STATES[modifier.state]) if STATES[modifier.state] else ""
    effect = f"{signed(modifier.effect)}{f', {state}' if state else ''}"
    return f"<li><b>{escape(modifier.source)}</b> ({escape(effect)}): {escape(modifier.reason)}"


def _name(scene: Scene | None, token: str | None) -> str:
    known = scene.tokens.get(token or "") if scene else None
    return known.name if known else ""
