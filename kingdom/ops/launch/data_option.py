"""The option ``--data DIR`` of every command, read before the settings. Does not import Django."""

from collections.abc import MutableMapping, Sequence

from kingdom.core.errors import BadInput

DATA_OPTION = "--data"


def extract_data_option(argv: Sequence[str], environ: MutableMapping[str, str]) -> list[str]:
    """Move ``--data DIR`` (or ``--data=DIR``) into KINGDOM_DATA and return the rest of the command line.

    Arguments after a bare ``--`` are kept. Raises BadInput when the folder is missing.
    """
    kept: list[str] = []
    rest = list(argv)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*kept, word, *rest]
        name, equals, value = word.partition("=")
        if name != DATA_OPTION:
            kept.append(word)
            continue
        if not equals:
            value = rest.pop(0) if rest else ""
        if not value or (not equals and value.startswith("-")):
            raise BadInput("--data needs a folder, e.g. --data /srv/kingdom.")
        environ["KINGDOM_DATA"] = value
    return kept
