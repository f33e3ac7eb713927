"""A picture for each of the three steps: where to look in Foundry, as SVG that the page's style colours."""

from collections.abc import Callable

from coign.util.tokens import values

Say = Callable[[str], str]  # a text in the page's language

_WINDOW = (
    '<svg viewBox="0 0 160 100" role="img" aria-label="{label}"><rect class="window" x="2" y="2" width="156" '
    'height="96" rx="5"/><path class="bar" d="M2 18h156V7a5 5 0 0 0-5-5H7a5 5 0 0 0-5 5z"/>'
    '<text class="title" x="10" y="14">{title}</text>{body}</svg>'
)


def _field(y: int, text: str) -> str:
    return f'<rect class="field" x="10" y="{y}" width="140" height="17" rx="3"/><text x="15" y="{y + 12}">{text}</text>'


def _push(x: int, y: int, width: int, text: str) -> str:
    return (
        f'<rect class="push" x="{x}" y="{y}" width="{width}" height="18" rx="4"/>'
        f'<text class="pushed" x="{x + width / 2:g}" y="{y + 13}">{text}</text>'
    )


def _choice(y: int, text: str, chosen: bool) -> str:
    dot = f'<circle class="dot" cx="17" cy="{y}" r="3"/>' if chosen else ""
    return f'<circle class="ring" cx="17" cy="{y}" r="5.5"/>{dot}<text x="29" y="{y + 4}">{text}</text>'


BLUE, WHITE = (values("light")[name] for name in ("accent", "on-accent"))
ICON = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="{BLUE}"/>
<path d="M6 26V6h20M6 26 26 6" fill="none" stroke="{WHITE}" stroke-width="3"/></svg>
""".encode()


def install(say: Say) -> str:
    """Draw Foundry's window in which the module is installed."""
    return _WINDOW.format(
        label=say("Foundry's window Install Module: a field for the manifest URL, and the button Install"),
        title=say("Install Module"),
        body=f'<text class="small" x="10" y="38">{say("Manifest URL")}</text>'
        + _field(43, "http://127.0.0.1:87…")
        + _push(82, 72, 68, say("Install")),
    )


def pair(say: Say) -> str:
    """Draw the window that takes the code."""
    return _WINDOW.format(
        label=say("Coign's window in Foundry: a field for the code, and the button Connect"),
        title=say("Use a bridge"),
        body=f'<text class="small" x="10" y="38">{say("Code")}</text>'
        + _field(43, "····-····")
        + _push(92, 72, 58, say("Connect")),
    )


def rules(say: Say) -> str:
    """Draw the window in which rules are chosen."""
    return _WINDOW.format(
        label=say("Coign's window in Foundry: a list of rule systems, the second of them chosen"),
        title=say("Choose Rules"),
        body=_choice(36, say("Fifth edition"), False)
        + _choice(56, say("Partial Advantage"), True)
        + _choice(76, say("Combat Facing"), False),
    )
