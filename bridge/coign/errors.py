"""The errors that a peer or a user can cause, each with its code on the wire.

The message of an error says what is wrong, where, and what is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar


class CoignError(Exception):
    """An error of a peer or a user. `detail` is data for programs, `str()` a sentence for people."""

    code: ClassVar[str] = "internal"

    def __init__(self, message: str, **detail: Any) -> None:
        super().__init__(message)
        self.detail = detail


class BadJson(CoignError):
    """The bytes are not JSON."""

    code = "bad-json"


class BadMessage(CoignError):
    """JSON, but not a valid message; `path` in the detail names the field."""

    code = "bad-message"


class TooLarge(CoignError):
    """More walls, tokens or bytes than the bridge accepts."""

    code = "too-large"


class Unauthorised(CoignError):
    """The browser has no valid token or code."""

    code = "unauthorised"


class Busy(CoignError):
    """Another browser holds this world."""

    code = "busy"


class Version(CoignError):
    """Module and bridge share no version of the protocol."""

    code = "version"


class UnknownScene(CoignError):
    """The bridge does not have the scene."""

    code = "unknown-scene"

    def __init__(self, scene: str, known: list[str]) -> None:
        super().__init__(f"the bridge has no scene {scene}; send it first with scene.put", scene=scene, known=known)


class UnknownToken(CoignError):
    """The scene has no such token."""

    code = "unknown-token"

    def __init__(self, token: str, scene: str, alike: Sequence[str] = ()) -> None:
        hint = f"; did you mean {' or '.join(alike)}?" if alike else ""
        super().__init__(f"no token {token} in scene {scene}{hint}", token=token, scene=scene)


class AmbiguousToken(UnknownToken):
    """Several tokens have the name. `candidates` describes them, each with its id."""

    def __init__(self, token: str, scene: str, candidates: Sequence[str]) -> None:
        CoignError.__init__(
            self,
            f"{len(candidates)} tokens in scene {scene} are called {token}; name one by its id: "
            + ", ".join(candidates),
            token=token,
            scene=scene,
        )


class UnknownRuleset(CoignError):
    """The rule system is not installed."""

    code = "unknown-ruleset"

    def __init__(self, ruleset: str, known: list[str]) -> None:
        super().__init__(
            f"there is no ruleset {ruleset}; installed are {', '.join(known)}", ruleset=ruleset, known=known
        )


class BadOption(CoignError):
    """An unknown option, a value that it does not allow, or rule systems that do not combine."""

    code = "bad-option"


class Overloaded(CoignError):
    """The client has sent too many requests; it may try again later."""

    code = "overloaded"


class Internal(CoignError):
    """A bug of the bridge; the log has the details under `reference`."""

    code = "internal"

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"the bridge failed on this request; its log has the details under {reference}", reference=reference
        )
