"""Runs the command line: ``python -m svara``."""

import sys

from svara.cli.main import main

sys.exit(main())
