"""Run the command line by `python -m coign`."""

import sys

from coign.cli import main

sys.exit(main())
