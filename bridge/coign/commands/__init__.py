"""The commands of `coign`, a file each, named as it is typed. `coign.cli` lists them and starts one.

The docstring of a command is its `--help`. Its module has

    EXAMPLE                 an example of its use, for the end of its help
    add_arguments(parser)   its arguments
    run(args) -> int        the exit code: 0 done, 1 the answer is "no", 2 bad usage or input

and raises CoignError for errors of the user, which `coign.cli` prints in one line before it exits with 2. A command is
imported only when it runs, so slow imports belong into its module and not into `coign.cli`.
"""

from coign.errors import CoignError


class BadUsage(CoignError):
    """The arguments do not make a valid command."""

    code = "bad-usage"
