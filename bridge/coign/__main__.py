"""`python -m coign` is `coign`."""

import sys

from coign.cli import main

sys.exit(main())
