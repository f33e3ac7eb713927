"""Answer worked cases. The same text runs natively and, read as a file, in the engine for the browser."""

import msgspec

from coign.annotations.cases import read_cases
from coign.errors import CoignError


def answers(lines: bytes) -> list[str]:
    """Return for each case, one a line, its annotation as JSON without the time it took, or the name of the error."""
    found = []
    for case in read_cases(lines):
        try:
            annotation = msgspec.to_builtins(case.run())
            del annotation["elapsed_us"]
            found.append(msgspec.json.encode(annotation).decode())
        except CoignError as problem:
            found.append(f"{type(problem).__name__}: {problem}")
        except Exception as problem:  # a bug of ours, which both must have alike
            found.append(f"CRASH {type(problem).__name__}")
    return found
