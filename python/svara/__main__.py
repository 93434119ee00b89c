"""Runs the command line: ``python -m svara``."""

import sys

from svara.cli import main

sys.exit(main())
