#!/usr/bin/env python
"""Django's command line."""

import os
import sys

if sys.version_info < (3, 11) or sys.version_info >= (3, 14):
    sys.exit("Kingdom needs Python 3.11, 3.12 or 3.13; this is {}.{}.".format(*sys.version_info[:2]))

from django.core.management import execute_from_command_line
from django.db import OperationalError

from kingdom.core.errors import KingdomError
from kingdom.ops.launch import launcher
from kingdom.ops.launch.data_option import extract_data_option


def main() -> None:
    """Run one management command; what is wrong ends it with a sentence, not with a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")
    try:
        argv = extract_data_option(sys.argv, os.environ)
        if argv[1:2] == ["up"]:  # without Django: the supervisor lives as long as the product and must stay small
            sys.exit(launcher.main(argv[2:]))
        os.environ.setdefault(
            "KINGDOM_DATABASE_POOL", "0"
        )  # one command, one connection: a pool would only wait for a dead server
        os.environ.setdefault("KINGDOM_LOG_LEVEL", "WARNING")  # a command's output is its answer
        execute_from_command_line(argv)
    except KingdomError as error:
        sys.exit(error.message)
    except OperationalError as error:
        sys.exit(
            f"The database does not answer: {str(error).splitlines()[0]}. "
            "Start it with `make up`, or check --data and DATABASE_URL."
        )


if __name__ == "__main__":
    main()
