"""The commands of `coign`, a file each, named as it is typed. `coign.cli` lists them and starts one.

A command's docstring is its `--help`; it has

    add_arguments(parser)   its arguments, and an example of its use as `parser.epilog`
    run(args) -> int        the exit code: 0 done, 1 the answer is "no", 2 bad usage or input

and raises CoignError for what the user got wrong: `coign.cli` says it in one line and exits with 2. Its imports are
paid only by who calls it, so what is slow to import belongs at its top, not in `coign.cli`.
"""

from coign.errors import CoignError


class BadUsage(CoignError):
    """Arguments that do not make a command."""

    code = "bad-usage"
