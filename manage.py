#!/usr/bin/env python
"""Django's command line."""

import os
import sys

if sys.version_info < (3, 11) or sys.version_info >= (3, 14):
    sys.exit(f"Kingdom needs Python 3.11, 3.12 or 3.13; this is {sys.version_info.major}.{sys.version_info.minor}.")

from django.core.management import execute_from_command_line

from kingdom.core.errors import BadConfiguration


def main() -> None:
    """Run one management command; a wrong setting ends it with its list, not with a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")
    if "--data" in sys.argv[1:-1]:
        os.environ["KINGDOM_DATA"] = sys.argv[sys.argv.index("--data") + 1]
    try:
        execute_from_command_line(sys.argv)
    except BadConfiguration as error:
        sys.exit(error.message)


if __name__ == "__main__":
    main()
