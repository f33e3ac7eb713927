"""Every error that a peer or a user can cause, each with its code on the wire.

    CoignError
    ├── BadJson             bad-json         the bytes are not JSON
    ├── BadMessage          bad-message      JSON, but not a message of ours; carries the field's path
    ├── TooLarge            too-large        more walls, tokens or bytes than we take
    ├── Unauthorised        unauthorised     no pairing, or a wrong one
    ├── Busy                busy             another browser holds this world
    ├── Version             version          no protocol version in common
    ├── UnknownScene        unknown-scene
    ├── UnknownToken        unknown-token
    │   └── AmbiguousToken  unknown-token    a name that several tokens bear
    ├── UnknownRuleset      unknown-ruleset
    ├── BadOption           bad-option       an option that does not exist, or a value it does not take
    ├── Overloaded          overloaded       more requests than the connection may send
    └── Internal            internal         our fault; carries a reference that the log has

An error composes its own sentence: what is wrong, where, what would be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar


class CoignError(Exception):
    """Something a peer or user did that we can name. `detail` is data for programs, `str()` a sentence for people."""

    code: ClassVar[str] = "internal"

    def __init__(self, message: str, **detail: Any) -> None:
        super().__init__(message)
        self.detail = detail


class BadJson(CoignError):
    """The frame is not JSON."""

    code = "bad-json"


class BadMessage(CoignError):
    """A message, or a field of it, is not as the protocol wants it."""

    code = "bad-message"


class TooLarge(CoignError):
    """A message or a scene is beyond a limit."""

    code = "too-large"


class Unauthorised(CoignError):
    """The browser has no valid token or code."""

    code = "unauthorised"


class Busy(CoignError):
    """Another browser has this world now."""

    code = "busy"


class Version(CoignError):
    """Module and bridge share no version of the protocol."""

    code = "version"


class UnknownScene(CoignError):
    """The bridge does not have the scene."""

    code = "unknown-scene"

    def __init__(self, scene: str, known: list[str]) -> None:
        super().__init__(f"no scene {scene} here; send it first with scene.put", scene=scene, known=known)


class UnknownToken(CoignError):
    """The scene has no such token."""

    code = "unknown-token"

    def __init__(self, token: str, scene: str, alike: Sequence[str] = ()) -> None:
        hint = f"; did you mean {' or '.join(alike)}?" if alike else ""
        super().__init__(f"no token {token} in scene {scene}{hint}", token=token, scene=scene)


class AmbiguousToken(UnknownToken):
    """A name that several tokens bear. `candidates` describe them, each with its id."""

    def __init__(self, token: str, scene: str, candidates: Sequence[str]) -> None:
        CoignError.__init__(
            self,
            f"{len(candidates)} tokens in scene {scene} are called {token}; give one by its id: "
            + ", ".join(candidates),
            token=token,
            scene=scene,
        )


class UnknownRuleset(CoignError):
    """No such rule system is installed."""

    code = "unknown-ruleset"

    def __init__(self, ruleset: str, known: list[str]) -> None:
        super().__init__(f"no ruleset {ruleset}; there are {', '.join(known)}", ruleset=ruleset, known=known)


class BadOption(CoignError):
    """A rule system has no such option, or the option no such value; or systems do not combine."""

    code = "bad-option"


class Overloaded(CoignError):
    """The client asks for more than its share; it may ask again later."""

    code = "overloaded"


class Internal(CoignError):
    """A failure of the bridge itself; the log has the details under `reference`."""

    code = "internal"

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"the bridge failed on this request; its log has the trace under {reference}", reference=reference
        )
